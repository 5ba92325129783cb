/* All that stands in the player, from the sub-goals and the sentence at the top to the keys at the bottom. */

/** @import { Book, Question, Step } from "../core/types.js" */

import { plainText, template, textNodes } from "../core/book.js";
import { become, el, makeButton, set } from "../core/dom.js";
import { goalIcon, goalSign } from "../core/drawings.js";
import { focusedIn } from "../core/focus.js";
import { makeAnswerBar, makeResultBar } from "./answer-bar.js";
import { makeBoard, makeFullSize } from "./board.js";
import { makeHelp } from "./layers.js";
import { placesOf } from "./routes.js";
import { makeShare } from "./tools.js";
import { makeTransport } from "./transport.js";

/** The parts for `player`'s recording and book; `tab` is the column that a narrow screen shows. */
export function makeView(player, tab) {
  if (player.isBoard) return boardAlone(player);
  const { book, layers, actions } = player;
  const told = makeTold(player, tab);
  const { board } = told;
  const answers = makeAnswers(player, board, () => transport.focusOnward());
  const result = player.walking.exercise ? makeResultBar(player) : null;
  const transport = makeTransport(player, [answers, result]);
  const hints = makeHints(book);
  const help = makeHelp(layers, book, player.walking.routes);
  const full = makeFullSize(player, board.boxes, board.panels, () => board.layout(isNarrow(player)));
  if (board.stage) listenSwipe(board.stage, (onward) => actions[onward ? "forward" : "back"]());
  return {
    nodes: [...told.nodes, transport.node, hints.node, help.node].filter(Boolean),
    help,
    full,
    nodesOf: board.nodesOf,
    tab: board.tab,
    /** The same again, for another step. */
    copy: () => makeTold(player, board.tab()),
    transport: transport.node,
    drawTransport: transport.draw,
    tell: transport.tell,
    layout(narrow) {
      board.layout(narrow);
      transport.layout(narrow);
    },
    draw(walking, words, still) {
      told.draw(walking, still);
      transport.draw(words);
      answers?.draw();
      result?.draw();
      hints.draw(walking.answering.question, walking.answering.isSettled);
    },
  };
}

/** What is told and shown of a step, without what leads on from it. */
function makeTold(player, tab) {
  const { recording, book, history, actions, data } = player;
  const head = makeHead(book, recording, actions.start);
  const narration = makeNarration(book, recording, () => begin(player));
  const board = makeBoard(recording, book, history, tab, data.panel);
  return {
    board,
    nodes: [head.node, narration.node, ...board.nodes],
    layout: () => board.layout(isNarrow(player)),
    draw(walking, still) {
      const { step, question, veiled } = walking;
      head.draw(recording.steps[question ?? step], walking.isAmidst && !book.present);
      narration.draw(walking.sentence, question != null, leadsBeside(walking));
      board.draw(history[step], still, veiled == null ? [] : veilOf(recording.steps[veiled], walking.answering.question));
    },
  };
}

/** On with a walk by the button beside its sentence. A phone has no room for a page's inputs above a question. */
function begin(player) {
  if (player.walking.atTask && isNarrow(player)) player.root.scrollIntoView({ block: "start" });
  if (player.walking.exercise) player.walking.nextQuestion();
  else player.actions.forward();
}

/** Whether that button is there: an exercise begins, a thought is revealed. */
const leadsBeside = ({ exercise, atTask, question, answers }) =>
  (exercise ? atTask : question != null && !answers);

const isNarrow = ({ root }) => root.dataset.size === "narrow";

/** Where a walk's questions are answered; nothing where it has none. */
function makeAnswers(player, board, focusOnward) {
  const { walking, book } = player;
  const { quizzed, last } = walking.routes;
  if (quizzed(0, last) === undefined) return null;
  const { answering } = walking;
  const changed = () => player.draw(true);
  const onward = () => {
    walking.forward(walking.byGroup);
    // Enter has gone on; of an exercise, once more leads to the next question.
    if (walking.exercise && !answering.question) focusOnward();
  };
  // One of several walks takes neither the focus nor the page's scroll from another.
  const leads = () => !player.data.among || focusedIn(player.root) !== null;
  const ways = walking.exercise ? { end: () => walking.setFree() } : { stop: () => walking.askNoMore() };
  return makeAnswerBar({ book, answering, panels: board.nodesOf, changed, onward, ...ways, leads });
}

