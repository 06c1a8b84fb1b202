// A hand signal that differs from what the player says, where the document says which counts.

import { h } from "./dom.js";
import { button } from "./actions.js";
import { filled, ofType } from "./choices.js";
import { decisionLabel } from "./words.js";

const picked = (label, values) =>
  h(
    "select",
    { class: "slim", "aria-label": label, "data-key": label },
    values.map((value) => h("option", { value }, decisionLabel(value))),
  );

export const signalsOf = (may) => ofType(may, "Signal");

/** Two choices and one act; the table goes by the hand signal. */
export function signalling(signals, give) {
  const hand = picked(
    "The hand shows",
    signals.map((choice) => choice.command.motion),
  );
  const voice = picked("The player says", signals[0].values);
  const chosen = () => signals.find((choice) => choice.command.motion === hand.value);
  return [
    h("label", { class: "inline-label" }, "The hand shows ", hand),
    h("label", { class: "inline-label" }, "the player says ", voice),
    button({
      id: "signal-now",
      name: "Signal",
      cost: "the hand signal counts",
      key: "",
      kind: "first",
      act: () => give(filled(chosen(), voice.value)),
    }),
  ];
}
