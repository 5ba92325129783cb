/* The lens: a text as a list of linked tokens. Above, the strip with all bytes; below, the tokens
   around the position in focus, large, with the links between them. One drawing for both.
   A step changes only the slots whose state is new. */

import { tokenAt } from "../core/book.js";
import { become, el, set, svg, unitsWide } from "../core/dom.js";
import {
  DESCRIBED, describeTokens, drawingName, hatching, isSplit, spansOf, specialStates, statesByPosition,
} from "../core/drawings.js";
import { isCalm } from "../core/motion.js";
import { range } from "../core/numbers.js";
import { plainText } from "../core/texts.js";
import { stripRoom } from "./byte-strip-plan.js";
import { drawStrip, layStrip, makeStrip, orNone } from "./byte-strip.js";
import { deltaChips } from "./lens-notes.js";
import { LENS } from "./lens-plan.js";
import { drawBeam, drawChips, drawLinks, drawPointers, turnLens } from "./lens-row.js";

const LENS_APART = { wide: 6, narrow: 10 };
const NO_STATE = {};

export function lens(widget, book) {
  const groups = widget.groups ?? [];
  const hatch = hatching();
  const view = { groups, book, hatch, chips: new Map(), links: new Map(), drawings: new Map(), state: NO_STATE, plan: null, room: "" };
  view.specials = specialStates(groups);
  view.strip = makeStrip(groups, book, hatch);
  view.spans = spansOf(groups).map((span) => ({ ...span, node: svg("g", { class: "bracket" }) }));
  view.beam = svg("path", { class: "beam" });
  view.ground = svg("rect", { class: "ground", x: 0, rx: 12 });
  Object.assign(view, { row: svg("g"), pills: svg("g"), deltas: svg("g") });
  view.fades = ["start", "end"].map((side) => makeFade(hatch.id, side));
  view.box = svg("svg", { x: 0 }, view.row, view.fades.map(({ node }) => node));
  view.words = el("p", { id: `${hatch.id}-words`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg("svg", { class: "lens", ...name },
    hatch.node, svg("defs", {}, view.fades.map(({ gradient }) => gradient)),
    view.beam, view.strip.node, view.ground, view.box);
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: (narrow) => layLens(view, narrow),
    draw: (state, still) => drawLens(view, state, still),
  };
}

/** An edge at which the row goes on: the ground's own colour, thinner towards the middle. */
function makeFade(id, side) {
  const stops = [["0", 1], ["1", 0]].map(([offset, opacity]) => svg("stop", { offset, "stop-opacity": opacity }));
  const ends = side === "start" ? {} : { x1: 1, x2: 0 };
  const gradient = svg("linearGradient", { id: `${id}-${side}`, ...ends }, stops);
  const node = svg("rect", { class: "fade", y: 0, fill: `url(#${id}-${side})` });
  return { gradient, stop: stops[1], node };
}

function layLens(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${stripRoom(width, narrow)}`;
  if (width <= 0 || room === view.room) return;
  Object.assign(view, { room, width, narrow, plan: null });
  layStrip(view.strip, width, narrow);
  view.top = view.strip.plan.height + LENS_APART[narrow ? "narrow" : "wide"];
  const { height } = LENS[narrow ? "narrow" : "wide"];
  set(view.drawing, { viewBox: `0 0 ${width} ${view.top + height}` });
  view.drawing.style.height = `${(view.top + height) / 16}rem`;
  set(view.ground, { y: view.top, width, height });
  set(view.box, { y: view.top, width, height });
  drawLens(view, view.state, true);
}

function drawLens(view, state, still) {
  const last = view.state;
  view.state = state;
  if (!view.width) return;
  const now = statesByPosition([], state.slots);
  const turned = turnLens(view, state, now, still);
  const isNew = (...names) => turned || names.some((name) => state[name] !== last[name]);
  drawStrip(view.strip, { now, before: statesByPosition([], state.before) }, state.focus);
  drawChips(view, now, turned || isCalm(still));
  drawLinks(view, now, state.links ?? []);
  if (isNew("pointers", "focus")) drawPointers(view, state);
  if (isNew("deltas", "focus")) drawDeltas(view, state);
  for (const span of view.spans) set(span.node, { "data-gone": !isSplit(now, span) });
  drawBeam(view);
  view.words.textContent = view.plan.current ? describedLinks(view, now)
    : describeTokens(view.groups, view.book, statesByPosition(view.specials, state.slots));
}

/** The part of the group in focus that is shown, in words: each position's token and its links. */
function describedLinks({ plan: { current }, book }, states) {
  const [first, last] = current.visible.map((byte) => byte + current.group.start);
  const positions = range(first, last + 1).filter((position) => states.has(position));
  const words = [];
  for (let left = DESCRIBED; left > 0 && words.length < positions.length; left -= words.at(-1).length)
    words.push(describedSlot(book, positions[words.length], states.get(positions[words.length])));
  return words.join("; ") + (words.length < positions.length ? " …" : "");
}

function describedSlot(book, position, [token, , prev, next, look]) {
  if (look === "dead") return plainText(book, ["player.lens.absorbed", { position: String(position) }]);
  const values = { position, id: tokenAt(book, token).id, prev: orNone(prev), next: orNone(next) };
  for (const name in values) values[name] = String(values[name]);
  return plainText(book, ["player.lens.slot", { ...values, token: { token } }]);
}

const drawDeltas = ({ deltas, plan, book }, state) =>
  become(deltas, deltaChips(state.deltas, plan, state.focus, book));
