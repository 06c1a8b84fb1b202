// An amount between the lowest and the highest that the table offers.

import { h } from "./dom.js";
import { first, last } from "./choices.js";

export function slider(label, choice, words, done) {
  const { range } = choice;
  const given = { min: first(choice), max: last(choice), step: range?.step ?? 1 };
  const input = h("input", { type: "range", ...given, "aria-label": label, oninput: () => show() });
  input.value = String((given.min + given.max) / 2);
  const shown = h("output", {});
  const show = () => {
    shown.textContent = words(Number(input.value));
  };
  show();
  const end = { type: "button", class: "button first", "data-key": "slide", "data-act": "slide" };
  return h(
    "div",
    { class: "stepper wide" },
    h("span", {}, label),
    input,
    shown,
    h("button", { ...end, onclick: () => done(Number(input.value)) }, "Done"),
  );
}
