/* Where a question is answered: a bar over the transport, which is closed as long. Tokens are picked in their own
   drawing or among chips; numbers are typed, choices pressed. Nothing moves when the bar comes or goes. */

/** @import { Book, Question, Text } from "../core/types.js" */

import { joiner, template, textNodes } from "../core/book.js";
import { become, el, makeButton, own, set } from "../core/dom.js";
import { isFalseClaim } from "./answering.js";
import { answerByRows, makeCutting, makeOffering, makePicking } from "./picking.js";

const LETTERS = "ABCDE";
/** Kinds of answers that are one of several, if there is a choice. */
const ofOne = new Set(["choice", "judge", "pair", "position"]);
const ofPairs = new Set(["pair", "pairs"]);
const SIGNS = { right: "✓", wrong: "✗", shown: "→", set_right: "✗" };

/** `answering` is asked and told; `changed` is called after each of its changes.
    @param {{book: Book, answering: any, panels: (ids: string[]) => Element[], changed: () => void, onward: () => void,
      stop?: () => void, end?: () => void, leads: () => boolean}} parts  `stop` ends all asking, `end` an exercise, where
      that may be; `leads`: whether a new question may take the focus and scroll the page */
export function makeAnswerBar({ book, answering, panels, changed, onward, stop, end, leads }) {
  const verdict = el("p", { class: "judged", role: "status" });
  const score = el("p", { class: "score" });
  const controls = el("div", { class: "controls" });
  const show = button("show", () => {
    act(() => answering.show());
    go.focus({ preventScroll: true });
  }, template(book, answering.mend ? "player.exercise.show" : "player.answer.show"));
  const go = button("onward", onward);
  const node = el("div", { class: "answers", role: "group", "aria-label": template(book, "player.answer.bar"), hidden: true },
    controls, verdict, score, stop ? button("stop", stop, template(book, "player.ask_no_more")) : null, show, go, end ? makeEnding(book, end) : null);
  // A press beside the buttons leaves the focus in the field.
  node.addEventListener("mousedown", (event) => event.target === node && event.preventDefault());
  keepRoomFor(node);
  let asked;
  let picking;
  let closeRows = () => {};

  function act(action) {
    action();
    changed();
  }
  /** @param {string} key
      @param {string} [without]  why there is none */
  function give(key, without = picking?.isOfPairs ? "no_pair" : "empty") {
    if (key === "") return become(verdict, [template(book, `player.answer.${without}`)]);
    act(() => answering.give(key));
    if (answering.isSettled) go.focus({ preventScroll: true });
  }
  function button(name, action, /** @type {any} */ words = template(book, `player.answer.${name}`)) {
    return namedButton(`answer-${name}`, action, words);
  }

  function open(question) {
    picking?.close();
    picking = null;
    closeRows();
    asked = question;
    controls.replaceChildren();
    if (!question) return;
    /** @type {Element[]} */
    let drawings = [];
    if (question.kind === "number") controls.append(...numberField());
    else if (ofOne.has(question.kind) && question.choices) controls.append(...choices(question));
    else if (question.kind === "cuts" || question.choices) {
      const check = () => give(picking.key());
      picking = question.kind === "cuts" ? makeCutting(book, question) : makeOffering(book, question, check);
      const { node: several, focus } = picking;
      controls.append(several, button("check", check));
      queueMicrotask(() => several.isConnected && leads() && focus());
    } else {
      drawings = panels(question.in ?? []);
      picking = makePicking(drawings, book, question.kind, give);
      if (picking.many) controls.append(button("check", () => give(picking.key())));
    }
    const isOffered = (key) => question.choices?.some(([each]) => each === key);
    const onPair = (key) => (picking ? picking.pickPair(key) : isOffered(key) && give(key));
    closeRows = ofPairs.has(question.kind) ? answerByRows(node.closest(".player"), book, onPair) : () => {};
    // The frame lays the bar out, and then its room is told (`keepRoomFor`).
    const later = (act) => requestAnimationFrame(() => requestAnimationFrame(act));
    later(() => isNarrow(node) && leads() && showAll(drawings[0]));
  }
  /** On a phone that was scrolled: where it is answered and, over that, what is asked.
      @param {Element | undefined} drawing */
  function showAll(drawing) {
    const asks = node.closest(".player")?.querySelector(".narration");
    for (const each of [drawing, asks]) each?.scrollIntoView({ block: "nearest" });
  }
  function numberField() {
    const field = el("input", { type: "text", inputmode: "numeric", autocomplete: "off", maxlength: 6,
      "aria-label": template(book, "player.answer.number"), "data-name": "answer-number" });
    const check = () => {
      const number = digits(field.value);
      give(number, field.value.trim() ? "no_number" : "empty");
      if (number && answering.verdict.state !== "wrong") return;
      // What is typed next takes the place of what was wrong.
      field.focus({ preventScroll: true });
      field.select();
    };
    // Enter checks; Escape gives the arrows back to the walk.
    const keys = { Enter: check, Escape: () => field.closest(".player")?.focus({ preventScroll: true }) };
    field.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(keys, event.key) || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
    queueMicrotask(() => field.isConnected && leads() && field.focus({ preventScroll: true }));
    return [field, button("check", check)];
  }
  const choices = ({ choices = [] }) => choices.map(([key, text], index) =>
    button(`choice-${index}`, () => give(key), [`${LETTERS[index]}  `, ...textNodes(book, text)]));

  return {
    node,
    /** Whether a question is open; the rest of the transport is then closed. */
    draw() {
      const { question } = answering;
      set(node, { hidden: !question });
      if (question !== asked) open(question);
      if (!question) return;
      const { state, say, at, errors } = answering.verdict;
      set(node, { "data-state": state, "data-kind": question.kind });
      const { last, urged } = answering.now;
      become(verdict, verdictNodes(book, { state, say, errors, question, last, urged: urged && !answering.mend }));
      become(score, scoreNodes(book, answering));
      become(go, [template(book, answering.caught ? "player.exercise.finish" : "player.answer.onward")]);
      // Each keeps its place: a second press of the one must not be a first of the other.
      set(show, { "data-out": answering.isSettled, "data-urged": urged && !answering.mend });
      set(go, { "data-out": !answering.isSettled });
      [...controls.querySelectorAll(":scope > :is(button, input)")].forEach((control, index) => {
        const key = picking ? undefined : question.choices?.[index]?.[0];
        const isRight = answering.isSettled && key !== undefined && question.right.includes(key);
        const isWrong = !isRight && key !== undefined && key === answering.now.last && state !== "open";
        set(control, { disabled: answering.isSettled, "data-right": isRight, "data-wrong": isWrong });
      });
      picking?.draw(at, answering.isSettled ? question.right[0] : null);
    },
  };
}

