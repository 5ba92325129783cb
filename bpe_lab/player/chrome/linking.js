/* Pointing at a pair or a position lights the same everywhere else in the player.
   What is the same is read from the elements alone: data-pair holds two token indices, data-at a
   position; a slot of a drawing adds data-token, its token's id, and data-next, its neighbor;
   an item of a flow and a row of a pattern have data-kind, the number of what they belong to.
   Widgets that stand still may hold thousands of these: they are looked up in an index. */

import { set } from "../core/dom.js";
import { STANDING } from "../widgets/kinds.js";

const LINKABLE = "[data-pair], [data-at], .flow-item, .alternative, .character";

export function makeLinker(root) {
  /** @type {any} */
  const view = { root, indices: new Map(), index: null, lit: new Set(), source: "", point: null };
  const over = (target) => linkFrom(view, target?.closest?.(LINKABLE));
  let frame;
  // A finger that has tapped points at nothing any more, whatever comes to lie there.
  const rest = ({ pointerType, clientX, clientY }) => (view.point = pointerType === "touch" ? null : [clientX, clientY]);
  root.addEventListener("pointermove", rest, { passive: true });
  root.addEventListener("pointerover", (event) => {
    rest(event);
    over(event.target);
  });
  root.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "touch") return;
    view.point = null;
    over(null);
  });
  root.addEventListener("focusin", ({ target }) => target.closest(LINKABLE) && over(target));
  root.addEventListener("focusout", ({ target }) => target.closest(LINKABLE) && over(null));
  return {
    open(book) {
      view.indices = new Map(book.tokens.map(({ id }, index) => [String(id), index]));
      Object.assign(view, { index: null, lit: new Set(), source: "" });
    },
    /** After a step other things lie under a pointer that rests. */
    refresh() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => relink(view, over));
    },
    close: () => cancelAnimationFrame(frame),
  };
}

function relink(view, over) {
  if (!view.root.isConnected) return;
  const focused = view.root.getRootNode().activeElement;
  if (!view.point && !focused?.closest(LINKABLE)) {
    if (view.source) over(null);
    return;
  }
  view.source = null;
  over(view.point ? view.root.getRootNode().elementFromPoint(...view.point) : focused);
}

function linkFrom(view, node) {
  const { pair = "", kind = "" } = node?.dataset ?? {};
  const places = placesIn(node);
  const row = node?.matches(".alternative") ? kind : "";
  const ownKind = row ? "" : node?.closest(".flow-item")?.dataset.kind ?? "";
  const source = pair || places.length || row ? [pair, places, row, ownKind].join("@") : "";
  if (source === view.source) return;
  view.source = source;
  view.index ??= indexed(view.root);
  lightStanding(view, [...places.map((at) => `at ${at}`), `row ${row || ownKind}`, `kind ${row}`]);
  const changing = view.index.changing.flatMap((box) => [...box.querySelectorAll(`${LINKABLE}, [data-linked]`)]);
  const isSame = source ? sameness(view, changing, pair, new Set(places)) : () => false;
  for (const each of changing) set(each, { "data-linked": isSame(each) });
}

/** The positions that an element stands for: its own, or those of the tokens that it holds. */
function placesIn(node) {
  if (!node) return [];
  if (node.dataset.at !== undefined) return [node.dataset.at];
  return node.matches(".flow-item, .character") ? Array.from(node.querySelectorAll("[data-at]"), ({ dataset }) => dataset.at) : [];
}

/** What stands still, by key, and the boxes of what does not. */
function indexed(root) {
  /** @type {{standing: Map<string, Element[]>, changing: Element[]}} */
  const index = { standing: new Map(), changing: [] };
  const add = (key, node) => {
    if (!index.standing.has(key)) index.standing.set(key, []);
    index.standing.get(key)?.push(node);
  };
  for (const box of root.querySelectorAll("[data-widget]")) {
    if (!STANDING.has(box.dataset.widget)) index.changing.push(box);
    else for (const { node, at, kind } of standingIn(box)) {
      if (at === null) add(`row ${kind}`, node);
      else add(`at ${at}`, node);
      if (at !== null && kind !== null) add(`kind ${kind}`, node);
    }
  }
  return index;
}

const standingIn = (box) =>
  Array.from(box.querySelectorAll("[data-at], .alternative"), (node) =>
    ({ node, at: node.getAttribute("data-at"), kind: node.getAttribute("data-kind") }));

function lightStanding(view, keys) {
  const lit = new Set(keys.flatMap((key) => view.index.standing.get(key) ?? []));
  for (const node of view.lit) if (!lit.has(node)) node.removeAttribute("data-linked");
  for (const node of lit) if (!view.lit.has(node)) node.setAttribute("data-linked", "");
  view.lit = lit;
}

/** A test of what belongs to `pair` and to the positions `places`. Where a pair stands is lit in the
    drawings only: in a list, the same position is one of another pair too. */
function sameness({ indices }, nodes, pair, places) {
  const slots = new Map(nodes
    .filter(({ dataset }) => dataset.token !== undefined && dataset.gone === undefined)
    .map(({ dataset }) => [dataset.at, dataset]));
  const pairAt = (slot) =>
    slot && slots.has(slot.next) ? `${indices.get(slot.token)},${indices.get(slots.get(slot.next).token)}` : "";
  const standing = pair ? [...slots.values()].filter((slot) => pairAt(slot) === pair) : [];
  const stands = new Set(standing.flatMap((slot) => [slot.at, slot.next]));
  const pairs = new Set([pair, ...[...places].map((at) => pairAt(slots.get(at)))].filter(Boolean));
  return (node) => {
    const { pair: ownPair, at: ownAt } = node.dataset;
    return pairs.has(ownPair) || places.has(ownAt) || (node.ownerSVGElement && stands.has(ownAt));
  };
}
