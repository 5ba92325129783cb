/* What was right at the first try. A question counts once, wherever in the hand-out it is answered; those that count
   before anybody has answered are all of an exercise, and of a walk that is to be predicted those of its moment. */

/** @import { HandOut } from "./types.js" */
/** @import { Noted } from "../../../bpe_lab/player/chrome/answering.js" */

export const MOST_SUSPENDED = 4096;  // characters, by SCORM 1.2
const DIGITS = 36;

export class Marks {
  /** @param {HandOut} data */
  constructor(data) {
    this.id = data.id;
    this.recordings = Object.keys(data.recordings);
    this.firsts = Object.fromEntries(Object.entries(data.recordings).map(([id, { steps }]) => [id, firstNumbers(steps)]));
    this.expected = new Set(data.scenes.filter(({ asks }) => asks).flatMap((scene) => this.expectedOf(data, scene)));
    /** @type {Map<string, boolean>}  whether it was right, by question */
    this.answers = new Map();
  }

  /** The questions that count from the beginning, as `recording.question` by their numbers. */
  expectedOf(data, { views }) {
    const [{ recording: id, step = 0 }] = /** @type {any} */ (Object.values(views)[0]);
    const { steps, exercise } = data.recordings[id];
    const asking = steps.map(({ questions = [] }, number) => ({ number, count: questions.length }))
      .filter(({ number, count }) => count > 0 && (exercise || number >= step));
    const wanted = exercise ? asking : asking.slice(0, 1);
    return wanted.flatMap(({ number, count }) => Array.from({ length: count }, (_, index) => this.nameOf(id, number, index)));
  }

  /** `2.a`: the recording's number and the question's in it. */
  nameOf(recording, step, index) {
    return `${this.recordings.indexOf(recording).toString(DIGITS)}.${(this.firsts[recording][step] + index).toString(DIGITS)}`;
  }

  /** Note an answer; false where its question was answered before.
      @param {Noted} answer */
  note({ recording, step, index, isFirst }) {
    const name = this.nameOf(recording, step, index);
    if (this.answers.has(name)) return false;
    this.answers.set(name, isFirst);
    return true;
  }

  get right() {
    return [...this.answers.values()].filter(Boolean).length;
  }

  /** How many questions count. */
  get asked() {
    return new Set([...this.expected, ...this.answers.keys()]).size;
  }

  get isDone() {
    return [...this.expected].every((name) => this.answers.has(name));
  }

  /** All answers as a short text; of too many the first. */
  written() {
    const parts = [...this.answers].map(([name, isRight]) => (isRight ? "+" : "-") + name);
    let text = `1 ${this.id} `;
    for (const part of parts) if (text.length + part.length <= MOST_SUSPENDED) text += part;
    return text;
  }

  /** Take up what was written of this very hand-out; anything else is left.
      @param {string} text */
  read(text) {
    const [version, id, parts = ""] = text.split(" ");
    if (version !== "1" || id !== this.id) return;
    for (const [, sign, name] of parts.matchAll(/([+-])([0-9a-z]{1,6}\.[0-9a-z]{1,6})/g)) this.answers.set(name, sign === "+");
  }
}

/** Of every step, how many questions are before it. */
function firstNumbers(steps) {
  let before = 0;
  return steps.map(({ questions = [] }) => (before += questions.length) - questions.length);
}
