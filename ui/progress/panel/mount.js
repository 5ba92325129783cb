/* The one function that a page calls: the panel in an element. */

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
