// The keys of a page: one list, for pressing them and for the map that `?` shows.

const bound = [];

/** `bind(["h"], "Hit", act)`; an act that returns false lets the key go on. */
export function bind(keys, says, act) {
  const entry = { keys, says, act };
  bound.push(entry);
  return () => bound.splice(bound.indexOf(entry), 1);
}

const NAMES = { ArrowLeft: "←", ArrowRight: "→", ArrowUp: "↑", ArrowDown: "↓", " ": "Space", Escape: "Esc" };
const ALWAYS = [
  { keys: ["?"], says: "Show these keys" },
  { keys: ["Tab"], says: "Go to the next control" },
];

export const listed = () =>
  [...bound, ...ALWAYS]
    .filter((one) => one.says)
    .map((one) => ({
      says: one.says,
      keys: one.keys.map((key) => NAMES[key] ?? (key.length === 1 ? key.toUpperCase() : key)),
    }));

document.addEventListener("keydown", (event) => {
  if (event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey) return;
  if (
    event.target.matches?.("input:not([type=radio]):not([type=checkbox]), select, textarea") ||
    document.querySelector("dialog[open]")
  )
    return;
  const key = event.key.length === 1 ? event.key.toLowerCase() : event.key;
  const control = event.target.closest?.("button, a, [role=button], summary, [role=tab]");
  // a dialog that was just closed keeps the focus until the page is drawn again
  if ((key === "Enter" || key === " ") && control?.checkVisibility()) return;
  for (const entry of [...bound].reverse()) {
    if (entry.keys.includes(key) && entry.act(event) !== false) {
      event.preventDefault();
      return;
    }
  }
});
