/* What came of an exercise: the score, what was missed, and how to go on. It lies where the answers were. */

import { template } from "../core/book.js";
import { become, el, own, set } from "../core/dom.js";
import { textNodes } from "../core/texts.js";

const MOST_MISSED = 7;

/** @param {any} player */
export function makeResultBar(player) {
  const { book, walking, data } = player;
  const words = el("p", { class: "judged", role: "status" });
  const button = (name, action) => {
    const made = el("button", { type: "button", class: `result-${name}`, "data-name": `result-${name}` }, template(book, `player.exercise.${name}`));
    made.addEventListener("click", action);
    return made;
  };
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
  const joiner = own(book.text, "player.spacing.joiner") ?? " ";
  return [result, joiner, template(book, "player.exercise.missed"), joiner, ...listed];
}

/** Of claims the wrong one alone counts, since to call all of them right is no merit; and who called right ones wrong.
    @param {number} alarms */
function claimNodes(book, { number, claims, seen }, alarms) {
  const result = el("b", {}, textNodes(book, [`player.exercise.${seen ? "caught" : "uncaught"}`, { number, claims }]));
  if (!alarms) return [result];
  return [result, own(book.text, "player.spacing.joiner") ?? " ", ...textNodes(book, ["player.exercise.alarms", { alarms }])];
}

/** How often each item stands in a list, the most frequent first. */
function countsOf(items) {
  const counts = new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}
