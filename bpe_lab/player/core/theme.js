/* Light or dark, told from the page's background rather than from the operating system. */

import { remSize, set } from "./dom.js";

let pen;
/** @type {Map<string, {hex: string, alpha: number, light: number}>} */
const colors = new Map();

/** Any color as `{hex, alpha, light}`: painted, and read back. */
export function hexOf(color) {
  if (!colors.has(color)) colors.set(color, readBack(color));
  return /** @type {any} */ (colors.get(color));
}

function readBack(color) {
  pen ??= set(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = color;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return { hex, alpha: Math.round((alpha / 255) * 1000) / 1000, light: 0.2126 * red + 0.7152 * green + 0.0722 * blue };
}

export function isDark(node) {
  const color = getComputedStyle(node).getPropertyValue("--st-background-color").trim();
  return color !== "" && hexOf(color).light < 128;
}

const NARROW = 42;
export const MEDIUM = 62;
const UNFOLDED = 68;

/** The player's own width decides its layout, in rem: narrow, medium or wide. */
export function sizeName(node) {
  const width = node.clientWidth / remSize();
  return width < NARROW ? "narrow" : width < MEDIUM ? "medium" : "wide";
}

/** Whether the tools stand behind one button. */
export const isFolded = (node) => node.clientWidth / remSize() < UNFOLDED;
