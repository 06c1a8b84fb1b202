// The cage: what is in sight, and its acts. Every act is confirmed with the balances before and after it.

import { $, h, put } from "./dom.js";
import { get, key } from "./api.js";
import { account } from "./money.js";
import { post } from "./once.js";
import { attempt, refuse } from "./say.js";
import { tabs } from "./tabs.js";
import { rows, tiny } from "./rows.js";
import { clockOf } from "./times.js";
import { windowPanel } from "./cage_window.js";
import { slipsPanel } from "./cage_slips.js";
import { countPanel } from "./cage_count.js";
import { boxesPanel } from "./cage_boxes.js";
import { tipsPanel } from "./cage_tips.js";
import { capitalPanel } from "./cage_capital.js";

const AGAIN_MS = 5000;
const refused = $("#refused");
const desk = {
  acts: $('meta[name="role"]').content === "cashier",
  cage: null,
  run,
  refuse: (sentence) => refuse(refused, { sentence }),
};
const panels = [windowPanel, slipsPanel, countPanel, boxesPanel, tipsPanel, capitalPanel].map((make) => make(desk));

async function look() {
  const [cage, { approvals }] = await Promise.all([get("/cage"), get("/approvals")]);
  desk.cage = cage;
  put($("#state"), cage.open ? "● open" : "■ closed");
  $("#state").className = `pill ${cage.open ? "good" : "bad"}`;
  put($("#places"), cage.accounts.map(place));
  showApprovals(approvals);
  mark($("#slips-open"), cage.slips.filter((one) => ["requested", "under way"].includes(one.state)).length);
  mark($("#boxes-open"), cage.boxes.length);
  for (const panel of panels) panel(cage);
}

const place = ({ label, cents }) =>
  h("div", { class: !cents || !label.endsWith("variance") ? "" : cents < 0 ? "missing" : "over" }, h("dt", {}, label), h("dd", {}, account(cents)));

function mark(badge, number) {
  badge.hidden = !number;
  badge.textContent = number;
}

/** Asks whether to do it, with what it changes; then does it and offers the receipt. True when it was done. */
async function run({ title, facts = [], yes, path, body, says }) {
  if (!(await confirmed(title, facts, yes))) return false;
  put($("#told"));
  return attempt(refused, async () => {
    const answer = await post(path, { key: key(), ...body }, says);
    put($("#told"), answer.waiting ? h("p", { class: "notice warn" }, answer.says) : receiptNotice(answer));
    await look();
  });
}

const receiptNotice = ({ says, sequence }) =>
  h(
    "div",
    { class: "notice good done" },
    h("span", {}, "✓ ", says, h("span", { class: "quiet" }, ` · record ${sequence}`)),
    h("a", { class: "button tiny", href: `/cage/receipts/${sequence}`, target: "_blank", rel: "noopener" }, "Receipt to print"),
  );

function confirmed(title, facts, yes) {
  const dialog = $("#confirm");
  put($("#confirm-title"), title);
  put($("#confirm-facts"), facts.length ? rows([], facts) : "");
  put($("#confirm-yes"), yes);
  dialog.returnValue = "";
  dialog.showModal();
  return new Promise((decided) => dialog.addEventListener("close", () => decided(dialog.returnValue === "yes"), { once: true }));
}

function showApprovals(approvals) {
  put(
    $("#approvals"),
    approvals.length
      ? h(
          "section",
          { class: "card-panel scroll-x", "aria-labelledby": "approvals-title" },
          h("h2", { id: "approvals-title" }, "Waiting for a second person"),
          h("div", { class: "section" }, rows(["What", "Asked by", "Expires", ""], approvals.map(approvalCells))),
        )
      : "",
  );
}

const decide = (id, what, body, says) =>
  attempt(refused, async () => {
    await post(`/approvals/${id}/${what}`, body, says);
    await look();
  });

function approvalCells(one) {
  const why = h("input", { class: "slim", maxlength: 300, "aria-label": `Reason to refuse: ${one.says}`, placeholder: "Reason", "data-key": `why ${one.id}`, "data-keeps": `why ${one.id}` });
  const no = (name) => tiny(name, `refuse ${one.id}`, () => decide(one.id, "refuse", { why: why.value || "taken back" }, `${name}: ${one.says}`), "stop");
  const choice = one.may_approve
    ? [tiny("Approve", `approve ${one.id}`, () => decide(one.id, "approve", {}, `Approve: ${one.says}`), "first"), why, no("Refuse")]
    : one.yours && desk.acts
      ? [h("span", { class: "quiet" }, "Yours: somebody else approves."), no("Take back")]
      : [h("span", { class: "quiet" }, "Somebody else approves this.")];
  return [one.says, one.asked_by, clockOf(one.expires_at * 1000), h("div", { class: "row" }, choice)];
}

tabs($(".tabs"));
addEventListener("outcome", () => look().catch(() => null));
attempt(refused, look);
setInterval(() => document.hidden || look().catch(() => null), AGAIN_MS);
