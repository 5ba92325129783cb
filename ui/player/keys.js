/* The keyboard, while the focus is inside the player. */

/** The action of a key, or nothing where the key belongs to a button or to the browser. */
function keyAction(event) {
  if (event.ctrlKey || event.altKey || event.metaKey) return undefined;
  const { key, shiftKey, target } = event;
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
