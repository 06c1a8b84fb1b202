// The accountability sheet of the cage, for a gaming day or a shift: on screen, on paper, and as CSV.

import { $, empty, h, put } from "./dom.js";
import { get } from "./api.js";
import { account } from "./money.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { rows } from "./rows.js";
import { difference } from "./counting.js";

const amount = (cents) => h("td", { class: "n money" }, cents ? account(cents) : h("span", { class: "nothing" }, "–"));
const row = (kind, ...cells) => h("tr", { class: kind }, cells);

const question = () => {
  const asked = new URLSearchParams();
  if ($("#day").value) asked.set("day", $("#day").value);
  if ($("#shift").value) asked.set("shift", $("#shift").value);
  return String(asked) ? `?${asked}` : "";
};

async function look() {
  const sheet = await get(`/cage/sheet${question()}`);
  $("#day").value = sheet.day;
  put($("#shift"), h("option", { value: "" }, "whole day"), sheet.shifts.map((name) => h("option", { value: name, selected: name === sheet.shift }, name)));
  put($("#period"), `Cage · ${sheet.day}${sheet.shift ? ` · ${sheet.shift}` : ""} · ${clockOf(sheet.begins)} to ${clockOf(sheet.ends)}`);
  $("#csv").href = `/api/v1/cage/sheet.csv${question()}`;
  put($("#sheet"), byKind(sheet));
  put($("#counts"), sheet.counts.length ? counts(sheet.counts) : h("p", { class: "quiet" }, "The cage was neither opened nor closed by a count in this time."));
  put($("#boxes"), sheet.boxes.length ? boxes(sheet.boxes) : h("p", { class: "quiet" }, "No drop box was counted, and none waits."));
  put($("#movements"), sheet.movements.length ? movements(sheet) : empty("Nothing moved", "Every movement of this time is listed here."));
}

const byKind = (sheet) =>
  h(
    "table",
    { class: "sheet" },
    h("thead", {}, h("tr", {}, h("th", {}, ""), h("th", { class: "n" }, "Number"), sheet.columns.map((name) => h("th", { class: "n" }, name)))),
    h(
      "tbody",
      {},
      row("sum", h("td", { class: "names" }, "By the books at the beginning"), h("td"), sheet.opening_cents.map(amount)),
      sheet.lines.map((line) => row("", h("td", {}, line.label), h("td", { class: "n" }, line.number), line.cents.map(amount))),
      row("sum", h("td", {}, "By the books at the end"), h("td"), sheet.closing_cents.map(amount)),
    ),
  );

const money = (cents) => h("span", { class: "money" }, account(cents));
const counts = (lines) =>
  rows(
    ["Count", "", "By the books", "Counted", "Difference", "Counted by", "Second person"],
    lines.flatMap((one) =>
      [
        ["Cash", one.cash_booked_cents, one.cash_counted_cents],
        ["Chips", one.chips_booked_cents, one.chips_counted_cents],
      ].map(([what, booked, counted]) => [`${one.kind === "opening" ? "Opening" : "Closing"}, ${clockOf(one.at)}`, what, money(booked), money(counted), difference(counted - booked), one.counted_by, one.second_person]),
    ),
  );

const boxes = (lines) =>
  rows(
    ["Box", "Table", "Taken", "By the books", "Counted", "Difference", "Counted by"],
    lines.map((one) => [
      h("b", {}, one.box),
      one.table_name,
      `${clockOf(one.taken_at)}, ${one.taken_by}`,
      money(one.booked_cents),
      one.counted_cents === null ? h("span", { class: "pill warn" }, "waits") : money(one.counted_cents),
      one.counted_cents === null ? "" : difference(one.difference_cents),
      [one.counted_by, one.second_person].filter(Boolean).join(" and "),
    ]),
  );

const MOVED = ["Record", "Time", "What", "By", "Second person", "Cash", "Chips"];
const moved = (one) =>
  [
    h("td", {}, h("a", { href: `/cage/receipts/${one.sequence}` }, String(one.sequence))),
    h("td", { class: "nowrap" }, clockOf(one.at)),
    h("td", {}, one.says),
    h("td", {}, one.by),
    h("td", {}, one.second_person),
    amount(one.cents[0]),
    amount(one.cents[1]),
  ].map((cell, at) => {
    cell.dataset.head = MOVED[at];
    return cell;
  });

const movements = (sheet) => [
  sheet.more_movements ? h("p", { class: "quiet" }, `The last ${sheet.movements.length}; ${sheet.more_movements} earlier ones are in the CSV.`) : "",
  h(
    "table",
    { class: "sheet stacks" },
    h("thead", {}, h("tr", {}, MOVED.map((name, at) => h("th", { class: at > 4 ? "n" : "" }, name)))),
    h("tbody", {}, sheet.movements.map((one) => row("", moved(one)))),
  ),
];

const again = () => attempt($("#refused"), look);
$("#day").addEventListener("change", () => {
  $("#shift").value = "";
  again();
});
$("#shift").addEventListener("change", again);
$("#print").addEventListener("click", () => print());
again();
