/* The smaller panels: a list of changes, the shelf of learned tokens. */

/* A side of a change has room for this many em of chips. */
const CHANGE_ROOM = 11;

function changes(widget, book, states) {
  const rows = Array.from({ length: widget.rows ?? 0 }, () => el("li"));
  const more = states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  return {
    node: el("div", { class: "changes" }, el("ul", {}, rows), more),
    draw(state) {
      rows.forEach((row, place) => fillChange(book, row, state.rows?.[place]));
      more?.replaceChildren(...(state.more ? said(book, state.more) : []));
    },
  };
}

/** A row without a change keeps its height and says nothing. */
function fillChange(book, row, change) {
  set(row, { "aria-hidden": change ? null : "true" });
  row.replaceChildren(...(change ? changeNodes(book, change) : []));
}

/** What a merge makes of a pre-token; before it is made, only the tokens that will join. */
function changeNodes(book, { before, after, lit = [], forming = [], times }) {
  const first = [...forming, ...lit].length ? Math.min(...forming, ...lit) : 0;
  const cut = chipsRoom(book, before) > CHANGE_ROOM;
  const count = el("span", { class: "times" }, times == null ? null : `×${numeral(book, times)}`);
  const old = sequence(book, before, cut && [first - 1, first + 3], forming, "forming");
  if (!after) return [old, count];
  const arrow = el("span", { class: "arrow", role: "img", "aria-label": "→" });
  return [old, arrow, sequence(book, after, cut && [first - 1, first + 2], lit, "merged"), count];
}

const chipsRoom = (book, tokens) =>
  tokens.reduce((sum, index) => sum + Math.max(1.5, tokenAt(book, index).width * 0.6 + 0.6) + 0.24, 0);

/** Chips in a line, `marked` ones with a look; a window `[from, to]` cuts what lies outside. */
function sequence(book, tokens, window, marked, look) {
  const [from, to] = window ? [Math.max(0, window[0]), Math.min(tokens.length, window[1])] : [0, tokens.length];
  const chips = tokens.slice(from, to).map((token, place) =>
    chip(book, token, { "data-look": marked.includes(place + from) ? look : null }));
  const dots = (cut) => (cut ? el("span", { class: "dots" }, "…") : null);
  return el("span", { class: "sequence" }, dots(from > 0), chips, dots(to < tokens.length));
}

function shelf(widget, book) {
  const kept = new Map();
  const list = el("ol", { class: "scroller", tabindex: 0 });
  const markEdges = markedEdges(list);
  if (widget.title) set(list, { "aria-label": template(book, widget.title) });
  return {
    node: el("div", { class: "shelf" }, list),
    draw(state, still) {
      const numbers = Object.keys(state.items ?? {}).sort((one, other) => other - one);
      arrange(list, numbers.map((number) => shelfItem(book, kept, number, state.items[number])));
      for (const [number, { node }] of kept) set(node, { "data-current": number === state.current });
      showCurrent(list, kept.get(state.current)?.node, still);
      markEdges();
    },
  };
}

function shelfItem(book, kept, number, item) {
  if (kept.get(number)?.item !== item) kept.set(number, { item, node: shelfNode(book, number, item) });
  return kept.get(number).node;
}

const shelfNode = (book, number, [token, parts]) =>
  el("li", { class: "shelf-item" }, el("span", { class: "number" }, number), chip(book, token),
    el("span", { class: "join" }, "="), pairChips(book, parts));

function showCurrent(list, node, still) {
  if (node) reveal(list, () => [node.offsetTop, node.offsetTop + node.offsetHeight], still);
}
