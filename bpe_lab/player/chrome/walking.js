/* Where one is in a walk, and how one goes on: by hand or by playing, by steps or by groups, past questions and as far
   as marks. It touches no element: `player.js` draws what it says, and tells it of keys and of the page. */

/** @import { Recording, Scene, Text } from "../core/types.js" */
/** @import { Settled } from "./answering.js" */

import { Answering, Asks, ExerciseProgress, forgetAnswers, keepAnswers, takeUpAnswers } from "./answering.js";
import { isMarked, makeRoutes, matchingStep } from "./routes.js";

const ASKING_TEXTS = { off: "player.ask_no_more", think: "player.ask_first", answer: "player.ask_answer" };

/** What a walk tells its player: a step is to be drawn, where one is now, the controls are to be drawn, what a
    key has switched, playing has ended; and what it asks: whether the player presents.
    @typedef {{drawStep: (still: boolean) => void, moved: () => void, drawControls: () => void,
      tell: (key: string) => void, tellAsking: (key: string, step: number | undefined) => void, announce: () => void, noteAnswer: (answer: Settled) => void, presents: () => boolean}} Face */

export class Walking {
  /** @type {Recording} */
  recording = /** @type {any} */ (null);
  /** @type {any} */
  routes = undefined;
  step = 0;
  /** The scene of a lesson, while one runs.
      @type {Scene | undefined} */
  scene = undefined;
  /** The step that an open question asks for.
      @type {number | null} */
  question = null;
  dragging = false;
  byGroup = false;
  /** The kinds of marks to stop at.
      @type {Set<string>} */
  stops = new Set();
  answering = new Answering();
  progress = new ExerciseProgress(/** @type {any} */ ({ steps: [] }));

  /** The step at which playing ends, where not at the last one.
      @type {number | undefined} */
  until = undefined;

  /** Whether a link has led into the midst of the walk, where it still stands. */
  isAmidst = false;

  /** Whether it is shown for the first time, from its start on. */
  isFresh = false;

  /** @param {Face} face */
  constructor(face) {
    this.face = face;
    this.asks = new Asks(face.presents);
    this.pace = new Pace(() => this.playOn(), () => this.step < this.routes.prelude);
  }

  /** Another recording: where the reader stood, else at the step that is asked for, else where it starts.
      @param {Recording} recording
      @param {string | number | null | undefined} step
      @param {Recording | null} earlier */
  open(recording, step, earlier) {
    const matching = matchingStep(earlier, this.step, recording);
    this.recording = recording;
    this.routes = makeRoutes(recording);
    this.pace.each = recording.pace ?? STEP_TIME;
    this.askAnew();
    if (recording.exercise) takeUpAnswers(this);
    const linked = step == null ? this.routes.start : Number(step) || 0;
    const remembered = matching ?? placeIn(recording.id);
    this.step = this.allowed(remembered ?? linked);
    this.isFresh = remembered === undefined && step == null;
    this.isAmidst = remembered === undefined && step != null && !this.scene && !recording.exercise && this.step !== this.routes.start;
    keepPlace(recording.id, this.step, this.scene?.name);
  }

  /** No question of this recording is answered. */
  askAnew() {
    this.question = null;
    this.answering = new Answering(this.exercise?.mend, (answer) => {
      this.face.noteAnswer(answer);
      this.keep();
    });
    this.progress = new ExerciseProgress(this.recording);
    this.answering.claims = this.progress.claims;
  }

  /** Keep what came of an exercise so far. */
  keep() {
    if (this.exercise && (this.answering.score.asked || this.progress.free)) keepAnswers(this);
  }

  /** The same exercise once more. */
  again() {
    forgetAnswers();
    this.askAnew();
    this.go(this.routes.start);
  }

