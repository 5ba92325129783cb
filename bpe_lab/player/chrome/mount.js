/* The one function that a page calls: a player in an element, and what it shows. */

/** @import { Data } from "../core/types.js" */

import { openFramed } from "./framed.js";
import { openOffline } from "./offline.js";
import { Player } from "./player.js";

const players = new WeakMap();
const decoder = new TextDecoder();

/** @param {Data | Uint8Array} sent  as JSON, where a page has written it
    @returns {Data} */
const read = (sent) => (sent instanceof Uint8Array ? JSON.parse(decoder.decode(sent)) : sent);

/** @param {{data: Data | Uint8Array, parentElement: Element, setTriggerValue?: (name: string, value: any) => void,
      noted?: (answer: import("./noting.js").Noted) => void}} page  `noted` hears what else goes to the reader's progress */
export default function mount({ data, parentElement, setTriggerValue, noted }) {
  const player = players.get(parentElement) ?? new Player(parentElement);
  players.set(parentElement, player);
  player.leave = () => setTriggerValue?.("leave", true);
  player.ask = (name, value = true) => setTriggerValue?.(name, value);
  player.noted = noted;
  if (data) player.open(read(data));
  return () => {
    player.close();
    players.delete(parentElement);
  };
}

openOffline(mount);
openFramed(mount);
