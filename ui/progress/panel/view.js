/* What the panel shows: the kinds that are due, all that were met, and what can be done with them. */

/** @import { Book } from "../../../bpe_lab/player/core/types.js" */
/** @import { Kind } from "./kinds.js" */

import { numeral, plainText, template } from "../../../bpe_lab/player/core/book.js";
import { el } from "../../../bpe_lab/player/core/dom.js";

/** @param {Book} book */
const words = (book, name, values = {}) => plainText(book, [`progress.${name}`, values]);

/** A button that the panel listens to.
    @param {Book} book */
const button = (book, action) => el("button", { type: "button", "data-action": action }, template(book, `progress.${action}`));

/** A link to another page of the app, followed without a reload (`ui/serving/front_page.js`). */
export const linkTo = (address, name, look = "") => el("a", { href: address, target: "_self", "data-page": "", class: look || null }, name);

/** Nothing was answered yet: what will stand here, and a first exercise.
    @param {Book} book
    @param {string} address */
export const emptyNodes = (book, address) => [
  el("p", { class: "empty" }, words(book, "empty"), " ", linkTo(address, words(book, "begin"))),
];

/** The score of all, when something comes next, then every kind.
    @param {Book} book
    @param {Kind[]} kinds
    @param {string} next  the address of what to practise where nothing is due */
export function progressNodes(book, kinds, next) {
  const answered = kinds.reduce((sum, kind) => sum + kind.answered, 0);
  const missed = kinds.reduce((sum, kind) => sum + kind.missed, 0);
  const isDue = kinds.some(({ days }) => days !== null && days <= 0);
  return [
    el("p", { class: "sum" }, words(book, "sum", { answered, first: answered - missed })),
    ...(isDue ? [] : [el("p", {}, nextWords(book, kinds), " ", linkTo(next, words(book, "practise")))]),
    el("h3", { id: "progress-met" }, words(book, "met")),
    metTable(book, kinds),
  ];
}

/** Where nothing is due today: what is next, and when.
    @param {Book} book
    @param {Kind[]} kinds */
function nextWords(book, kinds) {
  const [next] = kinds.filter(({ days }) => days !== null).sort((one, other) => Number(one.days) - Number(other.days));
  return next ? words(book, "next", { kind: kindName(book, next), when: whenWords(book, next.days) }) : words(book, "none_due");
}

/** @param {Book} book */
export const kindName = (book, { page, kind }) => words(book, "kind_of_page", { page: page.title, kind: template(book, `question.name_${kind}`) });

/** @param {Book} book
    @param {number | null} days */
function whenWords(book, days) {
  if (days === null) return "–";
  if (days <= 0) return words(book, "today");
  return days === 1 ? words(book, "tomorrow") : words(book, "in_days", { days });
}

/** @param {Book} book
    @param {Kind[]} kinds */
function metTable(book, kinds) {
  const head = ["column_question", "column_answered", "column_missed", "column_again"].map((name) => el("th", { scope: "col" }, words(book, name)));
  const rows = kinds.map((kind) =>
    el("tr", {},
      el("th", { scope: "row" }, kindName(book, kind)),
      el("td", {}, numeral(book, kind.answered)),
      el("td", { "data-missed": kind.missed > 0 }, numeral(book, kind.missed)),
      el("td", {}, whenWords(book, kind.days))));
  return el("table", { "aria-labelledby": "progress-met" }, el("thead", {}, el("tr", {}, head)), el("tbody", {}, rows));
}

/** What can be done with the rows; deleting is asked for once, and can be undone until the page is left.
    @param {Book} book
    @param {{isEmpty: boolean, isAsking: boolean, canUndo: boolean}} state */
export function toolNodes(book, { isEmpty, isAsking, canUndo }) {
  if (isAsking) return [el("span", {}, words(book, "delete_all")), button(book, "delete_now"), button(book, "keep")];
  if (isEmpty) return [button(book, "import"), ...(canUndo ? [button(book, "undo")] : [])];
  return ["export", "import", "marks", "delete"].map((action) => button(book, action));
}
