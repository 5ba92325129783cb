/* Signs and bars that rows of several widgets have. */

import { numeral } from "../core/book.js";
import { el } from "../core/dom.js";
import { goalIcon } from "../core/icons.js";

export function barOf(book, share) {
  const fill = el("i", { class: "fill" });
  fill.style.width = `${share * 100}%`;
  return el("span", { class: "bar", role: "img", "aria-label": `${numeral(book, Math.round(share * 100))}%` }, fill);
}

/** A sign beside the colour: a crown for the winner, "=" for what ties with it, "↓" for what was set aside. */
export function lookSign(look) {
  if (look === "chosen") return [goalIcon("choose")];
  if (look === "aside") return ["↓"];
  return look === "tied" ? ["="] : [];
}
