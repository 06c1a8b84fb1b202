// The administrator's list of accounts.

import { $, h, put } from "./dom.js";
import { get } from "./api.js";
import { post, remove } from "./once.js";
import { attempt } from "./say.js";
import { sessionList, signInList, tokenList } from "./access.js";
import { tiny } from "./rows.js";

const refused = $("#refused");
const act = (work) =>
  attempt(refused, async () => {
    await work();
    await look();
  });
const showOnce = (made) =>
  put(
    $("#made"),
    h("p", {}, `One-time password for ${made.name}, shown only once:`),
    h("p", { class: "secret" }, made.one_time_password),
  );

async function look() {
  const { accounts } = await get("/accounts");
  put(
    $("#accounts"),
    h(
      "table",
      {},
      h(
        "thead",
        {},
        h(
          "tr",
          {},
          ["Name", "Role", "State", "Second factor", ""].map((name) => h("th", {}, name)),
        ),
      ),
      h("tbody", {}, accounts.map(row)),
    ),
  );
}

function row(one) {
  return h(
    "tr",
    { "data-account": one.name },
    h("td", {}, h("b", {}, one.name), one.demo ? h("span", { class: "quiet" }, " demonstration") : ""),
    h("td", {}, one.demo ? one.role : roles(one)),
    h(
      "td",
      {},
      one.active === false
        ? h("span", { class: "pill bad" }, "✕ closed")
        : one.barred
          ? h("span", { class: "pill warn" }, "barred")
          : h("span", { class: "pill good" }, "● open"),
    ),
    h("td", {}, factor(one)),
    h(
      "td",
      {},
      h(
        "div",
        { class: "row" },
        h(
          "button",
          {
            class: "button tiny",
            type: "button",
            onclick: () =>
              act(async () =>
                showOnce(await post(`/accounts/${one.id}/password`, {}, `New password for ${one.name}`)),
              ),
          },
          "New password",
        ),
        h(
          "button",
          {
            class: "button tiny stop",
            type: "button",
            onclick: () => askActive(one),
          },
          one.active === false ? "Reopen" : "Close",
        ),
        tiny("Access", `access ${one.id}`, () => attempt(refused, () => showAccess(one))),
      ),
    ),
  );
}

/** Closing and reopening are recorded with a reason. */
function askActive(one) {
  const verb = one.active === false ? "Reopen" : "Close";
  const title = `${verb} the account of ${one.name}`;
  const why = h("input", { id: "why", required: true, maxlength: 300 });
  const form = h(
    "form",
    {
      onsubmit: (event) => {
        event.preventDefault();
        act(async () => {
          await post(`/accounts/${one.id}/active`, { active: one.active === false, why: why.value }, title);
          put($("#asking"));
        });
      },
    },
    h("div", { class: "field" }, h("label", { for: "why" }, "Reason (recorded)"), why),
    h("button", { class: "button first", type: "submit" }, verb),
    h("button", { class: "button plain", type: "button", onclick: () => put($("#asking")) }, "Cancel"),
  );
  put($("#asking"), h("div", { class: "ask" }, h("h2", {}, title), form));
  why.focus();
}

/** A role is chosen, then set; the sessions and tokens of the account end. */
function roles(one) {
  const choice = h(
    "select",
    { class: "slim", "aria-label": `Role of ${one.name}` },
    ["player", "dealer", "floorperson", "cashier", "regulator", "administrator"].map((role) =>
      h("option", { value: role, selected: role === one.role }, role),
    ),
  );
  const set = tiny("Set role", `role ${one.id}`, () => act(() => post(`/accounts/${one.id}/role`, { role: choice.value }, `Role of ${one.name}: ${choice.value}`)));
  set.hidden = true;
  choice.addEventListener("change", () => {
    set.hidden = choice.value === one.role;
  });
  return h("div", { class: "row" }, choice, set);
}

const factor = (one) =>
  one.second_factor
    ? h(
        "div",
        { class: "row" },
        h("span", { class: "pill good" }, "✓ in use"),
        tiny("Remove", `factor ${one.id}`, () => act(() => post(`/accounts/${one.id}/second-factor/remove`, {}, `Remove the second factor of ${one.name}`)), "stop"),
      )
    : one.must_set_up_second_factor
      ? h("span", { class: "pill warn" }, "must be set up")
      : h("span", { class: "quiet" }, "none");

async function showAccess(one) {
  const { sessions, sign_ins, tokens } = await get(`/accounts/${one.id}/access`);
  const again = (work) =>
    attempt(refused, async () => {
      await work();
      await showAccess(one);
    });
  put(
    $("#access"),
    h(
      "section",
      { class: "card-panel section scroll-x", "aria-labelledby": "access-title" },
      h("h2", { id: "access-title", tabindex: "-1" }, `Access of ${one.name}`),
      h("div", { class: "section" }, sessionList(sessions)),
      sessions.length ? tiny("Sign out everywhere", "end all", () => again(() => remove(`/accounts/${one.id}/sessions`, `Sign ${one.name} out everywhere`)), "stop") : "",
      h("div", { class: "section" }, tokenList(tokens, (id) => again(() => remove(`/accounts/${one.id}/tokens/${id}`, `Revoke a token of ${one.name}`)))),
      tokens.length ? tiny("Revoke all tokens", "revoke all", () => again(() => remove(`/accounts/${one.id}/tokens`, `Revoke all tokens of ${one.name}`)), "stop") : "",
      h("div", { class: "section" }, signInList(sign_ins)),
    ),
  );
  $("#access-title").focus();
}

$("#make").addEventListener("submit", (event) => {
  event.preventDefault();
  act(async () => {
    const name = $("#name").value;
    showOnce(await post("/accounts", { name, role: $("#role").value }, `New account ${name}`));
    event.target.reset();
  });
});

addEventListener("outcome", () => look().catch(() => null));
attempt(refused, look);
