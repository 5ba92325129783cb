/* The heap: the first entries of its array as a tree, and beneath it the array itself.
   Node i of the tree is cell i of the array. An entry is known by its number and never changes. */

/** @import { Book, Text } from "../core/types.js" */

import {
  glyphs, isTinted, numeral, plainText, template, textNodes, tint, tokenAt, tokenLook,
} from "../core/book.js";
import { become, el, own, remSize, set, sum, svg, unitsWide } from "../core/dom.js";
import { GOAL_ICONS } from "../core/drawings.js";
import { walkWithArrows } from "../core/focus.js";
import { EM, SMALL, columnsOf, cutPair, drawnGlyphs } from "../core/glyphs.js";
import { fadeOut, isCalm, move } from "../core/motion.js";

export function heap(widget, book, states) {
  const view = { widget, book, entries: widget.entries ?? [] };
  const before = statesBefore(states);
  let last;
  const tree = heapTree(view);
  const cells = heapCells(view);
  const empty = el("p", { class: "empty" }, template(book, "player.heap.empty"));
  const node = el("div", { class: "heap" }, el("div", { class: "tree stack" }, tree.node, empty), cells.node);
  showTwins(node);
  return {
    node,
    layout: cells.layout,
    draw(state, still) {
      const fresh = newEntries(before.get(state), state);
      set(node, { "data-empty": !state.order?.length && !state.out && !state.waiting?.length });
      tree.draw(state, last ?? state, fresh, isCalm(still));
      cells.draw(state, fresh, isCalm(still));
      last = state;
    },
  };
}

/** Of every state the one before it in the walk, so that what is new does not depend on the way here. */
function statesBefore(states) {
  const before = new Map();
  states.forEach((state, step) => step && state !== states[step - 1] && before.set(state, states[step - 1]));
  return before;
}

/** The entries that the state before did not hold, with the sub-goal that let them in:
    what waited was pushed in a repair, what did not is a heap being made to choose from. */
function newEntries(before, { order = [] }) {
  if (!before?.order || before.order === order) return new Map();
  const old = new Set(before.order);
  const goal = before.waiting?.length ? "repair" : "choose";
  return new Map(order.filter((entry) => !old.has(entry)).map((entry) => [entry, goal]));
}

/** Point at a node and its cell is marked, and the other way round. */
function showTwins(root) {
  const mark = (target) => {
    const entry = target?.closest?.("[data-entry]")?.dataset.entry;
    for (const each of root.querySelectorAll("[data-entry]")) {
      set(each, { "data-twin": entry !== undefined && each.dataset.entry === entry });
    }
  };
  root.addEventListener("pointerover", ({ target }) => mark(target));
  root.addEventListener("pointerleave", () => mark(null));
  root.addEventListener("focusin", ({ target }) => mark(target));
  root.addEventListener("focusout", () => mark(null));
}

/* The first entries of the heap as a tree, what has just left it, and what waits to enter.
   An entry keeps its node, so a swap is two nodes changing places. */

const TREE = { entries: 7, width: 352, height: 124, top: 15, levels: [15, 64, 105] };  // words stand below the first level
const EDGE = { leaves: 13, arrives: 33 };  // from the middle of a box; so the words at both sides are crossed by none
const OUT_SPOT = { x: 309, y: TREE.top };
const WAITING = { spots: [{ x: 32, y: TREE.top }, { x: 98, y: TREE.top }], width: 62, pad: 3 };

function heapTree({ widget, book, entries }) {
  const tree = { book, entries, nodes: new Map(), waiting: null, labels: heapLabels() };
  tree.name = widget.title ? template(book, widget.title) : "";
  tree.edges = Array.from({ length: TREE.entries - 1 }, (_, k) => svg("path", { class: "edge", d: edgeTo(k + 1) }));
  tree.layer = svg("g");
  tree.pills = svg("g", { class: "waiting" });
  tree.node = svg("svg", { role: "img", viewBox: `0 0 ${TREE.width} ${TREE.height}` },
    tree.edges, tree.pills, tree.layer, Object.values(tree.labels));
  return { node: tree.node, draw: (state, old, fresh, calm) => drawTree(tree, state, old, fresh, calm) };
}

/** Where index `index` of the array stands in the tree; what lies deeper stands below its ancestor. */
function treeSpot(index) {
  if (index >= TREE.entries) return { ...treeSpot((index - 1) >> 1), y: TREE.height + 20 };
  const level = Math.floor(Math.log2(index + 1));
  const apart = TREE.width / 2 ** level;
  return { x: apart * (index + 1.5 - 2 ** level), y: TREE.levels[level] };
}

function edgeTo(index) {
  const [from, to] = [treeSpot((index - 1) >> 1), treeSpot(index)];
  const [top, bottom] = [from.y + BOX.height / 2, to.y - BOX.height / 2];
  const side = Math.sign(to.x - from.x);
  const [left, right] = [from.x + side * EDGE.leaves, to.x - side * EDGE.arrives];
  return `M${left} ${top}C${left} ${bottom} ${right} ${top} ${right} ${bottom}`;
}

