/* Tokens drawn: as runs of letters, and below as chips in HTML. In a drawing there is no line of text to lean on:
   each part gets its own offset, reckoned from the token's columns. Letters are drawn EM units high and scaled to
   fit. */

/** @import { Book, Part, Token } from "./types.js" */

import { glyphs, spelledOut, tint, tokenAt, tokenLook } from "./book.js";
import { el, own, sum, svg } from "./dom.js";

export const EM = 16;
const COLUMN = 0.6 * EM;
export const SMALL = { hex: 0.82, name: 0.72, dots: 0.85 };
const NAME_COLUMNS = 0.75;  // a letter of a name, as the recording reckons a token's width
const SPACE_BRACKET = "M-4.2 1.6v3.5h8.4v-3.5";

const lettersIn = (part) => [...String(part[1] ?? "")].length;
const smallness = (kind) => own(SMALL, kind) ?? 1;

function bareColumns(part) {
  if (part[0] === "glyph") return 0;
  return part[0] === "space" ? 1 : lettersIn(part) * smallness(part[0]);
}

/** Of the token's width a part takes this much; plain letters share what the others leave. */
function takenColumns(part) {
  if (part[0] === "glyph") return 0;
  return part[0] === "space" ? 1 : lettersIn(part) * (part[0] === "name" ? NAME_COLUMNS : 1);
}

/** Columns that each part is drawn in.
    @param {Token} token */
function partColumns(token) {
  const letters = token.parts.map((part) => (part[0] === "glyph" ? lettersIn(part) : 0));
  const each = Math.max(0.5, (token.width - sum(token.parts.map(takenColumns))) / Math.max(1, sum(letters)));
  return token.parts.map((part, index) => bareColumns(part) + letters[index] * each);
}

/** @param {Token} token */
export const columnsOf = (token) => sum(partColumns(token));

/** `{nodes, width}`: the token's letters about the origin.
    @param {Token} token */
export function drawnGlyphs(token) {
  const widths = partColumns(token).map((columns) => columns * COLUMN);
  const width = sum(widths);
  let left = -width / 2;
  const nodes = token.parts.map((part, index) => {
    left += widths[index];
    return drawnGlyph(part, left - widths[index] / 2);
  });
  return { nodes, width };
}

/** @param {Part} part
    @param {number} x */
function drawnGlyph([kind, text], x) {
  if (kind === "space") return svg("path", { class: "space", d: SPACE_BRACKET, transform: `translate(${x} 0)` });
  const size = EM * smallness(kind);
  return svg("text", { class: kind, x, y: 0.34 * size, "font-size": size }, String(text));
}

const LEAST_SCALE = 0.6;
const NAME_SCALE = 1.39;  // a sign that stands for what cannot be drawn is as large as a letter
const TOO_WIDE = 0.4;  // columns by which the first letter may be too wide, so that it is not dots alone

const isSign = ({ parts }) => parts.length === 1 && parts[0][0] === "name" && lettersIn(parts[0]) === 1;

/** `{nodes, scale, whole}`: letters of the size `font`, made smaller or shortened where the room is too small.
    @param {Token} token
    @param {number} room
    @param {number} font
    @param {number} [least] how much smaller they may become */
export function fittedGlyphs(token, room, font, least = LEAST_SCALE) {
  const short = shortened(token, room / (font * 0.6 * least));
  const { nodes, width } = drawnGlyphs(short);
  const fitting = Math.max(least, Math.min(1, (room * EM) / (width * font)));
  const scale = (font / EM) * (isSign(short) ? NAME_SCALE : fitting);
  return { nodes, scale, whole: short === token };
}

/** A token in a box, hatched where its bytes are no whole characters.
    @param {Token} token
    @param {{x: number, y: number, width: number, height: number, rx: number}} box
    @param {{room: number, font: number, hatch?: any}} letters */
export function boxedGlyphs(token, box, { room, font, hatch }) {
  const { nodes, scale } = fittedGlyphs(token, room, font);
  const transform = `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) scale(${scale})`;
  return [svg("rect", { class: "body", ...box }), hatch ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("g", { class: "face", transform }, nodes)];
}

/** A token of more columns than that loses its middle: its ends tell it from others that begin alike.
    @param {Token} token
    @param {number} columns
    @returns {Token} */
export function shortened(token, columns) {
  const pieces = piecesOf(token);
  if (sum(pieces.map(({ width }) => width)) <= columns) return token;
  /** @type {any[][]} */
  const [head, tail] = [[], []];
  const dots = { part: ["dots", "…"], width: SMALL.dots };
  let room = columns - dots.width;
  for (let side = head; pieces.length; side = side === head ? tail : head) {
    room -= pieces[side === head ? 0 : pieces.length - 1].width;
    if (room < (head.length ? 0 : -TOO_WIDE)) break;
    if (side === head) head.push(pieces.shift());
    else tail.unshift(pieces.pop());
  }
  return joinedPieces(token, head.length ? [...head, dots, ...tail] : [dots]);
}

