// Every act of a round, to be tried by hand; the refusal of one out of order is shown beside it.

import { $, $$ } from "./dom.js";
import { attempt } from "./say.js";

const NUMBERS = new Set(["box"]);

/** To be called once there is a connection to the table; until then the buttons are disabled. */
export function byHand(list, give) {
  for (const line of $$("[data-type]", list)) {
    const button = $("button", line);
    button.addEventListener("click", () => attempt($(".refused", line), () => give(commandOf(line))));
    button.disabled = false;
  }
}

function commandOf(line) {
  const fields = $$("select", line).map(({ name, value }) => [name, NUMBERS.has(name) ? Number(value) : value]);
  return { type: line.dataset.type, ...Object.fromEntries(fields) };
}
