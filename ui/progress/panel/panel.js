/* The panel: draws what the browser has stored, and does what its buttons say. */

import styles from "./panel.css";
import { openBook, plainText } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { allPlaces, deletePlaces, store } from "./lesson-places.js";
import { addRows, allRows, canStore, deleteRows, watchRows } from "../../../bpe_lab/player/core/progress.js";
import { MOST_BYTES, exportOf, marksOf, rowsOfExport } from "./files.js";
import { kindsOf } from "./kinds.js";
import { addressOf, firstAddress, weakest } from "./links.js";
import { emptyNodes, progressNodes, toolNodes } from "./view.js";

export class Panel {
  /** @type {any} */
  data = undefined;
  isAsking = false;
  /** What was deleted last, until the page is left.
      @type {import("../../../bpe_lab/player/core/progress.js").Row[]} */
  deleted = [];
  /** Likewise the places in lessons. */
  left = allPlaces();
  /** What to practise next, by the kind of question: an address that stays the same while the page is drawn anew.
      @type {Map<string, string>} */
  next = new Map();

  /** @param {Element} parent */
  constructor(parent) {
    this.title = el("h2", { id: "progress-title" });
    this.owner = el("p", { class: "owner" });
    this.body = el("div", { class: "body" });
    this.tools = el("div", { class: "tools" });
    this.status = el("p", { class: "status", role: "status" });
    this.chooser = el("input", { type: "file", accept: ".json,application/json", hidden: true, tabindex: -1 });
    this.root = el("section", { class: "progress", "aria-labelledby": "progress-title" },
      this.title, this.body, this.tools, this.status, this.owner, this.chooser);
    this.root.addEventListener("click", (event) => this.act(event.target));
    this.chooser.addEventListener("change", () => this.read());
    this.redraw = () => !document.hidden && this.draw();
    document.addEventListener("visibilitychange", this.redraw);  // another day may have begun
    this.endWatch = watchRows(() => this.draw());
    parent.querySelector(":scope > .progress")?.remove();
    parent.append(el("style", {}, styles), this.root);
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
    return plainText(/** @type {any} */ (this.book), [`progress.${name}`, values]);
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
    return /** @type {string} */ (this.next.get(name));
  }

  say(words, isFault = false) {
    set(this.status, { "data-fault": isFault });
    become(this.status, words ? [words] : []);
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
    /** @type {HTMLElement | null} */ (this.tools.querySelector(`[data-action=${action}]`))?.focus();
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
    const read = file.size > MOST_BYTES ? { fault: "fault_large", values: {} } : rowsOfExport(await file.text().catch(() => ""));
    this.chooser.value = "";
    if ("fault" in read) return this.say(this.words(read.fault, read.values), true);
    const before = allRows().length;
    addRows(read.rows);
    this.deleted = [];
    this.say(this.words("imported", { rows: read.rows.length, added: allRows().length - before }));
    this.draw();
  }
}

function save(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
