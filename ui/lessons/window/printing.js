/* On paper: every walk at its present step, light, and laid out for the width of a sheet, which the players take from
   the page. A scene that is higher than a sheet is drawn smaller. */

import { remSize, set } from "../../../bpe_lab/player/core/dom.js";

const SHEET = 253;  // millimetres between the margins of Letter, the lower of the two papers
const PIXELS = 96 / 25.4;  // in one
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** @param {() => void} openAll
    @param {() => void} draw
    @param {Element[]} scenes */
export function listenToPrinting(openAll, draw, scenes) {
  const change = (isPrinting) => {
    set(document.documentElement, { "data-printing": isPrinting });
    if (isPrinting) openAll();
    draw();
    layOut();
    for (const scene of scenes) fit(scene, isPrinting ? SHEET * PIXELS - remSize() : Infinity);
  };
  window.addEventListener("beforeprint", () => change(true));
  window.addEventListener("afterprint", () => change(false));
}

/** The players lay themselves out now, not in the next frame. */
const layOut = () => window.dispatchEvent(new Event("resize"));

/** Draw what a scene shows as large as its room lets it be.
    @param {Element} scene
    @param {number} room  pixels */
function fit(scene, room) {
  const frame = /** @type {HTMLElement | null} */ (scene.querySelector(".shown"));
  if (!frame) return;
  for (const scale of SCALES) {
    frame.style.zoom = scale === 1 ? "" : String(scale);
    layOut();
    if (scene.clientHeight <= room) return;
  }
}
