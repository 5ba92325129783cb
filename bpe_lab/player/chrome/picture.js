/* The stage's drawing as a file that stands alone: what the style sheets say written into it,
   the sentence above it, the page's background behind it. Built from nodes, so text stays text. */

import { makeBoard } from "./board.js";
import { WORD, paintedBoard } from "./painted-board.js";
import { copyWithStyles } from "./standalone-drawing.js";
import { isolated, tokenAt } from "../core/book.js";
import { el, remSize, set, svg } from "../core/dom.js";
import { filled, plainText } from "../core/texts.js";
import { hexOf, isDark } from "../core/theme.js";

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
  const given = [...new Set(styles.match(/--st-[\w-]+/g))].map((name) => `${name}: ${look.getPropertyValue(name)};`);
  return { styles, root: `font-size: ${remSize()}px; color-scheme: ${isDark(root) ? "dark" : "light"}; ${given.join(" ")}` };
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
  return Array.from(filled(book, player.sentence())).flatMap((piece) => {
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
