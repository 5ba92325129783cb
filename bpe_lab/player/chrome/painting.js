/* What a player shows as one drawing, for programs that know neither its elements nor its style sheets: boxes become
   rectangles, each line of words a text where it stands, drawings are copied, all with their looks written into them.
   Built from nodes, so text stays text. */

import { SVG_NAMESPACE, el, inUnits, own, set, svg } from "../core/dom.js";
import { hexOf } from "../core/theme.js";

const SHOWN = ":scope > :is(.head, .narration, .front, .stage, .columns)";
/** What leads on from the board says nothing in a picture. */
const LEADS = ".amidst, .reveal, .full-close";

/* Drawings, as they are but for their looks, which are written into them. */

const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  "dominant-baseline",
];
const OWN = { opacity: "1", "paint-order": "normal", "clip-path": "none", mask: "none", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const PAINTS = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
const NOT_DRAWN = /^(class|style|role|tabindex|data-.*|aria-.*)$/;

/** A copy of `node` with its computed look as attributes; nothing for what is not seen.
    @param {Easel} easel */
function copyWithStyles(easel, node, above) {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const look = getComputedStyle(node);
  const isDefinition = node.closest("defs");
  if (!isDefinition && (look.display === "none" || look.visibility === "hidden" || look.opacity === "0")) return null;
  if (!isDefinition && isCutOff(easel, node)) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (NOT_DRAWN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) if (look[name] !== above?.[name]) paint(copy, name, look);
  for (const [name, plain] of Object.entries(OWN)) if (look[name] && look[name] !== plain) paint(copy, name, look);
  if (above && look.transform !== "none") set(copy, { transform: look.transform });  // a style's as well
  if (look.textDecorationLine === "line-through") set(copy, { "text-decoration": "line-through" });
  copy.append(...[...node.childNodes].map((child) => copyWithStyles(easel, child, look)).filter(Boolean));
  return copy;
}

/** Colors as #rrggbb, since few programs other than browsers read all that a browser computes. */
function paint(copy, name, look) {
  const value = look[name];
  const opacity = own(PAINTS, name);
  if (!opacity || value === "none" || value.startsWith("url(")) return set(copy, { [name]: value });
  const { hex, alpha } = hexOf(value);
  set(copy, { [name]: hex });
  if (alpha < 1) set(copy, { [opacity]: alpha * look[opacity] });
  return copy;
}

/* Boxes and words. */

const SIDES = ["Top", "Right", "Bottom", "Left"];
const DASHES = { dashed: "4 3", dotted: "1.5 2.5" };

/** Where a board is painted: its corner, what patterns and clips are defined so far, and the box that is not cut off
    in pixels of the page.
    @typedef {{left: number, top: number, defs: Element, clip: DOMRect | null}} Easel */

/** `{node, width, height}` in units of 1/16 rem.
    @param {HTMLElement} root */
export function paintedBoard(root) {
  const boxes = [...root.querySelectorAll(SHOWN)];
  const solid = boxes.flatMap(solidified);
  const rects = boxes.map((box) => box.getBoundingClientRect()).filter((rect) => rect.height);
  const [left, top] = [Math.min(...rects.map((rect) => rect.left)), Math.min(...rects.map((rect) => rect.top))];
  const size = { width: inUnits(Math.max(...rects.map((rect) => rect.right)) - left), height: inUnits(Math.max(...rects.map((rect) => rect.bottom)) - top) };
  const easel = { left, top, defs: svg("defs"), clip: null };
  const nodes = boxes.flatMap((box) => paintedNode(easel, box));
  for (const undo of solid) undo();
  return { ...size, node: svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, overflow: "visible" }, easel.defs, nodes) };
}

const LOOKS = [
  "display", "position", "inset", "width", "height", "margin", "padding", "border-top", "border-right", "border-bottom", "border-left",
  "border-radius", "background-color", "color", "font", "flex", "transform", "opacity", "vertical-align", "text-align", "white-space",
];

/** What style sheets put before and after elements has no place that could be asked for: for a moment it is elements.
    @returns {(() => void)[]} what takes them back */
