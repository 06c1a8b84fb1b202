// Acts by their names, for dealer and floor: every choice the house offers, asked for its open value where it has one.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { filled, first, last } from "./choices.js";
import { short } from "./cards.js";

const HIDDEN = new Set(["type", "hand", "by"]);
const word = (value) => String(value).replaceAll("_", " ");

/** A choice in words: its label and what else it says. */
export function nameOf(choice) {
  const { command } = choice;
  const more = Object.entries(command)
    .filter(([name, value]) => !HIDDEN.has(name) && value !== "" && value !== null && value !== false)
    .map(([name, value]) =>
      name === "box"
        ? value
          ? `box ${value}`
          : "the dealer"
        : name === "seat"
          ? `seat ${value}`
          : name === "card"
            ? short(value)
            : value === true
              ? word(name)
              : word(value),
    );
  return [choice.label ?? word(command.type), ...more, command.hand ? `hand ${command.hand + 1}` : ""]
    .filter(Boolean)
    .join(", ");
}

const tell = (choice, value) =>
  choice.field === "cents" ? dollars(value) : choice.field === "card" ? short(value) : word(value);

/** A list of buttons; an open value is chosen beside its button. */
export function chooser(choices, give, nothing) {
  if (!choices.length) return h("p", { class: "quiet section" }, nothing);
  return h(
    "div",
    { class: "act-list" },
    choices.map((choice) => row(choice, give)),
  );
}

function row(choice, give) {
  const name = nameOf(choice);
  const id = `${choice.command.type}${choice.command.box ?? ""}${choice.command.seat ?? ""}${choice.command.what ?? choice.command.device ?? ""}${choice.field}`;
  if (!choice.field)
    return h(
      "button",
      {
        type: "button",
        class: "button tiny",
        "data-key": id,
        "data-command": choice.command.type,
        onclick: () => give(choice.command),
      },
      name,
      choice.clause ? h("span", { class: "clause" }, choice.clause) : null,
    );
  const input = choice.range
    ? h("input", {
        type: "number",
        class: "slim",
        min: choice.range.first,
        max: choice.range.last,
        step: choice.range.step,
        value: choice.range.first,
        "aria-label": `${name}: ${word(choice.field)}`,
      })
    : h(
        "select",
        { class: "slim", "aria-label": `${name}: ${word(choice.field)}` },
        choice.values.map((value, at) => h("option", { value: at }, tell(choice, value))),
      );
  const value = () => (choice.range ? Number(input.value) : choice.values[Number(input.value)]);
  return h(
    "div",
    { class: "row" },
    h(
      "button",
      {
        type: "button",
        class: "button tiny",
        "data-key": id,
        "data-command": choice.command.type,
        onclick: () => give(filled(choice, value())),
      },
      name,
    ),
    input,
    choice.range && choice.field.endsWith("cents")
      ? h(
          "span",
          { class: "quiet small-type" },
          `cents, ${dollars(first(choice))} to ${dollars(last(choice))}`,
        )
      : null,
  );
}
