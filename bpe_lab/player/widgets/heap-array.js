/* The heap's array: a strip of cells with their indices, to be scrolled sideways.
   A cell belongs to an index; a step changes only the cells that hold another entry. */

import { numeral, template, tokenAt } from "../core/book.js";
import { cutPair } from "../core/chips.js";
import { become, el, own, remSize, set, unitsWide } from "../core/dom.js";
import { walkWithArrows } from "../core/focus.js";
import { columnsOf } from "../core/glyphs.js";
import { sum } from "../core/numbers.js";
import { textNodes } from "../core/texts.js";
import { glyphs } from "../core/token-letters.js";
import { entryData, entryWords } from "./heap-entry.js";

const CELL_STRIDE = { page: 58, present: 66 };  // units from one cell to the next, at least
const CELL_COLUMNS = { letters: 5, bytes: 6.5 };  // characters that a cell shows

export function heapCells(view) {
  const list = el("ol", { class: "cells", "aria-label": template(view.book, "player.heap.array") });
  const more = el("p", { class: "others" });
  const strip = { ...view, list, more, cells: [], fits: Infinity, stride: 0, order: [], index: -1, reached: 0 };
  strip.columns = CELL_COLUMNS[view.entries.some((entry) => hasBytes(view.book, entry)) ? "bytes" : "letters"];
  list.addEventListener("focusin", ({ target }) => reach(strip, cellOf(strip, target)));
  list.addEventListener("keydown", (event) => walkCells(event, strip));
  return {
    node: el("div", { class: "array" }, list, more),
    layout: () => layCells(strip),
    draw: (state, fresh, calm) => drawCells(strip, state, fresh, calm),
  };
}

const hasBytes = (book, [left, right]) =>
  [left, right].some((token) => tokenAt(book, token).parts.some(([kind]) => kind === "hex"));

/** Units from one cell to the next: all are as wide as the widest of the walk, so that no figure is cut. */
function strideOf(strip) {
  const { list, book, entries } = strip;
  const widest = new Map([...entries.keys()].map((entry) => [shapeOf(strip, entry), entry]));
  const probes = [...widest.values()].map((entry) => probeOf(strip, entries[entry]));
  list.append(...probes);
  const most = Math.max(0, ...probes.map((node) => node.offsetWidth));
  probes.forEach((node) => node.remove());
  return Math.max(CELL_STRIDE[book.present ? "present" : "page"], Math.ceil(((most + 1) * 16) / remSize()));
}

/** A cell that nobody sees, as wide as what it holds. */
function probeOf({ book, columns }, [left, right, count]) {
  const digits = numeral(book, count);
  const pair = cutPair([left, right].map((token) => tokenAt(book, token)), columns - digits.length);
  const letters = el("span", { class: "letters" }, pairLetters(book, pair));
  return el("li", { "data-probe": true }, el("span", { class: "item" }, letters, el("b", {}, digits)));
}

/** What is alike in this is as wide: letters all have one width, or two. */
function shapeOf({ book, entries }, entry) {
  const [left, right, count] = entries[entry];
  const tokens = [left, right].map((token) => tokenAt(book, token));
  const kinds = tokens.map(({ parts, width }) => [width, parts.map(([kind]) => kind)]);
  return JSON.stringify([kinds, numeral(book, count).length]);
}

function layCells(strip) {
  strip.list.style.maxWidth = "";
  // The words at its side take their room first: the longest that may stand there.
  const { book, entries, moreText } = strip;
  if (entries.length) become(strip.more, textNodes(book, moreText ?? ["player.heap.more", { entries: entries.length }]));
  const width = unitsWide(strip.list);
  if (width <= 0) return;
  const stride = strideOf(strip);
  strip.list.style.setProperty("--stride", `${stride / 16}rem`);
  strip.fits = Math.floor(width / stride);
  strip.list.style.maxWidth = `${(strip.fits * stride) / 16}rem`;  // No cell is cut.
  strip.stride = (stride * remSize()) / 16;
  drawMore(strip);
  showIndex(strip, true);
}

