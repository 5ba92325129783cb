/* The alternatives of a regular expression, a row each. Pointing at one lights what it matched (chrome/linking.js). */

import { hue, numeral, template, textNodes } from "../core/book.js";
import { el, own, set } from "../core/dom.js";
import { makeRoving } from "../core/focus.js";

export function pattern(widget, book, states) {
  const isCounted = states.some((state) => state?.counts);
  const alternatives = widget.alternatives ?? [];
  const isExplained = alternatives.some(({ note }) => note);
  const columns = ["kind", "code", ...(isExplained ? ["meaning"] : []), ...(isCounted ? ["matches"] : [])];
  const cell = (role, column, ...content) => el("span", { role, "data-column": column }, content.flat());
  const head = el("div", { class: "titles", role: "row" },
    columns.map((column) => cell("columnheader", column, template(book, `player.pattern.${column}`))));
  const rows = alternatives.map(({ code, note, kind, number = kind + 1 }) => {
    const count = isCounted ? cell("cell", "matches") : null;
    const node = el("div", { class: "alternative", role: "row", "data-kind": kind },
      cell("cell", "kind", el("span", { class: "badge" }, numeral(book, number))),
      cell("cell", "code", el("code", { dir: "ltr" }, codePieces(String(code)))),
      isExplained ? cell("cell", "meaning", note ? textNodes(book, note) : null) : null, count);
    node.style.setProperty("--h", hue(kind));
    return { kind, node, count };
  });
  const node = el("div", { class: "pattern", role: "table", "data-counted": isCounted, "data-explained": isExplained, "aria-label": widget.title ? template(book, widget.title) : book.name },
    head, rows.map((row) => row.node));
  makeRoving(node, rows.map((row) => row.node), { name: `${widget.id}-row`, downward: true });
  return { node, draw: (state) => rows.forEach((row) => drawCount(book, row, own(state.counts ?? {}, row.kind) ?? 0)) };
}

function drawCount(book, { node, count }, matches) {
  if (!count) return;
  count.textContent = numeral(book, matches);
  set(node, { "data-none": matches === 0 });
}

const CODE_PIECE = /(?:\\[pP]\{[^}]*\}|\\.|[^\\|)\]}])*(?:[)\]}]+[*+?]*(?:\{[\d,]+\})?[+?]*|\||$)/gsu;

/** Code in pieces that a line keeps whole: it breaks after brackets and bars. Spaces are visible. */
const codePieces = (code) =>
  (code.match(CODE_PIECE) ?? []).filter(Boolean).map((piece) => el("span", { class: "piece" }, piece.split(/( )/).filter(Boolean).map((letters) =>
    letters === " " ? el("span", { class: "blank" }, letters) : letters)));
