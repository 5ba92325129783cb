/* The whole of a text that is longer than its stage, in miniature: a lane of what was there a step before, and one of
   what is there now. So all places of a merge are seen, and which part of the text the stage shows. */

import { template } from "../core/book.js";
import { set, svg } from "../core/dom.js";
import { atLeast } from "../core/least-type.js";
import { range } from "../core/numbers.js";
import { lettersWidth } from "../core/texts.js";

const LEAST_CELL = 1.1;
const LEAST_MARK = 2.4;
const SIZES = {
  narrow: { lane: 7, between: 2, above: 6, below: 6 },
  page: { lane: 10, between: 2, above: 4, below: 3 },
  present: { lane: 12, between: 2, above: 3, below: 2 },
};
const NAMES = ["before", "now"];
const LOOKS = ["learned", "changed", "forming", "merged", "chosen"];

export function makeTextMap(groups, book) {
  const map = { groups, book, size: Math.max(0, ...groups.map(({ start, size }) => start + size)), height: 0 };
  map.lanes = NAMES.map((name) => makeLane(name));
  map.labels = svg("g", { class: "labels" });
  map.sight = svg("path", { class: "sight" });
  map.node = svg("svg", { class: "text-map", "aria-hidden": "true" },
    map.sight, map.lanes.map(({ node }) => node), map.labels);
  return map;
}

function makeLane(name) {
  const runs = svg("path", { class: "runs" });
  const paths = Object.fromEntries([...LOOKS, "window"].map((look) => [look, svg("path", { class: look })]));
  return { name, runs, paths, node: svg("g", {}, runs, Object.values(paths)) };
}

/** As few rows as leave a byte the width of a mark; a text that fits its stage has none. */
export function layTextMap(map, width, narrow, isWanted) {
  set(map.node, { hidden: !isWanted || null });
  map.node.style.display = isWanted ? "" : "none";
  const sizes = SIZES[narrow ? "narrow" : map.book.present ? "present" : "page"];
  const font = atLeast(map.book, 12);
  const names = NAMES.map((name) => template(map.book, `player.lens.${name}`));
  const left = narrow ? 0 : Math.max(...names.map((name) => lettersWidth(name, 6.2, 12.5) * (font / 12))) + 9;
  const room = width - left;
  const rows = Math.max(1, Math.ceil((map.size * LEAST_CELL) / room));
  const pitch = 2 * sizes.lane + sizes.between + sizes.below;
  Object.assign(map, { ...sizes, left, rows, pitch, perRow: Math.ceil(map.size / rows), drawn: null });
  Object.assign(map, { cell: room / map.perRow, height: isWanted ? sizes.above + rows * pitch : 0 });
  if (!isWanted) return;
  set(map.node, { viewBox: `0 0 ${width} ${map.height}` });
  map.node.style.height = `${map.height / 16}rem`;
  map.lanes.forEach((lane, index) =>
    set(lane.runs, { d: map.groups.map(({ start, size }) => bar(map, index, start, size)).join("") }));
  map.labels.replaceChildren(...(narrow ? [] : names.map((name, index) =>
    svg("text", { x: left - 8, y: sizes.above + index * (sizes.lane + sizes.between) + sizes.lane / 2 + font * 0.34, "font-size": font }, name))));
}

/** The outline of some bytes in a lane: a bar in each row that they lie in. */
function bar(map, lane, start, size, least = 0) {
  let path = "";
  for (const row of range(Math.floor(start / map.perRow), Math.floor((start + size - 1) / map.perRow) + 1)) {
    const [from, to] = [Math.max(start, row * map.perRow), Math.min(start + size, (row + 1) * map.perRow)];
    const x = map.left + (from - row * map.perRow) * map.cell;
    const wide = Math.max(least, (to - from) * map.cell - 0.3);
    path += `M${x.toFixed(1)} ${map.above + row * map.pitch + lane * (map.lane + map.between)}h${wide.toFixed(1)}v${map.lane}h${(-wide).toFixed(1)}z`;
  }
  return path;
}

/** Draw two states of the ribbon, the one before and the present one. */
export function drawTextMap(map, before, now) {
  if (!map.height || map.drawn === now) return;
  map.drawn = now;
  [before, now].forEach((state, index) => drawLane(map, index, state));
}

function drawLane(map, index, { slots = {}, window = [] }) {
  const { paths } = map.lanes[index];
  const marks = Object.fromEntries(LOOKS.map((look) => [look, ""]));
  for (const [position, [token, size, look]] of Object.entries(slots)) {
    const isPast = index === 0 && look === "changed";  // lit by the step before
    const name = look in marks && !isPast ? look : map.book.tokens[token]?.kind === "learned" ? "learned" : "";
    if (name) marks[name] += bar(map, index, Number(position), size, LEAST_MARK);
  }
  for (const look of LOOKS) set(paths[look], { d: marks[look] });
  set(paths.window, { d: window.map(([start, size]) => bar(map, index, start, size, LEAST_MARK)).join("") });
}

/** Say which bytes the stage shows: a line below the lanes. */
export function showSight(map, start, size) {
  if (!map.height) return;
  const lanes = [0, 1].map((lane) => bar(map, lane, start, size)).join("");
  set(map.sight, { d: lanes });
}
