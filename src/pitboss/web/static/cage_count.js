// Opening and closing the cage by a count: what differs from the books is shown before it is signed.

import { $, h, put } from "./dom.js";
import { account } from "./money.js";
import { rows } from "./rows.js";
import { Counting, difference } from "./counting.js";

export function countPanel(desk) {
  const panel = $("#panel-count");
  const verdict = h("div", { class: "verdict", "aria-live": "polite" });
  let cash = null;
  let chips = null;

  function judge() {
    const { cage } = desk;
    const line = (what, booked, counted) => [what, h("span", { class: "money" }, account(booked)), h("span", { class: "money" }, account(counted)), difference(counted - booked)];
    const differs = cash.cents !== cage.cash_cents || chips.cents !== cage.chips_cents;
    const what = cage.open ? "Close the cage" : "Open the cage";
    put(
      verdict,
      h("h2", {}, what),
      rows(["", "Books", "Counted", "Difference"], [line("Cash", cage.cash_cents, cash.cents), line("Chips", cage.chips_cents, chips.cents)]),
      differs ? h("p", { class: "notice warn" }, "The count differs from the books. The difference stays on record, and a second person must sign it too.") : h("p", { class: "quiet" }, "The count agrees with the books."),
      desk.acts ? h("button", { class: "button first", type: "button", "data-key": "sign", onclick: () => sign(what) }, `${what}…`) : h("p", { class: "quiet" }, "A cashier signs the count."),
    );
  }

  async function sign(what) {
    const { cage } = desk;
    const done = await desk.run({
      title: `${what} with this count?`,
      facts: [
        ["Cash counted", account(cash.cents), difference(cash.cents - cage.cash_cents)],
        ["Chips counted", account(chips.cents), difference(chips.cents - cage.chips_cents)],
      ],
      yes: "Sign the count",
      path: cage.open ? "/cage/close" : "/cage/open",
      body: { cash: cash.counted, chips: chips.counted, cash_booked_cents: cage.cash_cents, chips_booked_cents: cage.chips_cents },
      says: what,
    });
    if (done) for (const one of [cash, chips]) one.clear();
  }

  return (cage) => {
    if (!cash) {
      cash = new Counting("Cash", cage.cash_denominations_cents, judge);
      chips = new Counting("Chips", cage.chips_denominations_cents, judge);
      put(panel, h("div", { class: "counts" }, h("section", { "aria-label": "Cash" }, cash.element), h("section", { "aria-label": "Chips" }, chips.element), verdict));
    }
    judge();
  };
}
