/* The lens: a text as a list of linked tokens. Above, the strip with all bytes; below, the tokens
   around the position in focus, large, with the links between them. One drawing for both.
   A step changes only the slots whose state is new. */

import { isPartial, plainText, signed, spelledOut, tint, tokenAt, tokenLook } from "../core/book.js";
import { arrange, become, el, range, set, svg, unitsWide } from "../core/dom.js";
import {
  DESCRIBED, atLeast, bracket, describeTokens, drawingName, hatching, isSplit, spansOf, specialStates,
  statesByPosition,
} from "../core/drawings.js";
import { EM, drawnGlyphs, fittedGlyphs, shortened, twoLines } from "../core/glyphs.js";
import { fadeOut, isCalm, move } from "../core/motion.js";
import { STRIP_ROW, drawStrip, layStrip, makeStrip, orNone, stripRoom } from "./byte-strip.js";
import { boxesOf, layer } from "./cells.js";
import { LENS, LENS_LARGE, LENS_STEP, chipIn, holds, inFold, planLens, positionsShown } from "./lens-plan.js";

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

/** An edge at which the row goes on: the ground's own color, thinner toward the middle. */
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

/* The row of tokens in the lens: laid anew when another group comes into focus, else changed in place. */

const SLIDE = { most: 0.4, short: 0.08 };  // the rest: shares of the width

/** Lay the row around the focus; false if it stands so already. */
function turnLens(view, state, states, still) {
  const plan = planLens(view, state, states);
  const old = view.plan;
  if (old && (plan.key === old.key || mayStay(old, plan, state))) return false;
  view.plan = plan;
  arrange(view.row, [...plan.runs.map((run) => runNode(view, run)), view.pills, view.deltas]);
  view.positions = plan.runs.flatMap(({ positions }) => positions ?? []);
  view.fades.forEach((fade, side) => placeFade(fade, plan, side));
  if (old) slide(view, old, plan, still);
  return true;
}

/** With nothing to point at, a row that shows the focus need not move. */
function mayStay(old, { current }, { focus, pointers }) {
  if (!current || old.current?.group !== current.group || Object.keys(pointers ?? {}).length) return false;
  const [first, last] = old.current.visible.map((byte) => byte + current.group.start);
  return focus >= first && focus <= last && !inFold(old.current, focus);
}

function runNode(view, run) {
  const { plan, book } = view;
  if (run.group.special != null) return specialLensChip(run, book, plan.middle);
  run.positions = positionsShown(run, plan.width);
  const { node, arrows } = runDrawing(view, run.group);
  run.arrows = arrows;
  const chips = run.positions.map((position) => chipNode(view, position, { x: chipIn(run, position), chip: run.chip }));
  const spans = view.spans.filter(({ start, end }) =>
    holds(run.group, start) && !(inFold(run, start) && inFold(run, end - 1)));
  const brackets = spans.map((span) => lensBracket(span, run, plan.middle));
  arrange(node, [arrows, ...chips, ...foldSigns(run, plan.middle), ...brackets]);
  return set(node, { "data-current": Boolean(run.current), transform: `translate(${run.left} 0)` });
}

/** A group's drawing, kept: what is shown in the next place, too, is moved and not made anew. */
function runDrawing({ drawings }, { start }) {
  if (!drawings.has(start)) {
    const arrows = svg("g");
    drawings.set(start, { arrows, node: svg("g", { class: "run" }, arrows) });
  }
  return drawings.get(start);
}

/** "…5" where five absorbed positions are folded. */
const foldSigns = (run, middle) =>
  (run.folds ?? []).map(([byte, size]) =>
    svg("text", { class: "fold-sign", x: chipIn(run, run.group.start + byte), y: middle + 4.5 }, `…${size}`));

function chipNode({ chips, plan }, position, index) {
  if (!chips.has(position)) chips.set(position, makeLensChip(position));
  placeLensChip(chips.get(position), index, plan.middle);
  return chips.get(position).node;
}

