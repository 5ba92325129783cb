/* Above the stage: the sub-goals, the place in the walk, and the sentence that tells what happened. */

import { placesOf } from "./routes.js";
import { template } from "../core/book.js";
import { become, el, set } from "../core/dom.js";
import { goalIcon } from "../core/icons.js";
import { textNodes, plainText } from "../core/texts.js";

/** `toStart` leads to where the walk starts, from the midst into which a link has led. */
export function makeHead(book, recording, toStart) {
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
  const button = el("button", { type: "button", "data-name": "to-start" }, template(book, "player.to_start"));
  button.addEventListener("click", toStart);
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
export function makeNarration(book, { steps, exercise }, onReveal) {
  const line = el("p", { class: "say", id: "say" });
  const labels = exercise ? ["start", "onward", "finish"].map((name) => `player.exercise.${name}`) : ["player.reveal"];
  const reveal = revealButton(book, labels[0], onReveal);
  const asks = steps.map(({ ask }) => ask).filter(Array.isArray);
  const questions = steps.flatMap(({ questions = [] }) => questions.map(({ ask }) => [ask]));
  const question = [line, asks.length || exercise ? reveal : null];
  const says = longestTexts(book, steps.map(({ say }) => [say]));
  const sizers = [exercise ? null : says, longestTexts(book, asks.map((ask) => [ask, ["player.reveal"]])), longestTexts(book, questions)];
  const sizer = (texts) =>
    el("p", { class: "say sizer", "aria-hidden": "true" }, texts.flatMap((text) => [...textNodes(book, text), " "]));
  const said = el("div", { class: "said", "data-exercise": Boolean(exercise) }, question);
  return {
    node: el("div", { class: "narration" }, said, sizers.filter(Boolean).map(sizer),
      exercise ? [besideSizer(book, says, labels[1], false), besideSizer(book, [exercise.task], labels[0], true)] : null),
    /** `label` is the number of the button's label; none without a number. */
    draw(text, isQuestion, label) {
      set(said, { "data-task": Boolean(exercise) && label === 0 });
      become(line, textNodes(book, text));
      set(line, { "data-question": isQuestion });
      reveal.hidden = label === undefined;
      become(reveal, [template(book, labels[label ?? 0])]);
    },
    focus: () => reveal.focus({ preventScroll: true }),
  };
}

/** The room of what an exercise says and of the button beside it. */
const besideSizer = (book, texts, label, isTask) => el("div", { class: "said sizer", "aria-hidden": "true", "data-exercise": true, "data-task": isTask },
  el("p", { class: "say sizer" }, texts.flatMap((text) => [...textNodes(book, text), " "])), el("span", { class: "reveal" }, template(book, label)));

function revealButton(book, label, onReveal) {
  const button = el("button", { type: "button", class: "reveal", "data-name": "reveal" }, template(book, label));
  button.addEventListener("click", onReveal);
  return button;
}

/** The lists of texts that take the most letters. */
function longestTexts(book, lists) {
  const lengths = lists.map((texts) => texts.reduce((sum, text) => sum + plainText(book, text).length, 0));
  return lists[lengths.indexOf(Math.max(...lengths))];
}
