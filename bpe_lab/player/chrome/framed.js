/* A walk in a frame of another page, such as a notebook's cell: as dark as what stands around the frame, as high as
   it needs, and without the keyboard until somebody goes there. */

import { PAGE_THEME } from "./page-theme.js";
import { el, set } from "../core/dom.js";
import { hexOf } from "../core/theme.js";

const WALK = "bpe-lab-framed";
const DARKER = 128; // of 255
const LATE = 400; // ms after which a notebook has drawn its new theme
const BORDER = 2; // px, above and below

const FRAME_STYLE = `${PAGE_THEME}
html { font-size: 15px; }
body { margin: 0; background: var(--st-background-color); overflow-x: hidden; }
main { padding: 0 1rem; box-sizing: border-box; }`;

/** @param {(page: {data: any, parentElement: Element}) => void} mount */
export function openFramed(mount) {
  const element = document.getElementById(WALK);
  if (!element) return;
  const walk = JSON.parse(/** @type {string} */ (element.textContent));
  const parentElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const frame = frameAround();
  document.head.prepend(el("style", { "data-page": true }, FRAME_STYLE));
  const draw = () => {
    set(document.documentElement, { "data-scheme": frame && schemeAround(frame) });
    mount({ data: { ...walk, among: true, present: false }, parentElement });
  };
  draw();
  watchScheme(frame, draw);
  if (frame) growWith(frame, parentElement);
}

/** The element that holds this page; none where the browser keeps both apart. */
function frameAround() {
  try {
    return /** @type {HTMLElement | null} */ (window.frameElement);
  } catch {
    return null;
  }
}

/** By what the page around draws behind the frame; where it draws nothing, as in VS Code, by the colour of its words.
    @param {HTMLElement} frame */
function schemeAround(frame) {
  for (let node = frame.parentElement; node; node = node.parentElement) {
    const { alpha, light } = hexOf(getComputedStyle(node).backgroundColor);
    if (alpha > 0.5) return light < DARKER ? "dark" : "light";
  }
  const words = getComputedStyle(/** @type {Element} */ (frame.parentElement)).color;
  return hexOf(words).light < DARKER ? "light" : "dark";
}

/** Draw anew when the system or the page around goes from light to dark.
    @param {HTMLElement | null} frame
    @param {() => void} draw */
function watchScheme(frame, draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  if (!frame) return;
  const page = frame.ownerDocument;
  const watcher = new MutationObserver(() => {
    draw();
    setTimeout(draw, LATE);
  });
  for (const node of [page.documentElement, page.body]) watcher.observe(node, { attributes: true });
}

/** The frame is as high as what it holds. What to do where nothing is drawn, which it covers, nobody has to hear.
    @param {HTMLElement} frame
    @param {HTMLElement} content */
function growWith(frame, content) {
  frame.parentElement?.querySelector("small")?.remove();
  const grow = () => (frame.style.height = `${Math.ceil(content.getBoundingClientRect().height) + BORDER}px`);
  new ResizeObserver(grow).observe(content);
  grow();
}
