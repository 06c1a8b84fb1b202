// The odds: the edge of every wager, the strategy chart, the price of each reading of the text, and papers.

import { $, badge, clause, empty, h, loading, put } from "./dom.js";
import { get, optionQuery, whenReady } from "./api.js";
import { strategy } from "./chart.js";
import { edgeText, percent } from "./money.js";
import { attempt } from "./say.js";
import { loadWords } from "./words.js";

const place = $("#odds");
const refused = $("#refused");
const set = new URLSearchParams(location.search).getAll("set");
const PAPERS = {
  report: ["Mathematics report", "the figures and how they were computed"],
  card: ["Rack card", "the strategy on a pocket card"],
  manual: ["Dealer’s manual", "procedures in clause order"],
  layout: ["Felt layout", "the felt, to scale"],
  sign: ["Sign", "what must be posted at the table"],
};

async function games() {
  const { games: all } = await get("/games");
  put(
    place,
    h(
      "div",
      { class: "page-head" },
      h(
        "div",
        {},
        h("h1", {}, "Odds"),
        h("p", {}, "The house edge of every wager, computed exactly from the rules. Choose a game."),
      ),
    ),
    h(
      "div",
      { class: "card-panel scroll-x" },
      h(
        "table",
        {},
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "Game"),
            h("th", {}, "Document"),
            h("th", { class: "n" }, "House edge, main wager"),
            h("th", {}, ""),
          ),
        ),
        h(
          "tbody",
          {},
          all.map((game) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                h("b", {}, game.title),
                h("br"),
                h("span", { class: "quiet small-type" }, game.jurisdiction),
              ),
              h("td", {}, clause(game.document)),
              h(
                "td",
                { class: "n" },
                game.house_edge === null
                  ? h("span", { class: "quiet" }, "computing…")
                  : [edgeCell(game.house_edge), " ", badge("exact")],
              ),
              h("td", { class: "n" }, h("a", { class: "button tiny", href: `/odds/${game.game}` }, "Show")),
            ),
          ),
        ),
      ),
    ),
  );
  if (all.some((game) => game.house_edge === null)) setTimeout(() => games().catch(() => null), 1500);
}

async function one(game) {
  const shown = await get(`/games/${game}${optionQuery(set)}`);
  const sections = Object.fromEntries(
    ["wagers", "strategy", "readings", "published"].map((name) => [
      name,
      h("div", {}, loading("Computing…")),
    ]),
  );
  document.title = `Odds of ${shown.title} · Pitboss`;
  put(
    place,
    h(
      "div",
      { class: "page-head" },
      h(
        "div",
        {},
        h(
          "p",
          { class: "eyebrow" },
          `${shown.jurisdiction} · ${shown.document} · rules ${shown.sha256.slice(0, 12)}`,
        ),
        h("h1", {}, shown.title),
        h("p", {}, shown.summary),
      ),
      h("div", { class: "row" }, h("a", { class: "button", href: `/open/${game}` }, "Change options")),
    ),
    shown.options_text.length
      ? h(
          "p",
          { class: "row" },
          shown.options_text.map((option) => h("span", { class: "pill" }, option)),
        )
      : null,
    h(
      "section",
      { class: "card-panel section" },
      h("div", { class: "section-head" }, h("h2", {}, "Wagers")),
      sections.wagers,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h("div", { class: "section-head" }, h("h2", {}, "Strategy")),
      sections.strategy,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Readings of the text"),
        h(
          "span",
          { class: "quiet small-type" },
          "Where the text can be read in more than one way that changes money: the house edge under each reading.",
        ),
      ),
      sections.readings,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Published figures"),
        h(
          "span",
          { class: "quiet small-type" },
          "Every combination of readings and options, and how near it comes to a figure that was published.",
        ),
      ),
      sections.published,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "Papers"),
        h("span", { class: "quiet small-type" }, "PDFs made from the same figures."),
      ),
      papers(game),
    ),
  );
  const query = `/games/${game}`;
  await Promise.all([
    fill(sections.wagers, `${query}/odds${optionQuery(set)}`, (figures) => wagers(figures, shown)),
    fill(sections.strategy, `${query}/strategy${optionQuery(set)}`, (figures) => strategy(figures, shown)),
    fill(sections.readings, `${query}/readings${optionQuery(set)}`, (figures) => readings(figures, shown)),
    fill(sections.published, `${query}/published`, published),
  ]);
}

