/* A drawing that scrolls sideways where it is wide: its box, and its plan for the width at hand. */

import { el, markedEdges, set, unitsWide } from "../core/dom.js";
import { freeBeside, holdLabels, sidewaysBox } from "../core/sideways.js";

/** The box of `view.drawing`, whose `view.labels` stay while it scrolls. */
export function boxDrawing(view, name) {
  view.box = el("div", { class: "tree-box" }, view.drawing);
  view.setFocusable = sidewaysBox(view.box, name);
  view.markEdges = markedEdges(view.box);
  view.box.addEventListener("scroll", () => holdLabels(view), { passive: true });
  return view.box;
}

/** Plan the drawing for its width by `planFor`, then lay out its parts; not where the width is as before. */
export function layDrawing(view, narrow, planFor, layParts) {
  view.box.style.marginInline = narrow ? `${-freeBeside(view.box.closest(".player"))}px` : "";
  const width = Math.floor(unitsWide(view.box));
  const room = `${width} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  const plan = (view.plan = planFor(width));
  view.room = room;
  set(view.drawing, { viewBox: `0 0 ${plan.width} ${plan.height}` });
  view.drawing.style.width = `${plan.width / 16}rem`;
  view.drawing.style.height = `${plan.height / 16}rem`;
  set(view.ground, { width: plan.width, height: plan.height });
  view.setFocusable(plan.width > width);
  layParts();
  view.markEdges();
}
