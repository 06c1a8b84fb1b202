// The pit: one tile a table, for those who watch over many.

import { $, empty, h, put } from "./dom.js";
import { get } from "./api.js";
import { dollars } from "./money.js";
import { attempt } from "./say.js";

const role = $('meta[name="role"]').content;
const watches = ["floorperson", "regulator", "administrator"].includes(role);
const AGAIN_MS = 3000;

async function floorOf(table) {
  return watches ? get(`/tables/${table.id}/floor`).catch(() => null) : null;
}

function tile(table, floor) {
  const last = floor?.incidents[0];
  const done = floor?.checklist.filter((line) => line.done).length;
  return h(
    "article",
    { class: "tile pit-tile", "data-table": table.id },
    h(
      "div",
      { class: "section-head" },
      h("h2", {}, table.name || table.title),
      table.state === "stopped"
        ? h("span", { class: "pill bad" }, "■ stopped")
        : table.state === "elsewhere"
          ? h("span", { class: "pill warn" }, "on another server")
          : h("span", { class: "pill good" }, `● ${table.phase.replaceAll("_", " ")}`),
    ),
    h(
      "p",
      { class: "quiet small-type" },
      `${table.title} · ${table.dealer === "hand" ? "by hand" : "automatic"} · ${table.cards} cards`,
    ),
    h(
      "dl",
      {},
      line("Limits", `${dollars(table.least_wager_cents)}–${dollars(table.greatest_wager_cents)}`),
      line("Seats", `${table.seats_taken.length} of 6`),
      line("Pace", table.rounds_per_hour ? `${Math.round(table.rounds_per_hour)} rounds/h` : "—"),
      line("Round", String(table.round)),
      floor ? line("Rack", dollars(floor.money_cents.rack)) : null,
      floor
        ? line(
            "Opening",
            done === floor.checklist.length ? "✓ signed" : `${done} of ${floor.checklist.length} signed`,
          )
        : null,
      floor ? line("Last incident", last ? last.line : "none") : null,
    ),
    h(
      "div",
      { class: "row" },
      watches
        ? h(
            "a",
            { class: "button first", href: `/tables/${table.id}/floor`, "data-key": `floor ${table.id}` },
            "Floor",
          )
        : null,
      role === "dealer" && table.dealer === "hand"
        ? h("a", { class: "button first", href: `/tables/${table.id}/deal` }, "Deal")
        : null,
      h(
        "a",
        { class: "button plain", href: `/tables/${table.id}`, "data-key": `watch ${table.id}` },
        "Watch",
      ),
      h("a", { class: "button plain", href: `/tables/${table.id}/replay` }, "Replay"),
    ),
  );
}

const line = (name, value) =>
  h("div", { class: "stat" }, h("dt", { class: "quiet" }, name), h("dd", {}, value));

async function look() {
  const { tables } = await get("/tables");
  const floors = await Promise.all(tables.map(floorOf));
  put(
    $("#pit"),
    tables.length
      ? tables.map((table, at) => tile(table, floors[at]))
      : empty("The pit is quiet", "No table is open. Open one in the lobby and it will stand here."),
  );
  $("#pit").setAttribute("aria-busy", "false");
}

attempt($("#refused"), look);
setInterval(() => document.hidden || look().catch(() => null), AGAIN_MS);
