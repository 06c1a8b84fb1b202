// What every page can do: change the theme, show the keys, log out.

import { $, h, put } from "./dom.js";
import { tell } from "./api.js";
import { listed } from "./keys.js";
import { resume } from "./once.js";
import { zone } from "./times.js";
import "./presses.js";

if ($("#zone")) $("#zone").textContent = `Times: ${zone()}`;

const ACTS = {
  theme() {
    const root = document.documentElement;
    root.dataset.theme = root.dataset.theme === "paper" ? "felt" : "paper";
    try {
      localStorage.setItem("theme", root.dataset.theme);
    } catch {
      /* without storage the theme is not remembered */
    }
  },
  keys: showKeys,
  async "log-out"() {
    await tell("/logout").catch(() => null);
    location.assign("/login");
  },
};

function showKeys() {
  const map = $("#key-map");
  put(
    $(".keys", map),
    listed().flatMap(({ keys, says }) => [
      h(
        "span",
        {},
        keys.map((key) => [h("kbd", {}, key), " "]),
      ),
      h("span", {}, says),
    ]),
  );
  map.showModal();
}

document.addEventListener("click", (event) => {
  const act = ACTS[event.target.closest?.("[data-do]")?.dataset.do];
  if (act) act();
});
document.addEventListener("keydown", (event) => {
  const typing = event.target.matches?.("input, select, textarea");
  if (event.key === "?" && !typing && !$("dialog[open]")) showKeys();
});

if ($('meta[name="account"]').content) resume();
