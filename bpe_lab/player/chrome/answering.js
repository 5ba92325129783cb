/* The questions before a step, one after the other: what is answered, how often it was tried, and what is said to it.
   It compares keys that the recording holds, and knows nothing of what they mean. */

/** @import { Question, Text } from "../core/types.js" */

import { unlikeMembers, wrongPositions } from "./answer-keys.js";

/** How often one may try: till it is right, once, or twice where no exercise says otherwise.
    @type {Record<string, number>} */
const TRIES = { undo: Infinity, set_right: 1 };
const TRIES_ELSE = 2;
const SPOKEN = 8;  // positions
const FALSE_CLAIM = "fails";  // the key of a claim's judgement

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
const anew = () => ({ index: 0, tries: 0, last: "", urged: false, verdict: OPEN, since: Date.now() });

/** What is said to a wrong answer: its own sentence, of cuts that of the first border at which it errs,
    of several that of the first of them, else one for all.
    @param {Question} question
    @param {string} key
    @returns {{say: Text | null, at?: number[], errors?: number}} */
function wrongAt({ wrong = {}, borders = {}, about = {}, by_position, right, other }, key) {
  if (Object.hasOwn(wrong, key)) return wrong[key];
  if (by_position) return wrongPositions(by_position, key, right[0]);
  const unlike = unlikeMembers(about, key, right[0]);
  if (unlike.length) return { say: about[unlike[0]], errors: unlike.length };
  const [answered, rightOnes] = [key, right[0]].map((each) => new Set(each.split(",")));
  const astray = Object.keys(borders).map(Number).sort((one, next) => one - next)
    .filter((border) => answered.has(String(border)) !== rightOnes.has(String(border)));
  return astray.length ? { say: borders[astray[0]], at: [astray[0]], errors: astray.length } : { say: other ?? null };
}

export class Answering {
  /** @type {Question[]} */
  questions = [];
  now = anew();
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
    this.now = remembered ?? anew();
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

  /** A judgement has but two answers. */
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
    Object.assign(this.now, anew(), { index: this.now.index + 1 });
    return true;
  }
}
