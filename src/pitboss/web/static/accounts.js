// The administrator's list of accounts.

import { $, h, put } from "./dom.js";
import { get, key } from "./api.js";
import { account } from "./money.js";
import { post } from "./once.js";
import { attempt } from "./say.js";

const refused = $("#refused");
const act = (work) =>
  attempt(refused, async () => {
    await work();
    await look();
  });
const move = (one, cents) =>
  post(
    `/accounts/${one.id}/money`,
    { key: key(), cents },
    `Pay ${account(Math.abs(cents))} ${cents < 0 ? "out of" : "in to"} the account of ${one.name}`,
  );
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
          ["Name", "Role", "State", "", ""].map((name) => h("th", {}, name)),
        ),
      ),
      h("tbody", {}, accounts.map(row)),
    ),
  );
}

function row(one) {
  const money = h("input", {
    type: "number",
    class: "slim",
    step: "any",
    value: 1000,
    "aria-label": `Dollars for ${one.name}`,
  });
  return h(
    "tr",
    { "data-account": one.name },
    h("td", {}, h("b", {}, one.name), one.demo ? h("span", { class: "quiet" }, " demonstration") : ""),
    h("td", {}, one.role),
    h(
      "td",
      {},
      one.active === false
        ? h("span", { class: "pill bad" }, "✕ closed")
        : one.barred
          ? h("span", { class: "pill warn" }, "barred")
          : h("span", { class: "pill good" }, "● open"),
    ),
    h(
      "td",
      {},
      one.role === "player"
        ? h(
            "div",
            { class: "row" },
            money,
            h(
              "button",
              {
                class: "button tiny",
                type: "button",
                onclick: () => act(() => move(one, Math.round(Number(money.value) * 100))),
              },
              "Pay in",
            ),
          )
        : "",
    ),
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
            onclick: () =>
              act(() =>
                post(
                  `/accounts/${one.id}/active`,
                  { active: one.active === false },
                  `${one.active === false ? "Reopen" : "Close"} the account of ${one.name}`,
                ),
              ),
          },
          one.active === false ? "Reopen" : "Close",
        ),
      ),
    ),
  );
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
