/* A drawing that stands alone: what the style sheets say of it, written into it. */

import { own, set } from "../core/dom.js";
import { hexOf } from "../core/theme.js";

const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  "dominant-baseline",
];
const OWN = { opacity: "1", "clip-path": "none", mask: "none", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const PAINTS = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
const NOT_DRAWN = /^(class|style|role|tabindex|data-.*|aria-.*)$/;

/** A copy of `node` with its computed look as attributes; nothing for what is not seen. */
export function copyWithStyles(node, above) {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const look = getComputedStyle(node);
  const isDefinition = node.closest("defs");
  if (!isDefinition && (look.display === "none" || look.visibility === "hidden" || look.opacity === "0")) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (NOT_DRAWN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) if (look[name] !== above?.[name]) paint(copy, name, look);
  for (const [name, plain] of Object.entries(OWN)) if (look[name] && look[name] !== plain) paint(copy, name, look);
  copy.append(...[...node.childNodes].map((child) => copyWithStyles(child, look)).filter(Boolean));
  return copy;
}

/** Colours as #rrggbb, since few programs other than browsers read all that a browser computes. */
function paint(copy, name, look) {
  const value = look[name];
  const opacity = own(PAINTS, name);
  if (!opacity || value === "none" || value.startsWith("url(")) return set(copy, { [name]: value });
  const { hex, alpha } = hexOf(value);
  set(copy, { [name]: hex });
  if (alpha < 1) set(copy, { [opacity]: alpha * look[opacity] });
  return copy;
}
