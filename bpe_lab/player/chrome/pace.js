/* Playing: a move now and then, faster or slower, and none while something covers the page. */

export const SPEEDS = [0.5, 1, 2, 4];
export const STEP_TIME = 1600;  // milliseconds
const HURRY = 3;

export class Pace {
  /** Milliseconds a step, at speed 1. */
  each = STEP_TIME;
  speed = 1;
  playing = false;
  /** Whether playing waits, as something covers the page. */
  held = false;

  /** @param {() => boolean} move  makes a move, and says whether another one is to follow
      @param {() => boolean} hurries  whether moves follow each other quickly here */
  constructor(move, hurries) {
    this.move = move;
    this.hurries = hurries;
  }

  start() {
    this.playing = true;
    this.schedule();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
  }

  hold(held) {
    this.held = held;
    this.schedule();
  }

  /** @param {number} speed  one of ``SPEEDS`` */
  change(speed) {
    this.speed = speed;
    this.schedule();
  }

  schedule() {
    clearTimeout(this.timer);
    if (!this.playing || this.held) return;
    const time = this.each / this.speed / (this.hurries() ? HURRY : 1);
    this.timer = setTimeout(() => this.move() && this.schedule(), time);
  }
}
