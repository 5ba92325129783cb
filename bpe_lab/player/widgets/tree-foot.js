/* What a derivation tree stands on: the characters, under them their bytes, beside it the steps. */

import { tokenAt } from "../core/book.js";
import { set, svg } from "../core/dom.js";
import { fittedGlyphs } from "../core/glyphs.js";
import { plainText } from "../core/texts.js";
import { isPartial, tokenLook } from "../core/token-letters.js";
import { FOOT } from "./tree-plan.js";

/** The leaves by their bytes; each holds its byte's chip and, of one byte, its character's too. */
export function drawFoot(view) {
  const { plan } = view;
  const { leaves, characters } = plan.outline;
  const leafNodes = leaves.map((leaf) => leafNode(view, leaf));
  view.leaves = new Map(leafNodes.map((node, at) => [at, node]));
  const wide = characters.filter(({ size }) => size > 1).map((character) => wideCharacter(view, character));
  view.foot.replaceChildren(...wide, ...leafNodes);
}

function leafNode({ plan, book, hatch }, { at, hex, character, token }) {
  const alone = character?.size === 1;
  const look = tokenLook(tokenAt(book, token));
  const x = plan.x(at);
  const from = plan.leaf + FOOT.leaf / 2;
  const stem = svg("path", { class: "stem", d: `M${x} ${from}V${plan.byte - FOOT.byte / 2}` });
  const port = svg("circle", { class: "port", cx: x, cy: plan.leaf - FOOT.leaf / 2, r: 3.6 });
  return svg("g", { class: "slot leaf", ...look, "data-byte": at }, stem,
    alone ? glyphChip(plan, book, hatch, character) : null, hexChip(plan, x, hex, !alone && hatch), alone ? null : port);
}

function hexChip(plan, x, hex, hatch) {
  const width = plan.chip - 6;
  const box = { x: x - width / 2, y: plan.byte - FOOT.byte / 2, width, height: FOOT.byte, rx: 6 };
  return svg("g", { class: "hex" }, svg("rect", { class: "body", ...box }),
    hatch ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("text", { x, y: plan.byte + 5.3 }, hex));
}

function glyphChip(plan, book, hatch, { at, size, token: index }) {
  const token = tokenAt(book, index);
  const [left, right] = [plan.x(at) - plan.chip / 2, plan.x(at + size - 1) + plan.chip / 2];
  const y = plan.leaf - FOOT.leaf / 2;
  const box = { x: left, y, width: right - left, height: FOOT.leaf, rx: 9 };
  const { nodes, scale } = fittedGlyphs(token, right - left - 8, 21);
  return svg("g", { class: "glyph" }, svg("rect", { class: "body", ...box }),
    size > 1 || isPartial(token) ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("g", { class: "face", transform: `translate(${(left + right) / 2} ${plan.leaf}) scale(${scale})` }, nodes));
}

/** A character of several bytes lies over them all; its ports are drawn with the bytes. */
const wideCharacter = ({ plan, book, hatch }, character) =>
  svg("g", { class: "leaf wide" }, glyphChip(plan, book, hatch, character));

/** The lines of the steps and, at the left, what each row is; that column stays while the rest scrolls. */
export function drawRows(view) {
  const { plan, book, words } = view;
  const { outline: { byDepth, rows: count }, label } = plan;
  const line = (y) => svg("path", { class: "level", d: `M${plan.from - (plan.narrow ? 6 : 12)} ${y}H${plan.width - 16}` });
  view.lines = Array.from({ length: count }, (_, k) => line(plan.y(k + 1)));
  view.levels.replaceChildren(...view.lines);
  const text = (y, words, more) => svg("text", { x: label, y: y + 5, ...more }, words);
  view.steps = byDepth ? [text(0, "", { class: "now" })]
    : Array.from({ length: count }, (_, k) => text(plan.y(k + 1), plainText(book, ["player.tree.step", { level: k + 1 }])));
  const ground = svg("rect", { class: "behind", width: plan.from - 8, height: plan.height, rx: 0 });
  view.labels.replaceChildren(...(plan.width > plan.room ? [ground] : []),
    ...view.steps, text(plan.leaf, words.glyphs), text(plan.byte, words.bytes));
}

/** The step at work is marked; steps to come have a dashed line. Where rows are no steps, the node at
    work has a line and a label of its own. */
export function markRows({ plan, book, lines, steps }, level, index) {
  const { byDepth } = plan.outline;
  if (byDepth) {
    const y = index?.y;
    steps[0].textContent = index && level ? plainText(book, ["player.tree.step", { level }]) : "";
    set(steps[0], { y: index ? y + 5 : 0, "data-now": Boolean(index) });
    return lines.forEach((line, k) => set(line, { "data-gone": plan.y(k + 1) !== y }));
  }
  lines.forEach((line, k) => set(line, { "data-coming": !(k < level) }));
  steps.forEach((step, k) => set(step, { "data-now": k + 1 === level }));
}