/** What is hidden: what the question names, else what its step does. Whoever answers is asked for a count as well, so
    that where a step hides the order alone, its figures are hidden from them.
    @param {Step} step
    @param {Question | undefined} question */
function veilOf({ veil: ofStep }, question) {
  const veil = question?.veil ?? ofStep;
  if (!Array.isArray(veil)) return [];
  return question ? veil.map((name) => name.replace(/\.order$/, ".figures")) : veil;
}

/** A recording of one step: its widgets, with nothing to play. Narrow, they stand below each other. */
function boardAlone(player) {
  const { recording, book, history } = player;
  const board = makeBoard(recording, book, history, 0, player.data.panel);
  const [front, , columns] = board.nodes;
  const full = makeFullSize(player, board.boxes, board.panels, () => board.layout(isNarrow(player), false));
  const share = player.data.file && !player.data.present ? el("div", { class: "board-tools" }, makeShare(player)) : null;
  const help = player.presents ? makeHelp(player.layers, book, { isBoard: true }) : null;
  return {
    nodes: [front, columns, share, help?.node].filter(Boolean),
    tab: board.tab,
    help,
    full,
    nodesOf: board.nodesOf,
    drawTransport() {},
    tell() {},
    layout: (narrow) => board.layout(narrow, false),
    draw: (_walking, _words, still) => board.draw(history[0], still),
  };
}

/* Above the stage: the sub-goals, the place in the walk, and the sentence that tells what happened. */

/** `toStart` leads to where the walk starts, from the midst into which a link has led. */
function makeHead(book, recording, toStart) {
  const goals = recording.goals.map((goal) => el("li", {}, goalPill(book, goal)));
  const where = el("p", { class: "where" });
  const amidst = amidstNotice(book, toStart);
  const places = placesOf(recording);
  let current;
  return {
    node: el("div", { class: "head" }, el("ol", { class: "goals" }, goals), el("div", { class: "place" }, amidst, where)),
    draw(step, isAmidst) {
      const { goal } = step;
      amidst.hidden = !isAmidst;
      goals.forEach((item, each) => set(item, { "aria-current": recording.goals[each] === goal ? "step" : null }));
      if (places.get(step) === current) return;
      current = places.get(step);
      become(where, textNodes(book, current));
    },
  };
}

/** Beside the place, in a row that is higher: it comes and goes, and nothing moves. */
function amidstNotice(book, toStart) {
  const button = makeButton({ "data-name": "to-start" }, toStart, template(book, "player.to_start"));
  return el("p", { class: "amidst", role: "status", hidden: true }, template(book, "player.amidst"), " ", button);
}

/** The name stands twice: the bold one holds the width, so that no pill moves when one is lit. */
function goalPill(book, goal) {
  const name = template(book, `goal.${goal}`);
  const bold = el("span", { class: "sizer", "aria-hidden": "true" }, name);
  const label = el("span", { class: "label" }, el("span", {}, name), bold);
  return el("span", { class: "goal", "data-goal": goal, title: name }, goalIcon(goal), label);
}

/** The narration is as high as its longest sentence, so that what stands below never moves.
    A question stands in the sentence's place, with a button that reveals the answer as → does. */
function makeNarration(book, { steps, exercise }, onReveal) {
  const line = el("p", { class: "say", id: "say" });
  const label = exercise ? "player.exercise.start" : "player.reveal";
  const reveal = makeButton({ class: "reveal", "data-name": "reveal" }, onReveal, template(book, label));
  const asks = steps.map(({ ask }) => ask).filter(Array.isArray);
  const questions = steps.flatMap(({ questions = [] }) => questions.map(({ ask }) => [ask]));
  const question = [line, asks.length || exercise ? reveal : null];
  const says = longestTexts(book, steps.map(({ say }) => [say]));
  const sizers = [says, longestTexts(book, asks.map((ask) => [ask, ["player.reveal"]])), longestTexts(book, questions)];
  const sizer = (texts) =>
    el("p", { class: "say sizer", "aria-hidden": "true" }, texts.flatMap((text) => [...textNodes(book, text), " "]));
  const said = el("div", { class: "said", "data-exercise": Boolean(exercise) }, question);
  return {
    node: el("div", { class: "narration" }, said, sizers.filter(Boolean).map(sizer),
      exercise ? taskSizer(book, exercise.task, label) : null),
    /** `leads`: whether the button is there. */
    draw(text, isQuestion, leads) {
      set(said, { "data-task": Boolean(exercise) && leads });
      become(line, textNodes(book, text));
      set(line, { "data-question": isQuestion });
      reveal.hidden = !leads;
    },
  };
}

