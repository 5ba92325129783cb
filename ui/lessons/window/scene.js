/* What a scene shows: a walk at its moment, or the boards of its page. */

/** @import { HandOut, Mount } from "./types.js" */

import { el, set } from "../../../bpe_lab/player/core/dom.js";

/** `open` mounts what it shows, once; `draw` draws it anew if it is open, in another language or theme.
    @param {Mount} mount
    @param {HandOut} data
    @param {number} index
    @param {Element} node
    @param {import("./types.js").Hear} noted */
export function makeScene(mount, data, index, node, noted) {
  const { views, asks } = data.scenes[index];
  const frame = node.querySelector(".shown");
  /** @type {HTMLElement[]} */
  const holders = [];
  const send = (language) => (views[language] ?? []).forEach((view, number) => {
    const recording = data.recordings[view.recording];
    const [alike, ...others] = data.texts[language];
    mount({
      parentElement: holders[number],
      noted,
      data: {
        ...view, recording, text: { ...alike, ...others[view.text - 1] }, lang: data.languages[language],
        present: false, among: true, step: view.step, scene: { name: String(index + 1), mode: asks ? "predict" : "watch", ends: view.ends },
      },
    });
  });
  return {
    node,
    open(language) {
      if (!frame || holders.length) return;
      holders.push(...(views[language] ?? []).map(() => el("div", {})));
      set(frame, { "data-open": true }).replaceChildren(...holders);
      send(language);
    },
    /** To it from the scene before or after it; the keys are its walk's. */
    enter(language) {
      this.open(language);
      node.scrollIntoView();
      /** @type {HTMLElement | null} */ (node.querySelector(".player"))?.focus({ preventScroll: true });
    },
    draw(language) {
      if (holders.length) send(language);
    },
  };
}
