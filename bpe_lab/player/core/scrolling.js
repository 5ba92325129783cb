/* Boxes that scroll. First those that do so sideways: what is at work is kept in view, and the keyboard reaches the
   rest. */

import { el, remSize, set, unitsWide } from "./dom.js";
import { isCalm } from "./motion.js";

/** Scroll `box` just far enough to show `[left, right, top, bottom]` of its content, without top and
    bottom sideways only. Measured once all is drawn. */
export function revealAcross(box, span, still) {
  requestAnimationFrame(() => {
    const [left, right, top = 0, bottom = 0] = span() ?? [box.scrollLeft, box.scrollLeft];
    const across = scrollTarget(box.scrollLeft, box.clientWidth, box.scrollWidth, left, right);
    const down = scrollTarget(box.scrollTop, box.clientHeight, box.scrollHeight, top, bottom);
    if (Math.abs(across - box.scrollLeft) < 1 && Math.abs(down - box.scrollTop) < 1) return;
    box.scrollTo({ left: across, top: down, behavior: isCalm(still) ? "instant" : "smooth" });
  });
}

/** Where a box that stands at `at` has to stand to show `from` to `to`; what is too long, from its middle. */
function scrollTarget(at, room, whole, from, to) {
  if (whole <= room + 1) return 0;
  const wanted = to - from > room ? (from + to - room) / 2 : Math.min(from, Math.max(at, to - room));
  return Math.max(0, Math.min(whole - room, wanted));
}

/** While it scrolls, the box can be reached by Tab and has a name; the arrows then scroll it instead of
    stepping. Not so after a click: a lecturer who clicked a drawing still wants to step. */
export function sidewaysBox(box, name) {
  let clicked = false;
  box.addEventListener("pointerdown", () => (clicked = true));
  box.addEventListener("focusout", () => (clicked = false));
  box.addEventListener("keydown", (event) => {
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    if (isArrow && plain && !clicked && event.target === box && box.scrollWidth > box.clientWidth) event.stopPropagation();
  });
  const focusable = { tabindex: 0, role: "group", ...name };
  return (scrolls) => {
    for (const key of Object.keys(focusable)) set(box, { [key]: scrolls ? focusable[key] : null });
  };
}

/** On a phone the drawing reaches to the screen's edges, where the page leaves up to a rem beside the player. */
export function freeBeside(player) {
  const { left, right } = player.getBoundingClientRect();
  return Math.max(0, Math.min(left, document.documentElement.clientWidth - right, remSize()));
}

/** The rows' names stay where they are. In the style, so that a picture to keep has them in their place. */
function holdLabels({ labels, box }) {
  labels.style.transform = box.scrollLeft ? `translateX(${(box.scrollLeft * 16) / remSize()}px)` : "";
}

/** Scroll `box` just far enough to show `[top, bottom]`; the page itself stays where it is.
    Measured once all is drawn, so that a step costs one layout and not one a panel. */
export function reveal(box, span, still) {
  requestAnimationFrame(() => {
    const { scrollTop, clientHeight, scrollHeight } = box;
    if (scrollHeight <= clientHeight) return;
    const [top, bottom] = span();
    const wanted = top < scrollTop ? top : bottom > scrollTop + clientHeight ? bottom - clientHeight : scrollTop;
    if (wanted !== scrollTop) box.scrollTo({ top: wanted, behavior: isCalm(still) ? "instant" : "smooth" });
  });
}

/** Tell the style sheet at which edges a box that scrolls goes on; call the result after a change. */
export function markedEdges(box) {
  const mark = () => {
    const { scrollTop, clientHeight, scrollHeight, scrollLeft, clientWidth, scrollWidth } = box;
    set(box, { "data-above": scrollTop > 1, "data-below": scrollTop + clientHeight < scrollHeight - 1 });
    set(box, { "data-onward": scrollLeft + clientWidth < scrollWidth - 1 });
  };
  box.addEventListener("scroll", mark, { passive: true });
  return () => requestAnimationFrame(mark);
}

/* A drawing that scrolls sideways where it is wide: its box, and its plan for the width at hand. */

/** The box of `view.drawing`, whose `view.labels` stay while it scrolls. */
export function boxDrawing(view, name) {
  view.box = el("div", { class: "tree-box" }, view.drawing);
  view.setFocusable = sidewaysBox(view.box, name);
  view.markEdges = markedEdges(view.box);
  view.box.addEventListener("scroll", () => holdLabels(view), { passive: true });
  return view.box;
}

const LEAST_SCALE = 0.86;  // letters of 14 are still letters of 12

/** Plan the drawing for its width by `planFor`, then lay out its parts; not where the width is as before. */
export function layDrawing(view, narrow, planFor, layParts) {
  view.box.style.marginInline = narrow ? `${-freeBeside(view.box.closest(".player"))}px` : "";
  const width = Math.floor(unitsWide(view.box));
  const room = `${width} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  const plan = (view.plan = planFor(width));
  view.room = room;
  set(view.drawing, { viewBox: `0 0 ${plan.width} ${plan.height}` });
  // A picture that is a little too wide is made smaller.
  const scale = view.isStill && plan.width > width && width > LEAST_SCALE * plan.width ? width / plan.width : 1;
  view.drawing.style.width = `${(scale * plan.width) / 16}rem`;
  view.drawing.style.height = `${(scale * plan.height) / 16}rem`;
  set(view.ground, { width: plan.width, height: plan.height });
  view.setFocusable(scale * plan.width > width + 1);
  layParts();
  view.markEdges();
}
