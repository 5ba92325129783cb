/* y over x, a line a lane, y on a log scale. All but the cursor and its marks is drawn once for a
   width; a step moves these. */

import { joiner, numeral, plainText, template, textNodes } from "../core/book.js";
import { el, inUnits, own, set, svg, unitsWide } from "../core/dom.js";
import { atLeast } from "../core/drawings.js";
import { positiveNumber } from "../core/recording.js";
import { LANE_DASHES, laneDress, laneMark, racerName, racingLanes } from "./looks.js";

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
  return plainText(book, ["player.series.name", { title, lines: lines.join(joiner(book)) }]);
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

/* What stands at the ends of the lines: name and value, pushed apart so that none covers another. */

let measurer;

/** Units that the words take in the player's own type. */
function wordsWide(view, words, weight) {
  measurer ??= document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(view.drawing).fontFamily;
  measurer.font = `${weight} ${seriesType(view.book).label}px ${family}`;
  return measurer.measureText(words).width;
}

const MOST_GUTTER = 0.34;  // of the width
const AXIS_TITLE = { gap: 26, share: 0.2 };

/** Names and ends as `{lane, name, end, width, lines}`: of two lines each, of one where they are many. */
function endLabels(view, room, width) {
  const { line } = seriesType(view.book);
  const lines = view.lanes.length * (2 * line + SERIES.between) <= room + 2 * SERIES.between ? 2 : 1;
  const most = width * MOST_GUTTER;
  return view.lanes.map((lane) => {
    const end = endWords(view, lane);
    const tail = wordsWide(view, end, 400);
    const beside = lines === 1 ? tail + 6 : 0;
    const name = fittedWords(view, racerName(view.book, lane), Math.max(most - beside, 40));
    const head = wordsWide(view, name, 650);
    return { lane, name, end, lines, width: lines === 1 ? head + beside : Math.max(head, tail) };
  });
}

/** Words that are too long lose their end. */
function fittedWords(view, words, room) {
  if (wordsWide(view, words, 650) <= room) return words;
  const letters = [...words];
  while (letters.length > 1 && wordsWide(view, `${letters.join("")}…`, 650) > room) letters.pop();
  return `${letters.join("").trimEnd()}…`;
}

function titleWidth(view) {
  const { x } = view.widget;
  return x?.title ? wordsWide(view, template(view.book, x.title), 400) + AXIS_TITLE.gap : 0;
}

/** Where a line ends on the chart: at what was not measured, where there is such. */
function lineEnd({ widget, scales, plot }, lane) {
  const { points = [], to } = widget.lines[lane.id];
  const end = to ?? points.at(-1);
  if (!end) return null;
  const inside = (value, least, most) => Math.max(least, Math.min(most, value));
  return { x: inside(scales.x(end[0]), plot.left, plot.right), y: inside(scales.y(end[1]), plot.top, plot.bottom) };
}

/** At the right of the chart, with a thread to the line's end where they do not stand beside it. */
function nameBeside(view, labels) {
  const { plot, parts } = view;
  const ended = labels.map((label) => ({ ...label, from: lineEnd(view, label.lane) })).filter(({ from }) => from);
  ended.sort((one, other) => one.from.y - other.from.y);
  const lines = labels[0]?.lines ?? 1;
  const high = lines * seriesType(view.book).line + (lines > 1 ? SERIES.between : 0);
  const places = pushedApart(ended.map(({ from }) => from.y), high, plot.top + high / 2 - 8, plot.bottom - high / 2 + 2);
  parts.ends.replaceChildren(...ended.flatMap((label, index) => besideNodes(view, label, places[index])));
}

function besideNodes({ book, plot: { right } }, { lane, name, end, lines, from }, middle) {
  const x = right + SERIES.right;
  const { label, line } = seriesType(book);
  const text = (words, attributes) => svg("text", { "font-size": label, x, ...attributes }, words);
  const apart = right - from.x > 2 || Math.abs(middle - from.y) > 4;
  const thread = apart ? svg("path", { class: "thread", d: `M${from.x} ${from.y}H${right}L${x - 3} ${middle}` }) : null;
  const words = lines === 2
    ? [text(name, { class: "end-name", y: middle - 3 }), text(end, { class: "end", y: middle - 3 + line })]
    : [text(null, { class: "end-name", y: middle + 5 })];
  if (lines === 1) words[0].append(svg("tspan", {}, name), svg("tspan", { class: "end", dx: 6 }, end));
  return [svg("g", { class: "end-label", "data-lane": lane.id, ...laneDress(lane) }, thread, words)];
}

