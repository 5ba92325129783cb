/* A hand-out's own script. It waits for the player's module, which stands behind it in the file; then the lesson is one
   page: its scenes below each other, in the language that is chosen, and what was right in them. On paper every walk
   stands at its present step, light, and laid out for the width of a sheet, which the players take from the page. */

import { BEYOND } from "../../../bpe_lab/player/chrome/hall.js";
import { PAGE_THEME, PLAYER_IS_HERE } from "../../../bpe_lab/player/chrome/pages.js";
import { el, remSize, set } from "../../../bpe_lab/player/core/dom.js";

/** @typedef {import("../../../bpe_lab/player/chrome/answering.js").Noted} Noted
    @typedef {(answer: Noted) => void} Hear
    @typedef {(page: {data: any, parentElement: Element, noted?: Hear}) => void} Mount
    @typedef {{recording: string, text: number, step?: number, ends?: number, panel?: string, name?: string, file?: string}} View
    @typedef {{views: Record<string, View[]>, asks: boolean}} Scene
    @typedef {object} HandOut
    @property {Record<string, string>} languages  their tags
    @property {Record<string, Record<string, string>>} words
    @property {Record<string, Record<string, string>[]>} texts  what all views have alike, then what single ones have
    @property {Record<string, any>} recordings
    @property {Scene[]} scenes */

window.addEventListener(PLAYER_IS_HERE, (event) => openHandOut(/** @type {CustomEvent} */ (event).detail), { once: true });

const DATA = "bpe-lab-hand-out";
const NEAR = "100% 0px";  // a walk is mounted before one comes to it

/** @param {Mount} mount  the player's */
function openHandOut(mount) {
  /** @type {HandOut} */
  const data = JSON.parse(/** @type {HTMLElement} */ (document.getElementById(DATA)).textContent);
  document.head.prepend(el("style", { "data-page": true }, PAGE_THEME));
  const score = new Score(data);
  const page = document.documentElement;
  const marked = /** @type {HTMLElement} */ (document.querySelector(".marked"));
  const language = () => page.dataset.language ?? "";
  const sayScore = () => (marked.textContent = score.asked ? worded(data, language(), score) : "");
  const noted = (answer) => {
    score.note(answer);
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
    @param {Score} score */
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

/** `open` mounts what it shows, once; `draw` draws it anew if it is open, in another language or theme.
    @param {Mount} mount
    @param {HandOut} data
    @param {number} index
    @param {Element} node
    @param {Hear} noted */
function makeScene(mount, data, index, node, noted) {
  const { views, asks } = data.scenes[index];
  const frame = node.querySelector(".shown");
  /** @type {HTMLElement[]} */
  const holders = [];
  const send = (language) => (views[language] ?? []).forEach((view, number) => {
    const recording = data.recordings[view.recording];
    const [alike, ...others] = data.texts[language];
    mount({
      parentElement: holders[number],
      noted,
      data: {
        ...view, recording, text: { ...alike, ...others[view.text - 1] }, lang: data.languages[language],
        present: false, among: true, step: view.step, scene: { name: String(index + 1), mode: asks ? "predict" : "watch", ends: view.ends },
      },
    });
  });
  return {
    node,
    open(language) {
      if (!frame || holders.length) return;
      holders.push(...(views[language] ?? []).map(() => el("div", {})));
      set(frame, { "data-open": true }).replaceChildren(...holders);
      send(language);
    },
    /** To it from the scene before or after it; the keys are its walk's. */
    enter(language) {
      this.open(language);
      node.scrollIntoView();
      /** @type {HTMLElement | null} */ (node.querySelector(".player"))?.focus({ preventScroll: true });
    },
    draw(language) {
      if (holders.length) send(language);
    },
  };
}

/** What was right at the first try. A question counts once, wherever in the hand-out it is answered; those that count
    before anybody has answered are all of an exercise, and of a walk that is to be predicted those of its moment. */
class Score {
  /** @param {HandOut} data */
  constructor(data) {
    this.firsts = Object.fromEntries(Object.entries(data.recordings).map(([id, { steps }]) => [id, firstNumbers(steps)]));
    this.expected = data.scenes.filter(({ asks }) => asks).flatMap((scene) => this.expectedOf(data, scene));
    /** @type {Map<string, boolean>}  whether it was right, by question */
    this.answers = new Map();
  }

  /** The questions that count from the beginning. */
  expectedOf(data, { views }) {
    const [{ recording: id, step = 0 }] = /** @type {any} */ (Object.values(views)[0]);
    const { steps, exercise } = data.recordings[id];
    const asking = steps.map(({ questions = [] }, number) => ({ number, count: questions.length }))
      .filter(({ number, count }) => count > 0 && (exercise || number >= step));
    const wanted = exercise ? asking : asking.slice(0, 1);
    return wanted.flatMap(({ number, count }) => Array.from({ length: count }, (_, index) => this.nameOf(id, number, index)));
  }

  /** The recording and the question's number in it. */
  nameOf(recording, step, index) {
    return `${recording} ${this.firsts[recording][step] + index}`;
  }

  /** Note an answer, unless its question was answered before.
      @param {Noted} answer */
  note({ recording, step, index, isFirst }) {
    const name = this.nameOf(recording, step, index);
    if (!this.answers.has(name)) this.answers.set(name, isFirst);
  }

  get right() {
    return [...this.answers.values()].filter(Boolean).length;
  }

  /** How many questions count. */
  get asked() {
    return new Set([...this.expected, ...this.answers.keys()]).size;
  }
}

/** Of every step, how many questions are before it. */
function firstNumbers(steps) {
  let before = 0;
  return steps.map(({ questions = [] }) => (before += questions.length) - questions.length);
}

const SHEET = 253;  // millimeters between the margins of Letter, the lower of the two papers
const PIXELS = 96 / 25.4;  // in one
const SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];

/** @param {() => void} openAll
    @param {() => void} draw
    @param {Element[]} scenes */
function listenToPrinting(openAll, draw, scenes) {
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
