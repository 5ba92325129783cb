/* What a term means, in a note beside it: while the mouse rests on it; and from a press, a tap, Enter or Space on,
   until the next one, Escape, a press elsewhere or the next step. A press leaves the focus where it was, so that
   the player keeps its keys. */

/** @import { Book } from "../core/types.js" */

import { template } from "../core/book.js";
import { become, el, set } from "../core/dom.js";

const REST = 300;  // milliseconds that the mouse rests before a note opens
const GAP = 6;  // pixels between a term and its note
const NOTE = "term-note";

/** @param {HTMLElement} root
    @param {ReturnType<typeof import("./layers.js").makeLayers>} layers
    @param {() => Book} bookOf
    @param {(words: string) => void} tell */
export function makeTermNotes(root, layers, bookOf, tell) {
  const note = el("div", { class: "term-note", id: NOTE, role: "note", popover: "manual" });
  /** @type {HTMLElement | null} */
  let term = null;
  let stays = false;
  let timer = 0;

  function open(wanted, isKept) {
    close();
    [term, stays] = [wanted, isKept];
    const [name, meaning] = ["name", "meaning"].map((part) => template(bookOf(), `term.${term?.dataset.term}.${part}`));
    become(note, [el("b", {}, name), " ", meaning]);
    set(term, { "aria-expanded": "true", "aria-describedby": NOTE });
    root.append(note);
    note.showPopover?.();
    place();
    window.addEventListener("scroll", place, true);
    if (!isKept) return;
    document.addEventListener("pointerdown", onPress, true);
    layers.opened(close);
    tell(`${name}: ${meaning}`);
  }

  function close() {
    clearTimeout(timer);
    if (!term) return;
    set(term, { "aria-expanded": "false", "aria-describedby": null });
    term = null;
    note.remove();
    window.removeEventListener("scroll", place, true);
    document.removeEventListener("pointerdown", onPress, true);
    if (stays) layers.closed(close, () => undefined);
    stays = false;
  }

  /** Below the term, above it where there is no room, and within the window. */
  function place() {
    if (!term) return;
    const { left, top, bottom } = term.getClientRects()[0] ?? term.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = note;
    const isBelow = bottom + GAP + offsetHeight <= innerHeight || top < offsetHeight + GAP;
    note.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    note.style.top = `${isBelow ? bottom + GAP : top - GAP - offsetHeight}px`;
  }

  const onPress = (event) => {
    const path = event.composedPath();
    if (!path.includes(note) && !path.includes(/** @type {any} */ (term))) close();
  };
  const press = (wanted) => (wanted === term && stays ? close() : open(wanted, true));

  root.addEventListener("mousedown", (event) => termOf(event) && event.preventDefault());
  root.addEventListener("click", (event) => termOf(event) && press(termOf(event)));
  root.addEventListener("keydown", (event) => {
    const wanted = termOf(event);
    if (!wanted || !["Enter", " "].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press(wanted);
  }, true);
  root.addEventListener("pointerover", (event) => {
    const wanted = termOf(event);
    if (event.pointerType !== "mouse" || stays || wanted === term) return;
    clearTimeout(timer);
    if (wanted) timer = window.setTimeout(() => open(wanted, false), REST);
    else if (!event.composedPath().includes(note)) timer = window.setTimeout(close, REST);
  });
  root.addEventListener("pointerleave", () => !stays && close());
  return { close };
}

/** @returns {HTMLElement | null} */
const termOf = ({ target }) => target.closest?.(".term") ?? null;
