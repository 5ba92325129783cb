/* Where words stand in their strip and what the one in focus has room for, in units of 1/16 rem.
   A cell is one original symbol; the plan depends on cells and width only, so that nothing moves. */

import { sum } from "../core/numbers.js";

export const STRIP_WORDS = { cells: [34, 30, 26, 22, 18], size: 25, label: 19, between: 20, line: 8, rows: 2, pad: 2 };
const WORD_LENS = {
  wide: { chip: 42, cell: 62, arc: 35, gap: 20, edge: 128 },
  narrow: { chip: 38, cell: 52, arc: 34, gap: 18, edge: 16, title: 24 },
};

const cellsWide = ({ cells }) => sum(cells);

/** The largest cells with which all words stand in one row, else in the `most` that are shown, else the smallest. */
export function planWords(words, width, most) {
  const plans = STRIP_WORDS.cells.map((cell) => layWords(words, width - 2 * STRIP_WORDS.pad, cell));
  const plan = plans.find(({ rows }) => rows === 1) ?? plans.find(({ rows }) => rows <= most) ?? plans[plans.length - 1];
  const high = STRIP_WORDS.label + STRIP_WORDS.size + STRIP_WORDS.line;
  const visibleRows = Math.min(plan.rows, most);
  return { ...plan, high, visibleRows, width, height: visibleRows * high - STRIP_WORDS.line + 4 };
}

function layWords(words, width, cell) {
  const places = [];
  let [x, row] = [0, 0];
  for (const word of words) {
    const fitting = Math.min(cell, width / cellsWide(word));  // a word is never broken
    const wide = cellsWide(word) * fitting;
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    places.push({ x, row, cell: fitting, wide });
    x += wide + STRIP_WORDS.between;
  }
  const free = row ? 0 : (width - x + STRIP_WORDS.between) / 2;
  return { places: places.map((index) => ({ ...index, x: index.x + Math.max(0, free) + STRIP_WORDS.pad })), rows: row + 1 };
}

/** `[x, width]` of `size` cells from `at` on, the word's first cell at 0. */
export function cellSpan({ cells }, cell, at, size) {
  const left = sum(cells.slice(0, at)) * cell;
  return [left, sum(cells.slice(at, at + size)) * cell];
}

/** The two rows of the word in focus: `{cell, left, chip, rows: {before, after}, height, …}`.
    One that is too long even in small cells is shown about the places that changed. */
export function planWordLens(width, narrow) {
  const face = WORD_LENS[narrow ? "narrow" : "wide"];
  const top = (face.title ?? 0) + face.arc;
  const below = top + face.chip + face.gap;
  return { ...face, width, narrow, rows: { before: top, after: below }, height: below + face.chip + face.arc };
}

const LEAST_CELL = 34;

export function placeWord(lens, word, changes) {
  const room = lens.width - 2 * lens.edge;
  const cell = Math.max(LEAST_CELL, Math.min(lens.cell, room / cellsWide(word)));
  const wide = cell * cellsWide(word);
  if (wide <= room) return { cell, left: (lens.width - wide) / 2 };
  const spans = changes.map(({ at }) => cellSpan(word, cell, at, 1));
  const middle = spans.length ? (Math.min(...spans.map(([x]) => x)) + Math.max(...spans.map(([x, w]) => x + w))) / 2 : 0;
  return { cell, left: Math.max(lens.edge + room - wide, Math.min(lens.edge, lens.width / 2 - middle)) };
}
