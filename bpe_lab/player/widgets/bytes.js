/* Characters over their bytes, in hex and where wanted in decimal. It wraps between characters, beside
   the names of the rows. */

import { template, tokenAt } from "../core/book.js";
import { el, range } from "../core/dom.js";
import { letterNodes } from "./flow.js";

export function bytes(widget, book) {
  const decimal = Boolean(widget.decimal);
  const rows = ["hex", ...(decimal ? ["decimal"] : [])];
  const titles = el("div", { class: "lane-titles" }, rows.map((row) => el("span", {}, template(book, `player.bytes.${row}`))));
  const values = widget.values ?? [];
  const characters = (widget.characters ?? []).map((character) => characterOver(book, character, values, decimal));
  const name = widget.title ? template(book, widget.title) : book.name;
  const node = el("div", { class: "byte-lanes", dir: "ltr", role: "group", "aria-label": name, "data-decimal": decimal }, titles,
    el("div", { class: "characters" }, characters));
  return { node, draw() {} };
}

function characterOver(book, { at, size, token }, values, decimal) {
  const places = range(at, at + size);
  const letters = letterNodes(book, tokenAt(book, token).parts, el("span", { class: "face" }));
  return el("div", { class: "character", "data-many": size > 1 }, letters, el("i", { class: "brace" }),
    el("span", { class: "bytes" }, places.map((index) => byteColumn(values[index], index, decimal))));
}

const byteColumn = (value, index, decimal) =>
  el("span", { class: "byte", "data-at": index }, el("span", { class: "value" }, twoDigits(value)),
    decimal ? el("span", { class: "decimal" }, String(value ?? "")) : null);

const twoDigits = (value) => (value == null ? "" : Number(value).toString(16).toUpperCase().padStart(2, "0"));