/** Narrow: in one line each, over the ends of the lines. */
function nameInside(view) {
  const { plot, parts, lanes } = view;
  const ended = lanes.map((lane) => ({ lane, from: lineEnd(view, lane) })).filter(({ from }) => from);
  ended.sort((one, other) => one.from.y - other.from.y);
  const places = pushedApart(ended.map(({ from }) => from.y - 10), seriesType(view.book).line + 1, SERIES.label - 2, plot.bottom - 4);
  parts.ends.replaceChildren(...ended.map(({ lane }, index) => {
    const words = `${fittedWords(view, racerName(view.book, lane), plot.width * 0.6)} ${endWords(view, lane)}`.trim();
    const text = (name) => svg("text", { class: name, x: plot.right, y: places[index], "text-anchor": "end", "font-size": seriesType(view.book).label }, words);
    return svg("g", { class: "end-label", "data-lane": lane.id, ...laneDress(lane) }, text("halo"), text("end-name"));
  }));
}

const endWords = ({ book, widget }, lane) => {
  const { end } = widget.lines[lane.id];
  return end ? plainText(book, end) : "";
};

/* The axes of a series, in units of 1/16 rem: x linear, y in powers of ten. */

const SERIES = {
  wide: { high: 168, left: 40, top: 10, below: 22 },
  narrow: { high: 176, left: 40, top: 22, below: 22 },
  lowest: 132, share: 0.19,  // of the window's height
  right: 12, font: 13, label: 14, line: 17, between: 5, least: 64,
};
const FEWEST_DECADES = 2;  // of less, ticks stand between them too
const MOST_LINES = 6;  // of the grid
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Sizes of its type: of numbers along the axes, of what stands at the lines' ends, and from line to line there. */
function seriesType(book) {
  const label = atLeast(book, SERIES.label);
  return { font: atLeast(book, SERIES.font), label, line: (SERIES.line * label) / SERIES.label };
}

/** `{x, y}` from values to units, for a plot of `right` by `bottom`. */
function seriesScales({ x, y }, { left, right, top, bottom }) {
  const [low, high] = [positiveNumber(y.low, "low"), positiveNumber(y.high, "high")];
  if (!(low < high)) throw new Error(`low: ${low}, high: ${high}`);
  if (!(Number.isFinite(x.first) && x.last >= x.first)) throw new Error(`first: ${x.first}, last: ${x.last}`);
  const across = Math.max(x.last - x.first, 1e-9);
  const up = Math.log(high / low);
  return {
    x: (value) => left + ((right - left) * (value - x.first)) / across,
    y: (value) => bottom - ((bottom - top) * Math.log(Math.max(value, Number.MIN_VALUE) / low)) / up,
  };
}

/** Powers of ten within the axis, thinned where they are many; where they are few, 2 and 5 of each too. */
function logTicks(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const each = Math.max(1, Math.ceil((last - first + 1) / MOST_LINES));
  const factors = last - first < FEWEST_DECADES ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = first - 1; power <= last; power += power < first ? 1 : each)
    for (const factor of factors) ticks.push(factor * 10 ** power);
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001).map((tick) => Number(tick.toPrecision(3)));
}

/** First, last and round numbers between, about `wanted` in all; between whole numbers whole ones. */
function linearTicks(first, last, wanted) {
  const rough = (last - first) / wanted;
  if (!(rough > 0)) return [first];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const least = Number.isInteger(first) && Number.isInteger(last) ? 1 : 0;
  const round = [1, 2, 3, 5, 6, 10].map((factor) => factor * ten).find((each) => each >= rough * 0.95) ?? 10 * ten;
  const step = Math.max(round, least);
  const between = [];
  for (let tick = Math.ceil(first / step) * step; tick < last - step * 0.4; tick += step) if (tick > first + step * 0.4) between.push(tick);
  return [first, ...between, last];
}

/** Numbers beyond a millionfold as powers of ten. */
function tickWords(book, value) {
  const power = Math.log10(value);
  if (Number.isInteger(power) && (power > 6 || power < -4)) {
    const digits = String(Math.abs(power)).replace(/\d/g, (digit) => SUPERSCRIPTS[digit]);
    return `10${power < 0 ? "⁻" : ""}${digits}`;
  }
  return numeral(book, value);
}

/** Where labels of that height go so that none overlaps and all stay between `top` and `bottom`:
    as near as can be to where they want to be, in their order. `wanted` ascends. */
function pushedApart(wanted, high, top, bottom) {
  const offsets = [];
  wanted.forEach((at, index) => offsets.push(Math.max(at, index ? offsets[index - 1] + high : top)));
  let limit = bottom;
  for (let index = offsets.length - 1; index >= 0; index--) {
    offsets[index] = Math.min(offsets[index], limit);
    limit = offsets[index] - high;
  }
  return offsets;
}
