/* A text as a tape that is cut by hand: a border stands between every two of its cells and is cut, or whole again, by a
   click, or by Space where the arrows have led. The key of an answer is the positions of its cuts by commas. */

/** @import { Book, Question } from "../core/types.js" */

import { template, tokenAt } from "../core/book.js";
import { el, set } from "../core/dom.js";
import { makeRoving } from "../core/roving.js";
import { plainText } from "../core/texts.js";
import { glyphs, isPartial } from "../core/token-letters.js";

const NO_CUT = "none";

/** @param {Book} book
    @param {Question} question */
export function makeCutting(book, { cells = [] }) {
  /** @type {Set<string>} */
  const cut = new Set();
  let isSettled = false;
  const tape = el("div", { class: "tape", role: "group", dir: "ltr", "aria-label": template(book, "player.answer.tape") });
  const borders = cells.slice(1).map(([, at], index) => makeBorder(book, cells[index][0], cells[index + 1][0], at));
  // A border stays with the cell before it, where the tape goes on in another line.
  tape.append(...cells.map(([token], index) => el("span", { class: "link" }, cell(book, token), borders[index] ?? null)));

  function toggle(border) {
    const { at } = border.dataset;
    if (isSettled) return;
    if (!cut.delete(at)) cut.add(at);
    set(border, { "aria-pressed": String(cut.has(at)) });
  }
  for (const border of borders) {
    border.addEventListener("click", () => toggle(border));
    border.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(border);
    });
  }
  makeRoving(tape, borders, { name: "answer-border", describe: (place) => borders[place]?.scrollIntoView({ block: "nearest" }) });
  return {
    node: tape,
    many: true,
    key: () => borders.map(({ dataset }) => dataset.at).filter((at) => cut.has(at)).join(",") || NO_CUT,
    focus: () => borders[0]?.focus({ preventScroll: true }),
    /** Where to look, and the right answer once it is known.
        @param {number[]} at
        @param {string | null} right */
    draw(at, right) {
      isSettled = right != null;
      const rightOnes = new Set(right?.split(",") ?? []);
      for (const border of borders) {
        const isLooked = at.includes(Number(border.dataset.at));
        const look = rightOnes.has(border.dataset.at) ? "right" : isLooked ? "look" : null;
        set(border, { "data-answer": look, "aria-disabled": isSettled ? "true" : null });
      }
    },
    close() {},
  };
}

function makeBorder(book, left, right, at) {
  /** @type {[string, Record<string, any>]} */
  const name = ["player.answer.border", { left: { token: left }, right: { token: right }, position: at }];
  return el("span", { role: "button", class: "border", "data-at": at, "aria-pressed": "false", "aria-label": plainText(book, name) });
}

const cell = (book, index) => {
  const token = tokenAt(book, index);
  return el("span", { class: "cell", "data-partial": isPartial(token) }, glyphs(book, token));
};