/** The room of what an exercise has one do and of the button beside it. */
const taskSizer = (book, task, label) => el("div", { class: "said sizer", "aria-hidden": "true", "data-exercise": true, "data-task": true },
  el("p", { class: "say sizer" }, textNodes(book, task)), el("span", { class: "reveal" }, template(book, label)));

/** The lists of texts that take the most letters. */
function longestTexts(book, lists) {
  const lengths = lists.map((texts) => texts.reduce((sum, text) => sum + plainText(book, text).length, 0));
  return lists[lengths.indexOf(Math.max(...lengths))];
}

/* The row below all: the keys of the walk, or, while a question is open, those that answer it; and the marks' legend. */

/** What keys do and which they are, by what is open: nothing, a question of a kind, or one that is settled. Where one
    token of a drawing is picked, the row is empty.
    @type {Record<string, [string, string[]][]>} */
const HINTS = {
  walk: [["play", ["Space"]], ["step", ["←", "→"]], ["group", ["Shift", "→"]], ["ends", ["Home", "End"]], ["speed", ["+", "−"]], ["help", ["?"]]],
  settled: [["onward", ["Enter"]]],
  number: [["check", ["Enter"]]],
  letter: [["answer", ["A", "B", "…"]]],
  token: [],
  tokens: [["along", ["←", "→"]], ["switch", ["Space"]], ["pick", ["Enter"]]],
  changes: [["along", ["←", "→"]], ["change", ["+", "−"]], ["check", ["Enter"]]],
  pairs: [["along", ["←", "→"]], ["switch", ["Space"]], ["check", ["Enter"]]],
  choices: [["switch", ["A", "B", "…"]], ["check", ["Enter"]]],
};
const OFFERED = new Set(["changes", "pairs", "choices"]);
const SEVERAL = new Set(["pairs", "positions"]);

/** @param {Question | undefined} question
    @param {boolean} isSettled */
function hintsFor(question, isSettled) {
  if (!question) return HINTS.walk;
  if (isSettled) return HINTS.settled;
  if (question.kind === "number") return HINTS.number;
  if (question.choices) return HINTS[OFFERED.has(question.kind) ? question.kind : "letter"];
  return HINTS[SEVERAL.has(question.kind) ? "tokens" : "token"];
}

/** @param {Book} book */
function makeHints(book) {
  const hint = ([name, keys]) =>
    el("span", {}, keys.map((key) => el("kbd", {}, key)), template(book, `player.keys.${name}`));
  const sign = (goal) => el("span", {}, goalSign(goal), template(book, `goal.${goal}`));
  const keys = el("div", {}, HINTS.walk.map(hint));
  let current = HINTS.walk;
  return {
    node: el("div", { class: "hints" }, keys, el("div", {}, book.goals.map(sign))),
    /** @param {Question | undefined} question  that is open
        @param {boolean} isSettled */
    draw(question, isSettled) {
      const hints = hintsFor(question, isSettled);
      if (hints !== current) keys.replaceChildren(...hints.map(hint));
      current = hints;
    },
  };
}

/* A finger drawn over the stage goes on or back, unless what it touches scrolls sideways. */

const SWIPE_LENGTH = 40;

function listenSwipe(stage, onSwipe) {
  /** @type {PointerEvent | null} */
  let from = null;
  stage.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" && event.isPrimary && !scrollsSideways(event.target, stage) ? event : null;
  });
  stage.addEventListener("pointercancel", () => (from = null));
  stage.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary) return;
    const [across, down] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(across) > SWIPE_LENGTH && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0);
  });
}

function scrollsSideways(target, stage) {
  for (let node = target; node && node !== stage; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
  }
  return false;
}
