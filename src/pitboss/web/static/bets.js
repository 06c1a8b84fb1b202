// Wagers before the deal: ghost chips that snap to what the table offers, placed all together.

import { h, s } from "./dom.js";
import { dollars } from "./money.js";
import { filled, first, last, nearest, ofType } from "./choices.js";

export class Bets {
  constructor(table, changed) {
    Object.assign(this, { table, changed, chip: 0, ghosts: new Map() });
    try {
      this.before = JSON.parse(sessionStorage.getItem(`bets ${table}`)) ?? [];
    } catch {
      this.before = [];
    }
  }

  list = () => [...this.ghosts.values()];
  total = () => this.list().reduce((sum, ghost) => sum + ghost.cents, 0);
  clear = () => {
    this.ghosts.clear();
    this.changed();
  };

  chips(denominations, options) {
    const main = ofType(options, "PlaceWager").filter((choice) => choice.field);
    const most = Math.max(0, ...main.map(last));
    const fit = denominations.filter((value) => value <= most).sort((a, b) => a - b);
    if (!fit.includes(this.chip))
      this.chip = fit.filter((value) => main.length && value <= first(main[0])).at(-1) ?? fit[0] ?? 0;
    return fit.slice(0, 6);
  }

  /** One chip more or less on a betting area. */
  add(box, wager, direction, options) {
    const key = `${box}.${wager}`;
    const offered = ofType(options, "PlaceWager").find(
      (choice) => choice.command.box === box && choice.command.wager === wager,
    );
    const now = this.ghosts.get(key)?.cents ?? 0;
    const wanted = now + direction * this.chip;
    if (wanted <= 0 || (direction < 0 && offered && now === first(offered))) this.ghosts.delete(key);
    else this.ghosts.set(key, { box, wager, cents: offered ? nearest(offered, wanted) : wanted });
    if (!this.ghosts.has(key))
      for (const other of this.list())
        if (other.box === box && offered) this.ghosts.delete(`${box}.${other.wager}`);
    this.changed();
  }

  set(ghosts) {
    this.ghosts = new Map(ghosts.map((ghost) => [`${ghost.box}.${ghost.wager}`, { ...ghost }]));
    this.changed();
  }

  lowest(options, seat) {
    const mains = ofType(options, "PlaceWager").filter((choice) => choice.field);
    return mains.find((choice) => choice.command.box === seat) ?? mains[0];
  }

  /** Main wagers first, because the side wagers lie beside them. */
  async place(wire, main) {
    const wanted = this.list().sort((a, b) => (b.wager === main) - (a.wager === main));
    const kept = wanted.map((ghost) => ({ ...ghost }));
    for (const { box, wager, cents } of wanted) {
      await wire.do({ type: "PlaceWager", box, wager, cents });
      this.ghosts.delete(`${box}.${wager}`);
    }
    if (kept.length) this.remember(kept);
  }

  remember(kept) {
    this.before = kept;
    try {
      sessionStorage.setItem(`bets ${this.table}`, JSON.stringify(kept));
    } catch {
      /* without storage the bet is not remembered */
    }
  }

  tray(denominations, options) {
    const chips = this.chips(denominations, options);
    return h(
      "div",
      { class: "tray", role: "radiogroup", "aria-label": "Chip to bet with" },
      chips.map((value, at) =>
        h(
          "button",
          {
            type: "button",
            role: "radio",
            "aria-checked": String(value === this.chip),
            "data-key": `chip${value}`,
            title: `${dollars(value)} chip (${at + 1})`,
            "aria-label": `${dollars(value)} chip`,
            onclick: () => {
              this.chip = value;
              this.changed();
            },
          },
          s("svg", { viewBox: "-21 -21 42 42", "aria-hidden": "true" }, s("use", { href: `#chip-${value}` })),
        ),
      ),
    );
  }
}

export const sidesOf = (game) =>
  game.wagers.filter((wager) => !wager.main && wager.timing === "before the deal").map((wager) => wager.id);
export const takeBacks = (options) => ofType(options, "TakeBackWager").map((choice) => filled(choice));
