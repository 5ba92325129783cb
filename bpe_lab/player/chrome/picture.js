/* The stage as a picture that stands alone: what the style sheets say written into it,
   the sentence above it, the page's background behind it. Built from nodes, so text stays text. */

import { filled, isolated, plainText, tokenAt } from "../core/book.js";
import { SVG_NAMESPACE, el, inUnits, own, remSize, set, svg } from "../core/dom.js";
import { hexOf, isDark } from "../core/theme.js";
import { makeBoard } from "./board.js";

const PICTURE = { margin: 24, least: 640, font: 22, line: 30 };

/** `{text, width, height}`: the present step's picture as SVG. */
export function pictureOf(player) {
  const { root } = player;
  player.view.full.close();
  set(root, { "data-still": true });  // Nothing is caught on its way.
  const stage = root.querySelector(".stage [data-painted]") ? paintedBoard(root) : drawnStage(root);
  const { backgroundColor, color, fontFamily } = getComputedStyle(root);
  const wide = Math.max(PICTURE.least, stage.width) + 2 * PICTURE.margin;
  const title = titleLines(player, wide - 2 * PICTURE.margin, fontFamily);
  const top = PICTURE.margin + title.length * PICTURE.line + 8;
  const size = { width: Math.ceil(wide), height: Math.ceil(top + stage.height + PICTURE.margin) };
  set(stage.node, { x: (wide - stage.width) / 2, y: top, width: stage.width, height: stage.height, overflow: "visible" });
  const heading = svg("g", { "font-family": fontFamily, "font-size": PICTURE.font, fill: hexOf(color).hex }, title.map(titleLine));
  const picture = svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, "xml:space": "preserve" },
    svg("rect", { ...size, fill: hexOf(backgroundColor).hex }), heading, stage.node);
  return { ...size, text: new XMLSerializer().serializeToString(picture) };
}

/** The step that one more press shows, for the lecturer alone, of which the hall sees nothing: its board as XML with
    what it is drawn by, and its sentence; none where the scene or the walk ends. */
export async function boardToCome({ root, recording, book, history, walking }) {
  const step = walking.step + 1;
  if (!recording || walking.isDone || !history[step]) return undefined;
  const board = makeBoard(recording, book, history, 0);
  const easel = el("div", { inert: true }, board.nodes.filter(Boolean));
  for (const { name, value } of root.attributes) if (/^(class|data-|lang)/.test(name)) easel.setAttribute(name, value);
  set(easel, { "data-still": true, "data-now": recording.steps[step].goal, "data-full": false });
  const wide = root.clientWidth;
  easel.style.cssText = `position:fixed;top:0;left:-200vw;width:${wide}px;min-height:0`;
  root.after(easel);
  board.layout(false);
  board.draw(history[step], true);
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn))); // lists scroll to what they are about
  const places = [...easel.querySelectorAll("*")].flatMap(({ scrollTop, scrollLeft }, index) => (scrollTop || scrollLeft ? [[index, scrollTop, scrollLeft]] : []));
  const high = easel.offsetHeight;
  easel.remove();
  easel.removeAttribute("style");
  return { xml: new XMLSerializer().serializeToString(easel), words: plainText(book, recording.steps[step].say), places, wide, high, looks: looksOf(root) };
}

