// Your own page: tables or rounds, sign-ins, password, second factor, API tokens.

import { $, h, put } from "./dom.js";
import { get, tell } from "./api.js";
import { post, remove } from "./once.js";
import { account } from "./money.js";
import { attempt } from "./say.js";
import { recall } from "./recall.js";
import { clockOf } from "./times.js";
import { sessionList, signInList, tokenList } from "./access.js";
import { showLimits } from "./limits.js";
import { receiptList, receipts } from "./receipts.js";
import { rows, tiny } from "./rows.js";
import { showSecondFactor } from "./second_factor.js";

const { settled, password } = $("#mine").dataset;
const role = $('meta[name="role"]').content;

const act = (place, work, look) =>
  attempt(place, async () => {
    await work();
    await look();
  });

async function tokens() {
  const { tokens: all } = await get("/me/tokens");
  const place = $("#token-said");
  put(
    $("#tokens"),
    tokenList(all, (id) => act(place, () => remove(`/me/tokens/${id}`, "Revoke a token"), tokens)),
    all.length > 1 ? tiny("Revoke all", "revoke all", () => act(place, () => remove("/me/tokens", "Revoke all tokens"), tokens), "stop") : "",
  );
}

async function signIns() {
  const { sessions, sign_ins } = await get("/me/sign-ins");
  const end = () => act($("#sign-ins-said"), () => remove("/me/sessions", "Sign out everywhere else"), signIns);
  put(
    $("#sessions"),
    sessionList(sessions),
    sessions.length > 1 ? tiny("Sign out everywhere else", "end others", end, "stop") : "",
  );
  put($("#sign-ins"), signInList(sign_ins));
}

async function duty() {
  const { assignments } = await get("/me/assignments");
  put(
    $("#duty"),
    assignments.length
      ? rows(
          ["Table", "From", "To", "Shift", ""],
          assignments.map((one) => [
            h("b", {}, one.table_name),
            clockOf(one.begins_at * 1000),
            clockOf(one.ends_at * 1000),
            one.shift,
            h("a", { class: "button tiny", href: `/tables/${one.table}/deal` }, "Deal"),
          ]),
        )
      : h("p", { class: "quiet" }, "You are assigned to no table. The floorperson assigns dealers."),
  );
}

$("#make-token")?.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt($("#token-said"), async () => {
    const { secret } = await post("/me/tokens", { name: $("#token-name").value }, "New token");
    event.target.reset();
    await tokens();
    put($("#token-said"), h("p", {}, "Copy it now; it is shown only once:"), h("p", { class: "secret" }, secret));
  });
});
$("#password")?.addEventListener("submit", (event) => {
  event.preventDefault();
  attempt($("#password-said"), async () => {
    const me = await tell("/me/password", { old: $("#old").value, new: $("#new").value });
    $('meta[name="csrf"]').content = me.csrf;
    event.target.reset();
    put($("#password-said"), h("p", { class: "notice" }, "✓ Password changed. Your other sessions have ended."));
    if (settled !== "yes") location.assign(me.must_set_up_second_factor ? "/me" : "/lobby");
    else await signIns();
  });
});

const factor = () => showSecondFactor($("#factor"), $("#factor-said"), done);
const done = () => (settled === "yes" ? attempt($("#factor-said"), factor) : location.assign("/lobby"));
if ($("#factor") && password === "own") attempt($("#factor-said"), factor);

const showReceipts = () =>
  put(
    $("#receipts"),
    receiptList(receipts(), ({ kind, says }) => put($("#receipts-said"), h("p", { class: `notice ${kind}` }, says))),
  );

if (settled === "yes") {
  showReceipts();
  addEventListener("outcome", () => tokens().catch(() => null));
  attempt($("#token-said"), tokens);
  attempt($("#sign-ins-said"), signIns);
  if (role === "dealer") attempt($("#duty"), duty);
  if (role === "player") {
    recall($("#rounds"));
    attempt($("#limits-said"), () => showLimits($("#limits"), $("#limits-said")));
    get("/me/money")
      .then(({ balance_cents }) => {
        $("#balance").textContent = account(balance_cents);
        $("#balance").hidden = false;
      })
      .catch(() => null);
  }
}
