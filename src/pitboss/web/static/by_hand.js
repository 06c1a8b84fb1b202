// Every act of a round under the dealer's hand; the house says what is out of order, beside the act that was tried.

import { $, $$ } from "./dom.js";
import { attempt } from "./say.js";

const NUMBERS = new Set(["box"]);

/** To be called when there is a line to the table; until then the buttons wait. */
export function byHand(list, give) {
  for (const line of $$("[data-type]", list)) {
    const button = $("button", line);
    button.addEventListener("click", () => attempt($(".refused", line), () => give(commandOf(line))));
    button.disabled = false;
  }
}

function commandOf(line) {
  const told = $$("select", line).map(({ name, value }) => [name, NUMBERS.has(name) ? Number(value) : value]);
  return { type: line.dataset.type, ...Object.fromEntries(told) };
}