async function fill(section, path, draw) {
  try {
    put(section, draw(await whenReady(path)));
  } catch (no) {
    put(section, h("p", { class: "quiet" }, no.sentence ?? "This could not be shown."));
    if (no.sentence === undefined) console.error(no);
  }
}

// ---- wagers

const edgeCell = (edge) =>
  edge < 0 ? `${percent(-edge, 4)} player advantage` : percent(edge, 4);

function wagers(figures, shown) {
  const names = Object.fromEntries(shown.wagers.map((wager) => [wager.id, wager]));
  return [
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        { class: "wagers" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            ["Wager", "House edge", "Element of risk", "Standard deviation", "Wins", "Ties", "Loses", ""].map(
              (name, at) => h("th", { class: at && at < 7 ? "n" : null }, name),
            ),
          ),
        ),
        h(
          "tbody",
          {},
          figures.wagers.map((one) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                h("b", {}, names[one.wager].name),
                h("br"),
                h("span", { class: "quiet small-type" }, one.method),
              ),
              h(
                "td",
                { class: "n" },
                h("b", {}, edgeCell(one.house_edge)),
                " ",
                badge(one.exactness),
                one.exact ? [h("br"), h("span", { class: "quiet small-type" }, one.exact)] : "",
              ),
              h("td", { class: "n" }, percent(one.element_of_risk, 4)),
              h("td", { class: "n" }, one.standard_deviation.toFixed(4), " ", badge(one.spread_exactness)),
              h("td", { class: "n" }, percent(one.hit_frequency, 2)),
              h("td", { class: "n" }, percent(one.push_frequency, 2)),
              h("td", { class: "n" }, percent(one.loss_frequency, 2)),
              h("td", {}, clause(names[one.wager]?.clauses[0])),
            ),
          ),
        ),
      ),
    ),
    figures.wagers
      .filter((one) => one.outcomes.length)
      .map((one) =>
        h(
          "details",
          { class: "section" },
          h("summary", {}, `Pay table of the ${names[one.wager].name}, with probabilities`),
          h(
            "div",
            { class: "scroll-x" },
            h(
              "table",
              {},
              h(
                "thead",
                {},
                h(
                  "tr",
                  {},
                  ["Event", "Pays", "Combinations", "Probability", "Contribution"].map((name, at) =>
                    h("th", { class: at ? "n" : null }, name),
                  ),
                ),
              ),
              h(
                "tbody",
                {},
                one.outcomes.map((outcome) =>
                  h(
                    "tr",
                    {},
                    h("td", {}, outcome.event),
                    h("td", { class: "n" }, outcome.pays),
                    h("td", { class: "n" }, outcome.combinations.toLocaleString("en-US")),
                    h("td", { class: "n" }, outcome.probability.toFixed(8)),
                    h("td", { class: "n" }, outcome.contribution.toFixed(8)),
                  ),
                ),
              ),
            ),
          ),
        ),
      ),
  ];
}

// ---- readings

function readings(figures, shown) {
  const ids = Object.keys(figures.readings);
  if (!ids.length) return empty("None", "No reading of this text changes money.");
  return ids.map((id) => {
    const reading = shown.readings.find((one) => one.id === id);
    return h(
      "div",
      { class: "reading" },
      h(
        "p",
        {},
        h("b", {}, id, " · "),
        reading.question,
        " ",
        clause(reading.clauses.slice(0, 2).join(", ")),
      ),
      h(
        "ul",
        {},
        Object.entries(figures.readings[id]).map(([choice, edges]) =>
          h(
            "li",
            {},
            h("span", {}, choice === reading.choice ? "✓" : ""),
            h("b", {}, choice),
            h("span", { class: choice === reading.choice ? "" : "quiet" }, reading.choices[choice]),
            h("span", { class: "figure" }, differs(edges, figures.edges, shown)),
          ),
        ),
      ),
    );
  });
}

