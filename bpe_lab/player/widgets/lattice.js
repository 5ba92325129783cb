/* A lattice: all ways from the first node to the last, an arc a step of a way, the best way in color.
   One drawing that scrolls sideways where there are many nodes; the names of its rows stay. */

import { isPartial, plainText, sentences, spelled, template, tokenAt } from "../core/book.js";
import { arrange, own, remSize, set, svg } from "../core/dom.js";
import { atLeast, drawingName, hatching } from "../core/drawings.js";
import { boxedGlyphs, columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { fadeIn, isCalm } from "../core/motion.js";
import { MOST_BYTES, integer } from "../core/recording.js";
import { boxDrawing, layDrawing, revealAcross } from "../core/scrolling.js";

export function lattice(widget, book, states) {
  const outline = latticeOutline(widget, book, states);
  /** @type {any} */
  const view = { widget, book, outline, hatch: hatching(), state: {}, plan: null, room: "", begun: false };
  const part = (name, more) => (view[name] = svg("g", { class: name, ...more }));
  const name = drawingName(book, widget);
  view.arcs = outline.arcs.map(makeArc);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg("svg", { class: "lattice", role: "group", ...name }, view.hatch.node, view.ground,
    part("feet", { role: "img", "aria-label": latticeFoot(view) }), part("lines"), part("plaques"), part("knots"), part("labels"));
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layLattice(view, narrow),
    draw: (state, still) => redrawLattice(view, state, still),
  };
}

export const latticeFoot = ({ book, outline: { foot } }) => foot.map(({ token }) => spelled(book, token)).join(" ");

function layLattice(view, narrow) {
  layDrawing(view, narrow, (width) => planLattice(view.outline, width, narrow, view.book), () => {
    for (const arc of view.arcs) layArc(view, arc);
    layLatticeFoot(view);
    layKnots(view);
    layRowNames(view);
    redrawLattice(view, view.state, true);
  });
}

/** What the columns are: characters over their parts. */
function layLatticeFoot({ plan, book, hatch, outline, feet }) {
  const y = plan.base + LATTICE.glyph - LATTICE.chip / 2;
  const glyphs = outline.foot.map(({ at, size, token: index }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at) + 3, y, width: plan.x(at + size) - plan.x(at) - 6, height: LATTICE.chip, rx: 8 };
    const letters = { room: box.width - 6, font: 20, hatch: isPartial(token) && hatch };
    return svg("g", { class: "glyph", "data-at": at }, boxedGlyphs(token, box, letters));
  });
  const parts = outline.under.map((word, at) =>
    svg("text", { class: "under", x: (plan.x(at) + plan.x(at + 1)) / 2, y: plan.base + LATTICE.under }, String(word)));
  feet.replaceChildren(...glyphs, ...parts);
}

/** A node with its number; under it what is known of it. */
function layKnots(view) {
  const { plan, knots, outline } = view;
  const along = svg("path", { class: "along", d: `M${plan.x(0)} ${plan.base}H${plan.x(outline.size)}` });
  view.knotNodes = Array.from({ length: outline.size + 1 }, (_, at) => {
    const circle = svg("circle", { class: "body", r: LATTICE.node, cy: plan.base });
    const number = svg("text", { class: "number", y: plan.base + 4.2, "font-size": atLeast(view.book, 12, "id") }, String(at));
    const [score, from] = ["score", "from"].map((name) =>
      svg("text", { class: name, y: plan.base + (name === "score" ? LATTICE.score : LATTICE.from_), "font-size": plan.low }));
    return { circle, score, from, node: svg("g", { class: "knot", "data-node": at, transform: `translate(${plan.x(at)} 0)` }, circle, number, score, from) };
  });
  knots.replaceChildren(along, ...view.knotNodes.map(({ node }) => node));
}

function layRowNames({ plan, widget, book, labels }) {
  const rows = widget.rows ?? {};
  const places = { score: LATTICE.score, from: LATTICE.from_, foot: LATTICE.glyph + 5, under: LATTICE.under };
  const ground = svg("rect", { class: "behind", width: plan.from - LATTICE.node - 6, height: plan.height });
  const words = Object.keys(places).filter((name) => rows[name]).map((name) =>
    svg("text", { x: plan.label, y: plan.base + places[name] }, template(book, rows[name])));
  labels.replaceChildren(...(plan.width > plan.room ? [ground] : []), ...words);
}

