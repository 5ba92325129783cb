/* Generated from the modules in panel/ and some of the player's: edit those, then run 'python -m scripts.javascript'. */

// bpe_lab/player/core/mounted.js
var decoder = new TextDecoder();
var read = (sent) => sent instanceof Uint8Array ? JSON.parse(decoder.decode(sent)) : sent;
function mounting(make, connect = () => {
}) {
  const standing = /* @__PURE__ */ new WeakMap();
  return (page) => {
    const { parentElement: element } = page;
    const data = page.data && read(page.data);
    const mount = { one: standing.get(element)?.one ?? make(page, data) };
    standing.set(element, mount);
    connect(mount.one, page);
    if (data) mount.one.open(data);
    return () => {
      if (standing.get(element) !== mount) return;
      mount.one.close();
      standing.delete(element);
    };
  };
}

// bpe_lab/player/core/motion.js
var lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
var TIME = { page: 200, present: 450 };
var time = TIME.page;

// bpe_lab/player/core/dom.js
var el = (tag, attributes, ...children) => grow(document.createElement(tag), attributes, children);
function grow(node, attributes, children) {
  set(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  return node;
}
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) node.removeAttribute(name);
    else write(node, name, value === true ? "" : String(value));
  }
  return node;
}
function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
var own = (object, key) => Object.hasOwn(object, key) ? object[key] : void 0;
function become(node, wanted) {
  wanted.forEach((child, index) => {
    const old = node.childNodes[index];
    if (old) renew(old, typeof child === "string" ? document.createTextNode(child) : child);
    else node.append(child);
  });
  while (node.childNodes.length > wanted.length) node.lastChild.remove();
}
function renew(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  if (!isAlike(old, wanted)) return void old.replaceWith(wanted);
  if (old.nodeType === Node.TEXT_NODE) return void (old.data = wanted.data);
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) write(old, name, wanted.getAttribute(name));
  become(old, [...wanted.childNodes]);
}
var isAlike = (old, wanted) => old.nodeName === wanted.nodeName && old.style?.cssText === wanted.style?.cssText;

// bpe_lab/player/core/spacing.js
function spacingOf(text) {
  const [wide, narrow, stops] = ["wide", "narrow", "stops"].map((name) => own(text, `player.spacing.${name}`));
  if (!wide) return null;
  return {
    none: new RegExp(`^(?:[${wide}${stops}][${wide}${stops}]|[${stops}].|.[${stops}])$`, "u"),
    one: new RegExp(`^(?:[${wide}][${narrow}]|[${narrow}%‰][${wide}])$`, "u")
  };
}
function spaced(spacing, pieces2) {
  const full = Array.from(pieces2).filter((piece) => piece.length);
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
var cut = (piece, spaces, before, after) => typeof piece === "string" ? before + piece.replace(spaces, "") + after : piece;

// bpe_lab/player/core/terms.js
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");
var unmarked = (words2) => words2.includes("[[") ? words2.replaceAll(MARKS, "$2") : words2;
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words2]) => String(words2).includes("[["));
  const read2 = marked.map(([key, words2]) => [key, unmarked(words2)]);
  return { text: { ...texts, ...Object.fromEntries(read2) }, marked: Object.fromEntries(marked) };
}

// bpe_lab/player/core/book.js
var NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
var NEWLINES = /* @__PURE__ */ new Set(["\n", "⏎", "↵", "␊"]);
function openBook(recording, text, lang, present) {
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, ...splitMarks(text ?? {}), present: Boolean(present), format, plurals, numerals: /* @__PURE__ */ new Map(), spacing: spacingOf(text ?? {}) };
}
var tokenAt = (book, index) => book.tokens[index] ?? NO_TOKEN;
function numeral({ format, numerals }, number) {
  let words2 = numerals.get(number);
  if (words2 === void 0) numerals.set(number, words2 = format.format(number).replace("-", "−"));
  return words2;
}
var template = (book, key) => String(own(book.text, key) ?? key);
var spelled = (book, index) => spelledOut(book, tokenAt(book, index));
var spelledOut = (book, token) => token.parts.map((part) => partName(book, part)).join("");
function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(String(text)) ? `[${template(book, "player.newline")}]` : isolated(text);
}
var RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
var isolated = (text) => RIGHT_TO_LEFT.test(text) ? `⁨${text}⁩` : String(text);

