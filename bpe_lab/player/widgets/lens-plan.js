/* Where the lens puts each token, in units of 1/16 rem: the group in focus large in the middle,
   its neighbors at both sides. A position stands still as long as its group is in focus. */

import { tokenAt } from "../core/book.js";
import { range } from "../core/dom.js";
import { atLeast } from "../core/drawings.js";
import { mostSpecial } from "./cells.js";

/** `near`: a chip of a group that is not in focus. */
export const LENS = {
  wide: { height: 164, middle: 84, sizes: [57.6, 48, 38.4], near: 38.4 },
  present: { height: 164, middle: 84, sizes: [57.6, 50, 43.5], near: 43.5 },
  narrow: { height: 178, middle: 76, sizes: [47, 38.4], near: 38.4 },
};
export const LENS_LARGE = 45;  // a chip of a group in focus, but where that is long
export const LENS_STEP = 1.5;  // from chip to chip, in chips: half a chip is for the links
const LENS_BETWEEN = 36;
const LENS_EDGE = { wide: 26, narrow: 13 };
const LENS_FADE = 0.09;
const LENS_FOLD = 0.6;  // columns of what is folded

/** `{runs, place(position), fade, …}`: a run is a group with its chips' size and left end.
    @returns {any} */
export function planLens({ groups, book, width, narrow }, { focus, pointers }, states) {
  const face = LENS[narrow ? "narrow" : book.present ? "present" : "wide"];
  /** @type {any} */
  const frame = { ...face, width, narrow, edge: LENS_EDGE[narrow ? "narrow" : "wide"], book, focus, states };
  frame.pointed = Object.values(pointers ?? {});
  const middle = groups.findIndex((group) => group.special == null && holds(group, focus));
  const runs = middle < 0 ? fromStart(groups, frame) : around(groups, frame, middle);
  const current = runs.find((run) => run.current);
  const key = `${width} ${narrow} ${middle} ${current && [current.chip, current.left, ...current.visible]}`;
  return { ...frame, key, runs, current, fade: fades(runs, frame), place: (position) => placeIn(runs, position) };
}

export const holds = ({ start, size }, position) => position >= start && position < start + size;

const runWidth = ({ size, special }, chip, book) =>
  special == null ? (size * LENS_STEP - (LENS_STEP - 1)) * chip : specialChipWidth(book, special);

const specialChipWidth = (book, special) => Math.min(mostSpecial(book), tokenAt(book, special).width * atLeast(book, 12) * 0.6 + 14);

const makeRun = (group, chip, left, book) => ({ group, chip, left, width: runWidth(group, chip, book) });

/** No focus: the first groups, all of one size, in the middle if they are few. */
function fromStart(groups, { width, edge, near, book }) {
  const runs = [];
  let left = edge;
  for (const group of groups) {
    if (left > width) break;
    runs.push(makeRun(group, near, left, book));
    left += runs.at(-1).width + LENS_BETWEEN;
  }
  const free = width - edge - (left - LENS_BETWEEN);
  if (free > 0) for (const run of runs) run.left += free / 2;
  return runs;
}

function around(groups, frame, middle) {
  const current = inFocus(groups[middle], frame);
  const runs = [current];
  if (frame.narrow) return runs;
  const near = (place, left) => makeRun(groups[place], frame.near, left, frame.book);
  for (let index = middle - 1, right = current.left; index >= 0 && right > LENS_BETWEEN; index--) {
    const run = near(index, 0);
    right = run.left = right - LENS_BETWEEN - run.width;
    runs.unshift(run);
  }
  let left = current.left + current.width;
  for (let index = middle + 1; index < groups.length && left < frame.width; index++) {
    const run = near(index, left + LENS_BETWEEN);
    left = run.left + run.width;
    runs.push(run);
  }
  return runs;
}

/** The group in focus with the largest chips that fit; one that does not is shown in part. */
function inFocus(group, frame) {
  const { width, sizes, edge, book } = frame;
  const chip = sizes.find((size) => runWidth(group, size, book) <= width - 2 * edge);
  if (!chip) return inPart(group, frame);
  const left = (width - runWidth(group, chip, book)) / 2;
  return { ...makeRun(group, chip, left, book), current: true, visible: [0, group.size - 1] };
}

/** The part from the first pointer to the last stands in the middle; a single one is on a page that
    stands still while the focus goes along it. */
