/* The ledger: every pair's count, how much it changed, and where it stands. Folded it shows the rows that the state
   puts on top; unfolded, all pairs in a box that takes the room its column has left. A row belongs to one pair and
   draws only what is new about it. */

import { figure, numeral, plainText, signed, template } from "../core/book.js";
import { arrange, become, el, makeButton, own, rememberChoice, set, unitsWide } from "../core/dom.js";
import { keepingFocus } from "../core/focus.js";
import { pairChips } from "../core/glyphs.js";
import { isCalm, moveRows, placesOfRows } from "../core/motion.js";
import { markedEdges } from "../core/scrolling.js";
import { lookSign } from "./looks.js";

const PAIR_COLUMNS = 8;  // characters of a pair
const POSITION_COLUMN = 13 * 0.6;  // units a character of the list of positions takes

export function ledger(widget, book, states) {
  const view = { widget, book, rows: new Map(), pairs: [], state: {}, columns: Infinity };
  view.open = rememberChoice(widget, "open", false);
  view.places = headOf(view, "positions");
  view.body = el("tbody");
  view.box = el("div", { class: "box", id: `${widget.id}-rows` }, ledgerTable(view, states));
  const name = `${widget.id}-fold`;
  view.fold = makeButton({ class: "fold", "aria-controls": view.box.id, "data-name": name }, () => unfold(view));
  view.box.style.setProperty("--rows", widget.rows ?? 5);
  view.box.style.setProperty("--pairs", String(mostPairs(states)));
  view.markEdges = markedEdges(view.box);
  return {
    node: el("div", { class: "ledger" }, view.box, view.fold),
    layout: () => layLedger(view),
    draw: (state, still) => drawLedger(view, state, still),
  };
}

function ledgerTable(view, states) {
  const numbers = ["count", "delta"].map((name) => headOf(view, name));
  const most = longestNumber(view.book, states);
  numbers.forEach((cell, index) => (cell.style.width = `${Math.max(2.75, (most + index) * 0.6 + 1.4)}rem`));
  const signs = el("td", { class: "sign-cell", "aria-hidden": "true" });
  const head = el("tr", {}, signs, headOf(view, "pair"), numbers, view.places);
  return el("table", {}, el("thead", {}, head), view.body);
}

function headOf({ widget, book }, name) {
  const key = own(widget.columns ?? {}, name);
  return el("th", { scope: "col", "data-column": name }, key ? template(book, key) : null);
}

/** Digits of the highest count of the walk: its column never changes its width. */
function longestNumber(book, states) {
  let most = 0;
  for (const pairs of new Set(states.map((state) => state?.pairs))) {
    for (const key in pairs) most = Math.max(most, Math.abs(pairs[key][0]), Math.abs(pairs[key][1]));
  }
  return numeral(book, most).length;
}

/** So that a step changes no height. */
const mostPairs = (states) =>
  Math.max(0, ...[...new Set(states.map((state) => state?.pairs))].map((pairs) => Object.keys(pairs ?? {}).length));

/** How many characters a list of positions has room for; measured here, so that no step measures. */
function layLedger(view) {
  const width = unitsWide(view.places);
  const columns = Math.floor(width / POSITION_COLUMN);
  if (width <= 0 || columns === view.columns) return;
  view.columns = columns;
  drawLedger(view, view.state);
}

function unfold(view) {
  view.open.set(!view.open.get());
  view.box.scrollTop = 0;
  keepingFocus(view.box.closest(".player"), () => drawLedger(view, view.state));
  layLedger(view);
  view.markEdges();
}

function drawLedger(view, state, still = true) {
  const { box, body, book, widget } = view;
  const open = view.open.get();
  const top = (state.top ?? []).slice(0, widget.rows);
  const pairs = open ? [...top, ...byCount(state.pairs ?? {}, new Set(top))] : top;
  view.state = state;
  const rows = pairs.map((pair) => drawLedgerRow(view, pair));
  arrange(body, rows);
  if (!isCalm(still) && view.pairs.length) moveRows(placesOfRows(view.pairs), rows.map((row, index) => [pairs[index], row]));
  view.pairs = pairs;
  const name = open && widget.title ? template(book, widget.title) : null;
  set(box, { "data-open": open, tabindex: open ? 0 : null, role: open ? "group" : null, "aria-label": name });
  drawFold(view, open, Object.keys(state.pairs ?? {}).filter((pair) => !top.includes(pair)).map((pair) => state.pairs[pair][0]));
}

