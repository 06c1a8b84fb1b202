// Incident reports: the form that files one or adds to it, and the list.

import { h, put } from "./dom.js";
import { post } from "./once.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { tiny } from "./rows.js";

const PARTS = [
  ["narrative", "What happened", "textarea"],
  ["persons", "Persons, separated by commas", "input"],
  ["surveillance", "Surveillance: camera, tape, time", "input"],
  ["finding", "Finding", "textarea"],
  ["outcome", "Outcome", "textarea"],
];

/** A form in this place; `path` takes it, and `round` is the one to begin with where it files a new report. */
export function incidentForm(place, refused, { title, path, round, done }) {
  const fields = Object.fromEntries(
    PARTS.map(([name, , kind]) => [
      name,
      h(kind, { id: `incident-${name}`, ...(kind === "textarea" ? { rows: 2, maxlength: 4000 } : { maxlength: 300 }) }),
    ]),
  );
  fields.narrative.required = round !== undefined;
  const number = h("input", { type: "number", class: "slim", id: "incident-round", min: 0, max: round, value: round });
  const said = () => ({
    narrative: fields.narrative.value,
    persons: fields.persons.value.split(",").map((one) => one.trim()).filter(Boolean),
    surveillance: fields.surveillance.value,
    finding: fields.finding.value,
    outcome: fields.outcome.value,
    ...(round === undefined ? {} : { round: Number(number.value) }),
  });
  const form = h(
    "form",
    {
      class: "report-form",
      onsubmit: (event) => {
        event.preventDefault();
        attempt(refused, async () => {
          await post(path, said(), title);
          put(place);
          await done();
        });
      },
    },
    round === undefined
      ? null
      : h("div", { class: "field" }, h("label", { for: "incident-round" }, "Round (0: none)"), number),
    PARTS.map(([name, label]) =>
      h("div", { class: `field ${name}` }, h("label", { for: `incident-${name}` }, label), fields[name]),
    ),
    h(
      "div",
      { class: "row" },
      h("button", { class: "button first", type: "submit" }, "File the report"),
      h("button", { class: "button plain", type: "button", onclick: () => put(place) }, "Cancel"),
    ),
  );
  put(place, h("div", { class: "ask" }, h("h2", {}, title), form));
  fields.narrative.focus();
}

/** Reports, each with everything that was added to it. */
export const incidentList = (filed, addTo) =>
  filed.length
    ? h(
        "ul",
        { class: "reports" },
        filed.map((one) =>
          h(
            "li",
            { "data-incident": one.id },
            h(
              "p",
              {},
              h("b", {}, [one.name, one.round ? `round ${one.round}` : ""].filter(Boolean).join(", ")),
              h("span", { class: "quiet" }, ` ${clockOf(one.time)} · ${one.shift} · ${one.by}`),
            ),
            report(one),
            one.added.map((later) =>
              h(
                "div",
                { class: "added" },
                h("p", { class: "quiet small-type" }, `Added ${clockOf(later.time)} by ${later.by}`),
                report(later),
              ),
            ),
            addTo ? tiny("Add a finding or outcome", `add ${one.id}`, () => addTo(one)) : null,
          ),
        ),
      )
    : h("p", { class: "quiet section" }, "No incident reports.");

const report = (one) =>
  PARTS.map(([name, label]) => {
    const value = name === "persons" ? one.persons.join(", ") : one[name];
    if (!value) return null;
    return h("p", {}, name === "narrative" ? "" : h("span", { class: "quiet" }, `${label.split(/[,:]/)[0]}: `), value);
  });
