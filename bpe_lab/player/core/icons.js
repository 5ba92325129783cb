/* Drawings: a sub-goal's icon and its mark on the timeline, the transport's arrows. */

import { own, svg } from "./dom.js";

export const GOAL_ICONS = {
  count: "M3 3v10M6 3v10M9 3v10M12 3v10M1.5 11 13.5 5",
  choose: "M2.5 12.5h11M2.5 10.5 2 4.5l3.4 2.8L8 3l2.6 4.3L14 4.5l-.5 6z",
  merge: "M3 2.5c0 4 5 3.5 5 7.5M13 2.5c0 4-5 3.5-5 7.5M8 10v3.5M6 11.7l2 2 2-2",
  repair:
    "M4 5.5h2.5a2.5 2.5 0 0 1 0 5H4a2.5 2.5 0 0 1 0-5zM9.5 5.5H12a2.5 2.5 0 0 1 0 5H9.5a2.5 2.5 0 0 1 0-5z",
};

/** Circle, diamond, square, triangle: the shape says what the colour says. */
const GOAL_MARKS = {
  count: "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
  choose: "M0-5.4L5.4 0L0 5.4L-5.4 0z",
  merge: "M-3.9-3.9h7.8v7.8h-7.8z",
  repair: "M0-4.9L4.8 3.8h-9.6z",
};

export const BUTTON_ICONS = {
  group_back: "M3 3h1.8v10H3zM13 3v10L5.8 8z",
  back: "M11.5 3v10L4 8z",
  play: "M5 2.8v10.4L13.5 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4.5 3v10L12 8z",
  group_forward: "M11.2 3H13v10h-1.8zM3 3v10l7.2-5z",
};

export const drawing = (path, attributes) =>
  svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", ...attributes }, svg("path", { d: path ?? "" }));

export const goalIcon = (goal) => drawing(own(GOAL_ICONS, goal), { class: "icon", "data-goal": goal });

export const goalShape = (goal) => ({ d: own(GOAL_MARKS, goal) ?? GOAL_MARKS.count, "data-goal": goal });

export const goalMark = (goal, attributes) => svg("path", { class: "mark", ...goalShape(goal), ...attributes });

/** A mark standing by itself, for the legend. */
export const goalSign = (goal) =>
  svg("svg", { viewBox: "-6 -6 12 12", class: "sign", "aria-hidden": "true" }, goalMark(goal, { "data-past": true }));
