/* What stands at the ends of the lines: name and value, pushed apart so that none covers another. */

import { template } from "../core/book.js";
import { svg } from "../core/dom.js";
import { plainText } from "../core/texts.js";
import { laneDress, racerName } from "./race-lanes.js";
import { SERIES, pushedApart, seriesType } from "./series-scale.js";

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
export function endLabels(view, room, width) {
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

export function titleWidth(view) {
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
export function nameBeside(view, labels) {
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
export function nameInside(view) {
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

export const endWords = ({ book, widget }, lane) => {
  const { end } = widget.lines[lane.id];
  return end ? plainText(book, end) : "";
};
