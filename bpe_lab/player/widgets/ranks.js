/* What could be joined at each step, and how early it was learned: a block a step, a bar a pair.
   The panel's height is fixed; it scrolls in itself, so that the present block is in view. */

import { figure, numeral, plainText, template, textNodes, tokenAt } from "../core/book.js";
import { arrange, el, sum } from "../core/dom.js";
import { drawingName, goalIcon } from "../core/drawings.js";
import { chipsRoom, columnsOf, pairChips, sequence } from "../core/glyphs.js";
import { markedEdges, reveal } from "../core/scrolling.js";
import { barOf } from "./looks.js";

const RANK_PAIR = { least: 4.75, most: 9, columns: 11 };  // rem; characters
const RANK_STATE = 13;  // em of chips beside a block's title
const LEAST_BAR = 0.02;

export function ranks(widget, book, states) {
  const all = [...new Set(states)].filter(Boolean);
  const list = el("ol", { class: "scroller", tabindex: 0, ...drawingName(book, widget) });
  const foot = el("footer", { class: "rank-foot" });
  const view = { book, list, blockNodes: [], markEdges: markedEdges(list) };
  const node = el("div", { class: "ranks" }, el("div", { class: "rank-box" }, list), footOf(book, all, foot));
  const rows = all.flatMap((state) => (state.blocks ?? []).flatMap((block) => block.rows ?? []));
  for (const [name, value] of Object.entries(rankColumns(book, rows))) node.style.setProperty(name, value);
  return {
    node,
    draw(state, still) {
      drawBlocks(view, state.blocks ?? [], still);
      foot.replaceChildren(...[state.more, state.scale].filter(Boolean).map((text) => el("p", {}, textNodes(book, text))));
    },
  };
}

/** As high as the state with the most lines, so that the panel above it stands still. */
function footOf(book, states, foot) {
  const lines = Math.max(0, ...states.map(({ more, scale }) => Number(Boolean(more)) + Number(Boolean(scale))));
  foot.style.minHeight = `${lines * 1.4 + (lines ? 0.3 : 0)}rem`;
  return lines ? foot : null;
}

/** Pairs and ranks have columns as wide as the longest of the whole walk, so that no bar moves. */
function rankColumns(book, rows) {
  let [digits, columns] = [1, 0];
  for (const { pair, rank } of rows) {
    if (rank != null) digits = Math.max(digits, numeral(book, rank).length);
    columns = Math.max(columns, sum(pair.map((index) => columnsOf(tokenAt(book, index)))));
  }
  const pair = Math.min(RANK_PAIR.columns, columns) * 0.52 + 2.6;
  return {
    "--pair": `${Math.max(RANK_PAIR.least, Math.min(RANK_PAIR.most, pair))}rem`,
    "--rank": `${digits * 0.64 + 1.6}rem`,
  };
}

function drawBlocks(view, blocks, still) {
  const { list, blockNodes, book } = view;
  blockNodes.length = Math.min(blockNodes.length, blocks.length);
  blocks.forEach((state, index) => {
    if (blockNodes[index]?.state !== state) blockNodes[index] = { state, node: rankBlock(book, state) };
  });
  arrange(list, blockNodes.map(({ node }) => node));
  const present = blockNodes.find(({ state }) => state.look === "now");
  if (present) reveal(list, () => spanToShow(list, present.node), still);
  view.markEdges();
}

/** The block; of one that is too high, its lit row with what fits around it. */
function spanToShow(list, block) {
  const [top, bottom] = [block.offsetTop, block.offsetTop + block.offsetHeight];
  const lit = block.querySelector("[data-look=chosen], [data-look=now]");
  if (bottom - top <= list.clientHeight || !lit) return [top, Math.min(bottom, top + list.clientHeight)];
  const middle = top + lit.offsetTop + lit.offsetHeight / 2;
  const half = list.clientHeight / 2;
  const first = Math.max(top, Math.min(bottom - 2 * half, middle - half));
  return [first, first + 2 * half];
}

function rankBlock(book, { title, state = [], rows = [], look }) {
  const lit = rows.find((row) => row.look === "chosen") ?? rows.find((row) => row.look === "now");
  const head = el("header", {}, el("h3", {}, title ? textNodes(book, title) : null), stateChips(book, state, lit));
  return el("li", { class: "rank-block", "data-look": look || null, "aria-current": look === "now" ? "step" : null },
    head, rows.length ? el("ul", {}, rows.map((row) => rankRow(book, row))) : null);
}

/** The tokens of a step; of a long word those around the pair in question. */
function stateChips(book, tokens, lit) {
  const cut = chipsRoom(book, tokens) > RANK_STATE;
  const start = lit ? tokens.findIndex((token, index) => token === lit.pair[0] && tokens[index + 1] === lit.pair[1]) : 0;
  const first = Math.max(0, Math.min(tokens.length - 6, start - 2));
  return sequence(book, tokens, cut && [first, first + 6], [], "");
}

function rankRow(book, row) {
  const { pair, rank, bar, look } = row;
  const isRanked = rank != null;
  const chosen = look === "chosen";
  const words = plainText(book, [isRanked ? "player.ranks.rank" : "player.ranks.unranked", { pair: { pair }, ...(isRanked ? { rank } : {}) }]);
  const label = chosen ? `${words}, ${template(book, "player.ranks.chosen")}` : words;
  const figures = isRanked
    ? [bar == null ? el("span", { class: "bar", "data-gone": true }) : barOf(book, Math.max(LEAST_BAR, Math.min(1, Number(bar) || 0))),
      el("span", { class: "rank" }, figure(book, rank), chosen ? goalIcon("choose") : null)]
    : [el("span", { class: "no-rank" }, template(book, "player.ranks.none"))];
  return el("li", { class: "rank-row", "data-pair": pair.join(), "data-look": look || null, "data-unranked": !isRanked },
    el("span", { class: "unseen" }, label),
    el("span", { class: "rank-face", "aria-hidden": "true" }, pairChips(book, pair, null, RANK_PAIR.columns), figures));
}
