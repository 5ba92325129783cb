/* What was right at the first try. A question counts once, wherever in the hand-out it is answered; those that count
   before anybody has answered are all of an exercise, and of a walk that is to be predicted those of its moment. */

/** @import { HandOut } from "./types.js" */
/** @import { Noted } from "../../../bpe_lab/player/chrome/answering.js" */

export class Marks {
  /** @param {HandOut} data */
  constructor(data) {
    this.firsts = Object.fromEntries(Object.entries(data.recordings).map(([id, { steps }]) => [id, firstNumbers(steps)]));
    this.expected = data.scenes.filter(({ asks }) => asks).flatMap((scene) => this.expectedOf(data, scene));
    /** @type {Map<string, boolean>}  whether it was right, by question */
    this.answers = new Map();
  }

  /** The questions that count from the beginning. */
  expectedOf(data, { views }) {
    const [{ recording: id, step = 0 }] = /** @type {any} */ (Object.values(views)[0]);
    const { steps, exercise } = data.recordings[id];
    const asking = steps.map(({ questions = [] }, number) => ({ number, count: questions.length }))
      .filter(({ number, count }) => count > 0 && (exercise || number >= step));
    const wanted = exercise ? asking : asking.slice(0, 1);
    return wanted.flatMap(({ number, count }) => Array.from({ length: count }, (_, index) => this.nameOf(id, number, index)));
  }

  /** The recording and the question's number in it. */
  nameOf(recording, step, index) {
    return `${recording} ${this.firsts[recording][step] + index}`;
  }

  /** Note an answer, unless its question was answered before.
      @param {Noted} answer */
  note({ recording, step, index, isFirst }) {
    const name = this.nameOf(recording, step, index);
    if (!this.answers.has(name)) this.answers.set(name, isFirst);
  }

  get right() {
    return [...this.answers.values()].filter(Boolean).length;
  }

  /** How many questions count. */
  get asked() {
    return new Set([...this.expected, ...this.answers.keys()]).size;
  }
}

/** Of every step, how many questions are before it. */
function firstNumbers(steps) {
  let before = 0;
  return steps.map(({ questions = [] }) => (before += questions.length) - questions.length);
}
