/* Generated from the modules in window/ and some of the player's: edit those, then run 'python -m scripts.javascript'. */

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

// ui/lecture/window/clock.js
var STORED = "bpe-lab:lesson-begun";
function startOf(lesson, anew = false) {
  const stored = anew ? null : read2();
  if (stored?.lesson === lesson && stored.at <= Date.now()) return stored.at;
  const begun = { lesson, at: Date.now() };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(begun));
  } catch {
  }
  if (!canStore()) unstored = begun;
  return begun.at;
}
var unstored = null;
function canStore() {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}
function read2() {
  try {
    const value = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return typeof value?.at === "number" ? value : unstored;
  } catch {
    return unstored;
  }
}
function clockText(begun, now) {
  const seconds = Math.max(0, Math.floor((now - begun) / 1e3));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}
var minutesOver = (begun, now, minutes) => now - begun > minutes * 6e4;

// ui/hall/window/scene-change.js
var FILL = "bpe-lab:fill";

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
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// bpe_lab/player/core/motion.js
var TIME = { page: 200, present: 450 };
var time = TIME.page;

// bpe_lab/player/chrome/hall.js
var TOOLS = /* @__PURE__ */ new Map([[".", "blank"], ["。", "blank"], ["．", "blank"], ["b", "blank"], ["l", "laser"], ["s", "code"], ["a", "add"]]);
function toolOf({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return ctrlKey || metaKey || altKey || isComposing ? void 0 : TOOLS.get(key.toLowerCase());
}
var LESSON = /* @__PURE__ */ new Map([["r", "answer"], ["o", "notes"], ["Shift+PageDown", "next"], ["Shift+PageUp", "back"]]);
function lessonActOf({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing) return void 0;
  return LESSON.get(shiftKey ? `Shift+${key}` : key.toLowerCase());
}
function isForHall(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  const act = lessonActOf(event);
  return /^(Page(Up|Down)|Arrow(Left|Right)| )$/.test(key) || toolOf(event) === "blank" || act !== void 0 && act !== "notes";
}

// bpe_lab/player/core/progress.js
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

// ui/hall/window/lesson.js
var CHANNEL = "bpe-lab:lesson";
var WHICH = "which";
var ANSWER = "answer";
var PRESS = "press";
var GONE = "gone";
var TO_COME = "toCome";
var BAR = ".st-key-lesson";
var BAR_TO_COME = `${BAR}:not(:has(.st-key-lesson_next button))`;

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
  let words = numerals.get(number);
  if (words === void 0) numerals.set(number, words = format.format(number).replace("-", "−"));
  return words;
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
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");
var unmarked = (words) => words.includes("[[") ? words.replaceAll(MARKS, "$2") : words;
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words]) => String(words).includes("[["));
  const read3 = marked.map(([key, words]) => [key, unmarked(words)]);
  return { text: { ...texts, ...Object.fromEntries(read3) }, marked: Object.fromEntries(marked) };
}
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

