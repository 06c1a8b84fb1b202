// The odds: the edge of every wager, the chart to play by, what each reading of the text is worth, and the papers of it all.

import { $, badge, clause, empty, h, loading, put } from "./dom.js";
import { get, whenReady, wishes } from "./api.js";
import { percent } from "./money.js";
import { attempt } from "./say.js";

const place = $("#odds");
const refused = $("#refused");
const set = new URLSearchParams(location.search).getAll("set");
const PLAYS = {
  S: "stand",
  H: "hit",
  D: "double, else hit",
  Ds: "double, else stand",
  P: "split",
  Ps: "split, else stand",
  Pd: "split, else double",
  R: "surrender, else hit",
  Rs: "surrender, else stand",
};
const SEEN = {
  small: ["●", "Small: 2 to 5"],
  medium: ["■", "Medium: 6 to 9"],
  large: ["▲", "Large: 10 to ace"],
};
const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];
const PAPERS = {
  report: ["Mathematics report", "every section a laboratory would ask for"],
  card: ["Rack card", "the strategy to carry in a pocket"],
  manual: ["Dealer's manual", "procedures in clause order"],
  layout: ["Felt layout", "the approved felt, true to scale"],
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
        h("p", {}, "What every wager of every game is worth, worked out exactly from the rules; choose one."),
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
                game.hold === null
                  ? h("span", { class: "quiet" }, "being solved…")
                  : [percent(game.hold, 4), " ", badge("◆")],
              ),
              h("td", { class: "n" }, h("a", { class: "button tiny", href: `/odds/${game.game}` }, "Show")),
            ),
          ),
        ),
      ),
    ),
  );
  if (all.some((game) => game.hold === null)) setTimeout(() => games().catch(() => null), 1500);
}

