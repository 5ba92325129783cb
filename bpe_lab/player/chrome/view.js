/* All that stands in the player, from the sub-goals at the top to the keys at the bottom. */

/** @import { Question, Step } from "../core/types.js" */

import { makeAnswerBar } from "./answer-bar.js";
import { makeBoard } from "./board.js";
import { makeFullSize } from "./full-size.js";
import { makeHead, makeNarration } from "./head.js";
import { makeHelp } from "./help.js";
import { makeHints } from "./hints.js";
import { makeResultBar } from "./result-bar.js";
import { listenSwipe } from "./swipe.js";
import { makeTransport } from "./transport.js";
import { focusedIn } from "../core/focus.js";

/** The parts for `player`'s recording and book; `tab` is the column that a narrow screen shows. */
export function makeView(player, tab) {
  if (player.isBoard) return boardAlone(player);
  const { recording, book, history, layers, actions } = player;
  const head = makeHead(book, recording, actions.start);
  const narration = makeNarration(book, recording, () => begin(player));
  const board = makeBoard(recording, book, history, tab, player.data.panel);
  const answers = makeAnswers(player, board, narration);
  const result = player.walking.exercise ? makeResultBar(player) : null;
  const transport = makeTransport(player, [answers, result]);
  const hints = makeHints(book);
  const help = makeHelp(layers, book, player.walking.routes);
  const full = makeFullSize(player, board.boxes, board.panels, () => board.layout(isNarrow(player)));
  if (board.stage) listenSwipe(board.stage, (onward) => actions[onward ? "forward" : "back"]());
  return {
    nodes: [head.node, narration.node, ...board.nodes, transport.node, hints.node, help.node].filter(Boolean),
    help,
    full,
    nodesOf: board.nodesOf,
    tab: board.tab,
    drawTransport: transport.draw,
    tell: transport.tell,
    layout(narrow) {
      board.layout(narrow);
      transport.layout(narrow);
    },
    draw({ step, question }, words, still) {
      head.draw(recording.steps[question ?? step], player.walking.isAmidst && !book.present);
      const { veiled } = player.walking;
      narration.draw(player.sentence(), question != null, labelBeside(player.walking));
      board.draw(history[step], still, veiled == null ? [] : veilOf(recording.steps[veiled], player.walking.answering.question));
      transport.draw(words);
      answers?.draw();
      result?.draw();
      hints.draw(player.walking.answering.question, player.walking.answering.isSettled);
    },
  };
}

/** On with a walk by the button beside its sentence. A phone has no room for a page's inputs above a question. */
function begin(player) {
  if (player.walking.atTask && isNarrow(player)) player.root.scrollIntoView({ block: "start" });
  if (player.walking.exercise) player.walking.nextQuestion();
  else player.actions.forward();
}

/** Which label that button has: an exercise begins, goes on to its next question or to its result; a thought is revealed. */
function labelBeside({ exercise, atTask, question, answers, frontier, progress, isOver }) {
  if (!exercise) return question != null && !answers ? 0 : undefined;
  if (question != null || progress.free || isOver) return undefined;
  if (frontier === undefined) return 2;
  return atTask ? 0 : 1;
}

const isNarrow = ({ root }) => root.dataset.size === "narrow";

/** Where a walk's questions are answered; nothing where it has none. */
function makeAnswers(player, board, narration) {
  const { walking, book } = player;
  const { quizzed, last } = walking.routes;
  if (quizzed(0, last) === undefined) return null;
  const { answering } = walking;
  const changed = () => player.draw(true);
  const onward = () => {
    walking.forward(walking.byGroup);
    // Enter has gone on; of an exercise, once more leads to the next question.
    if (walking.exercise && !answering.question) narration.focus();
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
  const help = player.presents ? makeHelp(player.layers, book, { isBoard: true }) : null;
  return {
    nodes: [front, columns, help?.node].filter(Boolean),
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
