// Opening a table: every option the document leaves open, with its clause and the house edge it makes.

import { $, badge, clause, h, put } from "./dom.js";
import { loadWords } from "./words.js";
import { get, optionQuery, waiting, whenReady } from "./api.js";
import { strategy } from "./chart.js";
import { post } from "./once.js";
import { amountOf, optionInput } from "./option_input.js";
import { chipInputs, numbersOf } from "./chip_form.js";
import { edgeName, edgePercent } from "./money.js";
import { attempt } from "./say.js";

const place = $("#open");
const refused = $("#refused");
const { game, role } = place.dataset;
const chosen = new Map();
const running = { name: "", dealer: role === "dealer" ? "hand" : "auto", cards: "virtual", tray: "automatic" };
let par = new Map();
let shown = null;
let edges = null;
let chart = null;
let chartIsOld = false;
let looks = 0;

const set = () => [...chosen].map(([name, value]) => `${name}=${value}`);

async function choose(name, value) {
  const before = chosen.get(name);
  const known = edges?.[name]?.find((one) => String(one.value) === String(value))?.house_edge ?? null;
  const option = shown.options.find((one) => one.name === name);
  if (String(option.default) === String(value)) chosen.delete(name);
  else chosen.set(name, value);
  if (known !== null) foretell(option, value, known);
  const done = await attempt(refused, () => look(known));
  if (done) return;
  if (before === undefined) chosen.delete(name);
  else chosen.set(name, before);
  await look().catch(draw);
}

/** Its edge stood beside the value that was chosen: it is shown before the server has answered. */
function foretell(option, value, edge) {
  option.value = value;
  Object.assign(shown, { house_edge: edge, sha256: "" });
  edges = null;
  chartIsOld = true;
  draw();
}

/** `known` is the house edge with these options, where it stood beside the value that was chosen. */
async function look(known = null) {
  const mine = ++looks;
  const wanted = optionQuery(set());
  const answer = await get(`/games/${game}${wanted}`);
  if (mine !== looks) return;
  shown = answer;
  shown.house_edge ??= known;
  edges = null;
  chartIsOld = true;
  draw();
  follow(wanted, () => mine !== looks).catch(() => null);
}

/** The figures for these options as they are computed, until others are chosen: edge, chart, then the rest. */
async function follow(wanted, later) {
  while (shown.house_edge === null && !later()) {
    const again = await get(waiting(`/games/${game}${wanted}`));
    if (later() || again.house_edge === null) continue;
    shown = again;
    draw();
  }
  const cells = await whenReady(`/games/${game}/strategy${wanted}`, later);
  if (later()) return;
  chart = cells;
  chartIsOld = false;
  draw();
  const figures = await whenReady(`/games/${game}/edges${wanted}`, later);
  if (later()) return;
  edges = figures;
  draw();
}

function values(option) {
  if (option.is_range || option.is_money) return amount(option);
  const rows = edges?.[option.name];
  return h(
    "div",
    { class: "values", role: "radiogroup", "aria-label": option.label },
    option.allowed.map((value, at) => {
      const worth = rows?.find((one) => one.value === value);
      const only = option.allowed.length === 1;
      return h(
        "label",
        { class: "choice-chip" },
        h("input", {
          type: "radio",
          name: option.name,
          value: String(value),
          "data-key": `${option.name}=${value}`,
          checked: String(option.value) === String(value),
          disabled: only,
          onchange: () => choose(option.name, value),
        }),
        h(
          "span",
          {},
          option.texts[at],
          worth && worth.house_edge !== null && worth.house_edge !== undefined
            ? h("small", {}, shortEdge(worth.house_edge))
            : worth?.not_permitted
              ? h("small", { title: worth.not_permitted }, "not with these options")
              : null,
        ),
      );
    }),
  );
}

/** A player advantage is called one, even in a small space. */
const shortEdge = (edge) => (edge < 0 ? `player ${edgePercent(edge)}` : edgePercent(edge));

function amount(option) {
  const input = optionInput(option);
  input.addEventListener("change", () => choose(option.name, amountOf(option, input)));
  return h(
    "div",
    { class: "values" },
    option.is_money ? h("span", { class: "quiet" }, "$") : null,
    h("div", { class: "stepper" }, input),
    h("span", { class: "quiet small-type" }, option.allowed_text),
  );
}

const free = (option) => option.allowed.length > 1 || option.is_range;
const row = (option) =>
  h(
    "div",
    { class: "option", "data-option": option.name },
    h(
      "div",
      {},
      h("p", { class: "says" }, option.label),
      h("p", { class: "why" }, option.says),
      option.note ? h("p", { class: "why" }, option.note) : null,
    ),
    h("p", {}, clause(option.clauses.slice(0, 2).join(", "))),
    values(option),
  );

