/* Tokens as HTML chips, one by one and in pairs. */

/** @import { Book, Token } from "./types.js" */

import { spelledOut, tokenAt } from "./book.js";
import { el } from "./dom.js";
import { columnsOf, shortened } from "./glyphs.js";
import { glyphs, tint, tokenLook } from "./token-letters.js";

/** A token as a chip; where `shortToken` is drawn in its place, the title has it in full.
    @param {Book} book
    @param {number} index
    @param {Record<string, any> | null} [attributes]
    @param {Token} [shortToken] */
export function chip(book, index, attributes, shortToken) {
  const token = tokenAt(book, index);
  const title = shortToken && shortToken !== token ? spelledOut(book, token) : null;
  const node = el("span", { class: "chip", title, ...tokenLook(token), ...attributes },
    el("span", { class: "letters", dir: "ltr" }, glyphs(book, shortToken ?? token)));
  tint(node, token);
  return node;
}

/** Two chips, their tokens in `columns` characters.
    @param {Book} book
    @param {number[]} pair
    @param {Record<string, any> | null} [attributes]
    @param {number} [columns] */
export function pairChips(book, pair, attributes, columns = Infinity) {
  const shortToken = cutPair(pair.map((index) => tokenAt(book, index)), columns);
  const chips = pair.map((index, place) => chip(book, index, null, shortToken[place]));
  return el("span", { class: "pair", "data-pair": pair.join(), ...attributes }, chips);
}

/** Two tokens in `columns` characters: the shorter one keeps what it needs, the longer one is shortened.
    @param {Token[]} pair */
export function cutPair([left, right], columns) {
  const room = (other) => Math.max(columns / 2, columns - columnsOf(other));
  return [shortened(left, room(right)), shortened(right, room(left))];
}