function redrawLattice(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  drawArcs(view, state.arcs ?? {}, still);
  view.knotNodes.forEach((knot, at) => drawKnot(knot, own(state.nodes ?? {}, String(at)) ?? {}));
  showPresent(view, state, still || !view.begun);
  view.begun = true;
}

function drawKnot({ node, score, from }, { score: words = "", from: before, look }) {
  set(node, { "data-look": look || null, "data-reached": words !== "" });
  score.textContent = String(words);
  from.textContent = before == null ? "" : `← ${before}`;
}

/** The arc at work, or else the node, is kept in view with what surrounds it. */
function showPresent({ box, plan, outline }, state, still) {
  const at = Object.keys(state.nodes ?? {}).find((key) => state.nodes[key].look === "now");
  const arc = outline.arcs.find(({ number }) => own(state.arcs ?? {}, String(number)) === "now");
  if (at === undefined && !arc) return;
  const [from, to] = arc ? [arc.from, arc.to] : [Number(at), Number(at)];
  const pixels = remSize() / 16;
  const side = plan.pitch * 1.5;
  const spans = [(plan.x(from) - side - plan.from) * pixels, (plan.x(to) + side) * pixels];
  revealAcross(box, () => [...spans, Math.max(0, plan.height * pixels - box.clientHeight), plan.height * pixels], still);
}

/* The arcs of a lattice: each is made once for a width and shown when the walk has met it. All labels lie
   over all lines, so that no line runs through a number. */

const ARC_ORDER = ["coming", "", "best", "now", "path", "chosen"];  // what is drawn over what

function makeArc(arc) {
  const drawing = { arc, look: undefined };
  drawing.line = svg("path", { class: "body" });
  drawing.head = svg("path", { class: "head" });
  drawing.plate = svg("rect", { class: "plate", rx: 7 });
  drawing.face = svg("g", { class: "face" });
  drawing.figure = svg("text", { class: "price" });
  drawing.node = svg("g", { class: "arc", "data-arc": arc.number, "data-from": arc.from, "data-to": arc.to }, drawing.line, drawing.head);
  drawing.label = svg("g", { class: "plaque", role: "img" }, drawing.plate, drawing.face, drawing.figure);
  return drawing;
}

/** Path, head and label where the plan has them. */
function layArc({ plan, book }, drawing) {
  const { arc, line, head } = drawing;
  const { to } = plan.legs[arc.number];
  set(line, { d: arcPath(plan, arc) });
  set(head, { d: `M${to} ${plan.base - LATTICE.node + 2}l-4-7h8z` });
  const token = arc.token == null ? null : tokenAt(book, arc.token);
  set(drawing.label, { "data-low": arc.level === 0 });
  if (arc.level === 0) layLowLabel(plan, drawing);
  else layLabel(plan, drawing, token);
}

/** A low arc tells its figure alone, over it; what it spans is the foot itself. */
function layLowLabel(plan, { arc, plate, face, figure, label }) {
  const { from, to } = plan.legs[arc.number];
  const wide = arc.label.length * plan.short * plan.grown + 4;
  set(label, { transform: `translate(${(from + to) / 2} ${plan.y(0) - 9})` });
  set(plate, { x: -wide / 2, y: -8, width: wide, height: 16 });
  face.replaceChildren();
  set(figure, { x: 0, y: 4.4, "font-size": plan.low });
  figure.textContent = arc.label;
}

function layLabel(plan, { arc, plate, face, figure, label }, token) {
  const { stacked, flat } = plan;
  const digits = arc.label.length * plan.column;
  const room = Math.max(24, flatRoom(plan, arc) + LATTICE.curve);
  const beside = stacked ? 0 : digits + LATTICE.gap;
  const { nodes, scale } = token ? fittedGlyphs(token, Math.max(14, room - beside - 2 * LATTICE.pad), LATTICE.font) : { nodes: [], scale: 1 };
  const letters = token ? Math.min(room - beside - 2 * LATTICE.pad, columnsOf(token) * LATTICE.font * 0.6) : 0;
  const wide = Math.min(room, (stacked ? Math.max(letters, digits) : letters + beside) + 2 * LATTICE.pad);
  set(label, { transform: `translate(${labelPlace(plan, arc, wide)} ${plan.y(arc.level)})` });
  set(plate, { x: -wide / 2, y: -flat / 2, width: wide, height: flat });
  face.replaceChildren(...nodes);
  set(face, { transform: stacked ? `translate(0 -8) scale(${scale})` : `translate(${-wide / 2 + LATTICE.pad + letters / 2} 0) scale(${scale})` });
  set(figure, stacked ? { x: 0, y: 14.5, "font-size": plan.figure } : { x: wide / 2 - LATTICE.pad - digits / 2, y: 4.6, "font-size": plan.figure });
  figure.textContent = arc.label;
}

