// The count room: drop boxes that were taken off their tables, each counted by two people against the books.

import { $, empty, h, put } from "./dom.js";
import { account } from "./money.js";
import { clockOf } from "./times.js";
import { rows, tiny } from "./rows.js";
import { Counting, difference } from "./counting.js";

export function boxesPanel(desk) {
  const panel = $("#panel-boxes");
  const list = h("div", {});
  const form = h("div", { class: "section" });
  let counting = null;

  function open(box) {
    const verdict = h("div", { class: "verdict", "aria-live": "polite" });
    const judge = () =>
      put(
        verdict,
        h("h2", {}, `Drop box ${box.box}`),
        h("p", { class: "quiet" }, `From ${box.table_name}, taken by ${box.taken_by}, ${clockOf(box.taken_at)}.`),
        rows(["Books", "Counted", "Difference"], [[account(box.booked_cents), account(notes.cents), difference(notes.cents - box.booked_cents)]]),
        h("p", { class: "quiet" }, "A second person counts with you and signs too. Whoever took the box off its table can do neither."),
        h("div", { class: "row" }, h("button", { class: "button first", type: "button", "data-key": "sign box", onclick: () => sign(box, notes) }, "Sign the count…"), h("button", { class: "button plain", type: "button", onclick: close }, "Cancel")),
      );
    const notes = new Counting("Cash", desk.cage.cash_denominations_cents, judge);
    counting = box.box;
    put(form, h("div", { class: "counts" }, h("section", { "aria-label": "Found in the box" }, notes.element), verdict));
    judge();
    notes.fields.values().next().value.focus();
  }

  function close() {
    counting = null;
    put(form);
  }

  async function sign(box, notes) {
    const done = await desk.run({
      title: `Sign the count of drop box ${box.box}?`,
      facts: [["By the books", account(box.booked_cents)], ["Counted", account(notes.cents)], ["Difference", difference(notes.cents - box.booked_cents)]],
      yes: "Sign the count",
      path: `/cage/boxes/${encodeURIComponent(box.box)}/count`,
      body: { notes: notes.counted },
      says: `Count drop box ${box.box}`,
    });
    if (done) close();
  }

  put(panel, list, form);
  return (cage) => {
    if (counting && !cage.boxes.some((one) => one.box === counting)) close();
    put(
      list,
      cage.boxes.length
        ? rows(
            ["Box", "Table", "Taken", "By", "By the books", ""],
            cage.boxes.map((one) => [h("b", {}, one.box), one.table_name, clockOf(one.taken_at), one.taken_by, h("span", { class: "money" }, account(one.booked_cents)), desk.acts ? tiny("Count…", `count ${one.box}`, () => open(one), "first") : ""]),
          )
        : empty("No box waits", "Drop boxes that were taken off their tables wait here to be counted. Counts of a day are on its sheet."),
    );
  };
}