function solidified(box) {
  const stands = [box, ...box.querySelectorAll(":not(svg, svg *)")].flatMap((node) => ["before", "after"].flatMap((side) => {
    const look = getComputedStyle(node, `::${side}`);
    if (/^(none|normal)$/.test(look.content)) return [];
    const [, words = "", name = ""] = look.content.match(/^(?:"(.*)"|attr\((.*)\))$/s) ?? [];
    const stand = el("span", {}, words || node.getAttribute(name));
    stand.style.cssText = LOOKS.map((each) => `${each}:${look.getPropertyValue(each)}`).join(";");
    return [{ node, side, stand }];
  }));
  return stands.map(({ node, side, stand }) => {
    const name = `data-solid-${side}`;
    set(node, { [name]: true })[side === "before" ? "prepend" : "append"](stand);
    return () => {
      stand.remove();
      set(node, { [name]: null });
    };
  });
}

/** @param {Easel} easel
    @returns {Element[]} */
function paintedNode(easel, node) {
  if (node.nodeType === Node.TEXT_NODE) return paintedWords(easel, node);
  if (node.nodeType !== Node.ELEMENT_NODE || node.matches(LEADS)) return [];
  const look = getComputedStyle(node);
  if (look.display === "none" || look.visibility === "hidden" || look.clipPath !== "none" || look.opacity === "0") return [];
  if (isCutOff(easel, node)) return [];
  const turn = node.namespaceURI === SVG_NAMESPACE || look.transform === "none" ? null : new DOMMatrix(look.transform);
  if (turn?.b) return [turned(easel, node, look, turn)];
  const painted = node.namespaceURI === SVG_NAMESPACE ? [copiedDrawing(easel, node)] : paintedElement(easel, node, look);
  return look.opacity === "1" ? painted : [svg("g", { opacity: look.opacity }, painted)];
}

function paintedElement(easel, node, look) {
  const inside = () => [...node.childNodes].flatMap((child) => paintedNode(easel, child));
  return [...paintedBox(easel, node, look), ...within(easel, node, look, inside), ...outlineOf(easel, node, look)];
}

/** Painted upright and then turned: a box that is turned has none that could be asked for. */
function turned(easel, node, look, { a, b, c, d, e, f }) {
  const transform = node.style.transform;
  node.style.transform = "none";
  const { x, y } = boxInPicture(easel, node.getBoundingClientRect());
  const [across, down] = look.transformOrigin.split(" ").map((length) => inUnits(parseFloat(length)));
  const painted = paintedNode(easel, node);
  node.style.transform = transform;
  const matrix = `matrix(${a} ${b} ${c} ${d} ${inUnits(e)} ${inUnits(f)})`;
  return svg("g", { transform: `translate(${x + across} ${y + down}) ${matrix} translate(${-x - across} ${-y - down})` }, painted);
}

/** What `paint` paints, without what the node cuts off. */
function within(easel, node, look, paint) {
  const cuts = look.overflowX !== "visible" && (node.scrollWidth > node.clientWidth + 1 || node.scrollHeight > node.clientHeight + 1);
  if (!cuts) return paint();
  const { clip } = easel;
  const box = node.getBoundingClientRect();
  const [left, top] = [Math.max(box.left, clip?.left ?? box.left), Math.max(box.top, clip?.top ?? box.top)];
  const [right, bottom] = [Math.min(box.right, clip?.right ?? box.right), Math.min(box.bottom, clip?.bottom ?? box.bottom)];
  easel.clip = new DOMRect(left, top, Math.max(0, right - left), Math.max(0, bottom - top));
  const id = `cut-${easel.defs.childElementCount}`;
  easel.defs.append(svg("clipPath", { id }, svg("rect", boxInPicture(easel, easel.clip))));
  const painted = paint();
  easel.clip = clip;
  return [svg("g", { "clip-path": `url(#${id})` }, painted)];
}

/** Whether nothing of it is in sight. */
function isCutOff({ clip }, node) {
  if (!clip) return false;
  const { left, top, right, bottom } = node.getBoundingClientRect();
  return left > clip.right || right < clip.left || top > clip.bottom || bottom < clip.top;
}

