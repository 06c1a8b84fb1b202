// The window: a player's account paid in to and out of, and chips sold and redeemed for cash.

import { $, empty, h, put } from "./dom.js";
import { get } from "./api.js";
import { account } from "./money.js";
import { chipsText, Counting } from "./counting.js";

const SEARCH_MS = 250;
export const cents = (field) => Math.round(Number(field.value) * 100);
export const change = (label, before, after) => [label, h("span", { class: "money" }, `${account(before)} → `, h("b", {}, account(after)))];

export function windowPanel(desk) {
  const panel = $("#panel-window");
  const search = h("input", { id: "search", type: "search", maxlength: 40, autocomplete: "off", placeholder: "Name of the player" });
  const people = h("div", { class: "people", role: "group", "aria-label": "Players" });
  const chosenPlace = h("div", { "aria-live": "polite" });
  let chosen = null;
  let chips = null;
  let timer = 0;

  async function find() {
    const { players } = await get(`/cage/players?name=${encodeURIComponent(search.value)}`);
    put(people, players.length ? players.map(personButton) : h("p", { class: "quiet" }, "No player has this name."));
    const again = chosen && players.find((one) => one.id === chosen.id);
    if (again && again.balance_cents !== chosen.balance_cents) choose(again);
  }

  const personButton = (one) =>
    h(
      "button",
      { type: "button", "aria-pressed": String(one.id === chosen?.id), "data-key": `player ${one.id}`, onclick: () => choose(one) },
      h("span", {}, one.name, one.barred ? " · barred" : "", one.active ? "" : " · closed"),
      h("span", { class: "money" }, account(one.balance_cents)),
    );

  function choose(one) {
    chosen = one;
    for (const button of people.querySelectorAll("button")) button.setAttribute("aria-pressed", String(button.dataset.key === `player ${one.id}`));
    const field = h("input", { id: "pay-amount", type: "number", required: true, min: 0.01, step: 0.01, inputmode: "decimal", "data-keeps": `pay ${one.id}` });
    put(
      chosenPlace,
      h(
        "div",
        { class: "chosen" },
        h("div", { class: "holder" }, h("b", {}, one.name), h("span", { class: "money" }, account(one.balance_cents))),
        desk.acts
          ? h(
              "div",
              { class: "pay" },
              h("div", { class: "amount" }, h("label", { for: "pay-amount" }, "Amount"), field),
              h("button", { class: "button first", type: "button", "data-key": "pay in", onclick: () => field.reportValidity() && pay(one, cents(field), true) }, "Pay in…"),
              h("button", { class: "button", type: "button", "data-key": "pay out", onclick: () => field.reportValidity() && pay(one, cents(field), false) }, "Pay out…"),
            )
          : "",
      ),
    );
  }

  async function pay(one, amount, comesIn) {
    const sign = comesIn ? 1 : -1;
    const done = await desk.run({
      title: comesIn ? `Pay ${account(amount)} in to the account of ${one.name}?` : `Pay ${account(amount)} out of the account of ${one.name}?`,
      facts: [
        change(`Account of ${one.name}`, one.balance_cents, one.balance_cents + sign * amount),
        change("Cash in the cage", desk.cage.cash_cents, desk.cage.cash_cents + sign * amount),
      ],
      yes: comesIn ? "Pay in" : "Pay out",
      path: comesIn ? "/cage/pay-in" : "/cage/pay-out",
      body: { account: one.id, cents: amount },
      says: `Pay ${account(amount)} ${comesIn ? "in to" : "out of"} the account of ${one.name}`,
    });
    if (done) $("#pay-amount").value = "";
    await find();
  }

  async function exchange(sells) {
    const amount = chips.cents;
    if (!chips.counted.length) return desk.refuse("Enter how many chips there are of each kind.");
    const done = await desk.run({
      title: sells ? `Sell ${account(amount)} in chips for cash?` : `Take back ${account(amount)} in chips for cash?`,
      facts: [
        ["Chips", chipsText(chips.counted) || "none"],
        change("Cash in the cage", desk.cage.cash_cents, desk.cage.cash_cents + (sells ? amount : -amount)),
        change("Chips in the vault", desk.cage.chips_cents, desk.cage.chips_cents + (sells ? -amount : amount)),
      ],
      yes: sells ? "Sell" : "Redeem",
      path: sells ? "/cage/sell-chips" : "/cage/redeem-chips",
      body: { chips: chips.counted },
      says: `${sells ? "Sell" : "Redeem"} ${account(amount)} in chips`,
    });
    if (done) chips.clear();
  }

  function build(cage) {
    chips = new Counting("Chips", cage.chips_denominations_cents);
    put(
      panel,
      h(
        "div",
        { class: "window" },
        h("section", {}, h("h2", {}, "Accounts of players"), h("div", {}, h("label", { for: "search" }, "Find a player"), search), people, chosenPlace),
        desk.acts
          ? h(
              "section",
              {},
              h("h2", {}, "Chips for cash"),
              chips.element,
              h(
                "div",
                { class: "row" },
                h("button", { class: "button first", type: "button", onclick: () => exchange(true) }, "Sell…"),
                h("button", { class: "button", type: "button", onclick: () => exchange(false) }, "Redeem…"),
              ),
            )
          : "",
      ),
    );
    search.addEventListener("input", () => {
      clearTimeout(timer);
      timer = setTimeout(() => find().catch(() => null), SEARCH_MS);
    });
    put(chosenPlace, empty("Choose a player", "The balance is shown before anything is paid."));
  }

  return (cage) => {
    if (!chips) build(cage);
    find().catch(() => null);
  };
}
