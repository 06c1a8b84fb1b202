// Incidents, the staff activity log, and the replay of each table.

import { $, empty, h, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { incidentForm, incidentList } from "./incidents.js";
import { showQueue } from "./queue.js";

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
        ? h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["When", "Who", "From", "What", "Account or table", "Before", "After", "Why"].map((name) =>
                  h("th", {}, name),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              activity.map((entry) =>
                h(
                  "tr",
                  {},
                  h("td", { class: "nowrap figure" }, clockOf(entry.at * 1000)),
                  h("td", {}, entry.actor),
                  h("td", { class: "quiet" }, entry.source),
                  h("td", {}, entry.what),
                  h("td", {}, entry.subject),
                  h("td", { class: "quiet" }, entry.before),
                  h("td", {}, entry.after),
                  h("td", {}, entry.why),
                ),
              ),
            ),
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
