/* What a walk says on the window. Past its ends a lecturer's next press is for whatever leads from walk to walk. */

/** Says on the window, by `detail`, which way, and from which scene's walk. */
export const BEYOND = "bpe-lab:beyond";

/** @param {"next" | "back"} way
    @param {string} [scene] */
export const goBeyond = (way, scene) => void window.dispatchEvent(new CustomEvent(BEYOND, { detail: { way, scene } }));

/** Says that another step stands; `detail()` draws the one to come, at the cost of some steps. */
export const STEPPED = "bpe-lab:stepped";
