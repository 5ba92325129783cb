/* A flow: a text as its parts, one after the other, in lines that wrap. What a step changes
   are looks; the items stand still. */

import { template } from "../core/book.js";
import { el, markedEdges, own, reveal, set } from "../core/dom.js";
import { makeRoving } from "../core/roving.js";
import { textNodes } from "../core/texts.js";
import { FLOW_STYLES, flowNodes, itemName } from "./flow-items.js";

export function textFlow(widget, book) {
  const style = own(FLOW_STYLES, widget.style) ? widget.style : "text";
  const items = widget.items ?? [];
  const { nodes, drawn: itemNodes } = flowNodes(book, style, items);
  const more = widget.more ? el("span", { class: "more" }, textNodes(book, widget.more)) : null;
  const hasKinds = items.some(({ kind }) => kind != null);
  const body = el("div", { class: "flow", dir: "ltr" }, nodes, more);
  const name = widget.title ? template(book, widget.title) : book.name;
  const box = el("div", { class: "scroller", role: "group", "aria-label": name, "data-style": style, "data-numbered": hasKinds }, body);
  if (widget.rows) box.style.setProperty("--rows", widget.rows);
  set(box, { "data-rows": widget.rows });
  const view = { box, items, drawn: itemNodes, looks: new Map(), markEdges: markedEdges(box) };
  const describe = (index) => set(itemNodes[index], { role: "img", "aria-label": itemName(book, items[index]) });
  makeRoving(body, itemNodes, { name: `${widget.id}-item`, describe });
  titleItems(view, book);
  return { node: box, layout: () => layFlow(view), draw: (state, still) => drawFlow(view, state, still) };
}

/** An item says its name under a pointer that rests on it. */
function titleItems({ box, items }, book) {
  box.addEventListener("pointerover", ({ target }) => {
    const node = target.closest(".flow-item");
    if (node && !node.title) node.title = itemName(book, items[node.dataset.item]);
  });
}

/** What scrolls can be reached by the Tab key. */
function layFlow({ box, markEdges }) {
  const scrolls = box.hasAttribute("data-rows") && box.scrollHeight > box.clientHeight + 1;
  set(box, { tabindex: scrolls ? 0 : null });
  markEdges();
}

function drawFlow(view, state, still) {
  const looks = looksOf(view.items, state);
  for (const number of new Set([...view.looks.keys(), ...looks.keys()])) {
    const [look, isLit] = looks.get(number) ?? [];
    if (view.drawn[number]) set(view.drawn[number], { "data-look": look || null, "data-lit": isLit });
  }
  view.looks = looks;
  const first = view.drawn[state.lit?.[0]];
  if (first) reveal(view.box, () => [first.offsetTop, first.offsetTop + first.offsetHeight], still);
}

/** `{number: [look, isLit]}` of the items that look like more than plain. */
function looksOf(items, state) {
  const looks = new Map();
  items.forEach(({ look }, number) => look && looks.set(number, [look, false]));
  for (const [number, look] of Object.entries(state.looks ?? {})) looks.set(Number(number), [look, false]);
  for (const number of state.lit ?? []) looks.set(number, [looks.get(number)?.[0], true]);
  return looks;
}
