/* Positions by states: a column a position, a row a state. A cell holds the best score of being there and
   what this place adds; a line leads to the cell before it that gave the score. The way that was chosen is
   in color, places where it is cut are marked. One drawing that scrolls sideways. */

/** @import { Text } from "../core/types.js" */

import { isPartial, plainText, template, tint, tokenAt } from "../core/book.js";
import { arrange, own, remSize, set, sum, svg } from "../core/dom.js";
import { atLeast, drawingName, hatching } from "../core/drawings.js";
import { boxedGlyphs } from "../core/glyphs.js";
import { MOST_BYTES, integer } from "../core/recording.js";
import { boxDrawing, layDrawing, revealAcross } from "../core/scrolling.js";
import { latticeFoot } from "./lattice.js";

const GRID = {
  wide: { to: 14, label: 20, pitch: 84 },
  narrow: { to: 14, label: 6, pitch: 64 },
  least: 56, gap: 16, above: 12, glyph: 34, head: 68,
  cell: 38, apart: 7, score: 13.5, value: 12, columns: 0.585, foot: 30, piece: 28, end: 6, name: 7.2,
};

export function states(widget, book, all) {
  const outline = gridOutline(widget, all);
  outline.named = Math.max(0, ...gridNames(widget, book).map((words) => sum([...words].map((sign) => (sign > "\u2e80" ? 2 : 1)))));
  /** @type {any} */
  const view = { widget, book, outline, hatch: hatching(), state: {}, plan: null, room: "", begun: false };
  const part = (name, more) => (view[name] = svg("g", { class: name, ...more }));
  const name = drawingName(book, widget);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg("svg", { class: "state-grid", role: "group", ...name }, view.hatch.node, view.ground,
    part("heads", { role: "img", "aria-label": latticeFoot(view) }), part("band"), part("cuts"), part("ways"), part("cells"), part("pieces"), part("labels"));
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layGrid(view, narrow),
    draw: (state, still) => redrawGrid(view, state, still),
  };
}

function gridOutline({ size: count, rows = [], foot = [], under = [] }, all) {
  const size = integer(count, 1, MOST_BYTES, "size");
  integer(rows.length, 1, 64, "rows");
  for (const { at, size: bytes } of foot) {
    integer(bytes, 1, size, "size");
    integer(at, 0, size - bytes, "at");
  }
  const distinct = [...new Set(all)].filter(Boolean);
  const cells = distinct.flatMap((state) => Object.values(state.cells ?? {}));
  const longest = cells.reduce((most, { score, value }) => Math.max(most, String(score ?? "").length, String(value ?? "").length), 2);
  return { size, rows: rows.length, foot, under, longest, hasPieces: distinct.some(({ pieces }) => pieces?.length) };
}

/** `{x(column), y(row)}`: the left and upper edges of the cells. */
function planGrid({ size, rows, longest, hasPieces, named: nameColumns }, room, narrow, book) {
  const sizes = GRID[narrow ? "narrow" : "wide"];
  const face = { ...sizes, from: sizes.label + nameColumns * GRID.name + 6 };
  const least = Math.max(GRID.least, longest * GRID.columns * atLeast(book, GRID.score) + 8 + GRID.gap);
  const pitch = Math.max(least, Math.min((room - face.from - face.to) / size, face.pitch));
  const width = Math.max(room, face.from + size * pitch + face.to);
  const first = face.from + (width - face.from - face.to - size * pitch) / 2;
  const top = GRID.above + GRID.head;
  const bottom = top + rows * (GRID.cell + GRID.apart);
  return {
    ...face, room, narrow, pitch, width, wide: pitch - GRID.gap, top, bottom,
    height: bottom + (hasPieces ? GRID.foot + 14 : 0) + GRID.end,
    x: (column) => first + column * pitch + GRID.gap / 2,
    y: (row) => top + row * (GRID.cell + GRID.apart),
  };
}

function layGrid(view, narrow) {
  layDrawing(view, narrow, (width) => planGrid(view.outline, width, narrow, view.book), () => {
    layStateHeads(view);
    layStates(view);
    redrawGrid(view, view.state, true);
  });
}

/** Over the columns: characters over their parts. */
function layStateHeads({ plan, book, hatch, outline, heads }) {
  const glyphs = outline.foot.map(({ at, size, token: index }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at), y: GRID.above, width: plan.x(at + size - 1) + plan.wide - plan.x(at), height: GRID.glyph, rx: 8 };
    return svg("g", { class: "glyph" }, boxedGlyphs(token, box, { room: box.width - 6, font: 20, hatch: isPartial(token) && hatch }));
  });
  const parts = outline.under.map((word, at) =>
    svg("text", { class: "under", x: plan.x(at) + plan.wide / 2, y: GRID.above + GRID.glyph + 19 }, String(word)));
  heads.replaceChildren(...glyphs, ...parts);
}

