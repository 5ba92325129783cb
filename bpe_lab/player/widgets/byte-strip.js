/* The strip: the whole text as rows of byte cells, what was there before above what is there now.
   Its cells of now say the whole state of their slot, also where none is drawn. */

import { isPartial, lettersWidth, spelledOut, template, tint, tokenAt, tokenLook } from "../core/book.js";
import { inUnits, range, set, svg } from "../core/dom.js";
import { LEAST_LETTERS, atLeast, isSpread, nameFont, spansOf } from "../core/drawings.js";
import { EM, SMALL, fittedGlyphs } from "../core/glyphs.js";
import { MEDIUM } from "../core/theme.js";
import { boxesOf, inset, rect } from "./cells.js";

const LANE_INSET = 1;

export function makeStrip(groups, book, hatch) {
  const strip = { groups, book, hatch, labels: svg("g", { class: "labels" }), ruler: svg("g", { class: "ruler" }) };
  strip.lanes = Object.keys(STRIP_LANES).map((name) => makeStripLane(name));
  strip.rows = svg("g", {}, strip.lanes.map((lane) => lane.node), strip.labels, strip.ruler);
  strip.node = svg("svg", { class: "strip", x: 0, y: 0 }, strip.rows);
  return strip;
}

function makeStripLane(name) {
  const lane = { name, cells: new Map(), spans: [], runs: svg("g"), layer: svg("g"), letters: svg("g") };
  lane.node = svg("g", { class: `lane ${name}` }, lane.runs, lane.layer, lane.letters);
  return lane;
}

/** Room for the lanes' names, before the first cell. */
const stripGutter = (book, narrow) =>
  Math.max(...Object.keys(STRIP_LANES).map((name) => lettersWidth(laneName(book, name), 6.2, 12.5) * (atLeast(book, 12) / 12)))
  + (narrow ? 5 : 9);

const laneName = (book, name) => template(book, `player.lens.${name}`);

export function layStrip(strip, width, narrow) {
  const plan = planStrip(strip.groups, width, narrow, stripGutter(strip.book, narrow));
  Object.assign(strip, { plan, top: 0 });
  set(strip.node, { width, height: plan.height });
  for (const lane of strip.lanes) layLane(strip, lane);
  strip.ruler.replaceChildren(...plan.ruler.map(({ offset, x, row }) =>
    svg("text", { x, y: row * plan.high + STRIP_ROW.lanes + 13 }, String(offset))));
  strip.labels.replaceChildren(...range(0, plan.rows).flatMap((row) => rowLabels(strip, row)));
}

/** What each lane is, and under them which row this is where not all are shown. */
function rowLabels({ lanes, book, plan: { left, rows, visibleRows, high, ruler } }, row) {
  const label = (text, y, lane) => svg("text", { x: left - 8, y, "data-lane": lane, "data-row": lane && row }, text);
  const laneLabels = lanes.map(({ name, plan }) => label(laneName(book, name), plan.rows[row].y + plan.size / 2 + 4, name));
  const hasRowNumber = rows > visibleRows && ruler.length > 0;
  return hasRowNumber ? [...laneLabels, label(`${row + 1}/${rows}`, row * high + STRIP_ROW.lanes + 13)] : laneLabels;
}

/** What was before is smaller than what is now. */
function laneFace(book, name) {
  const face = STRIP_LANES[name];
  return { ...face, font: atLeast(book, face.font, name === "now" ? "letters" : "id") };
}

/** Groups as rounded runs, special tokens in them, and the characters that hang over several bytes. */
function layLane(strip, lane) {
  lane.plan = lanePlan(strip.plan, laneFace(strip.book, lane.name));
  lane.runs.replaceChildren(...strip.groups.flatMap((group) => runOf(lane.plan, group, strip.book)));
  lane.spans = spansOf(strip.groups).map((span) => ({ ...span, node: spanLetter(lane.plan, span), over: null }));
  lane.letters.replaceChildren(...lane.spans.map(({ node }) => node));
  for (const cell of lane.cells.values()) cell.drawn = null;
}

function runOf(plan, { start, size, special }, book) {
  const boxes = boxesOf(plan, start, size).map((box) => inset(box, LANE_INSET));
  const runs = boxes.map((box) => svg("rect", { class: "run", ...rect(box, plan.size, -0.5), rx: 3.5 }));
  if (special == null || !boxes.length) return runs;
  const token = tokenAt(book, special);
  const face = svg("g", { class: "face" });
  writeLetters(face, token, boxes[0], { ...plan, font: atLeast(book, Math.min(12, plan.font), "id") }, book);
  return [svg("g", { class: "cell", "data-at": start, ...tokenLook(token) }, runs, face)];
}

/** A token's letters in its box; bytes in signs too small to read are left to the hatch and the title. */
function writeLetters(face, token, box, { size, font }, book) {
  const { nodes, scale, whole } = fittedGlyphs(token, box.width - 0.5, font);
  const legible = !isPartial(token) || scale * EM * SMALL.hex >= LEAST_LETTERS;
  face.replaceChildren(...(legible ? nodes : []));
  if (!legible || !whole) face.append(svg("title", {}, spelledOut(book, token)));
  set(face, { transform: `translate(${box.x + box.width / 2} ${box.y + size / 2}) scale(${scale})` });
}

