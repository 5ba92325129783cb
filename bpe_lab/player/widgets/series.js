/* y over x, a line a lane, y on a log scale. All but the cursor and its marks is drawn once for a
   width; a step moves these. */

import { numeral, template } from "../core/book.js";
import { el, inUnits, own, set, svg, unitsWide } from "../core/dom.js";
import { textNodes, plainText } from "../core/texts.js";
import { LANE_DASHES, laneDress, laneMark, racerName, racingLanes } from "./race-lanes.js";
import { endLabels, endWords, nameBeside, nameInside, titleWidth } from "./series-ends.js";
import { SERIES, linearTicks, logTicks, seriesScales, seriesType, tickWords } from "./series-scale.js";

export function series(widget, book, states) {
  const lanes = racingLanes(widget).filter(({ id }) => own(widget.lines ?? {}, id));
  const all = [...new Set(states)].filter(Boolean);
  const part = (name) => svg("g", { class: name });
  const view = { widget, book, lanes, room: "", state: {} };
  view.parts = Object.fromEntries(["grid", "bands", "curves", "ends", "cursor", "points"].map((name) => [name, part(name)]));
  view.drawing = svg("svg", { class: "chart", role: "img", "aria-label": seriesWords(view) }, Object.values(view.parts));
  view.key = el("ul", { class: "series-key" }, lanes.map((lane) => keyOf(view, lane)));
  view.marks = new Map(lanes.map((lane) => [lane.id, laneMark(lane, { "data-lane": lane.id })]));
  view.parts.points.append(...view.marks.values());
  view.cursor = { line: svg("line", {}), number: svg("text", { class: "at" }) };
  view.parts.cursor.append(view.cursor.line, view.cursor.number);
  view.hasCursor = all.some(({ at }) => at != null);
  const foot = widget.foot ? el("p", { class: "series-foot" }, textNodes(book, widget.foot)) : null;
  const scale = widget.y?.title ? el("span", { class: "series-scale" }, template(book, widget.y.title)) : null;
  return {
    tools: scale,
    node: el("div", { class: "series" }, view.drawing, view.key, foot),
    layout: (narrow) => laySeries(view, narrow),
    draw(state) {
      view.state = state;
      drawCursor(view);
    },
  };
}

function seriesWords(view) {
  const { book, widget, lanes } = view;
  const lines = lanes.map((lane) => plainText(book, ["player.series.line", { lane: racerName(book, lane), end: endWords(view, lane) }]));
  const title = widget.title ? template(book, widget.title) : widget.y?.title ? template(book, widget.y.title) : book.name;
  return plainText(book, ["player.series.name", { title, lines: lines.join(own(book.text, "player.spacing.joiner") ?? " ") }]);
}

/** Name and end of a line beside a piece of it: on a phone, where several lines' ends do not fit their chart. */
function keyOf(view, lane) {
  const line = svg("line", { class: "curve", x1: 1, x2: 31, y1: 8, y2: 8, "stroke-dasharray": dashOf(lane) });
  const sample = svg("svg", { viewBox: "0 0 32 16", "aria-hidden": "true", ...laneDress(lane) }, line, laneMark(lane, { transform: "translate(16 8)" }));
  return el("li", { ...laneDress(lane) }, sample, el("b", {}, racerName(view.book, lane)), el("span", {}, endWords(view, lane)));
}

const FEW_POINTS = 20;  // each has its dot
const DOT = 0.55;  // of a mark

const dashOf = ({ look }) => LANE_DASHES[look].join(" ") || null;

const INSIDE = { most: 2, apart: 30, reach: 0.95 };  // lines; units between their ends; of the width

/** Whether a narrow chart can name its lines in itself: few, all to its right edge, far enough apart. */
function canNameInside({ widget: { lines, x, y }, lanes }) {
  const ends = lanes.map(({ id }) => lines[id].points?.at(-1)).filter(Boolean);
  const across = (x.last - x.first) * INSIDE.reach;
  const { high, top, below } = SERIES.narrow;
  const up = (high - top - below) / Math.log(y.high / y.low);
  const heights = ends.map((end) => Math.log(end[1]) * up).sort((one, other) => one - other);
  return lanes.length <= INSIDE.most && lanes.every(({ id }) => !lines[id].to) && ends.every((end) => end[0] - x.first >= across)
    && heights.every((each, index) => !index || each - heights[index - 1] >= INSIDE.apart);
}