/** Show the arcs of a state with their looks; one that comes fades in. */
function drawArcs(view, looks, still) {
  const visible = [];
  for (const drawing of view.arcs) {
    const look = own(looks, String(drawing.arc.number));
    const isNew = drawing.look === undefined && look !== undefined;
    drawing.look = look;
    if (look === undefined) continue;
    set(drawing.node, { "data-look": look || null });
    set(drawing.label, { "data-look": look || null, "aria-label": arcWords(view, drawing.arc, look) });
    visible.push(drawing);
    if (isNew && view.begun && !isCalm(still)) for (const node of [drawing.node, drawing.label]) fadeIn(node);
  }
  const rank = ({ look }) => Math.max(0, ARC_ORDER.indexOf(look));
  visible.sort((one, other) => rank(one) - rank(other));
  arrange(view.lines, visible.map(({ node }) => node));
  arrange(view.plaques, visible.map(({ label }) => label));
}

/** "南京, from 0 to 6, −7.3, the best so far" */
function arcWords({ book }, { from, to, token, label }, look) {
  const values = { from, to, figure: label };
  const words = token == null ? plainText(book, ["player.lattice.bare", values]) : plainText(book, ["player.lattice.arc", { ...values, token: { token } }]);
  const key = `player.lattice.look.${look}`;
  return own(book.text, key) ? sentences(book, [words, template(book, key)]) : words;
}

/* Where the parts of a lattice stand, in units of 1/16 rem: nodes between the columns of the foot, arcs
   over them. An arc lies above all that it spans, so arcs cross only where their spans do. The plan
   depends on the whole walk and the width, never on the step: nothing moves. */

const LATTICE = {
  wide: { from: 100, to: 27, label: 14, pitch: 104 },
  narrow: { from: 92, to: 22, label: 6, pitch: 72 },
  least: 40, above: 11, arch: 21, curve: 12, leg: 4.5, node: 11,
  line: { flat: 25, each: 30.5 }, stack: { flat: 39, each: 47 },
  font: 16, figure: 13, pad: 7, gap: 7, column: 0.608, low: 12.4, short: 0.589,
  score: 30, from_: 49, glyph: 76, chip: 33, under: 110, end: 14, roomy: [52, 1.18],
};

/** What holds at every width: arcs with their levels, the columns of the foot, the longest figure. */
function latticeOutline({ size: count, arcs: arcList, foot, under }, book, states) {
  const size = integer(count, 1, MOST_BYTES, "size");
  const arcs = (arcList ?? []).map((arc, number) => {
    integer(arc.from, 0, size - 1, "from");
    integer(arc.to, arc.from + 1, size, "to");
    return { ...arc, number, label: String(arc.label ?? "") };
  });
  const nodeStates = [...new Set(states)].flatMap((state) => Object.values(state?.nodes ?? {}));
  const longest = Math.max(0, ...nodeStates.map(({ score }) => String(score ?? "").length));
  for (const { at, size: bytes } of foot ?? []) {
    integer(bytes, 1, size, "size");
    integer(at, 0, size - bytes, "at");
  }
  return { size, arcs: withLevels(arcs), foot: foot ?? [], under: under ?? [], longest };
}

/** Arcs from the shortest to the longest, each at the lowest level over those that it spans whole and
    beside those that it overlaps. */
function withLevels(arcs) {
  const leveled = [];
  const byLength = [...arcs].sort((one, other) => one.to - one.from - (other.to - other.from) || one.from - other.from);
  for (const arc of byLength) {
    const touching = leveled.filter(({ from, to }) => from < arc.to && to > arc.from);
    const inside = touching.filter(({ from, to }) => from >= arc.from && to <= arc.to);
    const levels = new Set(touching.map(({ level }) => level));
    let level = Math.max(0, ...inside.map((each) => each.level + 1));
    while (levels.has(level)) level++;
    leveled.push({ ...arc, level });
  }
  return leveled.sort((one, other) => one.number - other.number);
}

/** `{x(node), y(level), legs…}` for a box of `room` units.
    @returns {any} */
