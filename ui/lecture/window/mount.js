/* The one function that a page calls: a lesson's notes in an element. */

import { Notes } from "./notes.js";

const all = new WeakMap();
const decoder = new TextDecoder();

/** @param {{data: Uint8Array | object, parentElement: Element}} page  `data` as JSON, where a page has written it */
export default function mount({ data, parentElement }) {
  const notes = all.get(parentElement) ?? new Notes(parentElement);
  all.set(parentElement, notes);
  if (data) notes.open(data instanceof Uint8Array ? JSON.parse(decoder.decode(data)) : data);
  return () => {
    notes.close();
    all.delete(parentElement);
  };
}
