/* Terms within sentences: `[[KEY|words]]` are explained by the texts `term.KEY` (bpe_lab/text/terms.py). */

/** @import { Book } from "./types.js" */

import { el, own } from "./dom.js";

const MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
const MARKS = new RegExp(MARK, "g");

/** @param {string} words */
export const unmarked = (words) => (words.includes("[[") ? words.replaceAll(MARKS, "$2") : words);

/** The texts as they are read, and those with marks as they are written.
    @param {Record<string, string>} texts */
export function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words]) => String(words).includes("[["));
  const read = marked.map(([key, words]) => [key, unmarked(words)]);
  return { text: { ...texts, ...Object.fromEntries(read) }, marked: Object.fromEntries(marked) };
}

/** Words as nodes, the terms that the book explains as buttons (`chrome/term-notes.js`). They flow and break as
    the words do, so that a sentence is as high with them as without.
    @param {Book} book
    @param {string} words
    @returns {Node[]} */
export function termNodes(book, words) {
  if (!words.includes("[[")) return [document.createTextNode(words)];
  const parts = words.split(MARK);
  const nodes = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [before, key, term] = parts.slice(index);
    if (before) nodes.push(document.createTextNode(before));
    if (key) nodes.push(own(book.text, `term.${key}.meaning`) ? button(key, term) : document.createTextNode(term));
  }
  return nodes;
}

const button = (key, words) =>
  el("span", { class: "term", role: "button", tabindex: "0", "aria-expanded": "false", "data-term": key }, words);
