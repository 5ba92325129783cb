/* What a lecturer does with the whole window, on every page. The walk's keys come first, and those of a
   question that stands: what the player takes never gets as far as the window. */

import { el, own } from "../core/dom.js";
import { focusRests } from "../core/focus.js";
import { isCalm } from "../core/motion.js";

/** Asks for the code of the present moment, as its key does. */
export const SHOW_CODE = "bpe-lab:show-code";
/** Asks for the present scene to be added to the reader's lesson, as its key does. */
export const ADD_SCENE = "bpe-lab:add-scene";
/** Asks the walk of the page, if there is one, to add it with the step that it shows: the server does not know that. */
export const ADDING = "bpe-lab:adding";

export const FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
export const WALK = ".player:not([data-board], [data-lettered])";

const PAGE = "[data-testid=stMainBlockContainer]";
const QUESTION = ".asking-veil";

/** The tools by name, `down` at its key and `up` when that is let go: while presenting, and from within a walk, unless
    its letters may be answers. A scene is added from anywhere else on the page, unless a question stands there.
    @param {() => boolean} presents
    @param {Record<string, {down: () => void, up?: () => void}>} tools */
export function openHall(presents, tools) {
  document.documentElement.dataset.hall = Object.keys(tools).join(" ");
  window.addEventListener("keydown", (event) => {
    const tool = own(tools, toolOf(event) ?? "");
    const path = event.composedPath();
    const [target] = /** @type {Element[]} */ (path);
    if (!tool || event.defaultPrevented || event.repeat || target.matches?.(FIELDS)) return;
    const isInWalk = path.some((node) => /** @type {Element} */ (node).matches?.(WALK));
    if (presents() || isInWalk || (tool === tools.add && addsFromHere())) tool.down();
  });
  window.addEventListener("keyup", (event) => own(tools, toolOf(event) ?? "")?.up?.());
}

function addsFromHere() {
  const page = document.querySelector(PAGE);
  return Boolean(page) && focusRests(page) && !document.querySelector(QUESTION);
}

/** Whether the window has this tool: the player's help and menus name no other.
    @param {string} tool */
export const hasTool = (tool) => (document.documentElement.dataset.hall ?? "").split(" ").includes(tool);

/* The keys of the hall's tools and of a lesson; the wide signs are what a Chinese keyboard types. */

const TOOLS = new Map([[".", "blank"], ["。", "blank"], ["．", "blank"], ["b", "blank"], ["l", "laser"], ["s", "code"], ["a", "add"]]);

/** A keyboard event, or what matters of it.
    @typedef {{key: string, shiftKey?: boolean, ctrlKey?: boolean, metaKey?: boolean, altKey?: boolean, isComposing?: boolean}} Key */

/** The tool that a key is for, or nothing.
    @param {Key} event */
