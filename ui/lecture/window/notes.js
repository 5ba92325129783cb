/* The lecturer's window: the notes of the scene that the other window of this browser shows, what the next press
   shows, and a clock beside the plan. All scenes are here from the beginning, so following asks nobody. Its keys are
   pressed in the hall. */

import styles from "./notes.css";
import { ANSWER, CHANNEL, FILL, GONE, PRESS, TO_COME, WHICH } from "../../hall/window/lesson.js";
import { isForHall } from "../../../bpe_lab/player/chrome/hall.js";
import { openBook, plainText, template } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";

const NOTHING = { tokens: [], goals: [] };
const TICK = 1000; // milliseconds
const OWN_SPACE = "button, a"; // what the space bar presses here

/** `until`: the minute at which it ends by the plan.
    @typedef {{where: string, until: number, text: string, note: string, ask: string, answer: string}} Scene */

export class Notes {
  /** What the page sent.
      @type {any} */
  data = undefined;
  scene = 0;
  /** What the hall has drawn of the step to come, or that it is the answer.
      @type {any} */
  toCome = null;
  book = openBook(NOTHING, {}, "en", false);

  /** @param {Element} parent */
  constructor(parent) {
    this.here = el("section", { class: "here", "aria-live": "polite" });
    this.coming = el("section", { class: "coming" });
    this.picture = makePicture();
    this.clock = el("p", { class: "clock", role: "timer" });
    this.plan = el("p", { class: "plan" });
    this.keys = el("p", { class: "keys" });
    this.restart = el("button", { type: "button", class: "restart" });
    this.restart.addEventListener("click", () => this.tick(startOf(this.data.lesson, true)));
    this.answer = el("button", { type: "button", class: "show-answer" });
    this.answer.addEventListener("click", () => this.say({ [ANSWER]: this.scene }));
    this.root = el("div", { class: "notes" }, el("div", { class: "time" }, this.clock, this.plan, this.restart, this.keys), this.here, this.coming);
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => this.follow(data);
    this.timer = setInterval(() => this.tick(), TICK);
    this.onKey = (/** @type {KeyboardEvent} */ event) => this.passOn(event);
    this.onGone = () => this.say({ [GONE]: true });
    window.addEventListener("keydown", this.onKey);
    window.addEventListener("pagehide", this.onGone);
    parent.querySelector(":scope > .notes")?.remove();
    parent.append(el("style", {}, styles), this.root);
  }

  close() {
    window.removeEventListener("keydown", this.onKey);
    window.removeEventListener("pagehide", this.onGone);
    this.onGone();
    this.channel.close();
    clearInterval(this.timer);
    this.root.remove();
  }

  open(data) {
    if (data.lesson !== this.data?.lesson) this.scene = data.scene;
    this.data = data;
    this.book = openBook(NOTHING, data.text, data.lang);
    set(this.root, { lang: data.lang });
    this.draw();
    this.tick();
    this.channel.postMessage(WHICH);
  }

  /** To the windows that show this lesson. */
  say(message) {
    if (this.data) this.channel.postMessage({ ...message, lesson: this.data.lesson });
  }

  /** A clicker sends its keys to the window that has the focus: they are meant for the hall.
      @param {KeyboardEvent} event */
  passOn(event) {
    const { key, shiftKey, repeat, defaultPrevented, target } = event;
    const isOwn = key === " " && /** @type {Element} */ (target).matches?.(OWN_SPACE);
    if (defaultPrevented || isOwn || !isForHall(event)) return;
    event.preventDefault();
    this.say({ [PRESS]: { key, shiftKey, repeat } });
    fillScreenOfHall();
  }

  /** Go where another window of this lesson is, and take what it says of the next press. */
  follow(message) {
    const { lesson, scene, [TO_COME]: toCome } = Object(message);
    if (lesson !== this.data?.lesson || !this.data.scenes[scene]) return;
    const isSame = scene === this.scene;
    if (isSame && toCome === undefined) return;
    this.toCome = toCome ?? null;
    this.scene = scene;
    if (isSame) this.drawComing();
    else this.draw();
  }

  draw() {
    const here = this.data.scenes[this.scene];
    become(this.here, [
      el("h1", {}, here.where),
      ...this.part("lesson.note", here.note || this.word("lesson.no_note")),
      ...this.part("lesson.ask", here.ask),
      ...this.part("lesson.answer", here.answer),
      ...(here.answer ? [this.answer] : []),
      ...this.part(here.ask ? "lesson.alone" : "lesson.reader", here.text),
    ]);
    this.drawComing();
    this.tick();
    become(this.keys, [this.word("lesson.keys")]);
    become(this.answer, [this.word("lesson.show_answer")]);
    become(this.restart, [this.word("lesson.restart")]);
  }

