// Accessible tabs: arrow keys move, one panel is shown.

import { $, $$ } from "./dom.js";

export function tabs(list, chosen = () => {}) {
  const all = $$("[role=tab]", list);
  const choose = (tab) => {
    for (const one of all) {
      const on = one === tab;
      one.setAttribute("aria-selected", String(on));
      one.tabIndex = on ? 0 : -1;
      $(`#${one.getAttribute("aria-controls")}`).hidden = !on;
    }
    chosen(tab.id);
  };
  for (const tab of all) tab.addEventListener("click", () => choose(tab));
  list.addEventListener("keydown", (event) => {
    const step = { ArrowRight: 1, ArrowLeft: -1 }[event.key];
    if (!step) return;
    event.preventDefault();
    event.stopPropagation();
    const next = all[(all.indexOf(document.activeElement) + step + all.length) % all.length];
    next.focus();
    choose(next);
  });
}
