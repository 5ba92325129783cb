/* The questions before a step, one after the other: what is answered, how often it was tried, and what is said to it.
   It compares keys that the recording holds, and knows nothing of what they mean. */

/** @import { Question, Text } from "../core/types.js" */

const TRIES = 2;
const SPOKEN = 8;  // positions

/** @typedef {{state: "open" | "wrong" | "right" | "shown", say: Text | null, at: number[]}} Verdict
    @type {Verdict} */
const OPEN = { state: "open", say: null, at: [] };

/** A sentence with `{at}`, where it speaks of.
    @param {Text} say
    @param {number[]} at
    @returns {Text} */
const withPositions = ([key, values], at) => [key, { ...values, at: at.slice(0, SPOKEN).join(", ") + (at.length > SPOKEN ? ", …" : "") }];

export class Answering {
  /** @type {Question[]} */
  questions = [];
  index = 0;
  tries = 0;
  /** The last answer: the same once more is no other try. */
  last = "";
  /** Whether the reader wanted to go on without an answer. */
  urged = false;
  verdict = OPEN;
  score = { first: 0, asked: 0 };

  /** The questions before a step; none closes.
      @param {Question[]} questions */
  open(questions) {
    this.questions = questions;
    this.ask(0);
  }

  ask(index) {
    this.index = index;
    this.tries = 0;
    this.last = "";
    this.urged = false;
    this.verdict = OPEN;
  }

  /** @returns {Question | undefined} */
  get question() {
    return this.questions[this.index];
  }

  get isSettled() {
    return ["right", "shown"].includes(this.verdict.state);
  }

  /** Mark an answer, by its key. The second wrong one is the last.
      @param {string} key */
  give(key) {
    const { question } = this;
    if (!question || this.isSettled || key === this.last) return;
    this.last = key;
    this.tries += 1;
    if (question.right.includes(key)) return this.settle("right", null);
    const { say, at = [] } = (Object.hasOwn(question.wrong ?? {}, key) && question.wrong?.[key]) || { say: question.other };
    if (this.tries >= TRIES) this.settle("shown", withPositions(say, at));
    else this.verdict = { state: "wrong", say: withPositions(say, at), at };
  }

  /** The answer, without a mark. */
  show() {
    if (this.question && !this.isSettled) this.settle("shown", null);
  }

  settle(state, say) {
    this.verdict = { state, say, at: [] };
    this.score = { first: this.score.first + Number(state === "right" && this.tries === 1), asked: this.score.asked + 1 };
  }

  /** To the next question; false where there is none left to ask. */
  next() {
    if (this.index + 1 >= this.questions.length) return false;
    this.ask(this.index + 1);
    return true;
  }
}
