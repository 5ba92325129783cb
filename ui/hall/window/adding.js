/* The present scene into the lesson that the reader writes: by its button in the page's corner, which a key and a
   walk's menu press as well. */

import { ADDING } from "../../../bpe_lab/player/chrome/hall.js";

const BUTTON = ".st-key-add_scene button";

export function openAdding() {
  document.addEventListener("click", (event) => {
    const adding = new Event(ADDING, { cancelable: true });
    if (!(/** @type {Element} */ (event.target).closest(BUTTON)) || window.dispatchEvent(adding)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  return { down: () => /** @type {HTMLElement | null} */ (document.querySelector(BUTTON))?.click() };
}
