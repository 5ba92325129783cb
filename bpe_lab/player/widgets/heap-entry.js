/* An entry of the heap as a rounded box: the letters of its pair, its count, its place in the array. */

/** @import { Book, Text } from "../core/types.js" */

import { numeral, tokenAt } from "../core/book.js";
import { cutPair } from "../core/chips.js";
import { svg } from "../core/dom.js";
import { EM, SMALL, drawnGlyphs } from "../core/glyphs.js";
import { plainText } from "../core/texts.js";
import { isTinted, tint, tokenLook } from "../core/token-letters.js";

export const BOX = { width: 82, height: 28, pad: 9, digit: 9 };
const PAIR_FONT = { most: 14.7, least: 12, presented: 15.4, gap: 6 };

const isHex = ({ parts }) => parts.every(([kind]) => kind === "hex");

/** The letters of a pair from x = 0 on, learned tokens on their tint. */
function pairLetters(book, pair, wide) {
  const room = wide - PAIR_FONT.gap;
  const least = book.present ? PAIR_FONT.presented : PAIR_FONT.least;
  const tokens = cutPair(pair.map((index) => tokenAt(book, index)), room / (least * 0.6));
  const spellings = tokens.map(drawnGlyphs);
  const most = tokens.every(isHex) ? PAIR_FONT.most / SMALL.hex : PAIR_FONT.most;
  const fitting = (room * EM) / (spellings[0].width + spellings[1].width);
  const scale = Math.max(least, Math.min(most, fitting)) / EM;
  let left = 0;
  return spellings.map(({ nodes, width }, k) => {
    const x = left + (width * scale) / 2;
    left += width * scale + PAIR_FONT.gap;
    return tokenLetters(tokens[k], nodes, width * scale, `translate(${x} 0)`, scale);
  });
}

function tokenLetters(token, nodes, width, transform, scale) {
  const ground = { class: "ground", x: -width / 2 - 2.5, y: -10, width: width + 5, height: 20, rx: 3.5 };
  const letters = svg("g", { transform: `scale(${scale})` }, nodes);
  const node = svg("g", { class: "token", ...tokenLook(token), transform });
  node.append(...(isTinted(token) ? [svg("rect", ground)] : []), letters);
  tint(node, token);
  return node;
}

/** The box about the origin; of a stale entry (`now` is given) also what its pair counts now.
    @param {Book} book
    @param {number[]} entry
    @param {{width?: number, pad?: number, now?: number}} [options] */
export function entryBox(book, [left, right, count], { width = BOX.width, pad = BOX.pad, now } = {}) {
  const [digits, present] = [numeral(book, count), now === undefined ? "" : numeral(book, now)];
  const countWidth = (present ? present.length + 0.4 : 0) * BOX.digit;
  const letters = pairLetters(book, [left, right], width - 2 * pad - digits.length * BOX.digit - countWidth - 4);
  return [
    svg("rect", { class: "body", x: -width / 2, y: -BOX.height / 2, width, height: BOX.height, rx: 8 }),
    svg("g", { transform: `translate(${pad - width / 2} 0)` }, letters),
    svg("text", { class: "count", x: width / 2 - pad - countWidth, y: 5.5 }, digits),
    ...(present ? [svg("text", { class: "present", x: width / 2 - pad, y: 5.5 }, present)] : []),
  ];
}

/** The box with its index on its lower edge. */
export function makeEntry(book, entry) {
  const [x, y] = [15 - BOX.width / 2, BOX.height / 2];
  const node = { title: svg("title"), index: svg("text", { class: "index", x, y: y + 4.5 }) };
  node.gap = svg("rect", { class: "gap", x: x - 6, y: y - 4, width: 12, height: 8 });
  node.box = svg("g", {}, entryBox(book, entry));
  node.root = svg("g", { class: "entry" }, node.title, node.box, node.gap, node.index);
  return node;
}

/** What an entry says of itself to the style sheet, to tests and to whoever lights what belongs together. */
export function entryData({ entries }, entry) {
  const [left, right, count] = entries[entry];
  return { "data-entry": entry, "data-pair": `${left},${right}`, "data-count": count };
}

/** "stale: 5 → now 2".
    @returns {Text} */
export const staleText = ({ entries }, entry, now) => ["player.heap.stale", { count: entries[entry][2], now }];

/** "3: (n, t) with 5 (stale: 5 → now 2)"; what has left the array has no index. */
export function entryWords(view, entry, index, now) {
  const [left, right, count] = view.entries[entry];
  const words = plainText(view.book, ["player.heap.entry", { pair: { pair: [left, right] }, count }]);
  const place = index === "" ? "" : `${index}: `;
  return place + words + (now === undefined ? "" : ` (${plainText(view.book, staleText(view, entry, now))})`);
}
