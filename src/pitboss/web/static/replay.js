// A finished round, act by act, forwards and backwards; the sums that must agree; the shoe's commitment.

import { $, $$, clause, empty, h, placeName, put, s } from "./dom.js";
import { get } from "./api.js";
import { dollars } from "./money.js";
import { announce, attempt, refuse } from "./say.js";
import { bind } from "./keys.js";
import { clockOf, momentOf, secondsOf, zone } from "./times.js";
import { picture } from "./picture.js";
import { resultsAfter } from "./scene.js";
import { loadWords, words } from "./words.js";
import { wholeFelt } from "./windows.js";
import { seedsOf } from "./seeds.js";
import { checkShoe } from "./shoe_check.js";

const id = $("#main").dataset.table;
const refused = $("#refused");
const asked = new URLSearchParams(location.search);
const at = { round: Number(asked.get("round")) || 0, step: Number(asked.get("step")) || 0 };
const LANES = ["cards", "chips", "procedure", "clauses"];
const PLAY_MS = 700;
let rounds = [];
let shown = null;
let felt = null;
let shoes = [];
let playing = 0;
const checked = new Map();

// ---- a round

async function open(round, step = 0, record = 0) {
  shown = await get(`/tables/${id}/rounds/${round}`);
  shown.steps = shown.steps.filter((one) => one.events.length);
  at.round = round;
  $("#round").value = String(round);
  for (const [link, what, ending] of [["#as-text", "text", "txt"], ["#as-pack", "pack", "zip"]]) {
    if (!$(link)) continue;
    $(link).href = `/api/v1/tables/${id}/rounds/${round}/${what}`;
    $(link).download = `${id}-round-${round}.${ending}`;
  }
  put($("#corrected"), shown.corrected.map((line) => h("li", {}, line)));
  put($("#moves"), shown.steps.map(move));
  drawLanes();
  const moment = record ? shown.steps.findIndex((one) => one.sequence === record && one.irregular) : -1;
  go(moment < 0 ? step : moment);
}

function move(step, number) {
  const lines = step.events.map((event) => event.line).filter(Boolean);
  return h(
    "li",
    {},
    h(
      "button",
      {
        type: "button",
        class: step.irregular ? "irregular-move" : null,
        "data-step": number,
        onclick: () => go(number),
      },
      h("span", { class: "number" }, number + 1),
      h(
        "span",
        {},
        step.irregular ? h("abbr", { class: "glyph", title: "Irregular" }, "?!") : "",
        lines.join(" ") || step.label,
      ),
      clause(step.events[0]?.clause),
      h("span", { class: "by" }, `${step.by} · ${secondsOf(step.time)}`),
    ),
  );
}

function go(step) {
  if (!shown) return;
  at.step = Math.min(Math.max(0, step), shown.steps.length - 1);
  const now = shown.steps[at.step];
  let results = {};
  for (const one of shown.steps.slice(0, at.step + 1))
    for (const event of one.events) results = resultsAfter(results, event);
  const paid = now.events.find((event) => event.type === "HandSettled" || event.type === "WagerSettled");
  felt.render(now.view, {
    results,
    lit: paid ? { box: paid.box } : null,
    shoe: { left: now.conserved.cards.shoe, of: now.conserved.cards_of_the_game, cover: -1 },
    names: namesOf(now.view),
  });
  const line = now.events
    .map((event) => event.line)
    .filter(Boolean)
    .join(" ");
  $("#caption-line").textContent = line || now.label;
  $("#caption-clause").textContent = now.events.map((event) => event.clause).find(Boolean) ?? "";
  announce(line);
  for (const button of $$("[data-step]", $("#moves"))) {
    const on = Number(button.dataset.step) === at.step;
    if (on) {
      button.setAttribute("aria-current", "step");
      button.parentElement.parentElement.scrollTop = button.parentElement.offsetTop - 200;
    } else button.removeAttribute("aria-current");
  }
  $("#at").textContent = `${at.step + 1} / ${shown.steps.length}`;
  $("#when").textContent = `${momentOf(now.time)} ${zone()}`;
  moveCursor();
  showEvidence(now);
  history.replaceState(null, "", `?round=${at.round}&step=${at.step}`);
}

const namesOf = (view) => Object.fromEntries(view.players.map((seat) => [seat, { text: `Seat ${seat}` }]));

// ---- lanes

const CHIPS = new Set([
  "WagerPlaced",
  "WagerTakenBack",
  "HandSettled",
  "WagerSettled",
  "InsurancePlaced",
  "HandDied",
  "ChipsBought",
  "SatDown",
  "WentAway",
  "TipLeft",
  "CashConverted",
]);
const CARDS = new Set([
  "CardDealt",
  "HoleDealt",
  "HoleTurned",
  "HandCleared",
  "TableCleared",
  "CardBurned",
  "CoverCameOut",
  "CardsShuffled",
  "CardsCut",
  "ShoeLoaded",
  "CardsCollected",
  "CardOverdrawn",
  "CardDrawnInError",
  "FaceUpCardFound",
]);
const laneOf = (event) => (CHIPS.has(event.type) ? 1 : CARDS.has(event.type) ? 0 : 2);
const [LEFT, STEP, ROW] = [78, 16, 22];