/** A character above the chips of its bytes. */
function lensBracket(span, run, middle) {
  const [left, right] = [chipIn(run, span.start), chipIn(run, span.end - 1)];
  const y = middle - run.chip / 2 - 27;
  const [before, after] = [span.start, span.end - 1].map((position) => run.chip * (inFold(run, position) ? 0 : 0.4));
  span.node.replaceChildren(bracket(left - before, right + after, y),
    svg("text", { x: (left + right) / 2, y: y - 7 }, span.letter));
  return span.node;
}

/** Wider than it fades, so that its round corners lie on the ground's. */
function placeFade({ node, stop }, { width, height, narrow, fade }, side) {
  const whole = fade[side] + 24;
  set(node, { x: side ? width - whole : 0, width: whole, height, rx: narrow ? 0 : 12 });
  set(stop, { offset: fade[side] / whole });
}

/** The row comes from where the group now in focus stood before, or a short way. */
function slide(view, old, plan, still) {
  view.motion?.cancel();
  if (isCalm(still)) return;
  const start = (plan.current ?? old.current)?.group.start;
  const [from, to] = [old.place(start), plan.place(start)];
  const ahead = start >= (old.current?.group.start ?? 0) ? 1 : -1;
  const far = from && to ? from.x - to.x : ahead * SLIDE.short * plan.width;
  const by = Math.max(-SLIDE.most * plan.width, Math.min(SLIDE.most * plan.width, far));
  const moves = [{ transform: `translateX(${by}px)`, opacity: 0.4 }, { transform: "none", opacity: 1 }];
  view.motion = move(view.row, moves);
}

function drawChips({ chips, positions, plan, book, hatch }, states, calm) {
  for (const position of positions) {
    const [chip, state] = [chips.get(position), states.get(position)];
    if (!calm && isDead(state) && chip.drawn && !isDead(chip.drawn)) join(chip, plan);
    if (state && chip.drawn !== state) drawLensChip(chip, state, book, hatch);
    set(chip.node, { "data-gone": !state });
  }
}

const isDead = (state) => state?.[4] === "dead";

/** What is absorbed goes into the token before it, and stays as a trace. */
function join({ position, node, drawn: [, , before] }, plan) {
  const [from, to] = [plan.place(position), plan.place(before)];
  if (!to) return;
  const ghost = set(node.cloneNode(true), { class: "slot departed", "data-at": null });
  for (const label of ghost.querySelectorAll(".offset, .id")) label.remove();
  node.parentNode.append(ghost);
  fadeOut(ghost, { translate: `${to.x - from.x}px` });
}

function drawLinks(view, states, newLinks) {
  const hot = new Set(newLinks.map((link) => link.join(">")));
  for (const run of view.plan.runs.filter(({ arrows }) => arrows)) {
    const positions = withOuter(run, states);
    const links = positions.map((position) => linkDrawing(view, position, run));
    if (String(positions) !== run.linked) arrange(run.arrows, links.map(({ node }) => node));
    run.linked = String(positions);
    for (const link of links) drawLink(link, states.get(link.position), hot, view.plan.middle);
  }
}

/** The positions shown and the tokens next to them outside, whose links reach in. */
function withOuter({ positions, group }, states) {
  const lives = (position) => states.get(position)?.[1] > 0;
  const [first, last] = [positions[0], positions.at(-1)];
  const before = range(group.start, first).findLast(lives);
  const after = range(last + 1, group.start + group.size).find(lives);
  return [before, ...positions.filter(lives), after].filter((position) => position !== undefined);
}

function linkDrawing({ links }, position, run) {
  if (!links.has(position)) {
    const [next, prev] = ["next", "prev"].map((name) => svg("path", { class: name }));
    links.set(position, { position, next, prev, node: svg("g", { class: "link" }, next, prev) });
  }
  const link = links.get(position);
  if (link.run !== run) Object.assign(link, { run, drawn: null });
  return link;
}