/** How many pairs are not shown; that none of them counts any more is worth knowing. */
function drawFold({ fold, book }, open, counts) {
  const others = counts.length;
  const more = `player.ledger.${counts.some((count) => count) ? "more" : "more_gone"}`;
  const words = open ? template(book, "player.ledger.fewer") : plainText(book, [more, { pairs: others }]);
  if (fold.textContent !== words) fold.textContent = words;
  set(fold, { "aria-expanded": String(open), "data-gone": !open && others <= 0 });
}

/** The pairs that are not on top, the highest count first; equal ones stay in the order of meeting. */
const byCount = (pairs, top) =>
  Object.keys(pairs).filter((pair) => !top.has(pair)).sort((one, other) => pairs[other][0] - pairs[one][0]);

function drawLedgerRow(view, pair) {
  if (!view.rows.has(pair)) view.rows.set(pair, makeLedgerRow(view.book, pair));
  const row = view.rows.get(pair);
  const about = (name) => own(view.state[name] ?? {}, pair);
  const [counts, ...places] = ["pairs", "positions", "stale", "lit", "times"].map(about);
  if (row.counts !== counts) drawCounts(view.book, row, (row.counts = counts));
  const content = [...places, view.columns];
  if (content.some((each, index) => each !== row.places?.[index])) drawPlaces(view, row, (row.places = content));
  return row.node;
}

function makeLedgerRow(book, pair) {
  const cell = (name, ...children) => el("td", { "data-column": name }, ...children);
  const row = { count: cell("count"), delta: set(cell("delta"), { "data-wears": true }), list: cell("positions") };
  row.sign = el("td", { class: "sign-cell" });
  const chips = cell("pair", pairChips(book, pair.split(",").map(Number), null, PAIR_COLUMNS));
  return { ...row, node: el("tr", { "data-pair": pair }, row.sign, chips, row.count, row.delta, row.list) };
}

function drawCounts(book, row, [count, delta, look] = [0, 0, ""]) {
  set(row.node, { "data-count": count, "data-look": look || (count ? null : "quiet"), "data-wears": look === "changed" });
  become(row.sign, lookSign(look));
  row.count.textContent = figure(book, count);
  row.delta.textContent = signed(book, delta);
}

/** The row tells all positions as data; its cell shows as many as it has room for. */
function drawPlaces(view, { node, list }, /** @type {any[]} */ [positions = [], stale = [], lit = [], times = {}, columns]) {
  const [at, look] = lit;
  const gone = new Set(stale);
  const words = positions.map((position) => `${position}${own(times, position) ? `×${times[position]}` : ""}`);
  const [from, to] = windowAround(words, Math.max(0, positions.lastIndexOf(at)), columns);
  const place = (position) => {
    const isLit = position === at;
    const attributes = { "data-at": position, "data-look": isLit ? look : null, "data-wears": isLit };
    return el(gone.has(position) ? "s" : "span", attributes, words[positions.indexOf(position)]);
  };
  const joint = (one, other) => (gone.has(one) && gone.has(other) ? el("s", {}, " ") : " ");
  const cells = positions.slice(from, to).flatMap((position, k, all) =>
    (k ? [joint(all[k - 1], position), place(position)] : [place(position)]));
  become(list, [...(from > 0 ? ["… "] : []), ...cells, ...(to < words.length ? [" …"] : [])]);
  const unseen = to - from < words.length ? [words.join(" ")] : [];
  const staleWords = stale.length ? [plainText(view.book, ["player.ledger.stale", { positions: stale.join(" ") }])] : [];
  set(list, { title: [...unseen, ...staleWords].join("\n") || null });
  set(node, { "data-positions": words.join(","), "data-stale": stale.join(",") });
}

/** The run of `words` about `place` that fits into `columns` characters, "…" at a cut included. */
function windowAround(words, index, columns) {
  const fits = (from, to) => {
    const dots = (from > 0 ? 2 : 0) + (to < words.length ? 2 : 0);
    return words.slice(from, to).reduce((sum, word) => sum + word.length + 1, dots - 1) <= columns;
  };
  let [from, to] = [index, Math.min(words.length, index + 1)];
  for (let grown = true; grown; ) {
    const [left, right] = [from, to];
    if (to < words.length && fits(from, to + 1)) to++;
    if (from > 0 && fits(from - 1, to)) from--;
    grown = left !== from || right !== to;
  }
  return [from, to];
}