function drawLanes() {
  const svg = $("#lanes");
  const width = LEFT + shown.steps.length * STEP + 6;
  svg.setAttribute("viewBox", `0 0 ${width} 92`);
  svg.setAttribute("width", String(width));
  const marks = shown.steps.flatMap((step, number) => {
    const x = LEFT + number * STEP + STEP / 2;
    const lanes = new Set(step.events.filter((event) => event.line || laneOf(event) < 2).map(laneOf));
    if (step.events.some((event) => event.clause)) lanes.add(3);
    return [...lanes].map((lane) =>
      s("rect", {
        class: `mark ${LANES[lane]}${step.irregular ? " irregular-mark" : ""}`,
        x: x - 5,
        y: 6 + lane * ROW,
        width: 10,
        height: 12,
        rx: lane === 0 ? 1.5 : lane === 1 ? 6 : 3,
      }),
    );
  });
  put(
    svg,
    LANES.map((lane, row) => s("text", { x: 0, y: 16 + row * ROW }, lane)),
    s("rect", { class: "cursor", id: "cursor", y: 0, width: STEP, height: 92, rx: 3 }),
    marks,
    shown.steps.map((_, number) =>
      s("rect", {
        class: "column",
        x: LEFT + number * STEP,
        y: 0,
        width: STEP,
        height: 92,
        onclick: () => go(number),
      }),
    ),
  );
}

function moveCursor() {
  const x = LEFT + at.step * STEP;
  $("#cursor").setAttribute("x", String(x));
  const scroll = $(".lanes-scroll");
  scroll.scrollLeft = Math.max(0, x - scroll.clientWidth / 2);
}

// ---- evidence

function meter(name, places, parts, sum, expected, tell) {
  const agrees = sum === expected;
  let from = 0;
  return h(
    "div",
    { class: "meter" },
    h(
      "div",
      { class: "sum" },
      h("b", {}, name),
      h(
        "span",
        {},
        agrees ? `✓ ${tell(sum)} of ${tell(expected)}` : `✕ ${tell(sum)}, expected ${tell(expected)}`,
      ),
    ),
    parts
      ? s(
          "svg",
          { viewBox: "0 0 100 12", preserveAspectRatio: "none", "aria-hidden": "true" },
          Object.values(parts).map((value, at_part) => {
            const wide = sum ? (100 * value) / sum : 0;
            const part = s("rect", { class: `part-${at_part}`, x: from, y: 0, width: wide, height: 12 });
            from += wide;
            return part;
          }),
        )
      : null,
    parts
      ? h(
          "div",
          { class: "key" },
          Object.entries(parts)
            .filter(([, value]) => value)
            .map(([where, value]) => h("span", {}, `${places[where]} ${tell(value)}`)),
        )
      : null,
  );
}

function showEvidence(step) {
  const { cards, cards_in_all, cards_of_the_game, chips_cents, chips_in_all_cents, chips_brought_cents } =
    step.conserved;
  put(
    $("#evidence"),
    meter("Cards", words.card_places, cards, cards_in_all, cards_of_the_game, String),
    meter(
      "Chips",
      words.chip_places,
      chips_cents && Object.values(chips_cents).every((value) => value >= 0) ? chips_cents : null,
      chips_in_all_cents,
      chips_brought_cents,
      dollars,
    ),
    commitmentOf(),
    h(
      "p",
      { class: "commitment" },
      h("span", { class: "quiet" }, "Rules "),
      h("code", {}, shown.rules.slice(0, 16)),
    ),
  );
}

function commitmentOf() {
  const last = shown.steps.at(-1).sequence;
  const shoe = shoes.filter((one) => one.fixed_at && one.fixed_at <= last).at(-1);
  if (!shoe) return h("p", { class: "commitment quiet" }, "This round has no virtual shoe.");
  const state =
    shoe.holds === null
      ? "still in use; its order is secret"
      : shoe.holds
        ? "✓ opened: it matches the commitment"
        : "✕ opened: it does NOT match the commitment";
  return h(
    "div",
    { class: "commitment" },
    h("b", {}, `Shoe ${shoe.number}: `),
    state,
    h("br"),
    h("code", {}, shoe.commitment),
    shoe.opened_at ? checking(shoe) : null,
  );
}

