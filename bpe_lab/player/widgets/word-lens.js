/* The word in focus: its symbols before and after it is rewritten, with an arc for every pair whose
   count this changes. Without a word, the sum of the symbols that are joined. */

import { numeral, signed, spelledOut, tokenAt } from "../core/book.js";
import { own, set, svg } from "../core/dom.js";
import { columnsOf, fittedGlyphs } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";
import { sum } from "../core/numbers.js";
import { plainText } from "../core/texts.js";
import { isPartial, tint, tokenLook } from "../core/token-letters.js";
import { cellSpan, placeWord } from "./words-plan.js";

const ARC = { height: 21, label: 17, font: 13.5, column: 8.2 };
const SUM = { font: 24, chip: 46, pad: 20, between: 18, least: 46 };

export function drawWordLens(view, state) {
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
export function wordSlots(slots) {
  const places = Object.keys(slots).map(Number).sort((one, other) => one - other);
  return places.map((at, k) => ({ at, token: slots[at][0], size: slots[at][1], look: slots[at][2], next: places[k + 1] ?? null }));
}

function lensSlot({ book, lens, hatch }, word, number, slot, { cell, left }, y, row) {
  const [x, wide] = cellSpan(word, cell, slot.at, slot.size);
  const box = { x: left + x + 3, y, width: wide - 6, height: lens.chip };
  return wordSlot(book, number, slot, box, { font: 21, rx: 6, hatch, linked: row === "after" });
}

/** A symbol in its box. Only the rows of now say what they are, for the player to find where a pair stands. */
export function wordSlot(book, number, { at, token: index, look, next }, box, { font, rx, hatch, linked, mute = false }) {
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

/** An arc over two neighbours, above the row of before and below that of now, with the change of their count. */
function changeArc({ book, lens }, word, rows, { row, at, delta, pair, look }, { cell, left }, y) {
  const name = row === "before" ? "before" : "after";
  const slot = wordSlots(rows[name] ?? {}).find((each) => each.at === at);
  if (!slot || slot.next == null) return svg("g");
  const centre = (place, size) => {
    const [x, wide] = cellSpan(word, cell, place, size);
    return left + x + wide / 2;
  };
  const [from, to] = [centre(at, slot.size), centre(slot.next, own(rows[name], slot.next)[1])];
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
