/* Generated from the modules in window/ and some of the player's: edit those, then run 'python -m scripts.javascript'. */

// ui/lessons/window/marks.js
var MOST_SUSPENDED = 4096;
var DIGITS = 36;
var Marks = class {
  /** @param {HandOut} data */
  constructor(data) {
    this.id = data.id;
    this.recordings = Object.keys(data.recordings);
    this.firsts = Object.fromEntries(Object.entries(data.recordings).map(([id, { steps }]) => [id, firstNumbers(steps)]));
    this.expected = new Set(data.scenes.filter(({ asks }) => asks).flatMap((scene) => this.expectedOf(data, scene)));
    this.answers = /* @__PURE__ */ new Map();
  }
  /** The questions that count from the beginning, as `recording.question` by their numbers. */
  expectedOf(data, { views }) {
    const [{ recording: id, step = 0 }] = (
      /** @type {any} */
      Object.values(views)[0]
    );
    const { steps, exercise } = data.recordings[id];
    const asking = steps.map(({ questions = [] }, number) => ({ number, count: questions.length })).filter(({ number, count }) => count > 0 && (exercise || number >= step));
    const wanted = exercise ? asking : asking.slice(0, 1);
    return wanted.flatMap(({ number, count }) => Array.from({ length: count }, (_, index) => this.nameOf(id, number, index)));
  }
  /** `2.a`: the recording's number and the question's in it. */
  nameOf(recording, step, index) {
    return `${this.recordings.indexOf(recording).toString(DIGITS)}.${(this.firsts[recording][step] + index).toString(DIGITS)}`;
  }
  /** Note an answer; false where its question was answered before.
      @param {Noted} answer */
  note({ recording, step, index, isFirst }) {
    const name = this.nameOf(recording, step, index);
    if (this.answers.has(name)) return false;
    this.answers.set(name, isFirst);
    return true;
  }
  get right() {
    return [...this.answers.values()].filter(Boolean).length;
  }
  /** How many questions count. */
  get asked() {
    return (/* @__PURE__ */ new Set([...this.expected, ...this.answers.keys()])).size;
  }
  get isDone() {
    return [...this.expected].every((name) => this.answers.has(name));
  }
  /** All answers as a short text; of too many the first. */
  written() {
    const parts = [...this.answers].map(([name, isRight]) => (isRight ? "+" : "-") + name);
    let text = `1 ${this.id} `;
    for (const part of parts) if (text.length + part.length <= MOST_SUSPENDED) text += part;
    return text;
  }
  /** Take up what was written of this very hand-out; anything else is left.
      @param {string} text */
  read(text) {
    const [version, id, parts = ""] = text.split(" ");
    if (version !== "1" || id !== this.id) return;
    for (const [, sign, name] of parts.matchAll(/([+-])([0-9a-z]{1,6}\.[0-9a-z]{1,6})/g)) this.answers.set(name, sign === "+");
  }
};
function firstNumbers(steps) {
  let before = 0;
  return steps.map(({ questions = [] }) => (before += questions.length) - questions.length);
}

// bpe_lab/player/core/dom.js
var el = (tag, attributes, ...children) => grow(document.createElement(tag), attributes, children);
function grow(node, attributes, children) {
  set(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  return node;
}
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) node.removeAttribute(name);
    else write(node, name, value === true ? "" : String(value));
  }
  return node;
}
function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
var remSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

// ui/lessons/window/printing.js
var SHEET = 253;
var PIXELS = 96 / 25.4;
var SCALES = [1, 0.9, 0.8, 0.7, 0.6, 0.5];
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
var layOut = () => window.dispatchEvent(new Event("resize"));
function fit(scene, room) {
  const frame = (
    /** @type {HTMLElement | null} */
    scene.querySelector(".shown")
  );
  if (!frame) return;
  for (const scale of SCALES) {
    frame.style.zoom = scale === 1 ? "" : String(scale);
    layOut();
    if (scene.clientHeight <= room) return;
  }
}

