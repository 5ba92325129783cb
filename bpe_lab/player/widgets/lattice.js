/* A lattice: all ways from the first node to the last, an arc a step of a way, the best way in colour.
   One drawing that scrolls sideways where there are many nodes; the names of its rows stay. */

import { spelled, template, tokenAt } from "../core/book.js";
import { own, remSize, set, svg } from "../core/dom.js";
import { drawingName, hatching } from "../core/drawings.js";
import { fittedGlyphs } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";
import { revealAcross } from "../core/sideways.js";
import { isPartial } from "../core/token-letters.js";
import { drawArcs, layArc, makeArc } from "./lattice-arcs.js";
import { LATTICE, latticeOutline, planLattice } from "./lattice-plan.js";
import { boxDrawing, layDrawing } from "./wide-drawing.js";

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
    const { nodes, scale } = fittedGlyphs(token, box.width - 6, 20);
    return svg("g", { class: "glyph", "data-at": at }, svg("rect", { class: "body", ...box }),
      isPartial(token) ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
      svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${y + LATTICE.chip / 2}) scale(${scale})` }, nodes));
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
