/* Notes every answer once it is settled, for the reader's own progress; nothing else is ever written. */

/** @import { Settled } from "./answering.js" */

import { addRows, watchRows } from "../core/progress-store.js";

const MOST_SECONDS = 86_400;
/** The questions that were noted on this page: who goes back and answers again has seen the answer.
    @type {Set<string>} */
const noted = new Set();
let isWatching = false;

/** @param {{data: {page?: string}, walking: any}} player
    @param {Settled} answer */
export function noteAnswer({ data: { page }, walking: { recording, question: step } }, answer) {
  const question = JSON.stringify([recording.id, step, answer.index]);
  if (!page || !answer.name || noted.has(question)) return;
  noted.add(question);
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
  first_try: state === "right" && tries === 1,
  tries,
  shown: state !== "right",
  seconds: Math.min(Math.max(Math.round((Date.now() - since) / 100) / 10, 0), MOST_SECONDS),
  at: Date.now(),
});
