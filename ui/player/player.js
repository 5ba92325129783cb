/* The player: plays a recording (docs/recording.md) step by step, and knows no algorithm.
   One ES module, joined in this order:
   dom icons fold speech chips bytes cells slot ribbon stripplan strip lensplan lenschip
   lensnotes lensrow lens table panels board timeline head transport view keys
   address theme player. Styles: tokens.css player.css widgets.css lens.css. */

const STEP_TIME = 1600;
const players = new WeakMap();

class Player {
  constructor(parent) {
    this.root = el("div", { class: "player", tabindex: 0, role: "group" });
    this.live = el("div", { class: "unseen", "aria-live": "polite" });
    this.address = addressWriter();
    this.watcher = new ResizeObserver(() => this.layout());
    this.actions = this.makeActions();
    this.onHidden = () => document.hidden && this.pause();
    this.onPageKey = (event) => focusIsAround(this.root) && this.onKey(event);
    Object.assign(this, { step: 0, speed: 1, playing: false, dragging: false, recording: null });
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("visibilitychange", this.onHidden);
    parent.querySelector(":scope > .player")?.remove();
    parent.append(this.root);
  }

  /** Show what the page sent; the same recording in another language or theme keeps its place. */
  open(data) {
    const presented = this.data?.present;
    this.data = data;
    this.dress();
    requestAnimationFrame(() => this.dress());
    this.show(data);
    if (Boolean(data.present) !== Boolean(presented)) this.present(data.present);
    if (this.recording) this.address.write(this.step);
  }

  show(data) {
    const face = JSON.stringify([data.recording?.id, data.lang, data.present, data.text]);
    if (face === this.face) return;
    this.face = face;
    this.attempt(() => {
      this.take(data);
      this.build();
    });
  }

  /** Presenting, the keys are the player's wherever the lecturer clicked. */
  present(on) {
    if (!on) return document.removeEventListener("keydown", this.onPageKey);
    document.addEventListener("keydown", this.onPageKey);
    this.root.focus({ preventScroll: true });
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
    this.pause();
    this.recording = null;
    this.watcher.disconnect();
    const book = openBook({ tokens: [], goals: [] }, this.data.text, this.data.lang);
    this.root.replaceChildren(failure(book, why));
  }

  /** Name, theme, language and presentation, as attributes. */
  dress() {
    const { lang, present, text } = this.data;
    set(this.root, {
      "aria-label": own(text ?? {}, "player.name") ?? "Player",
      lang: lang === "zh" ? "zh-CN" : "en",
      "data-theme": isDark(this.root) ? "dark" : "light",
      "data-present": Boolean(present),
    });
  }

  take({ recording, step }) {
    checkRecording(recording);
    if (this.recording?.id === recording.id) return;
    this.pause();
    this.history = snapshots(recording);
    this.ends = groupRuns(recording.steps).map((run) => run.last);
    this.recording = recording;
    this.step = this.clamped(Number(step) || 0);
  }

  clamped(step) {
    return Math.max(0, Math.min(this.recording.steps.length - 1, Math.trunc(step)));
  }

  /** All elements anew, for a new recording or a new language; the focus stays where it was. */
  build() {
    const { recording, data } = this;
    const focused = this.root.getRootNode().activeElement;
    const held = this.root.contains(focused) && `[data-name="${focused.dataset.name}"]`;
    this.book = openBook(recording, data.text, data.lang, data.present);
    this.view = makeView(this, this.view?.tab() ?? 0);
    this.root.replaceChildren(...this.view.nodes, this.live);
    this.room = null;
    this.layout();
    this.draw(true);
    this.watcher.disconnect();
    this.watcher.observe(this.root);
    if (held) (this.root.querySelector(held) ?? this.root).focus({ preventScroll: true });
  }

  /** Lay out again when the width, the size of the page's type, or the window's height is another. */
  layout() {
    const room = [this.root.clientWidth, remSize(), innerHeight].join(" ");
    if (room === this.room) return;
    this.room = room;
    const size = sizeName(this.root);
    set(this.root, { "data-size": size, "data-still": true });
    this.view.layout(size === "narrow");
  }

  draw(still) {
    this.words = spoken(this.book, this.recording.steps[this.step].say);
    set(this.root, { "data-still": still, "data-now": this.recording.steps[this.step].goal });
    this.view.draw(this, still);
    this.announce();
  }

  /** Read the sentence aloud, unless the next one would cut it off. */
  announce() {
    const hurried = this.dragging || (this.playing && this.speed > 1);
    if (!hurried && this.live.textContent !== this.words) this.live.textContent = this.words;
  }

  /** Go to a step. A single step moves; a jump is there at once. */
  go(step) {
    const wanted = this.clamped(step);
    const still = this.dragging || Math.abs(wanted - this.step) !== 1;
    this.step = wanted;
    this.attempt(() => this.draw(still));
    this.address.write(wanted);
  }

  scrub(step, dragging) {
    this.pause();
    this.dragging = dragging;
    this.go(step);
  }

  play() {
    this.playing = true;
    if (this.atEnd()) this.go(0);
    this.schedule();
    this.view.drawTransport(this);
  }

  pause() {
    if (!this.playing) return;
    this.playing = false;
    clearTimeout(this.timer);
    this.view.drawTransport(this);
    this.announce();
  }

  schedule() {
    clearTimeout(this.timer);
    if (this.playing) this.timer = setTimeout(() => this.tick(), STEP_TIME / this.speed);
  }

  tick() {
    this.go(this.step + 1);
    if (this.atEnd()) this.pause();
    else this.schedule();
  }

  setSpeed(place) {
    this.speed = SPEEDS[place];
    this.schedule();
    this.view.drawTransport(this);
  }

  atEnd() {
    return this.step === this.recording.steps.length - 1;
  }

  makeActions() {
    const byHand = (target) => () => {
      this.pause();
      this.go(target());
    };
    return {
      back: byHand(() => this.step - 1),
      forward: byHand(() => this.step + 1),
      first: byHand(() => 0),
      last: byHand(() => this.recording.steps.length - 1),
      group_back: byHand(() => this.ends.findLast((end) => end < this.step) ?? 0),
      group_forward: byHand(() => this.ends.find((end) => end > this.step) ?? this.step),
      leave: () => this.leave?.(),
      play: () => (this.playing ? this.pause() : this.play()),
      faster: () => this.setSpeed(Math.min(SPEEDS.length - 1, SPEEDS.indexOf(this.speed) + 1)),
      slower: () => this.setSpeed(Math.max(0, SPEEDS.indexOf(this.speed) - 1)),
      speed: () => this.setSpeed((SPEEDS.indexOf(this.speed) + 1) % SPEEDS.length),
    };
  }

  onKey(event) {
    const action = keyAction(event, this.data.present);
    if (!action || !(this.recording || action === "leave")) return;
    event.preventDefault();
    event.stopPropagation();
    this.actions[action]();
  }

  close() {
    clearTimeout(this.timer);
    this.address.cancel();
    this.watcher.disconnect();
    document.removeEventListener("visibilitychange", this.onHidden);
    this.present(false);
    this.root.remove();
  }
}

export default function ({ data, parentElement, setTriggerValue }) {
  const player = players.get(parentElement) ?? new Player(parentElement);
  players.set(parentElement, player);
  player.leave = () => setTriggerValue?.("leave", true);
  if (data) player.open(data);
  return () => {
    player.close();
    players.delete(parentElement);
  };
}
