/* The arcs of a lattice: each is made once for a width and shown when the walk has met it. All labels lie
   over all lines, so that no line runs through a number. */

import { template, tokenAt } from "../core/book.js";
import { arrange, own, set, svg } from "../core/dom.js";
import { columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { RISE, isCalm } from "../core/motion.js";
import { sentences, spoken } from "../core/texts.js";
import { LATTICE, arcPath, flatRoom, labelPlace } from "./lattice-plan.js";

const ARC_ORDER = ["coming", "", "best", "now", "path", "chosen"];  // what is drawn over what

export function makeArc(arc) {
  const made = { arc, look: undefined };
  made.line = svg("path", { class: "body" });
  made.head = svg("path", { class: "head" });
  made.plate = svg("rect", { class: "plate", rx: 7 });
  made.face = svg("g", { class: "face" });
  made.figure = svg("text", { class: "price" });
  made.node = svg("g", { class: "arc", "data-arc": arc.number, "data-from": arc.from, "data-to": arc.to }, made.line, made.head);
  made.label = svg("g", { class: "plaque", role: "img" }, made.plate, made.face, made.figure);
  return made;
}

/** Path, head and label where the plan has them. */
export function layArc({ plan, book }, made) {
  const { arc, line, head } = made;
  const { to } = plan.legs[arc.number];
  set(line, { d: arcPath(plan, arc) });
  set(head, { d: `M${to} ${plan.base - LATTICE.node + 2}l-4-7h8z` });
  const token = arc.token == null ? null : tokenAt(book, arc.token);
  set(made.label, { "data-low": arc.level === 0 });
  if (arc.level === 0) layLowLabel(plan, made);
  else layLabel(plan, made, token);
}

/** A low arc tells its figure alone, over it; what it spans is the foot itself. */
function layLowLabel(plan, { arc, plate, face, figure, label }) {
  const { from, to } = plan.legs[arc.number];
  const wide = arc.label.length * LATTICE.short * plan.grown + 4;
  set(label, { transform: `translate(${(from + to) / 2} ${plan.y(0) - 9})` });
  set(plate, { x: -wide / 2, y: -8, width: wide, height: 16 });
  face.replaceChildren();
  set(figure, { x: 0, y: 4.4, "font-size": 12.4 * plan.grown });
  figure.textContent = arc.label;
}

function layLabel(plan, { arc, plate, face, figure, label }, token) {
  const { stacked, flat } = plan;
  const digits = arc.label.length * LATTICE.column;
  const room = Math.max(24, flatRoom(plan, arc) + LATTICE.curve);
  const beside = stacked ? 0 : digits + LATTICE.gap;
  const { nodes, scale } = token ? fittedGlyphs(token, Math.max(14, room - beside - 2 * LATTICE.pad), LATTICE.font) : { nodes: [], scale: 1 };
  const letters = token ? Math.min(room - beside - 2 * LATTICE.pad, columnsOf(token) * LATTICE.font * 0.6) : 0;
  const wide = Math.min(room, (stacked ? Math.max(letters, digits) : letters + beside) + 2 * LATTICE.pad);
  set(label, { transform: `translate(${labelPlace(plan, arc, wide)} ${plan.y(arc.level)})` });
  set(plate, { x: -wide / 2, y: -flat / 2, width: wide, height: flat });
  face.replaceChildren(...nodes);
  set(face, { transform: stacked ? `translate(0 -8) scale(${scale})` : `translate(${-wide / 2 + LATTICE.pad + letters / 2} 0) scale(${scale})` });
  set(figure, stacked ? { x: 0, y: 14.5, "font-size": LATTICE.figure } : { x: wide / 2 - LATTICE.pad - digits / 2, y: 4.6, "font-size": LATTICE.figure });
  figure.textContent = arc.label;
}

/** Show the arcs of a state with their looks; one that comes fades in. */
export function drawArcs(view, looks, still) {
  const shown = [];
  for (const made of view.arcs) {
    const look = own(looks, String(made.arc.number));
    const isNew = made.look === undefined && look !== undefined;
    made.look = look;
    if (look === undefined) continue;
    set(made.node, { "data-look": look || null });
    set(made.label, { "data-look": look || null, "aria-label": arcWords(view, made.arc, look) });
    shown.push(made);
    if (isNew && view.begun && !isCalm(still)) for (const node of [made.node, made.label]) node.animate([{ opacity: 0 }, { opacity: 1 }], RISE);
  }
  const rank = ({ look }) => Math.max(0, ARC_ORDER.indexOf(look));
  shown.sort((one, other) => rank(one) - rank(other));
  arrange(view.lines, shown.map(({ node }) => node));
  arrange(view.plaques, shown.map(({ label }) => label));
}

/** "南京, from 0 to 6, −7.3, the best so far" */
function arcWords({ book }, { from, to, token, label }, look) {
  const values = { from, to, figure: label };
  const words = token == null ? spoken(book, ["player.lattice.bare", values]) : spoken(book, ["player.lattice.arc", { ...values, token: { token } }]);
  const key = `player.lattice.look.${look}`;
  return own(book.text, key) ? sentences(book, [words, template(book, key)]) : words;
}
