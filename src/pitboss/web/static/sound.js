// Sounds of cards and chips, synthesized here; off until somebody turns them on.

let context = null;
export let on = false;

export function turn(wanted) {
  on = wanted;
  if (on) context ??= new AudioContext();
}

const SOUNDS = {
  card: { from: 1900, to: 700, lasts: 0.045, loud: 0.09 },
  chips: { from: 3200, to: 2500, lasts: 0.03, loud: 0.07 },
  pay: { from: 880, to: 1320, lasts: 0.12, loud: 0.06 },
};

export function play(name) {
  if (!on || !context) return;
  const { from, to, lasts, loud } = SOUNDS[name];
  const now = context.currentTime;
  const tone = context.createOscillator();
  const gain = context.createGain();
  tone.type = name === "pay" ? "sine" : "triangle";
  tone.frequency.setValueAtTime(from, now);
  tone.frequency.exponentialRampToValueAtTime(to, now + lasts);
  gain.gain.setValueAtTime(loud, now);
  gain.gain.exponentialRampToValueAtTime(0.0001, now + lasts);
  tone.connect(gain).connect(context.destination);
  tone.start(now);
  tone.stop(now + lasts);
}

export const of = (event) =>
  ({
    CardDealt: "card",
    HoleDealt: "card",
    HoleTurned: "card",
    WagerPlaced: "chips",
    InsurancePlaced: "chips",
    HandSettled: "pay",
    WagerSettled: "pay",
  })[event.type];
