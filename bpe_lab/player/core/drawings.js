/* What drawings of a text's bytes share: their name and description, the hatch, the brackets. */

import { spelled, template } from "./book.js";
import { svg } from "./dom.js";
import { range } from "./numbers.js";

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
