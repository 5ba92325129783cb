/* Words with how often each occurs: above, all of them in a strip; below, the one at work, large.
   One drawing for both. A symbol grows over the cells of what it is joined from. */

import {
  isPartial, numeral, plainText, signed, spelled, spelledOut, tint, tokenAt, tokenLook,
} from "../core/book.js";
import { arrange, el, own, set, sum, svg, unitsWide } from "../core/dom.js";
import { DESCRIBED, LEAST_TYPE, atLeast, drawingName, hatching } from "../core/drawings.js";
import { columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { MOST_BYTES, integer } from "../core/recording.js";

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

/* The word in focus: its symbols before and after it is rewritten, with an arc for every pair whose
   count this changes. Without a word, the sum of the symbols that are joined. */

const ARC = { height: 21, label: 17, font: 13.5, column: 8.2 };
const SUM = { font: 24, chip: 46, pad: 20, between: 18, least: 46 };

function drawWordLens(view, state) {
  const { widget } = view;
  const word = state.focus == null ? null : widget.words[state.focus];
  const changes = state.changes ?? [];
  view.front.replaceChildren(...(word ? wordRows(view, word, state, changes) : sumNodes(view, state.sum ?? [], state.join)));
  set(view.ground, { "data-empty": !word && !state.sum?.length });
}

function wordRows(view, word, state, changes) {
  const { lens, book } = view;
  const place = placeWord(lens, word, changes);
  /** @type {any} */
  const rows = { after: own(state.rows ?? {}, state.focus) ?? {} };
  if (state.before) rows.before = state.before;
  const only = rows.before ? {} : { after: (lens.rows.before + lens.rows.after) / 2 };
  const y = { ...lens.rows, ...only };
  const rowNodes = Object.keys(rows).map((name) =>
    svg("g", { class: `word-row ${name}` }, wordSlots(rows[name]).map((slot) => lensSlot(view, word, state.focus, slot, place, y[name], name))));
  const arcs = changes.map((change) => changeArc(view, word, rows, change, place, y));
  const title = wordTitle(book, lens, state.focus, word);
  const isCut = place.left < lens.edge;
  const veil = isCut && !lens.narrow ? [svg("rect", { class: "ground", x: 0, y: 0, width: lens.edge - 10, height: lens.height, rx: 12 })] : [];
  return [...(rows.before ? [descent(word, rows, place, y, lens)] : []), ...rowNodes, ...arcs, ...veil, title];
}

/** `{at, token, size, look, next}` of a word's slots from left to right. */
function wordSlots(slots) {
  const places = Object.keys(slots).map(Number).sort((one, other) => one - other);
  return places.map((at, k) => ({ at, token: slots[at][0], size: slots[at][1], look: slots[at][2], next: places[k + 1] ?? null }));
}

function lensSlot({ book, lens, hatch }, word, number, slot, { cell, left }, y, row) {
  const [x, wide] = cellSpan(word, cell, slot.at, slot.size);
  const box = { x: left + x + 3, y, width: wide - 6, height: lens.chip };
  return wordSlot(book, number, slot, box, { font: 21, rx: 6, hatch, linked: row === "after" });
}

/** A symbol in its box. Only the rows of now say what they are, for the player to find where a pair stands. */
function wordSlot(book, number, { at, token: index, look, next }, box, { font, rx, hatch, linked, mute = false }) {
  const token = tokenAt(book, index);
  const { nodes, scale, whole } = fittedGlyphs(token, box.width - 6, font);
  const position = linked ? { "data-at": `${number}.${at}`, "data-token": token.id, "data-next": next == null ? null : `${number}.${next}` } : {};
  const face = svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) scale(${scale})` }, mute ? [] : nodes);
  const node = svg("g", { class: "slot word-slot", "data-look": look || null, "data-wears": look === "near", ...tokenLook(token), ...position },
    svg("rect", { class: "body", ...box, rx }), isPartial(token) ? svg("rect", { class: "hatch", ...box, rx, fill: hatch.fill }) : null, face);
  if (!whole || mute) node.append(svg("title", {}, spelledOut(book, token)));
  tint(node, token);
  return node;
}

/** What became of the symbols that were joined: the cells of each new one, from the row above to that below. */
function descent(word, { before, after }, { cell, left }, y, { chip }) {
  const joined = wordSlots(after).filter(({ at, size }) => own(before, at)?.[1] !== size);
  const paths = joined.map(({ at, size }) => {
    const [x, wide] = cellSpan(word, cell, at, size);
    return svg("path", { d: `M${left + x + 5} ${y.before + chip}H${left + x + wide - 5}V${y.after}H${left + x + 5}Z` });
  });
  return svg("g", { class: "descent" }, paths);
}

/** An arc over two neighbors, above the row of before and below that of now, with the change of their count. */
function changeArc({ book, lens }, word, rows, { row, at, delta, pair, look }, { cell, left }, y) {
  const name = row === "before" ? "before" : "after";
  const slot = wordSlots(rows[name] ?? {}).find((each) => each.at === at);
  if (!slot || slot.next == null) return svg("g");
  const center = (place, size) => {
    const [x, wide] = cellSpan(word, cell, place, size);
    return left + x + wide / 2;
  };
  const [from, to] = [center(at, slot.size), center(slot.next, own(rows[name], slot.next)[1])];
  const up = name === "before" ? -1 : 1;
  const base = up < 0 ? y.before : y.after + lens.chip;
  const peak = base + up * ARC.height;
  const text = signed(book, delta);
  const wide = text.length * ARC.column + 10;
  const middle = (from + to) / 2;
  return svg("g", { class: "arc", "data-pair": pair.join(), "data-look": look || null, "data-wears": look === "now" },
    svg("path", { d: `M${from} ${base + up * 2}C${from} ${peak} ${to} ${peak} ${to} ${base + up * 2}` }),
    svg("rect", { class: "plate", x: middle - wide / 2, y: peak - up * 4 - ARC.label / 2, width: wide, height: ARC.label, rx: ARC.label / 2 }),
    svg("text", { x: middle, y: peak - up * 4 + 0.35 * ARC.font, "font-size": atLeast(book, ARC.font) }, text));
}

/** Which word it is and how often it stands in the text: where it is wide at the left, else above. */
function wordTitle(book, { narrow, height, edge }, number, { times }) {
  const [x, y] = narrow ? [edge, 20] : [24, height / 2];
  const name = svg("text", { class: "word-name", x: narrow ? x + 50 : x, y: narrow ? y : y + 22 }, plainText(book, ["player.words.word", { number: Number(number) }]));
  return svg("g", { class: "word-title", "data-at": String(number) }, svg("text", { class: "times", x, y }, `×${numeral(book, times)}`), name);
}

/** Symbols as a sum: left + right → new, in the middle of the lens. */
function sumNodes({ book, lens, hatch }, tokens, join) {
  const signs = join ?? ["+", "→"];
  const widths = tokens.map((index) => Math.max(SUM.least, (columnsOf(tokenAt(book, index)) * 0.6 * SUM.font) + SUM.pad));
  const whole = sum(widths) + (tokens.length - 1) * (2 * SUM.between + 14);
  const most = lens.width - 24;
  const scale = Math.min(1, most / Math.max(1, whole));
  let x = -whole / 2;
  const nodes = tokens.flatMap((token, index) => {
    const box = { x, y: -SUM.chip / 2, width: widths[index], height: SUM.chip };
    x += widths[index] + 2 * SUM.between + 14;
    const sign = index < tokens.length - 1 ? [svg("text", { class: "sum-sign", x: x - SUM.between - 7, y: 7 }, String(signs[index] ?? ""))] : [];
    return [wordSlot(book, "", { at: index, token, look: "", next: null }, box, { font: SUM.font, rx: 7, hatch, linked: false }), ...sign];
  });
  const middle = (lens.title ?? 0) / 2 + lens.height / 2;
  return tokens.length ? [svg("g", { class: "sum", transform: `translate(${lens.width / 2} ${middle}) scale(${scale})` }, nodes)] : [];
}

/* Where words stand in their strip and what the one in focus has room for, in units of 1/16 rem.
   A cell is one original symbol; the plan depends on cells and width only, so that nothing moves. */

const STRIP_WORDS = { cells: [34, 30, 26, 22, 18], size: 25, label: 19, between: 20, line: 8, rows: 2, pad: 2 };
const WORD_LENS = {
  wide: { chip: 42, cell: 62, arc: 35, gap: 20, edge: 128 },
  narrow: { chip: 38, cell: 52, arc: 34, gap: 18, edge: 16, title: 24 },
};

const cellsWide = ({ cells }) => sum(cells);

/** The largest cells with which all words stand in one row, else in the `most` that are shown, else the smallest. */
function planWords(words, width, most) {
  const plans = STRIP_WORDS.cells.map((cell) => layWords(words, width - 2 * STRIP_WORDS.pad, cell));
  const plan = plans.find(({ rows }) => rows === 1) ?? plans.find(({ rows }) => rows <= most) ?? plans[plans.length - 1];
  const high = STRIP_WORDS.label + STRIP_WORDS.size + STRIP_WORDS.line;
  const visibleRows = Math.min(plan.rows, most);
  return { ...plan, high, visibleRows, width, height: visibleRows * high - STRIP_WORDS.line + 4 };
}

function layWords(words, width, cell) {
  const places = [];
  let [x, row] = [0, 0];
  for (const word of words) {
    const fitting = Math.min(cell, width / cellsWide(word));  // a word is never broken
    const wide = cellsWide(word) * fitting;
    if (x > 0 && x + wide > width) [x, row] = [0, row + 1];
    places.push({ x, row, cell: fitting, wide });
    x += wide + STRIP_WORDS.between;
  }
  const free = row ? 0 : (width - x + STRIP_WORDS.between) / 2;
  return { places: places.map((index) => ({ ...index, x: index.x + Math.max(0, free) + STRIP_WORDS.pad })), rows: row + 1 };
}

/** `[x, width]` of `size` cells from `at` on, the word's first cell at 0. */
function cellSpan({ cells }, cell, at, size) {
  const left = sum(cells.slice(0, at)) * cell;
  return [left, sum(cells.slice(at, at + size)) * cell];
}

/** The two rows of the word in focus: `{cell, left, chip, rows: {before, after}, height, …}`.
    One that is too long even in small cells is shown about the places that changed. */
function planWordLens(width, narrow) {
  const face = WORD_LENS[narrow ? "narrow" : "wide"];
  const top = (face.title ?? 0) + face.arc;
  const below = top + face.chip + face.gap;
  return { ...face, width, narrow, rows: { before: top, after: below }, height: below + face.chip + face.arc };
}

const LEAST_CELL = 34;

function placeWord(lens, word, changes) {
  const room = lens.width - 2 * lens.edge;
  const cell = Math.max(LEAST_CELL, Math.min(lens.cell, room / cellsWide(word)));
  const wide = cell * cellsWide(word);
  if (wide <= room) return { cell, left: (lens.width - wide) / 2 };
  const spans = changes.map(({ at }) => cellSpan(word, cell, at, 1));
  const middle = spans.length ? (Math.min(...spans.map(([x]) => x)) + Math.max(...spans.map(([x, w]) => x + w))) / 2 : 0;
  return { cell, left: Math.max(lens.edge + room - wide, Math.min(lens.edge, lens.width / 2 - middle)) };
}
