/* What a lecturer does with the whole window, on every page. The walk's keys come first, and those of a
   question that stands: what the player takes never gets as far as the window. */

import { toolOf } from "./hall-keys.js";
import { focusRests } from "./keys.js";
import { own } from "../core/dom.js";

/** Asks for the code of the present moment, as its key does. */
export const SHOW_CODE = "bpe-lab:show-code";
/** Asks for the present scene to be added to the reader's lesson, as its key does. */
export const ADD_SCENE = "bpe-lab:add-scene";
/** Asks the walk of the page, if there is one, to add it with the step that it shows: the server does not know that. */
export const ADDING = "bpe-lab:adding";

export const FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
export const WALK = ".player:not([data-board], [data-lettered])";

const PAGE = "[data-testid=stMainBlockContainer]";
const QUESTION = ".asking-veil";

/** The tools by name, `down` at its key and `up` when that is let go: while presenting, and from within a walk, unless
    its letters may be answers. A scene is added from anywhere else on the page, unless a question stands there.
    @param {() => boolean} presents
    @param {Record<string, {down: () => void, up?: () => void}>} tools */
export function openHall(presents, tools) {
  document.documentElement.dataset.hall = Object.keys(tools).join(" ");
  window.addEventListener("keydown", (event) => {
    const tool = own(tools, toolOf(event) ?? "");
    const path = event.composedPath();
    const [target] = /** @type {Element[]} */ (path);
    if (!tool || event.defaultPrevented || event.repeat || target.matches?.(FIELDS)) return;
    const isInWalk = path.some((node) => /** @type {Element} */ (node).matches?.(WALK));
    if (presents() || isInWalk || (tool === tools.add && addsFromHere())) tool.down();
  });
  window.addEventListener("keyup", (event) => own(tools, toolOf(event) ?? "")?.up?.());
}

function addsFromHere() {
  const page = document.querySelector(PAGE);
  return Boolean(page) && focusRests(page) && !document.querySelector(QUESTION);
}

/** Whether the window has this tool: the player's help and menus name no other.
    @param {string} tool */
export const hasTool = (tool) => (document.documentElement.dataset.hall ?? "").split(" ").includes(tool);
