/* A button of the bar: an icon with a name, which shows where there is room for it. */

import { template } from "../core/book.js";
import { el } from "../core/dom.js";
import { drawing } from "../core/icons.js";

export const TOOL_ICONS = {
  stop_at: "M4 14.2V2.2M4 2.8h8.4l-2.2 2.9 2.2 2.9H4",
  ask_first: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.2 6.9h.01M8 6.9h.01M10.8 6.9h.01",
  ask_answer: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.4 6.7l1.9 1.9 3.5-3.6",
  share: "M8 9.6V1.9M5.2 4.5 8 1.7l2.8 2.8M4.6 7H3v7h10V7h-1.6",
  help: "M5.4 5.6a2.6 2.6 0 1 1 4 2.2c-1 .7-1.4 1.2-1.4 2.3M8 13.2h.01",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "M4 4l8 8M12 4l-8 8",
};

/** An icon with a name, which shows where there is room for it; `key` does the same. */
export function toolButton(book, name, key, action) {
  const words = template(book, `player.${name}`);
  const hints = { title: key ? `${words} (${key})` : words, "aria-label": words, "aria-keyshortcuts": key };
  const button = el("button", { type: "button", class: "tool", "data-name": name, ...hints },
    drawing(TOOL_ICONS[name]), el("span", { class: "words" }, words));
  if (action) button.addEventListener("click", action);
  return button;
}
