// The countdown: a ring and a number, from the time the server said was left.

import { $ } from "./dom.js";

export class Countdown {
  constructor(svg) {
    this.svg = svg;
    setInterval(() => this.draw(), 250);
  }

  set(clock) {
    this.clock = clock;
    this.until = clock ? performance.now() + clock.left_s * 1000 : 0;
    this.draw();
  }

  draw() {
    this.svg.toggleAttribute("hidden", !this.clock);
    if (!this.clock) return;
    const left_s = Math.max(0, (this.until - performance.now()) / 1000);
    $(".left", this.svg).setAttribute(
      "stroke-dashoffset",
      String(100 - 100 * Math.min(1, left_s / (this.clock.of_s || 1))),
    );
    $("text", this.svg).textContent = String(Math.ceil(left_s));
    this.svg.classList.toggle("late", left_s < 5);
    this.svg.setAttribute(
      "aria-label",
      `${Math.ceil(left_s)} seconds left: ${this.clock.what}${this.clock.who ? `, ${this.clock.who}` : ""}`,
    );
  }
}