function drawLink(link, state, hot, middle) {
  const [, , prev, next] = state;
  const isNext = hot.has(`${link.position}>${next}`);
  const isPrev = hot.has(`${link.position}>${prev}`) && !(prev < 0 && isNext);
  const lit = [isNext, isPrev].join();
  if (link.drawn === state && link.hot === lit) return;
  Object.assign(link, { drawn: state, hot: lit });
  set(link.next, { d: linkTo(link, next, middle, true), "data-wears": isNext });
  set(link.prev, { d: linkTo(link, prev, middle, false), "data-wears": isPrev });
}

const linkTo = ({ position, run }, target, middle, upper) =>
  linkPath(chipIn(run, position), target < 0 ? null : chipIn(run, target), run.chip, middle, upper);

/** A pill tells its chip's offset, so the offset itself gives way. */
function drawPointers({ pills, chips, plan }, { pointers, focus }) {
  become(pills, pointerPills(pointers, plan, focus));
  const pointed = new Set(Object.values(pointers ?? {}));
  for (const chip of chips.values()) set(chip.node, { "data-pointed": pointed.has(chip.position) });
}

/** From the bytes of the strip that the lens shows down to the lens. */
function drawBeam({ beam, plan, strip, positions, top, narrow }) {
  const { plan: rows } = strip;
  const inView = positions.filter((position) => {
    const { x } = plan.place(position);
    return x > plan.fade[0] / 2 && x < plan.width - plan.fade[1] / 2;
  });
  const focus = plan.current ? plan.current.group.start + plan.current.visible[0] : inView[0];
  const row = rows.places.get(focus)?.row;
  const [box] = boxesOf(strip.lanes[1].plan, ...spanIn(rows, inView, row));
  if (narrow || !box) return set(beam, { d: null });
  const y = (row - strip.top) * rows.high + STRIP_ROW.lanes - 1;
  set(beam, { d: `M${box.x} ${y}H${box.x + box.width}L${plan.width} ${top + 13}H0Z` });
}

/** The first of the positions in a row, and the bytes from there to the last of them. */
function spanIn({ places }, positions, row) {
  const within = positions.filter((position) => places.get(position)?.row === row);
  return within.length ? [within[0], within.at(-1) - within[0] + 1] : [-1, 0];
}

/* One token in the lens: its box at the place of its first byte, the offset above, the id below.
   It is drawn CHIP units large and scaled, so that another focus changes no letter. */

const CHIP = 57.6;
const CHIP_FONT = CHIP * 0.44;
const DEAD_SHARE = 0.64;  // an absorbed chip leaves room for the links that skip it
const DEAD_FONT = 0.9;
/** How small letters may become in one line, and how large they are in two. */
const SHARES = { page: { least: 0.6, share: 0.72 }, present: { least: 0.76, share: 0.8 } };
const LOOKS_OF_NOW = new Set(["near", "changed", "chosen"]);  // in the color of the sub-goal at work

function makeLensChip(position) {
  const chip = { position, drawn: null };
  chip.offset = svg("text", { class: "offset" }, String(position));
  chip.body = svg("rect", { class: "body" });
  chip.face = svg("g", { class: "face" });
  chip.box = svg("g", {}, svg("g", {}, chip.body), chip.face);
  chip.id = svg("text", { class: "id" });
  chip.title = svg("title");
  chip.node = svg("g", { class: "slot lens-slot", "data-at": position }, chip.title, chip.offset, chip.box, chip.id);
  return chip;
}

function placeLensChip(chip, { x, chip: size }, middle) {
  set(chip.node, { transform: `translate(${x} ${middle})` });
  set(chip.box, { transform: size === CHIP ? null : `scale(${size / CHIP})` });
  set(chip.offset, { y: -size / 2 - 8 });
  set(chip.id, { y: size / 2 + 17 });
}

const square = (half) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half * 0.16 });

