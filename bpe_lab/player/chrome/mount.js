/* The one function that a page calls: a player in an element, and what it shows. */

import { mounting } from "../core/mounted.js";
import { openFramed, openOffline } from "./pages.js";
import { Player } from "./player.js";

/** What a player asks of its page; `noted` hears what else goes to the reader's progress.
    @param {Player} player
    @param {{setTriggerValue?: (name: string, value: any) => void,
      noted?: (answer: import("./answering.js").Noted) => void}} page */
function connect(player, { setTriggerValue, noted }) {
  player.leave = () => setTriggerValue?.("leave", true);
  player.ask = (name, /** @type {any} */ value = true) => setTriggerValue?.(name, value);
  player.noted = noted;
}

const mount = mounting(({ parentElement }) => new Player(parentElement), connect);
export default mount;

openOffline(mount);
openFramed(mount);
