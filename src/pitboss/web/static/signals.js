// Hand and voice together, where a text says which of them counts.

import { h } from "./dom.js";
import { button } from "./actions.js";
import { filled, ofType } from "./choices.js";

const word = (action) => action.replaceAll("_", " ");
const picked = (label, values) =>
  h(
    "select",
    { class: "slim", "aria-label": label, "data-key": label },
    values.map((value) => h("option", { value }, word(value))),
  );

export const signalsOf = (may) => ofType(may, "Signal");

/** Two choices and one act; the house lets the hand count. */
export function signalling(signals, give) {
  const hand = picked(
    "The hand shows",
    signals.map((choice) => choice.command.motion),
  );
  const voice = picked("The voice says", signals[0].values);
  const chosen = () => signals.find((choice) => choice.command.motion === hand.value);
  return [
    h("label", { class: "inline-label" }, "The hand shows ", hand),
    h("label", { class: "inline-label" }, "the voice says ", voice),
    button({
      id: "signal-now",
      name: "Signal",
      cost: "the hand counts",
      key: "",
      kind: "first",
      act: () => give(filled(chosen(), voice.value)),
    }),
  ];
}