async function one(game) {
  const told = await get(`/games/${game}${wishes(set)}`);
  const sections = Object.fromEntries(
    ["wagers", "strategy", "readings"].map((name) => [
      name,
      h("div", {}, loading("The analyst is working it out…")),
    ]),
  );
  document.title = `Odds of ${told.title} · Pitboss`;
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
          `${told.jurisdiction} · ${told.document} · rulebook ${told.sha256.slice(0, 12)}`,
        ),
        h("h1", {}, told.title),
        h("p", {}, told.summary),
      ),
      h("div", { class: "row" }, h("a", { class: "button", href: `/open/${game}` }, "Change options")),
    ),
    set.length
      ? h(
          "p",
          { class: "row" },
          set.map((wish) => h("span", { class: "pill" }, wish)),
        )
      : null,
    h(
      "section",
      { class: "card-panel section" },
      h("div", { class: "section-head" }, h("h2", {}, "Every wager")),
      sections.wagers,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h("div", { class: "section-head" }, h("h2", {}, "How to play")),
      sections.strategy,
    ),
    h(
      "section",
      { class: "card-panel section" },
      h(
        "div",
        { class: "section-head" },
        h("h2", {}, "What the text leaves open"),
        h(
          "span",
          { class: "quiet small-type" },
          "Each reading that concerns money, and the edge it would make.",
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
        h("h2", {}, "Papers"),
        h("span", { class: "quiet small-type" }, "Made from the same figures; open to preview or print."),
      ),
      papers(game),
    ),
  );
  const query = `/games/${game}`;
  await Promise.all([
    fill(sections.wagers, `${query}/odds${wishes(set)}`, (found) => wagers(found, told)),
    fill(sections.strategy, `${query}/strategy${wishes(set)}`, strategy),
    fill(sections.readings, `${query}/readings${wishes(set)}`, (found) => readings(found, told)),
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

const markOf = (method) => (/simulat/.test(method) ? "~" : method === "exact" ? "◆" : "◇");

function wagers(found, told) {
  const names = Object.fromEntries(told.wagers.map((wager) => [wager.id, wager]));
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
          found.wagers.map((one) =>
            h(
              "tr",
              {},
              h(
                "td",
                {},
                h("b", {}, names[one.wager]?.name ?? one.wager.replaceAll("_", " ")),
                h("br"),
                h("span", { class: "quiet small-type" }, one.method),
              ),
              h(
                "td",
                { class: "n" },
                h("b", {}, percent(one.house_edge, 4)),
                " ",
                badge(markOf(one.method)),
                one.exact ? [h("br"), h("span", { class: "quiet small-type" }, one.exact)] : "",
              ),
              h("td", { class: "n" }, percent(one.element_of_risk, 4)),
              h("td", { class: "n" }, one.standard_deviation.toFixed(4)),
              h("td", { class: "n" }, percent(one.hit_frequency, 2)),
              h("td", { class: "n" }, percent(one.push_frequency, 2)),
              h("td", { class: "n" }, percent(one.loss_frequency, 2)),
              h("td", {}, clause(names[one.wager]?.clauses[0])),
            ),
          ),
        ),
      ),
    ),
    found.wagers
      .filter((one) => one.outcomes.length)
      .map((one) =>
        h(
          "details",
          { class: "section" },
          h("summary", {}, `What ${names[one.wager]?.name ?? one.wager} pays, and how often`),
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

// ---- strategy

function strategy(found) {
  if (found.first_cards) return firstCards(found.first_cards);
  const sights = [...new Set(found.cells.map((cell) => cell.seen))];
  const lights = ["small", "medium", "large"].filter((seen) => sights.includes(seen));
  const shown = sights.filter((seen) => ["A", "10"].includes(seen));
  const charts = lights.length
    ? lights.map((seen) =>
        chart(
          found.cells.filter((cell) => cell.seen === seen),
          SEEN[seen],
        ),
      )
    : [chart(found.cells, ["", "Every hand"])];
  return [
    h(
      "p",
      { class: "quiet" },
      `Played by this chart the house holds ${percent(found.house_edge, 4)}; perfect play would make it ${percent(found.optimal_house_edge, 4)}. `,
      badge("◆"),
    ),
    h(
      "div",
      { class: "chart-set section" },
      charts,
      shown.map((seen) =>
        chart(
          found.cells.filter((cell) => cell.seen === seen),
          ["▲", `Two Large cards shown, the hole card ${seen === "A" ? "an ace" : "a ten-value"}`],
        ),
      ),
    ),
    h(
      "div",
      { class: "legend" },
      Object.entries(PLAYS)
        .filter(([play]) => found.cells.some((cell) => cell.play === play))
        .map(([play, says]) => h("span", {}, h("i", { class: play[0] }, play), says)),
    ),
    found.second_chance?.length ? secondChances(found.second_chance) : null,
    found.exceptions?.length
      ? h(
          "details",
          { class: "section" },
          h("summary", {}, `${found.exceptions.length} two-card hands that perfect play treats otherwise`),
          h(
            "ul",
            { class: "small-type" },
            found.exceptions
              .slice(0, 40)
              .map((one) =>
                h(
                  "li",
                  {},
                  `${one.hand} against ${one.up}${one.seen ? `, ${one.seen}` : ""}: ${one.better} rather than ${one.chart}, worth ${one.worth.toFixed(4)} of the wager when it comes`,
                ),
              ),
          ),
        )
      : null,
  ];
}

const KINDS = ["hard", "soft", "pair"];
const rowOrder = (row) => {
  const [kind, value] = row.split(" ");
  return 100 * KINDS.indexOf(kind) + (value === "A" ? 1 : Number(value));
};

function chart(cells, [shape, title]) {
  const rows = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => rowOrder(a) - rowOrder(b));
  const ups = UPS.filter((up) => cells.some((cell) => String(cell.up) === up));
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.up}`, cell.play]));
  return h(
    "div",
    { class: "scroll-x" },
    h("h3", {}, shape ? `${shape} ` : "", title),
    h(
      "table",
      { class: "chart" },
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          h("th", { scope: "col" }, ""),
          ups.map((up) => h("th", { scope: "col" }, up)),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("th", { scope: "row" }, row),
            ups.map((up) => {
              const play = at.get(`${row} ${up}`);
              return play
                ? h("td", { class: play[0], title: `${row} against ${up}: ${PLAYS[play] ?? play}` }, play)
                : h("td", { class: "none" });
            }),
          ),
        ),
      ),
    ),
  );
}

function secondChances(rows) {
  const totals = [...new Set(rows.map((row) => row.total))];
  return h(
    "div",
    { class: "section" },
    h("h3", {}, "Second Chance: take it?"),
    h(
      "div",
      { class: "scroll-x" },
      h(
        "table",
        { class: "chart" },
        h(
          "thead",
          {},
          h(
            "tr",
            {},
            h("th", {}, "total"),
            UPS.map((up) => h("th", {}, up)),
          ),
        ),
        h(
          "tbody",
          {},
          totals.map((total) =>
            h(
              "tr",
              {},
              h("th", { scope: "row" }, total),
              UPS.map((up) => {
                const row = rows.find((one) => one.total === total && one.up === up);
                return row
                  ? h(
                      "td",
                      {
                        class: row.take ? "H" : "S",
                        title: `${total} against ${up}: ${row.take ? "take" : "decline"}, right for ${percent(row.share, 1)} of such hands`,
                      },
                      row.take ? "Y" : "n",
                    )
                  : h("td", { class: "none" });
              }),
            ),
          ),
        ),
      ),
    ),
  );
}

const firstCards = (rows) =>
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
          ["First card", "Play", "Over", "Under", "Give up"].map((name, at) =>
            h("th", { class: at > 1 ? "n" : null }, name),
          ),
        ),
      ),
      h(
        "tbody",
        {},
        rows.map((row) =>
          h(
            "tr",
            {},
            h("td", {}, h("b", {}, row.first)),
            h(
              "td",
              {},
              h(
                "span",
                { class: "pill" },
                row.play === "over" ? "▲ over" : row.play === "under" ? "▼ under" : row.play,
              ),
            ),
            ["over", "under", "surrender"].map((play) =>
              h(
                "td",
                { class: "n" },
                row.play === play
                  ? h("b", {}, row.values[play]?.toFixed(4))
                  : (row.values[play]?.toFixed(4) ?? ""),
              ),
            ),
          ),
        ),
      ),
    ),
  );

// ---- readings

function readings(found, told) {
  const ids = Object.keys(found.readings);
  if (!ids.length) return empty("Nothing is open", "No reading of this text concerns money.");
  return ids.map((id) => {
    const reading = told.readings.find((one) => one.id === id);
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
        Object.entries(found.readings[id]).map(([choice, edges]) =>
          h(
            "li",
            {},
            h("span", {}, choice === reading.choice ? "✓" : ""),
            h("b", {}, choice),
            h("span", { class: choice === reading.choice ? "" : "quiet" }, reading.choices[choice]),
            h("span", { class: "figure" }, differs(edges, found.edges)),
          ),
        ),
      ),
    );
  });
}

/** The main wager's edge, and whichever other wager this reading moves. */
function differs(edges, base) {
  const [main, ...sides] = Object.keys(base);
  const moved = sides.filter((wager) => Math.abs((edges[wager] ?? 0) - base[wager]) > 1e-9);
  return [
    percent(edges[main], 4),
    moved.map((wager) => ` · ${wager.replaceAll("_", " ")} ${percent(edges[wager], 4)}`),
  ]
    .flat()
    .join("");
}

// ---- papers

function papers(game) {
  return h(
    "div",
    { class: "papers" },
    Object.entries(PAPERS).map(([paper, [name, says]]) => {
      const state = h("span", { class: "quiet small-type", role: "status" });
      const address = `/api/v1/games/${game}/papers/${paper}${wishes(set)}`;
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
  state.textContent = "is being made…";
  for (let tries = 0; tries < 240; tries++) {
    const answer = await fetch(address, { headers: { Accept: "application/pdf, application/json" } });
    if (answer.status === 200) {
      put(state, h("a", { href: address, target: "_blank", rel: "noopener" }, "ready: open it"));
      return;
    }
    if (answer.status !== 202) {
      state.textContent =
        (await answer.json().catch(() => ({}))).sentence ?? "This paper cannot be made here.";
      return;
    }
    await new Promise((done) => setTimeout(done, 800));
  }
  state.textContent = "It takes unusually long; look again later.";
}

attempt(refused, () => (place.dataset.game ? one(place.dataset.game) : games()));
