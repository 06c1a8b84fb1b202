// What went wrong, over all tables: found by table, by kind and by whom, and one press from its moment in the replay.

import { clause, empty, h, put } from "./dom.js";
import { clockOf } from "./recall.js";

const FILTERS = [
  ["Table", "table", (alarm) => alarm.table],
  ["What", "type", (alarm) => alarm.type.replace(/(?<!^)([A-Z])/g, (letter) => ` ${letter.toLowerCase()}`)],
  ["By", "actor", (alarm) => alarm.actor],
];

export function showQueue(place, alarms) {
  if (!alarms.length)
    return put(place, empty("Nothing irregular", "What goes wrong at any table will stand here."));
  const picks = FILTERS.map(([name, field, tell]) => pick(name, field, tell, alarms, () => list()));
  const rows = h("div", { class: "scroll-x" });
  const list = () => {
    const found = alarms.filter((alarm) =>
      picks.every(({ field, select }) => !select.value || alarm[field] === select.value),
    );
    put(rows, found.length ? table(found) : h("p", { class: "quiet section" }, "None of these."));
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

function pick(name, field, tell, alarms, changed) {
  const values = new Map(alarms.map((alarm) => [alarm[field], tell(alarm)]));
  const select = h(
    "select",
    { class: "slim", "data-key": `queue ${field}`, onchange: changed },
    h("option", { value: "" }, "all"),
    [...values].map(([value, words]) => h("option", { value }, words)),
  );
  return { field, select, label: h("label", {}, name, select) };
}

const table = (alarms) =>
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
    h("tbody", {}, alarms.map(row)),
  );

const row = (alarm) =>
  h(
    "tr",
    { "data-alarm": alarm.type },
    h("td", { class: "nowrap figure" }, clockOf(alarm.time)),
    h("td", {}, alarm.table),
    h("td", {}, alarm.line),
    h("td", {}, clause(alarm.clause)),
    h("td", {}, alarm.actor),
    h(
      "td",
      { class: "n" },
      h(
        "a",
        {
          class: "button tiny",
          href: `/tables/${alarm.table}/replay?round=${alarm.round}&record=${alarm.sequence}`,
        },
        `Round ${alarm.round}`,
      ),
    ),
  );