/** One click derives the shoe here, in the browser; the same can be done elsewhere with a program of one file. */
function checking(shoe) {
  const path = `/tables/${id}/shoes/${shoe.number}`;
  const result = h("p", { role: "status", id: "shoe-check" }, checked.get(shoe.number) ?? "");
  const run = async () => {
    result.textContent = "Checking…";
    checked.set(shoe.number, await verdict(path));
    result.textContent = checked.get(shoe.number);
  };
  return h(
    "div",
    {},
    h("button", { class: "button tiny", type: "button", "data-act": "check", onclick: () => attempt(refused, run) }, "Check this shoe"),
    " ",
    h("a", { href: `/api/v1${path}`, download: `${id}-shoe-${shoe.number}.json` }, "Its records"),
    " · ",
    h("a", { href: "/static/shoe_check.py", download: "shoe_check.py" }, "A program to check them yourself"),
    result,
  );
}

async function verdict(path) {
  if (!crypto.subtle) return "This browser checks shoes only over a secure connection.";
  const { holds, says, seeds } = await checkShoe(await get(path));
  if (!holds) return `✕ This shoe does NOT hold. ${says}`;
  const mine = seedsOf(id);
  const players = seeds.filter((seed) => seed !== "withheld").length;
  const yours = seeds.some((seed) => mine.has(seed)) ? "Your seed is in it." : "No seed of this browser is in it.";
  return `✓ This shoe holds. ${says} Players’ seeds in it: ${players}. ${yours}`;
}

// ---- transport

const ACTS = {
  first: () => go(0),
  back: () => go(at.step - 1),
  forth: () => go(at.step + 1),
  last: () => go(shown.steps.length - 1),
  play: () => {
    const button = $('[data-go="play"]');
    if (playing) {
      clearInterval(playing);
      playing = 0;
    } else {
      if (at.step === shown.steps.length - 1) go(0);
      playing = setInterval(
        () => (at.step < shown.steps.length - 1 ? go(at.step + 1) : ACTS.play()),
        PLAY_MS,
      );
    }
    button.setAttribute("aria-pressed", String(Boolean(playing)));
    button.setAttribute("aria-label", playing ? "Pause" : "Play");
  },
};
const otherRound = (by) => {
  const numbers = rounds.map((one) => one.round).sort((a, b) => a - b);
  const next = numbers[numbers.indexOf(at.round) + by];
  if (next) attempt(refused, () => open(next));
};
for (const button of $$("[data-go]"))
  button.addEventListener("click", () => shown && ACTS[button.dataset.go]());
bind(["ArrowLeft"], "One act back", () => ACTS.back());
bind(["ArrowRight"], "One act forward", () => ACTS.forth());
bind(["Home"], "Go to the start of the round", () => ACTS.first());
bind(["End"], "Go to the end of the round", () => ACTS.last());
bind(["ArrowUp"], "Previous round", () => otherRound(-1));
bind(["ArrowDown"], "Next round", () => otherRound(1));
bind([" "], "Play or pause", () => ACTS.play());
bind(["l"], "Copy a link to this moment", () => copyLink());
$('[data-act="link"]').addEventListener("click", () => copyLink());
$('[data-act="picture"]').addEventListener("click", () =>
  attempt(refused, () => picture($("#felt"), `${id}-round-${at.round}-${at.step + 1}.svg`)),
);
$("#round").addEventListener("change", (event) => attempt(refused, () => open(Number(event.target.value))));

async function copyLink() {
  const button = $('[data-act="link"]');
  try {
    await navigator.clipboard.writeText(location.href);
    button.textContent = "Copied";
  } catch {
    button.textContent = "In the address bar";
  }
  setTimeout(() => {
    button.textContent = "Copy link";
  }, 1600);
}

// ---- opening the page

async function start() {
  await loadWords();
  const [listed, { tables }] = await Promise.all([get(`/tables/${id}/rounds`), get("/tables")]);
  rounds = listed.rounds;
  const table = tables.find((one) => one.id === id);
  $("#title").textContent = table ? `${table.title} · ${placeName(table)}` : id;
  if (!rounds.length) {
    put(
      $(".felt-room"),
      empty(
        "No round has been finished here yet",
        "Every finished round can be replayed here, act by act.",
        h("p", { class: "section" }, h("a", { class: "button", href: `/tables/${id}` }, "Go to the table")),
      ),
    );
    return;
  }
  put(
    $("#round"),
    rounds.map((one) =>
      h("option", { value: one.round }, `${one.round} · ${clockOf(one.ended)}${one.mine ? " · yours" : ""}`),
    ),
  );
  [{ shoes }, felt] = await Promise.all([
    get(`/tables/${id}/shoes`),
    wholeFelt($("#felt"), table.game, table.options),
  ]);
  await open(at.round || rounds[0].round, at.step, Number(asked.get("record")) || 0);
}

start().catch((no) => {
  refuse(refused, no.sentence === undefined ? { sentence: "The replay could not be shown." } : no);
  if (no.sentence === undefined) console.error(no);
});
