/* What is known of questions and answers; `answer-bar.js` draws it. First the questions before a step, one after the
   other: what is answered, how often it was tried, and what is said to it. It compares keys that the recording
   holds, and knows nothing of what they mean. */

/** @import { Question, Recording, Scene, Text } from "../core/types.js" */

import { addRows, tellAnswered, watchRows } from "../core/progress.js";

/** How often one may try: till it is right, once, or twice where no exercise says otherwise.
    @type {Record<string, number>} */
const TRIES = { undo: Infinity, set_right: 1 };
const TRIES_ELSE = 2;
const SPOKEN = 8;  // positions
const FALSE_CLAIM = "fails";  // the key of a claim's judgment

/** @param {Question} question */
export const isFalseClaim = ({ right }) => right.includes(FALSE_CLAIM);

/** `errors`: at how many places an answer of several is wrong; `say` is about the first of them.
    @typedef {{state: "open" | "wrong" | "right" | "shown" | "set_right", say: Text | null, at: number[], errors?: number}} Verdict
    @type {Verdict} */
const OPEN = { state: "open", say: null, at: [] };

/** What came of a question: its name, its number before the step, and when it was asked.
    @typedef {{name: string, index: number, state: string, tries: number, since: number}} Settled */

/** A sentence with `{at}`, where it speaks of.
    @param {Text} say
    @param {number[]} at
    @returns {Text} */
const withPositions = ([key, values], at) => [key, { ...values, at: at.slice(0, SPOKEN).join(", ") + (at.length > SPOKEN ? ", …" : "") }];

/** What is remembered of a step's questions: the one at hand, how often it was tried, the last answer (the same once
    more is no other try), whether the reader wanted to go on without one, and what was said.
    @returns {{index: number, tries: number, last: string, urged: boolean, verdict: Verdict, since: number}} */
const unanswered = () => ({ index: 0, tries: 0, last: "", urged: false, verdict: OPEN, since: Date.now() });

/** What is said to a wrong answer: its own sentence, of cuts that of the first border at which it errs,
    of several that of the first of them, else one for all.
    @param {Question} question
    @param {string} key
    @returns {{say: Text | null, at?: number[], errors?: number}} */
function wrongAt({ wrong = {}, borders = {}, about = {}, by_position, right, other }, key) {
  if (Object.hasOwn(wrong, key)) return wrong[key];
  if (by_position) return wrongPositions(by_position, key, right[0]);
  const wrongMembers = differingMembers(about, key, right[0]);
  if (wrongMembers.length) return { say: about[wrongMembers[0]], errors: wrongMembers.length };
  const [answered, rightOnes] = [key, right[0]].map((each) => new Set(each.split(",")));
  const wrongBorders = Object.keys(borders).map(Number).sort((one, next) => one - next)
    .filter((border) => answered.has(String(border)) !== rightOnes.has(String(border)));
  return wrongBorders.length ? { say: borders[wrongBorders[0]], at: [wrongBorders[0]], errors: wrongBorders.length } : { say: other ?? null };
}

export class Answering {
  /** @type {Question[]} */
  questions = [];
  now = unanswered();
  /** Of an exercise, by step: who goes back and comes again goes on where they were. */
  steps = new Map();
  score = { first: 0, asked: 0 };
  /** The names of those that were not right at once.
      @type {string[]} */
  missed = [];
  /** Of claims: how many there are, and of the one that is wrong its number and whether it was seen. */
  claims = 0;
  /** @type {{number: number, seen: boolean} | undefined} */
  caught = undefined;
  /** Of claims, how many right ones were called wrong. */
  alarms = 0;

  /** @param {string | undefined} mend  what becomes of a wrong answer, in an exercise
      @param {(answer: Settled) => void} noteAnswer */
  constructor(mend = undefined, noteAnswer = () => {}) {
    this.mend = mend;
    this.noteAnswer = noteAnswer;
  }

  /** The questions before a step; none closes.
      @param {Question[]} questions
      @param {number | null} step */
  open(questions, step = null) {
    this.questions = questions;
    const remembered = this.mend && step != null ? this.steps.get(step) : undefined;
    this.now = remembered ?? unanswered();
    if (this.mend && step != null) this.steps.set(step, this.now);
  }

