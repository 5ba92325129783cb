/* A bar over the transport may be higher than the transport. Where the page scrolls, what it would cover has room to
   be scrolled up to, as long as the bar stands. */

/** Tells the player's style, by `--bar` and `--over`, how high `bar` is and by how much higher than what it covers.
    @param {HTMLElement} bar */
export function keepRoomFor(bar) {
  const told = new ResizeObserver(() => {
    const player = /** @type {HTMLElement | null} */ (bar.closest(".player"));
    if (!player) return;
    const covered = bar.parentElement?.clientHeight ?? 0;
    player.style.setProperty("--bar", `${bar.offsetHeight}px`);
    player.style.setProperty("--over", `${Math.max(0, bar.offsetHeight - covered)}px`);
  });
  told.observe(bar);
}