const namedButton = (name, action, words) => makeButton({ class: name, "data-name": name }, action, words);

/** The way to end an exercise, apart from the answers, since all of them are open then: it asks first, and the second
    press of two lands on what keeps it going.
    @param {Book} book
    @param {() => void} end */
function makeEnding(book, end) {
  const node = el("span", { class: "ending" });
  const button = (name, action) => namedButton(`answer-${name}`, action, template(book, `player.exercise.${name}`));
  const ask = button("end", () => {
    node.replaceChildren(el("span", { role: "status" }, template(book, "player.exercise.end_asks")), sure, keep);
    keep.focus({ preventScroll: true });
  });
  const close = () => node.replaceChildren(ask);
  const keep = button("keep", () => {
    close();
    ask.focus({ preventScroll: true });
  });
  const sure = button("end_now", () => {
    close();
    /** @type {HTMLElement | null} */ (node.closest(".player"))?.focus({ preventScroll: true });
    end();
  });
  close();
  return node;
}

/** Only there does the page scroll under the bar at any rate. @param {Element} node */
const isNarrow = (node) => node.closest(".player")?.getAttribute("data-size") === "narrow";

/** How far one is: of claims how many are judged, since the wrong one alone counts.
    @param {Book} book */
function scoreNodes(book, { score, claims, hasOneTry }) {
  if (!score.asked) return [];
  if (claims) return textNodes(book, ["player.exercise.judged", { ...score, claims }]);
  return textNodes(book, [`player.answer.${hasOneTry ? "score_once" : "score"}`, score]);
}

/** What is said to an answer: whether it is right; once the answer is known what it is; and why this one is wrong.
    @param {Book} book
    @param {{state: string, say: Text | null, errors?: number, question: Question, last: string, urged: boolean}} verdict */
function verdictNodes(book, { state, say, errors = 1, question, last, urged }) {
  const { kind, because, other, choices } = question;
  if (state === "open" && urged) return [template(book, "player.answer.once_more")];
  if (state === "open") return choices || kind === "number" ? [] : [el("span", { class: "by-keys" }, template(book, "player.answer.by_keys"))];
  const isGiven = state === "shown" || state === "set_right";
  const words = kind === "judge" ? (own(JUDGED, state) ?? state) : state;
  /** @type {(Text | null | undefined)[]} */
  const sentences = [
    isGiven && kind === "number" ? ["player.answer.is_number", { number: Number(question.right[0]) }] : null,
    state === "shown" && choices && ofOne.has(kind) ? ["player.answer.is_choice", { letter: letterOf(question) }] : null,
    isGiven || (state === "right" && choices) ? because : null,
    state === "right" && isFalseClaim(question) ? Object.values(question.wrong ?? {})[0]?.say : null,
    state === "wrong" && kind === "number" && say?.[0] === other?.[0] ? sizeOf(Number(last), Number(question.right[0])) : null,
    errors > 1 ? ["player.answer.errors", { errors }] : null,
    say,
  ];
  const spoken = sentences.filter((each) => each).map((each) => textNodes(book, /** @type {Text} */ (each)));
  const isNamed = state === "shown" && (sentences[0] || sentences[1] || sentences[2]);
  const head = isNamed ? spoken.shift() : [template(book, `player.answer.${words}`)];
  return [el("b", {}, `${SIGNS[state]} `, head), ...spoken.flatMap((nodes) => [joiner(book), ...nodes])];
}

