/* Texts: a catalogue template with typed values, as elements to read and as plain words to hear. */

/** @import { Book, Text } from "./types.js" */

import { numeral, spelled, template, tokenAt } from "./book.js";
import { el, own } from "./dom.js";
import { isObject } from "./fold.js";
import { spaced } from "./spacing.js";
import { termNodes } from "./terms.js";
import { glyphs } from "./token-letters.js";

const PLACE = /\{(\w+)(?::([^}|]*\|[^}]*))?\}/;
const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** Fill a template: strings as they stand, and the atoms of each value in a list of its own.
    `{n:one|many}` adds the noun that fits the number (bpe_lab/text/plurals.py has the rules).
    @param {Book} book
    @param {Text} text
    @param {boolean} [isMarked] whether its terms have their marks
    @returns {(string | any[])[]} */
export const filled = (book, text, isMarked) => spaced(book.spacing, pieces(book, text, isMarked));

/** @param {Book} book
    @param {Text} text
    @param {boolean} [isMarked]
    @returns {Generator<string | any[]>} */
function* pieces(book, [key, values = {}], isMarked) {
  const parts = ((isMarked && own(book.marked, key)) || template(book, key)).split(PLACE);
  for (let index = 0; index < parts.length; index += 3) {
    const [piece, name, forms] = parts.slice(index);
    yield piece;
    if (name === undefined) return;
    const value = own(values, name);
    if (value === undefined) yield `{${name}}`;
    else if (Array.isArray(value?.text)) yield* pieces(book, value.text, isMarked);
    else yield atoms(book, value);
    if (forms !== undefined) yield ` ${noun(book, forms, value)}`;
  }
}

/** `one|many`, or by the categories of CLDR: `one=…|few=…|other=…`.
    @param {Book} book
    @param {string} forms
    @param {unknown} value */
function noun({ plurals }, forms, value) {
  const parts = forms.split("|").map((form) => form.split("="));
  const [[one], [other]] = parts;
  const named = parts.every(({ length }) => length === 2) ? Object.fromEntries(parts) : { one, other };
  return own(named, typeof value === "number" ? plurals.select(value) : "other") ?? named.other;
}

/** About how much room words take, by the width of a letter; some scripts' are as wide as high.
    @param {string} words
    @param {number} letter
    @param {number} wide */
export const lettersWidth = (words, letter, wide) => words.length * (WIDE.test(words) ? wide : letter);

/** A value as strings and `{token}` atoms: (t, j) is "(", t, ", ", j, ")". */
export function atoms(book, value) {
  if (typeof value === "number") return [numeral(book, value)];
  if (!isObject(value)) return [String(value)];
  if ("token" in value) return [{ token: value.token }];
  if ("pair" in value) return ["(", { token: value.pair[0] }, ",\u202f", { token: value.pair[1] }, ")"];
  const join = value.join ?? "";
  return (value.tokens ?? []).flatMap((token, index) => (index ? [join, { token }] : [{ token }]));
}

/** A text as nodes, its values bold, its terms explained. Pairs and tokens run from left to right, as the bytes do;
    only a run of letters keeps to its own writing direction.
    @param {Book} book
    @param {Text} text */
export const textNodes = (book, text) =>
  filled(book, text, true).flatMap((piece) =>
    typeof piece === "string" ? termNodes(book, piece) : [el("b", {}, el("span", { dir: "ltr" }, inline(book, piece)))]);

/** No line begins with the comma of a pair: a drawn space before it would let one. */
export function inline(book, piece) {
  const nodes = [];
  for (const atom of piece) {
    if (typeof atom !== "string") nodes.push(...glyphs(book, tokenAt(book, atom.token)));
    else if (atom.startsWith(",") && nodes.length) nodes.push(el("span", { class: "kept" }, nodes.pop(), el("bdi", {}, atom)));
    else nodes.push(el("bdi", {}, atom));
  }
  return nodes;
}

/** A text as plain words, for a screen reader.
    @param {Book} book
    @param {Text} text */
export const plainText = (book, text) =>
  Array.from(filled(book, text)).flat().map((atom) => atomName(book, atom)).join("");

/** Plain words with a stop between them.
    @param {Book} book
    @param {string[]} texts */
export const sentences = (book, texts) => texts.filter(Boolean).join(own(book.text, "player.stop") ?? ". ");

export const atomName = (book, atom) => (typeof atom === "string" ? atom : spelled(book, atom.token));

/** A key, or a text with values.
    @param {Book} book
    @param {string | Text} title */
export const titleNodes = (book, title) => (Array.isArray(title) ? textNodes(book, title) : template(book, title));

export function longestText(book, texts) {
  const present = texts.filter(Boolean);
  const longest = present.reduce((most, text) => (plainText(book, text).length > plainText(book, most).length ? text : most), present[0]);
  return longest ? el("p", { class: "sizer", "aria-hidden": "true" }, textNodes(book, longest)) : null;
}

/** What changes at a place, over the longest of the walk, so that nothing around it moves. */
export const heldText = (name, node, book, texts) => el("div", { class: `${name} stack` }, node, longestText(book, texts));
