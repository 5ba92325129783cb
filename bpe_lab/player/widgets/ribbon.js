/* The ribbon: a text's bytes in cells, tokens growing over them; below a text that scrolls, all of it in miniature.
   A step changes only the slots whose state is new. */

import { become, el, fullRoom, inUnits, markedEdges, remSize, reveal, set, svg, unitsWide } from "../core/dom.js";
import {
  bracket, describeTokens, drawingName, hatching, isWhole, nameFont, spansOf, specialStates, statesByPosition,
} from "../core/drawings.js";
import { atLeast } from "../core/least-type.js";
import { FADE, LANES, boxesOf, planCells } from "./cell-plan.js";
import { drawTextMap, layTextMap, makeTextMap, showSight } from "./text-map.js";
import { drawSlot, hideSlot, inset, makeSlot, rect } from "./slot.js";

const LIT = new Set(["forming", "merged", "chosen", "changed"]);
const BRACKET_FONT = 14;
const WINDOW = { beyond: 1.5, round: 7 };

export function ribbon(widget, book, states) {
  const groups = widget.groups ?? [];
  const view = { groups, book, slots: new Map(), state: {}, plan: null, spans: [], room: "" };
  view.specials = specialStates(groups);
  view.ends = new Set(groups.map(({ start, size }) => start + size));
  view.hatch = hatching();
  view.offsets = svg("g", { class: "offsets" });
  view.brackets = svg("g", { class: "brackets" });
  view.layer = svg("g", { class: "slots" });
  view.windows = svg("g", { class: "windows" });
  view.name = drawingName(book, widget);
  view.words = el("p", { id: `${view.hatch.id}-words`, hidden: true });
  view.drawing = svg("svg", { class: "ribbon", role: "img", ...view.name, "aria-describedby": view.words.id },
    view.hatch.node, view.offsets, view.brackets, view.layer, view.windows);
  view.node = el("div", { class: "scroller" }, view.drawing, view.words);
  view.markEdges = markedEdges(view.node);
  view.map = makeTextMap(groups, book);
  view.before = new Map(states.map((state, index) => [state, states[index - 1] ?? state]));
  view.node.addEventListener("scroll", () => markSight(view), { passive: true });
  return {
    node: el("div", {}, view.node, view.map.node),
    layout: (narrow) => layRibbon(view, narrow),
    draw: (state, still) => drawRibbon(view, state, still),
  };
}

function layRibbon(view, narrow) {
  const width = unitsWide(view.node);
  const high = fullRoom(view.node);
  const room = [Math.round(width * 2), inUnits(innerHeight), narrow, high].join(" ");
  if (width <= 0 || room === view.room) return;
  view.room = room;
  view.plan = planCells(view.book, view.groups, width, { narrow, high });
  layTextMap(view.map, width, narrow, view.plan.windowHeight < view.plan.height);
  if (view.map.height) view.plan = planCells(view.book, view.groups, width, { narrow, high, map: view.map.height });
  view.rows = view.map.height ? rowsOf(view.plan) : [];
  fitDrawing(view);
  drawOffsets(view);
  drawBrackets(view);
  for (const slot of view.slots.values()) slot.drawn = null;
  drawRibbon(view, view.state, true);
}

function fitDrawing({ node, drawing, plan, name, markEdges }) {
  const scrolls = plan.windowHeight < plan.height;
  set(drawing, { viewBox: `-1 0 ${plan.width + 2} ${plan.height}`, "font-size": plan.font });
  drawing.style.width = `${(plan.width + 2) / 16}rem`;
  drawing.style.height = `${plan.height / 16}rem`;
  node.style.maxHeight = `${plan.windowHeight / 16}rem`;
  const focusable = { tabindex: 0, role: "group", ...name };
  for (const key of Object.keys(focusable)) set(node, { [key]: scrolls ? focusable[key] : null });
  markEdges();
}

/** The bytes of the rows that are in sight, on the map.
    @param {any} view */
