/* A flow: a text as its parts, one after the other, in lines that wrap. What a step changes
   are looks; the items stand still. */

/** @import { Text } from "../core/types.js" */

import {
  NEWLINES, glyph, hue, isPartial, isTinted, plainText, template, textNodes, tokenAt,
} from "../core/book.js";
import { el, grow, own, set } from "../core/dom.js";
import { makeRoving } from "../core/focus.js";
import { shortened } from "../core/glyphs.js";
import { markedEdges, reveal } from "../core/scrolling.js";

export function flow(widget, book) {
  const style = own(FLOW_STYLES, widget.style) ? widget.style : "text";
  const items = widget.items ?? [];
  const { nodes, drawn: itemNodes } = flowNodes(book, style, items);
  const more = widget.more ? el("span", { class: "more" }, textNodes(book, widget.more)) : null;
  const hasKinds = items.some(({ kind }) => kind != null);
  const body = el("div", { class: "flow", dir: "ltr" }, nodes, more);
  const name = widget.name ? plainText(book, widget.name) : widget.title ? template(book, widget.title) : book.name;
  const box = el("div", { class: "scroller", role: "group", "aria-label": name, "data-style": style, "data-numbered": hasKinds }, body);
  if (widget.rows) box.style.setProperty("--rows", widget.rows);
  set(box, { "data-rows": widget.rows, "data-picks": widget.picks });
  const view = { box, items, drawn: itemNodes, looks: new Map(), markEdges: markedEdges(box) };
  const role = widget.picks ? "button" : "img";
  const describe = (index) => set(itemNodes[index], { role, "aria-label": itemName(book, items[index]) });
  makeRoving(body, itemNodes, { name: `${widget.id}-item`, describe });
  if (widget.picks) hearPicks(box, widget.id);
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

/** A press on a token, or Enter, picks it: `pick` has the widget, the item and which of its tokens. Enter once more on
    tokens that share characters picks the next of them. */
function hearPicks(box, widget) {
  let last;
  const pick = (node, part) => {
    last = { node, part };
    const detail = { widget, item: Number(node.dataset.item), part };
    node.dispatchEvent(new CustomEvent("pick", { bubbles: true, detail }));
  };
  const bitsOf = (node) => [...node.querySelectorAll(".bit")];
  box.addEventListener("click", ({ target }) => {
    const node = target.closest(".flow-item");
    if (node) pick(node, Math.max(0, bitsOf(node).indexOf(target.closest(".bit"))));
  });
  box.addEventListener("keydown", (event) => {
    const node = event.target.closest(".flow-item");
    if (!node || (event.key !== "Enter" && event.key !== " ")) return;
    event.preventDefault();
    event.stopPropagation();
    pick(node, last?.node === node ? (last.part + 1) % Math.max(1, bitsOf(node).length) : 0);
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

/* The items of a flow: tokens in running text, as chips over their ids, or as ids alone.
   There are thousands, so an item is few elements, equal ones are copies of the first, and none
   listens to anything. An item of one token and its token are one element. */

const FLOW_STYLES = { text: textBit, chips: chipBit, ids: idBit };
const CHIP_COLUMNS = 24;
// eslint-disable-next-line no-control-regex -- it names ranges, from the first character on
const NOT_FROM_THE_LEFT = /[^\u0000-\u02ff\u0370-\u058f]/;
const PILED_MARKS = /\p{M}{4}/u;  // what would be drawn over the lines around

/** `{nodes, drawn}`: all that stands in the flow, and of it the items. */
function flowNodes(book, style, items) {
  const bits = new Map();
  const copyOf = (token, kind, number) => {
    const key = `${token} ${kind} ${number}`;
    if (!bits.has(key)) bits.set(key, makeBit(book, style, token, kind, number));
    return bits.get(key).cloneNode(true);
  };
  const nodes = [];
  const itemNodes = items.map((item, index) => {
    const node = flowItem(book, style, item, index, copyOf);
    nodes.push(node);
    if (style === "ids") nodes.push(" ");
    if (style === "text" && index < items.length - 1 && endsLine(book, item)) nodes.push(el("br"));
    return node;
  });
  return { nodes, drawn: itemNodes };
}

/** Several tokens share characters and are held together, under the whole that they make. */
function flowItem(book, style, item, index, copyOf) {
  const { tokens, glyph, kind } = item;
  const bits = tokens.map(([token, at]) => {
    const bit = copyOf(token, kind, kindNumber(item));
    bit.dataset.at = at;
    return bit;
  });
  const node = bits.length === 1 ? bits[0] : el("span", { "data-kind": kind }, groupedBits(book, style, bits, glyph));
  node.classList.add("flow-item");
  node.dataset.item = index;
  return node;
}

/** What a reader calls the kind of an item: its place in its own pattern. */
const kindNumber = ({ kind, number = kind + 1 }) => (kind == null ? null : number);

function groupedBits(book, style, bits, glyph) {
  const together = el("span", { class: "held" }, bits);
  if (style === "ids") return [together];
  return [letterNodes(book, tokenAt(book, glyph).parts, el("span", { class: "whole" })), together];
}

/** A token, tinted by its kind where it has one, else by its id; a raw byte is untinted. */
function makeBit(book, style, index, kind, number) {
  const token = tokenAt(book, index);
  const isSpecial = token.kind === "special";
  const isDyed = kind == null ? isTinted(token) : !isSpecial;
  const node = el("span", {
    class: "bit", "data-token": token.id, "data-kind": kind, "data-number": number,
    "data-hue": isDyed ? hue(kind ?? token.id) : null, "data-partial": isPartial(token), "data-special": isSpecial,
  });
  FLOW_STYLES[style](book, token, node);
  return node;
}

/** A token in running text. One that goes on in another line stands in several boxes. */
function textBit(book, token, node) {
  const lines = brokenLines(token.parts);
  if (lines.length < 2) return letterNodes(book, token.parts, node);
  const { number } = node.dataset;  // once: it is one token
  const runs = lines.map((parts, index) =>
    letterNodes(book, parts, el("span", { class: "run", "data-number": index ? null : number })));
  set(node, { "data-broken": true, "data-number": null });
  return grow(node, {}, runs.flatMap((run, index) => (index ? [el("br"), run] : [run])));
}

/** A token as a chip over its id. */
function chipBit(book, token, node) {
  const letters = letterNodes(book, shortened(token, CHIP_COLUMNS).parts, el("span", { class: "box" }));
  node.append(letters, el("span", { class: "id" }, String(token.id)));
}

function idBit(book, token, node) {
  node.append(String(token.id));
}

const isLineEnd = (part) => part?.[0] === "name" && NEWLINES.has(part[1]);
const endsLine = (book, { tokens }) => isLineEnd(tokenAt(book, tokens.at(-1)?.[0]).parts.at(-1));

/** A token goes on in another line behind a line's end; several of them in a row are one line's end. */
function brokenLines(parts) {
  /** @type {any[][]} */
  const lines = [[]];
  parts.forEach((part, index) => {
    lines[lines.length - 1].push(part);
    if (isLineEnd(part) && index < parts.length - 1 && !isLineEnd(parts[index + 1])) lines.push([]);
  });
  return lines;
}

/** Letters as plain text where they run from the left; others keep to their own direction. */
export function letterNodes(book, parts, node) {
  for (const part of parts) {
    const isPlain = part[0] === "glyph" && !NOT_FROM_THE_LEFT.test(part[1]);
    node.append(isPlain ? String(part[1]) : glyph(book, part));
    if (part[0] === "glyph" && PILED_MARKS.test(part[1])) set(node, { "data-piled": true });
  }
  return node;
}

/** An item in words: its letters, its ids or its kind, its place. */
function itemName(book, item) {
  const { at, tokens, glyph, kind, look } = item;
  const letters = tokens.length > 1 ? { token: glyph } : { tokens: tokens.map(([token]) => token) };
  const itemTokens = tokens.map(([token]) => tokenAt(book, token));
  const id = itemTokens.map((token) => token.id).join(" ");
  /** @type {Text} */
  const name = kind != null ? ["player.flow.kind", { token: letters, kind: kindNumber(item) }]
    : id.trim() ? ["player.flow.item", { token: letters, id, position: at }]
      : ["player.flow.part", { token: letters, position: at }];
  const isSpecial = look === "special" || itemTokens.some((token) => token.kind === "special");
  return `${plainText(book, name)}${isSpecial ? `, ${template(book, "player.flow.special")}` : ""}`;
}
