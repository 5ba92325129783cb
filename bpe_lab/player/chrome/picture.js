/* The whole board as a picture that stands alone: the sentence, the stage and all that stands around it, as they are
   shown, and below them where they are from; as SVG and in pixels. */

import { plainText } from "../core/book.js";
import { el, remSize, set, svg } from "../core/dom.js";
import { begin } from "../core/motion.js";
import { hexOf, isDark } from "../core/theme.js";
import { addressOf } from "./address.js";
import { makeBoard } from "./board.js";
import { inFont, paintedBoard } from "./painting.js";

/** @typedef {{text: string, width: number, height: number, ground: string}} Picture  SVG, its size and its background */

const MARGIN = 24;
const SOURCE = { font: 13, high: 40 };

/** The picture of the present step.
    @returns {Picture} */
export function pictureOf(player) {
  player.view.full.close();
  set(player.root, { "data-still": true });
  begin(player.time, true);  // Nothing is caught on its way.
  return pictureIn(player.root, sourceOf(player).line);
}

/** The picture of what stands in `root`, a player or one like it, with its source below.
    @param {HTMLElement} root
    @param {string} source
    @returns {Picture} */
export function pictureIn(root, source) {
  const look = getComputedStyle(root);
  const board = paintedBoard(root);
  const [width, bottom] = [Math.ceil(board.width) + 2 * MARGIN, MARGIN + Math.ceil(board.height)];
  const size = { width, height: bottom + SOURCE.high + MARGIN / 2 };
  const words = { x: MARGIN, y: bottom + SOURCE.high - SOURCE.font / 2, "font-family": look.fontFamily, "font-size": SOURCE.font };
  const ground = hexOf(look.backgroundColor).hex;
  const muted = hexOf(look.getPropertyValue("--muted").trim()).hex;
  const picture = svg("svg", { ...size, viewBox: `0 0 ${width} ${size.height}`, "xml:space": "preserve" },
    svg("rect", { ...size, fill: ground }), set(board.node, { x: MARGIN, y: MARGIN }),
    svg("text", { ...words, fill: muted }, fitting(source, board.width, `${SOURCE.font}px ${look.fontFamily}`)));
  return { ...size, ground, text: new XMLSerializer().serializeToString(picture) };
}

/* Where it is from: all that is taken along says so in the same words. */

const LAB = "BPE Lab";
/** A host's name for itself, which leads nobody else there. */
const ITSELF = /^(localhost|127\.|0\.0\.0\.0|\[)/;

/** `line`: the lab, what its page shows and the `address` of the present step, if there is one; `link`: the address where
    it leads there from other computers, too. What was kept has the address that it was kept from.
    @returns {{line: string, address?: string, link?: string}} */
export function sourceOf({ data, walking, hasAddress }) {
  const title = document.title.replace(new RegExp(`\\s*[—·｜]\\s*${LAB}$`), "");
  const page = data.origin ?? location.href;
  if (!/^https?:/.test(page)) return { line: told(LAB, title) };
  const address = hasAddress ? addressOf(...walking.numbers, page) : page;
  const { host, pathname, search, hash } = new URL(address);
  const isItself = ITSELF.test(host);
  return { line: told(LAB, title, readable(isItself ? pathname + search + hash : address)), address, link: isItself ? undefined : address };
}

const told = (lab, title, address = "") => [lab, title === lab ? "" : title, address].filter(Boolean).join(" · ");

/** An address in letters where it has some, and still an address. */
function readable(address) {
  try {
    return decodeURI(address).replace(/[\s\p{C}]/gu, encodeURIComponent);
  } catch {
    return address;
  }
}

/** As much of a line as has room. */
function fitting(words, width, font) {
  const fits = (line) => inFont(font).measureText(line).width <= width;
  if (fits(words)) return words;
  let end = words.length;
  while (end && !fits(`${words.slice(0, end)}…`)) end -= 1;
  return `${words.slice(0, end)}…`;
}

/** The step that one more press shows, for the lecturer alone, of which the hall sees nothing: its board as XML with
    what it is drawn by, and its sentence; none where the scene or the walk ends. */
export async function boardToCome({ root, recording, book, history, walking }) {
  const step = walking.step + 1;
  if (!recording || walking.isDone || !history[step]) return undefined;
  const board = makeBoard(recording, book, history, 0);
  const easel = set(makeEasel(root, board.nodes), { "data-now": recording.steps[step].goal });
  board.layout(false);
  board.draw(history[step], true);
  await scrolled();
  const places = [...easel.querySelectorAll("*")].flatMap(({ scrollTop, scrollLeft }, index) => (scrollTop || scrollLeft ? [[index, scrollTop, scrollLeft]] : []));
  const high = easel.offsetHeight;
  easel.remove();
  easel.removeAttribute("style");
  return { xml: new XMLSerializer().serializeToString(easel), words: plainText(book, recording.steps[step].say), places, wide: root.clientWidth, high, looks: looksOf(root) };
}

/** A player's frame around `nodes`: over it, unseen, with all that its style goes by. */
export function makeEasel(root, nodes) {
  const easel = el("div", { inert: true }, nodes.filter(Boolean));
  for (const { name, value } of root.attributes) if (/^(class|data-|lang)/.test(name)) easel.setAttribute(name, value);
  set(easel, { "data-still": true, "data-full": false });
  easel.style.cssText = `position:fixed;top:0;left:${root.getBoundingClientRect().left}px;width:${root.clientWidth}px;min-height:0;opacity:0;pointer-events:none`;
  root.after(easel);
  return easel;
}

const frame = () => new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));

