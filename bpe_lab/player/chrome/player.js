/* The player: plays a recording (docs/recording.md) step by step, and knows no algorithm. It draws where one is in the
   walk, and hears the page and the keys; where one is, and where one can go from there, `walking.js` knows. */

/** @import { Book, Data, Recording, Snapshot, Text } from "../core/types.js" */

import { openBook, plainText, template } from "../core/book.js";
import { el, own, remSize, set } from "../core/dom.js";
import { focusIsAround, focusNamed, focusRests, focusedIn, keepingFocus } from "../core/focus.js";
import { begin, isCalm, timeOf } from "../core/motion.js";
import { checkRecording, snapshots, unpacked } from "../core/recording.js";
import { isDark, isFolded, sizeName } from "../core/theme.js";
import { addressWriter } from "./address.js";
import { noteAnswer } from "./answering.js";
import { failure } from "./board.js";
import { ADDING, COVERED, STEPPED } from "./hall.js";
import { actionOf, choiceOf, isWalkKey, makeActions, onwardOf, takeBoardKey } from "./keys.js";
import { makeLayers, makeSheet, makeTermNotes } from "./layers.js";
import { makeLinker } from "./linking.js";
import { boardToCome } from "./picture.js";
import { makeTypeSize } from "./type-size.js";
import { makeView } from "./view.js";
import { Walking, isNewOpening } from "./walking.js";

/** How high a verdict is over the transport, in rem: two lines. */
const VERDICT = 4;

export class Player {
  /** What the page sent last.
      @type {Omit<Data, "recording"> & {recording: Recording}} */
  data = /** @type {any} */ (undefined);
  /** What is open: nothing at first, nor where it could not be drawn.
      @type {Recording} */
  recording = /** @type {any} */ (null);
  /** What the page sent packed, read.
      @type {Recording} */
  read = /** @type {any} */ (undefined);
  /** Ends presenting.
      @type {(() => void) | undefined} */
  leave = undefined;
  /** Asks the page for another exercise, to add the scene of a step, or for more about a token.
      @type {((name: string, value?: any) => void) | undefined} */
  ask = undefined;
  /** Hears of every answer, in place of the reader's progress.
      @type {((answer: import("./answering.js").Noted) => void) | undefined} */
  noted = undefined;
  /** @type {Book} */
  book = /** @type {any} */ (undefined);
  /** @type {any} */
  view = undefined;
  /** @type {Snapshot[]} */
  history = [];
  /** Ends what it hears of the page. */
  listening = new AbortController();
  /** When it last drew a single step. */
  stepped = -Infinity;

  /** @param {Element} parent */
  constructor(parent) {
    this.root = el("div", { class: "player", role: "group" });
    this.live = el("div", { class: "unseen", "aria-live": "polite" });
    this.walking = new Walking({
      drawStep: (still) => this.attempt(() => this.draw(still)),
      moved: () => this.hasAddress && this.address.write(...this.walking.numbers),
      drawControls: () => this.drawControls(),
      tell: (key) => this.tell(key),
      tellAsking: (key, step) => this.tellAsking(key, step),
      announce: () => this.announce(),
      noteAnswer: (answer) => noteAnswer(this, answer),
      presents: () => Boolean(this.data.present),
    });
    this.address = addressWriter();
    this.layers = makeLayers(this.root);
    this.notes = makeTermNotes(this.root, this.layers, () => this.book, (words) => (this.live.textContent = words));
    this.linker = makeLinker(this.root);
    this.sheet = makeSheet(this.root, (isBack) => this.recording && !this.isBoard && this.actions[isBack ? "back" : "forward"]());
    this.typeSize = makeTypeSize(this.root, () => this.lay());
    this.watcher = new ResizeObserver(() => this.layout());
    this.actions = makeActions(this);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    this.root.addEventListener("pick", (event) => this.onPick(event));
    const { signal } = this.listening;
    document.addEventListener("keydown", (event) => this.isBoard && !this.presents && takeBoardKey(this, event), { signal });
    document.addEventListener("keydown", (event) => this.takePageKey(event), { signal });
    document.addEventListener("visibilitychange", () => document.hidden && this.walking.pause(), { signal });
    window.addEventListener("resize", () => this.recording && this.layout(), { signal });
    window.addEventListener(COVERED, (/** @type {any} */ { detail }) => this.walking.pace.hold(detail), { signal });
    window.addEventListener(ADDING, (event) => this.addScene(event), { signal });
    parent.querySelector(":scope > .player")?.remove();
    parent.append(this.root);
  }

