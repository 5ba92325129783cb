/* Beads over a scale of counts: one bead a pair, those of like count on top of each other; a line
   parts those that reach it from those that do not. The scale is logarithmic and stands still. */

import { lettersWidth, numeral, plainText } from "../core/book.js";
import { arrange, el, set, svg, unitsWide } from "../core/dom.js";
import { atLeast, drawingName } from "../core/drawings.js";

const BEADS = { left: 20, right: 16, top: 24, bottom: 24, high: 132, radius: 5.2, pitch: 12.4, font: 12.5 };
const BEAD_TICKS = [1, 2, 5];

export function beads(widget, book) {
  const view = { widget, book, state: {}, room: "", beadNodes: new Map() };
  view.axis = svg("g", { class: "axis" });
  view.line = svg("g", { class: "threshold" });
  view.layer = svg("g");
  view.words = el("p", { id: `${widget.id}-beads`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg("svg", { class: "beads", ...name }, view.line, view.axis, view.layer);
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: () => layBeads(view),
    draw: (state) => drawBeads(view, state),
  };
}

function layBeads(view) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  if (width <= 0 || String(width) === view.room) return;
  const most = Math.max(2, view.widget.most ?? 2);
  const across = width - BEADS.left - BEADS.right;
  Object.assign(view, { room: String(width), width, at: (count) => BEADS.left + (Math.log(Math.max(1, count)) / Math.log(most)) * across });
  set(view.drawing, { viewBox: `0 0 ${width} ${BEADS.high}` });
  view.drawing.style.height = `${BEADS.high / 16}rem`;
  drawBeadAxis(view, most);
  drawBeads(view, view.state);
}

/** 1, 2, 5, 10 … and the end of the scale, as far as they have room. */
function drawBeadAxis({ axis, at, width, book }, most) {
  const y = BEADS.high - BEADS.bottom;
  const ticks = [];
  for (let power = 1; power <= most; power *= 10) ticks.push(...BEAD_TICKS.map((tick) => tick * power).filter((tick) => tick < most));
  const labeled = [...ticks, most].filter((tick, index, all) => index === all.length - 1 || at(most) - at(tick) > 12 + 8 * numeral(book, most).length);
  axis.replaceChildren(svg("line", { x1: 0, x2: width, y1: y + 1, y2: y + 1 }),
    ...labeled.map((tick) => svg("text", { x: at(tick), y: y + 17, "font-size": atLeast(book, BEADS.font) }, numeral(book, tick))));
}

function drawBeads(view, state) {
  view.state = state;
  if (!view.room) return;
  const pairs = Object.entries(state.pairs ?? {});
  const columns = new Map();
  for (const [pair, [count, look]] of pairs) {
    const column = columnOfCount(view, count, state.line);
    columns.set(column, [...(columns.get(column) ?? []), { pair, count, look }]);
  }
  const nodes = [...columns].flatMap(([column, all]) => columnOfBeads(view, column, all));
  arrange(view.layer, nodes);
  drawThreshold(view, state.line);
  view.words.textContent = plainText(view.book, ["player.beads.words", { candidates: pairs.filter(([, [, look]]) => look !== "aside").length, aside: pairs.filter(([, [, look]]) => look === "aside").length }]);
}

const nearestColumn = (view, count) => Math.round((view.at(count) - BEADS.left) / BEADS.pitch);

/** Beads of neighboring counts share a column, but never over the line. */
function columnOfCount(view, count, line) {
  const column = nearestColumn(view, count);
  return line && count < line ? Math.min(column, nearestColumn(view, line) - 1) : column;
}

/** What is set aside at the foot, what is lit on top; a column that is too high closes up and tells how many it holds. */
function columnOfBeads(view, column, all) {
  const room = BEADS.high - BEADS.bottom - BEADS.top - 2 * BEADS.radius;
  const isCrowded = (all.length - 1) * BEADS.pitch > room;
  const pitch = isCrowded ? (room - BEADS.font) / (all.length - 1) : BEADS.pitch;
  const x = BEADS.left + column * BEADS.pitch;
  const foot = BEADS.high - BEADS.bottom - BEADS.radius - 2;
  const height = ({ look }) => ["aside", ""].indexOf(look) + 1 || 3;  // what is lit is not covered
  all.sort((one, other) => height(one) - height(other) || one.count - other.count);
  const nodes = all.map((each, index) => bead(view, each, x, foot - index * pitch));
  if (!isCrowded) return nodes;
  const top = foot - (all.length - 1) * pitch - BEADS.radius - 4;
  return [...nodes, svg("text", { class: "crowd", x, y: top, "font-size": atLeast(view.book, BEADS.font) }, numeral(view.book, all.length))];
}

function bead({ beadNodes, book }, { pair, count, look }, x, y) {
  if (!beadNodes.has(pair)) {
    const node = svg("g", { class: "bead", "data-pair": pair }, svg("title"), svg("circle", { class: "body", r: BEADS.radius }));
    beadNodes.set(pair, node);
  }
  const node = beadNodes.get(pair);
  const [left, right] = pair.split(",").map(Number);
  node.firstChild.textContent = plainText(book, ["player.beads.pair", { pair: { pair: [left, right] }, count }]);
  return set(node, { transform: `translate(${x} ${y})`, "data-look": look || null, "data-wears": look === "changed", "data-count": count });
}

/** What is left of the line does not reach it. */
function drawThreshold(view, number) {
  const { line, width, book, widget } = view;
  if (!number) return line.replaceChildren();
  const x = BEADS.left + (nearestColumn(view, number) - 0.5) * BEADS.pitch;
  const low = BEADS.high - BEADS.bottom + 1;
  const words = plainText(book, [widget.line ?? "player.beads.line", { count: number }]);
  const near = x + lettersWidth(words, 8, 14) > width;
  line.replaceChildren(svg("rect", { x: 0, y: BEADS.top - 4, width: x, height: low - BEADS.top + 4 }),
    svg("path", { d: `M${x} ${BEADS.top - 14}V${low}` }),
    svg("text", { x: near ? x - 6 : x + 6, y: BEADS.top - 6, "font-size": atLeast(book, BEADS.font), "text-anchor": near ? "end" : "start" }, words));
}