// ui/lecture/window/notes.js
var NOTHING = { tokens: [], goals: [] };
var TICK = 1e3;
var OWN_SPACE = "button, a";
var Notes = class {
  /** What the page sent.
      @type {any} */
  data = void 0;
  scene = 0;
  /** What the hall has drawn of the step to come, or that it is the answer.
      @type {any} */
  toCome = null;
  book = openBook(NOTHING, {}, "en", false);
  /** @param {Element} parent */
  constructor(parent) {
    this.here = el("section", { class: "here", "aria-live": "polite" });
    this.coming = el("section", { class: "coming" });
    this.picture = makePicture();
    this.clock = el("p", { class: "clock", role: "timer" });
    this.plan = el("p", { class: "plan" });
    this.keys = el("p", { class: "keys" });
    this.restart = el("button", { type: "button", class: "restart" });
    this.restart.addEventListener("click", () => this.tick(startOf(this.data.lesson, true)));
    this.answer = el("button", { type: "button", class: "show-answer" });
    this.answer.addEventListener("click", () => this.say({ [ANSWER]: this.scene }));
    this.root = el("div", { class: "notes" }, el("div", { class: "time" }, this.clock, this.plan, this.restart, this.keys), this.here, this.coming);
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => this.follow(data);
    this.timer = setInterval(() => this.tick(), TICK);
    this.onKey = (event) => this.passOn(event);
    this.onGone = () => this.say({ [GONE]: true });
    window.addEventListener("keydown", this.onKey);
    window.addEventListener("pagehide", this.onGone);
    parent.querySelector(":scope > .notes")?.remove();
    parent.append(this.root);
  }
  close() {
    window.removeEventListener("keydown", this.onKey);
    window.removeEventListener("pagehide", this.onGone);
    this.onGone();
    this.channel.close();
    clearInterval(this.timer);
    this.root.remove();
  }
  open(data) {
    if (data.lesson !== this.data?.lesson) this.scene = data.scene;
    this.data = data;
    this.book = openBook(NOTHING, data.text, data.lang);
    set(this.root, { lang: data.lang });
    this.draw();
    this.tick();
    this.channel.postMessage(WHICH);
  }
  /** To the windows that show this lesson. */
  say(message) {
    if (this.data) this.channel.postMessage({ ...message, lesson: this.data.lesson });
  }
  /** A clicker sends its keys to the window that has the focus: they are meant for the hall.
      @param {KeyboardEvent} event */
  passOn(event) {
    const { key, shiftKey, repeat, defaultPrevented, target } = event;
    const isOwn = key === " " && /** @type {Element} */
    target.matches?.(OWN_SPACE);
    if (defaultPrevented || isOwn || !isForHall(event)) return;
    event.preventDefault();
    this.say({ [PRESS]: { key, shiftKey, repeat } });
    fillScreenOfHall();
  }
  /** Go where another window of this lesson is, and take what it says of the next press. */
  follow(message) {
    const { lesson, scene, [TO_COME]: toCome } = Object(message);
    if (lesson !== this.data?.lesson || !this.data.scenes[scene]) return;
    const isSame = scene === this.scene;
    if (isSame && toCome === void 0) return;
    this.toCome = toCome ?? null;
    this.scene = scene;
    if (isSame) this.drawComing();
    else this.draw();
  }
  draw() {
    const here = this.data.scenes[this.scene];
    become(this.here, [
      el("h1", {}, here.where),
      ...this.part("lesson.note", here.note || this.word("lesson.no_note")),
      ...this.part("lesson.ask", here.ask),
      ...this.part("lesson.answer", here.answer),
      ...here.answer ? [this.answer] : [],
      ...this.part(here.ask ? "lesson.alone" : "lesson.reader", here.text)
    ]);
    this.drawComing();
    this.tick();
    become(this.keys, [this.word("lesson.keys")]);
    become(this.answer, [this.word("lesson.show_answer")]);
    become(this.restart, [this.word("lesson.restart")]);
  }
  /** The next press: a step of the walk as a picture, else the scene after this one. */
  drawComing() {
    const { scene, toCome, data: { scenes } } = this;
    const next = scenes[scene + 1];
    const after = next ? [el("h3", {}, next.where), el("p", {}, next.ask || next.text)] : [el("p", {}, this.word("lesson.last"))];
    const step = toCome?.isAnswer ? [el("h3", {}, this.word("lesson.answer"))] : toCome && [el("h3", {}, toCome.words), this.picture.node];
    this.coming.replaceChildren(...step ? [el("h2", {}, this.word("lesson.next_step")), ...step] : [], el("h2", {}, this.word("lesson.coming")), ...after);
    if (toCome?.xml) this.picture.draw(toCome);
  }
  /** A text under its name, if there is one. */
  part(key, text) {
    const name = key.split(".").at(-1);
    return text ? [el("h2", { class: name }, this.word(key)), el("p", { class: name }, text)] : [];
  }
  word(key) {
    return template(this.book, key);
  }
  tick(begun = this.data && startOf(this.data.lesson)) {
    if (!this.data) return;
    const { minutes } = this.data;
    const passed = clockText(begun, Date.now());
    become(this.clock, [plainText(this.book, ["lesson.clock", { passed, minutes }])]);
    const { until } = this.data.scenes[this.scene];
    become(this.plan, [plainText(this.book, ["lesson.planned", { until }])]);
    set(this.clock, { "data-over": minutesOver(begun, Date.now(), minutes) });
    set(this.plan, { "data-over": minutesOver(begun, Date.now(), until) });
  }
};
function makePicture() {
  const frame = (
    /** @type {HTMLIFrameElement} */
    el("iframe", { sandbox: "allow-same-origin", tabindex: -1, "aria-hidden": "true" })
  );
  const node = el("div", { class: "picture" }, frame);
  const fit = ({ wide, high }) => {
    const scale = node.clientWidth / wide;
    node.style.height = `${Math.ceil(high * scale)}px`;
    frame.style.cssText = `width:${wide}px;height:${high}px;transform:scale(${scale})`;
  };
  return {
    node,
    draw(board) {
      const page = (
        /** @type {Document} */
        frame.contentDocument
      );
      const read3 = new DOMParser().parseFromString(board.xml, "application/xhtml+xml").documentElement;
      const [drawn, style] = [page.importNode(read3, true), page.createElement("style")];
      style.textContent = [board.looks.styles, ...fontFaces(), "body { margin: 0; overflow: hidden; background: var(--st-background-color); }"].join("\n");
      page.documentElement.style.cssText = board.looks.root;
      page.head.replaceChildren(style);
      page.body.replaceChildren(drawn);
      fit(board);
      const parts = drawn.querySelectorAll("*");
      for (const [index, top, left] of board.places) parts[index]?.scrollTo(left, top);
    }
  };
}
var fontFaces = () => [...document.styleSheets].flatMap((sheet) => [...rulesOf(sheet)].filter((rule) => rule instanceof CSSFontFaceRule).map(({ cssText }) => cssText));
function rulesOf(sheet) {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}
function fillScreenOfHall() {
  try {
    window.opener?.postMessage(FILL, { targetOrigin: location.origin, delegate: "fullscreen" });
  } catch {
  }
}

// ui/lecture/window/mount.js
var mount_default = mounting(({ parentElement }) => new Notes(parentElement));
export {
  mount_default as default
};