  /** Show what the page sent; the same recording in another language or theme keeps its place.
      @param {Data} data */
  open(data) {
    const presented = this.presents;
    this.data = { ...data, recording: this.received(data.recording) };
    this.dress();
    requestAnimationFrame(() => this.dress());
    const { isNew, left } = this.walking.enter(data.scene, this.data.recording);
    this.show(this.data);
    if (this.presents !== presented) this.present(this.presents);
    const isOpening = isNewOpening(data.opening);
    if (this.recording) this.walking.stand(data.step, left, isOpening || isNew);
    if (this.recording && isOpening && data.asked) this.walking.askNext();
    if (this.recording && data.plays && this.walking.isFresh) this.playItself();
    if (this.recording && this.hasAddress) this.address.open(...this.walking.numbers);
  }

  /** A film begins by itself, once, unless the reader wants less motion. */
  playItself() {
    this.walking.isFresh = false;
    if (!isCalm(false)) this.walking.play();
  }

  /** The page is to have the scene of this walk's step: a board leaves that to the page alone.
      @param {Event} event */
  addScene(event) {
    if (!this.recording || this.isBoard || !this.ask) return;
    event.preventDefault();
    this.ask("add_scene", this.walking.step);
  }

  /** A token was picked: it is marked, and the page says more about it.
      @param {any} event */
  onPick({ target, detail }) {
    for (const before of this.root.querySelectorAll("[data-picked]")) set(before, { "data-picked": null });
    set(target, { "data-picked": true });
    target.scrollIntoView({ block: "nearest" });  // on a phone what is said of it lies over the foot (`flow.css`)
    this.ask?.("pick", detail);
  }

  /** From a page it comes packed, which is unpacked once.
      @param {Data["recording"]} sent
      @returns {Recording} */
  received(sent) {
    if (!("deflated" in sent)) return sent;
    if (sent.id !== this.read?.id) this.read = unpacked(sent);
    return this.read;
  }

  /** A recording of one step is a board: its widgets alone, which leave the keys and the address to others. */
  get isBoard() {
    return this.data?.recording?.steps?.length === 1;
  }

  /** Whether the page's address says where one is: not of a board, nor of one among several walks. */
  get hasAddress() {
    return !this.isBoard && !this.data.among;
  }

  /** A walk leads its page, else a board may. */
  get leads() {
    return !this.isBoard || Boolean(this.data.leads);
  }

  /** Whether the keyboard is its own wherever the lecturer clicked. */
  get presents() {
    return Boolean(this.data?.present) && this.leads;
  }

  show(data) {
    const face = JSON.stringify([data.recording?.id, data.lang, data.present, data.text, data.panel]);
    if (face === this.face) return;
    this.face = face;
    this.attempt(() => {
      this.take(data);
      this.build();
      this.bringForward();
    });
  }

  /** A hall sees the panel that its link names over the whole board. */
  bringForward() {
    const { panel, present } = this.data;
    const [node] = panel && present && this.leads ? this.view.nodesOf([panel]) : [];
    if (node) this.view.full.toggle(node);
  }

  present(on) {
    if (on) this.root.focus({ preventScroll: true });
    else this.sheet.close();
  }

  /** A recording that cannot be drawn ends in a message, not in an exception. */
  attempt(action) {
    try {
      action();
    } catch (error) {
      this.fail(error.message);
    }
  }

  fail(why) {
    this.walking.pace.stop();
    this.layers.closeAll();
    this.recording = /** @type {any} */ (null);
    this.watcher.disconnect();
    const book = openBook({ tokens: [], goals: [] }, this.data.text, this.data.lang);
    keepingFocus(this.root, () => this.root.replaceChildren(failure(book, why)));
  }

  /** Name, theme, language and presentation, as attributes. */
  dress() {
    const { lang, present, scene, text, name, grows } = this.data;
    set(this.root, {
      tabindex: this.isBoard ? (this.presents ? -1 : null) : 0,
      "data-board": this.isBoard,
      "data-grows": Boolean(grows),
      "aria-label": name ?? own(text ?? {}, "player.name") ?? "Player",
      lang: lang ?? "en",
      "data-theme": isDark(this.root) ? "dark" : "light",
      "data-present": Boolean(present),
      "data-scene": scene?.name ?? null,
    });
  }

  take({ recording, step }) {
    checkRecording(recording);
    if (this.recording?.id === recording.id) return;
    this.walking.pause();
    if (this.isBoard) this.address.cancel();
    this.history = snapshots(recording);
    this.walking.open(recording, step, this.recording);
    this.recording = recording;
  }

