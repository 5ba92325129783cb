/* A scene was added: said in a line over the page, with the way back and the way on. */

/** @import { Scene } from "./store.js" */

import { countScenes, storeScenes, storedScenes } from "./store.js";
import { openBook, template, textNodes } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { hexOf } from "../../../bpe_lab/player/core/theme.js";
import styles from "./note.css";

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

const isDark = () => hexOf(getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor).light < 128;
