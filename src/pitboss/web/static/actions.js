// What you may do now, as buttons: only what the table offers, each with its cost and its key.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { filled, first, last, ofType } from "./choices.js";
import { actKey, actLabel, words } from "./words.js";

const LESS_KEY = "l";

/** A button with its name, what it costs and its key. */
export function button({ id, name, cost = "", key = "", act, kind = "" }) {
  return h(
    "button",
    {
      type: "button",
      class: `act ${kind}`,
      "data-key": id,
      "data-act": id,
      onclick: act,
      "aria-keyshortcuts": key || null,
      "aria-label": cost ? `${name}, ${cost}` : name,
    },
    name,
    h(
      "small",
      { "aria-hidden": "true" },
      cost,
      key ? h("kbd", {}, key.length === 1 ? key.toUpperCase() : key) : "",
    ),
  );
}

/** Decisions on the hand that is due; a double for the full amount, and for less by its own button. */
export function decisions(options) {
  const order = Object.keys(words.decisions);
  const offers = [];
  const doubles = ofType(options, "Decide")
    .filter((choice) => choice.command.action === "double")
    .sort((a, b) => last(b) - last(a));
  const boxes = [...new Set(ofType(options, "Decide").map((choice) => choice.command.box))];
  for (const choice of ofType(options, "Decide")) {
    const { action, box } = choice.command;
    if (action === "double" && choice !== doubles[0]) continue;
    const value = last(choice);
    const cost = choice.field ? value : choice.cost_cents;
    const where = boxes.length > 1 ? `box ${box}` : "";
    offers.push({
      id: box === boxes[0] ? action : `${action}${box}`,
      name: words.decisions[action].label,
      cost: cost ? `${dollars(cost)} more` : where,
      key: box === boxes[0] ? choice.key : "",
      command: filled(choice, value),
      order: order.indexOf(action),
    });
  }
  const ranged = doubles.find((choice) => choice.range);
  if (ranged)
    offers.push({
      id: "double-less",
      name: "Double for less",
      cost: `${dollars(first(ranged))} to ${dollars(last(ranged))}`,
      key: LESS_KEY,
      less: ranged,
      verb: "Double for",
      order: order.indexOf("double") + 0.5,
    });
  for (const choice of ofType(options, "DeclineSecondChance")) {
    offers.push({
      id: "decline",
      name: choice.label,
      key: choice.key,
      command: choice.command,
      order: order.length,
    });
  }
  return offers.sort((a, b) => a.order - b.order);
}

/** Insurance and even money, box by box. */
export function insurances(options) {
  const offers = ofType(options, "TakeEvenMoney").map((choice, at) => ({
    id: `even${choice.command.box}`,
    name: choice.label,
    cost: `box ${choice.command.box}`,
    key: at ? "" : choice.key,
    command: choice.command,
  }));
  const boxes = new Map();
  for (const choice of ofType(options, "Insure")) {
    const most = Math.max(last(choice), boxes.get(choice.command.box)?.most ?? 0);
    const holder = last(choice) === most ? choice : boxes.get(choice.command.box).choice;
    boxes.set(choice.command.box, { most, choice: holder });
  }
  for (const [box, { most, choice }] of boxes) {
    if (choice.range)
      offers.push({
        id: `insure-less${box}`,
        name: "Insurance for less",
        cost: `${dollars(first(choice))} to ${dollars(most)}`,
        less: choice,
        verb: "Insurance for",
      });
    offers.push({
      id: `insure${box}`,
      name: choice.label,
      cost: `${dollars(most)} on box ${box}`,
      key: offers.some((one) => one.key === choice.key) ? "" : choice.key,
      command: filled(choice, most),
    });
  }
  return offers;
}

const SPECIAL = new Set([
  "RefuseCut",
  "PrepareCards",
  "RefuseCard",
  "TakeMissedCard",
  "CallDead",
  "UpholdHand",
]);

/** Acts that the table waits for in special moments: the cut, a missed or exposed card, a wrong light. */
export const specials = (options) =>
  options
    .filter((choice) => SPECIAL.has(choice.command.type) && !choice.field)
    .map((choice) => ({
      id: choice.command.type,
      name: choice.label,
      key: choice.key,
      cost: "",
      command: choice.command,
    }));

export const cut = (options) => ofType(options, "CutCards")[0] ?? null;
export const asides = (options) =>
  options.filter((choice) => ["Tip", "AskForSpread", "CallWager"].includes(choice.command.type));

/** Every key of a player's acts with what it does, for the key map: acts that share a key stand together. */
export function keyMap() {
  const says = new Map();
  const note = (key, label) => key && says.set(key, [...(says.get(key) ?? []), label]);
  for (const { key, label } of Object.values(words.decisions)) note(key, label);
  note(LESS_KEY, "Double for less");
  for (const id of Object.keys(words.acts)) if (id !== "bet") note(actKey(id), actLabel(id));
  note(actKey("bet"), "Bet the table minimum on your box");
  return [...says].map(([key, labels]) => [key, [...new Set(labels)].join(", ")]);
}