  /** All elements anew, for a new recording or a new language; the focus stays where it was. */
  build() {
    const { recording, data } = this;
    this.layers.closeAll();
    const focused = focusedIn(this.root);
    this.walking.dragging = false;
    this.book = { ...openBook(recording, data.text, data.lang, data.present), name: this.root.ariaLabel };
    this.linker.open(this.book);
    this.view = makeView(this, this.view?.tab() ?? 0);
    this.root.replaceChildren(...this.view.nodes, ...(this.isBoard ? [] : [this.live]));
    this.lay();
    this.draw(true);
    this.fillScreen();
    this.watcher.disconnect();
    this.watcher.observe(this.root);
    if (focused) focusNamed(this.root, focused.dataset.name);
  }

  /** Lay out again when the width, the size of the page's type, or the window's height is another.
      A narrow player scrolls anyway, and a phone's window grows and shrinks with its address bar. */
  layout() {
    if (this.roomNow() === this.room) return;
    this.lay();
    this.fillScreen();
  }

  roomNow() {
    return [this.root.clientWidth, remSize(), sizeName(this.root) === "narrow" ? "" : innerHeight].join(" ");
  }

  lay() {
    const size = sizeName(this.root);
    this.room = this.roomNow();
    keepingFocus(this.root, () => {
      set(this.root, { "data-size": size, "data-folded": isFolded(this.root), "data-still": true });
      this.view.layout(size === "narrow");
      this.view.full.refit();
    });
  }

  /** Presenting, the type is as large as a board lets it be, or all steps of a walk; whoever answers reads a verdict
      as well. */
  fillScreen() {
    if (!this.leads) return;
    const answers = !this.isBoard && this.walking.answers;
    if (!this.data.present) this.typeSize.reset();
    else this.typeSize.choose([this.recording.id, this.data.lang, answers].join(" "), answers ? VERDICT : 0);
  }

  /** Whether a letter may be an answer, or one too many. */
  get isLettered() {
    return !this.isBoard && (Boolean(this.walking.exercise) || this.walking.answers);
  }

  drawControls() {
    set(this.root, { "data-lettered": this.isLettered });
    this.view?.drawTransport(this.words);
    this.fillScreen();
  }

  draw(still) {
    this.notes.close();
    if (!this.isBoard) this.words = plainText(this.book, this.walking.sentence);
    const calm = this.paced(still);
    keepingFocus(this.root, () => {
      set(this.root, { "data-still": calm, "data-now": this.recording.steps[this.walking.step].goal, "data-lettered": this.isLettered });
      this.view.draw(this.walking, this.words, calm);
    });
    this.linker.refresh();
    if (this.isBoard) return;
    this.announce();
    if (this.presents) window.dispatchEvent(new CustomEvent(STEPPED, { detail: () => boardToCome(this) }));
  }

  /** Movement at the speed that is chosen, slower in a hall; none where steps come faster than they last. */
  paced(still) {
    const time = timeOf(this.walking.speed, this.data.present);
    const now = performance.now();
    const calm = still || now - this.stepped < time;
    if (!still) this.stepped = now;
    if (this.time !== time) this.root.style.setProperty("--base", `${(this.time = time)}ms`);
    begin(time, calm);
    return calm;
  }

  /** Read the sentence aloud, unless the next one would cut it off. */
  announce() {
    const { dragging, playing, speed } = this.walking;
    const hurried = dragging || (playing && (speed > 1 || this.recording.pace));
    if (!hurried && this.live.textContent !== this.words) this.live.textContent = this.words;
  }

  /** Say aloud what a key has switched; the eye sees it on its button. */
  tell(key) {
    this.live.textContent = template(this.book, key);
  }

  /** Say, to the eye as well, how one is asked from now on, and for which step next.
      @param {string} key
      @param {number | undefined} step */
  tellAsking(key, step) {
    /** @type {Text} */
    const words = step === undefined ? [key] : ["player.ask_ahead", { how: { text: [key] }, step: this.walking.routes.numberOf(step) }];
    this.live.textContent = plainText(this.book, words);
    this.view.tell(this.live.textContent);
  }

  /** A key while the focus is outside. With a first step the player has it, and so all its other keys.
      @param {KeyboardEvent} event */
  takePageKey(event) {
    if (this.presents) {
      if (focusIsAround(this.root)) this.onKey(event);
    } else if (this.recording && this.hasAddress && !event.defaultPrevented && focusRests(this.root)) {
      if (!isWalkKey(event) && !choiceOf(this, event) && !onwardOf(this, event)) return;
      this.onKey(event);
      if (event.defaultPrevented) this.root.focus({ preventScroll: true });
    }
  }

  onKey(event) {
    const action = actionOf(this, event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }

  close() {
    if (this.presents) this.sheet.close();
    this.notes.close();
    this.walking.pace.stop();
    this.address.cancel();
    this.layers.closeAll();
    this.linker.close();
    this.watcher.disconnect();
    this.listening.abort();
    this.present(false);
    if (this.leads) this.typeSize.reset();
    this.root.remove();
  }
}