  /** Be in a scene from now on, which asks as its mode says: whether it is another one, and where it was left if one
      comes back to it.
      @param {Scene | undefined} scene
      @param {Recording} recording */
  enter(scene, recording) {
    const isOther = scene?.name !== this.scene?.name;
    if (isOther) {
      this.pause();
      this.asks.enter(scene, recording);
    }
    this.scene = scene;
    return { isNew: isOther && Boolean(scene), left: isOther && scene ? placeIn(inScene(scene.name, recording.id)) : undefined };
  }

  /** Be where a scene was left, or where it begins: a question with which it begins and that was left open stands again,
      after a reload as well, whose address says the step before it.
      @param {string | number | null | undefined} step
      @param {number | undefined} left
      @param {boolean} arrives */
  stand(step, left, arrives) {
    if (left === undefined && !arrives) return;
    const linked = Number(step ?? this.routes.start);
    const begins = this.scene?.begins ?? linked;
    if ((left ?? linked) === begins - 1 && this.asksBefore(begins)) this.arrive(begins);
    else if (left !== undefined) this.go(left);
    else this.arrive(linked);
  }

  /** Go to a step. A single step moves; a jump is there at once. A link may lead into the midst. */
  go(step, /** @type {number | null} */ question = null, byLink = false) {
    const target = this.allowed(step);
    if (target < this.routes.clamped(step)) question = this.frontier ?? null;
    const still = this.dragging || Math.abs(target - this.step) !== 1;
    this.step = target;
    this.isAmidst = byLink && target !== this.routes.start;
    keepPlace(this.recording.id, target, this.scene?.name);
    this.question = question;
    this.answering.open(question != null && this.answers ? this.recording.steps[question].questions ?? [] : [], question);
    this.keep();
    this.face.drawStep(still);
    this.face.moved();
  }

  /** To where a link leads, or to the question before it. */
  arrive(step) {
    if (this.asksBefore(step)) this.go(step - 1, step);
    else this.go(step, null, !this.scene);
  }

  /** Whether a scene that begins at a step asks for it first: one to predict, where the step answers a question. */
  asksBefore(step) {
    const { routes, scene } = this;
    const asked = this.answers ? routes.quizzed(step - 1, step) : routes.asked(step - 1, step);
    return scene?.mode === "predict" && this.asking && asked === step && step > 0;
  }

  /** One move on, by hand or by playing. A step that answers a question is asked for first. */
  forward(byGroup, stops) {
    if (this.isAsking(true)) return;
    const { step, routes } = this;
    const from = this.answers ? Math.max(step, routes.prelude) : step;  // what one answers comes behind it
    const there = byGroup ? routes.groupEnd(step) : routes.clamped(from + 1);
    const ends = this.scene?.ends ?? there;
    const end = step < ends ? Math.min(there, ends) : there;
    this.onTo(stops?.size ? Math.min(end, routes.nextMarked(step, stops) ?? end) : end);
  }

  /** On by a clicker: a press plays a prelude, which is one thing in many steps, and another one ends it. */
  pageForward() {
    const { playing, routes, step, turnsByGroup } = this;
    this.pause();
    if (turnsByGroup || this.answers || step >= routes.prelude) return this.forward(turnsByGroup);
    if (playing) return this.go(routes.prelude);
    this.forward(false);
    if (this.step < routes.prelude) this.play(routes.prelude);
  }

  /** Back by a clicker, and over a prelude at once. */
  pageBack() {
    this.pause();
    if (this.question == null && this.step <= this.routes.prelude) this.go(0);
    else this.back(this.turnsByGroup);
  }

  /** To where the work at the next place begins, or to the question before it. */
  nextPlace() {
    const place = this.routes.nextPlace(this.step);
    if (place !== undefined && !this.isAsking()) this.onTo(place);
  }

  /** Of an exercise, to its next question, past what is shown before it; after the last one, to its end. */
  nextQuestion() {
    const next = this.exercise ? this.frontier : this.nextQuizzed;
    if (next === undefined) this.go(this.routes.last);
    else if (!this.isAsking()) this.onTo(next);
  }

