/* The row below all: the keys of the walk, or, while a question is open, those that answer it; and the marks' legend. */

/** @import { Book, Question } from "../core/types.js" */

import { template } from "../core/book.js";
import { el } from "../core/dom.js";
import { goalSign } from "../core/icons.js";

/** What keys do, and which they are.
    @typedef {[string, string[]][]} Keys */

/** @type {Keys} */
const OF_WALK = [
  ["play", ["Space"]],
  ["step", ["←", "→"]],
  ["group", ["Shift", "→"]],
  ["ends", ["Home", "End"]],
  ["speed", ["+", "−"]],
  ["help", ["?"]],
];

/** @type {Keys} */
const BY_LETTER = [["answer", ["A", "B", "…"]]];

/** @type {Keys} */
const TO_CHECK = [["check", ["Enter"]]];

/** @type {Keys} */
const TO_GO_ON = [["onward", ["Enter"]]];

/** Where one token of a drawing is picked: the row is empty.
    @type {Keys} */
const NONE = [];
const SEVERAL = new Set(["pairs", "positions"]);

/** Where several tokens of a drawing are picked.
    @type {Keys} */
const TO_PICK = [["along", ["←", "→"]], ["switch", ["Space"]], ["pick", ["Enter"]]];

/** By the kind of what is offered.
    @type {Record<string, Keys>} */
const OF_OFFERS = {
  changes: [["along", ["←", "→"]], ["change", ["+", "−"]], ["check", ["Enter"]]],
  pairs: [["along", ["←", "→"]], ["switch", ["Space"]], ["check", ["Enter"]]],
  choices: [["switch", ["A", "B", "…"]], ["check", ["Enter"]]],
};

/** @param {Question | undefined} question
    @param {boolean} isSettled
    @returns {Keys} */
function keysFor(question, isSettled) {
  if (!question) return OF_WALK;
  if (isSettled) return TO_GO_ON;
  if (question.kind === "number") return TO_CHECK;
  if (question.choices) return OF_OFFERS[question.kind] ?? BY_LETTER;
  return SEVERAL.has(question.kind) ? TO_PICK : NONE;
}

/** @param {Book} book */
export function makeHints(book) {
  const hint = ([name, keys]) =>
    el("span", {}, keys.map((key) => el("kbd", {}, key)), template(book, `player.keys.${name}`));
  const sign = (goal) => el("span", {}, goalSign(goal), template(book, `goal.${goal}`));
  const keys = el("div", {}, OF_WALK.map(hint));
  let shown = OF_WALK;
  return {
    node: el("div", { class: "hints" }, keys, el("div", {}, book.goals.map(sign))),
    /** @param {Question | undefined} question  that is open
        @param {boolean} isSettled */
    draw(question, isSettled) {
      const wanted = keysFor(question, isSettled);
      if (wanted === shown) return;
      shown = wanted;
      keys.replaceChildren(...wanted.map(hint));
    },
  };
}