/** Lists have scrolled to what they are about, and what stays while they scroll has followed. */
export const scrolled = async () => void (await frame(), await frame());

/** The style sheets of a player, and what they have from its page. */
function looksOf(root) {
  const styles = [...root.getRootNode().querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const look = getComputedStyle(root);
  const properties = [...new Set(styles.match(/--st-[\w-]+/g))].map((name) => `${name}: ${look.getPropertyValue(name)};`);
  return { styles, root: `font-size: ${remSize()}px; color-scheme: ${isDark(root) ? "dark" : "light"}; ${properties.join(" ")}` };
}

/* The picture in pixels. A picture that is drawn has no fonts but the system's, so it takes its page's along. */

/** @param {Picture} picture
    @returns {Promise<HTMLImageElement>} */
export async function imageOf({ text, width, height }) {
  const fonts = (await fontsOf(text)).replace(/[<&]/g, "");
  const whole = fonts ? text.replace(">", `><style>${fonts}</style>`) : text;
  const address = URL.createObjectURL(new Blob([whole], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    return image;
  } finally {
    URL.revokeObjectURL(address);
  }
}

/** The picture as PNG, `scale` times as many pixels as it has units.
    @param {Picture} picture
    @param {number} scale
    @returns {Promise<Blob>} */
export async function rasterOf(picture, scale) {
  const canvas = set(document.createElement("canvas"), { width: picture.width * scale, height: picture.height * scale });
  canvas.getContext("2d").drawImage(await imageOf(picture), 0, 0, canvas.width, canvas.height);
  return new Promise((resolve, reject) =>
    canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
}

/** @type {Map<string, Promise<string>>} */
const fonts = new Map();

/** The page's fonts that a picture names, as rules of style which hold them. */
async function fontsOf(text) {
  const faces = [...document.styleSheets].flatMap(rulesOf).filter((rule) => rule instanceof CSSFontFaceRule && isNamed(rule, text));
  const rules = faces.map((face) => {
    if (!fonts.has(face.cssText)) fonts.set(face.cssText, heldFont(face).catch(() => ""));
    return fonts.get(face.cssText);
  });
  return (await Promise.all(rules)).join("\n");
}

/** None of a sheet from elsewhere. */
function rulesOf(sheet) {
  try {
    return [...sheet.cssRules];
  } catch {
    return [];
  }
}

function isNamed({ style }, text) {
  const name = style.getPropertyValue("font-family").replace(/["']/g, "");
  return style.getPropertyValue("font-style") !== "italic" && text.includes(`"&quot;${name}&quot;`);
}

async function heldFont({ style, parentStyleSheet }) {
  const [, file] = style.getPropertyValue("src").match(/url\("?([^")]+)"?\)/) ?? [];
  const font = await (await fetch(new URL(file, parentStyleSheet.href ?? document.baseURI))).blob();
  const reader = new FileReader();
  await new Promise((read) => Object.assign(reader, { onloadend: read }).readAsDataURL(font));
  const [family, weight] = ["font-family", "font-weight"].map((name) => style.getPropertyValue(name));
  return `@font-face{font-family:${family};font-weight:${weight || "normal"};src:url(${reader.result})}`;
}
