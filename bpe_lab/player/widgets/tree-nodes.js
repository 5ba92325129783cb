/* The nodes of a derivation tree and the edges to their parts. A node is kept by its number. */

import { numeral, spelled, spelledOut, tokenAt } from "../core/book.js";
import { integer } from "../core/checks.js";
import { own, set, svg } from "../core/dom.js";
import { fittedGlyphs } from "../core/glyphs.js";
import { fadeIn, isCalm, move } from "../core/motion.js";
import { plainText } from "../core/texts.js";
import { isPartial, tint, tokenLook } from "../core/token-letters.js";
import { layer } from "./slot.js";
import { BESIDE, FOOT, depths, nodeAt, planNode } from "./tree-plan.js";

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
export function drawTreeNodes(view, nodes, still) {
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

export const byteOf = (part) => (/^b\d+$/.test(part) ? Number(part.slice(1)) : NaN);

/** "tech, made of te and ch, rank 5739" */
function nodeWords({ book, plan }, { token, parts, rank }, nodes) {
  if (parts.length !== 2) return spelled(book, token);
  const [left, right] = parts.map((part) => ({ token: tokenOf(plan, nodes, String(part)) }));
  const key = rank == null ? "player.tree.name_unranked" : "player.tree.name";
  return plainText(book, [key, { token: { token }, left, right, ...(rank == null ? {} : { rank }) }]);
}

export const tokenOf = ({ outline }, nodes, part) =>
  part.startsWith("n") ? nodeAt(nodes, part.slice(1)).token : outline.leaves[byteOf(part)]?.token;
