/* Tokens: as letters in a sentence, as HTML chips, and as a run of letters in a drawing. */

const hue = (id) => ((id * 5 + 8) % 12) * 30 + 15;
const isPartial = (token) => token.parts.some(([kind]) => kind === "hex");
const isTinted = (token) => token.kind === "learned" && token.id >= 256;

/** The attributes by which the style sheet knows a token. */
const tokenLook = (token) => ({
  "data-kind": token.kind,
  "data-tint": isTinted(token),
  "data-partial": isPartial(token),
});

/** The tint of a learned token; the id beside it carries the meaning. */
function tint(node, token) {
  if (isTinted(token)) node.style.setProperty("--h", hue(token.id));
}

const glyphs = (book, token) => token.parts.map((part) => glyph(book, part));

function glyph(book, part) {
  const [kind, text] = part;
  const named = { class: kind, role: "img", "aria-label": partName(book, part) };
  if (kind === "space") return el("i", named);
  if (kind === "name") return el("span", named, String(text));
  return kind === "hex" ? el("span", { class: kind }, String(text)) : document.createTextNode(String(text));
}

function chip(book, index, attributes) {
  const token = tokenAt(book, index);
  const node = el("span", { class: "chip", ...tokenLook(token), ...attributes }, el("bdi", {}, glyphs(book, token)));
  tint(node, token);
  return node;
}

const pairChips = (book, pair, attributes) =>
  el("span", { class: "pair", "data-pair": pair.join(), ...attributes }, pair.map((index) => chip(book, index)));

/* In a drawing there is no line of text to lean on: each part gets its own place,
   reckoned from the token's columns. Letters are drawn EM units high and scaled into place. */

const EM = 16;
const COLUMN = 0.6 * EM;
const SMALL = { hex: 0.82, name: 0.72 };
const SPACE_BRACKET = "M-4.2 1.6v3.5h8.4v-3.5";

const lettersIn = (part) => [...String(part[1] ?? "")].length;
const smallness = (kind) => own(SMALL, kind) ?? 1;

function bareColumns(part) {
  if (part[0] === "glyph") return 0;
  return part[0] === "space" ? 1 : lettersIn(part) * smallness(part[0]);
}

/** Columns of each part; plain letters share what the other parts leave of the token's width. */
function partColumns(token) {
  const letters = token.parts.map((part) => (part[0] === "glyph" ? lettersIn(part) : 0));
  const taken = token.parts.map((part) => (part[0] === "space" ? 1 : part[0] === "glyph" ? 0 : lettersIn(part)));
  const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);
  const each = Math.max(0.5, (token.width - sum(taken)) / Math.max(1, sum(letters)));
  return token.parts.map((part, place) => bareColumns(part) + letters[place] * each);
}

/** `{nodes, width}`: the token's letters about the origin. */
function drawnGlyphs(token) {
  const widths = partColumns(token).map((columns) => columns * COLUMN);
  const width = widths.reduce((sum, each) => sum + each, 0);
  let left = -width / 2;
  const nodes = token.parts.map((part, place) => {
    left += widths[place];
    return drawnGlyph(part, left - widths[place] / 2);
  });
  return { nodes, width };
}

function drawnGlyph([kind, text], x) {
  if (kind === "space") return svg("path", { class: "space", d: SPACE_BRACKET, transform: `translate(${x} 0)` });
  const size = EM * smallness(kind);
  return svg("text", { class: kind, x, y: 0.34 * size, "font-size": size }, String(text));
}

const LEAST_SCALE = 0.6;

/** `{nodes, scale}`: letters of the size `font`, made smaller or cut where the room is too small. */
function fittedGlyphs(token, room, font) {
  const { nodes, width } = drawnGlyphs(cut(token, room / (font * 0.6 * LEAST_SCALE)));
  return { nodes, scale: (font / EM) * Math.max(LEAST_SCALE, Math.min(1, (room * EM) / (width * font))) };
}

/** A token of more columns than fit at the smallest scale loses its end. */
function cut(token, columns) {
  const widths = partColumns(token);
  let left = Math.max(1, Math.floor(columns));
  if (widths.reduce((sum, each) => sum + each, 0) <= left) return token;
  const place = widths.findIndex((width) => (left -= width) < 1);
  const [kind, text] = token.parts[place];
  const letters = kind === "glyph" ? [...text] : [];
  const kept = Math.max(0, Math.floor(((left + widths[place] - 1) / widths[place]) * letters.length));
  const last = ["glyph", `${letters.slice(0, kept).join("")}…`];
  return { ...token, parts: [...token.parts.slice(0, place), last], width: Math.max(1, Math.floor(columns)) };
}