/** The style sheets of a player, and what they have from its page. */
function looksOf(root) {
  const styles = [...root.getRootNode().querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const look = getComputedStyle(root);
  const properties = [...new Set(styles.match(/--st-[\w-]+/g))].map((name) => `${name}: ${look.getPropertyValue(name)};`);
  return { styles, root: `font-size: ${remSize()}px; color-scheme: ${isDark(root) ? "dark" : "light"}; ${properties.join(" ")}` };
}

/** `{node, width, height}`: the first drawing of the stage. */
function drawnStage(root) {
  const drawing = [...root.querySelectorAll(".stage svg")].find((each) => !each.closest("header"));
  if (!drawing) throw new Error("SVG");
  const { x, y, width, height } = drawing.viewBox.baseVal ?? {};
  const box = width ? { x, y, width, height } : { x: 0, y: 0, width: drawing.clientWidth, height: drawing.clientHeight };
  const node = set(copyWithStyles(drawing, null), { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` });
  return { node, width: box.width, height: box.height };
}

/** The sentence in lines of runs `{text, weight}` that fit the width. */
function titleLines(player, width, family) {
  const pen = /** @type {CanvasRenderingContext2D} */ (document.createElement("canvas").getContext("2d"));
  /** @type {any[][]} */
  const lines = [[]];
  let used = 0;
  for (const { text, weight } of titleWords(player)) {
    pen.font = `${weight} ${PICTURE.font}px ${family}`;
    const room = pen.measureText(text).width;
    if (used + room > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    const line = lines[lines.length - 1];
    if (line.at(-1)?.weight === weight) line.at(-1).text += text;
    else line.push({ text, weight });
    used += room;
  }
  return lines;
}

function titleWords(player) {
  const { book } = player;
  return Array.from(filled(book, player.walking.sentence)).flatMap((piece) => {
    const [words, weight] = typeof piece === "string" ? [piece, 400] : [piece.map((atom) => atomLetters(book, atom)).join(""), 650];
    return (words.match(WORD) ?? []).map((word) => ({ text: word, weight }));
  });
}

/** A token by its letters, a space by its bracket. */
const atomLetters = (book, atom) =>
  typeof atom === "string" ? atom : tokenAt(book, atom.token).parts.map(([kind, text]) => (kind === "space" ? "␣" : isolated(text))).join("");

const titleLine = (runs, index) =>
  svg("text", { x: PICTURE.margin, y: PICTURE.margin + PICTURE.line * index + PICTURE.font },
    runs.map(({ text, weight }) => svg("tspan", { "font-weight": weight }, text)));

/** The picture as PNG, `scale` times as many pixels as it has units. */
export async function rasterOf({ text, width, height }, scale) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = set(document.createElement("canvas"), { width: width * scale, height: height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

/* A drawing that stands alone: what the style sheets say of it, written into it. */

const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  "dominant-baseline",
];
const OWN = { opacity: "1", "clip-path": "none", mask: "none", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const PAINTS = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
const NOT_DRAWN = /^(class|style|role|tabindex|data-.*|aria-.*)$/;

/** A copy of `node` with its computed look as attributes; nothing for what is not seen. */
function copyWithStyles(node, above) {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const look = getComputedStyle(node);
  const isDefinition = node.closest("defs");
  if (!isDefinition && (look.display === "none" || look.visibility === "hidden" || look.opacity === "0")) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (NOT_DRAWN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) if (look[name] !== above?.[name]) paint(copy, name, look);
  for (const [name, plain] of Object.entries(OWN)) if (look[name] && look[name] !== plain) paint(copy, name, look);
  copy.append(...[...node.childNodes].map((child) => copyWithStyles(child, look)).filter(Boolean));
  return copy;
}

/** Colours as #rrggbb, since few programs other than browsers read all that a browser computes. */
function paint(copy, name, look) {
  const value = look[name];
  const opacity = own(PAINTS, name);
  if (!opacity || value === "none" || value.startsWith("url(")) return set(copy, { [name]: value });
  const { hex, alpha } = hexOf(value);
  set(copy, { [name]: hex });
  if (alpha < 1) set(copy, { [opacity]: alpha * look[opacity] });
  return copy;
}

/* The board as one drawing, for widgets that are elements rather than drawings: boxes become
   rectangles, every line of words a text where it stands, drawings are copied. */

/** Stripes by the hatch of a lane: `[turn, width, distance]` each.
    @type {Record<string, [number, number, number][]>} */
const STRIPES = {
  rising: [[45, 2, 7]], falling: [[-45, 2, 7]], crossed: [[45, 1.6, 6.4], [-45, 1.6, 6.4]],
  level: [[90, 1.8, 4]], upright: [[0, 2, 6]], dotted: [[45, 2, 5]],
  "broad-rising": [[45, 4.8, 12]], "broad-falling": [[-45, 4.8, 12]], squared: [[0, 1.4, 4.8], [90, 1.4, 4.8]],
};
const SIDES = ["Top", "Right", "Bottom", "Left"];

/** `{node, width, height}` in units of 1/16 rem: the stage and what stands below it. */
function paintedBoard(root) {
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

const WORD = /\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g;
