/* The heap's array: a strip of cells with their indices, to be scrolled sideways.
   A cell belongs to an index; a step changes only the cells that hold another entry. */

const CELL_STRIDE = 58;  // units from one cell to the next
const CELL_COLUMNS = 5;  // characters that a cell has room for

function heapCells(view) {
  const list = el("ol", { class: "cells", "aria-label": template(view.book, "player.heap.array") });
  const more = el("p", { class: "others" });
  const strip = { ...view, list, more, cells: [], fits: Infinity, stride: 0, order: [], index: -1 };
  list.addEventListener("keydown", (event) => walkCells(event, strip));
  return {
    node: el("div", { class: "strip" }, list, more),
    layout: () => layCells(strip),
    draw: (state, fresh, calm) => drawCells(strip, state, fresh, calm),
  };
}

function layCells(strip) {
  const width = unitsWide(strip.list);
  if (width <= 0) return;
  strip.fits = Math.floor(width / CELL_STRIDE);
  strip.stride = (CELL_STRIDE * remSize()) / 16;
  drawMore(strip);
  showIndex(strip, true);
}

function drawCells(strip, { order = [], stale = {}, more }, fresh, calm) {
  const changed = order !== strip.order;
  Object.assign(strip, { order, told: more });
  while (strip.cells.length > order.length) strip.cells.pop().node.remove();
  order.forEach((entry, index) => drawCell(strip, index, entry, own(stale, entry), fresh.get(entry)));
  drawMore(strip);
  if (!changed) return;
  strip.index = order.findIndex((entry) => fresh.has(entry));
  showIndex(strip, calm);
}

/** Where an entry came in it is shown, else the beginning. */
function showIndex({ list, fits, index, stride }, calm) {
  const left = index < fits ? 0 : (index + 1.5 - fits) * stride;
  requestAnimationFrame(() => {
    if (Math.abs(list.scrollLeft - left) > 1) list.scrollTo({ left, behavior: calm ? "instant" : "smooth" });
  });
}

function drawMore({ order, more, fits, book, told }) {
  const left = order.length - fits;
  const text = told ?? (left > 0 ? ["player.heap.more", { entries: left }] : null);
  more.replaceChildren(...(text ? said(book, text) : []));
}

function drawCell(strip, index, entry, now, goal) {
  const cell = strip.cells[index] ?? addCell(strip, index);
  if (cell.entry !== entry || cell.now !== now) fillCell(strip, cell, index, entry, now);
  set(cell.node, { "data-new": goal });
}

function addCell({ cells, list }, index) {
  const cell = { pair: el("span", { class: "letters" }), count: el("b") };
  const box = el("span", { class: "cell" }, cell.pair, cell.count);
  const attributes = { "data-index": index, tabindex: index ? -1 : 0 };
  cell.node = list.appendChild(el("li", attributes, box, el("small", {}, String(index))));
  cells.push(cell);
  return cell;
}

function fillCell(strip, cell, index, entry, now) {
  const [left, right, count] = strip.entries[entry];
  if (cell.entry !== entry) {
    const digits = numeral(strip.book, count);
    const tokens = cutPair([left, right].map((token) => tokenAt(strip.book, token)), CELL_COLUMNS - digits.length);
    cell.pair.replaceChildren(...tokens.map((token) => el("bdi", {}, glyphs(strip.book, token))));
    cell.count.textContent = digits;
  }
  Object.assign(cell, { entry, now });
  const words = entryWords(strip, entry, index, now);
  set(cell.node, { ...entryData(strip, entry), "data-stale": now, "aria-label": words, title: words });
}

/** Arrow keys walk along the cells and do not reach the player, which would step. */
function walkCells(event, { list, cells }) {
  const here = [...list.children].indexOf(event.target);
  const places = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: cells.length - 1 };
  const place = own(places, event.key);
  if (here < 0 || place === undefined || event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  cells[Math.max(0, Math.min(cells.length - 1, place))].node.focus();
}
