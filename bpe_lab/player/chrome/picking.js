/* Tokens of a drawing as answers: a click, Space or Enter on one picks it; of several, Enter on a picked one checks. A pair is
   named by its left token, and the right neighbour goes with it. Keys are those of the recording: ids of a pair's tokens, or positions, by commas; several pairs by `;`. */

/** @import { Book } from "../core/types.js" */

import { keyOfMembers, membersOf } from "./answer-keys.js";
import { template } from "../core/book.js";
import { set } from "../core/dom.js";
import { makeRoving } from "../core/roving.js";

const MANY = new Set(["positions", "pairs"]);
const PAIRS = new Set(["pair", "pairs"]);

/** @param {Element[]} panels
    @param {Book} book
    @param {string} kind  of answer
    @param {(key: string) => void} onPick */
export function makePicking(panels, book, kind, onPick) {
  const drawings = panels.flatMap((panel) => [...panel.querySelectorAll("svg")]);
  const tokens = panels.flatMap(tokensIn).sort((one, other) => Number(one.dataset.at) - Number(other.dataset.at));
  const byPosition = new Map(tokens.map((token) => [token.dataset.at, token]));
  /** The same tokens drawn again, larger: they pick for them. */
  const doubles = panels.flatMap((panel) => [...panel.querySelectorAll("[data-at]:not([data-token], [data-gone])")])
    .filter((node) => byPosition.has(/** @type {SVGElement} */ (node).dataset.at));
  /** @type {Set<string | undefined>} */
  const picked = new Set();
  const many = MANY.has(kind);
  let isSettled = false;
  /** The token that was un-picked last, which Enter does not pick again.
      @type {SVGElement | undefined} */
  let released;
  const listening = new AbortController();
  const { signal } = listening;

  const rightOf = (token) => byPosition.get(token.dataset.next);
  const keyOf = (token) => {
    if (!PAIRS.has(kind)) return token.dataset.at;
    const right = rightOf(token);
    return right ? `${token.dataset.token},${right.dataset.token}` : "";
  };
  function pick(token) {
    if (!many) {
      picked.clear();
      picked.add(token.dataset.at);
      mark(picked, "picked");
      return onPick(keyOf(token));
    }
    const same = alike(token).map(({ dataset }) => dataset.at);
    const wasPicked = picked.has(token.dataset.at);
    for (const at of same) wasPicked ? picked.delete(at) : picked.add(at);
    released = wasPicked ? token : undefined;
    mark([], "look");
    mark(picked, "picked");
  }
  /** The tokens that give the same answer: of pairs, wherever the pair stands. */
  const alike = (token) => (kind === "pairs" && keyOf(token) ? tokens.filter((other) => keyOf(other) === keyOf(token)) : [token]);
  /** The positions of a token and of what is picked with it. */
  const withPartner = (position) => {
    const token = byPosition.get(String(position));
    return PAIRS.has(kind) && token?.dataset.next ? [position, token.dataset.next] : [position];
  };
  function mark(lefts, look) {
    const positions = [...lefts].flatMap(withPartner);
    for (const token of tokens) if (token.dataset.answer === look) set(token, { "data-answer": null, "aria-pressed": many ? "false" : null });
    for (const position of positions) {
      const token = byPosition.get(String(position));
      const isPicked = look === "picked" || (look === "look" && picked.has(String(position)));
      if (token) set(token, { "data-answer": look, "aria-pressed": many && isPicked ? "true" : null });
    }
    for (const double of doubles) set(double, { "data-answer": byPosition.get(positionOf(double))?.dataset.answer ?? null });
  }

  for (const drawing of drawings) set(drawing, { role: "group", "data-answers": true });
  const before = tokens.map(({ role, ariaLabel }) => ({ role, "aria-label": ariaLabel }));
  const names = tokens.map((token) => `${letters(token, book)} ${token.dataset.at}`);
  for (const [index, token] of tokens.entries()) {
    set(token, { role: "button", "aria-label": names[index] });
    token.addEventListener("click", () => pick(token), { signal });
    token.addEventListener("keydown", (event) => {
      const isDone = isSettled || picked.has(token.dataset.at) || token === released;
      // Of several, Enter checks once nothing is left to pick here.
      if (event.key !== " " && (event.key !== "Enter" || (many && isDone))) return;
      event.preventDefault();
      event.stopPropagation();
      pick(token);
    }, { signal });
  }
  for (const double of doubles) {
    set(double, { "data-picks": true });
    double.addEventListener("click", () => pick(byPosition.get(positionOf(double))), { signal });
  }
  if (tokens.length) makeRoving(/** @type {HTMLElement} */ (drawings[0].parentElement), tokens, { name: "answer-token", signal });
  return {
    many,
    isOfPairs: kind === "pair",
    /** Pick a pair by its key: where it stands, or though it stands nowhere.
        @param {string} key */
    pickPair(key) {
      const token = tokens.find((each) => keyOf(each) === key);
      if (token) pick(token);
      else if (!many) onPick(key);
    },
    key: () => (kind === "pairs" ? keyOfMembers([...picked].map((at) => keyOf(byPosition.get(at))).filter(Boolean))
      : [...picked].map(Number).sort((one, other) => one - other).join(",")),
    /** Where to look, and the right answer once it is known. */
    draw(at, right) {
      isSettled = right != null;
      if (right == null) mark(many ? picked : [], "picked");
      mark(at, "look");  // over what is picked: it may be what was wrong
      if (right == null) return;
      const keys = new Set(PAIRS.has(kind) ? membersOf(right) : right.split(","));
      const alright = tokens.filter((token) => keys.has(keyOf(token))).map((token) => token.dataset.at);
      // Where one pair is asked for, where else it stands may be asked next.
      const own = alright.filter((at) => picked.has(at));
      mark(many ? alright : [...own, ...alright].slice(0, 1), "right");
    },
    close() {
      listening.abort();
      for (const drawing of drawings) set(drawing, { role: "img", "data-answers": null });
      for (const double of doubles) set(double, { "data-picks": null, "data-answer": null });
      for (const [index, token] of tokens.entries()) {
        set(token, { role: before[index].role, "aria-pressed": null, tabindex: null, "data-answer": null, "data-name": null });
        if (token.ariaLabel === names[index]) set(token, { "aria-label": before[index]["aria-label"] });  // not drawn anew meanwhile
      }
    },
  };
}

/** @param {Element} panel
    @returns {SVGElement[]} */
const tokensIn = (panel) => [...panel.querySelectorAll("[data-at][data-token]:not([data-gone])")].map((node) => /** @type {SVGElement} */ (node));

const positionOf = (node) => node.dataset.at;

/** What a token says, as it is drawn. */
const letters = (token, book) => token.querySelector(".face")?.textContent || template(book, "player.space");
