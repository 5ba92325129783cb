/* A black screen while the lecturer speaks; the key again, a click or Escape brings the page back. */

import { makeCover } from "./cover.js";
import { el } from "../core/dom.js";

const BLACK = "position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:0;border:0;outline:0;background:#000;cursor:none";

/** `words` says to a screen reader what has happened and what brings the page back.
    @param {() => string} words
    @param {(key: string) => boolean} closes */
export function makeBlank(words, closes) {
  const { style } = document.documentElement;
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: "hall-blank", style: BLACK, tabindex: -1 }));
  const cover = makeCover(node, closes, () => style.removeProperty("scrollbar-color"));
  node.addEventListener("click", cover.close);
  return {
    down() {
      node.ariaLabel = words();
      cover.open();
      style.setProperty("scrollbar-color", "#000 #000"); // the window's own, which no dialog covers
      node.focus();
    },
  };
}
