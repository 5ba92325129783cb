/* Words with how often each occurs: above, all of them in a strip; below, the one at work, large.
   One drawing for both. A symbol grows over the cells of what it is joined from. */

import { numeral, spelled } from "../core/book.js";
import { MOST_BYTES, integer } from "../core/checks.js";
import { arrange, el, own, set, svg, unitsWide } from "../core/dom.js";
import { DESCRIBED, drawingName, hatching } from "../core/drawings.js";
import { LEAST_TYPE } from "../core/least-type.js";
import { drawWordLens, wordSlot, wordSlots } from "./word-lens.js";
import { STRIP_WORDS, cellSpan, planWordLens, planWords } from "./words-plan.js";

const LEAST_WRITTEN = 13;  // units of a cell; letters in smaller ones would be no letters
const WORDS_APART = { wide: 8, narrow: 6 };

export function words(widget, book) {
  const all = widget.words ?? [];
  all.forEach(({ cells }) => integer(cells?.length, 1, MOST_BYTES, "cells"));
  const view = { widget: { ...widget, words: all }, book, state: {}, room: "", strip: new Map(), hatch: hatching() };
  view.rows = svg("g");
  view.top = svg("svg", { x: 0, y: 0, class: "word-strip" }, view.rows);
  view.ground = svg("rect", { class: "ground", x: 0, rx: 12 });
  view.front = svg("svg", { x: 0, class: "word-lens" });
  view.words = el("p", { id: `${view.hatch.id}-words`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg("svg", { class: "word-drawing", ...name }, view.hatch.node, view.top, view.ground, view.front);
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: (narrow) => layWordsView(view, narrow),
    draw: (state) => drawWords(view, state),
  };
}

function layWordsView(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  Object.assign(view, { room, plan: planWords(view.widget.words, width, view.book.present ? 1 : STRIP_WORDS.rows), lens: planWordLens(width, narrow) });
  view.lens.apart = WORDS_APART[narrow ? "narrow" : "wide"];
  const top = view.plan.height + view.lens.apart;
  set(view.drawing, { viewBox: `0 0 ${width} ${top + view.lens.height}` });
  view.drawing.style.height = `${(top + view.lens.height) / 16}rem`;
  set(view.top, { width, height: view.plan.height });
  for (const node of [view.ground, view.front]) set(node, { y: top, width, height: view.lens.height });
  view.strip.clear();
  drawWords(view, view.state);
}

function drawWords(view, state) {
  view.state = state;
  if (!view.room) return;
  const { places, visibleRows, rows, high } = view.plan;
  const wordNodes = view.widget.words.map((word, number) => stripWord(view, word, number, state));
  arrange(view.rows, wordNodes);
  const first = Math.max(0, Math.min(rows - visibleRows, (places[firstLit(state)]?.row ?? 0) - visibleRows + 1));
  set(view.rows, { transform: first ? `translate(0 ${-first * high})` : null });
  drawWordLens(view, state);
  view.words.textContent = spokenWords(view, state);
}

/** The word to keep in view: the one in focus, else the first with something to see. */
function firstLit(state) {
  if (state.focus != null) return state.focus;
  return Object.keys(state.rows ?? {}).find((number) => Object.values(state.rows[number]).some(([, , look]) => look)) ?? 0;
}

/** A word of the strip, drawn anew only where its state is new. */
function stripWord(view, word, number, state) {
  const slots = own(state.rows ?? {}, number);
  const isNow = String(state.focus) === String(number);
  const last = view.strip.get(number);
  if (last && last.slots === slots && last.isNow === isNow) return last.node;
  const node = stripWordNode(view, word, number, slots ?? {}, isNow);
  view.strip.set(number, { slots, isNow, node });
  return node;
}

function stripWordNode({ book, plan, hatch }, word, number, slots, isNow) {
  const { x, row, cell, wide } = plan.places[number];
  const top = row * plan.high;
  const y = top + STRIP_WORDS.label;
  const label = svg("text", { class: "label", "data-at": String(number), x: x + 2, y: top + 13 },
    svg("tspan", { class: "number" }, String(number)), svg("tspan", { class: "times", dx: 7 }, `×${numeral(book, word.times)}`));
  const run = svg("rect", { class: "run", x, y: y - 2, width: wide, height: STRIP_WORDS.size + 4, rx: 5 });
  const wordNodes = wordSlots(slots).map((slot) => {
    const [left, width] = cellSpan(word, cell, slot.at, slot.size);
    const box = { x: x + left + 1, y, width: Math.max(0.5, width - 2), height: STRIP_WORDS.size };
    return wordSlot(book, number, slot, box, { font: book.present ? LEAST_TYPE.stage : Math.min(15, cell * 0.56), rx: 4, hatch, linked: !isNow, mute: cell < LEAST_WRITTEN });
  });
  return svg("g", { class: "strip-word", "data-here": isNow, "data-wears": isNow, "data-laid": wordNodes.length > 0 }, label, run, wordNodes);
}

/** "word 2 (×6): n e w es t</w>", for a screen reader. */
function spokenWords({ widget, book }, state) {
  let words = "";
  for (const [number, word] of widget.words.entries()) {
    if (words.length > DESCRIBED) return `${words} …`;
    const slots = wordSlots(own(state.rows ?? {}, number) ?? {});
    if (slots.length) words += `${words && "; "}×${numeral(book, word.times)} ${slots.map(({ token }) => spelled(book, token)).join(" ")}`;
  }
  return words;
}
