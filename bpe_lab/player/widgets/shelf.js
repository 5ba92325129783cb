/* The shelf of learned tokens. */

import { template } from "../core/book.js";
import { arrange, el, set } from "../core/dom.js";
import { chip, pairChips } from "../core/glyphs.js";
import { isCalm, moveRows, placesOfRows } from "../core/motion.js";
import { markedEdges, reveal } from "../core/scrolling.js";

export function shelf(widget, book) {
  const items = new Map();
  const list = el("ol", { class: "scroller", tabindex: 0 });
  const markEdges = markedEdges(list);
  let shelved = [];
  if (widget.title) set(list, { "aria-label": template(book, widget.title) });
  return {
    node: el("div", { class: "shelf" }, list),
    draw(state, still) {
      const numbers = Object.keys(state.items ?? {}).sort((one, other) => Number(other) - Number(one));
      const nodes = numbers.map((number) => shelfItem(book, items, number, state.items[number]));
      arrange(list, nodes);
      if (!isCalm(still)) moveRows(placesOfRows(shelved), nodes.map((node, index) => [numbers[index], node]));
      shelved = numbers;
      for (const [number, { node }] of items) set(node, { "data-current": number === state.current });
      showCurrent(list, items.get(state.current)?.node, still);
      markEdges();
    },
  };
}

function shelfItem(book, items, number, item) {
  if (items.get(number)?.item !== item) items.set(number, { item, node: shelfNode(book, number, item) });
  return items.get(number).node;
}

const shelfNode = (book, number, [token, parts]) =>
  el("li", { class: "shelf-item" }, el("span", { class: "number" }, number), chip(book, token),
    el("span", { class: "join" }, "="), pairChips(book, parts));

function showCurrent(list, node, still) {
  if (node) reveal(list, () => [node.offsetTop, node.offsetTop + node.offsetHeight], still);
}
