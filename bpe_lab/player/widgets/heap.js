/* The heap: the first entries of its array as a tree, and beneath it the array itself.
   Node i of the tree is cell i of the array. An entry is known by its number and never changes. */

import { template } from "../core/book.js";
import { el, set } from "../core/dom.js";
import { isCalm } from "../core/motion.js";
import { heapCells } from "./heap-array.js";
import { heapTree } from "./heap-tree.js";

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
