// Logging in: one tap for a demonstration, or a name and a password, and a code where one is asked for.

import { $, $$ } from "./dom.js";
import { tell } from "./api.js";
import { attempt } from "./say.js";

const FIRST = {
  player: "/lobby",
  dealer: "/lobby",
  floorperson: "/pit",
  cashier: "/cage",
  regulator: "/pit",
  administrator: "/accounts",
};
const place = $("#refused");

function enter(me) {
  const wanted = new URLSearchParams(location.search).get("next") ?? "";
  const own = wanted.startsWith("/") && !wanted.startsWith("//") && !wanted.includes("\\");
  location.assign(
    me.must_change_password || me.must_set_up_second_factor ? "/me" : own && wanted !== "/" ? wanted : (FIRST[me.role] ?? "/lobby"),
  );
}

const askForCode = () => {
  $("#code-field").hidden = false;
  $("#code").required = true;
  $("#code").focus();
};

async function logIn() {
  const code = $("#code").value;
  const given = { name: $("#name").value, password: $("#password").value, ...(code ? { code } : {}) };
  try {
    enter(await tell("/login", given));
  } catch (no) {
    if (no.reason === "code_needed") return askForCode();
    if (no.reason === "wrong_code") {
      $("#code").value = "";
      askForCode();
    }
    throw no;
  }
}

for (const choice of $$("[data-role]")) {
  choice.addEventListener("click", () =>
    attempt(place, async () => enter(await tell("/demo", { role: choice.dataset.role }))),
  );
}
$("[data-show=login]")?.addEventListener("click", () => {
  $("#login").hidden = false;
  $("#name").focus();
});
$("#login").addEventListener("submit", (event) => {
  event.preventDefault();
  attempt(place, logIn);
});
