/* What opens over the player: menus, the help, notes on terms, the page's inputs. Escape closes the last one that was
   opened. */

/** @import { Book } from "../core/types.js" */

import { template } from "../core/book.js";
import { become, el, makeButton, set } from "../core/dom.js";
import { TOOL_ICONS, drawing } from "../core/drawings.js";
import { focusedIn, keepingFocus } from "../core/focus.js";
import { hasTool } from "./hall.js";

export function makeLayers(root) {
  const closers = [];
  const menus = new Set();
  return {
    opened: (close) => closers.push(close),
    openedMenu(close) {
      menus.add(close);
      closers.push(close);
    },
    /** `hide` may hide what has the focus. */
    closed(close, hide) {
      if (closers.includes(close)) closers.splice(closers.indexOf(close), 1);
      keepingFocus(root, hide);
    },
    any: () => closers.length > 0,
    closeLast: () => closers.at(-1)?.(true),
    closeMenus: () => closers.filter((close) => menus.has(close)).reverse().forEach((close) => close(false)),
    closeAll: () => [...closers].reverse().forEach((close) => close(false)),
  };
}

const LEAST_MENU = 160;

/** A button with a panel that it opens and closes, as does a click elsewhere or Escape.
    The focus goes from the panel back to the button, wherever the panel was closed from. */
export function makeMenu(layers, button, panel) {
  const holder = el("div", { class: "holder" }, button, panel);
  const isOpen = () => panel.hasAttribute("data-open");
  const show = (open) => {
    set(panel, { "data-open": open });
    set(button, { "aria-expanded": String(open) });
  };
  const onPress = (event) => event.composedPath().includes(holder) || close(false);
  const onFocus = ({ relatedTarget }) => relatedTarget && !holder.contains(relatedTarget) && close(false);
  function close(byKey) {
    if (!isOpen()) return;
    if (byKey || focusedIn(panel)) button.focus({ preventScroll: true });
    document.removeEventListener("pointerdown", onPress, true);
    layers.closed(close, () => show(false));
  }
  function open() {
    document.addEventListener("pointerdown", onPress, true);
    layers.openedMenu(close);
    panel.style.maxHeight = `${Math.max(LEAST_MENU, button.getBoundingClientRect().top - 16)}px`;
    show(true);
    panel.scrollIntoView({ block: "nearest" });
  }
  holder.addEventListener("focusout", onFocus);
  button.addEventListener("click", () => (isOpen() ? close(false) : open()));
  show(false);
  return holder;
}

/* The help: every key, over the whole window, until Escape. */

/** @type {[string, [string, string[]][]][]} */
const HELP = [
  ["walk", [
    ["play", ["Space"]],
    ["step", ["←", "→"]],
    ["clicker", ["PageUp", "PageDown"]],
    ["lesson_scene", ["Shift", "PageDown"]],
    ["lesson_answer", ["R"]],
    ["group", ["Shift", "←", "→"]],
    ["place", ["N"]],
    ["unit", ["G"]],
    ["ends", ["Home", "End"]],
    ["speed", ["+", "−"]],
  ]],
  ["lecture", [
    ["ask", ["Q"]],
    ["lesson_notes", ["O"]],
    ["full", ["F"]],
    ["inputs", ["I"]],
    ["theme", ["D"]],
    ["blank", [".", "B"]],
    ["laser", ["L"]],
    ["code", ["S"]],
    ["add", ["A"]],
    ["marks", ["[", "]"]],
    ["help", ["?", "H"]],
    ["escape", ["Esc"]],
  ]],
];

/** What a board has no use for: there are no steps. */
const OF_STEPS = new Set([...HELP[0][1].map(([what]) => what), "ask", "marks"]);