// ui/progress/panel/lesson-places.js
var KEY = "bpe-lab:lessons";
var VERSION = 1;
var MOST = 100;
var MOST_LETTERS = 2e4;
var NAME = /^[a-z0-9][\w-]{0,60}$/i;
var NUMBERS = (
  /** @type {const} */
  ["scene", "furthest", "count", "at"]
);
var LISTS = (
  /** @type {const} */
  ["asks", "answered"]
);
var isPlace = (value) => typeof value === "object" && value !== null && NUMBERS.every((name) => Number.isSafeInteger(value[name]) && value[name] >= 0) && value.scene <= value.furthest && value.furthest < value.count && LISTS.every((name) => value[name] === void 0 || isScenes(value[name], value.count));
var isScenes = (list, count) => Array.isArray(list) && list.length <= count && list.every((scene) => Number.isSafeInteger(scene) && scene >= 0 && scene < count);
function placesIn(text) {
  try {
    const { version, lessons } = text && text.length <= MOST_LETTERS ? JSON.parse(text) : (
      /** @type {any} */
      {}
    );
    if (version !== VERSION || typeof lessons !== "object" || lessons === null) return /* @__PURE__ */ new Map();
    const places = Object.entries(lessons).filter(([name, value]) => NAME.test(name) && isPlace(value));
    return new Map(places.slice(0, MOST).map(([name, value]) => [
      name,
      /** @type {Place} */
      value
    ]));
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
function allPlaces() {
  try {
    return placesIn(localStorage.getItem(KEY));
  } catch {
    return /* @__PURE__ */ new Map();
  }
}
var deletePlaces = () => store(/* @__PURE__ */ new Map());
function store(places) {
  try {
    if (places.size) localStorage.setItem(KEY, JSON.stringify({ version: VERSION, lessons: Object.fromEntries(places) }));
    else localStorage.removeItem(KEY);
  } catch {
  }
}
function lastPlace(places) {
  const [latest] = [...places].sort(([, one], [, other]) => other.at - one.at);
  if (!latest) return void 0;
  const [name, { scene, count, asks = [], answered = [] }] = latest;
  const skipped = asks.find((each) => !answered.includes(each));
  const isSkipped = scene === count - 1;
  const next = isSkipped ? skipped : scene;
  return next === void 0 ? void 0 : { name, scene: next, count, isSkipped };
}

// bpe_lab/player/core/progress-rows.js
var MOST_ROWS = 2e3;
var LATEST = 864e13;
var whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
var written = (pattern) => (value) => typeof value === "string" && pattern.test(value);
var flag = (value) => typeof value === "boolean";
var MEMBERS = {
  exercise: written(/^[a-z_]{1,20}\.[a-z_]{1,20}$/),
  generator: whole(0, 31),
  seed: written(/^(?:[0-9A-HJKMNP-TV-Z]{4})?$/),
  level: whole(0, 9),
  script: written(/^[a-z_]{0,20}$/),
  step: whole(0, 1e6),
  kind: written(/^[a-z_]{1,40}$/),
  first_try: flag,
  tries: whole(0, 1e4),
  shown: flag,
  seconds: (value) => typeof value === "number" && value >= 0 && value <= 1e6,
  at: whole(0, LATEST)
};
var NAMES = Object.keys(MEMBERS);
function rowOf(value) {
  if (typeof value !== "object" || value === null) return null;
  if (!NAMES.every((name) => Object.hasOwn(value, name) && MEMBERS[name](value[name]))) return null;
  return (
    /** @type {Row} */
    Object.fromEntries(NAMES.map((name) => [name, value[name]]))
  );
}
var textOf = (row) => JSON.stringify(NAMES.map((name) => row[name]));
function merged(one, other) {
  const byText = new Map([...one, ...other].map((row) => [textOf(row), row]));
  return [...byText.values()].sort((first, second) => first.at - second.at).slice(-MOST_ROWS);
}

// bpe_lab/player/core/progress-store.js
var KEY2 = "bpe-lab:progress";
var VERSION2 = 1;
var MOST_LETTERS2 = 2e6;
var FEWER = 200;
var ofPage = () => globalThis[Symbol.for(KEY2)] ??= { deletions: 0, rows: [], isStored: true };
function storedIn(text) {
  try {
    const { version, deletions, rows } = text && text.length <= MOST_LETTERS2 ? JSON.parse(text) : (
      /** @type {any} */
      {}
    );
    if (version !== VERSION2 || !Array.isArray(rows)) return { deletions: 0, rows: [] };
    return {
      deletions: Number.isSafeInteger(deletions) && deletions > 0 ? deletions : 0,
      rows: merged(rows.map(rowOf).filter((row) => row !== null), [])
    };
  } catch {
    return { deletions: 0, rows: [] };
  }
}
function storedText() {
  try {
    return localStorage.getItem(KEY2);
  } catch {
    return null;
  }
}
function canStore() {
  try {
    return Boolean(localStorage) && ofPage().isStored;
  } catch {
    return false;
  }
}
function store2({ deletions, rows }) {
  for (const most of [rows.length, FEWER]) {
    try {
      localStorage.setItem(KEY2, JSON.stringify({ version: VERSION2, deletions, rows: rows.slice(-most) }));
      ofPage().isStored = true;
      return;
    } catch {
    }
  }
  ofPage().isStored = false;
}
function together(text) {
  const own2 = ofPage();
  const stored = storedIn(text);
  if (stored.deletions > own2.deletions) Object.assign(own2, { deletions: stored.deletions, rows: [] });
  return { deletions: own2.deletions, rows: merged(stored.deletions < own2.deletions ? [] : stored.rows, own2.rows) };
}
var allRows = () => together(storedText()).rows;
function addRows(rows) {
  const { deletions, rows: before } = together(storedText());
  const own2 = ofPage();
  own2.rows = merged(own2.rows, rows);
  store2({ deletions, rows: merged(before, rows) });
}
function deleteRows() {
  const deletions = together(storedText()).deletions + 1;
  Object.assign(ofPage(), { deletions, rows: [] });
  store2({ deletions, rows: [] });
}
function watchRows(changed) {
  const heard = ({ key, newValue }) => {
    if (key !== null && key !== KEY2) return;
    if (newValue === null) Object.assign(ofPage(), { deletions: 0, rows: [] });
    else mend(newValue);
    changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
function mend(text) {
  const all = together(text);
  if (JSON.stringify(all) !== JSON.stringify(storedIn(text))) store2(all);
}
var ANSWERED = "bpe-lab:answered";
var tellAnswered = (scene) => void window.dispatchEvent(new CustomEvent(ANSWERED, { detail: scene }));

// bpe_lab/player/core/fold.js
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// bpe_lab/player/core/texts.js
var PLACE = /\{(\w+)(?::([^}|]*\|[^}]*))?\}/;
var filled = (book, text, isMarked) => spaced(book.spacing, pieces(book, text, isMarked));
function* pieces(book, [key, values = {}], isMarked) {
  const parts = (isMarked && own(book.marked, key) || template(book, key)).split(PLACE);
  for (let index = 0; index < parts.length; index += 3) {
    const [piece, name, forms] = parts.slice(index);
    yield piece;
    if (name === void 0) return;
    const value = own(values, name);
    if (value === void 0) yield `{${name}}`;
    else if (Array.isArray(value?.text)) yield* pieces(book, value.text, isMarked);
    else yield atoms(book, value);
    if (forms !== void 0) yield ` ${noun(book, forms, value)}`;
  }
}
function noun({ plurals }, forms, value) {
  const parts = forms.split("|").map((form) => form.split("="));
  const [[one], [other]] = parts;
  const named = parts.every(({ length }) => length === 2) ? Object.fromEntries(parts) : { one, other };
  return own(named, typeof value === "number" ? plurals.select(value) : "other") ?? named.other;
}
function atoms(book, value) {
  if (typeof value === "number") return [numeral(book, value)];
  if (!isObject(value)) return [String(value)];
  if ("token" in value) return [{ token: value.token }];
  if ("pair" in value) return ["(", { token: value.pair[0] }, ", ", { token: value.pair[1] }, ")"];
  const join = value.join ?? "";
  return (value.tokens ?? []).flatMap((token, index) => index ? [join, { token }] : [{ token }]);
}
var plainText = (book, text) => Array.from(filled(book, text)).flat().map((atom) => atomName(book, atom)).join("");
var atomName = (book, atom) => typeof atom === "string" ? atom : spelled(book, atom.token);

// ui/progress/panel/schedule.js
var INTERVALS = [1, 3, 7];
var DAY = 864e5;
var dayOf = (at) => Math.floor((at - new Date(at).getTimezoneOffset() * 6e4) / DAY);
function dueDay(answers, day = dayOf) {
  let interval = 0;
  let due = null;
  for (const [today, isMissed] of missedByDay(answers, day)) {
    if (isMissed) {
      interval = 0;
      due = today + INTERVALS[0];
    } else if (due !== null && today >= due) {
      interval += 1;
      due = interval < INTERVALS.length ? today + INTERVALS[interval] : null;
    }
  }
  return due;
}
function missedByDay(answers, day) {
  const days = /* @__PURE__ */ new Map();
  for (const { at, first_try } of answers) days.set(day(at), Boolean(days.get(day(at))) || !first_try);
  return days;
}

// ui/progress/panel/kinds.js
var PREDICTED = "predict.";
function kindsOf(rows, { pages, text }, now) {
  const worded = rows.filter(({ kind }) => Object.hasOwn(text, `question.name_${kind}`));
  return pages.flatMap((page) => {
    const isOf = ({ exercise }) => exercise === page.exercise || exercise === PREDICTED + page.page;
    const byKind = Map.groupBy(worded.filter(isOf), ({ kind }) => kind);
    return [...byKind].map(([kind, rows2]) => kindOf(page, kind, rows2, now));
  });
}
function kindOf(page, kind, rows, now) {
  const due = dueDay(rows.map(({ at, first_try }) => ({ at: Math.min(at, now), first_try })));
  const missed = rows.filter(({ first_try }) => !first_try).length;
  return { page, kind, rows, answered: rows.length, missed, days: due === null ? null : due - dayOf(now) };
}

// ui/progress/panel/links.js
var TRIES = 20;
function newSeed({ digits, first, length }, known, random = Math.random) {
  let seed = "";
  for (let tries = 0; tries < TRIES && (!seed || known.has(seed)); tries += 1) {
    const rest = Array.from({ length: length - 1 }, () => digits[Math.floor(random() * digits.length)]);
    seed = first + rest.join("");
  }
  return seed;
}
function addressOf({ page, kind, rows }, data) {
  const level = page.levels[kind];
  if (!level) return pageAddress(page.page, page.views?.[kind] ?? page.view, data);
  const last = rows.findLast(({ seed: seed2 }) => seed2)?.script ?? "";
  const script = data.scripts.indexOf(last) > 0 ? `-${last}` : "";
  const seed = newSeed(data.seed, new Set(rows.map((row) => row.seed)));
  return pageAddress(page.page, { exercise: `${level}-${seed}${script}` }, data);
}
function weakest(kinds) {
  const share = ({ missed, answered }) => missed / answered;
  return kinds.filter(({ page, kind }) => page.levels[kind]).reduce(
    (worst, each) => worst && share(worst) > share(each) ? worst : each,
    /** @type {Kind | undefined} */
    void 0
  );
}
var firstAddress = (data) => pageAddress("train", { exercise: `1-${newSeed(data.seed, /* @__PURE__ */ new Set())}` }, data);
var pageAddress = (page, query, { language }) => `${page}?${new URLSearchParams({ ...query, lang: language })}`;

// ui/progress/panel/view.js
var words = (book, name, values = {}) => plainText(book, [`progress.${name}`, values]);
var button = (book, action) => el("button", { type: "button", "data-action": action }, template(book, `progress.${action}`));
var linkTo = (address, name, look = "") => el("a", { href: address, target: "_self", "data-page": "", class: look || null }, name);
var emptyNodes = (book, address) => [
  el("p", { class: "empty" }, words(book, "empty"), " ", linkTo(address, words(book, "begin")))
];
function progressNodes(book, kinds, next) {
  const answered = kinds.reduce((sum, kind) => sum + kind.answered, 0);
  const missed = kinds.reduce((sum, kind) => sum + kind.missed, 0);
  const isDue = kinds.some(({ days }) => days !== null && days <= 0);
  return [
    el("p", { class: "sum" }, words(book, "sum", { answered, first: answered - missed })),
    ...isDue ? [] : [el("p", {}, nextWords(book, kinds), " ", linkTo(next, words(book, "practise")))],
    el("h3", { id: "progress-met" }, words(book, "met")),
    metTable(book, kinds)
  ];
}
function nextWords(book, kinds) {
  const [next] = kinds.filter(({ days }) => days !== null).sort((one, other) => Number(one.days) - Number(other.days));
  return next ? words(book, "next", { kind: kindName(book, next), when: whenWords(book, next.days) }) : words(book, "none_due");
}
var kindName = (book, { page, kind }) => words(book, "kind_of_page", { page: page.title, kind: template(book, `question.name_${kind}`) });
function whenWords(book, days) {
  if (days === null) return "–";
  if (days <= 0) return words(book, "today");
  return days === 1 ? words(book, "tomorrow") : words(book, "in_days", { days });
}
function metTable(book, kinds) {
  const head = ["column_question", "column_answered", "column_missed", "column_again"].map((name) => el("th", { scope: "col" }, words(book, name)));
  const rows = kinds.map((kind) => el(
    "tr",
    {},
    el("th", { scope: "row" }, kindName(book, kind)),
    el("td", {}, numeral(book, kind.answered)),
    el("td", { "data-missed": kind.missed > 0 }, numeral(book, kind.missed)),
    el("td", {}, whenWords(book, kind.days))
  ));
  return el("table", { "aria-labelledby": "progress-met" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}
function toolNodes(book, { isEmpty, isAsking, canUndo }) {
  if (isAsking) return [el("span", {}, words(book, "delete_all")), button(book, "delete_now"), button(book, "keep")];
  if (isEmpty) return [button(book, "import"), ...canUndo ? [button(book, "undo")] : []];
  return ["export", "import", "marks", "delete"].map((action) => button(book, action));
}

// ui/progress/panel/again.js
var Again = class {
  /** @type {any} */
  data = void 0;
  /** @type {import("../../../bpe_lab/player/core/types.js").Book} */
  book = (
    /** @type {any} */
    void 0
  );
  /** Stay the same while the page is drawn anew.
      @type {Map<string, string>} */
  addresses = /* @__PURE__ */ new Map();
  /** @param {Element} parent */
  constructor(parent) {
    this.title = el("h2", { id: "again-title" });
    this.body = el("div", { class: "body" });
    this.root = el("section", { class: "again", "aria-labelledby": "again-title" }, this.title, this.body);
    this.redraw = () => !document.hidden && this.draw();
    document.addEventListener("visibilitychange", this.redraw);
    this.endWatch = watchRows(() => this.draw());
    parent.querySelector(":scope > .again")?.remove();
    parent.append(this.root);
  }
  close() {
    document.removeEventListener("visibilitychange", this.redraw);
    this.endWatch();
    this.root.remove();
  }
  open(data) {
    this.data = data;
    this.book = openBook({ tokens: [], goals: [] }, data.text, data.lang);
    this.addresses.clear();
    this.draw();
  }
  draw() {
    if (!this.book) return;
    const nodes = [this.lesson(), this.due()].filter((node) => node !== null);
    set(this.root, { lang: this.data.lang, hidden: !nodes.length });
    become(this.title, [template(this.book, "again.title")]);
    become(this.body, nodes);
  }
  /** The scene in which one goes on, unless a lesson runs, whose bar leads there. */
  lesson() {
    const { book, data } = this;
    const place = lastPlace(allPlaces());
    const title = data.lessons[place?.name ?? ""];
    if (data.led || !place || !title) return null;
    const { name, count, isSkipped } = place;
    const scene = place.scene + 1;
    const address = `./?${new URLSearchParams({ lang: data.language, lesson: name, scene: String(scene) })}`;
    const words2 = `again.${isSkipped ? "skipped" : "lesson"}`;
    return el("p", {}, linkTo(address, plainText(book, [words2, { title, scene, count }]), "go-on"));
  }
  /** Every kind of question that is due, the longest first. */
  due() {
    const { book, data } = this;
    const due = kindsOf(allRows(), data, Date.now()).filter(({ days }) => days !== null && days <= 0);
    if (!due.length) return null;
    due.sort((one, other) => Number(one.days) - Number(other.days));
    return el(
      "div",
      {},
      el("h3", { id: "again-due" }, template(book, "again.due")),
      el(
        "ul",
        { class: "due", "aria-labelledby": "again-due" },
        due.map((kind) => el("li", {}, linkTo(this.address(kind), kindName(book, kind))))
      )
    );
  }
  address(kind) {
    const name = `${kind.page.page} ${kind.kind} ${kind.answered}`;
    const address = this.addresses.get(name) ?? addressOf(kind, this.data);
    this.addresses.set(name, address);
    return address;
  }
};

// ui/progress/panel/marks.js
var noted = /* @__PURE__ */ new Set();
function noteMarks({ rows, scenes }) {
  const added = fresh(rows).map(rowOf).filter((row) => row !== null);
  if (added.length) addRows(added);
  for (const scene of fresh(scenes)) tellAnswered(scene);
}
function fresh(list) {
  const isNew = (each) => !noted.has(JSON.stringify(each));
  const found = list.filter(isNew);
  for (const each of found) noted.add(JSON.stringify(each));
  return found;
}

// ui/progress/panel/files.js
var FORMAT = "bpe-lab progress";
var VERSION3 = 1;
var MOST_BYTES = 2e6;
var COLUMNS = ["lesson", "exercise", "generator", "seed", "step", "kind", "first_try", "tries", "shown", "seconds"];
var FORMULA = /^[=+\-@\t\r]/;
var QUOTED = /[",\r\n]/;
var exportOf = (rows) => `${JSON.stringify({ format: FORMAT, version: VERSION3, rows }, null, 1)}
`;
function rowsOfExport(text) {
  const read2 = parsed(text);
  const fault = faultOf(read2);
  if (fault) return { fault, values: { most: MOST_ROWS } };
  const rows = read2.rows.map(rowOf);
  const wrong = rows.indexOf(null);
  return wrong < 0 ? { rows } : { fault: "fault_row", values: { row: wrong + 1 } };
}
function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return void 0;
  }
}
function faultOf(read2) {
  if (read2 === void 0) return "fault_no_json";
  if (read2?.format !== FORMAT) return "fault_other_file";
  if (read2.version !== VERSION3 || !Array.isArray(read2.rows)) return "fault_version";
  return read2.rows.length > MOST_ROWS ? "fault_many" : null;
}
var marksOf = (rows) => [COLUMNS, ...rows.map(cellsOf)].map((cells) => `${cells.map(cell).join(",")}\r
`).join("");
var cellsOf = (row) => COLUMNS.map((name) => name === "generator" && !row.seed ? "" : row[name] ?? "");
function cell(value) {
  const text = typeof value === "boolean" ? String(Number(value)) : String(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}

// ui/progress/panel/panel.js
var Panel = class {
  /** @type {any} */
  data = void 0;
  isAsking = false;
  /** What was deleted last, until the page is left.
      @type {import("../../../bpe_lab/player/core/progress-rows.js").Row[]} */
  deleted = [];
  /** Likewise the places in lessons. */
  left = allPlaces();
  /** What to practise next, by the kind of question: an address that stays the same while the page is drawn anew.
      @type {Map<string, string>} */
  next = /* @__PURE__ */ new Map();
  /** @param {Element} parent */
  constructor(parent) {
    this.title = el("h2", { id: "progress-title" });
    this.owner = el("p", { class: "owner" });
    this.body = el("div", { class: "body" });
    this.tools = el("div", { class: "tools" });
    this.status = el("p", { class: "status", role: "status" });
    this.chooser = el("input", { type: "file", accept: ".json,application/json", hidden: true, tabindex: -1 });
    this.root = el(
      "section",
      { class: "progress", "aria-labelledby": "progress-title" },
      this.title,
      this.body,
      this.tools,
      this.status,
      this.owner,
      this.chooser
    );
    this.root.addEventListener("click", (event) => this.act(event.target));
    this.chooser.addEventListener("change", () => this.read());
    this.redraw = () => !document.hidden && this.draw();
    document.addEventListener("visibilitychange", this.redraw);
    this.endWatch = watchRows(() => this.draw());
    parent.querySelector(":scope > .progress")?.remove();
    parent.append(this.root);
  }
  close() {
    document.removeEventListener("visibilitychange", this.redraw);
    this.endWatch();
    this.root.remove();
  }
  open(data) {
    this.data = data;
    this.book = openBook({ tokens: [], goals: [] }, data.text, data.lang);
    this.next.clear();
    this.say("");
    this.draw();
  }
  words(name, values = {}) {
    return plainText(
      /** @type {any} */
      this.book,
      [`progress.${name}`, values]
    );
  }
  draw() {
    const { book, data } = this;
    if (!book) return;
    const rows = allRows();
    const kinds = kindsOf(rows, data, Date.now());
    const next = this.nextAddress(weakest(kinds));
    set(this.root, { lang: data.lang });
    become(this.title, [this.words("title")]);
    become(this.owner, [this.words(canStore() ? "owner" : "owner_unstored")]);
    become(this.body, kinds.length ? progressNodes(book, kinds, next) : emptyNodes(book, next));
    become(this.tools, toolNodes(book, { isEmpty: !rows.length, isAsking: this.isAsking, canUndo: this.deleted.length > 0 }));
  }
  /** @param {import("./kinds.js").Kind | undefined} kind */
  nextAddress(kind) {
    const name = kind ? `${kind.page.page} ${kind.kind}` : "";
    if (!this.next.has(name)) this.next.set(name, kind ? addressOf(kind, this.data) : firstAddress(this.data));
    return (
      /** @type {string} */
      this.next.get(name)
    );
  }
  say(words2, isFault = false) {
    set(this.status, { "data-fault": isFault });
    become(this.status, words2 ? [words2] : []);
  }
  act(target) {
    const action = target instanceof Element ? target.closest("[data-action]")?.getAttribute("data-action") : null;
    if (!action) return;
    this.say("");
    if (action === "export") save(exportOf(allRows()), "application/json", "bpe-lab-progress.json");
    else if (action === "marks") save(marksOf(allRows()), "text/csv", "bpe-lab-marks.csv");
    else if (action === "import") this.chooser.click();
    else if (action === "delete") this.ask(true, "keep");
    else if (action === "keep") this.ask(false, "delete");
    else if (action === "delete_now") this.deleteAll();
    else if (action === "undo") this.undo();
  }
  /** @param {boolean} on
      @param {string} next  the button that has the focus then */
  ask(on, next) {
    this.isAsking = on;
    this.draw();
    this.focus(next);
  }
  focus(action) {
    this.tools.querySelector(`[data-action=${action}]`)?.focus();
  }
  deleteAll() {
    this.deleted = allRows();
    this.left = allPlaces();
    deleteRows();
    deletePlaces();
    this.say(this.words("deleted"));
    this.ask(false, "undo");
  }
  undo() {
    addRows(this.deleted);
    store(this.left);
    this.deleted = [];
    this.ask(false, "delete");
  }
  async read() {
    const [file] = this.chooser.files ?? [];
    if (!file) return;
    const read2 = file.size > MOST_BYTES ? { fault: "fault_large", values: {} } : rowsOfExport(await file.text().catch(() => ""));
    this.chooser.value = "";
    if ("fault" in read2) return this.say(this.words(read2.fault, read2.values), true);
    const before = allRows().length;
    addRows(read2.rows);
    this.deleted = [];
    this.say(this.words("imported", { rows: read2.rows.length, added: allRows().length - before }));
    this.draw();
  }
};
function save(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
}

// ui/progress/panel/mount.js
var mount_default = mounting(({ parentElement }, data) => new (data?.part === "again" ? Again : Panel)(parentElement));
var note = ({ data }) => noteMarks(read(data));
export {
  mount_default as default,
  note
};
