/* All movement: whether things move, how long that takes, and the moves that widgets share. */

let lessMotion;
export const isCalm = (still) => still || (lessMotion ??= matchMedia("(prefers-reduced-motion: reduce)")).matches;

const TIME = { page: 200, present: 450 };  // ms; a hall has to see where something goes
const EASE = "cubic-bezier(.4, 0, .2, 1)";
const FARTHEST = 12;  // rows; what comes from farther fades in

let time = TIME.page;
const running = new Set();

/** How long a movement takes at this speed. */
export const timeOf = (speed, present) => TIME[present ? "present" : "page"] / speed;

/** What is drawn next moves at this pace; what still moves is where it was going to. */
export function begin(pace, still) {
  time = pace;
  if (!still) return;
  for (const animation of running) animation.finish();
  running.clear();
}

export function move(node, frames) {
  const animation = node.animate(frames, { duration: time, easing: EASE });
  running.add(animation);
  animation.finished.then(() => running.delete(animation), () => running.delete(animation));
  return animation;
}

/** What has changed where it stands. */
export const flash = (node) => move(node, [{ opacity: 0.3 }, { opacity: 1 }]);

export const fadeIn = (node) => move(node, [{ opacity: 0 }, { opacity: 1 }]);

/** Out of the drawing, seen to go. */
export function fadeOut(node, end) {
  node.setAttribute("aria-hidden", "true");
  move(node, [{}, { opacity: 0, ...end }]).onfinish = () => node.remove();
}

/** Rows of one height, by their keys and their places before: those that are elsewhere now come from
    there, new ones fade in. A share of the row's own height, so that nothing is measured.
    @param {Map<string, number>} before
    @param {[key: string, node: Element][]} rows */
export function moveRows(before, rows) {
  rows.slice(0, FARTHEST).forEach(([key, node], index) => {
    const old = before.get(key);
    if (old === index) return;
    if (old === undefined || old > FARTHEST) fadeIn(node);
    else move(node, [{ translate: `0 ${(old - index) * 100}%` }, { translate: "none" }]);
  });
}

/** `{key: place}` of rows.
    @param {string[]} keys
    @returns {Map<string, number>} */
export const placesOfRows = (keys) => new Map(keys.map((key, index) => [key, index]));
