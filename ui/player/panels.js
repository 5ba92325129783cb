/* The smaller panels: a note, a list of changes, the shelf of learned tokens. */

function note(widget, book, states) {
  const hasRow = states.some((state) => state?.row?.length);
  const lines = el("div", { class: "lines" });
  const row = hasRow ? el("div", { class: "row" }) : null;
  const node = el("div", { class: "note" }, lines, row);
  lines.style.minHeight = `${(widget.lines ?? 1) * 1.4}em`;
  return {
    node,
    draw(state) {
      set(node, { "data-empty": !(state.lines?.length || state.row?.length) });
      lines.replaceChildren(...(state.lines ?? []).map((line) => el("p", {}, said(book, line))));
      row?.replaceChildren(...comparison(book, state.row ?? [], state.join ?? widget.join ?? ""));
    },
  };
}

/** Pairs side by side with the sign that compares them: (t, j) > (n, t). */
const comparison = (book, row, join) =>
  row.flatMap(({ pair, look }, place) => {
    const chips = pairChips(book, pair, { "data-look": look || null });
    return place && join ? [el("span", { class: "join" }, joinText(book, join)), chips] : [chips];
  });

const joinText = (book, join) => (Array.isArray(join) ? said(book, join) : String(join));

const LONG_CHANGE = 8;
const LEAD = 2;

function changes(widget, book, states) {
  const rows = Array.from({ length: widget.rows ?? 0 }, () => el("li"));
  const more = states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  return {
    node: el("div", { class: "changes" }, el("ul", {}, rows), more),
    draw(state) {
      rows.forEach((row, place) => row.replaceChildren(...changeNodes(book, state.rows?.[place])));
      more?.replaceChildren(...(state.more ? said(book, state.more) : []));
    },
  };
}

function changeNodes(book, change) {
  if (!change) return [];
  const { before, after, lit = [], times } = change;
  const skip = after.length > LONG_CHANGE ? Math.max(0, Math.min(...lit) - LEAD) || 0 : 0;
  return [
    sequence(book, before, skip, []),
    el("span", { class: "arrow", role: "img", "aria-label": "→" }),
    sequence(book, after, skip, lit),
    el("span", { class: "times" }, times == null ? null : `×${numeral(book, times)}`),
  ];
}

/** Chips in a line; `skip` leaves out the start that both sides share. */
function sequence(book, tokens, skip, lit) {
  const from = Number.isFinite(skip) ? skip : 0;
  const chips = tokens.slice(from).map((token, place) =>
    chip(book, token, { "data-look": lit.includes(place + from) ? "merged" : null }));
  return el("span", { class: "sequence" }, from ? "… " : null, chips);
}

function shelf(widget, book) {
  const kept = new Map();
  const list = el("ol", { class: "scroller", tabindex: 0 });
  if (widget.title) set(list, { "aria-label": template(book, widget.title) });
  return {
    node: el("div", { class: "shelf" }, list),
    draw(state, still) {
      const numbers = Object.keys(state.items ?? {}).sort((one, other) => other - one);
      arrange(list, numbers.map((number) => shelfItem(book, kept, number, state.items[number])));
      for (const [number, { node }] of kept) set(node, { "data-current": number === state.current });
      showCurrent(list, kept.get(state.current)?.node, still);
    },
  };
}

function shelfItem(book, kept, number, item) {
  if (kept.get(number)?.item !== item) kept.set(number, { item, node: shelfNode(book, number, item) });
  return kept.get(number).node;
}

const shelfNode = (book, number, [token, parts]) =>
  el("li", {}, el("span", { class: "number" }, number), chip(book, token),
    el("span", { class: "join" }, "="), pairChips(book, parts));

function showCurrent(list, node, still) {
  if (node) reveal(list, () => [node.offsetTop, node.offsetTop + node.offsetHeight], still);
}