function planLattice(outline, room, narrow, book) {
  const face = LATTICE[narrow ? "narrow" : "wide"];
  const { size, arcs, longest } = outline;
  const figure = atLeast(book, LATTICE.figure);
  const [column, short] = [LATTICE.column * figure, LATTICE.short * atLeast(book, LATTICE.low)];
  const least = Math.max(LATTICE.least, longest * short + 6, ...arcs.filter(({ level }) => level === 0)
    .map(({ from, to, label }) => (label.length * short + 6) / (to - from)));
  const each = (room - face.from - face.to) / size;
  const pitch = Math.max(least, Math.min(each, face.pitch));
  const width = Math.max(room, face.from + size * pitch + face.to);
  const first = face.from + (width - face.from - face.to - size * pitch) / 2;
  /** @type {any} */
  const plan = { ...face, outline, room, narrow, pitch, width, figure, column, short, x: (node) => first + node * pitch };
  const upper = arcs.filter(({ level }) => level > 0);
  const fits = upper.every((arc) => labelWidth(book, arc, column) <= flatRoom(plan, arc));
  const { flat, each: apart } = fits ? LATTICE.line : LATTICE.stack;
  const levels = Math.max(0, ...arcs.map(({ level }) => level));
  const base = LATTICE.above + (levels ? flat / 2 + (levels - 1) * apart + flat / 2 + LATTICE.gap : 0) + LATTICE.arch + 16 + LATTICE.node;
  const floor = base - LATTICE.node - LATTICE.arch;
  Object.assign(plan, {
    base, stacked: !fits, flat, levels, grown: Math.max(1, Math.min(LATTICE.roomy[1], pitch / Math.max(LATTICE.roomy[0], least))),
    height: base + (outline.under.length ? LATTICE.under : LATTICE.glyph + LATTICE.chip / 2) + LATTICE.end,
    y: (level) => (level ? floor - 16 - LATTICE.gap - flat / 2 - (level - 1) * apart : floor),
  });
  return { ...plan, low: atLeast(book, LATTICE.low) * plan.grown, legs: legEnds(plan) };
}

const flatRoom = ({ pitch }, { from, to }) => (to - from) * pitch - 2 * LATTICE.curve - 6;

/** Room for what stands on an arc: the token, beside it its figure. */
function labelWidth(book, { token, label }, column) {
  const letters = token == null ? 0 : Math.min(12, columnsOf(tokenAt(book, token))) * LATTICE.font * 0.6 + LATTICE.gap;
  return letters + label.length * column + 2 * LATTICE.pad;
}

/** Where each arc leaves its node and where it arrives: the higher, the nearer to the node's middle, so
    that arcs at one node never cross each other. */
function legEnds({ outline: { arcs }, x, pitch }) {
  const legs = arcs.map(() => ({}));
  const fan = (key, side) => {
    const groups = groupedBy(arcs, key);
    for (const [node, members] of groups) {
      const apart = Math.min(LATTICE.leg, (pitch * 0.3) / members.length);
      [...members].sort((one, other) => other.level - one.level)
        .forEach((arc, index) => (legs[arc.number][key] = x(node) + side * (2.5 + (index + 0.5) * apart)));
    }
  };
  fan("from", 1);
  fan("to", -1);
  return legs;
}

function groupedBy(items, key) {
  const groups = new Map();
  for (const item of items) groups.set(item[key], [...(groups.get(item[key]) ?? []), item]);
  return groups;
}

/** From node to node: up, along its level, down. */
function arcPath(plan, { number, level }) {
  const { from, to } = plan.legs[number];
  const [bottom, top] = [plan.base - LATTICE.node + 1, plan.y(level)];
  const round = Math.min(LATTICE.curve, (to - from) / 2, bottom - top);
  return `M${from} ${bottom}V${top + round}Q${from} ${top} ${from + round} ${top}H${to - round}Q${to} ${top} ${to} ${top + round}V${bottom}`;
}

/** The middle of an arc's label: where the fewest legs of higher arcs run through it, near the arc's middle. */
function labelPlace(plan, arc, wide) {
  const { from, to } = plan.legs[arc.number];
  const middle = (from + to) / 2;
  const slack = Math.max(0, (to - from - wide) / 2 - LATTICE.curve);
  const running = plan.outline.arcs.filter(({ level }) => level > arc.level)
    .flatMap(({ number }) => [plan.legs[number].from, plan.legs[number].to]).filter((at) => at > from && at < to);
  const hits = (at) => running.filter((leg) => Math.abs(leg - at) < wide / 2 + 3).length;
  const steps = Array.from({ length: 17 }, (_, k) => (k % 2 ? -1 : 1) * Math.ceil(k / 2) * (slack / 8));
  return steps.map((step) => middle + step).reduce((best, at) => (hits(at) < hits(best) ? at : best), middle);
}
