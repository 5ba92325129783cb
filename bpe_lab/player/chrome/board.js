/* Where the widgets stand: the stage, the columns, the columns as tabs where it is narrow, and one panel over them
   all. */

/** @import { Book, Recording, Snapshot, State, View, Widget } from "../core/types.js" */

import { plainText, template, textNodes } from "../core/book.js";
import { become, el, makeButton, own, remSize, rememberChoice, set } from "../core/dom.js";
import { TOOL_ICONS, drawing, goalIcon } from "../core/drawings.js";
import { focusedIn, keepingFocus, makeTabs } from "../core/focus.js";
import { LEADING, WIDGETS, veiledState } from "../widgets/kinds.js";

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
  const title = widget.name ? plainText(book, widget.name) : widget.title ? template(book, widget.title) : "";
  const hasHead = title || view.tools || history.some((snapshot) => snapshot[id]?.aside);
  const icon = widget.goal ? goalIcon(widget.goal) : null;
  const heading = el("span", {}, title ? textNodes(book, widget.name ?? [widget.title ?? ""]) : null);
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
      const visible = veiled ?? state;
      if (visible === last) return;
      last = visible;
      become(aside, visible.aside ? textNodes(book, visible.aside) : []);
      if (!widget.name) become(heading, textNodes(book, [visible.title ?? widget.title ?? ""]));
      view.draw(visible, still);
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

/* Panels that stand in each other's place: one is in sight, the others are a tab away. */

/** The nodes of `panels`; those named in `shared` are one node, where the first of them stands. `front` is in sight
    until the reader chooses. */
function withTabbedRoom(book, panels, shared = [], front = "") {
  const [inside, outside] = [true, false].map((is) => panels.filter(({ id }) => shared.includes(id) === is));
  if (inside.length < 2) return panels.map(({ node }) => node);
  const room = tabbedRoom(book, inside, front);
  const at = panels.indexOf(inside[0]);
  const nodes = outside.map(({ node }) => node);
  return [...nodes.slice(0, at), room, ...nodes.slice(at)];
}

function tabbedRoom(book, panels, front) {
  const id = panels.map((panel) => panel.id).join("-");
  const first = Math.max(0, panels.findIndex((panel) => panel.id === front));
  const chosen = rememberChoice({ kind: "room", id }, first ? `tab before ${front}` : "tab", first);
  const tabs = makeTabs({
    id: `room-${id}`,
    name: template(book, "player.panels"),
    labels: panels.map(({ title }) => title),
    nodes: panels.map(({ node }) => node),
    chosen: chosen.get(),
    onChoose(index) {
      chosen.set(index);
      panels[index].layout();
    },
  });
  tabs.apply(true);
  return el("div", { class: "room" }, tabs.node, panels.map(({ node }) => node));
}

/* One panel over the whole board, and back: by a double click on it, or by F. It is drawn as large as
   the board has room for; the walk goes on beneath its sentence. */

const SCALES = [3, 2.5, 2, 1.75, 1.5, 1.25];
const LEAST_WIDTH = 40;  // rem that a panel keeps, however large it is drawn
const MOST_HIGH = 0.85;  // of the window, where the page scrolls
const ROOM = "--full-room";  // pixels below its head: what scrolls on a board may be as high as that
const CONTROLS = "button, a, input, select, textarea, [role=slider], [role=tab], [role=button]";

/** `boxes` hold the `panels` of a board; `layout` lays them out anew.
    @param {any} player
    @param {HTMLElement[]} boxes
    @param {HTMLElement[]} panels
    @param {() => void} layout */
