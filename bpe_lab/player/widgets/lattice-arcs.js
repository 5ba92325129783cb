/* The arcs of a lattice: each is made once for a width and shown when the walk has met it. All labels lie
   over all lines, so that no line runs through a number. */

import { template, tokenAt } from "../core/book.js";
import { arrange, own, set, svg } from "../core/dom.js";
import { columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { fadeIn, isCalm } from "../core/motion.js";
import { sentences, plainText } from "../core/texts.js";
import { LATTICE, arcPath, flatRoom, labelPlace } from "./lattice-plan.js";

const ARC_ORDER = ["coming", "", "best", "now", "path", "chosen"];  // what is drawn over what

export function makeArc(arc) {
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
export function layArc({ plan, book }, drawing) {
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
export function drawArcs(view, looks, still) {
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
