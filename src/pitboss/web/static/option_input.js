// A control for one option of a game: a list of its values in words, or an amount.

import { h } from "./dom.js";

export function optionInput(option) {
  const given = { id: `option-${option.name}`, "data-key": option.name, "aria-label": option.label };
  if (option.is_range || option.is_money)
    return h("input", {
      ...given,
      type: "number",
      value: option.is_money ? option.value / 100 : option.value,
      step: option.is_money ? "0.25" : "1",
    });
  return h(
    "select",
    given,
    option.allowed.map((value, at) =>
      h("option", { value: at, selected: String(value) === String(option.value) }, option.texts[at]),
    ),
  );
}

/** The value that is set: amounts of money in cents. */
export const amountOf = (option, input) =>
  option.is_money
    ? Math.round(Number(input.value) * 100)
    : option.is_range
      ? Number(input.value)
      : option.allowed[Number(input.value)];