/** A letter over borders of cells, set off from them. */
function spanLetter(plan, { start, end, letter }) {
  const [box] = boxesOf(plan, start, end - start);
  const font = box && nameFont(letter, box.width - 3, plan.font);
  if (!font) return svg("g");
  const place = { x: box.x + box.width / 2, y: box.y + plan.size / 2 + 0.34 * font };
  return svg("g", { "font-size": font },
    svg("text", { class: "halo", ...place }, letter), svg("text", place, letter));
}

/** Draw the slots of now and those before, `{position: state}`; show the rows around `focus`. */
export function drawStrip(strip, states, focus) {
  for (const lane of strip.lanes) drawLane(strip, lane, states[lane.name]);
  const { plan } = strip;
  const row = plan.places.get(focus)?.row ?? 0;
  strip.top = Math.max(0, Math.min(row - Math.floor(plan.visibleRows / 2), plan.rows - plan.visibleRows));
  set(strip.rows, { transform: strip.top ? `translate(0 ${-strip.top * plan.high})` : null });
  if (plan.narrow) nameFirstRow(strip);
}

/** Where rows are close and few are shown, only the first says what its lanes are. */
function nameFirstRow({ labels, top }) {
  for (const label of labels.children) set(label, { "data-gone": label.dataset.row !== String(top) });
}

function drawLane(strip, lane, states) {
  for (const cell of lane.cells.values()) if (cell.drawn && !states.has(cell.position)) emptyStripCell(cell);
  for (const [position, state] of states) {
    const cell = stripCell(lane, position);
    if (cell.drawn !== state) drawStripCell(cell, state, lane.plan, strip);
  }
  for (const span of lane.spans) showSpan(lane, span, states);
}

function stripCell(lane, position) {
  if (!lane.cells.has(position)) {
    const cell = { position, node: svg("g", { class: "cell", "data-at": position }), face: svg("g", { class: "face" }) };
    lane.cells.set(position, cell);
    lane.layer.append(cell.node);
  }
  return lane.cells.get(position);
}

function emptyStripCell(cell) {
  cell.drawn = null;
  set(cell.node, { "data-token": null, "data-prev": null, "data-next": null, "data-look": null, "data-wears": null });
  cell.node.replaceChildren();
}

export const orNone = (position) => (position < 0 ? "None" : position);

function drawStripCell(cell, state, plan, { book, hatch }) {
  const [index, bytes, prev, next, look] = state;
  const token = tokenAt(book, index);
  const dead = look === "dead";
  const linked = next === undefined ? {} : {
    "data-token": dead ? "None" : token.id, "data-prev": orNone(prev), "data-next": orNone(next),
  };
  const wears = look === "now" || look === "near";
  cell.drawn = state;
  set(cell.node, { ...tokenLook(token), ...linked, "data-look": look || null, "data-wears": wears });
  tint(cell.node, token);
  const boxes = dead ? [] : boxesOf(plan, cell.position, bytes).map((box) => inset(box, LANE_INSET));
  if (!boxes.length) return cell.node.replaceChildren();
  const widest = boxes.reduce((most, box) => (box.width > most.width ? box : most), boxes[0]);
  writeLetters(cell.face, token, widest, plan, book);
  const stripes = isPartial(token) && hatch.fill;
  cell.node.replaceChildren(...boxes.flatMap((box) => stripPieces(box, plan, stripes, look)), cell.face);
}

function stripPieces(box, { size }, hatch, look) {
  const bounds = { ...rect(box, size, -1), rx: 3 };
  const under = { class: "under", x: box.x, y: box.y + size - 3.5, width: box.width, height: 2.5 };
  return [
    svg("rect", { class: "body", ...bounds }),
    hatch ? svg("rect", { class: "hatch", ...bounds, fill: hatch }) : null,
    look === "todo" ? svg("rect", under) : null,
  ].filter(Boolean);
}

/** A character stands over its bytes until a token begins or ends within it; so long they keep silent. */
function showSpan(lane, span, states) {
  const over = isSpread(states, span);
  if (over === span.over) return;
  span.over = over;
  set(span.node, { "data-gone": !over });
  for (const position of range(span.start, span.end)) set(stripCell(lane, position).node, { "data-spanned": over });
}

/* Where every byte of the strip stands, in units of 1/16 rem: equal cells, as few rows as fit.
   A row breaks between groups where it can. It depends on the groups and the width only. */

const STRIP_CELL = { least: 10.5, most: 30 };
const NARROW_CELLS = 35;
const STRIP_LANES = { before: { y: 0, size: 15, font: 12 }, now: { y: 18, size: 24, font: 13 } };
export const STRIP_ROW = { lanes: 42, ruler: 17, between: 7 };
const STRIP_SHOWN = { high: 2, low: 1, narrow: 3 };  // rows; of more, those around the focus
const HIGH_WINDOW = 880;
const RULER_FONT = 13;
const RULER_APART = 12;  // cells

function planStrip(groups, width, narrow, gutter) {
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
const lanePlan = (plan, { y, size, font }) =>
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