  /** The next step before which one is asked to answer, in a scene as far as that goes. */
  get nextQuizzed() {
    return this.routes.quizzed(this.step, this.scene?.ends ?? this.routes.last);
  }

  /** Where it leads on from between two questions: to the next one, or to an exercise's result.
      @type {"onward" | "finish" | null} */
  get wayOn() {
    const { exercise, question, answers, frontier, progress } = this;
    if (question != null) return null;
    // A hall goes on by its clicker.
    if (!exercise) return answers && this.asks.place === "page" && this.nextQuizzed !== undefined ? "onward" : null;
    if (this.atTask || progress.free || this.isOver) return null;
    return frontier === undefined ? "finish" : "onward";
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
    else if (answering.caught) {
      this.progress.isFound = true;
      this.go(this.routes.last);
      return true;
    } else if (!answering.next()) {
      if (this.question != null) this.progress.answered.add(this.question);
      return false;
    }
    this.face.drawStep(true);
    return true;
  }

  /** Answer first; a second step on shows the answer, since a clicker has no other key. */
  urge(mayShow) {
    const { answering } = this;
    if (mayShow && answering.now.urged && !this.exercise) return answering.show();
    answering.now.urged = true;
    this.face.tell(`player.answer.${this.exercise ? "first" : "once_more"}`);
  }

  /** Whether a clicker moves by groups: a film has more steps than anybody presses. */
  get turnsByGroup() {
    return this.byGroup || Boolean(this.recording.pace);
  }

  /** One move back never asks; from an open question it leads to what is shown, without the question. */
  back(byGroup) {
    const here = this.question ?? this.step;
    this.go(byGroup ? this.routes.groupEndBefore(here) : here - 1);
  }

  get asking() {
    return this.exercise ? this.answers : this.asks.way !== "off";
  }

  get answers() {
    return this.exercise ? this.progress.isAsking : this.asks.way === "answer";
  }

  /** What is said here: the step's sentence, or the open question whose answer is the next step.
      @returns {Text} */
  get sentence() {
    const { answering, question, recording: { steps }, step } = this;
    if (answering.question) return answering.question.ask;
    if (this.atTask) return /** @type {any} */ (this.exercise).task;
    return question == null ? steps[step].say : /** @type {Text} */ (steps[question].ask);
  }

  /** What the address calls the present step and the one where the walk starts.
      @type {[step: number, start: number]} */
  get numbers() {
    const { numberOf, start } = this.routes;
    return [numberOf(this.step), numberOf(start)];
  }

  /** What this walk is an exercise of, if it is one. */
  get exercise() {
    return this.recording?.exercise;
  }

  /** Of an exercise, the first step that is closed. */
  get frontier() {
    return this.progress.frontier;
  }

  /** The step that one comes to on the way to another. */
  allowed(step) {
    const wanted = this.routes.clamped(step);
    return this.frontier === undefined ? wanted : Math.min(wanted, this.frontier - 1);
  }

  /** The step whose answers are hidden: the one that is asked for, or the next of an exercise. */
  get veiled() {
    return this.question ?? (this.frontier === this.step + 1 ? this.frontier : null);
  }

  /** Whether an exercise says what is to be done: before it is begun. */
  get atTask() {
    return Boolean(this.exercise) && !this.progress.free && this.step === this.routes.start && this.question == null;
  }

  /** Whether an exercise is done, with a score or without. */
  get isOver() {
    return Boolean(this.exercise) && this.atEnd() && this.frontier === undefined;
  }

  /** Whether nothing comes before what is shown, and whether nothing comes after it; in a scene, nothing of it. */
  get isBeforeAll() {
    return (this.question ?? this.step) <= (this.scene?.begins ?? 0);
  }

  get isDone() {
    if (this.scene?.ends != null && this.step >= this.scene.ends && this.question == null) return true;
    return this.exercise && !this.progress.free ? this.isOver : this.atEnd() && this.question == null;
  }

