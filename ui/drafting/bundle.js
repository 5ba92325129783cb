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

// ui/drafting/window/store.js
var DRAFT = "bpe-lab:lesson-draft";
var SCENES = "bpe-lab:lesson-scenes";
var MOST_LETTERS = 1e6;
var unstored = /* @__PURE__ */ new Map();
function read2(key) {
  try {
    const text = unstored.get(key) ?? localStorage.getItem(key);
    return text && text.length <= MOST_LETTERS ? JSON.parse(text) : void 0;
  } catch {
    return void 0;
  }
}
function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}
function storedDraft() {
  const value = read2(DRAFT);
  const isDraft = Number.isSafeInteger(value?.stamp) && value.stamp > 0 && typeof value.draft === "string";
  return isDraft ? { stamp: value.stamp, draft: value.draft, scenes: Number.isSafeInteger(value.scenes) ? value.scenes : 0 } : void 0;
}
var storeDraft = (draft) => write(DRAFT, draft);
function storedScenes() {
  const values = read2(SCENES);
  return Array.isArray(values) ? values.filter((value) => typeof value?.id === "string") : [];
}
var storeScenes = (scenes) => write(SCENES, scenes);
var countScenes = () => (storedDraft()?.scenes ?? 0) + storedScenes().length;
function watchStore(changed) {
  const heard = ({ key }) => {
    if (key === null || key === DRAFT || key === SCENES) changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

// ui/drafting/window/keeper.js
var known = /* @__PURE__ */ new Set();
var Keeper = class {
  /** @type {(Stored & {taken: string[]}) | undefined} */
  data = void 0;
  /** @param {(handed: string) => void} hand */
  constructor(hand) {
    this.hand = hand;
    this.close = watchStore(() => this.settle());
  }
  open(data) {
    this.data = data;
    this.settle();
  }
  settle() {
    if (!this.data) return;
    const { stamp, draft, scenes, taken } = this.data;
    const stored = storedDraft();
    const waiting = storedScenes().filter(({ id }) => !taken.includes(id));
    if (waiting.length < storedScenes().length) storeScenes(waiting);
    const handed = {
      ...stored && stored.stamp !== stamp && isNew(stored.stamp) ? stored : {},
      scenes: waiting.filter(({ id }) => isNew(id))
    };
    if (stamp) known.add(stamp);
    if ("stamp" in handed || handed.scenes.length) this.hand(JSON.stringify(handed));
    else if (stamp > (stored?.stamp ?? 0)) storeDraft({ stamp, draft, scenes });
  }
};
function isNew(name) {
  const is = !known.has(name);
  known.add(name);
  return is;
}

// ui/drafting/window/link.css
var link_default = "/* A button as Streamlit's beside it. */\n.lesson-link { display: flex; align-items: center; gap: 0.5rem; font: 400 0.875rem/1.4 var(--st-font); color: var(--st-text-color); }\n.lesson-link button { min-height: 2.5rem; padding: 0.25rem 0.75rem; box-sizing: border-box; border: 1px solid var(--st-border-color); border-radius: 0.5rem; background: none; color: inherit; font: inherit; white-space: nowrap; cursor: pointer; }\n.lesson-link button:hover:not(:disabled) { border-color: var(--st-primary-color); }\n.lesson-link button:disabled { opacity: 0.4; cursor: default; }\n.lesson-link button:focus-visible { outline: 3px solid light-dark(#0069a6, #6bbdeb); outline-offset: 1px; }\n.lesson-link input { width: 12rem; min-width: 0; min-height: 2rem; border: 1px solid var(--st-border-color); background: none; color: inherit; font: inherit; }\n.lesson-link input[hidden] { display: none; }\n.lesson-link p { margin: 0; color: light-dark(#55606e, #aeb8c4); font-size: 0.875rem; }\n";

// bpe_lab/player/chrome/address.js
async function copyAddress(address, field, report) {
  field.hidden = true;
  try {
    await navigator.clipboard.writeText(address);
    report("player.copied");
  } catch {
    field.value = address;
    field.hidden = false;
    field.focus();
    field.select();
    report("player.copy_by_hand");
  }
}

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
    else write2(node, name, value === true ? "" : String(value));
  }
  return node;
}
function write2(node, name, value) {
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
  for (const name of wanted.getAttributeNames()) write2(old, name, wanted.getAttribute(name));
  become(old, [...wanted.childNodes]);
}
var isAlike = (old, wanted) => old.nodeName === wanted.nodeName && old.style?.cssText === wanted.style?.cssText;
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

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
var textNodes = (book, text) => filled(book, text, true).flatMap((piece) => typeof piece === "string" ? termNodes(book, piece) : [el("b", {}, el("span", { dir: "ltr" }, inline(book, piece)))]);
function inline(book, piece) {
  const nodes = [];
  for (const atom of piece) {
    if (typeof atom !== "string") nodes.push(...glyphs(book, tokenAt(book, atom.token)));
    else if (atom.startsWith(",") && nodes.length) nodes.push(el("span", { class: "kept" }, nodes.pop(), el("bdi", {}, atom)));
    else nodes.push(el("bdi", {}, atom));
  }
  return nodes;
}
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");
var unmarked = (words) => words.includes("[[") ? words.replaceAll(MARKS, "$2") : words;
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words]) => String(words).includes("[["));
  const read3 = marked.map(([key, words]) => [key, unmarked(words)]);
  return { text: { ...texts, ...Object.fromEntries(read3) }, marked: Object.fromEntries(marked) };
}
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
var button = (key, words) => el("span", { class: "term", role: "button", tabindex: "0", "aria-expanded": "false", "data-term": key }, words);
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
var glyphs = (book, token) => token.parts.map((part) => glyph(book, part));
function glyph(book, part) {
  const [kind, text] = part;
  const attributes = { class: kind, role: "img", "aria-label": partName(book, part) };
  if (kind === "space") return el("i", attributes);
  if (kind === "name") return el("span", attributes, String(text));
  return kind === "hex" ? el("span", { class: kind }, String(text)) : el("bdi", {}, String(text));
}

