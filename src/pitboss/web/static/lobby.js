// The lobby: which tables are open, which games there are, and the shortest way to a seat.

import { $, badge, clause, empty, h, placeName, put, s } from "./dom.js";
import { get, post } from "./api.js";
import { account, dollars, percent } from "./money.js";
import { attempt } from "./say.js";
import { symbol } from "./cards.js";
import { symbols } from "./drawings.js";

const role = $('meta[name="role"]').content;
const refused = $("#refused");
const LOOK_AGAIN_MS = 4000;
const SHOWN = {
  "down-under-pa": ["9d", "Ks"],
  "down-under-vendor": ["9d", "Qh"],
  "double-back-jack-pa": ["Js", "Jd"],
  "over-under-pa": ["5c", "8h", "Ah"],
  "blackjack-match-nh": ["7h", "7d"],
  blackjack: ["As", "Kh"],
};

const swatch = (game) =>
  h(
    "div",
    { class: "swatch", "aria-hidden": "true" },
    s(
      "svg",
      { viewBox: "0 0 330 84", preserveAspectRatio: "xMidYMid slice" },
      (SHOWN[game] ?? SHOWN.blackjack).map((card, at, all) => {
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
  const { id } = await post("/tables", { game });
  location.assign(
    role === "player" ? `/tables/${id}` : role === "dealer" ? `/tables/${id}/deal` : `/tables/${id}/floor`,
  );
}

function gameTile(game) {
  const open = ["player", "dealer"].includes(role) ? "Open a table" : "Open";
  return h(
    "article",
    { class: "tile", "data-game": game.game },
    swatch(game.game),
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
        "House edge",
        game.hold === null
          ? h("span", { class: "quiet" }, "being solved…")
          : [percent(game.hold), " ", badge("◆")],
      ),
      fact("Limits", `${dollars(game.least_wager_cents)}–${dollars(game.greatest_wager_cents)}`),
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

const doors = (table) => [
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
  stopped: ["bad", "✕ stopped"],
  elsewhere: ["", "→ at another server"],
  waits: ["bad", "✕ its cards cannot be read"],
};

const pill = (table) => {
  const [kind, words] = PILLS[table.waits ? "waits" : table.state];
  return h("span", { class: `pill ${kind}` }, words);
};

/** Nobody can run such a table until its shoe is given up, in somebody's name and with a reason. */
function lostShoe(table) {
  const words = h(
    "p",
    { class: "summary" },
    "The key that sealed its shoe is not here. The house waits for a person to find it, or to give the shoe up: then wagers come back and fresh cards are received.",
  );
  if (!["floorperson", "administrator"].includes(role)) return [words];
  const why = h("input", { name: "why", required: true, maxlength: 200, "aria-label": "Why it is given up" });
  const giveUp = async (event) => {
    event.preventDefault();
    await attempt(refused, () => post(`/tables/${table.id}/give-up`, { why: why.value }));
    await lookTables();
  };
  return [
    words,
    h(
      "form",
      { class: "row", onsubmit: giveUp, "data-key": `lost ${table.id}` },
      why,
      h("button", { class: "button first", "data-give-up": table.id }, "Give the shoe up"),
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
      : [table.state === "elsewhere" ? null : facts(table), h("div", { class: "row" }, doors(table))]),
  );
}

const facts = (table) => [
  h(
    "p",
    { class: "summary" },
    `${placeName(table)} · `,
    table.dealer === "hand" ? "a person deals" : "the house deals",
    table.cards === "keyed" ? " real cards, keyed in" : "",
    table.options.length ? ` · ${table.options.join(", ")}` : "",
  ),
  h(
    "dl",
    { class: "facts" },
    fact("Limits", `${dollars(table.least_wager_cents)}–${dollars(table.greatest_wager_cents)}`),
    fact("Seats", seats(new Set(table.seats_taken))),
    fact(
      "Pace",
      table.rounds_per_hour ? `${Math.round(table.rounds_per_hour)} rounds/h` : `round ${table.round}`,
    ),
  ),
];

const fact = (name, ...told) => h("div", {}, h("dt", {}, name), h("dd", {}, ...told));

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
            ? "When one opens it will stand here."
            : "Choose a game below: the cards are ready in a second.",
        ),
  );
  $("#tables").setAttribute("aria-busy", "false");
  $("#tables-count").textContent = tables.length ? `${tables.length}` : "";
  $("#policy").textContent = policy;
}

async function lookGames() {
  const { games } = await get("/games");
  put($("#games"), games.map(gameTile));
  $("#games").setAttribute("aria-busy", "false");
  if (games.some((game) => game.hold === null)) setTimeout(() => lookGames().catch(() => null), 1200);
}

async function lookPurse() {
  if (role !== "player") return;
  const { balance_cents } = await get("/me/money");
  $("#purse").textContent = `${account(balance_cents)} in your account`;
  $("#purse").hidden = false;
}

symbols();
attempt(refused, () => Promise.all([lookTables(), lookGames(), lookPurse()]));
setInterval(() => document.hidden || lookTables().catch(() => null), LOOK_AGAIN_MS);
