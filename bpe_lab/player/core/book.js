/* The book: what every view reads. The tokens of the recording, the reader's templates, language and numerals. */

/** @import { Book, Part, Recording, Token } from "./types.js" */

import { own } from "./dom.js";
import { spacingOf } from "./spacing.js";
import { splitMarks } from "./terms.js";

/** @type {Token} */
const NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
export const NEWLINES = new Set(["\n", "⏎", "↵", "␊"]);

/** @param {{tokens: Token[], goals: Recording["goals"]}} recording
    @param {Record<string, string>} text
    @param {string} lang
    @param {boolean} [present]
    @returns {Book} */
export function openBook(recording, text, lang, present) {
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, ...splitMarks(text ?? {}), present: Boolean(present), format, plurals, numerals: new Map(), spacing: spacingOf(text ?? {}) };
}

/** @param {Book} book
    @param {number} index
    @returns {Token} */
export const tokenAt = (book, index) => book.tokens[index] ?? NO_TOKEN;

/** A number as its language writes it; remembered, since a step repeats many of the last one.
    @param {Book} book
    @param {number} number */
export function numeral({ format, numerals }, number) {
  let words = numerals.get(number);
  if (words === undefined) numerals.set(number, (words = format.format(number).replace("-", "−")));
  return words;
}

/** A number as its language writes it, or the sign that stands for one.
    @param {Book} book
    @param {number | string} value */
export const figure = (book, value) => (typeof value === "number" ? numeral(book, value) : String(value));

/** @param {Book} book
    @param {number} number */
export const signed = (book, number) => (number > 0 ? `+${numeral(book, number)}` : number ? numeral(book, number) : "");
/** @param {Book} book
    @param {string} key */
export const template = (book, key) => String(own(book.text, key) ?? key);

/** @param {Book} book
    @param {number} index */
export const spelled = (book, index) => spelledOut(book, tokenAt(book, index));
/** @param {Book} book
    @param {Token} token */
export const spelledOut = (book, token) => token.parts.map((part) => partName(book, part)).join("");

/** @param {Book} book
    @param {Part} part */
export function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(String(text)) ? `[${template(book, "player.newline")}]` : isolated(text);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Letters written from the right do not draw what follows them to their other side. */
export const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : String(text));
