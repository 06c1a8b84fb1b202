// Shows what happened one act after another, at the pace of the house. Later messages wait their turn.

import { after } from "./scene.js";

const TOO_FAR_BEHIND = 2;

export class Playback {
  /** `show(scene, event)` for each act, `rest(message)` once everything has been shown. */
  constructor({ show, rest }) {
    Object.assign(this, { show, rest, queue: [], running: false, scene: null, hurried: false });
  }

  push(message) {
    this.queue.push(message);
    if (!this.running) this.run();
  }

  /** Shows the rest at once. */
  hurry() {
    this.hurried = this.running;
    this.wake?.();
  }

  async run() {
    this.running = true;
    while (this.queue.length) {
      const message = this.queue.shift();
      if (this.scene) await this.play(message);
      this.scene = message.view;
      if (!this.queue.length) this.hurried = false;
      this.rest(message, this.queue.length > 0);
    }
    this.running = false;
  }

  async play(message) {
    for (const event of message.events) {
      if (event.after_s) await this.wait(event.after_s * 1000);
      this.scene = after(this.scene, event);
      this.show(this.scene, event);
    }
  }

  wait(pause_ms) {
    if (this.hurried || document.hidden || this.queue.length > TOO_FAR_BEHIND) return null;
    return new Promise((done) => {
      const timer = setTimeout(done, pause_ms);
      this.wake = () => {
        clearTimeout(timer);
        done();
      };
    });
  }
}