function markSight({ node, plan, map, rows }) {
  if (!map.height) return;
  const [top, bottom] = [node.scrollTop, node.scrollTop + node.clientHeight].map(inUnits);
  const seen = rows.filter((_, row) => plan.rows[row].y + plan.size > top && plan.rows[row].y < bottom - plan.below);
  if (seen.length) showSight(map, seen[0].first, seen.at(-1).last - seen[0].first + 1);
}

/** The first and the last byte of each row. */
function rowsOf({ places, rows }) {
  const spans = rows.map(() => ({ first: Infinity, last: 0 }));
  for (const [position, { row }] of places) {
    spans[row].first = Math.min(spans[row].first, position);
    spans[row].last = Math.max(spans[row].last, position);
  }
  return spans;
}

function drawOffsets({ offsets, plan }) {
  const label = ({ offset, middle, row, raised }) =>
    svg("text", { x: middle, y: plan.rows[row].y - 6 - (raised ? LANES.raised : 0) }, String(offset));
  offsets.replaceChildren(...plan.labels.map(label));
}

/** A character of several bytes hangs over them until one token holds them all. */
function drawBrackets(view) {
  view.spans = spansOf(view.groups).map((span) => ({ ...span, node: bracketOver(view.plan, span, view.book) }));
  view.brackets.replaceChildren(...view.spans.map((span) => span.node));
}

function bracketOver(plan, { start, end, letter }, book) {
  const boxes = boxesOf(plan, start, end - start);
  const node = svg("g", { class: "bracket" }, boxes.map(({ x, y, width }) =>
    bracket(x + plan.pad + 1, x + width - plan.pad - 1, y - 3)));
  const [box] = boxes;
  const font = box && nameFont(letter, box.width - 2, atLeast(book, BRACKET_FONT));
  if (font) node.append(svg("text", { x: box.x + box.width / 2, y: box.y - 9, style: `font-size: ${font}px` }, letter));
  return node;
}

function drawRibbon(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  const states = statesByPosition(view.specials, state.slots);
  for (const slot of view.slots.values()) {
    if (slot.drawn && !states.has(slot.position)) hideSlot(slot);
  }
  for (const [position, wanted] of states) {
    const slot = slotAt(view, position);
    if (slot.drawn === wanted) continue;
    drawSlot(slot, wanted, view.plan, view.book, view.hatch.fill);
    set(slot.node, { "data-next": nextPosition(view, position, wanted) });
  }
  for (const span of view.spans) set(span.node, { "data-gone": isWhole(states, span) });
  become(view.windows, (state.window ?? []).flatMap(([start, size]) => windowOver(view.plan, start, size)));
  view.words.textContent = describeTokens(view.groups, view.book, states);
  drawTextMap(view.map, view.before.get(state) ?? state, state);
  if (view.map.height) requestAnimationFrame(() => markSight(view));
  showLit(view, states, still);
}

/** A frame around what is being looked at. */
const windowOver = (plan, start, size) =>
  boxesOf(plan, start, size).map((box) => svg("rect", { ...rect(inset(box, -WINDOW.beyond), plan.size, WINDOW.beyond + 1), rx: WINDOW.round }));

/** Where the neighbour at the right begins; a group's last token has none. */
const nextPosition = ({ ends }, position, [, size]) => (ends.has(position + size) ? null : position + size);

function slotAt(view, position) {
  if (!view.slots.has(position)) {
    const slot = makeSlot(position);
    view.slots.set(position, slot);
    view.layer.append(slot.node);
  }
  return view.slots.get(position);
}

/** Bring the first lit slot, or the last window, into a stage that scrolls. */
function showLit(view, states, still) {
  if (view.plan.windowHeight === view.plan.height) return;
  const [at] = view.state.window?.at(-1) ?? [];
  for (const [position, [, , look]] of states) {
    const row = (LIT.has(look) || position === at) && view.plan.rows[view.plan.places.get(position)?.row];
    if (!row) continue;
    const bottom = row.y + view.plan.size + view.plan.below;
    return reveal(view.node, () => [row.top - FADE.least, bottom + FADE.least].map((units) => (units * remSize()) / 16), still);
  }
}