/** What is said to who judges: "right" and "wrong" are the answers themselves. */
const JUDGED = { right: "judged", set_right: "misjudged" };

/** @param {Question} question */
const letterOf = ({ choices = [], right }) => LETTERS[choices.findIndex(([key]) => right.includes(key))];

/** @returns {Text} */
const sizeOf = (number, right) => [`player.answer.${number > right ? "is_high" : "is_low"}`, { number }];

/** The digits of what was typed, as the recording writes a number: full-width ones and signs of grouping too. */
const digits = (typed) => {
  const plain = typed.normalize("NFKC").replace(/[\s,.'’_]/g, "");
  return /^\d{1,6}$/.test(plain) ? String(Number(plain)) : "";
};

/* What came of an exercise: the score, what was missed, and how to go on. It lies where the answers were. */

const MOST_MISSED = 7;

/** @param {any} player */
export function makeResultBar(player) {
  const { book, walking, data } = player;
  const words = el("p", { class: "judged", role: "status" });
  const button = (name, action) => namedButton(`result-${name}`, action, template(book, `player.exercise.${name}`));
  const others = data.others ? ["another", ...(walking.exercise.level < LEVELS ? ["next_level"] : [])] : [];
  const node = el("div", { class: "answers result", role: "group", "aria-label": template(book, "player.exercise.bar"), hidden: true },
    words, button("look", () => walking.lookBack()), button("again", () => walking.again()), others.map((name) => button(name, () => player.ask?.(name))));
  const leading = others.length ? "another" : "again";
  set(/** @type {Element} */ (node.querySelector(`.result-${leading}`)), { "data-leads": true });
  return {
    node,
    draw() {
      const isDue = walking.isOver && !walking.answering.question;
      set(node, { hidden: !isDue });
      become(words, isDue ? resultNodes(book, walking) : []);
    },
  };
}

const LEVELS = 5;

/** The score and, by how often, the names of what was missed. */
function resultNodes(book, { progress, answering: { score, missed, caught, alarms, claims, hasOneTry } }) {
  if (progress.free) return textNodes(book, ["player.exercise.free"]);
  if (caught) return claimNodes(book, { ...caught, claims }, alarms);
  const result = el("b", {}, textNodes(book, [`player.exercise.${hasOneTry ? "result_once" : "result"}`, score]));
  if (!missed.length) return [result];
  const names = countsOf(missed).slice(0, MOST_MISSED).map(([name, times]) => {
    const words = own(book.text, `question.name_${name}`) ?? name;
    return times === 1 ? [words] : textNodes(book, ["player.exercise.times", { name: words, times }]);
  });
  const listed = names.flatMap((nodes, index) => (index ? [template(book, "player.exercise.comma"), ...nodes] : nodes));
  return [result, joiner(book), template(book, "player.exercise.missed"), joiner(book), ...listed];
}

/** Of claims the wrong one alone counts, since to call all of them right is no merit; and who called right ones wrong.
    @param {number} alarms */
function claimNodes(book, { number, claims, seen }, alarms) {
  const result = el("b", {}, textNodes(book, [`player.exercise.${seen ? "caught" : "uncaught"}`, { number, claims }]));
  if (!alarms) return [result];
  return [result, joiner(book), ...textNodes(book, ["player.exercise.alarms", { alarms }])];
}

/** How often each item stands in a list, the most frequent first. */
function countsOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

/* A bar over the transport may be higher than the transport. Where the page scrolls, what it would cover has room to
   be scrolled up to, as long as the bar stands. */

/** Tells the player's style, by `--bar` and `--over`, how high `bar` is and by how much higher than what it covers.
    @param {HTMLElement} bar */
function keepRoomFor(bar) {
  const observer = new ResizeObserver(() => {
    const player = /** @type {HTMLElement | null} */ (bar.closest(".player"));
    if (!player) return;
    const covered = bar.parentElement?.clientHeight ?? 0;
    player.style.setProperty("--bar", `${bar.offsetHeight}px`);
    player.style.setProperty("--over", `${Math.max(0, bar.offsetHeight - covered)}px`);
  });
  observer.observe(bar);
}
