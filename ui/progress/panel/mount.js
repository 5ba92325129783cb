/* The functions that pages call: the panel in an element, what stands first, and what notes marks. */

import { Again } from "./again.js";
import { noteMarks } from "./marks.js";
import { Panel } from "./panel.js";

const panels = new WeakMap();
const decoder = new TextDecoder();

const read = (data) => (data instanceof Uint8Array ? JSON.parse(decoder.decode(data)) : data);

/** @param {{data: Uint8Array | object, parentElement: Element}} page  `data` as JSON, where a page has written it */
export default function mount({ data, parentElement }) {
  const sent = data && read(data);
  const panel = panels.get(parentElement) ?? new (sent?.part === "again" ? Again : Panel)(parentElement);
  panels.set(parentElement, panel);
  if (sent) panel.open(sent);
  return () => {
    panel.close();
    panels.delete(parentElement);
  };
}

/** @param {{data: Uint8Array}} page */
export const note = ({ data }) => noteMarks(read(data));
