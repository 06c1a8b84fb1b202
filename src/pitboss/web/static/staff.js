// The staff page: approvals that wait for a second person, and assignments of dealers.

import { $, empty, h, placeName, put } from "./dom.js";
import { get } from "./api.js";
import { account } from "./money.js";
import { post } from "./once.js";
import { attempt } from "./say.js";
import { clockOf } from "./times.js";
import { rows, tiny } from "./rows.js";

const refused = $("#refused");
const acts = ["floorperson", "administrator"].includes($('meta[name="role"]').content);
const AGAIN_MS = 5000;
const SHIFT_MS = 8 * 3600 * 1000;
const act = (work) =>
  attempt(refused, async () => {
    await work();
    await look();
  });

async function look() {
  const [{ approvals }, { assignments }] = await Promise.all([get("/approvals"), get("/assignments")]);
  showApprovals(approvals);
  showAssignments(assignments);
}

function showApprovals(approvals) {
  put(
    $("#approvals"),
    approvals.length
      ? rows(["What", "Amount", "Asked by", "Asked", "Expires", ""], approvals.map(approvalCells))
      : empty("Nothing waits", "Money above the limit of the house waits here for a second person."),
  );
}

const approvalCells = (one) => [
  one.says,
  h("span", { class: "money" }, account(one.cents)),
  one.asked_by,
  clockOf(one.asked_at * 1000),
  clockOf(one.expires_at * 1000),
  decision(one),
];

function decision(one) {
  const why = h("input", { class: "slim", maxlength: 300, "aria-label": `Reason to refuse: ${one.says}`, placeholder: "Reason", "data-key": `why ${one.id}`, "data-keeps": `why ${one.id}` });
  const refuse = (name) =>
    tiny(name, `refuse ${one.id}`, () => act(() => post(`/approvals/${one.id}/refuse`, { why: why.value || "taken back" }, `${name}: ${one.says}`)), "stop");
  if (one.may_approve)
    return h(
      "div",
      { class: "row" },
      tiny("Approve", `approve ${one.id}`, () => act(() => post(`/approvals/${one.id}/approve`, {}, `Approve: ${one.says}`)), "first"),
      why,
      refuse("Refuse"),
    );
  if (one.yours && acts) return h("div", { class: "row" }, h("span", { class: "quiet" }, "Yours: somebody else approves."), refuse("Take back"));
  return h("span", { class: "quiet" }, "An administrator approves this.");
}

function showAssignments(assignments) {
  const now = Date.now() / 1000;
  put(
    $("#assignments"),
    assignments.length
      ? rows(
          ["Dealer", "Table", "From", "To", "Shift", "Assigned by", ""],
          assignments.map((one) => [
            h("b", {}, one.dealer),
            one.table_name,
            clockOf(one.begins_at * 1000),
            clockOf(one.ends_at * 1000),
            [one.shift, one.begins_at <= now ? h("span", { class: "pill good" }, "● on duty") : ""],
            one.assigned_by,
            acts ? tiny("End", `end ${one.id}`, () => act(() => post(`/assignments/${one.id}/end`, {}, `End the assignment of ${one.dealer}`)), "stop") : "",
          ]),
        )
      : empty("Nobody is assigned", "A dealer acts only at a table and in a time that are assigned here."),
  );
}

/** A time for an input: local, to the minute. */
const local = (ms) => new Date(ms - new Date(ms).getTimezoneOffset() * 60000).toISOString().slice(0, 16);
const seconds = (input) => new Date(input.value).getTime() / 1000;

async function fillForm() {
  const [{ dealers }, { tables }] = await Promise.all([get("/dealers"), get("/tables")]);
  put(
    $("#dealer"),
    dealers.map((one) => h("option", { value: one.id }, one.name)),
  );
  put(
    $("#table"),
    tables.filter((one) => one.dealer === "hand").map((one) => h("option", { value: one.id }, `${one.title} · ${placeName(one)}`)),
  );
  $("#begins").value = local(Date.now());
  $("#ends").value = local(Date.now() + SHIFT_MS);
}

$("#assign")?.addEventListener("submit", (event) => {
  event.preventDefault();
  act(() =>
    post(
      "/assignments",
      {
        account: $("#dealer").value,
        table: $("#table").value,
        begins_at: seconds($("#begins")),
        ends_at: seconds($("#ends")),
        shift: $("#shift").value,
      },
      `Assign ${$("#dealer").selectedOptions[0]?.textContent ?? "a dealer"}`,
    ),
  );
});

addEventListener("outcome", () => look().catch(() => null));
attempt(refused, () => Promise.all([look(), acts ? fillForm() : null]));
setInterval(() => document.hidden || look().catch(() => null), AGAIN_MS);