/** A rectangle on the page in the picture's units. */
function boxInPicture({ left, top }, rect) {
  return { x: inUnits(rect.left - left), y: inUnits(rect.top - top), width: inUnits(rect.width), height: inUnits(rect.height) };
}

const copiedDrawing = (easel, drawing) =>
  set(copyWithStyles(easel, drawing, null), { ...boxInPicture(easel, drawing.getBoundingClientRect()), overflow: "visible" });

function paintedBox(easel, node, look) {
  const place = boxInPicture(easel, node.getBoundingClientRect());
  if (!place.width || !place.height) return [];
  const round = Math.min(inUnits(parseFloat(look.borderTopRightRadius) || 0), place.height / 2);
  const borders = SIDES.map((side) => ({
    wide: inUnits(parseFloat(look[`border${side}Width`]) || 0), color: look[`border${side}Color`], dashes: own(DASHES, look[`border${side}Style`]),
  }));
  const [top, right, bottom, left] = borders;
  const framed = top.wide > 0 && right.wide === top.wide && bottom.wide > 0 && left.wide === top.wide && hexOf(top.color).alpha > 0;
  const box = { ...grown(place, framed ? -top.wide / 2 : 0), rx: round || null };
  const frames = framed ? [svg("rect", { ...box, fill: "none", stroke: hexOf(top.color).hex, "stroke-width": top.wide, "stroke-dasharray": top.dashes })] : [];
  const others = borders.map((border) => (framed && isAlike(border, top) ? { ...border, wide: 0 } : border));
  const ground = hexOf(look.backgroundColor);
  const sharp = round ? null : "crispEdges";  // no gap shows between cells
  const grounds = ground.alpha ? [svg("rect", { ...box, "shape-rendering": sharp, fill: ground.hex, "fill-opacity": ground.alpha < 1 ? ground.alpha : null })] : [];
  const patterns = stripesOf(easel, look).map((id) => svg("rect", { ...box, fill: `url(#${id})` }));
  return [...grounds, ...patterns, ...shadowsOf(place, look), ...frames, ...sideLines(place, others)];
}

const grown = ({ x, y, width, height }, by) => ({ x: x - by, y: y - by, width: Math.max(0, width + 2 * by), height: Math.max(0, height + 2 * by) });

/** Over all that stands in the box. */
function outlineOf(easel, node, { outlineStyle, outlineWidth, outlineOffset, outlineColor, borderTopRightRadius }) {
  const width = inUnits(parseFloat(outlineWidth));
  if (outlineStyle === "none" || !width) return [];
  const round = inUnits(parseFloat(borderTopRightRadius) || 0);
  const by = inUnits(parseFloat(outlineOffset)) + width / 2;
  const dashes = { "stroke-dasharray": own(DASHES, outlineStyle) };
  return [svg("rect", { ...grown(boxInPicture(easel, node.getBoundingClientRect()), by), rx: round ? Math.max(0, round + by) : null, fill: "none", stroke: hexOf(outlineColor).hex, "stroke-width": width, ...dashes })];
}

/** Shadows within a box, without a blur: bars along its sides. */
function shadowsOf({ x, y, width, height }, { boxShadow }) {
  return [...boxShadow.matchAll(/(\w+\([^)]*\)) (-?[\d.]+)px (-?[\d.]+)px 0px 0px inset/g)].flatMap(([, color, ...by]) => {
    const [across, down] = by.map((length) => inUnits(Number(length)));
    const fill = hexOf(color).hex;
    return [
      ...(across ? [svg("rect", { x: across > 0 ? x : x + width + across, y, width: Math.abs(across), height, fill })] : []),
      ...(down ? [svg("rect", { x, y: down > 0 ? y : y + height + down, width, height: Math.abs(down), fill })] : []),
    ];
  });
}

const GRADIENT = /(?:repeating-linear|radial)-gradient\((?:(-?[\d.]+)deg|[^,]*), ((?:[^()]|\([^()]*\))*)\)/g;
const STOP = /([a-z-]+\([^()]*\)) ([\d.]+)px/g;

/** The patterns of a box that has stripes or dots: each from where its color begins to where it ends.
    @returns {string[]} */
