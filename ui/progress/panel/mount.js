/* The functions that pages call: the panel in an element, and what notes marks. */

import { noteMarks } from "./marks.js";
import { Panel } from "./panel.js";

const panels = new WeakMap();
const decoder = new TextDecoder();

/** @param {{data: Uint8Array | object, parentElement: Element}} page  `data` as JSON, where a page has written it */
export default function mount({ data, parentElement }) {
  const panel = panels.get(parentElement) ?? new Panel(parentElement);
  panels.set(parentElement, panel);
  if (data) panel.open(data instanceof Uint8Array ? JSON.parse(decoder.decode(data)) : data);
  return () => {
    panel.close();
    panels.delete(parentElement);
  };
}

/** @param {{data: Uint8Array}} page */
export const note = ({ data }) => noteMarks(JSON.parse(decoder.decode(data)));
