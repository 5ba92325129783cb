/* How far one has come in an exercise: what is answered, what is closed until it is, and whether anything is asked
   still. */

/** @import { Recording } from "../core/types.js" */

import { isFalseClaim } from "./answering.js";

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
