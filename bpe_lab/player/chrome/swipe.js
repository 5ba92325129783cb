/* A finger drawn over the stage goes on or back, unless what it touches scrolls sideways. */

const SWIPE_LENGTH = 40;

export function listenSwipe(stage, onSwipe) {
  /** @type {PointerEvent | null} */
  let from = null;
  stage.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" && event.isPrimary && !scrollsSideways(event.target, stage) ? event : null;
  });
  stage.addEventListener("pointercancel", () => (from = null));
  stage.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary) return;
    const [across, down] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(across) > SWIPE_LENGTH && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0);
  });
}

function scrollsSideways(target, stage) {
  for (let node = target; node && node !== stage; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
  }
  return false;
}
