/* A table of fixed height: rows past the state's stay as empty lines. */

import { figure, numeral, signed, template, textNodes } from "../core/book.js";
import { el, own, set } from "../core/dom.js";
import { chip, pairChips } from "../core/glyphs.js";
import { flash, isCalm, moveRows, placesOfRows } from "../core/motion.js";
import { barOf, lookSign } from "./looks.js";

const CELL_KINDS = {
  pair: (book, pair) => [pairChips(book, pair)],
  token: (book, token) => [chip(book, token)],
  number: (book, number) => [figure(book, number)],
  delta: (book, number) => [signed(book, number)],
  bar: (book, share) => [barOf(book, Math.max(0, Math.min(1, Number(share) || 0)))],
  text: (book, text) => [el("bdi", {}, String(text))],
  say: textNodes,
};

export function table(widget, book, states) {
  const columns = widget.columns ?? [];
  const rows = Array.from({ length: widget.rows ?? 0 }, () => emptyRow(columns));
  const head = columns.map((column, index) => headCell(book, column, widthOf(book, column, index, states)));
  const more = widget.more || states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  const marks = el("td", { class: "sign-cell", "aria-hidden": "true" });
  const body = el("table", {}, el("thead", {}, el("tr", {}, marks, head)), el("tbody", {}, rows));
  const keyed = columns.findIndex(({ kind }) => kind === "pair" || kind === "token");
  let keys = [];
  return {
    node: el("div", { class: "table" }, body, more),
    draw(state, still) {
      const before = placesOfRows(keys);
      keys = keyed < 0 ? [] : (state.rows ?? []).slice(0, rows.length).map(({ cells }) => String(cells[keyed]));
      if (before.size && !isCalm(still)) moveRows(before, keys.map((key, index) => [key, rows[index]]));
      rows.forEach((row, index) => fillRow(row, columns, state.rows?.[index], book));
      if (!isCalm(still)) rows.filter(({ dataset }) => dataset.look === "changed").forEach(flashFigures);
      more?.replaceChildren(...(state.more ? textNodes(book, state.more) : []));
    },
  };
}

function headCell(book, { kind, title }, width) {
  const cell = el("th", { scope: "col", "data-column": kind }, title ? template(book, title) : null);
  cell.style.width = width;
  return cell;
}

/** Columns of numbers are as wide as the longest number of the whole walk, so that none moves. */
function widthOf(book, { kind }, index, states) {
  if (kind !== "number" && kind !== "delta") return "";
  const numbers = states.flatMap((state) => (state?.rows ?? []).map((row) => Math.abs(row.cells[index])));
  const most = numbers.reduce((one, other) => Math.max(one, Number(other) || 0), 0);
  return `${Math.max(4, numeral(book, most).length * 0.6 + 2)}rem`;
}

const emptyRow = (columns) =>
  el("tr", {}, el("td", { class: "sign-cell" }), columns.map(({ kind }) => el("td", { "data-column": kind })));

function fillRow(row, columns, state, book) {
  set(row, { "data-look": state?.look || null });
  const [sign, ...cells] = row.children;
  sign.replaceChildren(...lookSign(state?.look));
  cells.forEach((cell, index) => cell.replaceChildren(...cellNodes(columns[index], state?.cells?.[index], book)));
}

const flashFigures = (row) => row.querySelectorAll("[data-column=number], [data-column=delta]").forEach(flash);

function cellNodes({ kind }, value, book) {
  const draw = own(CELL_KINDS, kind) ?? CELL_KINDS.text;
  return value == null || value === "" ? [] : draw(book, value);
}
