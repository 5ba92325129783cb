/* On the page of lessons: the draft that the server sends is stored, and what is stored but not there yet is handed
   over, once: after a reload, from another tab, or added on another page. */

/** @import { Stored } from "./store.js" */

import { storeDraft, storeScenes, storedDraft, storedScenes, watchStore } from "./store.js";

/** What the server of this window has had already.
    @type {Set<number | string>} */
const known = new Set();

export class Keeper {
  /** @type {(Stored & {taken: string[]}) | undefined} */
  data = undefined;

  /** @param {(handed: string) => void} hand */
  constructor(hand) {
    this.hand = hand;
    this.close = watchStore(() => this.settle());
  }

  open(data) {
    this.data = data;
    this.settle();
  }

  settle() {
    if (!this.data) return;
    const { stamp, draft, scenes, taken } = this.data;
    const stored = storedDraft();
    const waiting = storedScenes().filter(({ id }) => !taken.includes(id));
    if (waiting.length < storedScenes().length) storeScenes(waiting);
    const handed = {
      ...(stored && stored.stamp !== stamp && isNew(stored.stamp) ? stored : {}),
      scenes: waiting.filter(({ id }) => isNew(id)),
    };
    if (stamp) known.add(stamp);
    if ("stamp" in handed || handed.scenes.length) this.hand(JSON.stringify(handed));
    else if (stamp > (stored?.stamp ?? 0)) storeDraft({ stamp, draft, scenes });
  }
}

/** @param {number | string} name */
function isNew(name) {
  const is = !known.has(name);
  known.add(name);
  return is;
}
