// The gaming day: the master game report, day by day, on the page and as a file.

import { $, h, put } from "./dom.js";
import { get, waiting } from "./api.js";
import { attempt } from "./say.js";

const refused = $("#refused");
const date = $("#date");
const DAY_MS = 24 * 3600 * 1000;
const AGAIN_MS = 1000;
const FILE_TRIES = 240;
let asked = 0;

const query = (day) => (day ? `?day=${encodeURIComponent(day)}` : "");

/** Asks until all is there; only the day that was asked for last is shown. */
async function show(day) {
  const mine = ++asked;
  for (;;) {
    const report = await get(waiting(`/day${query(day)}`));
    if (mine !== asked) return;
    day = report.day;
    date.value = report.day;
    $("#after").disabled = report.day >= report.today;
    if (report.ready) draw(report);
    else put($("#state"), "Reading the records…");
    if (report.ready && report.has_theory) return;
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
}

function draw(report) {
  put($("#below"), `${report.title}. ${report.below}`);
  put(
    $("#state"),
    report.has_theory ? "" : "The exact figures of a game are being computed: theory follows.",
  );
  put($("#notes"), report.notes.length ? h("ul", {}, report.notes.map((note) => h("li", {}, note))) : "");
  put($("#tables"), report.tables.map(panel));
  put(
    $("#method"),
    h("ul", {}, report.method.map((sentence) => h("li", {}, sentence))),
  );
}

function panel(table) {
  const kind = table.columns.map((column) => (column.align === "right" ? { class: "n" } : column.wide ? {} : { class: "nowrap" }));
  return h(
    "section",
    { class: "card-panel section", "aria-labelledby": `title-${table.id}`, "data-table": table.id },
    h("h2", { id: `title-${table.id}` }, table.title),
    h(
      "div",
      { class: "section scroll-x", tabindex: "0", role: "group", "aria-labelledby": `title-${table.id}` },
      h(
        "table",
        { class: "day stacks" },
        h("thead", {}, h("tr", {}, table.columns.map((column, at) => h("th", { scope: "col", ...kind[at] }, column.title)))),
        h(
          "tbody",
          {},
          table.rows.map((row) => h("tr", {}, row.map((cell, at) => h("td", { ...kind[at], "data-head": table.columns[at].title }, cell)))),
        ),
      ),
    ),
    table.note ? h("p", { class: "quiet small-type" }, table.note) : "",
  );
}

const moved = (days) => new Date(Date.parse(`${date.value}T00:00:00Z`) + days * DAY_MS).toISOString().slice(0, 10);

function go(day) {
  history.replaceState(null, "", `/day${query(day)}`);
  return attempt(refused, () => show(day));
}

$("#choose").addEventListener("submit", (event) => {
  event.preventDefault();
  go(date.value);
});
$("#before").addEventListener("click", () => go(moved(-1)));
$("#after").addEventListener("click", () => go(moved(1)));

async function file(kind) {
  const address = `/api/v1/day/${kind}${query(date.value)}`;
  const state = $("#file-state");
  put(state, "Making it…");
  for (let tries = 0; tries < FILE_TRIES; tries++) {
    const answer = await fetch(address);
    if (answer.status === 200) {
      put(state, h("a", { href: address, target: "_blank", rel: "noopener" }, "Open it"));
      return;
    }
    if (answer.status !== 202) {
      put(state, (await answer.json().catch(() => ({}))).sentence ?? "This file cannot be made.");
      return;
    }
    await new Promise((done) => setTimeout(done, AGAIN_MS));
  }
  put(state, "This takes unusually long. Try again later.");
}

for (const button of document.querySelectorAll("[data-file]"))
  button.addEventListener("click", () => attempt(refused, () => file(button.dataset.file)));

go(new URLSearchParams(location.search).get("day") ?? "");