function drawCells(strip, { order = [], stale = {}, more }, fresh, calm) {
  const changed = order !== strip.order;
  Object.assign(strip, { order, moreText: more });
  while (strip.cells.length > order.length) strip.cells.pop().node.remove();
  reach(strip, Math.max(0, Math.min(strip.reached, order.length - 1)));
  order.forEach((entry, index) => drawCell(strip, index, entry, own(stale, entry), fresh.get(entry)));
  drawMore(strip);
  if (!changed) return;
  strip.index = order.findIndex((entry) => fresh.has(entry));
  showIndex(strip, calm);
}

/** Where an entry came in it is shown, else the beginning. */
function showIndex({ list, fits, index, stride }, calm) {
  const left = index < fits ? 0 : (index + 2 - fits) * stride;
  requestAnimationFrame(() => {
    if (Math.abs(list.scrollLeft - left) > 1) list.scrollTo({ left, behavior: calm ? "instant" : "smooth" });
  });
}

function drawMore({ order, more, fits, book, moreText }) {
  const left = order.length - fits;
  const text = moreText ?? (left > 0 ? ["player.heap.more", { entries: left }] : null);
  become(more, text ? textNodes(book, text) : []);
}

function drawCell(strip, index, entry, now, goal) {
  const cell = strip.cells[index] ?? addCell(strip, index);
  if (cell.entry !== entry || cell.now !== now) fillCell(strip, cell, index, entry, now);
  set(cell.node, { "data-new": goal });
}

function addCell({ cells, list, reached }, index) {
  const cell = { pair: el("span", { class: "letters" }), count: el("b") };
  const box = (cell.box = el("span", { class: "item" }, cell.pair, cell.count));
  const attributes = { "data-index": index, tabindex: index === reached ? 0 : -1 };
  cell.node = list.appendChild(el("li", attributes, box, el("small", {}, String(index))));
  cells.push(cell);
  return cell;
}

function fillCell(strip, cell, index, entry, now) {
  const [left, right, count] = strip.entries[entry];
  const digits = numeral(strip.book, count);
  const whole = [left, right].map((token) => tokenAt(strip.book, token));
  const present = presentCount(strip.book, digits, now, whole);
  if (cell.entry !== entry || cell.present !== present) {
    const tokens = present ? whole : cutPair(whole, strip.columns - digits.length);
    set(cell.box, { "data-now": present });
    become(cell.pair, pairLetters(strip.book, tokens));
    cell.count.textContent = digits;
  }
  Object.assign(cell, { entry, now, present });
  const words = entryWords(strip, entry, index, now);
  set(cell.node, { ...entryData(strip, entry), "data-stale": now, "aria-label": words, title: words });
}

const pairLetters = (book, tokens) => tokens.map((token) => el("span", { dir: "ltr" }, glyphs(book, token)));

/** What a stale entry's pair counts now, where its cell has room for it. */
function presentCount(book, digits, now, tokens) {
  const words = now === undefined ? null : numeral(book, now);
  return words && sum(tokens.map(columnsOf)) + digits.length + words.length < CELL_COLUMNS.letters ? words : null;
}

/** Tab leads to one of the cells: the one that last had the focus. */
function reach(strip, index) {
  const { cells, reached } = strip;
  if (index < 0 || index === reached) return;
  strip.reached = index;
  if (cells[reached]) set(cells[reached].node, { tabindex: -1 });
  if (cells[index]) set(cells[index].node, { tabindex: 0 });
}

const cellOf = ({ cells }, target) => cells.findIndex(({ node }) => node === target);

function walkCells(event, strip) {
  const { cells } = strip;
  const last = cells.length - 1;
  walkWithArrows(event, cellOf(strip, event.target), cells.length, (index) =>
    cells[Math.max(0, Math.min(last, index))].node.focus());
}
