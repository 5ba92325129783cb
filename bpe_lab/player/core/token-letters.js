/* A token as letters in running text, and how the style sheet knows it. */

/** @import { Book, Part, Token } from "./types.js" */

import { partName } from "./book.js";
import { el } from "./dom.js";

export const hue = (id) => ((id * 5 + 8) % 12) * 30 + 15;
/** @param {Token} token */
export const isPartial = (token) => token.parts.some(([kind]) => kind === "hex");
/** @param {Token} token */
export const isTinted = (token) => token.kind === "learned" && Number(token.id) >= 256;

/** The attributes by which the style sheet knows a token.
    @param {Token} token */
export const tokenLook = (token) => ({
  "data-kind": token.kind,
  "data-tint": isTinted(token),
  "data-partial": isPartial(token),
});

/** The tint of a learned token; the id beside it carries the meaning. */
export function tint(node, token) {
  if (isTinted(token)) node.style.setProperty("--h", hue(token.id));
}

/** @param {Book} book
    @param {Token} token */
export const glyphs = (book, token) => token.parts.map((part) => glyph(book, part));

/** @param {Book} book
    @param {Part} part */
export function glyph(book, part) {
  const [kind, text] = part;
  const attributes = { class: kind, role: "img", "aria-label": partName(book, part) };
  if (kind === "space") return el("i", attributes);
  if (kind === "name") return el("span", attributes, String(text));
  return kind === "hex" ? el("span", { class: kind }, String(text)) : el("bdi", {}, String(text));
}
