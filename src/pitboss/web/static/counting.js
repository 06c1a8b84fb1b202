// A form to count chips or notes into: a number for every denomination of the house, and what they come to.

import { h } from "./dom.js";
import { account, dollars } from "./money.js";

export class Counting {
  /** `changed` is told whenever a number is entered. */
  constructor(title, denominations, changed = () => {}) {
    this.fields = new Map();
    this.sum = h("td", { class: "n money" }, account(0));
    const line = (cents) => {
      const worth = h("td", { class: "n money quiet" }, "");
      const field = h("input", { type: "number", min: 0, step: 1, inputmode: "numeric", "aria-label": `${title}: how many of ${dollars(cents)}` });
      field.addEventListener("input", () => {
        const number = Number(field.value);
        worth.textContent = number ? account(cents * number) : "";
        this.sum.textContent = account(this.cents);
        changed();
      });
      this.fields.set(cents, field);
      return h("tr", {}, h("td", { class: "money" }, dollars(cents)), h("td", {}, field), worth);
    };
    this.element = h(
      "table",
      { class: "counting" },
      h("thead", {}, h("tr", {}, h("th", {}, title), h("th", {}, "Number"), h("th", { class: "n" }, "Worth"))),
      h("tbody", {}, [...denominations].sort((one, other) => other - one).map(line)),
      h("tfoot", {}, h("tr", {}, h("td", { colspan: 2 }, "Total"), this.sum)),
    );
  }

  get cents() {
    return [...this.fields].reduce((sum, [cents, field]) => sum + cents * Number(field.value || 0), 0);
  }

  /** As the server takes it: only what there is. A number that is not whole is refused there, in a sentence. */
  get counted() {
    return [...this.fields]
      .filter(([, field]) => field.value !== "" && Number(field.value) !== 0)
      .map(([cents, field]) => ({ denomination_cents: cents, number: Number(field.value) }));
  }

  clear() {
    for (const field of this.fields.values()) {
      field.value = "";
      field.dispatchEvent(new Event("input"));
    }
  }
}

export const chipsText = (chips) => chips.map((one) => `${one.number} × ${dollars(one.denomination_cents)}`).join(", ");

/** A difference between a count and the books, by words as well as by color. */
export const difference = (cents) =>
  cents < 0
    ? h("span", { class: "short" }, `▼ ${account(-cents)} short`)
    : cents > 0
      ? h("span", { class: "over-by" }, `▲ ${account(cents)} over`)
      : h("span", { class: "right" }, "✓ as booked");
