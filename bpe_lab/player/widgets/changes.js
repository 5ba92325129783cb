/* A list of changes: pre-tokens before and after a merge. */

import { numeral, textNodes } from "../core/book.js";
import { el, set } from "../core/dom.js";
import { chipsRoom, sequence } from "../core/glyphs.js";

/* A side of a change has room for this many em of chips. */
const CHANGE_ROOM = 11;

export function changes(widget, book, states) {
  const rows = Array.from({ length: widget.rows ?? 0 }, () => el("li"));
  const more = widget.more || states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  return {
    node: el("div", { class: "changes" }, el("ul", {}, rows), more),
    draw(state) {
      rows.forEach((row, index) => fillChange(book, row, state.rows?.[index]));
      more?.replaceChildren(...(state.more ? textNodes(book, state.more) : []));
    },
  };
}

/** A row without a change keeps its height and says nothing. */
function fillChange(book, row, change) {
  set(row, { "aria-hidden": change ? null : "true" });
  row.replaceChildren(...(change ? changeNodes(book, change) : []));
}

/** What a merge makes of a pre-token; before it is made, only the tokens that will join. */
function changeNodes(book, { before, after, lit = [], forming = [], times }) {
  const first = [...forming, ...lit].length ? Math.min(...forming, ...lit) : 0;
  const cut = chipsRoom(book, before) > CHANGE_ROOM;
  const count = el("span", { class: "times" }, (times ?? 1) === 1 ? null : `×${numeral(book, times)}`);
  const old = sequence(book, before, cut && [first - 1, first + 3], forming, "forming");
  if (!after) return [old, count];
  const arrow = el("span", { class: "arrow", role: "img", "aria-label": "→" });
  return [old, arrow, sequence(book, after, cut && [first - 1, first + 2], lit, "merged"), count];
}
