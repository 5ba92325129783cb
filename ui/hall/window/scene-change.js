/* From scene to scene without a flash, and the lecture over the whole screen: what a browser does where it can. */

const MOST = 3500; // milliseconds: Chromium gives a picture up after four seconds
const LOOKS = 40; // from one look to the next
const CONTENT = "[data-testid=stMainBlockContainer] [data-testid=stElementContainer]:not(.st-key-lesson *, .st-key-corner *)";
const LEAST_CONTENT = 40; // pixels
const LOST_WITHIN = 2000; // milliseconds from a second window's opening until full screen is lost to it
const IN_HALL = "a[data-in-hall]";

/** The picture that stands is kept until the next one is whole; then one fades into the other (`ui/page/present.css`).
    subtle: meanwhile no frame is drawn, and what waits for one stands still; timers and messages go on. Streamlit says
    that its script has ended some time before all of it stands, so one looks twice.
    @param {() => boolean} isThere */
export function keepPicture(isThere) {
  if (!document.startViewTransition || document.hidden) return;
  const until = performance.now() + MOST;
  const look = (done, was = false) => {
    const is = isThere() && hasContent();
    if ((was && is) || performance.now() > until) done();
    else setTimeout(look, LOOKS, done, is);
  };
  const change = document.startViewTransition(() => new Promise((done) => look(done)));
  for (const promise of [change.ready, change.finished]) promise.catch(() => {}); // a window that is hidden skips it
}

/** Whether anything stands on the page below the lesson's bar. */
const hasContent = () => [...document.querySelectorAll(CONTENT)].some((part) => part.getBoundingClientRect().height > LEAST_CONTENT);

/** From the press of a link into the hall on, until the lecturer leaves full screen or presenting.
    subtle: another window that opens takes full screen away, and each needs a press of its own; the next one, in
     whichever of the two windows, brings it back. The result is to be called as that window opens.
    @param {() => boolean} presents */
export function openFullScreen(presents) {
  const page = document.documentElement;
  let wanted = false;
  let notesOpened = -LOST_WITHIN;
  const fill = () => void page.requestFullscreen?.().catch(() => {});
  /** @param {{isTrusted: boolean, key?: string}} event */
  const fillAgain = ({ isTrusted, key }) => isTrusted && key !== "Escape" && wanted && presents() && !document.fullscreenElement && fill();
  document.addEventListener("click", ({ target }) => {
    if (!(/** @type {Element} */ (target).closest(IN_HALL))) return;
    wanted = true;
    fill();
  }, true);
  document.addEventListener("fullscreenchange", () => {
    if (!document.fullscreenElement) wanted &&= performance.now() - notesOpened < LOST_WITHIN;
  });
  window.addEventListener("keydown", fillAgain, true);
  window.addEventListener("pointerdown", fillAgain, true);
  window.addEventListener("message", ({ origin, data }) => origin === location.origin && data === FILL && fillAgain({ isTrusted: true }));
  new MutationObserver(() => {
    if (presents() || document.fullscreenElement !== page) return;
    wanted = false;
    void document.exitFullscreen();
  }).observe(page, { attributeFilter: ["data-presents"] });
  return () => (notesOpened = performance.now());
}

/** What the lecturer's window says to its opener with a press that may fill the screen. */
export const FILL = "bpe-lab:fill";