/** The main wager's edge, and that of any other wager this reading moves. */
function differs(edges, base, shown) {
  const nameOf = (id) => shown.wagers.find((wager) => wager.id === id).name;
  const [main, ...sides] = Object.keys(base);
  const moved = sides.filter((wager) => Math.abs((edges[wager] ?? 0) - base[wager]) > 1e-9);
  return [
    edgeText(edges[main], 4),
    moved.map((wager) => ` · ${nameOf(wager)}: ${edgeText(edges[wager], 4)}`),
  ]
    .flat()
    .join("");
}

// ---- published figures

function published(figures) {
  if (!figures.published.length) return empty("None", "No figure is published for this game.");
  return [
    figures.published.map((figure) =>
      h(
        "div",
        { class: "published" },
        h("p", {}, h("b", {}, `${figure.name}: ${figure.published}`), " ", clause(figure.clauses.join(", "))),
        h("p", {}, figure.verdict),
        figure.documents.map(nearest),
      ),
    ),
    h("p", { class: "quiet small-type" }, figures.reproduces_means),
  ].flat();
}

function nearest(searched) {
  const counts = [...new Set(searched.sets.flatMap((set) => set.edges.map((edge) => edge.decks)))];
  return h(
    "div",
    { class: "scroll-x" },
    h(
      "p",
      { class: "quiet small-type" },
      `${searched.title}: ${searched.combinations.text} combinations, ${searched.games.text} different games. ` +
        "The nearest, with a check mark where the edge lies inside the published range:",
    ),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", {}, "Readings and options"),
          counts.map((count) => h("th", { class: "n" }, count === 1 ? "1 deck" : `${count} decks`)),
          h("th", { class: "n" }, "Distance"),
        ),
      ),
      h("tbody", {}, searched.sets.map((set) => setRow(set, counts))),
    ),
  );
}

function setRow(set, counts) {
  const at = (count) => set.edges.find((edge) => edge.decks === count);
  const told = (edge) => (edge ? `${edge.edge.text}${edge.is_inside ? " ✓" : ""}` : "—");
  return h(
    "tr",
    {},
    h("td", {}, set.choices, " ", set.clauses.length ? clause(set.clauses.slice(0, 2).join(", ")) : null),
    counts.map((count) => h("td", { class: "n" }, told(at(count)))),
    h("td", { class: "n" }, set.distance.text),
  );
}

// ---- papers

function papers(game) {
  return h(
    "div",
    { class: "papers" },
    Object.entries(PAPERS).map(([paper, [name, says]]) => {
      const state = h("span", { class: "quiet small-type", role: "status" });
      const address = `/api/v1/games/${game}/papers/${paper}${optionQuery(set)}`;
      return h(
        "div",
        { class: "paper-card" },
        h("b", {}, name),
        h("span", { class: "quiet small-type" }, says),
        h(
          "button",
          { class: "button tiny", type: "button", "data-paper": paper, onclick: () => make(address, state) },
          "Open the PDF",
        ),
        state,
      );
    }),
  );
}

async function make(address, state) {
  state.textContent = "Making it…";
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(address, { headers: { Accept: "application/pdf, application/json" } });
    if (answer.status === 200) {
      put(state, h("a", { href: address, target: "_blank", rel: "noopener" }, "Open it"));
      return;
    }
    if (answer.status !== 202) {
      state.textContent =
        (await answer.json().catch(() => ({}))).sentence ?? "This paper cannot be made.";
      return;
    }
    await new Promise((done) => setTimeout(done, 800));
  }
  state.textContent = "This takes unusually long. Try again later.";
}

attempt(refused, async () => {
  await loadWords();
  await (place.dataset.game ? one(place.dataset.game) : games());
});
