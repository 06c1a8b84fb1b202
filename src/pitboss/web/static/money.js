// Money and figures as people read them. Cents stay whole numbers.

export function dollars(cents) {
  const whole = cents % 100 === 0;
  return (
    (cents < 0 ? "−" : "") +
    "$" +
    (Math.abs(cents) / 100).toLocaleString("en-US", {
      minimumFractionDigits: whole ? 0 : 2,
      maximumFractionDigits: 2,
    })
  );
}

export const account = (cents) =>
  (cents < 0 ? "−" : "") +
  "$" +
  (Math.abs(cents) / 100).toLocaleString("en-US", {
    minimumFractionDigits: 2,
    maximumFractionDigits: 2,
  });

/** A gain or a loss, shown by sign and shape as well as by color. */
export const net = (cents) =>
  cents > 0 ? `▲ ${dollars(cents)}` : cents < 0 ? `▼ ${dollars(-cents)}` : "= $0";

/** A negative house edge is a player advantage, and is called one. */
export const edgeName = (edge) => (edge !== null && edge < 0 ? "Player advantage" : "House edge");
export const edgePercent = (edge, digits = 3) => percent(Math.abs(edge), digits);
export const edgeText = (edge, digits = 3) =>
  edge < 0 ? `player advantage ${edgePercent(edge, digits)}` : `house edge ${edgePercent(edge, digits)}`;

export const percent = (share, digits = 3) =>
  (share < 0 ? "−" : "") + (Math.abs(share) * 100).toFixed(digits) + " %";
export const signed = (value, digits = 4) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);

/** An amount in the chips of this table, highest first: only for drawing a pile. */
export function pile(cents, denominations) {
  const chips = [];
  for (const value of [...denominations].sort((a, b) => b - a)) {
    while (cents >= value && chips.length < 20) {
      chips.push(value);
      cents -= value;
    }
  }
  return chips;
}
