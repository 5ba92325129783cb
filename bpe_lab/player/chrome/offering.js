/* Several of what is offered, as an answer: chips that are on or off, or, where a change is asked for, each with a
   step down and a step up. One stop of the Tab key; the arrows go along. */

/** @import { Book, Question } from "../core/types.js" */

import { keyOfMembers, membersOf } from "./answer-keys.js";
import { signed, template } from "../core/book.js";
import { el, set } from "../core/dom.js";
import { makeRoving } from "../core/roving.js";
import { plainText, textNodes } from "../core/texts.js";

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
  const button = (sign, step, word) => {
    const made = el("button", { type: "button", tabindex: -1, class: `step-${word}`, "aria-label": plainText(book, [`player.answer.${word}`, { name }]) }, sign);
    made.addEventListener("click", () => by(step));
    return made;
  };
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
