/* Tokens of a drawing as answers: a click, Space or Enter on one picks it; of several, Enter on a picked one checks.
   A pair is named by its left token, and the right neighbor goes with it. Keys are those of the recording: ids of a
   pair's tokens, or positions, by commas; several pairs by `;`. */

/** @import { Book, Question } from "../core/types.js" */

import { glyphs, isPartial, plainText, signed, template, textNodes, tokenAt } from "../core/book.js";
import { el, makeButton, set } from "../core/dom.js";
import { makeRoving } from "../core/focus.js";
import { keyOfMembers, membersOf } from "./answering.js";

const MANY = new Set(["positions", "pairs"]);
const PAIRS = new Set(["pair", "pairs"]);
const BOTH = 2000;  // milliseconds in which both tokens of a pair are pressed

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
  /** The token at which the last answer begins, and when that was. */
  let begun = { token: /** @type {SVGElement | null} */ (null), at: 0 };
  const listening = new AbortController();
  const { signal } = listening;

  const rightOf = (token) => byPosition.get(token.dataset.next);
  const keyOf = (token) => {
    if (!PAIRS.has(kind)) return token.dataset.at;
    const right = rightOf(token);
    return right ? `${token.dataset.token},${right.dataset.token}` : "";
  };
  /** Whether a token is the other one of the pair that was pressed just now: who presses both answers once. */
  function completes(token) {
    const { token: left, at } = begun;
    begun = { token, at: performance.now() };
    if (kind !== "pair" || !left || rightOf(left) !== token || begun.at - at > BOTH) return false;
    begun.token = null;
    return true;
  }
  function press(token) {
    if (!completes(token)) pick(token);
  }
  function pick(token) {
    if (!many) {
      if (isSettled) return;
      picked.clear();
      picked.add(token.dataset.at);
      mark(picked, "picked");
      return onPick(keyOf(token));
    }
    const same = withSamePair(token).map(({ dataset }) => dataset.at);
    const wasPicked = picked.has(token.dataset.at);
    for (const at of same) wasPicked ? picked.delete(at) : picked.add(at);
    released = wasPicked ? token : undefined;
    mark([], "look");
    mark(picked, "picked");
  }
  /** The tokens that give the same answer: of pairs, wherever the pair stands. */
  const withSamePair = (token) => (kind === "pairs" && keyOf(token) ? tokens.filter((other) => keyOf(other) === keyOf(token)) : [token]);
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
    token.addEventListener("click", () => press(token), { signal });
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
    double.addEventListener("click", () => press(byPosition.get(positionOf(double))), { signal });
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
      // A single answer is either right or not: what was pressed says no more.
      if (right == null || !many) mark(many ? picked : [], "picked");
      mark(at, "look");  // over what is picked: it may be what was wrong
      if (right == null) return;
      const keys = new Set(PAIRS.has(kind) ? membersOf(right) : right.split(","));
      const rightPositions = tokens.filter((token) => keys.has(keyOf(token))).map((token) => token.dataset.at);
      // Where one pair is asked for, where else it stands may be asked next.
      const own = rightPositions.filter((at) => picked.has(at));
      mark(many ? rightPositions : [...own, ...rightPositions].slice(0, 1), "right");
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

/* Several of what is offered, as an answer: chips that are on or off, or, where a change is asked for, each with a
   step down and a step up. One stop of the Tab key; the arrows go along. */

const LETTERS = "ABCDE";
const MOST = 9;  // of a change, up or down

/** @param {Book} book
    @param {Question} question
    @param {() => void} check  what Enter does on a chip */
