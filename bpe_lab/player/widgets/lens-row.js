/* The row of tokens in the lens: laid anew when another group comes into focus, else changed in place. */

import { arrange, become, set, svg } from "../core/dom.js";
import { bracket } from "../core/drawings.js";
import { fadeOut, isCalm, move } from "../core/motion.js";
import { range } from "../core/numbers.js";
import { STRIP_ROW } from "./byte-strip-plan.js";
import { boxesOf } from "./cell-plan.js";
import { drawLensChip, linkPath, makeLensChip, placeLensChip, specialLensChip } from "./lens-chip.js";
import { pointerPills } from "./lens-notes.js";
import { chipIn, holds, inFold, planLens, positionsShown } from "./lens-plan.js";

const SLIDE = { most: 0.4, short: 0.08 };  // the rest: shares of the width

/** Lay the row around the focus; false if it stands so already. */
export function turnLens(view, state, states, still) {
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

export function drawChips({ chips, positions, plan, book, hatch }, states, calm) {
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

export function drawLinks(view, states, newLinks) {
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
export function drawPointers({ pills, chips, plan }, { pointers, focus }) {
  become(pills, pointerPills(pointers, plan, focus));
  const pointed = new Set(Object.values(pointers ?? {}));
  for (const chip of chips.values()) set(chip.node, { "data-pointed": pointed.has(chip.position) });
}

/** From the bytes of the strip that the lens shows down to the lens. */
export function drawBeam({ beam, plan, strip, positions, top, narrow }) {
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
