/* Where the parts of a lattice stand, in units of 1/16 rem: nodes between the columns of the foot, arcs
   over them. An arc lies above all that it spans, so arcs cross only where their spans do. The plan
   depends on the whole walk and the width, never on the step: nothing moves. */

import { tokenAt } from "../core/book.js";
import { MOST_BYTES, integer } from "../core/checks.js";
import { columnsOf } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";

export const LATTICE = {
  wide: { from: 100, to: 27, label: 14, pitch: 104 },
  narrow: { from: 92, to: 22, label: 6, pitch: 72 },
  least: 40, above: 11, arch: 21, curve: 12, leg: 4.5, node: 11,
  line: { flat: 25, each: 30.5 }, stack: { flat: 39, each: 47 },
  font: 16, figure: 13, pad: 7, gap: 7, column: 0.608, low: 12.4, short: 0.589,
  score: 30, from_: 49, glyph: 76, chip: 33, under: 110, end: 14, roomy: [52, 1.18],
};

/** What holds at every width: arcs with their levels, the columns of the foot, the longest figure. */
export function latticeOutline({ size: count, arcs: arcList, foot, under }, book, states) {
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
export function planLattice(outline, room, narrow, book) {
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

export const flatRoom = ({ pitch }, { from, to }) => (to - from) * pitch - 2 * LATTICE.curve - 6;

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
    const groups = Map.groupBy ? Map.groupBy(arcs, (arc) => arc[key]) : groupedBy(arcs, key);
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
export function arcPath(plan, { number, level }) {
  const { from, to } = plan.legs[number];
  const [bottom, top] = [plan.base - LATTICE.node + 1, plan.y(level)];
  const round = Math.min(LATTICE.curve, (to - from) / 2, bottom - top);
  return `M${from} ${bottom}V${top + round}Q${from} ${top} ${from + round} ${top}H${to - round}Q${to} ${top} ${to} ${top + round}V${bottom}`;
}

/** The middle of an arc's label: where the fewest legs of higher arcs run through it, near the arc's middle. */
export function labelPlace(plan, arc, wide) {
  const { from, to } = plan.legs[arc.number];
  const middle = (from + to) / 2;
  const slack = Math.max(0, (to - from - wide) / 2 - LATTICE.curve);
  const running = plan.outline.arcs.filter(({ level }) => level > arc.level)
    .flatMap(({ number }) => [plan.legs[number].from, plan.legs[number].to]).filter((at) => at > from && at < to);
  const hits = (at) => running.filter((leg) => Math.abs(leg - at) < wide / 2 + 3).length;
  const steps = Array.from({ length: 17 }, (_, k) => (k % 2 ? -1 : 1) * Math.ceil(k / 2) * (slack / 8));
  return steps.map((step) => middle + step).reduce((best, at) => (hits(at) < hits(best) ? at : best), middle);
}