// ui/drafting/window/link.js
var NOTHING = { tokens: [], goals: [] };
var Link = class {
  /** @param {Element} parent */
  constructor(parent) {
    this.button = el("button", { type: "button" });
    this.field = el("input", { readonly: true, hidden: true });
    this.status = el("p", { role: "status" });
    this.root = el("div", { class: "lesson-link" }, this.button, this.field, this.status);
    this.button.addEventListener("click", () => copyAddress(this.address(), this.field, (key) => this.say(key)));
    parent.querySelector(":scope > .lesson-link")?.remove();
    parent.append(el("style", {}, link_default), this.root);
  }
  /** @type {any} */
  data = void 0;
  close() {
    this.root.remove();
  }
  /** @param {{lang: string, text: Record<string, string>, query: string}} data  no query: the lesson is no link */
  open(data) {
    if (this.data?.query !== data.query || this.data?.lang !== data.lang) this.say("");
    this.data = data;
    this.book = openBook(NOTHING, data.text, data.lang);
    set(this.root, { lang: data.lang });
    const words = template(this.book, "draft.copy_link");
    become(this.button, [words]);
    set(this.button, { disabled: !data.query });
    set(this.field, { "aria-label": words });
  }
  /** The home page's address with the lesson leads to its first scene. */
  address() {
    return new URL(`./?${this.data.query}`, document.baseURI).href;
  }
  say(key) {
    if (!key) this.field.hidden = true;
    become(this.status, key ? textNodes(
      /** @type {any} */
      this.book,
      [key]
    ) : []);
  }
};

