/* The first entries of the heap as a tree, what has just left it, and what waits to enter.
   An entry keeps its node, so a swap is two nodes changing places. */

import { template } from "../core/book.js";
import { become, own, set, svg } from "../core/dom.js";
import { GOAL_ICONS } from "../core/icons.js";
import { fadeOut, move } from "../core/motion.js";
import { plainText } from "../core/texts.js";
import { BOX, entryBox, entryData, entryWords, makeEntry, staleText } from "./heap-entry.js";

const TREE = { entries: 7, width: 352, height: 124, top: 15, levels: [15, 64, 105] };  // words stand below the first level
const EDGE = { leaves: 13, arrives: 33 };  // from the middle of a box; so the words at both sides are crossed by none
const OUT_SPOT = { x: 309, y: TREE.top };
const WAITING = { spots: [{ x: 32, y: TREE.top }, { x: 98, y: TREE.top }], width: 62, pad: 3 };

export function heapTree({ widget, book, entries }) {
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