export function makeOffering(book, { kind, choices = [] }, check) {
  const isStepped = kind === "changes";
  const chips = choices.map(([key, text], index) =>
    isStepped ? makeStepper(book, key, text, check) : makeSwitch(book, key, text, check, kind === "choices" ? LETTERS[index] : undefined));
  const node = el("div", { class: "offers", role: "group", "aria-label": template(book, `player.answer.${kind}`) }, chips.map((chip) => chip.node));
  makeRoving(node, chips.map(({ stop }) => stop), { name: "answer-offer" });
  return {
    node,
    many: true,
    key: () => keyOfMembers(chips.map((chip) => chip.member()).filter(Boolean)),
    focus: () => chips[0]?.stop.focus({ preventScroll: true }),
    /** Switch a pair on or off, by its key.
        @param {string} key */
    pickPair: (key) => void chips[choices.findIndex(([each]) => each === key)]?.flip?.(),
    /** The right answer, once it is known.
        @param {number[]} _at
        @param {string | null} right */
    draw(_at, right) {
      if (right == null) return;
      const members = new Map(membersOf(right).map((member) => /** @type {[string, string]} */ (member.split(":"))));
      for (const chip of chips) chip.settle(members);
    },
    close() {},
  };
}

/** A chip that is in the answer or not: Space or a press switches it. */
function makeSwitch(book, key, text, check, letter) {
  const words = [letter ? `${letter}\u2002` : null, ...textNodes(book, text)];
  const stop = el("button", { type: "button", class: "offer", "data-offer": key, "aria-pressed": "false" }, words);
  if (letter) stop.classList.add(`answer-choice-${LETTERS.indexOf(letter)}`);
  const isOn = () => stop.getAttribute("aria-pressed") === "true";
  const flip = () => stop.getAttribute("aria-disabled") || set(stop, { "aria-pressed": String(!isOn()) });
  stop.addEventListener("click", flip);
  stop.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || stop.getAttribute("aria-disabled")) return;
    event.preventDefault();
    event.stopPropagation();
    check();
  });
  return {
    node: stop,
    stop,
    flip,
    member: () => (isOn() ? key : ""),
    settle(members) {
      const isRight = members.has(key);
      set(stop, { "aria-disabled": "true", "data-right": isRight, "data-missed": isOn() !== isRight });
    },
  };
}

/** A chip whose change is stepped: by its buttons, by the keys up and down, or by + and -. */
function makeStepper(book, key, text, check) {
  const name = plainText(book, text);
  const figure = el("b", { class: "change" });
  const stop = el("span", { class: "stop", role: "spinbutton", "aria-label": name, "aria-valuemin": -MOST, "aria-valuemax": MOST }, ...textNodes(book, text), figure);
  let change = 0;
  let isSettled = false;
  const write = (value) => {
    change = Math.max(-MOST, Math.min(MOST, value));
    figure.textContent = change ? signed(book, change) : "0";
    set(stop, { "aria-valuenow": change, "aria-valuetext": figure.textContent });
    set(node, { "data-change": Math.sign(change) });
  };
  const by = (step) => isSettled || write(change + step);
  const button = (sign, step, word) =>
    makeButton({ tabindex: -1, class: `step-${word}`, "aria-label": plainText(book, [`player.answer.${word}`, { name }]) }, () => by(step), sign);
  const node = el("span", { class: "stepper", "data-offer": key }, button("−", -1, "less"), stop, button("+", 1, "more"));
  const keys = {
    ArrowUp: () => by(1), ArrowDown: () => by(-1), "+": () => by(1), "=": () => by(1), "-": () => by(-1), "−": () => by(-1),
    0: () => by(-change), Enter: () => isSettled || check(),
  };
  stop.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.metaKey || event.altKey || (isSettled && event.key === "Enter")) return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  write(0);
  return {
    node,
    stop,
    member: () => (change ? `${key}:${change}` : ""),
    settle(members) {
      if (isSettled) return;
      isSettled = true;
      const right = Number(members.get(key) ?? 0);
      set(node, { "data-right": right !== 0, "data-missed": change !== right });
      set(stop, { "aria-disabled": "true" });
      for (const each of node.querySelectorAll("button")) each.disabled = true;
      const own = figure.textContent;
      const isOther = change !== right;
      write(right);
      // What was answered stays beside what is right.
      if (isOther) figure.textContent = `${own} → ${figure.textContent}`;
    },
  };
}

/* A text as a tape that is cut by hand: a border stands between every two of its cells and is cut, or whole again, by a
   click, or by Space where the arrows have led. The key of an answer is the positions of its cuts by commas. */

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

/* Rows that tell of a pair answer for it, in tables and ledgers, while a pair is asked for. */

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
