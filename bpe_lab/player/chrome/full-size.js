/* One panel over the whole board, and back: by a double click on it, or by F. It is drawn as large as
   the board has room for; the walk goes on beneath its sentence. */

import { TOOL_ICONS } from "./tool-button.js";
import { template } from "../core/book.js";
import { el, remSize, set } from "../core/dom.js";
import { drawing } from "../core/icons.js";
import { focusedIn, keepingFocus } from "../core/focus.js";

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
  const close = el("button", { type: "button", class: "full-close", "aria-label": template(book, "player.full_close"), title: template(book, "player.full_close") },
    drawing(TOOL_ICONS.close));
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
  close.addEventListener("click", shut);
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