function stripesOf(easel, { backgroundImage, backgroundSize }) {
  if (!backgroundImage.includes("gradient")) return [];
  return [...backgroundImage.matchAll(GRADIENT)].flatMap(([whole, turn, stops]) => {
    const all = [...stops.matchAll(STOP)].map(([, color, at]) => ({ ...hexOf(color), at: inUnits(Number(at)) }));
    const [from, to] = [all.find(({ alpha }) => alpha), all.findLast(({ alpha }) => alpha)];
    if (!from) return [];
    const id = `stripes-${easel.defs.childElementCount}`;
    const apart = whole.startsWith("radial") ? inUnits(parseFloat(backgroundSize)) : all.at(-1)?.at;
    const fill = { fill: from.hex, "fill-opacity": from.alpha };
    const mark = whole.startsWith("radial") ? svg("circle", { cx: apart / 2, cy: apart / 2, r: to.at, ...fill })
      : svg("rect", { y: from.at, width: apart, height: to.at - from.at, ...fill });
    easel.defs.append(svg("pattern", { id, width: apart, height: apart, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${Number(turn ?? 0)})` }, mark));
    return [id];
  });
}

/** @param {Record<string, any>} one
    @param {Record<string, any>} other */
const isAlike = (one, other) => one.wide === other.wide && one.color === other.color && one.dashes === other.dashes;

/** Lines along the sides of a box, each as wide as its border.
    @param {{x: number, y: number, width: number, height: number}} box
    @param {{wide: number, color: string, dashes: any}[]} borders  from the top on, as the clock goes */
function sideLines({ x, y, width, height }, [top, right, bottom, left]) {
  const line = ({ wide, color, dashes }, x1, y1, x2, y2) =>
    (wide && hexOf(color).alpha ? [svg("line", { x1, y1, x2, y2, stroke: hexOf(color).hex, "stroke-width": wide, "stroke-dasharray": dashes })] : []);
  const [over, under] = [y + top.wide / 2, y + height - bottom.wide / 2];
  const [before, after] = [x + left.wide / 2, x + width - right.wide / 2];
  return [
    ...line(top, x, over, x + width, over), ...line(right, after, y, after, y + height),
    ...line(bottom, x, under, x + width, under), ...line(left, before, y, before, y + height),
  ];
}

let pen;

/** What measures words of a type.
    @param {string} font */
export function inFont(font) {
  pen ??= /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  pen.font = font;
  return pen;
}

/** Words that stand in one line are one text; its base line is told by the type's own measures, and it is as long as
    it stands here in any other type. */
function paintedWords(easel, node) {
  if (!node.data.trim()) return [];
  const look = getComputedStyle(node.parentElement);
  const { fontBoundingBoxAscent: over, fontBoundingBoxDescent: under } =
    inFont(`${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`).measureText("x");
  const range = document.createRange();
  /** @type {{words: string, left: number, right: number, top: number, high: number}[]} */
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(WORD)) {
    range.setStart(node, index);
    range.setEnd(node, index + word.length);
    const { left, right, top, width, height } = range.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && width && Math.abs(last.top - top) < 2) {
      last.words += word;
      if (word.trim()) Object.assign(last, { left: Math.min(last.left, left), right: Math.max(last.right, right) });
    } else if (width && word.trim()) lines.push({ words: word, left, right, top, high: height });
  }
  const ink = hexOf(look.color);
  const type = {
    "font-family": look.fontFamily, "font-size": inUnits(parseFloat(look.fontSize)), "font-weight": look.fontWeight,
    "letter-spacing": parseFloat(look.letterSpacing) ? inUnits(parseFloat(look.letterSpacing)) : null, fill: ink.hex,
    "fill-opacity": ink.alpha < 1 ? ink.alpha : null, "text-decoration": look.textDecorationLine === "line-through" ? "line-through" : null,
  };
  return lines.map(({ words, left, right, top, high }) => {
    const place = { x: inUnits(left - easel.left), y: inUnits(top + (high * over) / (over + under) - easel.top) };
    return svg("text", { ...place, textLength: inUnits(right - left), ...type }, words.trimEnd());
  });
}

const WORD = /\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g;
