/* The lesson that the reader writes, on the browser's side: what keeps it (Keeper), what says that a scene was added
   (Note), its link (Link).

   The draft lies in the browser's storage, for all tabs: the draft itself, which the page of lessons alone writes, and
   beside it the scenes that were added on other pages since. Where nothing can be stored both last as long as the
   page. What is stored may be damaged or hostile: the server reads of it what it knows. */

import styles from "./drafts.css";
import { openBook, template, textNodes } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { isDark } from "../../hall/window/tools.js";
import { copyAddress } from "../../../bpe_lab/player/chrome/address.js";

const DRAFT = "bpe-lab:lesson-draft";
const SCENES = "bpe-lab:lesson-scenes";
const MOST_LETTERS = 1_000_000;

/** @typedef {{stamp: number, draft: string, scenes: number}} Stored */
/** @typedef {{id: string}} Scene */

/** What the storage did not take.
    @type {Map<string, string>} */
const unstored = new Map();

function read(key) {
  try {
    const text = unstored.get(key) ?? localStorage.getItem(key);
    return text && text.length <= MOST_LETTERS ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
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

/** @returns {Stored | undefined} */
function storedDraft() {
  const value = read(DRAFT);
  const isDraft = Number.isSafeInteger(value?.stamp) && value.stamp > 0 && typeof value.draft === "string";
  return isDraft ? { stamp: value.stamp, draft: value.draft, scenes: Number.isSafeInteger(value.scenes) ? value.scenes : 0 } : undefined;
}

/** @param {Stored} draft */
const storeDraft = (draft) => write(DRAFT, draft);

/** @returns {Scene[]} */
function storedScenes() {
  const values = read(SCENES);
  return Array.isArray(values) ? values.filter((value) => typeof value?.id === "string") : [];
}

/** @param {Scene[]} scenes */
const storeScenes = (scenes) => write(SCENES, scenes);

/** How many scenes the lesson has by now. */
const countScenes = () => (storedDraft()?.scenes ?? 0) + storedScenes().length;

/** Call back whenever another tab has written.
    @param {() => void} changed
    @returns {() => void} ends it */
function watchStore(changed) {
  const heard = (/** @type {StorageEvent} */ { key }) => {
    if (key === null || key === DRAFT || key === SCENES) changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

/** What the server of this window has had already.
    @type {Set<number | string>} */
const known = new Set();

export class Keeper {
  /** @type {(Stored & {taken: string[]}) | undefined} */
  data = undefined;

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
      ...(stored && stored.stamp !== stamp && isNew(stored.stamp) ? stored : {}),
      scenes: waiting.filter(({ id }) => isNew(id)),
    };
    if (stamp) known.add(stamp);
    if ("stamp" in handed || handed.scenes.length) this.hand(JSON.stringify(handed));
    else if (stamp > (stored?.stamp ?? 0)) storeDraft({ stamp, draft, scenes });
  }
}

/** @param {number | string} name */
function isNew(name) {
  const is = !known.has(name);
  known.add(name);
  return is;
}

const NOTHING = { tokens: [], goals: [] };
const SHOWN = 7000; // milliseconds

/** What this window has seen to.
    @type {Set<string>} */
const noted = new Set();

/** @typedef {{id: string, line: string, note: string, scene: Scene, refused?: string}} Added */

export class Note {
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
    parent.append(el("style", {}, styles), this.root);
  }

  /** @type {ReturnType<typeof setTimeout> | undefined} */
  timer = undefined;
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
    this.book = openBook(NOTHING, text, lang);
    set(this.root, { lang });
    for (const each of added) {
      if (noted.has(each.id)) continue;
      noted.add(each.id);
      this.add(each, most);
    }
  }

  /** @param {Added} scene
      @param {number} most */
  add({ id, line, note, scene, refused }, most) {
    if (refused) return this.say([refused]);
    if (countScenes() >= most) return this.say(this.worded("full", { most }));
    storeScenes([...storedScenes(), scene]);
    this.last = id;
    return this.say([...this.worded("added", { number: countScenes(), scene: line }), note ? ` ${note}` : ""], true);
  }

  takeBack() {
    storeScenes(storedScenes().filter(({ id }) => id !== this.last));
    this.say(this.worded("taken_back", { count: countScenes() }));
  }

  worded(name, values) {
    return textNodes(/** @type {any} */ (this.book), [`draft.announced.${name}`, values]);
  }

  say(words, canUndo = false) {
    const { book } = this;
    become(this.undo, [template(/** @type {any} */ (book), "draft.announced.undo")]);
    become(this.way, [template(/** @type {any} */ (book), "draft.announced.open")]);
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
}

export class Link {
  /** @param {Element} parent */
  constructor(parent) {
    this.button = el("button", { type: "button" });
    this.field = el("input", { readonly: true, hidden: true });
    this.status = el("p", { role: "status" });
    this.root = el("div", { class: "lesson-link" }, this.button, this.field, this.status);
    this.button.addEventListener("click", () => copyAddress(this.address(), this.field, (key) => this.say(key)));
    parent.querySelector(":scope > .lesson-link")?.remove();
    parent.append(el("style", {}, styles), this.root);
  }

  /** @type {any} */
  data = undefined;

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
    become(this.status, key ? textNodes(/** @type {any} */ (this.book), [key]) : []);
  }
}
