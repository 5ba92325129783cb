/* The focus stays in the player, and with it the keyboard: where a step, a choice or another width
   takes away or hides what had it, the player itself has it. */

import { own } from "./dom.js";

export function focusedIn(root) {
  const focused = root.getRootNode().activeElement;
  return root.contains(focused) ? focused : null;
}

/** Do what may hide the element that has the focus. On the player itself nothing is measured. */
export function keepingFocus(root, action) {
  const focused = focusedIn(root);
  action();
  if (focused && focused !== root && !isSeen(focusedIn(root))) root.focus({ preventScroll: true });
}

const isSeen = (node) => Boolean(node?.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"));

/** To the control of this name, if it can be seen. Compared, since a recording may name controls. */
export function focusNamed(root, name) {
  const same = [...root.querySelectorAll("[data-name]")].find(({ dataset }) => dataset.name === name);
  same?.focus({ preventScroll: true });
  if (!focusedIn(root)) root.focus({ preventScroll: true });
}

/** Arrow keys go along controls that stand side by side and do not reach the player, which would step. */
export function walkWithArrows(event, here, count, go, key = event.key) {
  const places = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: count - 1 };
  const place = own(places, key);
  if (here < 0 || place === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  go(place);
}
