// The pit: one tile for each table.

import { $, clause, empty, h, howDealt, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { dollars, net, percent } from "./money.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";

const role = $('meta[name="role"]').content;
const AGAIN_MS = 3000;
const LAMPS = { good: "●", warn: "▲", bad: "✕" };

function tile(pit_table) {
  const { line: table, win_cents, drop_cents, hold, usual_per_hour, devices, signed, to_sign, last } = pit_table;
  if (table.state === "elsewhere") return elsewhere(table);
  return h(
    "article",
    { class: `tile pit-tile ${standing(win_cents)}`, "data-table": table.id },
    h("div", { class: "section-head" }, h("h2", {}, table.title), state(table)),
    h(
      "p",
      { class: "quiet small-type" },
      [placeName(table), howDealt(table)].join(" · "),
    ),
    win_cents === null
      ? null
      : h(
          "p",
          { class: "pit-win" },
          h("span", { class: "quiet" }, "House win"),
          h("b", { class: "money", "data-win": win_cents }, net(win_cents)),
          h("span", { class: "quiet small-type" }, standing(win_cents)),
        ),
    h(
      "dl",
      { class: "pit-facts" },
      drop_cents === null || table.tray === "automatic" ? null : stat("Drop", dollars(drop_cents)),
      drop_cents === null || table.tray === "automatic"
        ? null
        : stat("Hold", hold === null ? "—" : percent(hold, 1)),
      stat("Limits", `${dollars(table.table_min_cents)} to ${dollars(table.table_max_cents)}`),
      stat("Seats", seats(table)),
      stat("Pace", pace(table.rounds_per_hour, usual_per_hour)),
      stat("Round", String(table.round)),
      stat("Opening", signed === to_sign ? "✓ signed" : `${signed} of ${to_sign} signed`),
    ),
    devices.length ? h("ul", { class: "lamps", "aria-label": "Devices" }, devices.map(lamp)) : null,
    h(
      "p",
      { class: "pit-last small-type", "data-last": "" },
      last
        ? [h("span", { class: "quiet" }, `${clockOf(last.time)} `), last.line, " ", clause(last.clause)]
        : h("span", { class: "quiet" }, "No irregularities so far."),
    ),
    ways(table),
  );
}

/** Only the server that runs it knows more; its links lead there. */
const elsewhere = (table) =>
  h(
    "article",
    { class: "tile pit-tile", "data-table": table.id },
    h("div", { class: "section-head" }, h("h2", {}, table.title), state(table)),
    h("p", { class: "quiet small-type pit-last" }, table.id),
    ways(table),
  );

/** Green, red and yellow as in pit systems; sign, shape and word say the same. */
const standing = (win) => (win === null ? "" : win > 0 ? "ahead" : win < 0 ? "behind" : "even");

function state(table) {
  if (table.state === "stopped") return h("span", { class: "pill bad" }, "■ stopped");
  if (table.state === "closed") return h("span", { class: "pill warn" }, "■ closed");
  if (table.state === "elsewhere") return h("span", { class: "pill warn" }, "on another server");
  return h("span", { class: "pill good" }, `● ${table.phase_text}`);
}

const seats = (table) =>
  h(
    "span",
    { "aria-label": `${table.seats_taken.length} of 6` },
    h(
      "span",
      { class: "seat-dots", "aria-hidden": "true" },
      [1, 2, 3, 4, 5, 6].map((seat) => (table.seats_taken.includes(seat) ? "●" : "○")).join(""),
    ),
    ` ${table.seats_taken.length} of 6`,
  );

function pace(now, usual) {
  if (!now) return usual ? `usually ${Math.round(usual)} per hour` : "—";
  return `${Math.round(now)} per hour` + (usual ? `, usually ${Math.round(usual)}` : "");
}

const lamp = (one) =>
  h(
    "li",
    { class: `lamp ${one.state}`, "data-lamp": one.device, "data-state": one.state },
    h("span", { "aria-hidden": "true" }, LAMPS[one.state]),
    ` ${one.name}: ${one.says}`,
  );

const ways = (table) =>
  h(
    "div",
    { class: "row" },
    role === "dealer"
      ? table.dealer === "hand" && way("Deal", `/tables/${table.id}/deal`, "first")
      : way("Floor", `/tables/${table.id}/floor`, "first"),
    way("Watch", `/tables/${table.id}`),
    way("Replay", `/tables/${table.id}/replay`),
  );

const way = (name, href, kind = "plain") =>
  h("a", { class: `button ${kind}`, href, "data-key": `${name} ${href}` }, name);

const stat = (name, value) =>
  h("div", {}, h("dt", {}, name), h("dd", {}, value));

/** Trouble first, then where most people sit. */
const urgency = ({ line, devices }) =>
  10 * (line.state === "stopped" || devices.some((one) => one.state === "bad")) + line.seats_taken.length;

async function look() {
  const { tables, notices } = await get("/pit");
  put($("#notices"), notices.map((one) => h("p", { class: "notice warn" }, `${clockOf(one.time)} `, one.says)));
  tables.sort((a, b) => urgency(b) - urgency(a));
  put(
    $("#pit"),
    tables.length
      ? tables.map(tile)
      : empty("No table is open", "Open one in the lobby."),
  );
  $("#pit").setAttribute("aria-busy", "false");
}

attempt($("#refused"), look);
setInterval(() => document.hidden || look().catch(() => null), AGAIN_MS);
