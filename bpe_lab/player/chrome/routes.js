/* Where a walk can go from a step: to the ends of groups, to marked steps, to the next question. */

/** @import { Recording, Step } from "../core/types.js" */

import { MARK_SHAPES } from "../core/drawings.js";

/** Runs of steps of one group: `{group, first, last}`.
    @param {Step[]} steps */
export function groupRuns(steps) {
  const runs = [];
  steps.forEach(({ group }, step) => {
    if (runs.at(-1)?.group === group) runs.at(-1).last = step;
    else runs.push({ group, first: step, last: step });
  });
  return runs;
}

/** The number of the first step in `(from, to]` that passes the test, or nothing. */
function firstStep(steps, from, to, test) {
  for (let step = from + 1; step <= to; step++) if (test(steps[step])) return step;
  return undefined;
}

/** The number of the last step before `step` that passes the test, or nothing. */
function lastStep(steps, step, test) {
  const before = steps.slice(0, step).findLastIndex(test);
  return before < 0 ? undefined : before;
}

/** @param {Step} step */
const isPlace = ({ place }) => Boolean(place);

/** Where a reader who changed an option goes on: the same step, else the start of the same group.
    Nothing where another thing is shown.
    @param {Recording | null} earlier
    @param {number} step
    @param {Recording} later */
export function matchingStep(earlier, step, later) {
  if (earlier?.about == null || earlier.about !== later.about) return undefined;
  const sentenceOf = ({ group, say }) => JSON.stringify([group, say]);
  const before = earlier.steps[step];
  const same = later.steps[step];
  if (same && sentenceOf(same) === sentenceOf(before)) return step;
  const first = later.steps.findIndex(({ group }) => group === before.group);
  return first < 0 ? later.steps.length - 1 : first;
}

/** The steps of a prelude lead up to the one that the address calls 0, and are not counted.
    @param {Recording} recording */
export function makeRoutes({ steps, start, prelude = 0 }) {
  const last = steps.length - 1;
  const ends = groupRuns(steps).map((run) => run.last);
  const clamped = (step) => Math.max(0, Math.min(last, Math.trunc(step)));
  return {
    last,
    clamped,
    prelude,
    numberOf: (step) => step - prelude,
    start: clamped(Number(start) || 0),
    groupEnd: (step) => ends.find((end) => end > step) ?? last,
    groupEndBefore: (step) => ends.findLast((end) => end < step) ?? 0,
    asked: (from, to) => firstStep(steps, from, to, ({ ask }) => Array.isArray(ask)),
    quizzed: (from, to) => firstStep(steps, from, to, ({ questions }) => Array.isArray(questions) && questions.length > 0),
    nextMarked: (step, kinds) => firstStep(steps, step, last, (each) => isMarked(each, kinds)),
    previousMarked: (step, kinds) => lastStep(steps, step, (each) => isMarked(each, kinds)),
    hasPlaces: steps.some(isPlace),
    nextPlace: (step) => firstStep(steps, step, last, isPlace),
    previousPlace: (step) => lastStep(steps, step, isPlace),
  };
}

/** The place that each step names, or else the one before it; where none has, its group,
    which people count from 1.
    @param {Recording} recording */
export function placesOf({ steps, groups }) {
  const places = new Map();
  let where;
  for (const step of steps) {
    where = step.where ?? where;
    places.set(step, where ?? ["player.where", { group: step.group + 1, groups, rank: step.group }]);
  }
  return places;
}

/** @param {Step} step */
export const marksOf = (step) => (Array.isArray(step.marks) ? step.marks.map(String) : []);

/** Whether a step has a mark of these kinds; no kinds are all kinds.
    @param {Step} step
    @param {Set<string>} kinds */
export const isMarked = (step, kinds) => marksOf(step).some((kind) => !kinds.size || kinds.has(kind));

/** How many steps have each mark, the known kinds first.
    @param {Step[]} steps */
export function markCounts(steps) {
  const counts = new Map(Object.keys(MARK_SHAPES).map((kind) => [kind, 0]));
  for (const kind of steps.flatMap((step) => [...new Set(marksOf(step))])) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count);
}
