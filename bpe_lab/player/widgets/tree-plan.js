/* Where the parts of a derivation tree stand, in units of 1/16 rem: a column a byte, time upwards.
   The plan depends on the word, the number of rows and the width, never on the step: nothing moves.
   Nor on what is joined: rows set apart by their parts would tell of a step before it is seen. */

import { MOST_BYTES, integer } from "../core/checks.js";
import { own } from "../core/dom.js";
import { columnsOf } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";

export const FOOT = { above: 20, leaf: 46, byte: 30, below: 58, end: 28, least: 34 };
const COLUMNS = {
  wide: { from: 108, to: 52, pitch: [36, 114], fits: 36, chip: 54, label: 24 },
  narrow: { from: 64, to: 10, pitch: [66, 96], fits: 60, chip: 46, label: 10 },
};
const MOST_STEPS = 8;  // of more steps the height tells the depth, and each node its step
const TALLEST = 270;  // from the lowest row to the highest, where nodes can be made small enough
const NODE_HEIGHT = { most: 46, least: 28 };
const DEPTH_HEIGHT = { most: 40, least: 30 };
const UNDER = 16;  // from a node's foot to the row below
export const BESIDE = 9;  // from a node to its rank
const RANK_COLUMN = 8.8;

/** What holds at every width: the bytes' characters and tokens, how high nodes stand. */
export function outlineOf({ bytes, characters, levels, leaves: tokens }, book, states) {
  const count = integer(bytes?.length, 1, MOST_BYTES, "bytes");
  const trees = [...new Set(states.map((state) => state?.nodes ?? {}))];
  const steps = Math.max(integer(levels ?? 0, 0, 1e6, "levels"), ...trees.map(lastLevel));
  const byDepth = steps > MOST_STEPS;
  const deepest = Math.max(...trees.map((nodes) => Math.max(0, ...depths(nodes).values())));
  const rows = byDepth ? deepest : steps;
  const leaves = bytes.map((hex, at) => ({ at, hex: String(hex), token: integer(tokens?.[at], 0, book.tokens.length - 1, "leaves") }));
  for (const character of characters ?? []) nameLeaves(leaves, character);
  return { count, leaves, characters: characters ?? [], byDepth, rows };
}

/** `{high, apart}`: the highest nodes whose rows are not too tall, and from each row to the next. */
function fittingRows({ rows, byDepth }) {
  const { most, least } = byDepth ? DEPTH_HEIGHT : NODE_HEIGHT;
  const high = Math.max(least, Math.min(most, Math.floor(TALLEST / Math.max(1, rows - 1)) - UNDER));
  return { high, apart: high + UNDER };
}

const lastLevel = (nodes) =>
  Object.keys(nodes).reduce((most, number) => Math.max(most, integer(nodes[number].level, 1, 1e6, "level")), 0);

/** How many nodes lie on the longest way down from each node, itself included. */
export function depths(nodes) {
  const depthOf = new Map();
  const depth = (part) => {
    if (!part.startsWith("n")) return 0;
    const number = part.slice(1);
    if (!depthOf.has(number)) {
      depthOf.set(number, NaN);
      depthOf.set(number, 1 + Math.max(0, ...nodeAt(nodes, number).parts.map((each) => depth(String(each)))));
    }
    if (Number.isNaN(depthOf.get(number))) throw new Error(`parts: ${part}`);  // It is a part of itself.
    return depthOf.get(number);
  };
  for (const number of Object.keys(nodes)) depth(`n${number}`);
  return depthOf;
}

export function nodeAt(nodes, number) {
  const node = own(nodes ?? {}, number);
  if (!node || !Array.isArray(node.parts)) throw new Error(`node: ${number}`);
  return node;
}

/** Every byte knows the character that it belongs to. */
function nameLeaves(leaves, character) {
  const { at, size } = character;
  integer(size, 1, leaves.length, "size");
  integer(at, 0, leaves.length - size, "at");
  for (const leaf of leaves.slice(at, at + size)) leaf.character = character;
}

/** `{x(at), spanOf(at, size), y(row), …}` for a box of `room` units. */
export function planTree(outline, room, narrow, book) {
  const face = COLUMNS[narrow ? "narrow" : "wide"];
  const { count, rows } = outline;
  const each = (room - face.from - face.to) / count;
  const pitch = each >= face.fits ? Math.min(each, face.pitch[1]) : face.pitch[0];
  const width = Math.max(room, face.from + count * pitch + face.to);
  const first = face.from + (width - face.from - face.to - count * pitch) / 2 + pitch / 2;
  const chip = Math.min(face.chip, pitch - 10);
  const { high, apart } = fittingRows(outline);
  const ground = (FOOT.leaf + high) / 2 + FOOT.above;
  const leaf = FOOT.least + (rows ? high / 2 + (rows - 1) * apart + ground : FOOT.leaf / 2);
  return {
    ...face, outline, width, room, pitch, chip, high, leaf, narrow, font: atLeast(book, high * 0.46, "stage"),
    byte: leaf + FOOT.below, height: leaf + FOOT.below + FOOT.end,
    x: (at) => first + at * pitch,
    y: (row) => leaf - ground - (row - 1) * apart,
  };
}

/** A node's box about its centre, its rank's place: at its upper right, over it where there is no room. */
export function planNode(plan, { at, size, level, rank }, depth, token, rankWords) {
  const { x, pitch, high, outline, width: whole } = plan;
  const middle = (x(at) + x(at + size - 1)) / 2;
  const letters = columnsOf(token) * plan.font * 0.6;
  const width = Math.max(Math.min(high * 1.2, pitch - 10), Math.min(letters + high * 0.95, size * pitch - 12));
  const right = middle + width / 2;
  const rankWide = rankWords.length * RANK_COLUMN;
  const limit = Math.min(whole - 2, x(at + size - 1) + pitch * (outline.byDepth ? 0.5 : 1.05));
  const beside = rank != null && right + BESIDE + rankWide <= limit;
  return { x: middle, y: plan.y(outline.byDepth ? depth : level), width, high, beside, rankWide };
}
