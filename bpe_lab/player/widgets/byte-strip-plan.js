/* Where every byte of the strip stands, in units of 1/16 rem: equal cells, as few rows as fit.
   A row breaks between groups where it can. It depends on the groups and the width only. */

import { inUnits } from "../core/dom.js";
import { MEDIUM } from "../core/theme.js";

const STRIP_CELL = { least: 10.5, most: 30 };
const NARROW_CELLS = 35;
export const STRIP_LANES = { before: { y: 0, size: 15, font: 12 }, now: { y: 18, size: 24, font: 13 } };
export const STRIP_ROW = { lanes: 42, ruler: 17, between: 7 };
const STRIP_SHOWN = { high: 2, low: 1, narrow: 3 };  // rows; of more, those around the focus
const HIGH_WINDOW = 880;
const RULER_FONT = 13;
const RULER_APART = 12;  // cells

export function planStrip(groups, width, narrow, gutter) {
  const room = width - gutter;
  const most = narrow ? NARROW_CELLS : Math.max(1, Math.floor(room / STRIP_CELL.least));
  const flowed = evenRows(groups, most, narrow);
  const cell = Math.min(STRIP_CELL.most, room / flowed.widest);
  const left = Math.max(gutter, (width - flowed.widest * cell) / 2);
  const places = new Map();
  for (const [position, { row, column, cells }] of flowed.places)
    places.set(position, { x: left + column * cell, row, wide: (cells ?? 1) * cell, special: cells != null });
  const high = STRIP_ROW.lanes + (narrow ? 0 : STRIP_ROW.ruler) + STRIP_ROW.between;
  const visibleRows = Math.min(flowed.rows, STRIP_SHOWN[stripRoom(width, narrow)]);
  const plan = { width, narrow, left, cell, places, rows: flowed.rows, high, visibleRows, height: visibleRows * high - STRIP_ROW.between };
  return { ...plan, ruler: narrow ? [] : rulerOf(groups, plan) };
}

/** All stands on one screen, unless the screen scrolls anyway. */
export const stripRoom = (width, narrow) =>
  narrow ? "narrow" : width < MEDIUM * 16 || inUnits(innerHeight) >= HIGH_WINDOW ? "high" : "low";

/** A lane of the rows, as `boxesOf` reads it. */
export const lanePlan = (plan, { y, size, font }) =>
  ({ places: plan.places, size, font, rows: Array.from({ length: plan.rows }, (_, row) => ({ y: row * plan.high + y })) });

/** As many rows as `most` cells a row ask for, none much longer than the others. */
function evenRows(groups, most, narrow) {
  let flowed = inRows(groups, most);
  for (let fewer = flowed.widest - 1; !narrow && flowed.rows > 1 && fewer > 0; fewer--) {
    const next = inRows(groups, fewer);
    if (next.rows > flowed.rows || next.widest > most) break;
    flowed = next;
  }
  return flowed;
}

function inRows(groups, most) {
  const flowed = { places: new Map(), rows: 1, widest: 1 };
  let column = 0;
  const turn = () => {
    flowed.rows += 1;
    column = 0;
  };
  const put = (position, cells) => {
    flowed.places.set(position, { row: flowed.rows - 1, column, cells });
    column += cells ?? 1;
    flowed.widest = Math.max(flowed.widest, column);
  };
  for (const { start, size, special } of groups) {
    if (column > 0 && column + size > most && size <= most) turn();
    if (special != null) put(start, Math.min(size, most));
    for (let byte = 0; special == null && byte < size; byte++) {
      if (column >= most) turn();
      put(start + byte);
    }
  }
  return flowed;
}

/** Offsets under the strip: where rows and parts begin, the end, and groups in between. */
function rulerOf(groups, plan) {
  const labels = [];
  const add = (offset, apart) => {
    const place = plan.places.get(offset);
    if (!place) return;
    const half = (String(offset).length * RULER_FONT * 0.6) / 2;
    const x = Math.min(place.x + (place.special ? half + 1 : place.wide / 2), plan.width - half);
    const label = { offset, row: place.row, x, half };
    const clear = labels.every((each) =>
      each.row !== label.row || Math.abs(each.x - label.x) >= Math.max(each.half + half + 5, apart * plan.cell));
    if (clear) labels.push(label);
  };
  const starts = groups.map(({ start }) => start);
  const parts = groups.flatMap(({ start, size, special }) => (special == null ? [] : [start + size, start]));
  const rows = [...plan.places].filter(([, { x }]) => x === plan.left).map(([offset]) => offset);
  const end = Math.max(...plan.places.keys());
  for (const offset of [...rows, ...parts, end]) add(offset, 0);
  for (const offset of starts) add(offset, RULER_APART);
  for (let offset = 10; offset < end; offset += 10) add(offset, RULER_APART);
  return labels;
}
