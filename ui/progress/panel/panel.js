/* The panel: draws what the browser has stored, and does what its buttons say. */

/** @import { Book } from "../../../bpe_lab/player/core/types.js" */
/** @import { Kind } from "./practice.js" */

import styles from "./panel.css";
import { numeral, openBook, plainText, template } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { allPlaces, deletePlaces, lastPlace, store } from "./lesson-places.js";
import { addRows, allRows, canStore, deleteRows, rowOf, tellAnswered, watchRows } from "../../../bpe_lab/player/core/progress.js";
import { MOST_BYTES, exportOf, markSheetOf, rowsOfExport } from "./files.js";
import { addressOf, firstAddress, kindsOf, weakest } from "./practice.js";

export class Panel {
  /** @type {any} */
  data = undefined;
  isAsking = false;
  /** What was deleted last, until the page is left.
      @type {import("../../../bpe_lab/player/core/progress.js").Row[]} */
  deleted = [];
  /** Likewise the places in lessons. */
  left = allPlaces();
  /** What to practice next, by the kind of question: an address that stays the same while the page is drawn anew.
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

  /** @param {Kind | undefined} kind */
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
    else if (action === "marks") save(markSheetOf(allRows()), "text/csv", "bpe-lab-marks.csv");
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

/** @param {Book} book */
const words = (book, name, values = {}) => plainText(book, [`progress.${name}`, values]);

/** A button that the panel listens to.
    @param {Book} book */
const button = (book, action) => el("button", { type: "button", "data-action": action }, template(book, `progress.${action}`));

/** A link to another page of the app, followed without a reload (`ui/serving/front_page.js`). */
const linkTo = (address, name, look = "") => el("a", { href: address, target: "_self", "data-page": "", class: look || null }, name);

/** Nothing was answered yet: what will stand here, and a first exercise.
    @param {Book} book
    @param {string} address */
const emptyNodes = (book, address) => [
  el("p", { class: "empty" }, words(book, "empty"), " ", linkTo(address, words(book, "begin"))),
];

/** The score of all, when something comes next, then every kind.
    @param {Book} book
    @param {Kind[]} kinds
    @param {string} next  the address of what to practice where nothing is due */
function progressNodes(book, kinds, next) {
  const answered = kinds.reduce((sum, kind) => sum + kind.answered, 0);
  const missed = kinds.reduce((sum, kind) => sum + kind.missed, 0);
  const isDue = kinds.some(({ days }) => days !== null && days <= 0);
  return [
    el("p", { class: "sum" }, words(book, "sum", { answered, first: answered - missed })),
    ...(isDue ? [] : [el("p", {}, nextWords(book, kinds), " ", linkTo(next, words(book, "practice")))]),
    el("h3", { id: "progress-met" }, words(book, "met")),
    metTable(book, kinds),
  ];
}

/** Where nothing is due today: what is next, and when.
    @param {Book} book
    @param {Kind[]} kinds */
function nextWords(book, kinds) {
  const [next] = kinds.filter(({ days }) => days !== null).sort((one, other) => Number(one.days) - Number(other.days));
  return next ? words(book, "next", { kind: kindName(book, next), when: whenWords(book, next.days) }) : words(book, "none_due");
}

/** @param {Book} book */
const kindName = (book, { page, kind }) => words(book, "kind_of_page", { page: page.title, kind: template(book, `question.name_${kind}`) });

/** @param {Book} book
    @param {number | null} days */
function whenWords(book, days) {
  if (days === null) return "–";
  if (days <= 0) return words(book, "today");
  return days === 1 ? words(book, "tomorrow") : words(book, "in_days", { days });
}

/** @param {Book} book
    @param {Kind[]} kinds */
function metTable(book, kinds) {
  const head = ["column_question", "column_answered", "column_missed", "column_again"].map((name) => el("th", { scope: "col" }, words(book, name)));
  const rows = kinds.map((kind) =>
    el("tr", {},
      el("th", { scope: "row" }, kindName(book, kind)),
      el("td", {}, numeral(book, kind.answered)),
      el("td", { "data-missed": kind.missed > 0 }, numeral(book, kind.missed)),
      el("td", {}, whenWords(book, kind.days))));
  return el("table", { "aria-labelledby": "progress-met" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}

/** What can be done with the rows; deleting is asked for once, and can be undone until the page is left.
    @param {Book} book
    @param {{isEmpty: boolean, isAsking: boolean, canUndo: boolean}} state */
function toolNodes(book, { isEmpty, isAsking, canUndo }) {
  if (isAsking) return [el("span", {}, words(book, "delete_all")), button(book, "delete_now"), button(book, "keep")];
  if (isEmpty) return [button(book, "import"), ...(canUndo ? [button(book, "undo")] : [])];
  return ["export", "import", "marks", "delete"].map((action) => button(book, action));
}

export class Again {
  /** @type {any} */
  data = undefined;
  /** @type {import("../../../bpe_lab/player/core/types.js").Book} */
  book = /** @type {any} */ (undefined);
  /** Stay the same while the page is drawn anew.
      @type {Map<string, string>} */
  addresses = new Map();

  /** @param {Element} parent */
  constructor(parent) {
    this.title = el("h2", { id: "again-title" });
    this.body = el("div", { class: "body" });
    this.root = el("section", { class: "again", "aria-labelledby": "again-title" }, this.title, this.body);
    this.redraw = () => !document.hidden && this.draw();
    document.addEventListener("visibilitychange", this.redraw);  // another day may have begun
    this.endWatch = watchRows(() => this.draw());
    parent.querySelector(":scope > .again")?.remove();
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
    const words = `again.${isSkipped ? "skipped" : "lesson"}`;
    return el("p", {}, linkTo(address, plainText(book, [words, { title, scene, count }]), "go-on"));
  }

  /** Every kind of question that is due, the longest first. */
  due() {
    const { book, data } = this;
    const due = kindsOf(allRows(), data, Date.now()).filter(({ days }) => days !== null && days <= 0);
    if (!due.length) return null;
    due.sort((one, other) => Number(one.days) - Number(other.days));
    return el("div", {},
      el("h3", { id: "again-due" }, template(book, "again.due")),
      el("ul", { class: "due", "aria-labelledby": "again-due" },
        due.map((kind) => el("li", {}, linkTo(this.address(kind), kindName(book, kind))))));
  }

  address(kind) {
    const name = `${kind.page.page} ${kind.kind} ${kind.answered}`;
    const address = this.addresses.get(name) ?? addressOf(kind, this.data);
    this.addresses.set(name, address);
    return address;
  }
}

/** What was noted on this page; what the reader has deleted since then stays deleted.
    @type {Set<string>} */
const noted = new Set();

/** @param {{rows: any[], scenes: string[]}} answers  rows, and the names of a lesson's scenes that are answered */
export function noteAnswers({ rows, scenes }) {
  const added = fresh(rows).map(rowOf).filter((row) => row !== null);
  if (added.length) addRows(added);
  for (const scene of fresh(scenes)) tellAnswered(scene);
}

/** What of a list is not noted yet; from here on it is.
    @param {any[]} list */
function fresh(list) {
  const isNew = (each) => !noted.has(JSON.stringify(each));
  const found = list.filter(isNew);
  for (const each of found) noted.add(JSON.stringify(each));
  return found;
}