/** `hasPlaces`: whether the walk has places to go to; `isBoard`: there is no walk. */
export function makeHelp(layers, book, { hasPlaces = false, isBoard = false }) {
  const conditions = { place: () => hasPlaces, inputs: hasInputs, theme: () => "schemeKey" in document.documentElement.dataset };
  for (const tool of ["blank", "laser", "code", "add"]) conditions[tool] = () => hasTool(tool);
  for (const key of ["answer", "scene", "notes"]) conditions[`lesson_${key}`] = () => "lesson" in document.documentElement.dataset;
  const isThere = (what) => !(isBoard && OF_STEPS.has(what)) && (conditions[what]?.() ?? true);
  const close = makeButton({ class: "close", "aria-label": template(book, "player.close") }, () => shut(), drawing(TOOL_ICONS.close));
  const title = el("h2", { id: "help-title" }, template(book, "player.help"));
  const there = HELP.map(([name, rows]) => /** @type {const} */ ([name, rows.filter(([what]) => isThere(what))]));
  const groups = there.filter(([, rows]) => rows.length).map(([name, rows]) => helpGroup(book, name, rows));
  const touch = isBoard ? null : el("p", { class: "touch" }, template(book, "player.keys.swipe"));
  const node = el("dialog", { class: "help", role: "dialog", "aria-modal": "true", "aria-labelledby": "help-title" },
    el("header", {}, title, close), el("div", { class: "groups" }, groups), touch);
  const shut = () => layers.closed(shut, () => node.close());
  node.addEventListener("cancel", shut);
  node.addEventListener("click", ({ target }) => target === node && shut());
  node.addEventListener("keydown", (event) => keepFocus(event, close));
  return {
    node,
    isOpen: () => node.open,
    /** Over a panel that fills the board, which stands there again behind it. */
    open() {
      layers.closeMenus();
      layers.opened(shut);
      node.showModal();
      close.focus();
    },
  };
}

/** The only thing to reach in the dialog is its button, so Tab stays there. */
function keepFocus(event, button) {
  if (event.key !== "Tab") return;
  event.preventDefault();
  button.focus();
}

function helpGroup(book, name, rows) {
  const entry = ([what, keys]) => [
    el("dt", {}, keys.map((key) => el("kbd", {}, key))),
    el("dd", {}, template(book, `player.keys.${what}`)),
  ];
  return el("section", {}, el("h3", {}, template(book, `player.keys.${name}`)), el("dl", {}, rows.flatMap(entry)));
}

/* What a term means, in a note beside it: while the mouse rests on it; and from a press, a tap, Enter or Space on,
   until the next one, Escape, a press elsewhere or the next step. A press leaves the focus where it was, so that
   the player keeps its keys. */

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

/* The page's inputs, over the stage while presenting; ui/page/present.css lays them out. */

const INPUTS = '[class*="st-key-inputs"]';
const OPEN = "data-inputs";
/** Where letters are written; a list that is not open has none of its own. */
const FIELDS = "input:not([type=number], [role=combobox][aria-expanded=false]), textarea";
const CLICKER = ["PageUp", "PageDown"];

/** Whether the page has inputs that a sheet could show. */
const hasInputs = () => document.querySelector(INPUTS) !== null;

/** Opens and closes it; the walk stays where it is, and closing gives it the focus back.
    A clicker's key closes it too, and goes on: whoever stands before a hall has no other.
    @param {HTMLElement} root  the player's
    @param {(isBack: boolean) => void} goOn */
export function makeSheet(root, goOn) {
  const page = document.documentElement;
  const isOpen = () => page.hasAttribute(OPEN);
  const focus = () => /** @type {HTMLElement | null} */ (document.querySelector(`${INPUTS} :is(input, button)`))?.focus();

  /** What is unfolded in the sheet has these keys for itself, and a field has every letter. */
  function closes({ key, ctrlKey, metaKey, altKey }, field) {
    if (key === "Escape" || CLICKER.includes(key)) return !document.querySelector(`${INPUTS} [aria-expanded=true]`);
    return key.toLowerCase() === "i" && !field.matches?.(FIELDS) && !ctrlKey && !metaKey && !altKey;
  }
  function onKey(event) {
    if (!closes(event, event.composedPath()[0])) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    root.focus({ preventScroll: true });
    if (CLICKER.includes(event.key)) goOn(event.key === "PageUp");
  }
  function open() {
    if (!hasInputs()) return;
    page.setAttribute(OPEN, "");
    document.addEventListener("keydown", onKey, true);
    focus();
  }
  function close() {
    document.removeEventListener("keydown", onKey, true);
    if (isOpen()) page.removeAttribute(OPEN);
  }
  return { open, close };
}
