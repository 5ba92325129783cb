/* A derivation tree: how a word was put together from its bytes, time upwards. One drawing that
   scrolls sideways where the word is long; the names of its rows stay at its left.
   The tokens of the moment are its slots, so that they light up with the pairs of other panels. */

import {
  isPartial, lettersWidth, numeral, plainText, spelled, spelledOut, template, tint, tokenAt, tokenLook,
} from "../core/book.js";
import { own, remSize, set, sum, svg } from "../core/dom.js";
import { atLeast, drawingName, hatching } from "../core/drawings.js";
import { boxedGlyphs, columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { fadeIn, isCalm, move } from "../core/motion.js";
import { MOST_BYTES, integer } from "../core/recording.js";
import { boxDrawing, layDrawing, revealAcross } from "../core/scrolling.js";
import { layer } from "./cells.js";

export function tree(widget, book, states) {
  const hatch = hatching();
  /** @type {any} */
  const view = { book, hatch, nodesByNumber: new Map(), leaves: new Map(), state: {}, plan: null, room: "", begun: false };
  view.outline = outlineOf(widget, book, states);
  view.isStill = states.length === 1;
  view.words = { glyphs: template(book, "player.tree.glyphs"), bytes: template(book, "player.tree.bytes") };
  const part = (name, more) => (view[name] = svg("g", { class: name, ...more }));
  const name = drawingName(book, widget);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg("svg", { class: "derivation", role: "group", ...name }, hatch.node, view.ground,
    part("levels"), part("edges"), part("foot", { role: "img", "aria-label": footWords(view) }), part("nodes"), part("labels"));
  view.drawing.style.setProperty("--turns", String(view.outline.steps));
  return {
    node: set(boxDrawing(view, name), { "data-still-tree": view.isStill }),
    layout: (narrow) => layTree(view, narrow),
    draw: (state, still) => redrawTree(view, state, still),
  };
}

/** "characters: t e. bytes: 74 65" */
const footWords = ({ book, words, outline: { characters, leaves } }) =>
  `${words.glyphs}: ${characters.map(({ token }) => spelled(book, token)).join(" ")}. `
    + `${words.bytes}: ${leaves.map(({ hex }) => hex).join(" ")}`;

function layTree(view, narrow) {
  layDrawing(view, narrow, (width) => planTree(view, width, narrow), () => {
    drawRows(view);
    drawFoot(view);
    redrawTree(view, view.state, true);
  });
}

function redrawTree(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  const nodes = state.nodes ?? {};
  drawTreeNodes(view, nodes, still);
  const present = presentNode(nodes, state.level);
  const shown = shownNode(nodes, state.level);
  const placeOf = (number) => view.nodesByNumber.get(number)?.place;
  drawRoots(view, state.roots ?? [], nodes);
  markRows(view, state.level ?? 0, placeOf(present));
  // One that nobody builds is read from its left edge.
  if (!view.isStill) showNode(view, shown === undefined ? null : nodes[shown], placeOf(shown), still || !view.begun);
  view.begun = true;
}

/** The number of the node at work: the one that is forming or just made, else one of the present step. */
function presentNode(nodes, level) {
  const numbers = Object.keys(nodes);
  return numbers.find((number) => nodes[number].look) ?? numbers.find((number) => nodes[number].level === level);
}

/** The node to be seen: the one at work; of a tree that nobody builds what it is the tree of, made last. */
export const shownNode = (nodes, level) => presentNode(nodes, level) ?? (level ? undefined : Object.keys(nodes).at(-1));

/** The node at work with as much below it as there is room for; without one, the foot. */
function showNode({ box, plan }, node, index, still) {
  const pixels = remSize() / 16;
  const edge = plan.chip / 2 + 14;
  const [left, right] = node ? [plan.x(node.at) - edge - plan.from, plan.x(node.at + node.size - 1) + edge + 24] : [0, 0];
  const top = index ? (index.y - index.high / 2 - 24) * pixels : plan.height * pixels;
  revealAcross(box, () => [left * pixels, right * pixels, top, Math.min(plan.height * pixels, top + box.clientHeight)], still);
}

/** Tokens of this moment are slots: they tell where they stand and what stands beside them.
    A node that is no token of this moment still tells the pair that it was made of. */
function drawRoots(view, parts, nodes) {
  const { nodesByNumber, leaves, book, plan } = view;
  const roots = parts.map((part) => rootOf(view, String(part), nodes));
  const at = (index) => roots[index]?.at ?? "None";
  const data = new Map(roots.map(({ node, at: here, token }, index) => [node,
    { "data-at": here, "data-token": tokenAt(book, token).id, "data-prev": at(index - 1), "data-next": at(index + 1) }]));
  const none = { "data-at": null, "data-token": null, "data-prev": null, "data-next": null };
  for (const leaf of leaves.values()) set(leaf, data.get(leaf) ?? none);
  for (const [number, { root }] of nodesByNumber) {
    const pair = nodes[number].parts.map((part) => tokenOf(plan, nodes, String(part)));
    set(root, { ...(data.get(root) ?? none), "data-pair": data.has(root) ? null : pair.join() });
  }
}

function rootOf({ nodesByNumber, leaves, outline }, part, nodes) {
  const number = part.slice(1);
  if (part.startsWith("n")) return { node: nodesByNumber.get(number)?.root, ...nodeAt(nodes, number) };
  const at = integer(byteOf(part), 0, outline.count - 1, `root ${part}`);
  return { node: leaves.get(at), at, token: outline.leaves[at].token };
}

/* The nodes of a derivation tree and the edges to their parts. A node is kept by its number. */

const NODE_PAD = 12;

function makeTreeNode(number) {
  const node = { number, drawn: null };
  node.edges = svg("g", { class: "edges" });
  node.body = svg("g", {}, svg("rect", { class: "body" }));
  node.face = svg("g", { class: "face" });
  node.title = svg("title");
  node.rank = svg("g", { class: "rank" });
  node.step = svg("g", { class: "step" });
  node.root = svg("g", { class: "slot node", role: "img", "data-node": number },
    node.title, node.body, node.face, node.step, node.rank);
  return node;
}

/** Draw the nodes of a state; those that it no longer has are taken away. */
function drawTreeNodes(view, nodes, still) {
  const { nodesByNumber, plan } = view;
  const depth = plan.outline.byDepth ? depths(nodes) : new Map();
  for (const number of nodesByNumber.keys()) if (!own(nodes, number)) dropTreeNode(view, number);
  for (const number of Object.keys(nodes)) {
    const fresh = !nodesByNumber.has(number);
    const node = nodesByNumber.get(number) ?? addTreeNode(view, number);
    if (node.drawn === nodes[number] && node.plan === plan) continue;
    const edges = node.edges.childElementCount;
    Object.assign(node, { drawn: nodes[number], plan });
    drawTreeNode(view, node, nodes, depth.get(number));
    if (!view.begun || isCalm(still)) continue;
    if (fresh) appear(node);
    else if (edges < node.edges.childElementCount) fadeIn(node.edges);  // with its parts, which are new
  }
}

function addTreeNode({ nodesByNumber, nodes, edges }, number) {
  const node = makeTreeNode(number);
  nodesByNumber.set(number, node);
  edges.append(node.edges);
  nodes.append(node.root);
  return node;
}

function dropTreeNode({ nodesByNumber }, number) {
  nodesByNumber.get(number).edges.remove();
  nodesByNumber.get(number).root.remove();
  nodesByNumber.delete(number);
}

function appear({ root, edges, place: index }) {
  fadeIn(edges);
  move(root, [{ opacity: 0, translate: `0 ${index.high / 2}px` }, { opacity: 1, translate: "none" }]);
}

function drawTreeNode(view, node, nodes, depth) {
  const { plan, book, hatch } = view;
  const state = nodeAt(nodes, node.number);
  integer(state.size, 1, plan.outline.count, "size");
  integer(state.at, 0, plan.outline.count - state.size, "at");
  const token = tokenAt(book, state.token);
  const rank = state.rank == null ? "" : numeral(book, state.rank);
  const place = (node.place = planNode(plan, state, depth, token, rank));
  const { width, high } = place;
  const box = { x: -width / 2, y: -high / 2, width, height: high, rx: high * 0.19 };
  set(node.root, { ...tokenLook(token), "data-look": state.look || null, "data-level": state.level,
    transform: `translate(${place.x} ${place.y})`, "aria-label": nodeWords(view, state, nodes) });
  tint(node.root, token);
  set(node.body.firstChild, box);
  layer(node.body, "hatch", isPartial(token) && { ...box, fill: hatch.fill });
  const { nodes: letters, scale, whole: fits } = fittedGlyphs(token, width - NODE_PAD, plan.font);
  node.face.replaceChildren(...letters);
  set(node.face, { transform: `scale(${scale})` });
  node.title.textContent = fits ? "" : spelledOut(book, token);
  node.rank.replaceChildren(...(rank ? rankLabel(place, rank) : []));
  node.step.replaceChildren(...(plan.outline.byDepth ? stepLabel(place, String(state.level)) : []));
  node.edges.replaceChildren(...state.parts.map((part, side) => edgeDown(view, place, String(part), side, nodes)));
  set(node.edges, { "data-look": state.look || null });
  const turn = plan.outline.steps - state.level;  // the last merge first
  for (const part of [node.root, node.edges]) part.style.setProperty("--turn", String(turn));
}

function rankLabel({ width, high, beside, rankWide }, words) {
  const left = beside ? width / 2 + BESIDE : width / 2 - rankWide;
  const y = beside ? Math.min(-3, -high / 2 + 14) : -high / 2 - 5;
  return [svg("rect", { class: "behind", x: left - 2, y: y - 12, width: rankWide + 4, height: 15 }),
    svg("text", { x: left, y }, words)];
}

/** Its step, in a tag at the upper left corner. */
function stepLabel({ width, high }, words) {
  const wide = words.length * 7.4 + 9;
  const transform = `translate(${-width / 2 + 3} ${-high / 2 - 1})`;
  return [svg("g", { transform }, svg("rect", { class: "tag", x: -wide / 2, y: -8.5, width: wide, height: 17, rx: 8.5 }),
    svg("text", { y: 4.2 }, words))];
}

/** From a node's foot to the top of one of its parts. */
function edgeDown({ plan, nodesByNumber }, from, part, side, nodes) {
  const number = part.slice(1);
  if (part.startsWith("n")) nodeAt(nodes, number);
  const child = part.startsWith("n") ? childPlace(nodesByNumber, number) : leafTop(plan, part);
  const [x, top] = [from.x + (side ? 5 : -5), from.y + from.high / 2];
  const middle = (top + child.top) / 2;
  return svg("path", { d: `M${x} ${top}C${x} ${middle} ${child.x} ${middle} ${child.x} ${child.top}` });
}

function childPlace(nodesByNumber, number) {
  const place = nodesByNumber.get(number)?.place;
  if (!place) throw new Error(`parts: n${number}`);  // A part is made before the whole.
  return { x: place.x, top: place.y - place.high / 2 };
}

function leafTop(plan, part) {
  const at = integer(byteOf(part), 0, plan.outline.count - 1, `part ${part}`);
  return { x: plan.x(at), top: plan.leaf - FOOT.leaf / 2 };
}

const byteOf = (part) => (/^b\d+$/.test(part) ? Number(part.slice(1)) : NaN);

/** "tech, made of te and ch, rank 5739" */
function nodeWords({ book, plan }, { token, parts, rank }, nodes) {
  if (parts.length !== 2) return spelled(book, token);
  const [left, right] = parts.map((part) => ({ token: tokenOf(plan, nodes, String(part)) }));
  const key = rank == null ? "player.tree.name_unranked" : "player.tree.name";
  return plainText(book, [key, { token: { token }, left, right, ...(rank == null ? {} : { rank }) }]);
}

const tokenOf = ({ outline }, nodes, part) =>
  part.startsWith("n") ? nodeAt(nodes, part.slice(1)).token : outline.leaves[byteOf(part)]?.token;

/* What a derivation tree stands on: the characters, under them their bytes, beside it the steps. */

/** The leaves by their bytes; each holds its byte's chip and, of one byte, its character's too. */
function drawFoot(view) {
  const { plan } = view;
  const { leaves, characters } = plan.outline;
  const leafNodes = leaves.map((leaf) => leafNode(view, leaf));
  view.leaves = new Map(leafNodes.map((node, at) => [at, node]));
  const wide = characters.filter(({ size }) => size > 1).map((character) => wideCharacter(view, character));
  view.foot.replaceChildren(...wide, ...leafNodes);
}

function leafNode({ plan, book, hatch }, { at, hex, character, token }) {
  const alone = character?.size === 1;
  const look = tokenLook(tokenAt(book, token));
  const x = plan.x(at);
  const from = plan.leaf + FOOT.leaf / 2;
  const stem = svg("path", { class: "stem", d: `M${x} ${from}V${plan.byte - FOOT.byte / 2}` });
  const port = svg("circle", { class: "port", cx: x, cy: plan.leaf - FOOT.leaf / 2, r: 3.6 });
  return svg("g", { class: "slot leaf", ...look, "data-byte": at }, stem,
    alone ? glyphChip(plan, book, hatch, character) : null, hexChip(plan, x, hex, !alone && hatch), alone ? null : port);
}

function hexChip(plan, x, hex, hatch) {
  const width = plan.chip - 6;
  const box = { x: x - width / 2, y: plan.byte - FOOT.byte / 2, width, height: FOOT.byte, rx: 6 };
  return svg("g", { class: "hex" }, svg("rect", { class: "body", ...box }),
    hatch ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("text", { x, y: plan.byte + 5.3 }, hex));
}

function glyphChip(plan, book, hatch, { at, size, token: index }) {
  const token = tokenAt(book, index);
  const [left, right] = [plan.x(at) - plan.chip / 2, plan.x(at + size - 1) + plan.chip / 2];
  const y = plan.leaf - FOOT.leaf / 2;
  const box = { x: left, y, width: right - left, height: FOOT.leaf, rx: 9 };
  const letters = { room: box.width - 8, font: 21, hatch: (size > 1 || isPartial(token)) && hatch };
  return svg("g", { class: "glyph" }, boxedGlyphs(token, box, letters));
}

/** A character of several bytes lies over them all; its ports are drawn with the bytes. */
const wideCharacter = ({ plan, book, hatch }, character) =>
  svg("g", { class: "leaf wide" }, glyphChip(plan, book, hatch, character));

/** The lines of the steps and, at the left, what each row is; that column stays while the rest scrolls. */
function drawRows(view) {
  const { plan, book, words } = view;
  const { outline: { byDepth, rows: count }, label } = plan;
  const line = (y) => svg("path", { class: "level", d: `M${plan.from - (plan.narrow ? 6 : 12)} ${y}H${plan.width - 16}` });
  view.lines = Array.from({ length: count }, (_, k) => line(plan.y(k + 1)));
  view.levels.replaceChildren(...view.lines);
  const text = (y, words, more) => svg("text", { x: label, y: y + 5, ...more }, words);
  view.steps = byDepth ? [text(0, "", { class: "now" })]
    : Array.from({ length: count }, (_, k) => text(plan.y(k + 1), plainText(book, ["player.tree.step", { level: k + 1 }])));
  const ground = svg("rect", { class: "behind", width: plan.from - 8, height: plan.height, rx: 0 });
  view.labels.replaceChildren(...(plan.width > plan.room ? [ground] : []),
    ...view.steps, text(plan.leaf, words.glyphs), text(plan.byte, words.bytes));
}

/** The step at work is marked; steps to come have a dashed line. Where rows are no steps, the node at
    work has a line and a label of its own. */
function markRows({ plan, book, lines, steps }, level, index) {
  const { byDepth } = plan.outline;
  if (byDepth) {
    const y = index?.y;
    steps[0].textContent = index && level ? plainText(book, ["player.tree.step", { level }]) : "";
    set(steps[0], { y: index ? y + 5 : 0, "data-now": Boolean(index) });
    return lines.forEach((line, k) => set(line, { "data-gone": plan.y(k + 1) !== y }));
  }
  lines.forEach((line, k) => set(line, { "data-coming": !(k < level) }));
  steps.forEach((step, k) => set(step, { "data-now": k + 1 === level }));
}

/* Where the parts of a derivation tree stand, in units of 1/16 rem: a column a byte, time upwards.
   The plan depends on the word, the number of rows and the width, never on the step: nothing moves.
   Nor on what is joined: rows set apart by their parts would tell of a step before it is seen. */

const FOOT = { above: 20, leaf: 46, byte: 30, below: 58, end: 28, least: 34 };
const COLUMNS = {
  wide: { from: 108, to: 52, pitch: [36, 114], fits: 36, chip: 54, label: 24 },
  narrow: { from: 64, to: 10, pitch: [66, 96], fits: 60, chip: 46, label: 10 },
};
const LABEL = { latin: 6, wide: 14, apart: 8 };  // letters of a row's name, and from it to what is drawn
const MOST_STEPS = 8;  // of more steps the height tells the depth, and each node its step
const TALLEST = 270;  // from the lowest row to the highest, where nodes can be made small enough
const NODE_HEIGHT = { most: 46, least: 28 };
const DEPTH_HEIGHT = { most: 40, least: 30 };
const UNDER = 16;  // from a node's foot to the row below
const BESIDE = 9;  // from a node to its rank
const RANK_COLUMN = 8.8;

/** What holds at every width: the bytes' characters and tokens, how high nodes stand. */
function outlineOf({ bytes, characters, levels, leaves: tokens }, book, states) {
  const count = integer(bytes?.length, 1, MOST_BYTES, "bytes");
  const trees = [...new Set(states.map((state) => state?.nodes ?? {}))];
  const steps = Math.max(integer(levels ?? 0, 0, 1e6, "levels"), ...trees.map(lastLevel));
  const byDepth = steps > MOST_STEPS;
  const deepest = Math.max(...trees.map((nodes) => Math.max(0, ...depths(nodes).values())));
  const rows = byDepth ? deepest : steps;
  const leaves = bytes.map((hex, at) => ({ at, hex: String(hex), token: integer(tokens?.[at], 0, book.tokens.length - 1, "leaves") }));
  for (const character of characters ?? []) nameLeaves(leaves, character);
  return { count, leaves, characters: characters ?? [], byDepth, rows, steps };
}

/** `{high, apart}`: the highest nodes whose rows are not too tall, and from each row to the next. */
function fittingRows({ rows, byDepth }) {
  const { most, least } = byDepth ? DEPTH_HEIGHT : NODE_HEIGHT;
  const high = Math.max(least, Math.min(most, Math.floor(TALLEST / Math.max(1, rows - 1)) - UNDER));
  return { high, apart: high + UNDER };
}

const lastLevel = (nodes) =>
  Object.keys(nodes).reduce((most, number) => Math.max(most, integer(nodes[number].level, 1, 1e6, "level")), 0);

/** How many nodes lie on the longest way down from each node, itself included. */
function depths(nodes) {
  const depthOf = new Map();
  const depth = (part) => {
    if (!part.startsWith("n")) return 0;
    const number = part.slice(1);
    if (!depthOf.has(number)) {
      depthOf.set(number, NaN);
      depthOf.set(number, 1 + Math.max(0, ...nodeAt(nodes, number).parts.map((each) => depth(String(each)))));
    }
    if (Number.isNaN(depthOf.get(number))) throw new Error(`parts: ${part}`);  // It is a part of itself.
    return depthOf.get(number);
  };
  for (const number of Object.keys(nodes)) depth(`n${number}`);
  return depthOf;
}

function nodeAt(nodes, number) {
  const node = own(nodes ?? {}, number);
  if (!node || !Array.isArray(node.parts)) throw new Error(`node: ${number}`);
  return node;
}

/** Every byte knows the character that it belongs to. */
function nameLeaves(leaves, character) {
  const { at, size } = character;
  integer(size, 1, leaves.length, "size");
  integer(at, 0, leaves.length - size, "at");
  for (const leaf of leaves.slice(at, at + size)) leaf.character = character;
}

/** `{x(at), spanOf(at, size), y(row), …}` for a box of `room` units. */
function planTree(view, room, narrow) {
  const { outline, book } = view;
  const columns = COLUMNS[narrow ? "narrow" : "wide"];
  const face = { ...columns, from: Math.max(columns.from, columns.label + labelsWidth(view) + LABEL.apart) };
  const { count, rows } = outline;
  const each = (room - face.from - face.to) / count;
  // A finger has nothing to press in a picture: what fits is better than what is large.
  const { fits, pitch: [least] } = view.isStill ? COLUMNS.wide : face;
  const pitch = each >= fits ? Math.min(each, face.pitch[1]) : least;
  const width = Math.max(room, face.from + count * pitch + face.to);
  const first = face.from + (width - face.from - face.to - count * pitch) / 2 + pitch / 2;
  const chip = Math.min(face.chip, pitch - 10);
  const { high, apart } = fittingRows(outline);
  const ground = (FOOT.leaf + high) / 2 + FOOT.above;
  const leaf = FOOT.least + (rows ? high / 2 + (rows - 1) * apart + ground : FOOT.leaf / 2);
  return {
    ...face, outline, width, room, pitch, chip, high, leaf, narrow, font: atLeast(book, high * 0.46, "stage"),
    byte: leaf + FOOT.below, height: leaf + FOOT.below + FOOT.end,
    x: (at) => first + at * pitch,
    y: (row) => leaf - ground - (row - 1) * apart,
  };
}

/** Of the names at the left, which no node is to lie on. */
function labelsWidth({ book, words, outline: { rows } }) {
  const names = [words.glyphs, words.bytes, plainText(book, ["player.tree.step", { level: rows }])];
  return Math.max(...names.map((name) => sum([...name].map((letter) => lettersWidth(letter, LABEL.latin, LABEL.wide)))));
}

/** A node's box about its center, its rank's place: at its upper right, over it where there is no room. */
function planNode(plan, { at, size, level, rank }, depth, token, rankWords) {
  const { x, pitch, high, outline, width: whole } = plan;
  const middle = (x(at) + x(at + size - 1)) / 2;
  const letters = columnsOf(token) * plan.font * 0.6;
  const width = Math.max(Math.min(high * 1.2, pitch - 10), Math.min(letters + high * 0.95, size * pitch - 12));
  const right = middle + width / 2;
  const rankWide = rankWords.length * RANK_COLUMN;
  const limit = Math.min(whole - 2, x(at + size - 1) + pitch * (outline.byDepth ? 0.5 : 1.05));
  const beside = rank != null && right + BESIDE + rankWide <= limit;
  return { x: middle, y: plan.y(outline.byDepth ? depth : level), width, high, beside, rankWide };
}
