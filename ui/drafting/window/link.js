/* A lesson as a link, to the clipboard or to be copied by hand. */

import styles from "./link.css";
import { copyAddress } from "../../../bpe_lab/player/chrome/address.js";
import { openBook, template, textNodes } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";

const NOTHING = { tokens: [], goals: [] };

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
