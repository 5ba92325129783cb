/* What each lane touched, a row a lane, its cells side by side: left alone, looked at, changed.
   All cells are as wide as each other, so that a lane with less in front of it has a shorter row. */

/** @import { Text } from "../core/types.js" */

import {
  glyphs, heldText, plainText, sentences, template, textNodes, titleNodes, tokenAt,
} from "../core/book.js";
import { el, own, set, svg, unitsWide } from "../core/dom.js";
import { hatching } from "../core/drawings.js";
import { shortened } from "../core/glyphs.js";
import { integer } from "../core/recording.js";
import { LANE_HATCHES, laneDress, laneSwatch, racerName, racingLanes } from "./looks.js";

const STRIP = { high: 18, under: 2.5, gap: 1, gapped: 5 };  // units; cells so wide stand apart
const STACKED = { width: 640, lanes: 2 };  // in fewer units a strip stands under its name; of more lanes beside it, which is lower
const MOST_CELLS = 100_000;
const MOST_GLYPH_COLUMNS = 24;

export function strips(widget, book, states) {
  const lanes = racingLanes(widget);
  const most = Math.max(...lanes.map(({ cells }) => integer(cells, 1, MOST_CELLS, "cells")));
  const all = [...new Set(states)].filter(Boolean);
  /** @type {any} */
  const view = { book, most, width: 0, state: {} };
  view.rows = lanes.map((lane) => stripRow(view, lane, all.map((state) => own(state.says ?? {}, lane.id))));
  const legend = (widget.legend ?? []).map(([look, key]) =>
    el("li", {}, el("i", { class: "strip-swatch", "data-level": levelOf(String(look)), "aria-hidden": "true" }), template(book, key)));
  const key = legend.length ? el("ul", { class: "strip-legend" }, legend) : null;
  const node = el("div", { class: "strips" },
    el("ul", { class: "strip-rows", "data-glyphs": lanes.some(({ glyphs }) => glyphs?.length) }, view.rows.map((row) => row.node)),
    widget.title ? null : key);
  return {
    tools: widget.title ? key : null,
    node,
    layout(narrow) {
      const close = narrow || unitsWide(node) < STACKED.width;
      const stacked = close && (narrow || lanes.length <= STACKED.lanes);
      set(node, { "data-stacked": stacked, "data-beside": close && !stacked });
      set(node.closest(".column") ?? node, { "data-close": close && !stacked });
      const width = view.rows[0].room();
      if (width <= 0 || width === view.width) return;
      view.width = width;
      for (const row of view.rows) row.lay(width / most);
      redrawStrips(view);
    },
    draw(state) {
      view.state = state;
      redrawStrips(view);
    },
  };
}

const levelOf = (digit) => (digit === "1" || digit === "2" ? digit : "0");

function redrawStrips({ rows, state }) {
  for (const row of rows) row.draw(String(own(state.cells ?? {}, row.id) ?? ""), own(state.says ?? {}, row.id));
}

function stripRow(view, lane, texts) {
  const { book } = view;
  const say = el("p", {});
  const name = el("p", { class: "strip-name" }, laneSwatch(lane), el("span", {}, titleNodes(book, lane.title)));
  const cells = lane.glyphs?.length ? glyphCells(book, lane) : drawnCells(lane);
  const row = el("div", { class: "strip-room" }, cells.node);
  const node = el("li", { class: "strip-row", ...laneDress(lane) }, name, row, heldText("strip-say", say, book, texts));
  set(cells.node, { role: "img", "data-strip": lane.id });
  let last;
  return {
    id: lane.id,
    node,
    room: () => Math.floor(unitsWide(row)),
    lay(cell) {
      cells.lay(cell);
      last = undefined;
    },
    draw(digits, text) {
      say.replaceChildren(...(text ? textNodes(book, text) : []));
      if (digits !== last) cells.draw(digits);
      last = digits;
      set(cells.node, { "aria-label": stripWords(book, lane, digits, text) });
    },
  };
}

/** "Naive: of 240 cells, 239 looked at, 1 changed. 5907 bytes" */
function stripWords(book, lane, digits, text) {
  const count = (digit) => digits.slice(0, lane.cells).split(digit).length - 1;
  /** @type {Text} */
  const counts = ["player.strips.name", { lane: racerName(book, lane), cells: lane.cells, looked: count("1"), changed: count("2") }];
  return sentences(book, [plainText(book, counts), text && plainText(book, text)]);
}

/** Many cells: a path a level, however many cells there are. */
function drawnCells({ cells, look }) {
  const hatch = LANE_HATCHES[look] ? hatching() : null;
  const paper = svg("rect", { class: "paper", x: 0.5, y: 0.5, height: STRIP.high - 1, rx: 2 });
  const level = (name, more) => svg("path", { class: name, ...more });
  const [looked, underline, changed] = [level("looked"), level("underline"), level("changed")];
  const hatched = hatch ? level("looked-hatch", { fill: hatch.fill }) : null;
  const node = svg("svg", { class: "strip-cells" }, hatch?.node, paper, looked, hatched, underline, changed);
  let pitch = 0;
  return {
    node,
    lay(cell) {
      pitch = cell;
      const width = cells * cell;
      set(node, { viewBox: `0 0 ${width} ${STRIP.high}` });
      node.style.width = `${width / 16}rem`;
      set(paper, { width: Math.max(1, width - 1) });
    },
    draw(digits) {
      if (!pitch) return;
      const ones = runsPath(digits, "1", cells, pitch, 0);
      for (const path of [looked, hatched]) if (path) set(path, { d: ones });
      set(underline, { d: runsPath(digits, "1", cells, pitch, STRIP.high - STRIP.under) });
      set(changed, { d: runsPath(digits, "2", cells, pitch, 0) });
    },
  };
}

/** Runs of one digit as one path, from `top` down. Wide cells stand apart; what is lit alone is never thinner than a unit and a half. */
function runsPath(digits, digit, cells, pitch, top) {
  const apart = pitch >= STRIP.gapped;
  const end = Math.min(cells, digits.length);
  let path = "";
  for (let from = digits.indexOf(digit); from >= 0 && from < end; ) {
    let to = from + 1;
    while (!apart && to < end && digits[to] === digit) to++;
    const wide = Math.max(1.5, (to - from) * pitch - (apart ? STRIP.gap : 0));
    path += `M${(from * pitch).toFixed(2)} ${top}h${wide.toFixed(2)}v${STRIP.high - top}h-${wide.toFixed(2)}Z`;
    from = digits.indexOf(digit, to);
  }
  return path;
}

/** Few cells, each with its token; they wrap where the row is too long. */
function glyphCells(book, { glyphs: tokens, cells }) {
  const nodes = tokens.slice(0, cells).map((index) =>
    el("span", { class: "strip-cell", "data-level": "0", "aria-hidden": "true" },
      el("span", {}, glyphs(book, shortened(tokenAt(book, index), MOST_GLYPH_COLUMNS)))));
  return {
    node: el("div", { class: "strip-glyphs", dir: "ltr" }, nodes),
    lay() {},
    draw: (digits) => nodes.forEach((node, index) => set(node, { "data-level": levelOf(digits[index]) })),
  };
}
