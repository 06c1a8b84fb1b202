// Opening a table: every choice the document leaves to the house, with its clause and the hold it makes.

import { $, badge, clause, h, put } from "./dom.js";
import { get, post, whenReady, wishes } from "./api.js";
import { percent } from "./money.js";
import { attempt } from "./say.js";

const place = $("#open");
const refused = $("#refused");
const { game, role } = place.dataset;
const chosen = new Map();
const running = { name: "", dealer: role === "dealer" ? "hand" : "auto", cards: "virtual" };
let told = null;
let holds = null;
let looks = 0;

const set = () => [...chosen].map(([name, value]) => `${name}=${value}`);
const isMoney = (name) => name.endsWith("_cents");

async function choose(name, value) {
  const before = chosen.get(name);
  const option = told.options.find((one) => one.name === name);
  if (String(option.default) === String(value)) chosen.delete(name);
  else chosen.set(name, value);
  const done = await attempt(refused, look);
  if (done) return;
  if (before === undefined) chosen.delete(name);
  else chosen.set(name, before);
  await look().catch(draw);
}

async function look() {
  const mine = ++looks;
  const wanted = wishes(set());
  const found = await get(`/games/${game}${wanted}`);
  if (mine !== looks) return;
  told = found;
  holds = null;
  draw();
  follow(wanted, () => mine !== looks).catch(() => null);
}

/** What the analyst finds of these choices, as it finds it, until others are made. */
async function follow(wanted, later) {
  whenReady(`/games/${game}/holds${wanted}`, { every_ms: 900, until: later })
    .then((found) => {
      if (!found || later()) return;
      holds = found;
      draw();
    })
    .catch(() => null);
  while (told.hold === null && !later()) {
    await new Promise((done) => setTimeout(done, 700));
    const again = await get(`/games/${game}${wanted}`);
    if (!later() && again.hold !== null) {
      told = again;
      draw();
    }
  }
}

function values(option) {
  if (option.is_range || isMoney(option.name)) return amount(option);
  const found = holds?.[option.name];
  return h(
    "div",
    { class: "values", role: "radiogroup", "aria-label": option.says },
    option.allowed.map((value) => {
      const worth = found?.find((one) => one.value === value);
      const only = option.allowed.length === 1;
      const words =
        option.words?.[String(value)] ??
        worth?.text ??
        (value === true ? "yes" : value === false ? "no" : String(value).replaceAll("_", " "));
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
          words,
          worth && worth.hold !== null && worth.hold !== undefined
            ? h("small", {}, percent(worth.hold))
            : worth?.not_permitted
              ? h("small", { title: worth.not_permitted }, "not with these")
              : null,
        ),
      );
    }),
  );
}

function amount(option) {
  const cents = isMoney(option.name);
  const input = h("input", {
    type: "number",
    id: `option-${option.name}`,
    "data-key": option.name,
    value: cents ? option.value / 100 : option.value,
    step: cents ? "0.25" : "1",
    "aria-label": option.says,
    onchange: () => choose(option.name, cents ? Math.round(Number(input.value) * 100) : Number(input.value)),
  });
  return h(
    "div",
    { class: "values" },
    cents ? h("span", { class: "quiet" }, "$") : null,
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
      h("p", { class: "says" }, option.says),
      option.note ? h("p", { class: "why" }, option.note) : null,
    ),
    h("p", {}, clause(option.clauses.slice(0, 2).join(", "))),
    values(option),
  );

function draw() {
  const difference =
    holds && told.hold !== null && chosen.size
      ? ` (${told.options.filter((one) => chosen.has(one.name)).length} changed)`
      : "";
  put(
    place,
    h(
      "div",
      { class: "page-head" },
      h(
        "div",
        {},
        h("p", { class: "eyebrow" }, `${told.jurisdiction} · ${told.document}`),
        h("h1", {}, told.title),
        h("p", {}, told.summary),
      ),
      h(
        "dl",
        { class: "facts" },
        h(
          "div",
          {},
          h("dt", {}, `House edge${difference}`),
          h(
            "dd",
            {},
            told.hold === null
              ? h("span", { class: "loading quiet" }, "solving")
              : [percent(told.hold, 4), " ", badge("◆")],
          ),
        ),
      ),
    ),
    h(
      "form",
      { class: "card-panel", onsubmit: open },
      h("h2", {}, "The table"),
      h(
        "div",
        { class: "fields section" },
        h(
          "div",
          {},
          h("label", { for: "table-name" }, "Name, if it has one"),
          h("input", {
            id: "table-name",
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
          h("label", { for: "dealer" }, "Who deals"),
          select("dealer", [
            ["auto", "the house"],
            ["hand", "a dealer, by hand"],
          ]),
        ),
        h(
          "div",
          {},
          h("label", { for: "cards" }, "Cards"),
          select("cards", [
            ["virtual", "virtual, shuffled and promised"],
            ["keyed", "real, keyed in by the dealer"],
          ]),
        ),
      ),
      h(
        "div",
        { class: "row section" },
        h("button", { class: "button first", type: "submit", "data-act": "open" }, "Open the table"),
        h("a", { class: "button plain", href: "/lobby" }, "Not now"),
      ),
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "What the house may choose"),
        h(
          "span",
          { class: "quiet small-type" },
          "Under each value the house edge it would make, all else as chosen. ",
          badge("◆"),
          " exact",
        ),
      ),
      told.options.filter((one) => free(one) && !isMoney(one.name)).map(row),
    ),
    h(
      "section",
      { class: "card-panel section" },
      h("h2", {}, "Limits"),
      told.options.filter((one) => isMoney(one.name)).map(row),
    ),
    h(
      "details",
      { class: "card-panel section" },
      h("summary", {}, "What the document fixes"),
      told.options.filter((one) => !free(one)).map(row),
    ),
    told.departures.length
      ? h(
          "section",
          { class: "notice warn section" },
          h("h3", {}, "Leaves its document"),
          h(
            "ul",
            {},
            told.departures.map((one) => h("li", {}, one)),
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
        if (running.cards === "keyed" && running.dealer === "auto") {
          running.dealer = "hand";
          draw();
        }
      },
    },
    all.map(([value, words]) => h("option", { value, selected: running[name] === value }, words)),
  );

function open(event) {
  event.preventDefault();
  attempt(refused, async () => {
    const { id } = await post("/tables", { game, set: set(), ...running });
    location.assign(
      role === "player" ? `/tables/${id}` : role === "dealer" ? `/tables/${id}/deal` : `/tables/${id}/floor`,
    );
  });
}

attempt(refused, look);