function draw() {
  const difference =
    edges && shown.house_edge !== null && chosen.size
      ? ` (${shown.options.filter((one) => chosen.has(one.name)).length} changed)`
      : "";
  put(
    place,
    h(
      "div",
      { class: "page-head" },
      h(
        "div",
        {},
        h("p", { class: "eyebrow" }, `${shown.jurisdiction} · ${shown.document}`),
        h("h1", {}, shown.title),
        h("p", {}, shown.summary),
      ),
      h(
        "dl",
        { class: "facts", "data-rules": shown.sha256 },
        h(
          "div",
          {},
          h("dt", {}, `${edgeName(shown.house_edge)}${difference}`),
          h(
            "dd",
            {},
            shown.house_edge === null
              ? h("span", { class: "loading quiet" }, "computing…")
              : [edgePercent(shown.house_edge, 4), " ", badge("exact")],
          ),
        ),
      ),
    ),
    h(
      "form",
      { class: "card-panel", onsubmit: open },
      h("h2", {}, "Table"),
      h(
        "div",
        { class: "fields section" },
        h(
          "div",
          {},
          h("label", { for: "table-name" }, "Name (optional)"),
          h("input", {
            id: "table-name",
            "data-key": "table-name",
            maxlength: 60,
            value: running.name,
            oninput: (event) => {
              running.name = event.target.value;
            },
          }),
        ),
        h(
          "div",
          {},
          h("label", { for: "dealer" }, "Dealing"),
          select("dealer", [
            ["auto", "automatic"],
            ["hand", "a dealer, by hand"],
          ]),
        ),
        h(
          "div",
          {},
          h("label", { for: "cards" }, "Cards"),
          select("cards", [
            ["virtual", "virtual, with a commitment to their order"],
            ["keyed", "real, entered by the dealer"],
          ]),
        ),
        h(
          "div",
          {},
          h("label", { for: "tray" }, "Tray"),
          select("tray", [
            ...(running.cards === "keyed" ? [] : [["automatic", "electronic chips, fills itself"]]),
            ["by hand", "real chips, filled by slips"],
          ]),
        ),
      ),
      running.tray === "by hand" ? parOfTray() : null,
      h(
        "div",
        { class: "row section" },
        h("button", { class: "button first", type: "submit", "data-act": "open" }, "Open the table"),
        h("a", { class: "button plain", href: "/lobby" }, "Cancel"),
      ),
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Options"),
        h(
          "span",
          { class: "quiet small-type" },
          "Under each value: the house edge with that value and everything else as chosen; “player” marks a player advantage. ",
          badge("exact"),
          " exact",
        ),
      ),
      shown.options.filter((one) => free(one) && !one.is_money).map(row),
    ),
    h(
      "section",
      { class: "card-panel section" },
      h("h2", {}, "Limits"),
      shown.options.filter((one) => one.is_money).map(row),
    ),
    h(
      "details",
      { class: "card-panel section" },
      h("summary", {}, "Fixed by the document"),
      shown.options.filter((one) => !free(one) && !one.is_money).map(row),
    ),
    h(
      "section",
      { class: "card-panel section", id: "chart" },
      h("div", { class: "section-head" }, h("h2", {}, "Strategy with these options")),
      chart
        ? h("div", { class: chartIsOld ? "outdated" : null, "aria-busy": chartIsOld ? "true" : null }, strategy(chart, shown))
        : h("p", { class: "loading quiet" }, "computing…"),
    ),
    shown.departures.length
      ? h(
          "section",
          { class: "notice warn section" },
          h("h3", {}, "Departs from its document"),
          h(
            "ul",
            {},
            shown.departures.map((one) => h("li", {}, one)),
          ),
        )
      : null,
  );
}

const select = (name, all) =>
  h(
    "select",
    {
      id: name,
      onchange: (event) => {
        running[name] = event.target.value;
        if (running.cards === "keyed") Object.assign(running, { dealer: "hand", tray: "by hand" });
        draw();
      },
    },
    all.map(([value, words]) => h("option", { value, selected: running[name] === value }, words)),
  );

/** What should be in the tray; what is missing to it is told on the floor's page. */
function parOfTray() {
  const inputs = chipInputs({
    denominations: shown.tray_denominations,
    given: par,
    changed: (chips) => {
      par = numbersOf(chips);
    },
  });
  return h(
    "fieldset",
    { class: "par section" },
    h("legend", { class: "eyebrow" }, "Par of the tray: how many of each should be in it (optional)"),
    inputs.element,
  );
}

const parChips = () =>
  running.tray === "by hand"
    ? shown.tray_denominations
        .filter((value) => par.get(value))
        .map((value) => ({ denomination_cents: value, number: par.get(value) }))
    : [];

function open(event) {
  event.preventDefault();
  attempt(refused, async () => {
    const { id } = await post("/tables", { game, set: set(), ...running, par: parChips() }, "Open a table");
    location.assign(
      role === "player" ? `/tables/${id}` : role === "dealer" ? `/tables/${id}/deal` : `/tables/${id}/floor`,
    );
  });
}

attempt(refused, () => loadWords().then(() => look()));
