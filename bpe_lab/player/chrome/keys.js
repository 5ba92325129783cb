/* The keyboard, while the focus is inside the player; presenting, also while it is nowhere. The arrows of a page's one
   walk, its answers' letters and the key of its questions work from there, too: nothing else on a page has a use for them. */

import { own } from "../core/dom.js";

/** The action of a key, or nothing where the key belongs to a button, a field or to the browser. */
export function keyAction(event) {
  const { key, shiftKey, target } = event;
  const typed = event.getModifierState?.("AltGraph");
  if (!typed && (event.ctrlKey || event.altKey || event.metaKey)) return undefined;
  if (key === "Escape") return "escape";
  if (target.closest?.("input:not([type=checkbox])")) return undefined;
  if (key === " ") return target.closest?.("button, input") ? undefined : "play";
  if (key === "ArrowLeft") return shiftKey ? "group_back" : "back";
  if (key === "ArrowRight") return shiftKey ? "group_forward" : "forward";
  if (key.toLowerCase() === "n") return shiftKey ? "previous_place" : "next_place";
  const onSlider = target.getAttribute?.("role") === "slider";
  return own(PLAIN_KEYS, key.toLowerCase()) ?? (onSlider ? own(SLIDER_KEYS, key) : undefined);
}

const SLIDER_KEYS = { ArrowUp: "forward", ArrowDown: "back" };

/** Keys by their lower case; the wide signs are what a Chinese keyboard types. */
const PLAIN_KEYS = {
  home: "first", end: "last", pageup: "page_back", pagedown: "page_forward",
  "+": "faster", "=": "faster", "-": "slower", "−": "slower",
  f: "full", g: "unit", i: "inputs", q: "asking", h: "help", "?": "help", "？": "help",
  "[": "previous_mark", "【": "previous_mark", "]": "next_mark", "】": "next_mark",
};

/** Whether the focus is on nothing, or on something that merely holds the player. */
export function focusIsAround(root) {
  const host = root.getRootNode().host ?? root;
  const focused = document.activeElement;
  return !focused || (focused !== host && focused.contains(host));
}

const WAYS = "a, [aria-haspopup=menu][aria-expanded=false]";

/** Whether the focus is on nothing that wants a key: around an element, or on the link or the closed menu that led to
    its page. */
export const focusRests = (root) => focusIsAround(root) || Boolean(document.activeElement?.matches(WAYS));

export const isWalkKey = ({ key }) => ["ArrowLeft", "ArrowRight", "q"].includes(key.length === 1 ? key.toLowerCase() : key);
