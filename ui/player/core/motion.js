/* Whether things move, and how long that takes. */

const lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
export const isCalm = (still) => still || lessMotion.matches;

export const RISE = { duration: 200, easing: "cubic-bezier(.2, 0, 0, 1)" };
