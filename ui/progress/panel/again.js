/* Where whoever comes back goes on: the lesson in which they stopped, and what is due today. Nothing for anybody else. */

import styles from "./panel.css";
import { openBook, plainText, template } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { allPlaces, lastPlace } from "./lesson-places.js";
import { allRows, watchRows } from "../../../bpe_lab/player/core/progress.js";
import { kindsOf } from "./kinds.js";
import { addressOf } from "./links.js";
import { kindName, linkTo } from "./view.js";

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
