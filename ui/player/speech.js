/* Texts: a catalogue template with typed values, as elements to read and as plain words to hear.
   A `book` is what every view reads: the tokens, the reader's templates and language. */

const NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
const NEWLINES = new Set(["\n", "⏎", "↵", "␊"]);

function openBook(recording, text, lang, present) {
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { useGrouping: "min2", maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, text: text ?? {}, present, format, plurals, numerals: new Map() };
}

const tokenAt = (book, index) => book.tokens[index] ?? NO_TOKEN;

/** A number as its language writes it; kept, since a step says many that were said before. */
function numeral({ format, numerals }, number) {
  if (!numerals.has(number)) numerals.set(number, format.format(number).replace("-", "−"));
  return numerals.get(number);
}

const signed = (book, number) => (number > 0 ? `+${numeral(book, number)}` : number ? numeral(book, number) : "");
const template = (book, key) => String(own(book.text, key) ?? key);

const PLACE = /\{(\w+)(?::([^}|]*\|[^}]*))?\}/;

/** Fill a template: strings as they stand, and the atoms of each value in a list of its own.
    `{n:one|many}` adds the noun that fits the number (ui/text/plurals.py has the rules). */
function* filled(book, [key, values = {}]) {
  const pieces = template(book, key).split(PLACE);
  for (let place = 0; place < pieces.length; place += 3) {
    const [piece, name, forms] = pieces.slice(place);
    yield piece;
    if (name === undefined) return;
    const value = own(values, name);
    if (value === undefined) yield `{${name}}`;
    else if (Array.isArray(value?.text)) yield* filled(book, value.text);
    else yield atoms(book, value);
    if (forms !== undefined) yield ` ${noun(book, forms, value)}`;
  }
}

/** `one|many`, or by the categories of CLDR: `one=…|few=…|other=…`. */
function noun({ plurals }, forms, value) {
  const parts = forms.split("|").map((form) => form.split("="));
  const [[one], [other]] = parts;
  const named = parts.every(({ length }) => length === 2) ? Object.fromEntries(parts) : { one, other };
  return own(named, typeof value === "number" ? plurals.select(value) : "other") ?? named.other;
}

/** A value as strings and `{token}` atoms: (t, j) is "(", t, ", ", j, ")". */
function atoms(book, value) {
  if (typeof value === "number") return [numeral(book, value)];
  if (!isObject(value)) return [String(value)];
  if ("token" in value) return [{ token: value.token }];
  if ("pair" in value) return ["(", { token: value.pair[0] }, ",\u202f", { token: value.pair[1] }, ")"];
  const join = value.join ?? "";
  return (value.tokens ?? []).flatMap((token, place) => (place ? [join, { token }] : [{ token }]));
}

/** A text as nodes, its values bold. Pairs and tokens run from left to right, as the bytes do;
    only a run of letters keeps to its own writing direction. */
const said = (book, text) =>
  Array.from(filled(book, text), (piece) =>
    typeof piece === "string" ? document.createTextNode(piece) : el("b", {}, el("span", { dir: "ltr" }, inline(book, piece))));

const inline = (book, piece) =>
  piece.flatMap((atom) => (typeof atom === "string" ? [el("bdi", {}, atom)] : glyphs(book, tokenAt(book, atom.token))));

/** A text as plain words, for a screen reader. */
const spoken = (book, text) =>
  Array.from(filled(book, text)).flat().map((atom) => atomName(book, atom)).join("");

/** Plain words with a stop between them. */
const sentences = (book, texts) => texts.filter(Boolean).join(own(book.text, "player.stop") ?? ". ");

const WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;

/** About how much room words take, by the width of a letter; some scripts' are as wide as high. */
const lettersWidth = (words, letter, wide) => words.length * (WIDE.test(words) ? wide : letter);

const atomName = (book, atom) => (typeof atom === "string" ? atom : spelled(book, atom.token));

const spelled = (book, index) => spelledOut(book, tokenAt(book, index));
const spelledOut = (book, token) => token.parts.map((part) => partName(book, part)).join("");

function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(text) ? `[${template(book, "player.newline")}]` : isolated(text);
}

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;

/** Letters written from the right do not draw what follows them to their other side. */
const isolated = (text) => (RIGHT_TO_LEFT.test(text) ? `\u2068${text}\u2069` : String(text));