function drawLensChip(chip, state, book, hatch) {
  const [index, , , , look] = state;
  const token = tokenAt(book, index);
  const dead = look === "dead";
  const half = (CHIP / 2) * (dead ? DEAD_SHARE : 1);
  chip.drawn = state;
  set(chip.node, { ...tokenLook(token), "data-look": look || null, "data-wears": LOOKS_OF_NOW.has(look) });
  tint(chip.node, token);
  set(chip.body, square(half));
  const layers = chip.body.parentNode;
  layer(layers, "hatch", isPartial(token) && { ...square(half), fill: hatch.fill });
  const under = { x: -half + 5, y: half - 7, width: 2 * half - 10, height: 4, rx: 2 };
  layer(layers, "under", look === "todo" && under);
  layer(layers, "ring", look === "now" && { ...square(half + 4), "data-wears": true });
  drawLensLetters(chip, token, half, dead, book);
  chip.id.textContent = dead ? "None" : String(token.id);
}

/** In two lines what would be cut in one; the title tells what is cut even so. */
function drawLensLetters({ face, title }, token, half, dead, book) {
  const [room, font] = [2 * half - (dead ? 5 : 8), CHIP_FONT * (dead ? DEAD_FONT : 1)];
  const shares = SHARES[book.present && !dead ? "present" : "page"];
  const { nodes, scale, whole } = fittedGlyphs(token, room, font, shares.least);
  const lines = whole || dead ? [svg("g", { transform: `scale(${scale})` }, nodes)] : twoLines(token, room, font, shares);
  become(face, lines);
  title.textContent = whole ? "" : spelledOut(book, token);
  const [x, y] = [half * 0.7, half * 0.45];
  if (dead) face.append(svg("path", { class: "strike", d: `M${-x} ${y}L${x} ${-y}` }));
}

/** A special token between groups, so that the jump of the offsets is understood. */
function specialLensChip({ group, left, width }, book, middle) {
  const token = tokenAt(book, group.special);
  const { nodes, scale } = fittedGlyphs(token, width - 8, atLeast(book, 12));
  const transform = `translate(${left + width / 2} ${middle})`;
  return svg("g", { class: "slot", "data-at": group.start, ...tokenLook(token), transform },
    svg("text", { class: "offset", y: -20 }, String(group.start)),
    svg("rect", { class: "body", x: -width / 2, y: -13, width, height: 26, rx: 5 }),
    svg("g", { class: "face", transform: `scale(${scale})` }, nodes));
}

/* Links: next leaves above the middle, prev below it; one that skips absorbed chips goes round them. */

