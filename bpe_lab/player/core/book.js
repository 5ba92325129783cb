/* The book: what every view reads, and how it writes tokens and texts: as words to hear, as elements to read. */

/** @import { Book, Part, Recording, Spacing, Text, Token } from "./types.js" */

import { el, isObject, own } from "./dom.js";

/** @type {Token} */
const NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
export const NEWLINES = new Set(["\n", "⏎", "↵", "␊"]);

/** @param {{tokens: Token[], goals: Recording["goals"], instead?: string}} recording whose section `instead` stands
      in place of equal names
    @param {Record<string, string>} text
    @param {string} lang
    @param {boolean} [present]
    @returns {Book} */
export function openBook(recording, text, lang, present) {
  const words = inOwnWords(text ?? {}, recording.instead);
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, ...splitMarks(words), present: Boolean(present), format, plurals, numerals: new Map(), spacing: spacingOf(words) };
}

/** @param {Record<string, string>} text
    @param {string} [section]
    @returns {Record<string, string>} */
function inOwnWords(text, section) {
  if (!section) return text;
  const own = Object.entries(text).filter(([key]) => key.startsWith(`${section}.`));
  return { ...text, ...Object.fromEntries(own.map(([key, words]) => [key.slice(section.length + 1), words])) };
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
function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(String(text)) ? `[${template(book, "player.newline")}]` : isolated(text);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Letters written from the right do not draw what follows them to their other side. */
export const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : String(text));

/* Texts: a catalogue template with typed values, as elements to read and as plain words to hear. */

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

/** What stands between two sentences. */
export const joiner = (book) => own(book.text, "player.spacing.joiner") ?? " ";

const atomName = (book, atom) => (typeof atom === "string" ? atom : spelled(book, atom.token));

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

/* Terms within sentences: `[[KEY|words]]` are explained by the texts `term.KEY` (bpe_lab/text/terms.py). */

const MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
const MARKS = new RegExp(MARK, "g");

/** @param {string} words */
const unmarked = (words) => (words.includes("[[") ? words.replaceAll(MARKS, "$2") : words);

/** The texts as they are read, and those with marks as they are written.
    @param {Record<string, string>} texts */
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words]) => String(words).includes("[["));
  const read = marked.map(([key, words]) => [key, unmarked(words)]);
  return { text: { ...texts, ...Object.fromEntries(read) }, marked: Object.fromEntries(marked) };
}

/** Words as nodes, the terms that the book explains as buttons (`chrome/layers.js`). They flow and break as
    the words do, so that a sentence is as high with them as without.
    @param {Book} book
    @param {string} words
    @returns {Node[]} */
function termNodes(book, words) {
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

/* What stands between a template and its values, by the reader's language (bpe_lab/text/typography.py has the rule). */

/** A language without letters as wide as high has no rule.
    @param {Record<string, string>} text
    @returns {Spacing | null} */
function spacingOf(text) {
  const [wide, narrow, stops] = ["wide", "narrow", "stops"].map((name) => own(text, `player.spacing.${name}`));
  if (!wide) return null;
  return {
    none: new RegExp(`^(?:[${wide}${stops}][${wide}${stops}]|[${stops}].|.[${stops}])$`, "u"),
    one: new RegExp(`^(?:[${wide}][${narrow}]|[${narrow}%‰][${wide}])$`, "u"),
  };
}

/** Strings and lists of atoms, with no space or one where a value meets the template; what a token
    is drawn with stands as it is written.
    @param {Spacing | null} spacing
    @param {Iterable<string | any[]>} pieces
    @returns {(string | any[])[]} */
function spaced(spacing, pieces) {
  const full = Array.from(pieces).filter((piece) => piece.length);
  if (!spacing) return full;
  for (let index = 1; index < full.length; index += 1) {
    const joint = between(spacing, full[index - 1], full[index]);
    if (joint === null) continue;
    full[index - 1] = cut(full[index - 1], / +$/, "", joint);
    full[index] = cut(full[index], /^ +/, typeof full[index - 1] === "string" ? "" : joint, "");
  }
  return full;
}

function between({ none, one }, before, after) {
  const [left, right] = [lettersOf(before, -1).trimEnd(), lettersOf(after, 0).trimStart()];
  if (!left || !right) return null;
  const ends = Array.from(left).at(-1) + Array.from(right)[0];
  return none.test(ends) ? "" : one.test(ends) ? " " : null;
}

function lettersOf(piece, at) {
  const letters = typeof piece === "string" ? piece : piece.at(at);
  return typeof letters === "string" ? letters : "";
}

const cut = (piece, spaces, before, after) => (typeof piece === "string" ? before + piece.replace(spaces, "") + after : piece);

/* A token as letters in running text, and how the style sheet knows it. */

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