function inPart(group, frame) {
  const { width, edge, sizes, focus, pointed } = frame;
  const around = [focus, ...pointed.filter((position) => holds(group, position))].map((position) => position - group.start);
  const [from, to] = [Math.min(...around), Math.max(...around)];
  const [size] = sizes.slice(-2);
  if (from === to) return partOf({ group, chip: size }, frame, ...windowOf(group, slotsIn(width - 2 * edge, size), from));
  const runs = [null, foldedColumns(group, frame, from, to)]
    .flatMap((folded) => sizes.slice(-2).map((chip) => ({ group, chip, ...folded })));
  const wide = (run) => (columnOf(run, to) - columnOf(run, from)) * LENS_STEP * run.chip + run.chip;
  return partOf(runs.find((run) => wide(run) <= width - 2 * edge) ?? runs.at(-1), frame, from, to);
}

const slotsIn = (room, chip) => Math.floor((room / chip + LENS_STEP - 1) / LENS_STEP);

/** A run with its bytes `from` to `to` in the middle, as far as its ends let them. */
function partOf(run, { width, edge }, from, to) {
  const { group: { size }, chip } = run;
  const whole = (columnOf(run, size - 1) * LENS_STEP + 1) * chip;
  const wanted = width / 2 - ((columnOf(run, from) + columnOf(run, to)) / 2 * LENS_STEP + 0.5) * chip;
  const left = whole < width - 2 * edge ? (width - whole) / 2 : Math.max(width - edge - whole, Math.min(edge, wanted));
  const at = (byte) => left + columnOf(run, byte) * LENS_STEP * chip;
  const within = range(0, size).filter((byte) => at(byte) >= edge - 1 && at(byte) + chip <= width - edge + 1);
  return { ...run, left, width: whole, current: true, visible: [within[0] ?? from, within.at(-1) ?? to] };
}

/** `{columns, folds}` where what was absorbed within `from` and `to` is folded into narrow columns:
    the column of each byte, and the folds by their first byte, `[byte, size]`. */
function foldedColumns({ start, size }, { states, pointed }, from, to) {
  const pointedAt = new Set(pointed);
  const isIn = (byte) => byte > from && byte < to && states.get(start + byte)?.[1] === 0 && !pointedAt.has(start + byte);
  /** @type {[number[], Map<any, any>]} */
  const [columns, folds] = [[], new Map()];
  for (let byte = 0, column = -1, first; byte < size; byte++) {
    if (!isIn(byte)) columns.push((column += 1));
    else if (isIn(byte - 1)) columns.push(columns[columns.length - 1]);
    else columns.push((column += LENS_FOLD) + (1 - LENS_FOLD) / 2);
    if (!isIn(byte)) continue;
    first = isIn(byte - 1) ? first : byte;
    folds.set(first, byte - first + 1);
  }
  return { columns, folds: [...folds] };
}

const columnOf = ({ columns }, byte) => (columns ? columns[byte] : byte);
export const inFold = ({ group, folds = [] }, position) =>
  folds.some(([byte, size]) => position >= group.start + byte && position < group.start + byte + size);

/** The window turns like a page, so that it stands still for several steps of the focus. */
function windowOf({ size }, slots, focus) {
  const page = Math.max(1, Math.ceil(slots / 2));
  const wanted = Math.floor(focus / page) * page - Math.floor(page / 2);
  const first = Math.max(0, Math.min(size - slots, wanted));
  return [first, first + slots - 1];
}

/** The center of a position's chip, its size, and its run; also outside the lens. */
function placeIn(runs, position) {
  const run = runs.find(({ group }) => holds(group, position));
  return run && { run, chip: run.chip, x: chipAt(run, position) };
}

const chipAt = (run, position) => run.left + chipIn(run, position);

/** From the run's left end, so that a run that is only moved keeps all that is in it. */
export const chipIn = (run, position) => (columnOf(run, position - run.group.start) * LENS_STEP + 0.5) * run.chip;

/** The positions of a run that the lens shows at least in part. */
export function positionsShown(run, width) {
  const { group, chip } = run;
  const isSeen = (x) => x > -chip / 2 && x < width + chip / 2;
  return range(group.start, group.start + group.size)
    .filter((position) => !inFold(run, position) && isSeen(chipAt(run, position)));
}

/** How far each edge fades: where the row goes on, and never over what the lens is about. */
function fades(runs, { width, edge }) {
  const [first, last, focus] = [runs[0], runs.at(-1), runs.find((run) => run.current)];
  if (!first) return [0, 0];
  const [left, right] = [first.left, width - last.left - last.width];
  const most = width * LENS_FADE;
  const within = (room, beyond) => (beyond >= edge - 1 ? 0 : Math.max(edge * 0.75, Math.min(most, room - 6)));
  if (!focus) return [0, within(most + 6, right)];
  const [from, to] = focus.visible.map((slot) => chipAt(focus, focus.group.start + slot));
  return [within(from - focus.chip / 2, left), within(width - to - focus.chip / 2, right)];
}
