/* The help: every key, over the whole window, until Escape. */

import { hasTool } from "./hall.js";
import { hasInputs } from "./sheet.js";
import { TOOL_ICONS } from "./tool-button.js";
import { template } from "../core/book.js";
import { el } from "../core/dom.js";
import { drawing } from "../core/icons.js";

/** @type {[string, [string, string[]][]][]} */
const HELP = [
  ["walk", [
    ["play", ["Space"]],
    ["step", ["←", "→"]],
    ["clicker", ["PageUp", "PageDown"]],
    ["lesson_scene", ["Shift", "PageDown"]],
    ["lesson_answer", ["R"]],
    ["group", ["Shift", "←", "→"]],
    ["place", ["N"]],
    ["unit", ["G"]],
    ["ends", ["Home", "End"]],
    ["speed", ["+", "−"]],
  ]],
  ["lecture", [
    ["ask", ["Q"]],
    ["lesson_notes", ["O"]],
    ["full", ["F"]],
    ["inputs", ["I"]],
    ["theme", ["D"]],
    ["blank", [".", "B"]],
    ["laser", ["L"]],
    ["code", ["S"]],
    ["add", ["A"]],
    ["marks", ["[", "]"]],
    ["help", ["?", "H"]],
    ["escape", ["Esc"]],
  ]],
];

/** What a board has no use for: there are no steps. */
const OF_STEPS = new Set([...HELP[0][1].map(([what]) => what), "ask", "marks"]);

/** `hasPlaces`: whether the walk has places to go to; `isBoard`: there is no walk. */
export function makeHelp(layers, book, { hasPlaces = false, isBoard = false }) {
  const conditions = { place: () => hasPlaces, inputs: hasInputs, theme: () => "schemeKey" in document.documentElement.dataset };
  for (const tool of ["blank", "laser", "code", "add"]) conditions[tool] = () => hasTool(tool);
  for (const key of ["answer", "scene", "notes"]) conditions[`lesson_${key}`] = () => "lesson" in document.documentElement.dataset;
  const isThere = (what) => !(isBoard && OF_STEPS.has(what)) && (conditions[what]?.() ?? true);
  const close = el("button", { type: "button", class: "close", "aria-label": template(book, "player.close") }, drawing(TOOL_ICONS.close));
  const title = el("h2", { id: "help-title" }, template(book, "player.help"));
  const there = HELP.map(([name, rows]) => /** @type {const} */ ([name, rows.filter(([what]) => isThere(what))]));
  const groups = there.filter(([, rows]) => rows.length).map(([name, rows]) => helpGroup(book, name, rows));
  const touch = isBoard ? null : el("p", { class: "touch" }, template(book, "player.keys.swipe"));
  const node = el("dialog", { class: "help", role: "dialog", "aria-modal": "true", "aria-labelledby": "help-title" },
    el("header", {}, title, close), el("div", { class: "groups" }, groups), touch);
  const shut = () => layers.closed(shut, () => node.close());
  node.addEventListener("cancel", shut);
  node.addEventListener("click", ({ target }) => target === node && shut());
  node.addEventListener("keydown", (event) => keepFocus(event, close));
  close.addEventListener("click", shut);
  return {
    node,
    isOpen: () => node.open,
    open() {
      layers.closeAll();
      layers.opened(shut);
      node.showModal();
      close.focus();
    },
  };
}

/** The only thing to reach in the dialog is its button, so Tab stays there. */
function keepFocus(event, button) {
  if (event.key !== "Tab") return;
  event.preventDefault();
  button.focus();
}

function helpGroup(book, name, rows) {
  const entry = ([what, keys]) => [
    el("dt", {}, keys.map((key) => el("kbd", {}, key))),
    el("dd", {}, template(book, `player.keys.${what}`)),
  ];
  return el("section", {}, el("h3", {}, template(book, `player.keys.${name}`)), el("dl", {}, rows.flatMap(entry)));
}
