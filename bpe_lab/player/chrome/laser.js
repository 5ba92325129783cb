/* A red spot that follows the mouse, over everything, while its key is held. It only moves: nothing is laid out. */

import { el } from "../core/dom.js";
import { isCalm } from "../core/motion.js";

const LAYER = "position:fixed;inset:0;width:auto;height:auto;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none";
// White and black around the red: seen on any ground.
const SPOT = "position:absolute;top:-.6rem;left:-.6rem;width:1.2rem;height:1.2rem;border-radius:50%;background:#f00;"
  + "box-shadow:0 0 0 .12rem #fff,0 0 0 .2rem #000,0 0 1rem .5rem rgb(255 0 0/.55);will-change:translate;";
const TRAIL = [60, 120, 180]; // milliseconds that what follows is behind

const trailing = (delay, index) =>
  el("div", { style: `${SPOT}box-shadow:none;opacity:${0.45 - index * 0.12};transition:translate ${delay}ms linear` });

export function makeLaser() {
  const spot = el("div", { style: SPOT });
  const trail = TRAIL.map(trailing).reverse();
  const layer = el("div", { class: "hall-laser", style: LAYER, popover: "manual", "aria-hidden": "true" }, trail, spot);
  /** @type {[number, number] | null} */
  let point = null;
  function draw() {
    if (!layer.isConnected || !point) return;
    const [x, y] = point;
    for (const each of [...trail, spot]) each.style.translate = `${x}px ${y}px`;
    if (!layer.matches(":popover-open")) layer.showPopover();
  }
  function off() {
    layer.remove();
  }
  window.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    point = [clientX, clientY];
    draw();
  }, { passive: true, capture: true });
  window.addEventListener("blur", off);
  return {
    down() {
      for (const each of trail) each.hidden = isCalm(false);
      document.body.append(layer);
      draw();
    },
    up: off,
  };
}
