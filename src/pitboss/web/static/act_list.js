// Acts as a list of buttons, for dealer and floorperson; what an act leaves open is chosen beside its button.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { filled, first, last } from "./choices.js";

export function actList(choices, give, nothing) {
  if (!choices.length) return h("p", { class: "quiet section" }, nothing);
  return h(
    "div",
    { class: "act-list" },
    choices.map((choice) => row(choice, give)),
  );
}

function row(choice, give) {
  const { command } = choice;
  const id = `${command.type}${command.box ?? ""}${command.seat ?? ""}${command.what ?? command.device ?? ""}${choice.field}`;
  const control = { type: "button", class: "button tiny", "data-key": id, "data-command": command.type };
  if (!choice.field)
    return h(
      "button",
      { ...control, onclick: () => give(command) },
      choice.label,
      choice.clause ? h("span", { class: "clause" }, choice.clause) : null,
    );
  const name = `${choice.label}: ${choice.field_label}`;
  const money = choice.field.endsWith("cents");
  const input = choice.range ? amount(choice, name, money) : picker(choice, name);
  const value = () =>
    choice.range
      ? exact(Number(input.value) * (money ? 100 : 1))
      : choice.values[Number(input.value)];
  return h(
    "div",
    { class: "row" },
    h("button", { ...control, onclick: () => give(filled(choice, value())) }, choice.label),
    input,
    choice.range && money
      ? h("span", { class: "quiet small-type" }, `${dollars(first(choice))} to ${dollars(last(choice))}`)
      : null,
  );
}

/** Without what binary fractions add; a part of a cent stays, and is refused in a sentence. */
const exact = (value) => Number(value.toFixed(6));

function amount({ range }, name, money) {
  const unit = money ? 100 : 1;
  return h("input", {
    type: "number",
    class: "slim",
    min: range.first / unit,
    max: range.last / unit,
    step: range.step / unit,
    value: range.first / unit,
    "data-keeps": `${name} ${range.first} ${range.last}`,
    "aria-label": name,
  });
}

const picker = (choice, name) =>
  h(
    "select",
    { class: "slim", "aria-label": name },
    choice.texts.map((text, at) => h("option", { value: at }, text)),
  );
