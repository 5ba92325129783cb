/* Playing: a move now and then, faster or slower, and none while something covers the page. */

export const SPEEDS = [0.5, 1, 2, 4];
export const STEP_TIME = 1600;  // milliseconds

export class Pace {
  /** Milliseconds a step, at speed 1. */
  each = STEP_TIME;
  speed = 1;
  playing = false;
  /** Whether playing waits, as something covers the page. */
  held = false;

  /** @param {() => boolean} move  makes a move, and says whether another one is to follow */
  constructor(move) {
    this.move = move;
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
    if (this.playing && !this.held) this.timer = setTimeout(() => this.move() && this.schedule(), this.each / this.speed);
  }
}