function layStates(view) {
  const { book, plan, outline, cells, ways, hatch } = view;
  view.cellsByPosition = new Map();
  for (let column = 0; column < outline.size; column++) {
    for (let row = 0; row < outline.rows; row++) {
      const box = { x: plan.x(column), y: plan.y(row), width: plan.wide, height: GRID.cell, rx: 7 };
      const middle = box.x + box.width / 2;
      const bars = svg("rect", { class: "hatch", ...box, fill: hatch.fill });
      const score = svg("text", { class: "score", x: middle, y: box.y + 16, "font-size": atLeast(book, GRID.score) });
      const value = svg("text", { class: "value", x: middle, y: box.y + 31.5, "font-size": atLeast(book, GRID.value) });
      const node = svg("g", { class: "cell", role: "img", "data-cell": `${column},${row}` }, svg("rect", { class: "body", ...box }), bars, score, value);
      view.cellsByPosition.set(`${column},${row}`, { node, score, value, way: svg("path", { class: "body" }), column, row, drawn: null });
    }
  }
  cells.replaceChildren(...[...view.cellsByPosition.values()].map(({ node }) => node));
  ways.replaceChildren();
}

/** What stands at the left, in the reader's language: head, tail, then the states. */
const gridNames = ({ head, tail, rows }, book) =>
  [head, tail, ...rows].map((title) => (Array.isArray(title) ? plainText(book, /** @type {Text} */ (title)) : title ? template(book, title) : ""));

/** The row of pieces has its name once there are some. */
function layStateNames({ plan, widget, book, state, labels }) {
  const ground = svg("rect", { class: "behind", width: plan.from - 4, height: plan.height });
  const [head, tail, ...states] = gridNames(widget, book);
  const name = (words, y) => (words ? [svg("text", { x: plan.label, y }, words)] : []);
  const rows = states.flatMap((words, row) => name(words, plan.y(row) + GRID.cell / 2 + 5));
  labels.replaceChildren(...(plan.width > plan.room ? [ground] : []), ...name(head, GRID.above + GRID.glyph + 19), ...rows,
    ...name(state.pieces?.length ? tail : "", plan.bottom + GRID.foot - 6));
}

function redrawGrid(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  for (const [key, cell] of view.cellsByPosition) drawState(view, cell, own(state.cells ?? {}, key));
  const order = (cell) => (cell.drawn?.look === "path" ? 2 : cell.column === state.now ? 1 : 0);
  const linked = [...view.cellsByPosition.values()].filter(({ drawn: linked }) => linked?.from != null);
  arrange(view.ways, linked.sort((one, other) => order(one) - order(other)).map(({ way }) => way));
  drawGridBand(view, state);
  drawGridCuts(view, state.cuts ?? []);
  drawPieces(view, state.pieces ?? []);
  layStateNames(view);
  showColumn(view, state.now, still || !view.begun);
  view.begun = true;
}

function drawState(view, cell, state) {
  if (cell.drawn === state) return;
  const { book, plan, widget } = view;
  cell.drawn = state;
  const { score = "", value = "", look = "", from } = state ?? {};
  set(cell.node, { "data-look": look || null, "data-known": Boolean(state), "aria-hidden": state ? null : "true",
    "aria-label": state ? cellWords(book, widget, cell, state) : null });
  cell.score.textContent = String(score);
  cell.value.textContent = String(value);
  set(cell.value, { y: plan.y(cell.row) + (score === "" ? GRID.cell / 2 + 4.4 : 31.5) });
  if (from == null) return;
  integer(from, 0, view.outline.rows - 1, "from");
  const [x1, y1] = [plan.x(cell.column - 1) + plan.wide, plan.y(from) + GRID.cell / 2];
  const [x2, y2] = [plan.x(cell.column), plan.y(cell.row) + GRID.cell / 2];
  const bend = GRID.gap * 0.55;
  set(cell.way, { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, "data-look": look || null });
}

/** "position 3, state 1: −12.3, from state 0, adds −4.1" */
function cellWords(book, widget, { column, row }, { score = "", value = "", from, look }) {
  const state = (at) => ({ text: Array.isArray(widget.rows[at]) ? widget.rows[at] : [widget.rows[at], {}] });
  const key = look === "barred" ? "barred" : from == null ? "first" : "cell";
  return plainText(book, [`player.states.${key}`, { position: column, state: state(row), score, value, ...(from == null ? {} : { before: state(from) }) }]);
}

/** The column at work lies on a band of its own. */
function drawGridBand({ plan, band }, { now }) {
  if (now == null) return band.replaceChildren();
  const box = { x: plan.x(now) - 5, y: plan.top - 6, width: plan.wide + 10, height: plan.bottom - plan.top + 6, rx: 10 };
  band.replaceChildren(svg("rect", { class: "body", ...box }));
}

/** A cut runs down in the gap before its column. */
function drawGridCuts({ plan, cuts }, columns) {
  const [top, bottom] = [plan.top - 8, plan.bottom - 2];
  cuts.replaceChildren(...columns.map((column) =>
    svg("path", { class: "cut", "data-cut": column, d: `M${plan.x(column) - GRID.gap / 2} ${top}V${bottom}` })));
}

/** What lies between the cuts. */
function drawPieces({ plan, book, pieces }, list) {
  pieces.replaceChildren(...list.map(({ at, size, token: index, look }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at), y: plan.bottom + 2, width: plan.x(at + size - 1) + plan.wide - plan.x(at), height: GRID.piece, rx: 7 };
    const node = svg("g", { class: "piece", "data-look": look || null }, boxedGlyphs(token, box, { room: box.width - 8, font: 17 }));
    tint(node, token);
    return node;
  }));
}

function showColumn({ box, plan }, now, still) {
  if (now == null) return;
  const pixels = remSize() / 16;
  revealAcross(box, () => [(plan.x(now) - 2 * plan.pitch - plan.from) * pixels, (plan.x(now) + 2 * plan.pitch) * pixels], still);
}