function laySeries(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${narrow || innerHeight}`;
  if (width <= 0 || room === view.room) return;
  view.room = room;
  const keyed = narrow && !canNameInside(view);
  set(view.key, { hidden: !keyed });
  const { high, left, top, below } = chartRoom(narrow, keyed);
  const labels = narrow ? [] : endLabels(view, high - top - below, width);
  const gutter = narrow ? 8 : Math.max(SERIES.least, ...labels.map((label) => label.width), titleWidth(view)) + SERIES.right;
  view.plot = { left, right: width - gutter, top, bottom: high - below, high, width };
  view.scales = seriesScales(view.widget, view.plot);
  set(view.drawing, { viewBox: `0 0 ${width} ${high}` });
  view.drawing.style.height = `${high / 16}rem`;
  drawGrid(view, narrow);
  drawCurves(view);
  if (keyed) view.parts.ends.replaceChildren();
  else if (narrow) nameInside(view);
  else nameBeside(view, labels);
  set(view.cursor.line, { y1: top, y2: high - below });
  set(view.cursor.number, { y: high - 4, "font-size": seriesType(view.book).font });
  drawCursor(view);
}

/** All stands on one screen: a low window has a lower chart. */
function chartRoom(narrow, keyed) {
  const room = SERIES[narrow && !keyed ? "narrow" : "wide"];
  return narrow ? room : { ...room, high: Math.max(SERIES.lowest, Math.min(room.high, inUnits(innerHeight) * SERIES.share)) };
}

function drawGrid(view, narrow) {
  const { widget: { x, y }, book, scales, plot, parts } = view;
  const words = (text, attributes) => svg("text", { "font-size": seriesType(book).font, ...attributes }, text);
  const rows = logTicks(y.low, y.high).flatMap((tick) => {
    const at = scales.y(tick);
    return [svg("line", { x1: plot.left, x2: plot.right, y1: at, y2: at }),
      words(tickWords(book, tick), { class: "y-tick", x: plot.left - 8, y: at + 4.5, "text-anchor": "end" })];
  });
  const wanted = Math.max(2, Math.min(5, Math.floor((plot.right - plot.left) / 80)));
  view.ticks = linearTicks(x.first, x.last, wanted).map((tick) => {
    const text = numeral(book, Number(tick.toPrecision(10)));
    const node = words(text, { class: "x-tick", x: scales.x(tick), y: plot.high - 4, "text-anchor": "middle" });
    return { at: scales.x(tick), half: text.length * 3.6, node };
  });
  const last = view.ticks.at(-1);
  const title = narrow || !x.title ? null
    : words(template(book, x.title), { class: "x-title", x: plot.right + Math.max(SERIES.right, last.half + 10), y: plot.high - 4 });
  parts.grid.replaceChildren(...rows, ...view.ticks.map(({ node }) => node), ...(title ? [title] : []));
}

function drawCurves(view) {
  const { widget, lanes, scales, parts } = view;
  const bands = lanes.map((lane) => svg("path", { class: "band", "data-lane": lane.id, ...laneDress(lane), d: bandPath(widget.lines[lane.id].points ?? [], scales) }));
  const curves = lanes.flatMap((lane) => {
    const { points = [], to } = widget.lines[lane.id];
    const curve = svg("path", { class: "curve", "data-lane": lane.id, ...laneDress(lane), "stroke-dasharray": dashOf(lane), d: linePath(points, scales) });
    const last = points.at(-1);
    const dots = points.length > FEW_POINTS ? [] : points.map((point) =>
      laneMark(lane, { class: "lane-mark dot", transform: `translate(${onScale(scales, point)}) scale(${DOT})` }));
    if (!to || !last) return [curve, ...dots];
    return [curve, ...dots, svg("path", { class: "beyond", "data-lane": lane.id, ...laneDress(lane), d: linePath([last, to], scales) }),
      svg("path", { class: "cut", "data-lane": lane.id, ...laneDress(lane), d: `M${onScale(scales, last)}m0-5v10` })];
  });
  parts.bands.replaceChildren(...bands);
  parts.curves.replaceChildren(...curves);
}

const onScale = (scales, [x, y]) => `${scales.x(x).toFixed(1)} ${scales.y(y).toFixed(1)}`;
const linePath = (points, scales) => (points.length ? `M${points.map((point) => onScale(scales, point)).join("L")}` : null);

/** The area between the bounds, over every run of points that have both. */
function bandPath(points, scales) {
  /** @type {any[][]} */
  const runs = [[]];
  for (const point of points) {
    if (point[2] != null && point[3] != null) runs[runs.length - 1].push(point);
    else if (runs[runs.length - 1].length) runs.push([]);
  }
  return runs.filter((run) => run.length > 1).map((run) =>
    `${linePath(run.map(([x, , low]) => [x, low]), scales)}L${run.map(([x, , , high]) => onScale(scales, [x, high])).reverse().join("L")}Z`).join("") || null;
}

/** The cursor with its number, which hides the ticks that it would touch, and a mark a lane. */
function drawCursor(view) {
  const { state, scales, widget, book, cursor, parts } = view;
  if (!scales) return;
  const hasCursor = typeof state.at === "number";
  set(parts.cursor, { visibility: hasCursor ? null : "hidden" });
  const at = hasCursor ? scales.x(Math.max(widget.x.first, Math.min(widget.x.last, state.at))) : 0;
  const words = hasCursor ? numeral(book, state.at) : "";
  if (hasCursor) {
    set(cursor.line, { x1: at, x2: at });
    set(cursor.number, { x: at });
    cursor.number.textContent = words;
  }
  for (const tick of view.ticks) set(tick.node, { visibility: hasCursor && Math.abs(tick.at - at) < tick.half + words.length * 3.8 + 4 ? "hidden" : null });
  for (const [id, mark] of view.marks) {
    const value = own(state.values ?? {}, id);
    const visible = hasCursor && typeof value === "number" && value > 0;
    set(mark, { visibility: visible ? null : "hidden", transform: visible ? `translate(${at.toFixed(1)} ${scales.y(value).toFixed(1)})` : null });
  }
}
