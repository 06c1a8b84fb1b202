// The live connection to a table: views and events in, commands out. A lost one is resumed where it broke.

import { key, Refusal, unreachable } from "./api.js";

const WAITS_MS = [300, 700, 1500, 3000, 6000];
const PING_MS = 15_000;
const PATIENCE_MS = 20_000;

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
      for (const { message } of this.waiting.values()) this.socket.send(message);
    });
    this.socket.addEventListener("message", (event) => this.receive(JSON.parse(event.data)));
    this.socket.addEventListener("close", () => this.lost());
  }

  lost() {
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
      this.over = true;
      if (message.reason === "served_elsewhere") location.reload();
      else this.changed("over", message);
    }
  }

  settle(answer) {
    const asked = this.waiting.get(answer.key);
    if (!asked) return;
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

  /** Sent again with the same key after a lost connection: the server does it once. */
  ask(asked) {
    const message = { key: key(), ...asked };
    return new Promise((done, failed) => {
      const timer = setTimeout(
        () => this.settle({ key: message.key, accepted: false, ...unreachable() }),
        PATIENCE_MS,
      );
      this.waiting.set(message.key, { message: JSON.stringify(message), done, failed, timer });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(JSON.stringify(message));
    });
  }

  do = (command) => this.ask({ type: "do", command });
  ready = (ready) => this.ask({ type: "ready", ready });
  /** The act that is due, with the card that was drawn or the cents that were paid, where it needs one. */
  next = (told = {}) => this.ask({ type: "next", ...told });
}