function drawTree(tree, state, old, fresh, calm) {
  const order = (state.order ?? []).slice(0, TREE.entries);
  const spots = new Map(order.map((entry, index) => [entry, { ...treeSpot(index), index }]));
  if (state.out) spots.set(state.out.entry, OUT_SPOT);
  for (const entry of tree.nodes.keys()) if (!spots.has(entry)) dropEntry(tree, entry, calm);
  for (const [entry, spot] of spots) {
    const from = tree.nodes.has(entry) ? null : entrance(old, entry);
    drawEntry(tree, entry, spot, state, fresh.get(entry));
    if (from && !calm) fly(tree.nodes.get(entry).root, from, spot);
  }
  if (!calm) flyDeep(tree, state, fresh);
  tree.edges.forEach((edge, k) => set(edge, { "data-gone": k + 1 >= order.length }));
  drawWaiting(tree, state.waiting ?? []);
  drawHeapLabels(tree, state);
  describeTree(tree, order, state.stale ?? {});
}

/** What goes is no entry any more, and is seen to fade. */
function dropEntry({ nodes }, entry, calm) {
  const { root } = nodes.get(entry);
  nodes.delete(entry);
  if (calm) return root.remove();
  set(root, { class: "departed", "data-entry": null, "data-pair": null, "data-count": null, "data-stale": null });
  fadeOut(root);
}

function drawEntry(tree, entry, spot, { stale, out }, goal) {
  const node = tree.nodes.get(entry) ?? addEntry(tree, entry);
  const isOut = spot === OUT_SPOT;
  const now = isOut ? (out.look === "stale" ? out.now : undefined) : own(stale ?? {}, entry);
  const index = isOut ? "" : String(spot.index);
  const words = entryWords(tree, entry, index, now);
  node.root.style.transform = shifted(spot);
  set(node.root, { "data-look": isOut ? out.look : null, "data-stale": now, "data-new": goal });
  if (node.now !== now) become(node.box, entryBox(tree.book, tree.entries[entry], { now }));
  node.now = now;
  set(node.gap, { "data-gone": isOut });
  if (node.index.textContent !== index) node.index.textContent = index;
  if (node.title.textContent !== words) node.title.textContent = words;
}

function addEntry(tree, entry) {
  const node = makeEntry(tree.book, tree.entries[entry]);
  set(node.root, entryData(tree, entry));
  tree.nodes.set(entry, node);
  tree.layer.append(node.root);
  return node;
}

const shifted = ({ x, y }) => `translate(${x}px, ${y}px)`;

/** Where an entry comes from: up from deeper in the array, or in from outside. */
function entrance({ order = [] }, entry) {
  const index = order.indexOf(entry);
  return index < 0 ? WAITING.spots[0] : treeSpot(index);
}

const fly = (node, from, to, end = {}) =>
  move(node, [{ transform: shifted(from) }, { transform: shifted(to), ...end }]);

/** What enters below the entries that the tree shows is seen to go there, and is gone. */
function flyDeep(tree, { order = [] }, fresh) {
  const index = order.findIndex((entry) => fresh.has(entry));
  if (index < TREE.entries || fresh.size > 1) return;
  const ghost = makeEntry(tree.book, tree.entries[order[index]]).root;
  tree.layer.append(ghost);
  fly(ghost, WAITING.spots[0], treeSpot(index), { opacity: 0 }).onfinish = () => ghost.remove();
}

function drawWaiting(tree, waiting) {
  if (waiting === tree.waiting) return;
  tree.waiting = waiting;
  become(tree.pills, WAITING.spots.slice(0, waiting.length).map(({ x, y }, k) => {
    const [left, right] = waiting[k];
    const transform = `translate(${x} ${y})`;
    const box = entryBox(tree.book, waiting[k], WAITING);
    return svg("g", { "data-pair": `${left},${right}`, transform }, box);
  }));
}

function heapLabels() {
  const label = (name, x, y) => svg("text", { class: name, x, y });
  return {
    waits: label("waits", 0, 44),
    stale: label("was", 350, 44),
    taken: label("taken", 307, 44),
    root: label("was", 224, TREE.top + 4.5),
    arrow: svg("path", { class: "leaving", d: `M221 ${TREE.top}H264m-5-4 5 4-5 4` }),
    crown: svg("path", { class: "crown", d: GOAL_ICONS.choose, transform: "translate(289 33) scale(.85)" }),
  };
}

function drawHeapLabels({ book, entries, labels }, { order = [], stale = {}, out, waiting = [] }) {
  const [root] = order;
  const more = waiting.length - WAITING.spots.length;
  const was = (entry, now) => plainText(book, staleText({ entries }, entry, now));
  const words = {
    waits: waiting.length ? template(book, "player.heap.waiting") + (more > 0 ? `\u2009+${more}` : "") : "",
    stale: out?.look === "stale" ? template(book, "player.heap.dropped") : "",
    taken: out?.look === "chosen" ? template(book, "player.heap.taken") : "",
    root: !out && own(stale, root) !== undefined ? was(root, stale[root]) : "",
  };
  for (const name in words) if (labels[name].textContent !== words[name]) labels[name].textContent = words[name];
  set(labels.arrow, { "data-gone": !out });
  set(labels.crown, { "data-gone": out?.look !== "chosen" });
}

