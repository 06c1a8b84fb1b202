// The strategy of a game: a chart for each light of the reader, or the best choice for each first card.

import { badge, h } from "./dom.js";
import { edgeText, percent } from "./money.js";
import { decisionLabel, words } from "./words.js";

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
const UPS = ["2", "3", "4", "5", "6", "7", "8", "9", "10", "A"];

export function strategy(figures, shown) {
  if (figures.first_cards) return firstCards(figures.first_cards);
  const sights = [...new Set(figures.cells.map((cell) => cell.seen))];
  const lights = words.lights.filter(({ range }) => sights.includes(range));
  const exposed = sights.filter((seen) => ["A", "10"].includes(seen));
  const charts = lights.length
    ? lights.map(({ range, shape, range_label }) =>
        chart(
          figures.cells.filter((cell) => cell.seen === range),
          [shape, range_label],
        ),
      )
    : [chart(figures.cells, ["", "Every hand"])];
  return [
    h(
      "p",
      { class: "quiet" },
      `With this chart: ${edgeText(figures.house_edge, 4)}. With perfect play: ${edgeText(figures.optimal_house_edge, 4)}. `,
      badge("exact"),
    ),
    h(
      "div",
      { class: "chart-set section" },
      charts,
      exposed.map((seen) =>
        chart(
          figures.cells.filter((cell) => cell.seen === seen),
          [words.lights.at(-1).shape, `Two Large cards shown, the hole card ${seen === "A" ? "an ace" : "a ten-value card"}`],
        ),
      ),
    ),
    h(
      "div",
      { class: "legend" },
      Object.entries(PLAYS)
        .filter(([play]) => figures.cells.some((cell) => cell.play === play))
        .map(([play, says]) => h("span", {}, h("i", { class: play[0] }, play), " ", says, " ")),
    ),
    figures.second_chance?.length ? secondChances(figures.second_chance, shown) : null,
    figures.exceptions?.length
      ? h(
          "details",
          { class: "section" },
          h("summary", {}, `${figures.exceptions.length} two-card hands that perfect play treats differently`),
          h(
            "ul",
            { class: "small-type" },
            figures.exceptions
              .slice(0, 40)
              .map((one) =>
                h(
                  "li",
                  {},
                  `${one.hand} against ${one.up}${one.seen ? `, ${one.seen}` : ""}: ${one.better} rather than ${one.chart}, worth ${one.worth.toFixed(4)} per $1 bet`,
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

function detail({ row, up, play, second, margin }) {
  const said = `${row} against ${up}: ${PLAYS[play] ?? play}`;
  return second ? `${said}. To ${second} instead costs ${(100 * margin).toFixed(2)} % of the wager.` : said;
}

function chart(cells, [shape, title]) {
  const rows = [...new Set(cells.map((cell) => cell.row))].sort((a, b) => rowOrder(a) - rowOrder(b));
  const ups = UPS.filter((up) => cells.some((cell) => String(cell.up) === up));
  const at = new Map(cells.map((cell) => [`${cell.row} ${cell.up}`, cell]));
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
              const cell = at.get(`${row} ${up}`);
              return cell ? h("td", { class: cell.play[0], title: detail(cell) }, cell.play) : h("td", { class: "none" });
            }),
          ),
        ),
      ),
    ),
  );
}

function secondChances(rows, shown) {
  const totals = [...new Set(rows.map((row) => row.total))];
  return h(
    "div",
    { class: "section" },
    h("h3", {}, `${shown.wagers.find((wager) => wager.kind === "second_chance").name}: take it?`),
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
            h("th", {}, "Total"),
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

const CHOICES = ["over", "under", "fold"];
const MARKS = { over: "▲ ", under: "▼ " };

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
          ["First card", "Play", ...CHOICES.map(decisionLabel)].map((name, at) =>
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
                `${MARKS[row.play] ?? ""}${decisionLabel(row.play)}`,
              ),
            ),
            CHOICES.map((play) =>
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
