/* Rows that tell of a pair answer for it, in tables and ledgers, while a pair is asked for. */

/** @import { Book } from "../core/types.js" */

import { set } from "../core/dom.js";

/** Call `onPair` with the key of a pair whose row is pressed: the ids of its tokens. What is veiled has no rows.
    Returns what ends it.
    @param {Element | null} player
    @param {Book} book
    @param {(key: string) => void} onPair */
export function answerByRows(player, book, onPair) {
  const listening = new AbortController();
  const lists = [...(player?.querySelectorAll(".panel:not([data-veiled]) tbody") ?? [])];
  for (const list of lists) {
    set(list, { "data-answers": true });
    list.addEventListener("click", ({ target }) => {
      const pair = pairOf(/** @type {Element} */ (target).closest("tr"));
      if (pair) onPair(pair.split(",").map((index) => book.tokens[Number(index)]?.id).join(","));
    }, { signal: listening.signal });
  }
  return () => {
    listening.abort();
    for (const list of lists) set(list, { "data-answers": null });
  };
}

/** @param {Element | null} row */
const pairOf = (row) => {
  const holder = row?.matches("[data-pair]") ? row : row?.querySelector("[data-pair]");
  return holder?.getAttribute("data-pair");
};
