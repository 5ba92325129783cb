/* Where every byte stands, in units of 1/16 rem.
   The plan depends on the groups, all states and the width, never on the step: nothing moves. */

import { tokenAt } from "../core/book.js";
import { inUnits, set, svg } from "../core/dom.js";
import { atLeast } from "../core/drawings.js";
import { EM } from "../core/glyphs.js";

const STAGE = { page: { calm: 200, tall: 256 }, present: { calm: 240, tall: 320 } };
const SHARE = { page: 0.25, present: 0.28 };  // of the window's height
const MORE = { page: 1, present: 1.2 };  // that is better than to scroll in front of a hall
const LEAST_STAGE = 150;
const NARROW_ROWS = 2;
export const FADE = { least: 20, most: 40 };
const CELL_WIDTHS = { page: [44, 40, 36, 32, 28, 24, 20], present: [44, 40, 36, 32, 28] };
export const CELL_WITH_ID = 28;
const LEAST_OF_HEX = 24;  // two signs of a byte that is no character
const SPECIAL_WIDTH = { page: 120, present: 136 };
const OFFSET_SIZE = 13.5;
export const LANES = { above: 21, raised: 15, between: 8 };
const BELOW = { ids: 19, none: 6 };
const SPARE = { page: 4, present: 8 };  // that a stage with a map may be higher

/** By position, the sizes of what begins there: characters, and the tokens of all states. No row is to end within the
    largest of them that a row has room for, so that what is one token never looks like two.
    @param {any[]} groups
    @param {any[]} states
    @returns {Map<number, Set<number>>} */
export function sizesByPosition(groups, states) {
  const sizes = new Map();
  const note = (at, size) => size > 1 && (sizes.get(at) ?? sizes.set(at, new Set()).get(at)).add(size);
  for (const { spans = [] } of groups) for (const [at, size] of spans) note(at, size);
  for (const slots of new Set(states.map((state) => state?.slots ?? {}))) for (const at in slots) note(Number(at), slots[at][1]);
  return sizes;
}

/** The largest cells that fit a calm stage, else a tall one, else small cells that scroll.
    A last row with next to nothing in it is worth smaller cells. A phone has few rows to spare.
    At full size a stage may be as `high` as the `room` there is. One that scrolls leaves room for a `map`.
    What begins where, by `sizes`, stands in one row, unless it is longer. */
export function planCells(book, groups, width, room) {
  const { narrow, high, map = 0, sizes } = room;
  const { calm, tall } = high ? { calm: high, tall: high } : stageRoom(book);
  const cells = CELL_WIDTHS[modeOf(book)].filter((cell) => cell >= LEAST_OF_HEX || narrow || !hasHex(groups));
  const plans = cells.map((cell) => flow(book, groups, width, cell, narrow, sizes));
  const small = () => flow(book, groups, width - 12, cells.at(-1), narrow, sizes);
  if (narrow) return plans.find((plan) => plan.rows.length <= NARROW_ROWS) ?? windowed(small(), Infinity, NARROW_ROWS);
  const whole = plans.filter((plan) => plan.rows.length === 1 || plan.lastRow >= width / 4);
  return whole.find((plan) => plan.height <= calm)
    ?? plans.find((plan) => plan.height <= tall)
    ?? plans.find((plan) => plan.height <= tall * (high ? 1 : MORE[modeOf(book)]))
    ?? windowed(small(), tall - map + (map && SPARE[modeOf(book)]));
}

const modeOf = ({ present }) => (present ? "present" : "page");

/** How wide a special token may be, in letters of its least size. */
export const mostSpecial = (book) => SPECIAL_WIDTH[modeOf(book)];

/** All stands on one screen: the stage takes no more than its share of it. */
function stageRoom(book) {
  const mode = modeOf(book);
  const share = Math.max(LEAST_STAGE, inUnits(innerHeight) * SHARE[mode]);
  return { calm: Math.min(STAGE[mode].calm, share), tall: Math.min(STAGE[mode].tall, share) };
}

const hasHex = (groups) => groups.some(({ spans = [] }) => spans.length > 0);

/** Show as many whole rows as fit, and fading the edge of the next; the rest is scrolled to. */
function windowed(plan, tall, most) {
  const ends = plan.rows.slice(0, most).map(({ y }) => y + plan.size + plan.below);
  const end = ends.findLast((each) => each + FADE.least <= tall) ?? ends[0];
  return { ...plan, windowHeight: Math.max(end + FADE.least, Math.min(end + FADE.most, tall)) };
}

