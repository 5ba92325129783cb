/* A note: a few lines, and pairs side by side. Of several views the reader chooses one to see.
   It is as high as the highest view of its walk. */

/** @import { Book, Text } from "../core/types.js" */

import { plainText, template, textNodes } from "../core/book.js";
import { become, el, makeButton, range, rememberChoice, set } from "../core/dom.js";
import { pairChips } from "../core/glyphs.js";

const ROW_COLUMNS = 27;  // characters that the pairs side by side have room for

export function note(widget, book, states) {
  const all = [...new Set(states)].flatMap(viewsOf);
  const most = Math.max(1, ...states.map((state) => viewsOf(state).length));
  const chosen = rememberChoice(widget, "view", 0);
  const lines = el("div", { class: "lines" });
  const row = el("div", { class: "row" });
  const sizers = longestViews(book, all).map((view) => noteSizer(book, view));
  const node = el("div", { class: "note" }, el("div", { class: "stack" }, el("div", {}, lines, row), sizers));
  lines.style.minHeight = `${(widget.lines ?? 1) * 1.4}em`;
  let current = {};
  const draw = (state) => {
    const views = viewsOf((current = state));
    const place = chosen.get() < views.length ? chosen.get() : 0;
    const view = views[place];
    pick?.draw(views, place);
    set(node, { "data-empty": !(view.lines?.length || view.row?.length) });
    become(lines, lineNodes(book, view.lines));
    set(row, { hidden: !view.row?.length });
    become(row, comparison(book, view.row ?? [], view.join ?? widget.join ?? ""));
    if (view.open) row.append(el("span", { class: "open" }, "…"));
  };
  const choose = (index) => {
    chosen.set(index);
    draw(current);
  };
  const pick = most > 1 ? viewSwitch(book, most, choose) : null;
  return { node, tools: pick?.node, draw };
}

/** A state is its own first view. */
const viewsOf = (state) => (state ? [state, ...(state.views ?? [])] : []);

/** A button a view; where a state has no others, the switch keeps its place and is not seen. */
function viewSwitch(book, most, onChoose) {
  const buttons = range(0, most).map((index) => makeButton({ "data-name": `view-${index}` }, () => onChoose(index)));
  const node = el("div", { class: "switch", role: "group", "aria-label": template(book, "player.note.views") }, buttons);
  return {
    node,
    draw(views, chosen) {
      set(node, { "data-gone": views.length < 2 || views.every(({ name }) => !name) });
      buttons.forEach((button, index) => drawChoice(book, button, views, index, chosen));
    },
  };
}

function drawChoice(book, button, views, index, chosen) {
  const name = views.length > 1 && views[index]?.name;
  set(button, { "aria-pressed": String(index === chosen), "data-gone": !name });
  const words = name ? plainText(book, name) : button.textContent;
  if (button.textContent !== words) button.textContent = words;
  set(button, { title: name && views[index].full ? plainText(book, views[index].full) : null });
}

const lineNodes = (book, texts = []) => texts.map((text) => el("p", {}, textNodes(book, text)));

/** The longest views: one for each number of lines, with pairs and without. */
function longestViews(book, views) {
  const longest = new Map();
  for (const view of views) {
    const kind = `${view.lines?.length} ${Boolean(view.row?.length)}`;
    const length = (view.lines ?? []).reduce((sum, text) => sum + plainText(book, text).length, 0);
    if (length > (longest.get(kind)?.length ?? -1)) longest.set(kind, { length, view });
  }
  return Array.from(longest.values(), ({ view }) => view);
}

/** A view that is not seen, but holds the card as high as it is itself. */
const noteSizer = (book, { lines, row }) =>
  el("div", { class: "sizer", "aria-hidden": "true" }, lineNodes(book, lines),
    row?.length ? el("div", { class: "row" }) : null);

/** Pairs side by side with the sign that compares them: (t, j) > (n, t). */
const comparison = (book, row, join) =>
  row.flatMap(({ pair, look }, index) => {
    const chips = pairChips(book, pair, { "data-look": look || null }, ROW_COLUMNS / row.length);
    return index && join ? [el("span", { class: "join" }, joinText(book, join)), chips] : [chips];
  });

/** @param {Book} book
    @param {string | Text} join */
const joinText = (book, join) => (Array.isArray(join) ? textNodes(book, join) : String(join));
