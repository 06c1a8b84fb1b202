// What went wrong, the book of deeds, and the way into each table's record.

import { $, empty, h, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { attempt } from "./say.js";
import { clockOf } from "./recall.js";
import { showQueue } from "./queue.js";

const READS = ["administrator", "regulator"];

async function look() {
  const [{ tables }, { alarms }] = await Promise.all([get("/tables"), get("/incidents")]);
  showQueue($("#queue"), alarms);
  const { deeds } = READS.includes($('meta[name="role"]').content) ? await get("/deeds") : { deeds: null };
  if (!deeds)
    put(
      $("#deeds"),
      h("p", { class: "quiet" }, "The book of deeds is read by administrators and regulators."),
    );
  else
    put(
      $("#deeds"),
      deeds.length
        ? h(
            "table",
            {},
            h(
              "thead",
              {},
              h(
                "tr",
                {},
                ["When", "Who", "What", "Whom or which", "Before", "After", "Why"].map((name) =>
                  h("th", {}, name),
                ),
              ),
            ),
            h(
              "tbody",
              {},
              deeds.map((deed) =>
                h(
                  "tr",
                  {},
                  h("td", { class: "nowrap figure" }, clockOf(deed.at * 1000)),
                  h("td", {}, deed.actor),
                  h("td", {}, deed.what),
                  h("td", {}, deed.subject),
                  h("td", { class: "quiet" }, deed.before),
                  h("td", {}, deed.after),
                  h("td", {}, deed.why),
                ),
              ),
            ),
          )
        : empty("Nothing yet", "What is done will stand here with who did it, and why."),
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

attempt($("#refused"), look);