/** The drawing in words: every entry that it shows, with its count. */
function describeTree(tree, order, stale) {
  const words = order.map((entry, index) => entryWords(tree, entry, index, own(stale, entry)));
  set(tree.node, { "aria-label": [tree.name, ...words].filter(Boolean).join("; ") });
}

/* An entry of the heap as a rounded box: the letters of its pair, its count, its place in the array. */

const BOX = { width: 82, height: 28, pad: 9, digit: 9 };
const PAIR_FONT = { most: 14.7, least: 12, presented: 15.4, gap: 6 };

const isHex = ({ parts }) => parts.every(([kind]) => kind === "hex");

/** The letters of a pair from x = 0 on, learned tokens on their tint. */
function drawnPair(book, pair, wide) {
  const room = wide - PAIR_FONT.gap;
  const least = book.present ? PAIR_FONT.presented : PAIR_FONT.least;
  const tokens = cutPair(pair.map((index) => tokenAt(book, index)), room / (least * 0.6));
  const spellings = tokens.map(drawnGlyphs);
  const most = tokens.every(isHex) ? PAIR_FONT.most / SMALL.hex : PAIR_FONT.most;
  const fitting = (room * EM) / (spellings[0].width + spellings[1].width);
  const scale = Math.max(least, Math.min(most, fitting)) / EM;
  let left = 0;
  return spellings.map(({ nodes, width }, k) => {
    const x = left + (width * scale) / 2;
    left += width * scale + PAIR_FONT.gap;
    return drawnToken(tokens[k], nodes, width * scale, `translate(${x} 0)`, scale);
  });
}

function drawnToken(token, nodes, width, transform, scale) {
  const ground = { class: "ground", x: -width / 2 - 2.5, y: -10, width: width + 5, height: 20, rx: 3.5 };
  const letters = svg("g", { transform: `scale(${scale})` }, nodes);
  const node = svg("g", { class: "token", ...tokenLook(token), transform });
  node.append(...(isTinted(token) ? [svg("rect", ground)] : []), letters);
  tint(node, token);
  return node;
}

/** The box about the origin; of a stale entry (`now` is given) also what its pair counts now.
    @param {Book} book
    @param {number[]} entry
    @param {{width?: number, pad?: number, now?: number}} [options] */
function entryBox(book, [left, right, count], { width = BOX.width, pad = BOX.pad, now } = {}) {
  const [digits, present] = [numeral(book, count), now === undefined ? "" : numeral(book, now)];
  const countWidth = (present ? present.length + 0.4 : 0) * BOX.digit;
  const letters = drawnPair(book, [left, right], width - 2 * pad - digits.length * BOX.digit - countWidth - 4);
  return [
    svg("rect", { class: "body", x: -width / 2, y: -BOX.height / 2, width, height: BOX.height, rx: 8 }),
    svg("g", { transform: `translate(${pad - width / 2} 0)` }, letters),
    svg("text", { class: "count", x: width / 2 - pad - countWidth, y: 5.5 }, digits),
    ...(present ? [svg("text", { class: "present", x: width / 2 - pad, y: 5.5 }, present)] : []),
  ];
}

/** The box with its index on its lower edge. */
function makeEntry(book, entry) {
  const [x, y] = [15 - BOX.width / 2, BOX.height / 2];
  const node = { title: svg("title"), index: svg("text", { class: "index", x, y: y + 4.5 }) };
  node.gap = svg("rect", { class: "gap", x: x - 6, y: y - 4, width: 12, height: 8 });
  node.box = svg("g", {}, entryBox(book, entry));
  node.root = svg("g", { class: "entry" }, node.title, node.box, node.gap, node.index);
  return node;
}

/** What an entry says of itself to the style sheet, to tests and to whoever lights what belongs together. */
function entryData({ entries }, entry) {
  const [left, right, count] = entries[entry];
  return { "data-entry": entry, "data-pair": `${left},${right}`, "data-count": count };
}

/** "stale: 5 → now 2".
    @returns {Text} */
const staleText = ({ entries }, entry, now) => ["player.heap.stale", { count: entries[entry][2], now }];

/** "3: (n, t) with 5 (stale: 5 → now 2)"; what has left the array has no index. */
function entryWords(view, entry, index, now) {
  const [left, right, count] = view.entries[entry];
  const words = plainText(view.book, ["player.heap.entry", { pair: { pair: [left, right] }, count }]);
  const place = index === "" ? "" : `${index}: `;
  return place + words + (now === undefined ? "" : ` (${plainText(view.book, staleText(view, entry, now))})`);
}

/* The heap's array: a strip of cells with their indices, to be scrolled sideways.
   A cell belongs to an index; a step changes only the cells that hold another entry. */

const CELL_STRIDE = { page: 58, present: 66 };  // units from one cell to the next, at least
const CELL_COLUMNS = { letters: 5, bytes: 6.5 };  // characters that a cell shows

function heapCells(view) {
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
