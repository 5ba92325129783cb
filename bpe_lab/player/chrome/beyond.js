/* Past a walk's ends: a lecturer's next press there is for whatever leads from walk to walk. */

/** Says on the window, by `detail`, which way, and from which scene's walk. */
export const BEYOND = "bpe-lab:beyond";

/** @param {"next" | "back"} way
    @param {string} [scene] */
export const goBeyond = (way, scene) => void window.dispatchEvent(new CustomEvent(BEYOND, { detail: { way, scene } }));
