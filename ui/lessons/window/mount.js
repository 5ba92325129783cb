/* A hand-out's own script: it waits for the player's module, which stands behind it in the file. */

import { openHandOut } from "./hand-out.js";
import { PLAYER_IS_HERE } from "../../../bpe_lab/player/chrome/pages.js";

window.addEventListener(PLAYER_IS_HERE, (event) => openHandOut(/** @type {CustomEvent} */ (event).detail), { once: true });
