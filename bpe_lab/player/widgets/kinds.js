/* The widgets by the kind that a recording names, one file and one row each; what the chrome does otherwise for some; and
   what of each a question hides. */

/** @import { Book, MakeView, State, Widget } from "../core/types.js" */

import { tokenAt } from "../core/book.js";
import { own } from "../core/dom.js";
import { aligned } from "./aligned.js";
import { beads } from "./beads.js";
import { bytes } from "./bytes.js";
import { changes } from "./changes.js";
import { code } from "./code.js";
import { flow } from "./flow.js";
import { heap } from "./heap.js";
import { lanes } from "./lanes.js";
import { lattice } from "./lattice.js";
import { ledger } from "./ledger.js";
import { lens } from "./lens.js";
import { meters } from "./meters.js";
import { note } from "./note.js";
import { pattern } from "./pattern.js";
import { ranks } from "./ranks.js";
import { ribbon } from "./ribbon.js";
import { series } from "./series.js";
import { shelf } from "./shelf.js";
import { states } from "./states.js";
import { strips } from "./strips.js";
import { table } from "./table.js";
import { tree } from "./tree.js";
import { versus } from "./versus.js";
import { words } from "./words.js";

/** @type {Record<string, MakeView>} */
export const WIDGETS = {
  ribbon,
  table,
  note,
  changes,
  shelf,
  ledger,
  heap,
  code,
  lens,
  tree,
  ranks,
  lanes,
  flow,
  pattern,
  bytes,
  versus,
  meters,
  series,
  strips,
  words,
  beads,
  aligned,
  lattice,
  states,
};

/** A stage with one of these leads a story from top to bottom: narrow, its columns stand below each other. */
export const LEADING = new Set(["versus"]);

/** Their elements stay from step to step and may be thousands: pointing looks them up in an index. */
export const STANDING = new Set(["flow", "pattern", "bytes"]);

/* What of a widget is not sent to the eye or to a screen reader while a question is open whose answer it holds.
   A part that is not listed here covers its whole widget. */

const HIDDEN = "?";

/** `argument` is what stands after the colon of the part's name.
    @typedef {(state: State, widget: Widget, book: Book, argument: string) => State} Veil
    @type {Record<string, Record<string, Veil>>} */
const VEILS = {
  ribbon: { looks: plainSlots },
  table: { number: column({ number: HIDDEN }), figures: column({ number: HIDDEN, delta: null, bar: null }), order: tableOrder },
  ledger: { figures: ledgerFigures, row: ledgerRow, order: ledgerOrder },
  lattice: { path: latticePath },
  // What the lanes show for it; what they have made stays.
  versus: { figures: (state) => ({ ...state, lanes: {} }) },
  code: { values: (state) => ({ ...state, values: {} }) },
};

/** The state to draw instead, or nothing where the whole widget is to be covered.
    @param {State} state
    @param {Widget} widget
    @param {Book} book
    @param {string[]} parts  `""` is the whole
    @returns {State | null} */
export function veiledState(state, widget, book, parts) {
  const veils = parts.map((part) => part.split(":")).map(([name, argument = ""]) => ({ veil: own(own(VEILS, widget.kind) ?? {}, name), argument }));
  if (veils.some(({ veil }) => !veil)) return null;
  return veils.reduce((now, { veil, argument }) => veil(now, widget, book, argument), state);
}

/** Of tokens in a text, which the step before has changed.
    @type {Veil} */
function plainSlots({ slots = {}, ...rest }) {
  const plain = ([token, size, look]) => [token, size, look === "changed" ? "" : look];
  return { ...rest, slots: Object.fromEntries(Object.entries(slots).map(([at, slot]) => [at, plain(slot)])) };
}

/** Columns of a table, by their kinds, and what stands in them instead; its rows stand in the order of their letters,
    since their own order tells.
    @param {Record<string, string | null>} instead
    @returns {Veil} */
function column(instead) {
  return (state, { columns = [] }, book) => {
    const hide = (cells) => cells.map((cell, index) => (cell != null && columns[index]?.kind in instead ? instead[columns[index].kind] : cell));
    const rows = (state.rows ?? []).map(({ cells }) => ({ cells: hide(cells), look: "" }));
    const pair = columns.findIndex((each) => each.kind === "pair");
    // That no row left out is higher says that the answer is among these.
    return { ...state, more: state.unlisted, rows: pair < 0 ? rows : byLetters(book, rows, ({ cells }) => cells[pair]) };
  };
}

/** Where counts tie, the order alone tells the winner: its figures stay.
    @type {Veil} */
function tableOrder(state, { columns = [] }, book) {
  const pair = columns.findIndex((each) => each.kind === "pair");
  const rows = (state.rows ?? []).map(({ cells }) => ({ cells, look: "" }));
  return { ...state, rows: byLetters(book, rows, ({ cells }) => cells[pair]) };
}

/** @type {Veil} */
function ledgerOrder(state, _widget, book) {
  return { ...state, top: byLetters(book, state.top ?? [], (key) => key.split(",").map(Number)) };
}

function ledgerFigures(state, _widget, book) {
  const sorted = (keys) => byLetters(book, keys, (key) => key.split(",").map(Number));
  const pairs = sorted(Object.keys(state.pairs ?? {})).map((key) => [key, [HIDDEN, 0, ""]]);
  const { aside, top = [] } = state;
  return { aside, top: sorted(top), pairs: Object.fromEntries(pairs) };
}

/** The row of a pair comes on top and looks like no other: a count of 0 would fade it, which tells from afar. */
function ledgerRow(state, widget, _book, pair) {
  const [count, delta] = own(state.pairs ?? {}, pair) ?? [0, 0];
  const others = (state.top ?? []).filter((each) => each !== pair);
  return { ...state, top: [pair, ...others].slice(0, widget.rows), pairs: { ...state.pairs, [pair]: [count, delta, "asked"] } };
}

/** The way that is lit; what each node stores stays, since the way back is read off it. */
function latticePath({ arcs = {}, nodes = {}, ...rest }) {
  const arc = (look) => (look === "path" ? "best" : look);
  const hide = ({ look, ...node }) => (look && look !== "path" ? { ...node, look } : node);
  const all = (items, change) => Object.fromEntries(Object.entries(items).map(([key, item]) => [key, change(item)]));
  return { ...rest, arcs: all(arcs, arc), nodes: all(nodes, hide) };
}

/** In the order of their pairs' letters, which says nothing of counts. */
function byLetters(book, items, pairOf) {
  const words = (item) => (pairOf(item) ?? []).map((token) => tokenAt(book, token).parts.map(([kind, text]) => text ?? (kind === "space" ? " " : "")).join("")).join("\0");
  const keys = new Map(items.map((item) => [item, words(item)]));
  return [...items].sort((one, other) => (keys.get(one) < keys.get(other) ? -1 : Number(keys.get(one) > keys.get(other))));
}