/** The letters of `token` in two lines about as long, `share` of `font` large at most: as a list of nodes. */
export function twoLines(token, room, font, { least, share }) {
  const pieces = piecesOf(shortened(token, (2 * room) / (font * 0.6 * least) - 1));
  const width = (some) => sum(some.map((piece) => piece.width));
  const uneven = (at) => Math.abs(width(pieces.slice(0, at)) - width(pieces.slice(at)));
  const middle = pieces.reduce((best, _, at) => (uneven(at) < uneven(best) ? at : best), 0);
  const lines = [pieces.slice(0, middle), pieces.slice(middle)].map((some) => drawnGlyphs(joinedPieces(token, some)));
  const scale = Math.min((font * share) / EM, room / Math.max(...lines.map((line) => line.width)));
  return lines.map(({ nodes }, k) =>
    svg("g", { transform: `translate(0 ${(k - 0.5) * 1.15 * scale * EM}) scale(${scale})` }, nodes));
}

/** A token's letters one by one, its other parts as they are: `[{part, width}…]`.
    @param {Token} token
    @returns {{part: Part, width: number}[]} */
function piecesOf(token) {
  const widths = partColumns(token);
  return token.parts.flatMap((part, index) => {
    if (part[0] !== "glyph") return [{ part, width: widths[index] }];
    const letters = [...String(part[1])];
    return letters.map((letter) => ({ part: ["glyph", letter], width: widths[index] / letters.length }));
  });
}

/** A token like `token` of these pieces, letters that stand together in one part again.
    @param {Token} token
    @param {any[]} pieces
    @returns {Token} */
function joinedPieces(token, pieces) {
  const parts = [];
  for (const { part: [kind, text] } of pieces) {
    if (kind === "glyph" && parts.at(-1)?.[0] === "glyph") parts.at(-1)[1] += text;
    else parts.push(kind === "glyph" ? [kind, text] : [kind, ...(text === undefined ? [] : [text])]);
  }
  const letters = sum(pieces.map(({ part, width }) => (part[0] === "glyph" ? width : 0)));
  return { ...token, parts, width: letters + sum(parts.map(takenColumns)) };
}

/* Tokens as HTML chips, one by one and in pairs. */

/** A token as a chip; where `shortToken` is drawn in its place, the title has it in full.
    @param {Book} book
    @param {number} index
    @param {Record<string, any> | null} [attributes]
    @param {Token} [shortToken] */
export function chip(book, index, attributes, shortToken) {
  const token = tokenAt(book, index);
  const title = shortToken && shortToken !== token ? spelledOut(book, token) : null;
  const node = el("span", { class: "chip", title, ...tokenLook(token), ...attributes },
    el("span", { class: "letters", dir: "ltr" }, glyphs(book, shortToken ?? token)));
  tint(node, token);
  return node;
}

/** Two chips, their tokens in `columns` characters.
    @param {Book} book
    @param {number[]} pair
    @param {Record<string, any> | null} [attributes]
    @param {number} [columns] */
export function pairChips(book, pair, attributes, columns = Infinity) {
  const shortToken = cutPair(pair.map((index) => tokenAt(book, index)), columns);
  const chips = pair.map((index, place) => chip(book, index, null, shortToken[place]));
  return el("span", { class: "pair", "data-pair": pair.join(), ...attributes }, chips);
}

/** Two tokens in `columns` characters: the shorter one keeps what it needs, the longer one is shortened.
    @param {Token[]} pair */
export function cutPair([left, right], columns) {
  const room = (other) => Math.max(columns / 2, columns - columnsOf(other));
  return [shortened(left, room(right)), shortened(right, room(left))];
}

/* Tokens as chips in a line, of a long line a window. */

export const chipsRoom = (book, tokens) =>
  tokens.reduce((sum, index) => sum + Math.max(1.5, tokenAt(book, index).width * 0.6 + 0.6) + 0.24, 0);

/** Chips in a line, `marked` ones with a look; a window `[from, to]` cuts what lies outside. */
export function sequence(book, tokens, window, marked, look) {
  const [from, to] = window ? [Math.max(0, window[0]), Math.min(tokens.length, window[1])] : [0, tokens.length];
  const chips = tokens.slice(from, to).map((token, index) =>
    chip(book, token, { "data-look": marked.includes(index + from) ? look : null }));
  const dots = (cut) => (cut ? el("span", { class: "dots" }, "…") : null);
  return el("span", { class: "sequence" }, dots(from > 0), chips, dots(to < tokens.length));
}