// ui/lessons/window/scene.js
function makeScene(mount, data, index, node, noted) {
  const { views, asks } = data.scenes[index];
  const frame = node.querySelector(".shown");
  const holders = [];
  const send = (language) => (views[language] ?? []).forEach((view, number) => {
    const recording = data.recordings[view.recording];
    const [alike, ...others] = data.texts[language];
    mount({
      parentElement: holders[number],
      noted,
      data: {
        ...view,
        recording,
        text: { ...alike, ...others[view.text - 1] },
        lang: data.languages[language],
        present: false,
        among: true,
        step: view.step,
        scene: { name: String(index + 1), mode: asks ? "predict" : "watch", ends: view.ends }
      }
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
      node.querySelector(".player")?.focus({ preventScroll: true });
    },
    draw(language) {
      if (holders.length) send(language);
    }
  };
}

// ui/lessons/window/scorm.js
var FARTHEST = 100;
var HUNDRED = 100;
var ENDED = ["completed", "passed", "failed"];
function findPlatform(window2) {
  return aroundOf(window2) ?? (window2.opener ? aroundOf(window2.opener) : void 0);
}
function aroundOf(frame) {
  try {
    for (let up = 0; up < FARTHEST; up++) {
      if (frame.API) return frame.API;
      if (frame.parent === frame) return void 0;
      frame = frame.parent;
    }
  } catch {
  }
  return void 0;
}
function reportTo(api, marks) {
  const call = (name, ...values) => {
    try {
      return String(api[name](...values));
    } catch {
      return "";
    }
  };
  if (!api || call("LMSInitialize", "") !== "true") return () => {
  };
  const began = Date.now();
  const put = (name, value) => call("LMSSetValue", `cmi.${name}`, String(value));
  let status = call("LMSGetValue", "cmi.core.lesson_status");
  marks.read(call("LMSGetValue", "cmi.suspend_data"));
  const tell = () => {
    if (!ENDED.includes(status)) put("core.lesson_status", status = marks.isDone ? "completed" : "incomplete");
    if (marks.asked) putScore(put, Math.round(HUNDRED * HUNDRED * marks.right / marks.asked) / HUNDRED);
    put("suspend_data", marks.written());
    call("LMSCommit", "");
  };
  tell();
  window.addEventListener("pagehide", () => {
    put("core.session_time", timeOf((Date.now() - began) / 1e3));
    put("core.exit", "suspend");
    call("LMSFinish", "");
  }, { once: true });
  return (answer) => {
    putInteraction(put, Number(call("LMSGetValue", "cmi.interactions._count")) || 0, marks, answer);
    tell();
  };
}
function putScore(put, raw) {
  put("core.score.min", 0);
  put("core.score.max", HUNDRED);
  put("core.score.raw", raw);
}
function putInteraction(put, number, marks, { recording, step, index, kind, isFirst, seconds }) {
  const name = `interactions.${number}`;
  put(`${name}.id`, `${kind}_${marks.nameOf(recording, step, index).replace(".", "_")}`);
  put(`${name}.type`, "performance");
  put(`${name}.result`, isFirst ? "correct" : "wrong");
  put(`${name}.latency`, timeOf(seconds));
}
function timeOf(seconds) {
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${String(Math.min(hours, 9999)).padStart(4, "0")}:${String(minutes).padStart(2, "0")}:${(seconds % 60).toFixed(2).padStart(5, "0")}`;
}

// bpe_lab/player/core/motion.js
var TIME = { page: 200, present: 450 };
var time = TIME.page;

// bpe_lab/player/chrome/hall.js
var BEYOND = "bpe-lab:beyond";

// bpe_lab/player/core/book.js
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");

// bpe_lab/player/chrome/pages.js
var DARK = `
    --st-background-color: #10151c; --st-secondary-background-color: #19202a; --st-text-color: #e8ecf1;
    --st-border-color: #2c3643; --st-primary-color: #d5dde7;`;
var PAGE_THEME = `
:root {
  color-scheme: light dark;
  --st-background-color: #ffffff; --st-secondary-background-color: #f5f6f8; --st-text-color: #17202b;
  --st-border-color: #dce1e7; --st-primary-color: #334155;
  --st-font: "Source Sans 3", "Source Sans Pro", system-ui; --st-code-font: "Source Code Pro";
}
:root:is([data-printing], [data-scheme=light]) { color-scheme: light; }
:root[data-scheme=dark]:not([data-printing]) { color-scheme: dark; ${DARK} }
@media (prefers-color-scheme: dark) {
  :root:not([data-printing], [data-scheme]) { ${DARK} }
}`;
var PAGE_STYLE = `${PAGE_THEME}
body { margin: 0; background: var(--st-background-color); }
main { max-width: 80rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem); box-sizing: border-box; }
nav { display: flex; justify-content: flex-end; max-width: 80rem; margin: 0 auto; padding: .25rem clamp(1rem, 4vw, 3rem); box-sizing: border-box; }
nav button { min-height: 1.75rem; padding: 0 .4rem; border: 0; border-radius: .25rem; background: none; color: var(--st-text-color); font: .875rem var(--st-font); cursor: pointer; opacity: .8; }
nav button:hover, nav button:focus-visible { opacity: 1; }
html[data-present] { font-size: clamp(14px, min(1.25vw, 2.22vh) * var(--type, 1), 60px); --st-background-color: #ffffff; }
@media (prefers-color-scheme: dark) { html[data-present] { --st-background-color: #05080c; } }
[data-present] main { max-width: none; padding: .5rem 3rem 0; }
[data-present] nav { position: absolute; top: .6rem; right: .5rem; padding: 0; }
@media (pointer: coarse) { nav button { min-width: 2.75rem; min-height: 2.75rem; } }
`;
var FRAME_STYLE = `${PAGE_THEME}
html { font-size: 15px; }
body { margin: 0; background: var(--st-background-color); overflow-x: hidden; }
main { padding: 0 1rem; box-sizing: border-box; }`;
var PLAYER_IS_HERE = "bpe-lab:player-is-here";

// ui/lessons/window/hand-out.js
var DATA = "bpe-lab-hand-out";
var NEAR = "100% 0px";
function openHandOut(mount) {
  const data = JSON.parse(
    /** @type {HTMLElement} */
    document.getElementById(DATA).textContent
  );
  document.head.prepend(el("style", { "data-page": true }, PAGE_THEME));
  const marks = new Marks(data);
  const report = reportTo(findPlatform(window), marks);
  const page = document.documentElement;
  const score = (
    /** @type {HTMLElement} */
    document.querySelector(".marked")
  );
  const language = () => page.dataset.language ?? "";
  const sayScore = () => score.textContent = marks.asked ? worded(data, language(), marks) : "";
  const noted = (answer) => {
    if (!marks.note(answer)) return;
    report(answer);
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
  window.addEventListener(BEYOND, ({ detail: { way } }) => {
    const here = scenes.findIndex(({ node }) => node.contains(document.activeElement));
    if (here >= 0) scenes[here + (way === "next" ? 1 : -1)]?.enter(language());
  });
  listenToPrinting(() => scenes.forEach((scene) => scene.open(language())), draw, scenes.map(({ node }) => node));
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
}
var preferred = (names) => names.find((name) => navigator.language.toLowerCase().startsWith(name)) ?? names[0];
var worded = ({ words }, language, { right, asked }) => words[language]["handout.score"].replace("{right}", String(right)).replace("{asked}", String(asked));
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

// ui/lessons/window/mount.js
window.addEventListener(PLAYER_IS_HERE, (event) => openHandOut(
  /** @type {CustomEvent} */
  event.detail
), { once: true });