  /** @returns {Question | undefined} */
  get question() {
    return this.questions[this.now.index];
  }

  get verdict() {
    return this.now.verdict;
  }

  get isSettled() {
    return ["right", "shown", "set_right"].includes(this.verdict.state);
  }

  /** Whether an exercise marks the first answer, so that none is right at the first try alone. */
  get hasOneTry() {
    return this.mend === "set_right";
  }

  /** A judgment has but two answers. */
  get tries() {
    if (this.question?.kind === "judge") return 1;
    return this.mend ? TRIES[this.mend] : TRIES_ELSE;
  }

  /** Mark an answer, by its key.
      @param {string} key */
  give(key) {
    const { question } = this;
    if (!question || this.isSettled || key === this.now.last) return;
    this.now.last = key;
    this.now.tries += 1;
    if (question.right.includes(key)) return this.settle("right", null);
    const { say, at = [], errors } = wrongAt(question, key);
    const isLast = this.now.tries >= this.tries;
    // Advice is of no use any more where it is said what holds.
    const spoken = say && !(isLast && question.because && say === question.other) ? withPositions(say, at) : null;
    if (isLast) this.settle(this.hasOneTry ? "set_right" : "shown", spoken, errors);
    else this.now.verdict = { state: "wrong", say: spoken, at, errors };
  }

  /** The answer to this question alone, without a mark. */
  show() {
    if (this.question && !this.isSettled) this.settle("shown", null);
  }

  settle(state, say, /** @type {number | undefined} */ errors = undefined) {
    this.now.verdict = { state, say, at: [], errors };
    const isFirst = state === "right" && this.now.tries === 1;
    this.score = { first: this.score.first + Number(isFirst), asked: this.score.asked + 1 };
    const name = this.question?.name ?? "";
    if (this.question && isFalseClaim(this.question)) this.caught = { number: this.score.asked, seen: isFirst };
    if (!isFirst) this.missed.push(name);
    const { index, tries, since } = this.now;
    if (!isFirst && tries && this.question && !isFalseClaim(this.question)) this.alarms += 1;
    this.noteAnswer({ name, index, state, tries, since });
  }

  /** To the next question; false where there is none left to ask. */
  next() {
    if (this.now.index + 1 >= this.questions.length) return false;
    Object.assign(this.now, unanswered(), { index: this.now.index + 1 });
    return true;
  }
}

/* How several things make one answer: in one order, whatever the order in which they were picked. */

const BETWEEN = ";";

/** The numbers in a name such as `101,115:-1`, which is what its place among others goes by. */
const numbersOf = (name) => (name.match(/\d+/g) ?? []).map(Number);

/** @param {string} one
    @param {string} other */
function inOrder(one, other) {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  const differing = first.findIndex((number, place) => number !== second[place]);
  return differing < 0 ? Number(one > other) - Number(one < other) : first[differing] - (second[differing] ?? -1);
}

/** The key of an answer with these members, each once; nothing of none.
    @param {Iterable<string>} members */
export const keyOfMembers = (members) => [...new Set(members)].sort(inOrder).join(BETWEEN);

/** @param {string} key
    @returns {string[]} */
export const membersOf = (key) => key.split(BETWEEN).filter(Boolean);

/** The members, by their beginning before the colon, at which an answer is not as the right one, in their order.
    @param {Record<string, unknown>} about  what is said of each member that is offered
    @param {string} key
    @param {string} right
    @returns {string[]} */
function differingMembers(about, key, right) {
  const [answered, wanted] = [key, right].map((each) => new Map(membersOf(each).map((member) => [beginning(member), member])));
  return Object.keys(about).sort(inOrder).filter((name) => answered.get(name) !== wanted.get(name));
}

/** What is said to positions that are not the right ones: of the first group with a wrong one among them, else of wrong
    ones elsewhere, else how many are missing.
    @param {import("../core/types.js").PositionReasons} reasons
    @param {string} key
    @param {string} right
    @returns {{say: import("../core/types.js").Text, at: number[]}} */
function wrongPositions({ groups, elsewhere, missing }, key, right) {
  const [answered, wanted] = [key, right].map((each) => each.split(",").map(Number));
  const wrong = answered.filter((position) => !wanted.includes(position));
  for (const [positions, say] of groups) {
    const at = wrong.filter((position) => positions.includes(position));
    if (at.length) return { say, at };
  }
  if (wrong.length) return { say: elsewhere, at: wrong };
  return { say: [missing[0], { ...missing[1], missing: wanted.length - answered.length }], at: [] };
}

