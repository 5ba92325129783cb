/* Where one is in a walk, and how one goes on: by hand or by playing, by steps or by groups, past
   questions and as far as marks. What is drawn of it belongs to its player. */

/** @import { Recording } from "../core/types.js" */

import { Answering } from "./answering.js";
import { isMarked } from "./marks.js";
import { keepPlace, placeIn } from "./places.js";
import { makeRoutes, matchingStep } from "./routes.js";

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_TIME = 1600;
const TOLD = { off: "player.ask_no_more", think: "player.ask_first", answer: "player.ask_answer" };

/** What a walk tells its player: a step is to be drawn, where one is now, the controls are to be drawn, what a
    key has switched, playing has ended; and what it asks: whether the player presents.
    @typedef {{drawStep: (still: boolean) => void, moved: () => void, drawControls: () => void,
      tell: (key: string) => void, announce: () => void, presents: () => boolean}} Face */

export class Walking {
  /** @type {Recording} */
  recording = /** @type {any} */ (null);
  /** @type {any} */
  routes = undefined;
  step = 0;
  /** The step that an open question asks for.
      @type {number | null} */
  question = null;
  speed = 1;
  playing = false;
  dragging = false;
  byGroup = false;
  /** The kinds of marks to stop at.
      @type {Set<string>} */
  stops = new Set();
  /** How one is asked: not at all, to think, or to answer.
      @type {Record<string, "off" | "think" | "answer">} */
  asks = { page: "off", present: "think" };
  answering = new Answering();

  /** @param {Face} face */
  constructor(face) {
    this.face = face;
  }

  /** Another recording: where the reader stood, else at the step that is asked for, else where it starts.
      @param {Recording} recording
      @param {string | number | null | undefined} step
      @param {Recording | null} earlier */
  open(recording, step, earlier) {
    const matching = matchingStep(earlier, this.step, recording);
    this.recording = recording;
    this.routes = makeRoutes(recording);
    this.question = null;
    const asked = step == null ? this.routes.start : Number(step) || 0;
    this.step = this.routes.clamped(matching ?? placeIn(recording.id) ?? asked);
    keepPlace(recording.id, this.step);
  }

  /** Go to a step. A single step moves; a jump is there at once. */
  go(step, question = null) {
    const wanted = this.routes.clamped(step);
    const still = this.dragging || Math.abs(wanted - this.step) !== 1;
    this.step = wanted;
    keepPlace(this.recording.id, wanted);
    this.question = question;
    this.answering.open(question != null && this.answers ? this.recording.steps[question].questions ?? [] : []);
    this.face.drawStep(still);
    this.face.moved();
  }

  /** One move on, by hand or by playing. A step that answers a question is asked for first. */
  forward(byGroup, stops) {
    if (this.isAsking(true)) return;
    const { step, routes } = this;
    const end = byGroup ? routes.groupEnd(step) : routes.clamped(step + 1);
    this.onTo(stops?.size ? Math.min(end, routes.nextMarked(step, stops) ?? end) : end);
  }

  /** To where the work at the next place begins, or to the question before it. */
  nextPlace() {
    const place = this.routes.nextPlace(this.step);
    if (place !== undefined && !this.isAsking()) this.onTo(place);
  }

  /** On to a step, as far as the question that is asked on the way. */
  onTo(target) {
    const { step, routes } = this;
    const asked = this.answers ? routes.quizzed(step, target) : this.asking ? routes.asked(step, target) : undefined;
    if (asked === undefined || asked === this.question) this.go(target);
    else this.go(asked - 1, asked);
  }

  /** Whether a question holds one back: one that is open, or the next before the same step. */
  isAsking(mayShow = false) {
    const { answering } = this;
    if (!answering.question) return false;
    if (!answering.isSettled) this.urge(mayShow);
    else if (!answering.next()) return false;
    this.face.drawStep(true);
    return true;
  }

  /** Answer first; a second step on shows the answer, since a clicker has no other key. */
  urge(mayShow) {
    const { answering } = this;
    if (mayShow && answering.urged) return answering.show();
    answering.urged = true;
    this.face.tell("player.answer.first");
  }

  /** One move back never asks; from an open question it leads to what is shown, without the question. */
  back(byGroup) {
    const here = this.question ?? this.step;
    this.go(byGroup ? this.routes.groupEndBefore(here) : here - 1);
  }

  /** Where one asks; presenting has its own answer. */
  get place() {
    return this.face.presents() ? "present" : "page";
  }

  get asking() {
    return this.asks[this.place] !== "off";
  }

  get answers() {
    return this.asks[this.place] === "answer";
  }

  /** Round the ways of being asked that this walk has. */
  toggleAsking() {
    const { last, asked, quizzed } = this.routes;
    /** @type {("off" | "think" | "answer" | false)[]} */
    const all = ["off", asked(0, last) !== undefined && "think", quizzed(0, last) !== undefined && "answer"];
    const ways = all.filter((way) => way !== false);
    this.asks[this.place] = ways[(ways.indexOf(this.asks[this.place]) + 1) % ways.length];
    if (this.question == null) this.face.drawControls();
    else this.go(this.step);
    this.face.tell(TOLD[this.asks[this.place]]);
  }

  moveBy(group) {
    this.byGroup = group;
    this.face.drawControls();
    this.face.tell(group ? "player.by_group" : "player.by_step");
  }

  stopAt(kind, on) {
    this.stops = new Set(on ? [...this.stops, kind] : [...this.stops].filter((each) => each !== kind));
    this.face.drawControls();
  }

  scrub(step, dragging) {
    this.pause();
    this.dragging = dragging;
    this.go(step);
  }

  play() {
    if (this.isAsking()) return;
    this.playing = true;
    if (this.question != null) this.forward(this.byGroup, this.stops);
    else if (this.atEnd()) this.go(0);
    this.schedule();
    this.face.drawControls();
  }

  pause() {
    if (!this.playing) return;
    this.stop();
    this.face.drawControls();
    this.face.announce();
  }

  stop() {
    this.playing = false;
    clearTimeout(this.timer);
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.tick(), STEP_TIME / this.speed);
  }

  tick() {
    this.forward(this.byGroup, this.stops);
    if (!this.playing) return;  // A step that could not be drawn has stopped it.
    if (this.question != null || this.atEnd() || this.atStop()) this.pause();
    else this.schedule();
  }

  setSpeed(index) {
    this.speed = SPEEDS[index];
    this.schedule();
    this.face.drawControls();
  }

  atEnd() {
    return this.step === this.routes?.last;
  }

  atStop() {
    const { stops, question, step } = this;
    return stops.size > 0 && question == null && isMarked(this.recording.steps[step], stops);
  }

  /** To a step, if there is one. */
  to(step) {
    if (step !== undefined) this.go(step);
  }
}
