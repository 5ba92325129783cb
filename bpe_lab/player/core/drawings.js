/* What drawings share: their name and description, the hatch, the brackets, their least type; and all icons and
   signs. */

/** @import { Book } from "./types.js" */

import { spelled, template } from "./book.js";
import { own, range, svg } from "./dom.js";

export const DESCRIBED = 300;

let hatches = 0;

/** Lines at 135° over whatever lies beneath: bytes that are no whole character. */
export function hatching() {
  const id = `hatch-${++hatches}`;
  const pattern = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const node = svg("defs", {}, svg("pattern", pattern, svg("rect", { class: "stripe", width: 2, height: 6 })));
  return { id, node, fill: `url(#${id})` };
}

/**
 * @param {import("./types.js").Book} book
 * @param {{title?: string}} widget
 */
export const drawingName = (book, { title }) =>
  title ? { "aria-label": template(book, title) } : { "aria-labelledby": "say" };

/** Special tokens stand in the groups, whether or not a state names them: `[[position, state]…]`. */
export const specialStates = (groups) =>
  groups.filter(({ special }) => special != null).map(({ start, size, special }) => [start, [special, size, ""]]);

export function statesByPosition(specials, slots) {
  const states = new Map(specials);
  for (const key of Object.keys(slots ?? {})) states.set(Number(key), slots[key]);
  return states;
}

/** The first tokens as words for a screen reader: "i n t j | [space] i n t j". */
export function describeTokens(groups, book, states) {
  let words = "";
  for (const { start, size } of groups) {
    if (words.length > DESCRIBED) return `${words} …`;
    const tokens = [];
    for (let at = start, left = DESCRIBED; at < start + size && left > 0; left--) {
      const [token, bytes] = states.get(at) ?? [null, 1];
      if (token != null) tokens.push(spelled(book, token));
      at += Math.max(1, bytes);
    }
    words += `${words && " | "}${tokens.join(" ")}`;
  }
  return words;
}

/** The characters of several bytes: `{start, end, first, letter}`, `first` where their group begins. */
export const spansOf = (groups) =>
  groups.flatMap(({ start: first, spans }) =>
    (spans ?? []).map(([start, size, letter]) => ({ start, end: start + size, first, letter: String(letter) })));

/** Whether one token holds all bytes of a character. */
export function isWhole(states, { start, end, first }) {
  for (let position = start; position >= first; position--) {
    const bytes = states.get(position)?.[1] ?? 0;
    if (bytes > 0) return position + bytes >= end;
  }
  return false;
}

/** Whether a character stands there in pieces; its group's first token is there from the start. */
export const isSplit = (states, span) => states.has(span.first) && !isWhole(states, span);

/** Whether each byte of a character is a token of its own: only then the character stands for them all. */
export const isSpread = (states, { start, end }) => range(start, end).every((position) => states.get(position)?.[1] === 1);

export const LEAST_LETTERS = 9;  // units; what would be smaller is told by the title alone

/** The size at which a name such as U+200D fits; 0 where nobody could read it. */
export function nameFont(name, width, font) {
  const fitting = Math.min(font, width / (0.6 * [...name].length));
  return [...name].length < 3 ? font : fitting < LEAST_LETTERS ? 0 : fitting;
}

export const bracket = (left, right, y) => svg("path", { d: `M${left} ${y}v-3H${right}v3` });

/* The least type of a drawing while presenting, in units of 1/16 rem: what a hall can read from its last row.
   The style sheet has the same for what is no drawing (`--least`, `--drawn`). */

export const LEAST_TYPE = { letters: 14.75, id: 13.45, stage: 18.75 };

/** @param {Pick<Book, "present">} book
    @param {number} size
    @param {keyof typeof LEAST_TYPE} [kind] */
export const atLeast = ({ present }, size, kind = "letters") =>
  (present ? Math.max(size, LEAST_TYPE[kind]) : size);

/* Drawings: a sub-goal's icon and its mark on the timeline, the transport's arrows. */

export const GOAL_ICONS = {
  count: "M3 3v10M6 3v10M9 3v10M12 3v10M1.5 11 13.5 5",
  choose: "M2.5 12.5h11M2.5 10.5 2 4.5l3.4 2.8L8 3l2.6 4.3L14 4.5l-.5 6z",
  merge: "M3 2.5c0 4 5 3.5 5 7.5M13 2.5c0 4-5 3.5-5 7.5M8 10v3.5M6 11.7l2 2 2-2",
  repair:
    "M4 5.5h2.5a2.5 2.5 0 0 1 0 5H4a2.5 2.5 0 0 1 0-5zM9.5 5.5H12a2.5 2.5 0 0 1 0 5H9.5a2.5 2.5 0 0 1 0-5z",
};

/** Circle, diamond, square, triangle: the shape says what the color says. */
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

export const TOOL_ICONS = {
  stop_at: "M4 14.2V2.2M4 2.8h8.4l-2.2 2.9 2.2 2.9H4",
  ask_first: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.2 6.9h.01M8 6.9h.01M10.8 6.9h.01",
  ask_answer: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.4 6.7l1.9 1.9 3.5-3.6",
  share: "M8 9.6V1.9M5.2 4.5 8 1.7l2.8 2.8M4.6 7H3v7h10V7h-1.6",
  help: "M5.4 5.6a2.6 2.6 0 1 1 4 2.2c-1 .7-1.4 1.2-1.4 2.3M8 13.2h.01",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "M4 4l8 8M12 4l-8 8",
};

export const MARK_SHAPES = {
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