  /** From the end of an exercise back: to the claim that was wrong, else by a step. */
  lookBack() {
    const { wrongClaim } = this.progress;
    if (wrongClaim === undefined) this.back(false);
    else this.go(wrongClaim);
  }

  /** All answers of an exercise are open from here on; it ends without a score. */
  setFree() {
    const here = this.question ?? this.step;
    this.progress.free = true;
    this.go(here);
    this.face.tell("player.exercise.free");
  }

  /** Whether this walk has questions that its reader may want or not. */
  get canAsk() {
    const { exercise, routes } = this;
    return !exercise && [routes.asked, routes.quizzed].some((next) => next(0, routes.last) !== undefined);
  }

  /** Round the ways of being asked that this walk has. */
  toggleAsking() {
    this.askBy(this.asks.following(this.routes));
  }

  askNoMore() {
    this.askBy("off");
  }

  /** The step that one is asked for next, if there is one. */
  get nextAsked() {
    const { routes, step } = this;
    const next = this.answers ? routes.quizzed : this.asking ? routes.asked : undefined;
    return next?.(step, routes.last);
  }

  /** @param {import("./answering.js").Way} way  of being asked */
  askBy(way) {
    this.asks.choose(way, this.scene);
    if (this.question != null) this.go(this.step);
    this.face.drawControls();
    this.face.tellAsking(ASKING_TEXTS[way], this.nextAsked);
  }

  /** On to the next question, to be answered, as a link asks for it. */
  askNext() {
    const { step, routes } = this;
    if (this.exercise || routes.quizzed(step, routes.last) === undefined) return;
    this.asks.choose("answer");
    this.onTo(routes.last);
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

  get playing() {
    return this.pace.playing;
  }

  get speed() {
    return this.pace.speed;
  }

  /** @param {number} [until]  the step to end at */
  play(until) {
    if (this.isAsking()) return;
    this.until = until;
    this.pace.start();
    if (this.question != null) this.forward(this.byGroup, this.stops);
    else if (this.atEnd()) this.go(0);
    this.face.drawControls();
  }

  pause() {
    if (!this.playing) return;
    this.pace.stop();
    this.face.drawControls();
    this.face.announce();
  }

  /** A move of playing; whether another one is to follow. */
  playOn() {
    this.forward(this.byGroup, this.stops);
    if (this.question != null || this.atEnd() || this.atStop() || this.step === this.until || this.step === this.scene?.ends) this.pause();
    return this.playing;  // A step that could not be drawn has stopped it, too.
  }

  setSpeed(index) {
    this.pace.change(SPEEDS[index]);
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

/* Playing: a move now and then, faster or slower, and none while something covers the page. */

export const SPEEDS = [0.5, 1, 2, 4];
const STEP_TIME = 1600;  // milliseconds
const HURRY = 3;

class Pace {
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

/* Where the reader stood in each walk, for as long as the window stays: another page and the way
   back, or another text and the first one again, lead to the same step. */

/** @type {Map<string, number>} */
const places = new Map();

/** @param {string} recording  its id
    @returns {number | undefined} */
const placeIn = (recording) => places.get(recording);

/** @param {string} recording
    @param {number} step
    @param {string} [scene]  of a lesson: several of them may show one walk, each at a place of its own */
function keepPlace(recording, step, scene) {
  places.set(recording, step);
  if (scene) places.set(inScene(scene, recording), step);
}

/** A walk as a scene shows it. */
const inScene = (scene, recording) => `${scene} ${recording}`;

let opened = 0;

/** Whether a link asks for a moment, as its number says, to which nobody has gone yet.
    @param {number | undefined} opening */
export function isNewOpening(opening) {
  const isNew = Boolean(opening) && opening !== opened;
  if (isNew) opened = Number(opening);
  return isNew;
}