/** The path of a link from the chip at `from` to the one at `to` (`null`: an end). */
function linkPath(from, to, size, middle, upper) {
  const side = upper ? -1 : 1;
  const ahead = upper ? 1 : -1;
  const y = middle + side * 0.14 * size;
  const start = from + ahead * (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const bar = start + ahead * 0.12 * size;
  if (to == null) return `M${start} ${y}h${ahead * 0.09 * size}M${bar} ${y - 0.11 * size}v${0.22 * size}`;
  const way = Math.sign(to - from) || ahead;
  const apart = (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const [leave, arrive] = [from + way * apart, to - way * apart];
  const skips = Math.abs(to - from) > LENS_STEP * size + 1;
  const line = skips ? detour(leave, arrive, way, y, middle + side * 0.43 * size, size) : `M${leave} ${y}H${arrive}`;
  const tip = 0.085 * size;
  return `${line}M${arrive - way * tip} ${y - tip * 0.85}L${arrive} ${y}L${arrive - way * tip} ${y + tip * 0.85}`;
}

function detour(leave, arrive, way, y, round, size) {
  const [bend, flat] = [way * 0.2 * size, way * 0.42 * size];
  return `M${leave} ${y}C${leave + bend} ${y} ${leave + bend} ${round} ${leave + flat} ${round}`
    + `H${arrive - flat}C${arrive - bend} ${round} ${arrive - bend} ${y} ${arrive} ${y}`;
}

/* What the lens notes at a place: the algorithm's variables above the chips, changed counts below. */

const PILL = { height: 21, font: 13, column: 7.8, pad: 14 };
const DELTA = { height: 22, font: 13, pad: 9, columns: 6, sign: 9, between: 22, line: 26 };

/** `i = 12` over the chip at 12; names that share a position share a pill. The row is laid so that
    it shows all of them. */
function pointerPills(pointers, plan, focus) {
  const names = new Map();
  for (const [name, position] of Object.entries(pointers ?? {})) {
    const at = plan.place(position);
    if (at && at.x > 0 && at.x < plan.width) names.set(position, [...(names.get(position) ?? []), name]);
  }
  return Array.from(names, ([position, all]) => pill(all.join(", "), position, plan, position === focus));
}

function pill(names, position, { place, middle, width: room, book }, filled) {
  const { x, chip } = place(position);
  const full = `${names} = ${position}`;
  const column = (PILL.column * atLeast(book, PILL.font)) / PILL.font;
  const fits = full.length * column + PILL.pad <= chip * LENS_STEP - 2;
  const text = fits ? full : `${names} ${position}`;
  const width = text.length * column + PILL.pad;
  const within = Math.max(width / 2 + 4, Math.min(room - width / 2 - 4, x));
  const box = { x: -width / 2, y: -PILL.height / 2, width, height: PILL.height, rx: PILL.height / 2 };
  const transform = `translate(${within} ${middle - chip / 2 - 15})`;
  return svg("g", { class: "pill", "data-at": position, "data-wears": filled, transform },
    svg("rect", box), svg("text", { y: 4.5 }, text));
}

/** Pairs with the change of their counts, in a line under the focus, in two where it is narrow. */
function deltaChips(deltas, plan, focus, book) {
  const chips = (deltas ?? []).map((each) => deltaChip(each, book));
  const lines = linesOf(chips, plan.width - 16);
  const top = plan.middle + (plan.current?.chip ?? plan.near) / 2 + 35;
  const x = plan.place(focus)?.x ?? plan.width / 2;
  lines.forEach((line, row) => {
    const width = line.reduce((sum, each) => sum + each.width + DELTA.between, -DELTA.between);
    let left = Math.max(8, Math.min(plan.width - 8 - width, x - width / 2));
    for (const each of line) {
      set(each.node, { transform: `translate(${left} ${top + row * DELTA.line})` });
      left += each.width + DELTA.between;
    }
  });
  return chips.map(({ node }) => node);
}

/** As few lines as the room asks for, with the same number each. */
function linesOf(chips, room) {
  const whole = chips.reduce((sum, { width }) => sum + width + DELTA.between, -DELTA.between);
  const each = Math.max(1, Math.ceil(chips.length / Math.ceil(whole / room)));
  return Array.from({ length: Math.ceil(chips.length / each) }, (_, line) => chips.slice(line * each, (line + 1) * each));
}

function deltaChip({ pair, delta }, book) {
  const node = svg("g", { class: "delta", "data-pair": pair.join() });
  const font = atLeast(book, DELTA.font);
  let left = 0;
  for (const index of pair) {
    const token = shortened(tokenAt(book, index), DELTA.columns);
    const { nodes, width: letters } = drawnGlyphs(token);
    const width = Math.max(21, (letters * font) / EM + DELTA.pad);
    const transform = `translate(${left + width / 2} 0) scale(${font / EM})`;
    const face = svg("g", { class: "face", transform }, nodes);
    const box = { class: "body", x: left, y: -DELTA.height / 2, width, height: DELTA.height, rx: 4 };
    const chip = svg("g", { class: "slot", ...tokenLook(token) }, svg("rect", box), face);
    tint(chip, token);
    node.append(chip);
    left += width + 3;
  }
  const change = signed(book, delta);
  node.append(svg("text", { class: "number", "data-wears": true, x: left + 4, y: 5 }, change));
  return { node, width: left + 4 + change.length * DELTA.sign };
}
