/* Tokens as chips in a line, of a long line a window. */

import { tokenAt } from "../core/book.js";
import { chip } from "../core/chips.js";
import { el } from "../core/dom.js";

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
