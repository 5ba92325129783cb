/* Marks: what is special about a step. Each kind has a shape of its own, none a sub-goal's colour. */

/** @import { Step } from "../core/types.js" */

import { own, svg } from "../core/dom.js";

const MARK_SHAPES = {
  tie: "M-3.6-1.7h7.2M-3.6 1.7h7.2",
  stale: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0",
  overlap: "M-4.4 0a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0M-1 0a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0",
  excerpt: "M-3-4.2h6v8.4l-3-2.6l-3 2.6z",
  character: "M0-4.6v1.4M-3.8-1.4v-1.8h7.6v1.8M-2.2-.9h4.4l-2 1.7v2.7q0 1-1.6.7M-3.9 1.3h7.8",
};
const PLAIN_SHAPE = "M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0";

export const markShape = (kind, attributes) =>
  svg("path", { class: "mark-shape", d: own(MARK_SHAPES, kind) ?? PLAIN_SHAPE, "data-mark": kind, ...attributes });

export const markSign = (kind) =>
  svg("svg", { viewBox: "-6 -6 12 12", class: "sign", "aria-hidden": "true" }, markShape(kind));

export const markName = (book, kind) => String(own(book.text, `mark.${kind}`) ?? kind);

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
