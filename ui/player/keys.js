/* The keyboard, while the focus is inside the player; presenting, also while it is nowhere. */

/** The action of a key, or nothing where the key belongs to a button or to the browser. */
function keyAction(event, present) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const { key, shiftKey, target } = event;
  if (key === "Escape") return present ? "leave" : undefined;
  if (key === " ") return target.closest?.("button") ? undefined : "play";
  if (key === "ArrowLeft") return shiftKey ? "group_back" : "back";
  if (key === "ArrowRight") return shiftKey ? "group_forward" : "forward";
  const onSlider = target.getAttribute?.("role") === "slider";
  return own(PLAIN_KEYS, key) ?? (onSlider ? own(SLIDER_KEYS, key) : undefined);
}

const SLIDER_KEYS = { ArrowUp: "forward", ArrowDown: "back" };

const PLAIN_KEYS = {
  Home: "first", End: "last", PageUp: "back", PageDown: "forward",
  "+": "faster", "=": "faster", "-": "slower", "−": "slower",
};

/** Whether the focus is on nothing, or on something that merely holds the player. */
function focusIsAround(root) {
  const host = root.getRootNode().host ?? root;
  const focused = document.activeElement;
  return !focused || (focused !== host && focused.contains(host));
}
