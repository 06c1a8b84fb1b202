// A page redraws its controls with every view of the table. A press that begins on a control and ends on the one
// drawn in its place still counts; the browser alone would drop it.

const CONTROL = "[data-hit], [data-key]";
const nameOf = (control) => control?.dataset.hit ?? control?.dataset.key;
let held = null;

addEventListener(
  "pointerdown",
  (event) => {
    held = event.target.closest?.(CONTROL) ?? null;
  },
  true,
);

addEventListener(
  "pointerup",
  (event) => {
    const began = held;
    held = null;
    const control = event.target.closest?.(CONTROL);
    if (began && !began.isConnected && event.button === 0 && nameOf(control) === nameOf(began))
      control.dispatchEvent(new MouseEvent("click", { bubbles: true, cancelable: true }));
  },
  true,
);