// bpe_lab/player/core/theme.js
var pen;
function hexOf(colour) {
  pen ??= set(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return { hex, alpha: Math.round(alpha / 255 * 1e3) / 1e3, light: 0.2126 * red + 0.7152 * green + 0.0722 * blue };
}

// ui/drafting/window/note.css
var note_default = `/* Over the page's head, where nothing is pressed while one steps on; nothing moves. */
.added {
  --ground: #fff; --ink: #17202b; --edge: #b9c3ce; --way: #0069a6;
  position: fixed; inset: 3.75rem auto auto 50%; translate: -50% 0; width: max-content; max-width: min(36rem, calc(100vw - 1rem)); box-sizing: border-box;
  margin: 0; padding: 0.6rem 1rem; border: 1px solid var(--edge); border-radius: 0.5rem; background: var(--ground); color: var(--ink);
  font: 400 1rem/1.4 "Source Sans", system-ui, "Noto Sans CJK SC", "PingFang SC", "Microsoft YaHei", sans-serif; overflow-wrap: anywhere;
}
.added[data-dark] { --ground: #19202a; --ink: #e8ecf1; --edge: #4a5868; --way: #6bbdeb; }
.added:popover-open { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 1rem; }
.added p { margin: 0; }
.added .ways { display: flex; gap: 1rem; }
.added button { min-height: 2.25rem; padding: 0; border: 0; background: none; color: var(--way); font: inherit; white-space: nowrap; cursor: pointer; }
.added button[hidden] { display: none; }
.added button:focus-visible { outline: 3px solid var(--way); outline-offset: 2px; border-radius: 0.25rem; }
`;

// ui/drafting/window/note.js
var NOTHING2 = { tokens: [], goals: [] };
var SHOWN = 7e3;
var noted = /* @__PURE__ */ new Set();
var Note = class {
  /** @param {Element} parent
      @param {() => void} onOpen */
  constructor(parent, onOpen) {
    this.words = el("p", { role: "status" });
    this.undo = el("button", { type: "button" });
    this.way = el("button", { type: "button" });
    this.root = el("div", { class: "added", popover: "manual" }, this.words, el("div", { class: "ways" }, this.undo, this.way));
    this.undo.addEventListener("click", () => this.takeBack());
    this.way.addEventListener("click", () => {
      this.hide();
      onOpen();
    });
    for (const name of ["pointerenter", "focusin"]) this.root.addEventListener(name, () => clearTimeout(this.timer));
    for (const name of ["pointerleave", "focusout"]) this.root.addEventListener(name, () => this.wait());
    this.root.addEventListener("keydown", ({ key }) => key === "Escape" && this.hide());
    document.addEventListener("pointerdown", this.giveWay);
    parent.querySelector(":scope > .added")?.remove();
    parent.append(el("style", {}, note_default), this.root);
  }
  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = void 0;
  last = "";
  /** To a menu of the page's head, which opens below it.
      @param {Event} event */
  giveWay = ({ target }) => {
    if (target instanceof Element && target.closest("header")) this.hide();
  };
  close() {
    document.removeEventListener("pointerdown", this.giveWay);
    clearTimeout(this.timer);
    this.root.remove();
  }
  /** @param {{lang: string, text: Record<string, string>, added: Added[], most: number}} data */
  open({ lang, text, added, most }) {
    this.book = openBook(NOTHING2, text, lang);
    set(this.root, { lang });
    for (const each of added) {
      if (noted.has(each.id)) continue;
      noted.add(each.id);
      this.add(each, most);
    }
  }
  /** @param {Added} scene
      @param {number} most */
  add({ id, line, note: note2, scene, refused }, most) {
    if (refused) return this.say([refused]);
    if (countScenes() >= most) return this.say(this.worded("full", { most }));
    storeScenes([...storedScenes(), scene]);
    this.last = id;
    return this.say([...this.worded("added", { number: countScenes(), scene: line }), note2 ? ` ${note2}` : ""], true);
  }
  takeBack() {
    storeScenes(storedScenes().filter(({ id }) => id !== this.last));
    this.say(this.worded("taken_back", { count: countScenes() }));
  }
  worded(name, values) {
    return textNodes(
      /** @type {any} */
      this.book,
      [`draft.announced.${name}`, values]
    );
  }
  say(words, canUndo = false) {
    const { book } = this;
    become(this.undo, [template(
      /** @type {any} */
      book,
      "draft.announced.undo"
    )]);
    become(this.way, [template(
      /** @type {any} */
      book,
      "draft.announced.open"
    )]);
    this.undo.hidden = !canUndo;
    set(this.root, { "data-dark": isDark() });
    this.root.showPopover();
    become(this.words, words.filter(Boolean));
    this.wait();
  }
  wait() {
    clearTimeout(this.timer);
    this.timer = setTimeout(() => this.hide(), SHOWN);
  }
  hide() {
    clearTimeout(this.timer);
    if (this.root.matches(":popover-open")) this.root.hidePopover();
  }
};
var isDark = () => hexOf(getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor).light < 128;

// ui/drafting/window/mount.js
var note = mounting(({ parentElement, setTriggerValue }) => new Note(parentElement, () => setTriggerValue("open", true)));
var keep = mounting(({ setTriggerValue }) => new Keeper((handed) => setTriggerValue("handed", handed)));
var link = mounting(({ parentElement }) => new Link(parentElement));
export {
  keep,
  link,
  note
};
