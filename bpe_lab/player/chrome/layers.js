/* What opens over the player: menus, and the help. Escape closes the last one that was opened. */

import { el, set } from "../core/dom.js";
import { focusedIn, keepingFocus } from "../core/focus.js";

export function makeLayers(root) {
  const closers = [];
  return {
    opened: (close) => closers.push(close),
    /** `hide` may hide what has the focus. */
    closed(close, hide) {
      if (closers.includes(close)) closers.splice(closers.indexOf(close), 1);
      keepingFocus(root, hide);
    },
    any: () => closers.length > 0,
    closeLast: () => closers.at(-1)?.(true),
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
    layers.opened(close);
    panel.style.maxHeight = `${Math.max(LEAST_MENU, button.getBoundingClientRect().top - 16)}px`;
    show(true);
    panel.scrollIntoView({ block: "nearest" });
  }
  holder.addEventListener("focusout", onFocus);
  button.addEventListener("click", () => (isOpen() ? close(false) : open()));
  show(false);
  return holder;
}
