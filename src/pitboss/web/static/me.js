// Your own page: rounds, password, API tokens.

import { $, h, put } from "./dom.js";
import { get, tell } from "./api.js";
import { post, remove } from "./once.js";
import { account } from "./money.js";
import { attempt } from "./say.js";
import { clockOf, recall } from "./recall.js";

const settled = $("#mine").dataset.settled === "yes";
const role = $('meta[name="role"]').content;

async function tokens() {
  const { tokens: all } = await get("/me/tokens");
  put(
    $("#tokens"),
    all.length
      ? h(
          "table",
          {},
          h(
            "tbody",
            {},
            all.map((one) =>
              h(
                "tr",
                {},
                h("td", {}, one.name),
                h("td", { class: "quiet" }, clockOf(one.made_at * 1000)),
                h(
                  "td",
                  { class: "n" },
                  h(
                    "button",
                    {
                      class: "button tiny stop",
                      type: "button",
                      onclick: () =>
                        attempt($("#token-said"), async () => {
                          await remove(`/me/tokens/${one.id}`, `Revoke the token ${one.name}`);
                          await tokens();
                        }),
                    },
                    "Revoke",
                  ),
                ),
              ),
            ),
          ),
        )
      : h("p", { class: "quiet" }, "You have no tokens."),
  );
}

$("#make-token").addEventListener("submit", (event) => {
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
    if (!settled) location.assign("/lobby");
  });
});

if (settled) {
  addEventListener("outcome", () => tokens().catch(() => null));
  attempt($("#token-said"), tokens);
  if (role === "player") {
    recall($("#rounds"));
    get("/me/money")
      .then(({ balance_cents }) => {
        $("#balance").textContent = account(balance_cents);
        $("#balance").hidden = false;
      })
      .catch(() => null);
  } else put($("#rounds"), h("p", { class: "quiet" }, "Only players have rounds."));
}