/** Small cells have no room for the ids of bytes, nor a row for those of others; a phone shows these. */
function flow(book, groups, width, cell, narrow, sizes) {
  const hasIds = cell >= CELL_WITH_ID || narrow;
  const plan = { hasIds, below: hasIds ? BELOW.ids : BELOW.none, cell, size: slotHeight(cell), font: atLeast(book, 8 + cell * 0.27, "stage"), pad: cell < CELL_WITH_ID ? 1.5 : 2 };
  Object.assign(plan, { rows: [{ raised: false }], places: new Map(), labels: [], width: 0 });
  const between = cell < CELL_WITH_ID ? 7 : 10;
  let x = 0;
  for (const group of groups) {
    const wide = group.special == null ? group.size * cell : specialWidth(book, group, width);
    if (x > 0 && x + wide > width) x = breakRow(plan);
    x = group.special == null ? placeBytes(plan, group, x, width, sizes) : placeSpecial(plan, group, x, wide);
    plan.width = Math.max(plan.width, Math.min(x, width));
    plan.lastRow = x;
    x += between;
  }
  return finish(plan, groups);
}

const slotHeight = (cell) => Math.max(27, Math.min(40, Math.round(cell * 0.6 + 13)));

function breakRow(plan) {
  plan.rows.push({ raised: false });
  return 0;
}

function specialWidth(book, group, width) {
  const { width: columns } = tokenAt(book, group.special);
  return Math.min(columns * 0.6 * atLeast(book, 0.8 * EM) + 20, mostSpecial(book), width);
}

function placeSpecial(plan, group, x, wide) {
  plan.places.set(group.start, { x, row: plan.rows.length - 1, wide, special: true });
  return x + wide;
}

function placeBytes(plan, group, x, width, sizes) {
  for (let byte = 0; byte < group.size; byte++) {
    if (x > 0 && x + leastRoom(plan, group.start + byte, width, sizes) > width + 0.01) x = breakRow(plan);
    plan.places.set(group.start + byte, { x, row: plan.rows.length - 1, wide: plan.cell });
    if (x + plan.cell > plan.width) plan.width = x + plan.cell;
    x += plan.cell;
  }
  return x;
}

/** The room of a byte and of the most that begins with it, if a row is as wide. */
function leastRoom({ cell }, position, width, sizes) {
  const fitting = [...(sizes.get(position) ?? [])].filter((size) => size * cell <= width);
  return Math.max(1, ...fitting) * cell;
}

function finish(plan, groups) {
  const free = plan.rows.map(() => -Infinity);
  for (const group of groups) labelGroup(plan, group, free);
  let top = 0;
  for (const row of plan.rows) {
    row.top = top;
    row.y = top + LANES.above + (row.raised ? LANES.raised : 0);
    top = row.y + plan.size + plan.below + LANES.between;
  }
  plan.height = plan.windowHeight = top - LANES.between;
  return plan;
}

/** Give a group its offset, where it does not touch its neighbor's or a character's bracket. */
function labelGroup(plan, group, free) {
  const place = plan.places.get(group.start);
  if (!place) return;
  const middle = place.x + place.wide / 2;
  const half = (String(group.start).length * OFFSET_SIZE * 0.6) / 2;
  if (middle - half < free[place.row] + 5) return;
  free[place.row] = middle + half;
  const raised = (group.spans ?? []).some(([offset]) => covers(plan, offset, place.row, middle + half));
  if (raised) plan.rows[place.row].raised = true;
  plan.labels.push({ offset: group.start, middle, row: place.row, raised });
}

function covers(plan, offset, row, x) {
  const place = plan.places.get(offset);
  return place?.row === row && place.x < x;
}

/** The boxes `{x, y, width}` of a run of bytes: one, or one a row where the run is broken. */
export function boxesOf(plan, start, size) {
  const boxes = [];
  for (let byte = start, box; byte < start + size; byte++) {
    const place = plan.places.get(byte);
    if (!place) break;
    if (box?.row === place.row) box.width = place.x + place.wide - box.x;
    else boxes.push((box = { x: place.x, y: plan.rows[place.row].y, row: place.row, width: place.wide }));
    if (place.special) break;
  }
  return boxes;
}

export const inset = (box, by) => ({ ...box, x: box.x + by, width: box.width - 2 * by });

export const rect = ({ x, y, width }, height, beyond) =>
  ({ x, y: y - beyond, width, height: height + 2 * beyond });

/** A rectangle that only some slots wear. */
export function layer(piece, name, attributes) {
  const worn = piece.querySelector(`.${name}`);
  if (!attributes) worn?.remove();
  else set(worn ?? piece.appendChild(svg("rect", { class: name })), attributes);
}
