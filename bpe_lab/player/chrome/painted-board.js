/* The board as one drawing, for widgets that are elements rather than drawings: boxes become
   rectangles, every line of words a text where it stands, drawings are copied. */

import { copyWithStyles } from "./standalone-drawing.js";
import { SVG_NAMESPACE, inUnits, own, set, svg } from "../core/dom.js";
import { hexOf } from "../core/theme.js";

/** Stripes by the hatch of a lane: `[turn, width, distance]` each.
    @type {Record<string, [number, number, number][]>} */
const STRIPES = {
  rising: [[45, 2, 7]], falling: [[-45, 2, 7]], crossed: [[45, 1.6, 6.4], [-45, 1.6, 6.4]],
  level: [[90, 1.8, 4]], upright: [[0, 2, 6]], dotted: [[45, 2, 5]],
  "broad-rising": [[45, 4.8, 12]], "broad-falling": [[-45, 4.8, 12]], squared: [[0, 1.4, 4.8], [90, 1.4, 4.8]],
};
const SIDES = ["Top", "Right", "Bottom", "Left"];

/** `{node, width, height}` in units of 1/16 rem: the stage and what stands below it. */
export function paintedBoard(root) {
  const boxes = [...root.querySelectorAll(":scope > :is(.front, .stage, .columns)")];
  const rects = boxes.map((box) => box.getBoundingClientRect());
  const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
  const size = { width: inUnits(Math.max(...rects.map((rect) => rect.right)) - left), height: inUnits(Math.max(...rects.map((rect) => rect.bottom)) - top) };
  const easel = { left, top, pen: document.createElement("canvas").getContext("2d"), defs: svg("defs"), hatches: 0 };
  const nodes = boxes.flatMap((box) => paintedNode(easel, box));
  return { ...size, node: svg("svg", { viewBox: `0 0 ${size.width} ${size.height}` }, easel.defs, nodes) };
}

function paintedNode(easel, node) {
  if (node.nodeType === Node.TEXT_NODE) return paintedWords(easel, node);
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const look = getComputedStyle(node);
  if (look.display === "none" || look.visibility === "hidden" || look.clipPath !== "none" || look.opacity === "0") return [];
  if (node.namespaceURI === SVG_NAMESPACE) return [copiedDrawing(easel, node)];
  return [...paintedBox(easel, node, look), ...[...node.childNodes].flatMap((child) => paintedNode(easel, child))];
}

/** A rectangle on the page in the picture's units. */
function boxInPicture({ left, top }, rect) {
  return { x: inUnits(rect.left - left), y: inUnits(rect.top - top), width: inUnits(rect.width), height: inUnits(rect.height) };
}

const copiedDrawing = (easel, drawing) =>
  set(copyWithStyles(drawing, null), { ...boxInPicture(easel, drawing.getBoundingClientRect()), overflow: "visible" });

function paintedBox(easel, node, look) {
  const place = boxInPicture(easel, node.getBoundingClientRect());
  if (!place.width || !place.height) return [];
  const round = Math.min(inUnits(parseFloat(look.borderTopRightRadius) || 0), place.height / 2);
  const ground = hexOf(look.backgroundColor);
  const borders = SIDES.map((side) => inUnits(parseFloat(look[`border${side}Width`]) || 0));
  const framed = borders.every((width) => width > 0 && width === borders[0]);
  const half = framed ? borders[0] / 2 : 0;
  const frame = framed ? { stroke: hexOf(look.borderTopColor).hex, "stroke-width": borders[0], "stroke-dasharray": look.borderTopStyle === "dashed" ? "4 3" : null } : null;
  const shape = { x: place.x + half, y: place.y + half, width: place.width - 2 * half, height: place.height - 2 * half, rx: round || null };
  const fills = ground.alpha || framed ? [svg("rect", { ...shape, fill: ground.alpha ? ground.hex : "none", "fill-opacity": ground.alpha && ground.alpha < 1 ? ground.alpha : null, ...frame })] : [];
  const stripes = node.matches(".lane-fill") ? stripesOver(easel, node, shape) : [];
  return [...fills, ...stripes, ...(framed ? [] : sideLines(place, borders, look))];
}

/** A lane's hatch, in the colour that the page's stripes have. */
function stripesOver(easel, node, shape) {
  const name = node.closest("[data-hatch]")?.dataset.hatch;
  const paper = hexOf(getComputedStyle(node).getPropertyValue("--bg").trim());
  return (own(STRIPES, name ?? "") ?? []).map(([turn, wide, apart]) => {
    const id = `stripes-${++easel.hatches}`;
    const pattern = { id, width: apart, height: apart, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` };
    easel.defs.append(svg("pattern", pattern, svg("rect", { width: wide, height: apart, fill: paper.hex, "fill-opacity": 0.45 })));
    return svg("rect", { ...shape, fill: `url(#${id})` });
  });
}

/** Lines along the sides of a box, each as wide as its border.
    @param {{x: number, y: number, width: number, height: number}} box
    @param {number[]} widths from the top on, as the clock goes
    @param {CSSStyleDeclaration} look */
function sideLines({ x, y, width, height }, [top, right, bottom, left], look) {
  const line = (side, wide, box) => (wide ? [svg("rect", { ...box, fill: hexOf(look[`border${side}Color`]).hex })] : []);
  return [
    ...line("Top", top, { x, y, width, height: top }), ...line("Right", right, { x: x + width - right, y, width: right, height }),
    ...line("Bottom", bottom, { x, y: y + height - bottom, width, height: bottom }), ...line("Left", left, { x, y, width: left, height }),
  ];
}

/** Words that stand in one line are one text; its base line is told by the type's own measures. */
function paintedWords(easel, node) {
  const look = getComputedStyle(node.parentElement);
  easel.pen.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const { fontBoundingBoxAscent: over, fontBoundingBoxDescent: under } = easel.pen.measureText("x");
  const range = document.createRange();
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(WORD)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const rect = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && rect.width && Math.abs(last.top - rect.top) < 2) last.words += word;
    else if (rect.width && word.trim()) lines.push({ words: word, left: rect.left, top: rect.top, high: rect.height });
  }
  const type = {
    "font-family": look.fontFamily, "font-size": inUnits(parseFloat(look.fontSize)), "font-weight": look.fontWeight,
    "letter-spacing": parseFloat(look.letterSpacing) ? inUnits(parseFloat(look.letterSpacing)) : null, fill: hexOf(look.color).hex,
  };
  return lines.map(({ words, left, top, high }) =>
    svg("text", { x: inUnits(left - easel.left), y: inUnits(top + (high * over) / (over + under) - easel.top), ...type }, words));
}

export const WORD = /\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g;
