// Elements from names: h("button", {class: "first", onclick}, "Deal"). No markup is ever parsed from data.

import { words } from "./words.js";

const SVG = "http://www.w3.org/2000/svg";

export const h = (name, given = {}, ...inside) => fill(document.createElement(name), given, inside);
export const s = (name, given = {}, ...inside) => fill(document.createElementNS(SVG, name), given, inside);
export const $ = (selector, root = document) => root.querySelector(selector);
export const $$ = (selector, root = document) => [...root.querySelectorAll(selector)];

function fill(element, given, inside) {
  for (const [name, value] of Object.entries(given)) {
    if (value === null || value === undefined || value === false) continue;
    if (name.startsWith("on")) element.addEventListener(name.slice(2), value);
    else element.setAttribute(name, value === true ? "" : value);
  }
  element.append(
    ...inside
      .flat(Infinity)
      .filter((one) => one !== null && one !== undefined && one !== false && one !== ""),
  );
  return element;
}

/** Replaces what is in an element: the focus stays on the same control, with its caret, and so does what was typed
    into a field with `data-keeps`. */
export function put(element, ...inside) {
  const focused = document.activeElement;
  const held = element.contains(focused) ? focused.dataset?.key : undefined;
  const caret = held ? [focused.selectionStart, focused.selectionEnd] : null;
  const isTyping = held && ("typed" in focused.dataset || focused.value !== focused.defaultValue);
  const typed = new Map($$("[data-keeps]", element).map((field) => [field.dataset.keeps, field.value]));
  element.replaceChildren(...inside.flat(Infinity).filter((one) => one || one === 0));
  for (const field of $$("[data-keeps]", element)) {
    if (typed.has(field.dataset.keeps)) field.value = typed.get(field.dataset.keeps);
  }
  const again = held && $(`[data-key="${CSS.escape(held)}"]`, element);
  if (again) focusAt(again, caret, isTyping);
  return element;
}

/** Whoever types goes on where they were. A field for numbers tells no caret: where somebody typed it is at the end
    then, and where nobody did the number is selected, as it is for whoever comes to it by Tab. */
function focusAt(control, [start, end], isTyping) {
  control.focus({ preventScroll: true });
  if (isTyping) control.dataset.typed = "";
  if (typeof start === "number") control.setSelectionRange(start, end);
  else if (control.type !== "number") return;
  else if (isTyping) [control.value, control.value] = ["", control.value];
  else control.select();
}

export const clause = (text) =>
  text ? h("span", { class: "clause", title: "The clause that decides this" }, text) : null;

/** A table without a name of its own goes by its id. */
export const placeName = (table) => (table.name && table.name !== table.title ? table.name : table.id);

/** Who deals, with which cards, and how the tray gets its chips. */
export const howDealt = (table) =>
  [
    table.dealer === "hand" ? "dealt by hand" : "dealt automatically",
    table.cards === "keyed" ? "real cards" : "virtual cards",
    table.tray === "by hand" ? "tray filled by hand" : "tray fills itself",
  ].join(" · ");

/** The mark of how a figure was found, by its name in the words. */
export const badge = (name) =>
  h("abbr", { class: "badge", title: words.exactness[name]?.label ?? "" }, words.exactness[name]?.mark ?? "");

export const loading = (words) => h("p", { class: "loading quiet", role: "status" }, words);
export const empty = (title, words, ...more) =>
  h("div", { class: "empty" }, h("b", {}, title), words, ...more);
