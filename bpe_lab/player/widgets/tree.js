/* A derivation tree: how a word was put together from its bytes, time upwards. One drawing that
   scrolls sideways where the word is long; the names of its rows stay at its left.
   The tokens of the moment are its slots, so that they light up with the pairs of other panels. */

import { spelled, template, tokenAt } from "../core/book.js";
import { integer } from "../core/checks.js";
import { remSize, set, svg } from "../core/dom.js";
import { drawingName, hatching } from "../core/drawings.js";
import { revealAcross } from "../core/sideways.js";
import { drawFoot, drawRows, markRows } from "./tree-foot.js";
import { byteOf, drawTreeNodes, tokenOf } from "./tree-nodes.js";
import { nodeAt, outlineOf, planTree } from "./tree-plan.js";
import { boxDrawing, layDrawing } from "./wide-drawing.js";

export function tree(widget, book, states) {
  const hatch = hatching();
  /** @type {any} */
  const view = { book, hatch, nodesByNumber: new Map(), leaves: new Map(), state: {}, plan: null, room: "", begun: false };
  view.outline = outlineOf(widget, book, states);
  view.words = { glyphs: template(book, "player.tree.glyphs"), bytes: template(book, "player.tree.bytes") };
  const part = (name, more) => (view[name] = svg("g", { class: name, ...more }));
  const name = drawingName(book, widget);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg("svg", { class: "derivation", role: "group", ...name }, hatch.node, view.ground,
    part("levels"), part("edges"), part("foot", { role: "img", "aria-label": footWords(view) }), part("nodes"), part("labels"));
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layTree(view, narrow),
    draw: (state, still) => redrawTree(view, state, still),
  };
}

/** "characters: t e. bytes: 74 65" */
const footWords = ({ book, words, outline: { characters, leaves } }) =>
  `${words.glyphs}: ${characters.map(({ token }) => spelled(book, token)).join(" ")}. `
    + `${words.bytes}: ${leaves.map(({ hex }) => hex).join(" ")}`;

function layTree(view, narrow) {
  layDrawing(view, narrow, (width) => planTree(view.outline, width, narrow, view.book), () => {
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
  const place = view.nodesByNumber.get(present)?.place;
  drawRoots(view, state.roots ?? [], nodes);
  markRows(view, state.level ?? 0, place);
  showNode(view, place && nodes[String(present)], place, still || !view.begun);
  view.begun = true;
}

/** The number of the node at work: the one that is forming or just made, else one of the present step. */
function presentNode(nodes, level) {
  const numbers = Object.keys(nodes);
  return numbers.find((number) => nodes[number].look) ?? numbers.find((number) => nodes[number].level === level);
}

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