export function makeFullSize(player, boxes, panels, layout) {
  const { root, layers, book } = player;
  /** @type {HTMLElement | null} */
  let full = null;
  const words = template(book, "player.full_close");
  const close = makeButton({ class: "full-close", "aria-label": words, title: words }, () => shut(), drawing(TOOL_ICONS.close));
  const hold = (panel) => {
    const room = roomOf(root, boxes, panel);
    mark(root, panel, true);
    panel.append(close);
    fit(panel, room, layout);
  };
  const release = () => {
    if (full) mark(root, full, false);
    close.remove();
    for (const name of ["zoom", "min-height", ROOM]) full?.style.removeProperty(name);
  };
  const shut = () => {
    layers.closed(shut, release);
    full = null;
    layout();
    player.tell("player.full_closed");
  };
  function open(panel) {
    full = panel;
    layers.opened(shut);
    keepingFocus(root, () => hold(panel));
    player.tell("player.full_open");
  }
  const toggle = (panel) => (full ? shut() : panel && open(panel));
  const panelOf = (target) => panels.find((panel) => panel.contains(target));
  for (const box of boxes) {
    box.addEventListener("dblclick", ({ target }) => !isControl(target) && toggle(panelOf(target)));
    // A second press would mark the word under it.
    box.addEventListener("mousedown", (event) => event.detail > 1 && !isControl(event.target) && event.preventDefault());
  }
  return {
    /** `panel`, else the one that is meant by a key. */
    toggle: (panel) => toggle(panel ?? panelOf(focusedIn(root)) ?? panels.find((panel) => panel.matches(":hover")) ?? mainOf(panels)),
    close: () => full && shut(),
    /** The window has another size. */
    refit() {
      if (!full) return;
      release();
      layout();
      hold(full);
    },
  };
}

/** The highest on the stage, else the first. */
const mainOf = (panels) =>
  panels.reduce((main, each) => (each.closest(".stage") && each.offsetHeight > main.offsetHeight ? each : main), panels[0]);

const isControl = (target) => Boolean(target.closest?.(CONTROLS));

/** How much there is to fill, in pixels: presenting, all down to the bar. */
function roomOf(root, boxes, panel) {
  const bounds = boxes.filter((box) => box.checkVisibility()).map((box) => box.getBoundingClientRect());
  const [top, bottom] = [Math.min(...bounds.map((box) => box.top)), Math.max(...bounds.map((box) => box.bottom))];
  const bar = root.querySelector(":scope > .transport")?.getBoundingClientRect().top ?? innerHeight;
  const high = root.hasAttribute("data-present") ? bar - top - remSize() / 2 : Math.min(bottom - top, innerHeight * MOST_HIGH);
  return { high, wide: root.clientWidth, own: panel.clientWidth };
}

/** The style sheet hides what is not on the way to the panel. */
function mark(root, panel, on) {
  set(root, { "data-full": on });
  set(panel, { "data-full": on });
  for (let node = panel.parentElement; node && node !== root; node = node.parentElement) set(node, { "data-holds-full": on });
}

/** The largest scale at which the panel is neither too high nor too narrow for what it shows: all of it, else all of the
    first of two listings, else as much as can be scrolled to. */
function fit(panel, { high, wide, own }, layout) {
  const abreast = panel.querySelector(".code[data-beside]") ? 2 : 1;
  const least = Math.min(own, LEAST_WIDTH * remSize()) * abreast;
  const take = (scale) => {
    panel.style.setProperty("zoom", String(scale));
    panel.style.setProperty(ROOM, `${Math.floor(high / scale) - headHigh(panel)}px`);
    layout();
  };
  const fits = (scale) => {
    take(scale);
    return panel.scrollHeight * scale <= high && panel.scrollWidth <= panel.clientWidth + 1;
  };
  const scales = [...SCALES, 1].filter((each) => wide / each >= least);
  const scrolled = [...panel.querySelectorAll(".scroller, .listing")];
  const largest = (parts) => scales.find((each) => fits(each) && parts.every(isWhole));
  const scale = largest(scrolled) ?? largest(scrolled.slice(0, 1)) ?? largest([]) ?? 1;
  take(scale);
  panel.style.minHeight = `${Math.floor(high / scale)}px`;
  layout();
}

/** What a panel has above and below that which may scroll, in its own pixels. */
function headHigh(panel) {
  const { paddingTop, paddingBottom } = getComputedStyle(panel);
  const head = panel.querySelector(":scope > header");
  return (head ? head.offsetHeight + parseFloat(getComputedStyle(head).marginBottom) : 0) + parseFloat(paddingTop) + parseFloat(paddingBottom);
}

const isWhole = (part) => part.scrollHeight <= part.clientHeight + 1;
