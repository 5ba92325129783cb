/* The functions that pages call: what says that a scene was added, what keeps the draft, and its link. */

import { Keeper } from "./keeper.js";
import { Link } from "./link.js";
import { Note } from "./note.js";

const decoder = new TextDecoder();

/** A component's view, one for each element that it is mounted in.
    @param {(page: any) => {open: (data: any) => void, close: () => void}} make */
function mounting(make) {
  const views = new WeakMap();
  return (/** @type {any} */ page) => {
    const { data, parentElement } = page;
    const view = views.get(parentElement) ?? make(page);
    views.set(parentElement, view);
    if (data) view.open(JSON.parse(decoder.decode(data)));
    return () => {
      view.close();
      views.delete(parentElement);
    };
  };
}

export const note = mounting(({ parentElement, setTriggerValue }) => new Note(parentElement, () => setTriggerValue("open", true)));
export const keep = mounting(({ setTriggerValue }) => new Keeper((handed) => setTriggerValue("handed", handed)));
export const link = mounting(({ parentElement }) => new Link(parentElement));
