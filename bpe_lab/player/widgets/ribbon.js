/* The ribbon: a text's bytes in cells, tokens growing over them; below a text that scrolls, all of it in miniature.
   A step changes only the slots whose state is new. */

import { isPartial, lettersWidth, template, tint, tokenAt, tokenLook } from "../core/book.js";
import { become, el, fullRoom, inUnits, own, range, remSize, set, svg, unitsWide } from "../core/dom.js";
import {
  atLeast, bracket, describeTokens, drawingName, hatching, isWhole, nameFont, spansOf, specialStates,
  statesByPosition,
} from "../core/drawings.js";
import { fittedGlyphs } from "../core/glyphs.js";
import { markedEdges, reveal } from "../core/scrolling.js";
import { CELL_WITH_ID, FADE, LANES, boxesOf, inset, layer, planCells, rect, sizesByPosition } from "./cells.js";

const LIT = new Set(["forming", "merged", "chosen", "changed"]);
const BRACKET_FONT = 14;
const WINDOW = { beyond: 1.5, round: 7 };

export function ribbon(widget, book, states) {
  const groups = widget.groups ?? [];
  const view = { groups, book, slots: new Map(), state: {}, plan: null, spans: [], room: "" };
  view.specials = specialStates(groups);
  view.sizes = sizesByPosition(groups, states);
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
  view.plan = planCells(view.book, view.groups, width, { narrow, high, sizes: view.sizes });
  layTextMap(view.map, width, narrow, view.plan.windowHeight < view.plan.height);
  if (view.map.height) view.plan = planCells(view.book, view.groups, width, { narrow, high, map: view.map.height, sizes: view.sizes });
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

/** Where the neighbor at the right begins; a group's last token has none. */
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

/* One token on the ribbon: rounded boxes over its bytes, its letters, its id.
   A slot is kept by the position of its first byte and changed in place, so that it can grow. */

const RING_ROOM = 4;
const OVERHANG = 10;
const LETTER_ROOM = { special: 16, learned: 6, byte: 5 };

function makeSlot(position) {
  const slot = { position, drawn: null, boxes: [] };
  slot.pieces = svg("g");
  slot.ticks = svg("path", { class: "ticks" });
  slot.face = svg("g", { class: "face" });
  slot.dots = svg("g", { class: "dots" });
  slot.id = svg("text", { class: "id" });
  slot.node = svg("g", { class: "slot" }, slot.pieces, slot.ticks, slot.face, slot.dots, slot.id);
  return slot;
}

function hideSlot(slot) {
  slot.drawn = null;
  set(slot.node, { "data-gone": true });
}

/** Draw `state`, `[token, size, look]`, where `plan` puts it. */
function drawSlot(slot, state, plan, book, hatch) {
  const [index, bytes, look] = state;
  const size = Math.min(bytes, plan.places.size);
  const token = tokenAt(book, index);
  slot.drawn = state;
  slot.boxes = brokenBoxes(boxesOf(plan, slot.position, size), plan.pad);
  set(slot.node, {
    ...tokenLook(token), "data-look": look || null, "data-gone": slot.boxes.length === 0,
    "data-at": slot.position, "data-token": token.id,
  });
  tint(slot.node, token);
  drawPieces(slot, plan, look === "merged", isPartial(token) ? hatch : null);
  if (slot.boxes.length) drawLetters(slot, token, size, plan, book);
}

/** The boxes of a token with the sides at which a line breaks it: `from` the line before, `on` to the next. */
function brokenBoxes(boxes, pad) {
  return boxes.map((box, index) => ({ ...inset(box, pad), from: index > 0, on: index < boxes.length - 1 }));
}

/** An open side is drawn too far out, and what is too far cut off. */
const openedBox = (box, { from, on }) =>
  ({ ...box, x: box.x - (from ? OVERHANG : 0), width: box.width + (from ? OVERHANG : 0) + (on ? OVERHANG : 0) });

const openSides = ({ from, on }) =>
  from || on ? `inset(-4px ${on ? OVERHANG : -4}px -4px ${from ? OVERHANG : -4}px)` : "";

function drawPieces(slot, plan, ringed, hatch) {
  while (slot.pieces.children.length > slot.boxes.length) slot.pieces.lastChild.remove();
  slot.boxes.forEach((box, index) => {
    const piece = slot.pieces.children[index] ?? addPiece(slot);
    const body = ringed ? inset(box, RING_ROOM) : box;
    const bounds = rect(openedBox(body, box), plan.size, ringed ? -1.5 : 0);
    piece.style.clipPath = openSides(box);
    set(piece.firstChild, { ...bounds, rx: 4.5 });
    layer(piece, "hatch", hatch && { ...bounds, rx: 4.5, fill: hatch });
    layer(piece, "ring", ringed && { ...rect(openedBox(inset(box, 0.5), box), plan.size, 3), rx: 8 });
  });
}

const addPiece = (slot) => slot.pieces.appendChild(svg("g", {}, svg("rect", { class: "body" })));

function drawLetters(slot, token, size, plan, book) {
  const box = slot.boxes.reduce((widest, each) => (each.width > widest.width ? each : widest));
  const middle = box.x + box.width / 2;
  const font = token.kind === "special" ? atLeast(book, plan.font * 0.8) : plan.font;
  const room = box.width - (own(LETTER_ROOM, token.kind) ?? LETTER_ROOM.byte);
  const { nodes, scale } = fittedGlyphs(token, room, font);
  slot.face.replaceChildren(...nodes);
  slot.dots.replaceChildren(...slot.boxes.filter((each) => each !== box).map((each) => dotsIn(each, plan)));
  set(slot.face, { transform: `translate(${middle} ${box.y + plan.size / 2}) scale(${scale})` });
  set(slot.id, { x: middle, y: box.y + plan.size + 16 });
  const isShort = token.kind === "byte" && plan.cell < CELL_WITH_ID;
  slot.id.textContent = isShort || !plan.hasIds ? "" : token.id;
  set(slot.ticks, { d: token.kind === "learned" ? innerBorders(slot, size, plan) : null });
}

/** Where a token goes on in another line. */
const dotsIn = ({ x, y, width }, { size, font }) =>
  svg("text", { x: x + width / 2, y: y + size / 2 + 0.2 * font }, "…");

/** Ticks at the lower edge, where one byte of the token ends and the next begins. */
function innerBorders(slot, size, plan) {
  const within = Array.from({ length: size - 1 }, (_, byte) => plan.places.get(slot.position + byte + 1));
  return within
    .filter((place, byte) => place && place.row === plan.places.get(slot.position + byte)?.row)
    .map(({ x, row }) => `M${x} ${plan.rows[row].y + plan.size - 4}v3`)
    .join("");
}

/* The whole of a text that is longer than its stage, in miniature: a lane of what was there a step before, and one of
   what is there now. So all places of a merge are seen, and which part of the text the stage shows. */

const LEAST_CELL = 1.1;
const LEAST_MARK = 2.4;
const SIZES = {
  narrow: { lane: 7, between: 2, above: 6, below: 6 },
  page: { lane: 10, between: 2, above: 4, below: 3 },
  present: { lane: 12, between: 2, above: 3, below: 2 },
};
const NAMES = ["before", "now"];
const LOOKS = ["learned", "changed", "forming", "merged", "chosen"];

function makeTextMap(groups, book) {
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
function layTextMap(map, width, narrow, isWanted) {
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
function drawTextMap(map, before, now) {
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
function showSight(map, start, size) {
  if (!map.height) return;
  const lanes = [0, 1].map((lane) => bar(map, lane, start, size)).join("");
  set(map.sight, { d: lanes });
}
