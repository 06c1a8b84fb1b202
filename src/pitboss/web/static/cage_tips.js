// The tip pool, divided among the dealers of a gaming day; each pay-out is an act of its own.

import { $, empty, h, put } from "./dom.js";
import { get } from "./api.js";
import { account } from "./money.js";
import { rows, tiny } from "./rows.js";
import { change } from "./cage_window.js";

const hours = (minutes) => `${Math.floor(minutes / 60)}:${String(minutes % 60).padStart(2, "0")}`;

export function tipsPanel(desk) {
  const panel = $("#panel-tips");
  const day = h("input", { id: "tips-day", type: "date", required: true });
  const how = h("select", { id: "tips-how" }, h("option", { value: "by_hours_cents" }, "by hours on duty"), h("option", { value: "equal_cents" }, "equal shares"));
  const list = h("div", { class: "section", "aria-live": "polite" });

  async function show() {
    const tips = await get(`/cage/tips${day.value ? `?day=${day.value}` : ""}`);
    if (!day.value) day.value = tips.day;
    const due = (one) => one[how.value];
    put(
      list,
      h("p", {}, "In the pool: ", h("b", { class: "money" }, account(tips.pool_cents))),
      tips.shares.length
        ? rows(
            ["Dealer", "On duty", "Paid", "Still to be paid", ""],
            tips.shares.map((one) => [
              h("b", {}, one.name),
              hours(one.minutes),
              h("span", { class: "money" }, account(one.paid_cents)),
              h("span", { class: "money" }, account(due(one))),
              desk.acts && due(one) ? tiny("Pay…", `tips ${one.account}`, () => pay(tips, one, due(one)), "first") : "",
            ]),
          )
        : empty("No dealer was on duty", "Dealers who were assigned to a table on this gaming day share its tips."),
    );
  }

  async function pay(tips, one, cents) {
    await desk.run({
      title: `Pay ${account(cents)} of the tips to ${one.name}?`,
      facts: [change("Tip pool", tips.pool_cents, tips.pool_cents - cents), change("Cash in the cage", desk.cage.cash_cents, desk.cage.cash_cents - cents)],
      yes: "Pay",
      path: "/cage/tips",
      body: { account: one.account, cents, day: tips.day },
      says: `Pay ${account(cents)} of the tips to ${one.name}`,
    });
    await show();
  }

  put(panel, h("div", { class: "fields" }, h("div", {}, h("label", { for: "tips-day" }, "Gaming day"), day), h("div", {}, h("label", { for: "tips-how" }, "Divided"), how)), list);
  for (const field of [day, how]) field.addEventListener("change", () => show().catch(() => null));
  let shown = null;
  return (cage) => {
    if (shown === cage.tip_pool_cents) return;
    shown = cage.tip_pool_cents;
    show().catch(() => null);
  };
}
