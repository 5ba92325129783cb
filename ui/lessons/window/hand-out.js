/* A lesson as one page: its scenes below each other, in the language that is chosen, and what was right in them. */

/** @import { HandOut } from "./types.js" */

import { Marks } from "./marks.js";
import { listenToPrinting } from "./printing.js";
import { makeScene } from "./scene.js";
import { BEYOND } from "../../../bpe_lab/player/chrome/hall.js";
import { PAGE_THEME } from "../../../bpe_lab/player/chrome/pages.js";
import { el, set } from "../../../bpe_lab/player/core/dom.js";

const DATA = "bpe-lab-hand-out";
const NEAR = "100% 0px";  // a walk is mounted before one comes to it

/** @param {import("./types.js").Mount} mount  the player's */
export function openHandOut(mount) {
  /** @type {HandOut} */
  const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById(DATA)).textContent);
  document.head.prepend(el("style", { "data-page": true }, PAGE_THEME));
  const marks = new Marks(data);
  const page = document.documentElement;
  const score = /** @type {HTMLElement} */ (document.querySelector(".marked"));
  const language = () => page.dataset.language ?? "";
  const sayScore = () => (score.textContent = marks.asked ? worded(data, language(), marks) : "");
  const noted = (answer) => {
    marks.note(answer);
    sayScore();
  };
  const scenes = [...document.querySelectorAll(".scene")].map((node, index) => makeScene(mount, data, index, node, noted));
  const draw = () => scenes.forEach((scene) => scene.draw(language()));
  const speak = (name) => {
    set(page, { "data-language": name, lang: data.languages[name] });
    for (const button of document.querySelectorAll("[data-speaks]")) set(button, { "aria-pressed": String(button.getAttribute("data-speaks") === name) });
    sayScore();
    draw();
  };
  for (const button of document.querySelectorAll("[data-speaks]")) button.addEventListener("click", () => speak(button.getAttribute("data-speaks")));
  speak(preferred(Object.keys(data.languages)));
  openWhenNear(scenes, language);
  window.addEventListener(BEYOND, (/** @type {any} */ { detail: { way } }) => {
    const here = scenes.findIndex(({ node }) => node.contains(document.activeElement));
    if (here >= 0) scenes[here + (way === "next" ? 1 : -1)]?.enter(language());
  });
  listenToPrinting(() => scenes.forEach((scene) => scene.open(language())), draw, scenes.map(({ node }) => node));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}

/** @param {string[]} names */
const preferred = (names) => names.find((name) => navigator.language.toLowerCase().startsWith(name)) ?? names[0];

/** @param {HandOut} data
    @param {string} language
    @param {Marks} marks */
const worded = ({ words }, language, { right, asked }) =>
  words[language]["handout.score"].replace("{right}", String(right)).replace("{asked}", String(asked));

/** A walk costs some milliseconds and some megabytes: those far away come once one comes near. */
function openWhenNear(scenes, language) {
  const watcher = new IntersectionObserver((entries) => {
    for (const { isIntersecting, target } of entries) {
      if (!isIntersecting) continue;
      scenes.find(({ node }) => node === target)?.open(language());
      watcher.unobserve(target);
    }
  }, { rootMargin: NEAR });
  for (const { node } of scenes) watcher.observe(node);
}
