/* Where the widgets stand: the stage, the columns, and the columns as tabs where it is narrow. */

/** @import { Book, Recording, Snapshot, State, View, Widget } from "../core/types.js" */

import { template } from "../core/book.js";
import { become, el, own, set } from "../core/dom.js";
import { goalIcon } from "../core/icons.js";
import { makeTabs } from "../core/tabs.js";
import { textNodes } from "../core/texts.js";
import { WIDGETS } from "../widgets/kinds.js";
import { veiledState } from "../widgets/veils.js";
import { withTabbedRoom } from "./tabbed-room.js";

/** A stage with one of these leads a story from top to bottom: narrow, its columns stand below each other. */
const LEADING = new Set(["versus"]);

/** `{node, draw(snapshot, still), layout()}` for all widgets of a recording.
    @param {Recording} recording
    @param {Book} book
    @param {Snapshot[]} history
    @param {number} chosenTab
    @param {string} [wanted]  the panel that a link wants in sight */
export function makeBoard(recording, book, history, chosenTab, wanted) {
  const makeAll = (ids) => ids.map((id) => makePanel(recording, book, history, id));
  const staged = makeAll(recording.layout.stage ?? []);
  const beside = makeAll(recording.layout.beside ?? []);
  const columns = (recording.layout.columns ?? []).map(makeAll);
  const roomed = (panels) => withTabbedRoom(book, panels, recording.layout.tabs, wanted);
  const stage = staged.length ? holder("stage", staged) : null;
  const front = beside.length
    ? el("div", { class: "front", "data-kinds": kindsOf(staged) }, stage, holder("column", beside, roomed(beside)))
    : stage;
  const nodes = columns.map((panels) => holder("column", panels, roomed(panels)));
  const panels = [...staged, ...beside, ...columns.flat()];
  let narrow = false;
  const layout = () => panels.forEach((panel) => panel.layout(narrow));
  const tabs = columnTabs(book, columns, nodes, chosenTab, layout);
  const leads = staged.some(({ kind }) => LEADING.has(kind));
  const tabbed = nodes.length > 1 && !leads;
  const grid = el("div", { class: "columns" }, nodes);
  grid.style.setProperty("--columns", Math.max(1, nodes.length));
  set(grid, { "data-columns": nodes.length, "data-last": kindsOf(columns.at(-1)) });
  return {
    stage,
    boxes: [front, nodes.length ? grid : null].filter((box) => box !== null),
    nodesOf: (ids) => panels.filter(({ id }) => ids.includes(id)).map(({ node }) => node),
    nodes: [front, tabbed ? tabs.node : null, nodes.length ? grid : null],
    draw(snapshot, still, veil = []) {
      const parts = veiledParts(veil);
      panels.forEach((panel) => panel.draw(snapshot, still, parts.get(panel.id)));
    },
    layout(isNarrow, asTabs = isNarrow) {
      narrow = isNarrow;
      tabs.apply(asTabs && tabbed);
      layout();
    },
    tab: () => tabs.chosen,
    panels: panels.map(({ node }) => node),
  };
}

/** Panels below each other; what they are stands on their holder, for its style. Asked with `:has()` instead,
    every step would cost all of the player a new style. */
const holder = (name, panels, nodes = panels.map((panel) => panel.node)) =>
  el("div", { class: name, "data-kinds": kindsOf(panels) }, nodes);

const kindsOf = (panels = []) => panels.map(({ kind }) => kind).join(" ");

/** `["pairs.number", "heap"]` by the widgets: `{pairs: ["number"], heap: [""]}`.
    @param {string[]} veil */
function veiledParts(veil) {
  /** @type {Map<string, string[]>} */
  const parts = new Map();
  for (const name of veil) {
    const [id, part = ""] = String(name).split(".");
    parts.set(id, [...(parts.get(id) ?? []), part]);
  }
  return parts;
}

/** A widget under its title. It draws only a state that it has not drawn.
    @param {Recording} recording
    @param {Book} book
    @param {Snapshot[]} history
    @param {string} id */
function makePanel(recording, book, history, id) {
  const widget = recording.widgets.find((each) => each.id === id) ?? { id, kind: id };
  const view = makeWidget(widget, book, history.map((snapshot) => snapshot[id]));
  const aside = el("span", { class: "aside" });
  const title = widget.title ? template(book, widget.title) : "";
  const hasHead = title || view.tools || history.some((snapshot) => snapshot[id]?.aside);
  const icon = widget.goal ? goalIcon(widget.goal) : null;
  const heading = el("span", {}, widget.title ? textNodes(book, [widget.title]) : null);
  const head = hasHead ? el("header", {}, el("h2", {}, icon, heading), view.tools, aside) : null;
  const node = el("section", { class: "panel", "data-goal": widget.goal, "data-widget": widget.kind }, head, view.node);
  const cover = el("p", { class: "veil" }, el("b", {}, "?"), template(book, "player.veiled"));
  let last;
  return {
    id,
    kind: widget.kind,
    title,
    node,
    layout: (narrow) => view.layout?.(narrow),
    draw(snapshot, still, parts) {
      const state = snapshot[id] ?? {};
      const veiled = parts && veiledState(state, widget, book, parts);
      coverPanel(node, cover, veiled === null, [view.node, view.tools, aside]);
      const shown = veiled ?? state;
      if (shown === last) return;
      last = shown;
      become(aside, shown.aside ? textNodes(book, shown.aside) : []);
      become(heading, textNodes(book, [shown.title ?? widget.title ?? ""]));
      view.draw(shown, still);
    },
  };
}

/** What holds an answer is hidden from the eye and from a screen reader, and keeps its room. */
function coverPanel(node, cover, isVeiled, parts) {
  if (Boolean(cover.parentNode) === isVeiled) return;
  set(node, { "data-veiled": isVeiled });
  for (const part of parts) if (part) set(part, { inert: isVeiled });
  if (isVeiled) node.append(cover);
  else cover.remove();
}

/** @param {Widget} widget
    @param {Book} book
    @param {State[]} states
    @returns {View} */
function makeWidget(widget, book, states) {
  const make = own(WIDGETS, widget.kind);
  return make ? make(widget, book, states) : { node: failure(book, String(widget.kind)), draw() {} };
}

export const failure = (book, why) =>
  el("p", { class: "failed", role: "alert" }, textNodes(book, ["player.failed", { why }]));

/** A tab a column. Only a narrow player has tabs; a wide one shows all columns. */
function columnTabs(book, columns, nodes, chosen, onChoose) {
  const labels = columns.map((panels, index) => panels.find((panel) => panel.title)?.title ?? String(index + 1));
  return makeTabs({ id: "column", name: template(book, "player.panels"), labels, nodes, chosen, onChoose });
}
