/* Notes every answer once it is settled, for the reader's own progress; nothing else is ever written. */

/** @import { Settled } from "./answering.js" */
/** An answer as a page that has no progress hears of it: `index` is the question's number before its step.
    @typedef {{recording: string, step: number, index: number, kind: string, isFirst: boolean, seconds: number}} Noted */

import { addRows, tellAnswered, watchRows } from "../core/progress-store.js";

const MOST_SECONDS = 86_400;
/** The questions that were noted on this page: who goes back and answers again has seen the answer.
    @type {Set<string>} */
const seen = new Set();
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
  if (!page || !answer.name || seen.has(question)) return;
  seen.add(question);
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
