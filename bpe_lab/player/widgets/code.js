/* Code in tabs: the lines at work are lit, with the values that they have just read or written.
   A line that is too long goes on below, further in, and so do values that do not fit behind it; what is folded
   away has left a mark. */

import { atoms, inline, template } from "../core/book.js";
import { become, el, own, rememberChoice, set } from "../core/dom.js";
import { goalIcon } from "../core/drawings.js";
import { makeTabs } from "../core/focus.js";
import { markedEdges, reveal } from "../core/scrolling.js";

const CODE_LINES = 11;
const HANG = 2;  // columns by which the rest of a long line stands further in
const BREAK = /(?<=[([])|(?=\.)/;  // where a line may be broken that has no space
const QUIETER = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*$)/;  // strings and comments

export function code(widget, book) {
  const chosen = rememberChoice(widget, "tab", 0);
  const listings = (widget.tabs ?? []).map((tab) => makeListing(book, tab));
  const name = template(book, widget.title ?? "player.code.tabs");
  const tabs = makeTabs({
    id: `${widget.id}-listing`,
    name,
    labels: (widget.tabs ?? []).map(({ title }) => template(book, title)),
    nodes: listings.map(({ node }) => node),
    chosen: chosen.get(),
    onChoose(index) {
      chosen.set(index);
      listings[index].markEdges();
      showLitLines(listings[index], true);
    },
  });
  tabs.apply(true);
  const most = Math.max(1, ...listings.map(({ lines }) => lines.length));
  const rows = Math.min(widget.rows ?? CODE_LINES, Math.max(most, widget.rows ?? 0));
  const node = el("div", { class: "code", "data-beside": listings.length > 1 }, listings.length > 1 ? tabs.node : null, listings.map((each) => each.node));
  node.style.setProperty("--lines", rows);
  // At full size the first listing and another stand side by side.
  const inSight = () => (node.closest("[data-full]") ? listings : [listings[tabs.chosen]]);
  return {
    node,
    layout() {
      listings.forEach(({ markEdges }) => markEdges());
      for (const listing of inSight()) showLitLines(listing, true);  // Hidden, there was nothing to scroll.
    },
    draw({ lit = {}, values = {}, shown: visible = {} }, still) {
      listings.forEach((listing, index) => {
        showLines(listing, own(visible, index) ?? Infinity);
        drawListing(book, listing, own(lit, index) ?? [], index ? {} : values);
      });
      for (const listing of inSight()) showLitLines(listing, still);
    },
  };
}

function makeListing(book, { first = 1, lines = [] }) {
  let number = first;
  const rows = lines.map((line, index) => {
    const row = makeLine(book, line, lines[index - 1], lines[index + 1], number);
    number += 1 + (line.folded ?? 0);
    return row;
  });
  const list = el("ol", {}, rows.map(({ node }) => node));
  list.style.setProperty("--digits", first > 1 ? String(number - 1).length : 0);
  const node = el("div", { class: "listing", tabindex: 0 }, list);
  const listing = { node, lines: rows, lit: [], markEdges: markedEdges(node) };
  new ResizeObserver(() => showLitLines(listing, true)).observe(list);  // a font that comes late breaks other lines
  return listing;
}

/** A line with the rail of its sub-goal; the icon stands where a block begins. */
function makeLine(book, { code: line = "", note, goal, folded }, before, after, number) {
  const text = typeof line === "string" ? line : template(book, line[0]);  // pseudo-code in words
  const values = el("span", { class: "values" });
  const count = el("span", { class: "line-number", "aria-hidden": "true" }, String(number));
  const comment = note ? el("span", { class: "quieter comment" }, `${text ? "  " : ""}# ${template(book, note)}`) : null;
  const mark = folded ? el("span", { class: "quieter", title: template(book, "player.code.folded") }, "\u00a0⋯") : null;
  const code = el("code", {}, shaded(text), mark, comment, values);
  code.style.setProperty("--hang", text.length - text.trimStart().length + HANG);
  return { node: el("li", { "data-goal": goal }, railOf(goal, before, after), count, code), values, drawnValues: undefined };
}

function railOf(goal, before, after) {
  const [first, last] = [before, after].map((line) => Boolean(goal) && line?.goal !== goal);
  const attributes = { class: "rail", "data-goal": goal, "data-first": first, "data-last": last };
  return el("span", attributes, first ? goalIcon(goal) : null);
}

const shaded = (text) =>
  String(text).split(QUIETER).flatMap((piece, index) =>
    index % 2 ? [el("span", { class: "quieter" }, piece)] : breakable(piece));

const breakable = (piece) => piece.split(BREAK).flatMap((part, index) => (index ? [el("wbr"), part] : [part]));

function drawListing(book, listing, lit, values) {
  if (listing.drawn !== lit) {
    const now = new Set(lit);
    listing.lines.forEach(({ node }, index) => {
      set(node, { "aria-current": now.has(index) ? "true" : null, "data-wears": now.has(index) });
    });
    Object.assign(listing, { drawn: lit, lit });
  }
  listing.lines.forEach((line, index) => drawValues(book, line, own(values, index)));
}

/** A listing that is still being written shows its first lines; the others keep their room. */
function showLines(listing, most) {
  if (listing.most === most) return;
  listing.most = most;
  listing.lines.forEach(({ node }, index) => set(node, { "data-gone": index >= most, "aria-hidden": index >= most ? "true" : null }));
}

/** A comment gives way to values. */
function drawValues(book, line, values) {
  if (line.drawnValues === values) return;
  line.drawnValues = values;
  set(line.node, { "data-valued": Boolean(values?.length) });
  const valueNodes = (values ?? []).map((value) => inline(book, atoms(book, value)));
  become(line.values, valueNodes.flatMap((nodes, index) => (index ? [" ", ...nodes] : nodes)));
}

/** The lit lines and one on either side; where not all fit, those up to the one that ran last. */
function showLitLines({ node, lit, lines }, still) {
  if (!lit.length) return;
  const line = (index) => lines[Math.min(Math.max(index, 0), lines.length - 1)].node;
  const end = (index) => line(index).offsetTop + line(index).offsetHeight;
  reveal(node, () => {
    const room = node.clientHeight;
    const top = Math.max(line(Math.min(...lit) - 1).offsetTop, end(lit.at(-1) + 1) - room);
    return [top, Math.min(end(Math.max(...lit) + 1), top + room)];
  }, still);
}
