// The lobby: open tables, games on offer, and the shortest way to a seat.

import { $, badge, clause, empty, h, howDealt, placeName, put, s } from "./dom.js";
import { loadWords } from "./words.js";
import { get } from "./api.js";
import { post } from "./once.js";
import { account, dollars, edgeName, edgePercent } from "./money.js";
import { attempt } from "./say.js";
import { symbol } from "./cards.js";
import { symbols } from "./drawings.js";

const role = $('meta[name="role"]').content;
const refused = $("#refused");
const LOOK_AGAIN_MS = 4000;

const swatch = (cards) =>
  h(
    "div",
    { class: "swatch", "aria-hidden": "true" },
    s(
      "svg",
      { viewBox: "0 0 330 84", preserveAspectRatio: "xMidYMid slice" },
      cards.map((card, at, all) => {
        const turn = (at - (all.length - 1) / 2) * 9;
        return s(
          "g",
          { transform: `translate(${165 + (at - (all.length - 1) / 2) * 44} 74) rotate(${turn})` },
          s("use", { href: symbol(card), x: -32, y: -52, width: 64, height: 90 }),
        );
      }),
    ),
  );

async function openAndSit(game) {
  const { id } = await post("/tables", { game }, "Open a table");
  location.assign(
    role === "player" ? `/tables/${id}` : role === "dealer" ? `/tables/${id}/deal` : `/tables/${id}/floor`,
  );
}

function gameTile(game) {
  const open = ["player", "dealer"].includes(role) ? "Open a table" : "Open";
  return h(
    "article",
    { class: "tile", "data-game": game.game },
    swatch(game.example_cards),
    h(
      "div",
      {},
      h("h3", { class: "title" }, game.title),
      h("p", { class: "quiet small-type" }, game.jurisdiction),
    ),
    h("p", { class: "summary" }, game.summary),
    h(
      "dl",
      { class: "facts" },
      fact(
        edgeName(game.house_edge),
        game.house_edge === null
          ? h("span", { class: "quiet" }, "computing…")
          : [edgePercent(game.house_edge), " ", badge("exact")],
      ),
      fact("Limits", `${dollars(game.table_min_cents)}–${dollars(game.table_max_cents)}`),
      fact("Document", clause(game.document)),
    ),
    h(
      "div",
      { class: "row" },
      role === "regulator"
        ? null
        : h(
            "button",
            {
              class: "button first",
              type: "button",
              "data-key": `play ${game.game}`,
              "data-play": game.game,
              onclick: () => attempt(refused, () => openAndSit(game.game)),
            },
            role === "player" ? "Play" : open,
          ),
      role === "regulator" ? null : h("a", { class: "button plain", href: `/open/${game.game}` }, "Options"),
      h("a", { class: "button plain", href: `/odds/${game.game}` }, "Odds"),
    ),
  );
}

const links = (table) => [
  role === "player"
    ? h(
        "a",
        { class: "button first", href: `/tables/${table.id}`, "data-key": `go ${table.id}` },
        table.your_seat ? "Back to your seat" : "Join",
      )
    : h("a", { class: "button", href: `/tables/${table.id}` }, "Watch"),
  role === "dealer" && table.dealer === "hand"
    ? h("a", { class: "button first", href: `/tables/${table.id}/deal` }, "Deal")
    : null,
  ["floorperson", "regulator", "administrator"].includes(role)
    ? h("a", { class: "button first", href: `/tables/${table.id}/floor` }, "Floor")
    : null,
  h("a", { class: "button plain", href: `/tables/${table.id}/replay` }, "Replay"),
];

const PILLS = {
  open: ["good", "● open"],
  closed: ["warn", "■ closed"],
  stopped: ["bad", "✕ stopped"],
  elsewhere: ["", "→ on another server"],
  waits: ["bad", "✕ the shoe cannot be read"],
};

const pill = (table) => {
  const [kind, words] = PILLS[table.waits ? "waits" : table.state];
  return h("span", { class: `pill ${kind}` }, words);
};

/** No server can run such a table until its shoe is given up, by a named person and with a reason. */
function lostShoe(table) {
  const words = h(
    "p",
    { class: "summary" },
    "The key that encrypts its shoe is missing. Restore the key, or give up the shoe: undecided wagers are then returned and fresh cards are received.",
  );
  if (!["floorperson", "administrator"].includes(role)) return [words];
  const why = h("input", { name: "why", required: true, maxlength: 200, "data-keeps": `lost ${table.id}`, "aria-label": "Reason for giving up the shoe" });
  const giveUp = async (event) => {
    event.preventDefault();
    await attempt(refused, () => post(`/tables/${table.id}/give-up`, { why: why.value }, "Give up the shoe"));
    await lookTables();
  };
  return [
    words,
    h(
      "form",
      { class: "row", onsubmit: giveUp, "data-key": `lost ${table.id}` },
      why,
      h("button", { class: "button first", "data-give-up": table.id }, "Give up the shoe"),
    ),
  ];
}

function tableTile(table) {
  return h(
    "article",
    { class: "tile", "data-table": table.id },
    h("div", { class: "section-head" }, h("h3", { class: "title" }, table.title), pill(table)),
    ...(table.waits
      ? lostShoe(table)
      : [table.state === "elsewhere" ? null : facts(table), h("div", { class: "row" }, links(table))]),
  );
}

const facts = (table) => [
  h(
    "p",
    { class: "summary" },
    [placeName(table), howDealt(table), ...table.options_text].join(" · "),
  ),
  h(
    "dl",
    { class: "facts" },
    fact("Limits", `${dollars(table.table_min_cents)}–${dollars(table.table_max_cents)}`),
    fact("Seats", seats(new Set(table.seats_taken))),
    fact(
      "Pace",
      table.rounds_per_hour ? `${Math.round(table.rounds_per_hour)} rounds per hour` : `round ${table.round}`,
    ),
  ),
];

const fact = (name, ...values) => h("div", {}, h("dt", {}, name), h("dd", {}, ...values));

const seats = (taken) =>
  h(
    "span",
    { class: "seats", role: "img", "aria-label": `${taken.size} of 6 seats taken` },
    [6, 5, 4, 3, 2, 1].map((seat) => h("i", { class: taken.has(seat) ? "taken" : null })),
  );

async function lookTables() {
  const { tables, policy } = await get("/tables");
  put(
    $("#tables"),
    tables.length
      ? tables.map(tableTile)
      : empty(
          "No table is open yet",
          role === "regulator"
            ? "Open tables are listed here."
            : "Choose a game below to open one.",
        ),
  );
  $("#tables").setAttribute("aria-busy", "false");
  $("#tables-count").textContent = tables.length ? `${tables.length}` : "";
  $("#policy").textContent = policy;
}

async function lookGames() {
  await loadWords();
  const { games } = await get("/games");
  put($("#games"), games.map(gameTile));
  $("#games").setAttribute("aria-busy", "false");
  if (games.some((game) => game.house_edge === null)) setTimeout(() => lookGames().catch(() => null), 1200);
}

async function lookBalance() {
  if (role !== "player") return;
  const { balance_cents } = await get("/me/money");
  $("#balance").textContent = `${account(balance_cents)} in your account`;
  $("#balance").hidden = false;
}

symbols();
attempt(refused, () => Promise.all([lookTables(), lookGames(), lookBalance()]));
setInterval(() => document.hidden || Promise.all([lookTables(), lookBalance()]).catch(() => null), LOOK_AGAIN_MS);
