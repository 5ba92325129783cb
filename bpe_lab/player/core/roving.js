/* Many things side by side are one stop of the Tab key; the arrows go along them. */

import { own, set } from "./dom.js";
import { walkWithArrows } from "./focus.js";

const DOWNWARD = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };

/** `nodes` stand in `box`; `describe(place)` names a node as it is reached.
    @param {HTMLElement} box
    @param {any[]} nodes
    @param {{name: string, downward?: boolean, describe?: (place: number) => void, signal?: AbortSignal}} options  `signal` ends it */
export function makeRoving(box, nodes, { name, downward = false, describe = () => {}, signal }) {
  if (!nodes.length) return;
  let here = 0;
  const places = new Map(nodes.map((node, index) => [node, index]));
  const stop = (index) => {
    set(nodes[here], { tabindex: null, "data-name": null });
    here = Math.max(0, Math.min(nodes.length - 1, index));
    describe(here);
    return set(nodes[here], { tabindex: 0, "data-name": name });
  };
  box.addEventListener("keydown", (event) => {
    if (!places.has(event.target)) return;
    const key = downward ? own(DOWNWARD, event.key) ?? event.key : event.key;
    walkWithArrows(event, here, nodes.length, (index) => stop(index).focus(), key);
  }, { signal });
  stop(0);
}
