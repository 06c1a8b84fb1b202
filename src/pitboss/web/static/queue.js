// Incidents at all tables, filtered by table, kind and person; each leads to its moment in the replay.

import { clause, empty, h, put } from "./dom.js";
import { clockOf } from "./times.js";

const FILTERS = [
  ["Table", "table", (incident) => incident.table],
  ["What", "title", (incident) => incident.title],
  ["By", "actor", (incident) => incident.actor],
];

export function showQueue(place, incidents) {
  if (!incidents.length)
    return put(place, empty("No irregularities", "Irregularities at any table are listed here."));
  const picks = FILTERS.map(([name, field, tell]) => pick(name, field, tell, incidents, () => list()));
  const rows = h("div", { class: "scroll-x" });
  const list = () => {
    const matching = incidents.filter((incident) =>
      picks.every(({ field, select }) => !select.value || incident[field] === select.value),
    );
    put(rows, matching.length ? table(matching) : h("p", { class: "quiet section" }, "No incident matches."));
  };
  list();
  return put(
    place,
    h(
      "div",
      { class: "queue-filter" },
      picks.map(({ label }) => label),
    ),
    rows,
  );
}

function pick(name, field, tell, incidents, changed) {
  const values = new Map(incidents.map((incident) => [incident[field], tell(incident)]));
  const select = h(
    "select",
    { class: "slim", "data-key": `queue ${field}`, onchange: changed },
    h("option", { value: "" }, "All"),
    [...values].map(([value, words]) => h("option", { value }, words)),
  );
  return { field, select, label: h("label", {}, name, select) };
}

const table = (incidents) =>
  h(
    "table",
    {},
    h(
      "thead",
      {},
      h(
        "tr",
        {},
        ["When", "Table", "What", "Clause", "By", ""].map((name) => h("th", {}, name)),
      ),
    ),
    h("tbody", {}, incidents.map(row)),
  );

const row = (incident) =>
  h(
    "tr",
    { "data-incident": incident.type },
    h("td", { class: "nowrap figure" }, clockOf(incident.time)),
    h("td", {}, incident.table),
    h("td", {}, incident.line),
    h("td", {}, clause(incident.clause)),
    h("td", {}, incident.actor),
    h(
      "td",
      { class: "n" },
      h(
        "a",
        {
          class: "button tiny",
          href: `/tables/${incident.table}/replay?round=${incident.round}&record=${incident.sequence}`,
        },
        `Round ${incident.round}`,
      ),
    ),
  );
