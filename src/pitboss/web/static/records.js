// Incidents, the staff activity log, and the replay of each table.

import { $, empty, h, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { incidentForm, incidentList } from "./incidents.js";
import { showQueue } from "./queue.js";
import { rows } from "./rows.js";

const addTo = (one) =>
  incidentForm($("#asking"), $("#refused"), {
    title: `Add to the incident of ${one.name}, round ${one.round}`,
    path: `/incidents/${one.id}/follow-up`,
    done: look,
  });
const READS = ["administrator", "regulator"];

async function look() {
  const day = $("#day").value ? `?day=${$("#day").value}` : "";
  const [{ tables }, { incidents, filed }] = await Promise.all([get("/tables"), get(`/incidents${day}`)]);
  put($("#filed"), incidentList(filed, $('meta[name="role"]').content === "regulator" ? null : addTo));
  showQueue($("#queue"), incidents);
  const { activity } = READS.includes($('meta[name="role"]').content)
    ? await get(`/activity?about=${$("#about")?.value ?? "changes"}`)
    : { activity: null };
  if (!activity)
    put(
      $("#activity"),
      h("p", { class: "quiet" }, "Administrators and regulators can read the staff activity log."),
    );
  else
    put(
      $("#activity"),
      activity.length
        ? rows(
            ["When", "Who", "From", "What", "Account or table", "Before", "After", "Why"],
            activity.map((entry) => [
              h("span", { class: "figure nowrap" }, clockOf(entry.at * 1000)),
              entry.actor,
              entry.source ? h("span", { class: "quiet" }, entry.source) : "",
              entry.what,
              entry.subject,
              entry.before ? h("span", { class: "quiet" }, entry.before) : "",
              entry.after,
              entry.why,
            ]),
          )
        : empty("Nothing yet", "Changes by the staff are listed here, with who made them and why."),
    );
  put(
    $("#tables"),
    tables.length
      ? h(
          "table",
          {},
          h(
            "tbody",
            {},
            tables.map((table) =>
              h(
                "tr",
                {},
                h("td", {}, h("b", {}, table.title)),
                h("td", { class: "mono" }, placeName(table)),
                h("td", { class: "n" }, `round ${table.round}`),
                h(
                  "td",
                  { class: "n" },
                  h("a", { class: "button tiny", href: `/tables/${table.id}/replay` }, "Replay"),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "quiet" }, "No table is open."),
  );
}

$("#day").addEventListener("change", () => attempt($("#refused"), look));
$("#about").addEventListener("change", () => attempt($("#refused"), look));
attempt($("#refused"), look);