const beginning = (member) => member.split(":")[0];

/* How one is asked along a walk: not at all, to think, or to answer. Presenting has a way of its own, and every
   scene of a lesson, for as long as the window stays. */

/** @typedef {"off" | "think" | "answer"} Way */
/** @typedef {Record<string, Way>} Ways */

/** @type {Ways} */
const USUAL = { page: "off", present: "think" };
/** @type {Ways} */
const NEVER = { page: "off", present: "off" };

/** The ways of scenes where the reader has switched them, by the scene's name.
    @type {Map<string, Ways>} */
const switched = new Map();

/** @param {Scene} scene
    @param {Recording} recording
    @returns {Ways} */
function byMode({ mode }, { steps }) {
  const isMarked = steps.some(({ questions }) => Array.isArray(questions) && questions.length > 0);
  return mode === "predict" ? { ...USUAL, page: isMarked ? "answer" : "think" } : NEVER;
}

export class Asks {
  ways = { ...USUAL };

  /** @param {() => boolean} presents  whether the walk is presented now */
  constructor(presents) {
    this.presents = presents;
  }

  get place() {
    return this.presents() ? "present" : "page";
  }

  get way() {
    return this.ways[this.place];
  }

  /** As the reader has switched it in a scene, else as its mode says; outside scenes as usual.
      @param {Scene | undefined} scene
      @param {Recording} recording */
  enter(scene, recording) {
    this.ways = { ...(scene ? switched.get(scene.name) ?? byMode(scene, recording) : USUAL) };
  }

  /** Be asked this way; a scene asks so whenever it is opened again.
      @param {Way} way
      @param {Scene | undefined} [scene] */
  choose(way, scene) {
    this.ways[this.place] = way;
    if (scene) switched.set(scene.name, { ...this.ways });
  }

  /** The way after the present one, round those that a walk has.
      @param {{last: number, asked: (from: number, to: number) => number | undefined, quizzed: (from: number, to: number) => number | undefined}} routes
      @returns {Way} */
  following({ last, asked, quizzed }) {
    /** @type {(Way | false)[]} */
    const all = ["off", asked(0, last) !== undefined && "think", quizzed(0, last) !== undefined && "answer"];
    const ways = all.filter((way) => way !== false);
    return ways[(ways.indexOf(this.way) + 1) % ways.length];
  }
}

/* How far one has come in an exercise: what is answered, what is closed until it is, and whether anything is asked
   still. */

export class ExerciseProgress {
  /** The steps whose questions are answered.
      @type {Set<number>} */
  answered = new Set();
  /** Whether the answers were asked for. */
  free = false;
  /** Of claims, whether the one that is wrong is known. */
  isFound = false;

  /** @param {Recording} recording  of an exercise or of none */
  constructor({ exercise, steps }) {
    this.exercise = exercise;
    this.steps = steps;
  }

  /** Whether there is an exercise that asks still. */
  get isAsking() {
    return Boolean(this.exercise) && !this.free && !this.isFound;
  }

  /** The first step whose questions are not answered yet; what lies there and beyond is closed. */
  get frontier() {
    if (!this.isAsking) return undefined;
    const next = this.steps.findIndex(({ questions = [] }, step) => questions.length > 0 && !this.answered.has(step));
    return next < 0 ? undefined : next;
  }

  /** How many claims are made, one of them wrong; else 0. */
  get claims() {
    const questions = this.exercise ? this.steps.flatMap(({ questions = [] }) => questions) : [];
    return questions.some(isFalseClaim) ? questions.length : 0;
  }

  /** The step of the claim that is wrong, if there is one. */
  get wrongClaim() {
    const wrong = this.steps.findIndex(({ questions = [] }) => questions.some(isFalseClaim));
    return wrong < 0 ? undefined : wrong;
  }
}

/* What came of the exercise at hand, for as long as its window is open: a page that is loaded anew, or that one comes
   back to, goes on with it. */

const NAME = "bpe-lab:exercise";

