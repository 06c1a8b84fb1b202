// What one may do now, as buttons: only what the house offers, each with its cost and its key.

import { h } from "./dom.js";
import { dollars } from "./money.js";
import { filled, first, last, ofType } from "./choices.js";

const KEYS = {
  hit: "h",
  stand: "s",
  double: "d",
  split: "p",
  surrender: "r",
  over: "o",
  under: "u",
  fold: "f",
  second_chance: "y",
};
const ORDER = ["hit", "stand", "double", "split", "surrender", "second_chance", "over", "under", "fold"];

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

/** Decisions on the hand that is due; a double for the most, and for less by its own button. */
export function decisions(options) {
  const found = [];
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
    found.push({
      id: box === boxes[0] ? action : `${action}${box}`,
      name: choice.label,
      cost: cost ? `${dollars(cost)} more` : where,
      key: box === boxes[0] ? (KEYS[action] ?? "") : "",
      command: filled(choice, value),
      order: ORDER.indexOf(action),
    });
  }
  const ranged = doubles.find((choice) => choice.range);
  if (ranged)
    found.push({
      id: "double-less",
      name: "Double for less",
      cost: `${dollars(first(ranged))} to ${dollars(last(ranged))}`,
      key: "l",
      less: ranged,
      verb: "Double for",
      order: 2.5,
    });
  for (const choice of ofType(options, "DeclineSecondChance")) {
    found.push({
      id: "decline",
      name: "Decline",
      key: "n",
      command: choice.command,
      order: 9,
    });
  }
  return found.sort((a, b) => a.order - b.order);
}

/** Insurance and even money, box by box. */
export function insurances(options) {
  const found = ofType(options, "TakeEvenMoney").map((choice, at) => ({
    id: `even${choice.command.box}`,
    name: "Even money",
    cost: `box ${choice.command.box}`,
    key: at ? "" : "e",
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
      found.push({
        id: `insure-less${box}`,
        name: "Insure for less",
        cost: `${dollars(first(choice))} to ${dollars(most)}`,
        less: choice,
        verb: "Insure for",
      });
    found.push({
      id: `insure${box}`,
      name: "Insure",
      cost: `${dollars(most)} on box ${box}`,
      key: found.some((one) => one.key === "i") ? "" : "i",
      command: filled(choice, most),
    });
  }
  return found;
}

const PLAIN = {
  RefuseCut: ["Pass the cut", "n"],
  PrepareCards: ["I have seen the cards", "y"],
  RefuseCard: ["Turn the card down", "n"],
  TakeMissedCard: ["Take the missed card", "y"],
  CallDead: ["Call the hand dead", "x"],
  UpholdHand: ["Play on", "y"],
};

/** Acts that the table waits for in special moments: the cut, a missed or exposed card, a wrong light. */
export const plain = (options) =>
  options
    .filter((choice) => PLAIN[choice.command.type] && !choice.field)
    .map((choice) => {
      const [name, key] = PLAIN[choice.command.type];
      return {
        id: choice.command.type,
        name,
        key,
        cost: choice.command.box ? `box ${choice.command.box}` : "",
        command: choice.command,
      };
    });

export const cut = (options) => ofType(options, "CutCards")[0] ?? null;
export const asides = (options) =>
  options.filter((choice) => ["Tip", "AskForSpread", "CallWager"].includes(choice.command.type));
