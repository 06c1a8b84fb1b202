// Chips by denomination: written out, and entered one number for each denomination with the sum below.

import { h, put } from "./dom.js";
import { dollars } from "./money.js";

export const sumOf = (chips) => chips.reduce((sum, one) => sum + one.denomination_cents * one.number, 0);
export const chipsText = (chips) =>
  chips.map((one) => `${one.number.toLocaleString("en-US")} × ${dollars(one.denomination_cents)}`).join(", ");
export const numbersOf = (chips) => new Map(chips.map((one) => [one.denomination_cents, one.number]));

/** One input for each denomination; `beside` says what stands next to it, such as the closer's number. */
export function chipInputs({ denominations, given = new Map(), beside = null, changed = () => null }) {
  const total = h("output", { class: "chip-total money" });
  const rows = denominations.map((value) => ({ value, sum: h("span", { class: "money quiet" }), input: null }));
  const chips = () =>
    rows
      .map(({ value, input }) => ({ denomination_cents: value, number: Number(input.value) || 0 }))
      .filter((one) => one.number > 0);
  const add = () => {
    for (const row of rows) {
      const number = Number(row.input.value) || 0;
      put(row.sum, number ? dollars(row.value * number) : "");
    }
    put(total, dollars(sumOf(chips())));
    changed(chips());
  };
  for (const row of rows)
    row.input = h("input", {
      type: "number",
      class: "slim",
      min: 0,
      max: 1_000_000,
      step: 1,
      inputmode: "numeric",
      placeholder: "0",
      value: given.get(row.value) ?? "",
      "data-key": `chips ${row.value}`,
      "data-denomination": row.value,
      "aria-label": `Number of ${dollars(row.value)}`,
      oninput: add,
    });
  const element = h(
    "div",
    { class: "chip-inputs" },
    rows.map((row) =>
      h(
        "label",
        { class: "chip-row" },
        h("span", { class: "money" }, dollars(row.value)),
        row.input,
        beside ? h("span", { class: "quiet small-type" }, beside(row.value)) : null,
        row.sum,
      ),
    ),
    h("p", { class: "chip-sum" }, h("span", { class: "quiet" }, "Total"), total),
  );
  const set = (numbers) => {
    for (const row of rows) row.input.value = numbers.get(row.value) ?? "";
    add();
  };
  add();
  return { element, chips, set };
}