/** @param {import("./walking.js").Walking} walking */
export function keepAnswers({ recording, answering, progress }) {
  const { score, missed, caught, alarms, steps } = answering;
  const { answered, free, isFound } = progress;
  const answers = { score, missed, caught, alarms, steps: [...steps], answered: [...answered], free, isFound };
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ recording: recording.id, answers }));
  } catch {
    // A browser that stores nothing here forgets them with the page.
  }
}

/** Go on with what is kept of this recording.
    @param {import("./walking.js").Walking} walking */
export function takeUpAnswers(walking) {
  const answers = answersOf(walking.recording.id);
  if (!answers) return;
  const { score, missed, caught, alarms, steps, answered, free, isFound } = answers;
  Object.assign(walking.answering, { score, missed, caught, alarms, steps: new Map(steps) });
  Object.assign(walking.progress, { answered: new Set(answered), free, isFound });
}

/** @param {string} recording  its id
    @returns {any} */
function answersOf(recording) {
  try {
    const stored = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return stored?.recording === recording ? stored.answers : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAnswers() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing is kept.
  }
}

/* Notes every answer once it is settled, for the reader's own progress; nothing else is ever written. */

/** An answer as a page that has no progress hears of it: `index` is the question's number before its step.
    @typedef {{recording: string, step: number, index: number, kind: string, isFirst: boolean, seconds: number}} Noted */

const MOST_SECONDS = 86_400;
/** The questions that were noted on this page: who goes back and answers again has seen the answer.
    @type {Set<string>} */
const notedBefore = new Set();
/** The scenes in which an answer was tried: one that was only shown its answers is not answered.
    @type {Set<string>} */
const tried = new Set();
let isWatching = false;

/** @param {{data: {page?: string}, walking: any, noted?: (answer: Noted) => void}} player
    @param {Settled} answer */
export function noteAnswer({ data: { page }, walking, noted }, answer) {
  const { recording, question: step, scene } = walking;
  if (noted) return noted(notedOf(recording.id, step, answer));
  noteRow(page, recording, step, answer);
  if (scene && isAnswered(walking, answer)) tellAnswered(scene.name);
}

/** Whether a scene is answered by now: an exercise once all of its questions are, else by the last that it asks. */
function isAnswered({ exercise, recording: { steps }, question, scene, answering: { caught, score } }, { tries, index }) {
  if (exercise) return Boolean(caught) || score.asked >= questionsOf(steps);
  if (tries > 0) tried.add(scene.name);
  const isLast = index + 1 === steps[question].questions.length && !questionsOf(steps.slice(question + 1, (scene.ends ?? steps.length) + 1));
  return isLast && tried.has(scene.name);
}

const questionsOf = (steps) => steps.reduce((sum, { questions = [] }) => sum + questions.length, 0);

/** Add a row to the reader's progress. */
function noteRow(page, recording, step, answer) {
  const question = JSON.stringify([recording.id, step, answer.index]);
  if (!page || !answer.name || notedBefore.has(question)) return;
  notedBefore.add(question);
  if (!isWatching) watchRows(() => {});
  isWatching = true;
  addRows([rowOf(page, recording.exercise, step, answer)]);
}

/** @param {string} page
    @param {any} exercise
    @param {number | null} step
    @param {Settled} answer */
const rowOf = (page, exercise, step, { name, state, tries, since }) => ({
  exercise: exercise?.kind ?? `predict.${page}`,
  generator: exercise?.generator ?? 0,
  seed: exercise?.seed ?? "",
  level: exercise?.level ?? 0,
  script: exercise?.script ?? "",
  step: step ?? 0,
  kind: name,
  first_try: isFirstTry(state, tries),
  tries,
  shown: state !== "right",
  seconds: secondsSince(since),
  at: Date.now(),
});

/** @param {string} recording
    @param {number | null} step
    @param {Settled} answer
    @returns {Noted} */
const notedOf = (recording, step, { name, index, state, tries, since }) =>
  ({ recording, step: step ?? 0, index, kind: name, isFirst: isFirstTry(state, tries), seconds: secondsSince(since) });

const isFirstTry = (state, tries) => state === "right" && tries === 1;
const secondsSince = (since) => Math.min(Math.max(Math.round((Date.now() - since) / 100) / 10, 0), MOST_SECONDS);