export function toolOf({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return ctrlKey || metaKey || altKey || isComposing ? undefined : TOOLS.get(key.toLowerCase());
}

/** Whether a key, in lower case, is the tool's: it takes its work back, too.
    @param {string} tool
    @returns {(key: string) => boolean} */
export const keyOf = (tool) => (key) => TOOLS.get(key) === tool;

const LESSON = new Map([["r", "answer"], ["o", "notes"], ["Shift+PageDown", "next"], ["Shift+PageUp", "back"]]);

/** What a key does in a lesson, wherever its walk stands, or nothing: `next` and `back` are scenes.
    @param {Key} event */
export function lessonActOf({ key, shiftKey, ctrlKey, metaKey, altKey, isComposing }) {
  if (ctrlKey || metaKey || altKey || isComposing) return undefined;
  return LESSON.get(shiftKey ? `Shift+${key}` : key.toLowerCase());
}

/** Whether the lecturer's window passes a key on to the hall: those of a clicker, and what leads through a lesson.
    @param {Key} event */
export function isForHall(event) {
  const { key, ctrlKey, metaKey, altKey } = event;
  if (ctrlKey || metaKey || altKey) return false;
  const act = lessonActOf(event);
  return /^(Page(Up|Down)|Arrow(Left|Right)| )$/.test(key) || toolOf(event) === "blank" || (act !== undefined && act !== "notes");
}

/* What a walk says on the window. Past its ends a lecturer's next press is for whatever leads from walk to walk. */

/** Says on the window, by `detail`, which way, and from which scene's walk. */
export const BEYOND = "bpe-lab:beyond";

/** @param {"next" | "back"} way
    @param {string} [scene] */
export const goBeyond = (way, scene) => void window.dispatchEvent(new CustomEvent(BEYOND, { detail: { way, scene } }));

/** Says that another step stands; `detail()` draws the one to come, at the cost of some steps. */
export const STEPPED = "bpe-lab:stepped";

/* A dialog over the whole window. Beneath it nothing moves: no key gets through, and playing waits. */

/** Says on the window, by `detail`, whether something covers it. */
export const COVERED = "bpe-lab:covered";

/** Whether the window is covered now. */
let isCovered = false;

function tell(covered) {
  isCovered = covered;
  window.dispatchEvent(new CustomEvent(COVERED, { detail: covered }));
}

/** `closes` says of a key, in lower case, whether it takes the dialog away; Escape always does.
    @param {HTMLDialogElement} node
    @param {(key: string) => boolean} closes
    @param {() => void} [gone] */
export function makeCover(node, closes, gone) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopImmediatePropagation();
    if (event.key !== "Escape" && !closes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (!event.repeat) close();
  }
  function close() {
    if (!node.isConnected) return;
    window.removeEventListener("keydown", onKey, true);
    node.close();
    node.remove();
    gone?.();
    tell(false);
  }
  // subtle: the event comes late; a second press may have opened it again by then.
  node.addEventListener("close", () => node.open || close());
  return {
    close,
    open() {
      if (isCovered) return;
      tell(true);
      document.body.append(node);
      node.showModal();
      window.addEventListener("keydown", onKey, true);
    },
  };
}

/* A black screen while the lecturer speaks; the key again, a click or Escape brings the page back. */

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

/* A red spot that follows the mouse, over everything, while its key is held. It only moves: nothing is laid out. */

const LAYER = "position:fixed;inset:0;width:auto;height:auto;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none";
// White and black around the red: seen on any ground.
const SPOT = "position:absolute;top:-.6rem;left:-.6rem;width:1.2rem;height:1.2rem;border-radius:50%;background:#f00;"
  + "box-shadow:0 0 0 .12rem #fff,0 0 0 .2rem #000,0 0 1rem .5rem rgb(255 0 0/.55);will-change:translate;";
const TRAIL = [60, 120, 180]; // milliseconds that what follows is behind

const trailing = (delay, index) =>
  el("div", { style: `${SPOT}box-shadow:none;opacity:${0.45 - index * 0.12};transition:translate ${delay}ms linear` });

export function makeLaser() {
  const spot = el("div", { style: SPOT });
  const trail = TRAIL.map(trailing).reverse();
  const layer = el("div", { class: "hall-laser", style: LAYER, popover: "manual", "aria-hidden": "true" }, trail, spot);
  /** @type {[number, number] | null} */
  let point = null;
  function draw() {
    if (!layer.isConnected || !point) return;
    const [x, y] = point;
    for (const each of [...trail, spot]) each.style.translate = `${x}px ${y}px`;
    if (!layer.matches(":popover-open")) layer.showPopover();
  }
  function off() {
    layer.remove();
  }
  window.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    point = [clientX, clientY];
    draw();
  }, { passive: true, capture: true });
  window.addEventListener("blur", off);
  return {
    down() {
      for (const each of trail) each.hidden = isCalm(false);
      document.body.append(layer);
      draw();
    },
    up: off,
  };
}
