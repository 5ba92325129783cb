/* Past a walk's ends: a lecturer's next press there is for whatever leads from walk to walk. */

/** Says on the window, by `detail`, which way: "next" or "back". */
export const BEYOND = "bpe-lab:beyond";

/** @param {"next" | "back"} way */
export const goBeyond = (way) => void window.dispatchEvent(new CustomEvent(BEYOND, { detail: way }));