  /** The next press: a step of the walk as a picture, else the scene after this one. */
  drawComing() {
    const { scene, toCome, data: { scenes } } = this;
    const next = scenes[scene + 1];
    const after = next ? [el("h3", {}, next.where), el("p", {}, next.ask || next.text)] : [el("p", {}, this.word("lesson.last"))];
    const step = toCome?.isAnswer ? [el("h3", {}, this.word("lesson.answer"))] : toCome && [el("h3", {}, toCome.words), this.picture.node];
    this.coming.replaceChildren(...(step ? [el("h2", {}, this.word("lesson.next_step")), ...step] : []), el("h2", {}, this.word("lesson.coming")), ...after);
    if (toCome?.xml) this.picture.draw(toCome);
  }

  /** A text under its name, if there is one. */
  part(key, text) {
    const name = key.split(".").at(-1);
    return text ? [el("h2", { class: name }, this.word(key)), el("p", { class: name }, text)] : [];
  }

  word(key) {
    return template(this.book, key);
  }

  tick(begun = this.data && startOf(this.data.lesson)) {
    if (!this.data) return;
    const { minutes } = this.data;
    const passed = clockText(begun, Date.now());
    become(this.clock, [plainText(this.book, ["lesson.clock", { passed, minutes }])]);
    const { until } = this.data.scenes[this.scene];
    become(this.plan, [plainText(this.book, ["lesson.planned", { until }])]);
    set(this.clock, { "data-over": minutesOver(begun, Date.now(), minutes) });
    set(this.plan, { "data-over": minutesOver(begun, Date.now(), until) });
  }
}

/** A board as the hall's window has drawn it, small: in a document of its own, where the hall's measures hold and no
    script runs. */
function makePicture() {
  const frame = /** @type {HTMLIFrameElement} */ (el("iframe", { sandbox: "allow-same-origin", tabindex: -1, "aria-hidden": "true" }));
  const node = el("div", { class: "picture" }, frame);
  const fit = ({ wide, high }) => {
    const scale = node.clientWidth / wide;
    node.style.height = `${Math.ceil(high * scale)}px`;
    frame.style.cssText = `width:${wide}px;height:${high}px;transform:scale(${scale})`;
  };
  return {
    node,
    draw(board) {
      // subtle: a frame that is put into the page anew has an empty document, at once.
      const page = /** @type {Document} */ (frame.contentDocument);
      const read = new DOMParser().parseFromString(board.xml, "application/xhtml+xml").documentElement;
      const [drawn, style] = [page.importNode(read, true), page.createElement("style")];
      style.textContent = [board.looks.styles, ...fontFaces(), "body { margin: 0; overflow: hidden; background: var(--st-background-color); }"].join("\n");
      page.documentElement.style.cssText = board.looks.root;
      page.head.replaceChildren(style);
      page.body.replaceChildren(drawn);
      fit(board);
      const parts = drawn.querySelectorAll("*");
      for (const [index, top, left] of board.places) parts[index]?.scrollTo(left, top);
    },
  };
}

/** The fonts of this window's pages. */
const fontFaces = () => [...document.styleSheets].flatMap((sheet) => [...rulesOf(sheet)].filter((rule) => rule instanceof CSSFontFaceRule).map(({ cssText }) => cssText));

/** Of a sheet from elsewhere nobody may know them. */
function rulesOf(sheet) {
  try {
    return sheet.cssRules;
  } catch {
    return [];
  }
}

/** subtle: only with a press of its own may a window fill the screen, and Chromium lets one window hand its on. */
function fillScreenOfHall() {
  try {
    window.opener?.postMessage(FILL, { targetOrigin: location.origin, delegate: "fullscreen" });
  } catch { /* the press has been used already, or the hall's window shows something else */ }
}

const STORED = "bpe-lab:lesson-begun";

/** The time at which `lesson` began, in milliseconds: now, if nothing is known of it or it is to begin anew.
    @param {string} lesson */
function startOf(lesson, anew = false) {
  const stored = anew ? null : read();
  if (stored?.lesson === lesson && stored.at <= Date.now()) return stored.at;
  const begun = { lesson, at: Date.now() };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(begun));
  } catch { /* where a browser keeps nothing, a reload begins anew */ }
  if (!canStore()) unstored = begun;
  return begun.at;
}

/** @type {{lesson: string, at: number} | null} */
let unstored = null;

function canStore() {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}

function read() {
  try {
    const value = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return typeof value?.at === "number" ? value : unstored;
  } catch {
    return unstored;
  }
}

/** Minutes and seconds from one time to another: `7:05`. */
function clockText(begun, now) {
  const seconds = Math.max(0, Math.floor((now - begun) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

const minutesOver = (begun, now, minutes) => now - begun > minutes * 60_000;
