/* How questions are opened and answered, with the keys of their recording. */

import { $, $$, equal, isShown, named, ok, press, sendKey, step, type } from "/tests/browser/player/harness.js";

export const bar = () => $(".answers:not(.result)");
export const isAsked = () => isShown(bar());
export const judged = () => bar().querySelector(".judged").innerText;
export const result = () => $(".answers.result .judged").innerText;
export const score = () => bar().querySelector(".score").innerText;
export const stepsOf = (data) => data.recording.steps;
/** All questions in the order of the walk. */
/** The number of the last step, as the address counts. */
export const lastOf = ({ recording: { steps, prelude = 0 } }) => steps.length - 1 - prelude;
export const asked = (data) => stepsOf(data).flatMap(({ questions = [] }) => questions);
export const isRight = (data) => ok(judged().includes(data.text["player.answer.right"]), judged());
export const token = (position) => $(`.ribbon .slot[data-at='${position}']:not([data-gone])`);
export const offer = (key) => $(`.answers [data-offer='${key}']`);
export const letterOf = ({ choices }, key) => "ABCDE"[choices.findIndex(([each]) => each === key)];

/** Nothing was answered: a word to the reader, and no verdict. */
export function noTry(data, why = "empty") {
  equal(judged(), data.text[`player.answer.${why}`]);
  equal(bar().dataset.state, "open");
}

/** To the first question whose answer is marked. */
export async function begin() {
  await press("q", "q", "ArrowRight");
  ok(isAsked(), "a question is open");
}

/** On to the next question, or to the walk's end. */
export async function onward(data) {
  await press("ArrowRight");
  while (!isAsked() && step() < lastOf(data)) sendKey("ArrowRight");
}

/** Where each pair that is drawn stands first, by the ids of its tokens. */
export function offsetsOf(tokens = ".ribbon .slot") {
  const slots = $$(`${tokens}[data-token]:not([data-gone])`).map(({ dataset }) => dataset);
  const idAt = new Map(slots.map(({ at, token }) => [at, token]));
  const pairs = slots.filter(({ next }) => idAt.has(next)).map(({ at, token, next }) => [`${token},${idAt.get(next)}`, Number(at)]);
  return Object.fromEntries(pairs.sort(([, one], [, other]) => other - one));
}

/** By keys, along the tokens. */
async function goTo(position) {
  const offsets = $$(".ribbon .slot:not([data-gone])").map(({ dataset }) => Number(dataset.at)).sort((a, b) => a - b);
  named("answer-token").focus();
  await press("Home", ...Array(offsets.indexOf(position)).fill("ArrowRight"));
}

/** Answer by keys alone: `keys` is the right answer, or another one. */
export async function answer(question, keys = question.right[0]) {
  switch (question.kind) {
    case "pair":
      if (!named("answer-token")) return press(letterOf(question, keys).toLowerCase());
      await goTo(offsetsOf()[keys]);
      return press("Enter");
    case "positions":
      for (const position of keys.split(",")) {
        await goTo(Number(position));
        await press("Space");
      }
      return check();
    case "number":
      await type(keys);
      return press("Enter");
    case "changes":
      await stepByKeys(question, keys);
      return press("Enter");
    case "pairs":
      for (const pair of keys.split(";")) {
        offer(pair).focus();
        await press("Space");
      }
      return check();
    case "cuts":
      return cutByKeys(keys);
    default:
      return press(letterOf(question, keys).toLowerCase());
  }
}

async function check() {
  named("answer-check").focus();
  return press("Enter");
}

/** Along the chips, from the last to the first: the order of answering is no matter. */
async function stepByKeys({ choices }, keys) {
  const changes = Object.fromEntries(keys.split(";").map((each) => each.split(":")));
  const steps = choices.toReversed().map(([pair]) => {
    const delta = Number(changes[pair] ?? 0);
    return Array(Math.abs(delta)).fill(delta > 0 ? "ArrowUp" : "ArrowDown");
  });
  named("answer-offer").focus();
  await press("End", ...steps.flatMap((each, at) => (at ? ["ArrowLeft", ...each] : each)));
}

/** Along the borders with the arrows, from the first, which has the focus. */
async function cutByKeys(keys) {
  const offsets = $$(".tape .border").map(({ dataset }) => dataset.at);
  let here = 0;
  for (const position of keys.split(",")) {
    const there = offsets.indexOf(position);
    await press(...Array(there - here).fill("ArrowRight"), "Space");
    here = there;
  }
  return press("Tab", "Enter");
}

