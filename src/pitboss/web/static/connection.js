// The live connection to a table: views and events in, commands out. A lost one is resumed where it broke.

import { key, Refusal } from "./api.js";
import { doubt, once } from "./once.js";
import { decisionLabel } from "./words.js";

const WAITS_MS = [300, 700, 1500, 3000, 6000];
const PING_MS = 15_000;
const SLOW_MS = 4_000;
const AGAIN_MS = 1_500;
/** Refusals that pass: it is not known whether the act was done, or the line can be opened in a moment. */
const UNSURE = new Set(["store_trouble", "busy", "fault", "going_away"]);

export class Connection {
  /** `received(message)` for every view; `changed(state, bye)` when the connection is up, lost or over. */
  constructor(table, { received, changed }) {
    Object.assign(this, { table, received, changed, since: 0, tries: 0, over: false });
    Object.assign(this, { waiting: new Map(), unseen: [] });
    this.connect();
    setInterval(
      () => this.socket?.readyState === WebSocket.OPEN && this.socket.send('{"type":"ping"}'),
      PING_MS,
    );
    addEventListener("online", () => this.again(0));
  }

  connect() {
    clearTimeout(this.timer);
    const scheme = location.protocol === "https:" ? "wss" : "ws";
    this.socket = new WebSocket(
      `${scheme}://${location.host}/api/v1/tables/${this.table}/live?since=${this.since}`,
    );
    this.socket.addEventListener("open", () => {
      this.tries = 0;
      this.changed("live");
      for (const asked of this.waiting.values()) this.send(asked);
    });
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
    for (const { act, sent } of this.waiting.values()) if (sent) doubt(act);
    if (this.over) return;
    this.changed("lost");
    this.again(WAITS_MS[Math.min(this.tries++, WAITS_MS.length - 1)]);
  }

  again(wait_ms) {
    if (this.over || this.socket?.readyState <= WebSocket.OPEN) return;
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.connect(), wait_ms);
  }

  receive(message) {
    if (message.type === "table") {
      this.since = message.sequence;
      this.received(message);
      this.finish();
    } else if (message.type === "answer") this.settle(message);
    else if (message.type === "bye") {
      if (UNSURE.has(message.reason)) return; // the line closes now, and is opened again
      this.over = true;
      if (message.reason === "served_elsewhere") location.reload();
      else this.changed("over", message);
    }
  }

  settle(answer) {
    const asked = this.waiting.get(answer.key);
    if (!asked) return;
    const unheard = answer.reason === "too_fast" && asked.act.doubted;
    if (!answer.accepted && (unheard || UNSURE.has(answer.reason))) {
      doubt(asked.act);
      setTimeout(() => this.send(asked), AGAIN_MS);
      return;
    }
    clearTimeout(asked.timer);
    this.waiting.delete(answer.key);
    if (!answer.accepted) asked.failed(new Refusal(answer));
    else {
      this.unseen.push({ sequence: answer.sequence ?? 0, done: () => asked.done(answer) });
      this.finish();
    }
  }

  /** An act is done when the page has the view after it: what it replaced cannot be pressed again. */
  finish() {
    const seen = this.unseen.filter((one) => one.sequence <= this.since);
    this.unseen = this.unseen.filter((one) => one.sequence > this.since);
    for (const one of seen) one.done();
  }

  /** Sent again with the same key after a lost connection: the server does it once, and not on a table that moved on. */
  ask(path, message, says) {
    const { type, ...body } = message;
    const act = { method: "POST", path: `/tables/${this.table}/${path}`, body: { key: key(), ...body }, says, seen: this.since };
    return once(act, (kept) => this.transmit(kept, type));
  }

  transmit(act, type) {
    return new Promise((done, failed) => {
      const timer = setTimeout(() => doubt(act), SLOW_MS);
      const asked = { act, type, done, failed, timer, sent: false };
      this.waiting.set(act.key, asked);
      if (this.socket.readyState === WebSocket.OPEN) this.send(asked);
      else doubt(act);
    });
  }

  send(asked) {
    if (!this.waiting.has(asked.act.key) || this.socket.readyState !== WebSocket.OPEN) return;
    const { act, type } = asked;
    asked.sent = true;
    this.socket.send(JSON.stringify({ type, ...act.body, ...(act.doubted ? { seen: act.seen } : {}) }));
  }

  offerSeed = (commitment) => this.ask("seed", { type: "offer seed", commitment }, "Your seed for the next shoe");
  /** Under a key of its own, so that two pages of one player reveal it once. */
  revealSeed = (shoe, seed, next, committed) =>
    this.ask("seed/reveal", { type: "reveal seed", key: `reveal-${shoe}-${committed.slice(0, 16)}`, shoe, seed, next }, "Your seed");
  do = (command) => this.ask("commands", { type: "do", command }, decisionLabel(command.action) || "Your last act");
  ready = (ready) => this.ask("ready", { type: "ready", ready }, "Ready");
  /** The act that is due, with the card that was drawn or the cents that were paid, where it needs one. */
  next = (told = {}) => this.ask("next", { type: "next", ...told }, "The act that was due");
}
