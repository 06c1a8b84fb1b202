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

/** A gain or a loss, told by sign and shape as well as by colour. */
export const net = (cents) =>
  cents > 0 ? `▲ ${dollars(cents)}` : cents < 0 ? `▼ ${dollars(-cents)}` : "= $0";

export const percent = (share, digits = 3) =>
  (share < 0 ? "−" : "") + (Math.abs(share) * 100).toFixed(digits) + " %";
export const signed = (value, digits = 4) => (value < 0 ? "−" : "+") + Math.abs(value).toFixed(digits);

/** An amount in the chips of this table, dearest first: only for drawing a pile. */
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
