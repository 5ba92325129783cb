/* The lecturer's window: the notes of the scene that the other window of this browser shows, what comes next, and a
   clock. All scenes are here from the beginning, so following asks nobody. */

import { clockText, minutesOver, startOf } from "./clock.js";
import { ANSWER, CHANNEL, WHICH } from "../../hall/window/lesson.js";
import { openBook, template } from "../../../bpe_lab/player/core/book.js";
import { become, el, set } from "../../../bpe_lab/player/core/dom.js";
import { plainText } from "../../../bpe_lab/player/core/texts.js";

const NOTHING = { tokens: [], goals: [] };
const TICK = 1000; // milliseconds

/** @typedef {{where: string, text: string, note: string, ask: string, answer: string}} Scene */

export class Notes {
  /** What the page sent.
      @type {any} */
  data = undefined;
  scene = 0;
  book = openBook(NOTHING, {}, "en", false);

  /** @param {Element} parent */
  constructor(parent) {
    this.here = el("section", { class: "here", "aria-live": "polite" });
    this.coming = el("section", { class: "coming" });
    this.clock = el("p", { class: "clock", role: "timer" });
    this.restart = el("button", { type: "button", class: "restart" });
    this.restart.addEventListener("click", () => this.tick(startOf(this.data.lesson, true)));
    this.answer = el("button", { type: "button", class: "show-answer" });
    this.answer.addEventListener("click", () => this.channel.postMessage({ [ANSWER]: this.scene, lesson: this.data.lesson }));
    this.root = el("div", { class: "notes" }, el("div", { class: "time" }, this.clock, this.restart), this.here, this.coming);
    this.channel = new BroadcastChannel(CHANNEL);
    this.channel.onmessage = ({ data }) => this.follow(data);
    this.timer = setInterval(() => this.tick(), TICK);
    parent.querySelector(":scope > .notes")?.remove();
    parent.append(this.root);
  }

  close() {
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

  /** Go where another window of this lesson is. */
  follow(message) {
    const { lesson, scene } = Object(message);
    if (lesson !== this.data?.lesson || !this.data.scenes[scene] || scene === this.scene) return;
    this.scene = scene;
    this.draw();
  }

  draw() {
    const { scenes } = this.data;
    const [here, next] = [scenes[this.scene], scenes[this.scene + 1]];
    become(this.here, [
      el("h1", {}, here.where),
      ...this.part("lesson.note", here.note || this.word("lesson.no_note")),
      ...this.part("lesson.ask", here.ask),
      ...this.part("lesson.answer", here.answer),
      ...(here.answer ? [this.answer] : []),
      ...this.part(here.ask ? "lesson.alone" : "lesson.reader", here.text),
    ]);
    become(this.coming, [
      el("h2", {}, this.word("lesson.coming")),
      ...(next ? [el("h3", {}, next.where), el("p", {}, next.ask || next.text)] : [el("p", {}, this.word("lesson.last"))]),
    ]);
    become(this.answer, [this.word("lesson.show_answer")]);
    become(this.restart, [this.word("lesson.restart")]);
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
    set(this.clock, { "data-over": minutesOver(begun, Date.now(), minutes) });
  }
}
