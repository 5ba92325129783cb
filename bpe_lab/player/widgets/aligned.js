/* A text under several rules, a row each: pieces over the cells that they hold, cells below each
   other. What does not fit a line goes on in the next one, cut where all rules cut if it can be. */

/** @import { Token } from "../core/types.js" */

import {
  glyphs, plainText, sentences, spelled, spelledOut, template, textNodes, tokenAt,
} from "../core/book.js";
import { el, remSize, set, sum } from "../core/dom.js";
import { chip, shortened } from "../core/glyphs.js";
import { integer } from "../core/recording.js";
import { laneDress } from "./looks.js";

const ALIGNED = { cells: 4000, rows: 16, least: 0.5, even: 3, columns: 40, spoken: 400 };

export function aligned(widget, book) {
  const cells = integer(widget.cells, 1, ALIGNED.cells, "cells");
  const rows = widget.rows ?? [];
  integer(rows.length, 1, ALIGNED.rows, "rows");
  const node = el("div", { class: "aligned" });
  const drawing = el("div", { class: "aligned-lines", "aria-hidden": "true", dir: "ltr" });
  node.append(drawing, alignedWords(book, rows));
  const view = { book, cells, text: widget.text ?? [], rows, drawing, joints: new Set(widget.joints ?? []), ruler: widget.ruler, room: "" };
  linkEqual(drawing);
  return { node, layout: (narrow) => layAligned(view, narrow), draw() {} };
}

/** What a screen reader gets: a sentence a row. */
function alignedWords(book, rows) {
  const items = rows.map(({ title, aside, parts }) => {
    const words = parts.map(([index]) => spelled(book, index)).join(" | ");
    const letters = words.length > ALIGNED.spoken ? `${words.slice(0, ALIGNED.spoken)} …` : words;
    return el("li", {}, sentences(book, [template(book, title), aside && plainText(book, aside), letters]));
  });
  return el("ul", { class: "unseen" }, items);
}

/** The widths of all cells are taken from one long line, then they are dealt out to lines. */
function layAligned(view, narrow) {
  const width = view.drawing.clientWidth;
  const room = `${width} ${narrow} ${remSize()}`;
  if (width <= 0 || room === view.room) return;
  view.room = room;
  const whole = alignedLine(view, 0, view.cells, null);
  set(whole, { "data-measured": true });
  view.drawing.replaceChildren(whole);
  const [label, ...tracks] = getComputedStyle(whole).gridTemplateColumns.split(" ").map(parseFloat);
  const lines = alignedBreaks(tracks, width - label - 2, view.joints);
  view.drawing.replaceChildren(...lines.map(([from, to]) => alignedLine(view, from, to, [label, ...tracks.slice(from, to)])));
}

/** `[[from, to]…]`: few lines about as long as each other, cut at joints where that leaves enough. */
function alignedBreaks(tracks, room, joints) {
  const total = sum(tracks);
  const count = Math.ceil(total / room);
  const even = count > ALIGNED.even ? room : total / Math.max(1, count);
  const lines = [];
  for (let from = 0; from < tracks.length; ) {
    let to = from, used = 0, joint = 0;
    while (to < tracks.length && (to === from || used + tracks[to] <= room)) {
      used += tracks[to++];
      if (!joints.has(to) || used < room * ALIGNED.least) continue;
      joint = to;
      if (used >= even) break;
    }
    if (to < tracks.length && joint) to = joint;
    lines.push([from, to]);
    from = to;
  }
  return lines;
}

/** A line: the text above, then a row a rule. `tracks` in pixels; none while they are measured. */
function alignedLine(view, from, to, tracks) {
  const { book, text, rows, joints, ruler } = view;
  const columns = tracks ? tracks.map((each) => `${each / remSize()}rem`).join(" ") : `max-content repeat(${view.cells}, max-content)`;
  const line = el("div", { class: "aligned-line" });
  line.style.gridTemplateColumns = columns;
  line.append(inCell(el("span", { class: "rule-name", "data-ruler": true }, ruler ? template(book, ruler) : null), 1, 0, 1));
  for (const [index, start, end] of text) {
    if (end <= from || start >= to) continue;
    line.append(between(el("span", { class: "ruled" }, glyphs(book, tokenAt(book, index))), 1, start, end, from, to));
  }
  for (const cell of joints) {
    if (cell > from && cell < to) line.append(acrossRows(el("i", { class: "joint" }), rows.length, cell - from + 1));
  }
  rows.forEach((row, index) => line.append(...alignedRow(book, row, index + 2, from, to)));
  return line;
}

function alignedRow(book, { title, look, aside, parts, own: alone, gone }, place, from, to) {
  const name = el("span", { class: "rule-name" }, el("b", { ...laneDress({ look }) }, template(book, title)),
    aside ? el("span", { class: "rule-count" }, textNodes(book, aside)) : null);
  const nodes = [inCell(name, place, 0, 1)];
  const marks = new Set(alone ?? []);
  for (const [start, end] of gone ?? []) {
    if (end > from && start < to) nodes.push(between(el("i", { class: "gone" }), place, start, end, from, to));
  }
  for (const [index, start, end, state] of parts) {
    if (end <= from || start >= to) continue;
    const letters = shortened(tokenAt(book, index), ALIGNED.columns);
    const node = chip(book, index, {
      "data-look": state || null, "data-alone": marks.has(end) && end <= to,
      "data-goes-on": end > to, "data-comes-from": start < from,
    }, start < from ? NO_LETTERS : letters);
    node.title = spelledOut(book, tokenAt(book, index));
    node.dataset.piece = tokenAt(book, index).id;
    nodes.push(between(node, place, start, end, from, to));
  }
  return nodes;
}

/** @type {Token} */
const NO_LETTERS = { id: -1, kind: "piece", parts: [["name", "…"]], width: 1 };

const between = (node, row, start, end, from, to) =>
  inCell(node, row, Math.max(start, from) - from + 1, Math.min(end, to) - Math.max(start, from));

/** In a grid whose first column is the rules' names. */
function inCell(node, row, column, span) {
  node.style.gridRow = String(row);
  node.style.gridColumn = `${column + 1} / span ${Math.max(1, span)}`;
  return node;
}

function acrossRows(node, rows, column) {
  node.style.gridRow = `1 / span ${rows + 1}`;
  node.style.gridColumn = `${column + 1} / span 1`;
  return node;
}

/** Pieces of the same bytes light up together under the pointer. */
function linkEqual(box) {
  const light = (piece) => {
    for (const node of box.querySelectorAll("[data-piece]")) set(node, { "data-linked": piece != null && node.dataset.piece === piece });
  };
  box.addEventListener("pointerover", ({ target }) => light(target.closest("[data-piece]")?.dataset.piece ?? null));
  box.addEventListener("pointerleave", () => light(null));
}
