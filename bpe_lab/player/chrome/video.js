/* One merge as a short video, for slides and posts: its steps as pictures, each held as long as its sentence takes to
   read, recorded by the browser itself while they are shown to nobody. */

/** @import { Recording } from "../core/types.js" */
/** @import { Picture } from "./picture.js" */

import { lettersWidth, plainText, template } from "../core/book.js";
import { el, makeButton, range, set, sum } from "../core/dom.js";
import { imageOf, makeEasel, pictureIn, scrolled, sourceOf } from "./picture.js";
import { groupRuns } from "./routes.js";

const MOST = 16;  // steps: each has more than a second
const TIME = { least: 1000, most: 2500, letter: 45, video: 20_000 };  // ms; a wide letter counts twice
const FADE = 300;  // ms from one step to the next
const TICK = { fade: 40, still: 200 };  // ms between two frames
const LONGEST = 1920;  // pixels along an edge
const BITS = 8_000_000;  // a second
const DRAWING = 0.25;  // of all the time, about: the rest is the video's own
const TYPES = ["video/webm;codecs=vp9", "video/webm;codecs=vp8", "video/webm", "video/mp4"];

/** What this browser records, if it records at all. */
const typeHere = () =>
  ("MediaRecorder" in window && "captureStream" in HTMLCanvasElement.prototype ? TYPES.find((type) => MediaRecorder.isTypeSupported(type)) : undefined);

/** Of a type with its codecs, how a file ends: "webm", "mp4". */
const endingOf = (type) => type.split(/[/;]/)[1];

/** The menu's words for the video that can be made of a walk, or nothing.
    @param {any} player */
export function videoName({ book, recording, walking }) {
  const type = typeHere();
  if (!type || walking.exercise || recording.steps.length < 2) return undefined;
  const isGrouped = ![1, recording.steps.length].includes(groupRuns(recording.steps).length);
  const name = template(book, isGrouped ? "player.video_of_group" : "player.video_of_steps");
  return `${name} (${endingOf(type) === "webm" ? "WebM" : "MP4"})`;
}

/** The steps of a video around one: those of its group; without groups, those of one round of the sub-goals; where a
    step is a group, the next ones. Of many, some at even distances, those first at which another sub-goal or place begins.
    @param {Pick<Recording, "steps" | "goals">} recording
    @param {number} step
    @returns {number[]} */
export function passageOf({ steps, goals }, step) {
  const runs = groupRuns(steps);
  const { first, last } = runs.find((run) => step <= run.last) ?? runs[0];
  if (first === last) return range(Math.min(step, Math.max(0, steps.length - MOST)), Math.min(step + MOST, steps.length));
  const begins = (each) => goals.indexOf(steps[each].goal) < goals.indexOf(steps[each - 1].goal);
  const rounds = runs.length > 1 ? [first] : [first, ...range(first + 1, last + 1).filter(begins)];
  const [from, to] = [rounds.findLast((each) => each <= step) ?? first, (rounds.find((each) => each > step) ?? last + 1) - 1];
  const all = range(from, to + 1);
  if (all.length <= MOST) return all;
  const turns = all.filter((each) => each === from || each === to || steps[each].goal !== steps[each - 1].goal || steps[each].place);
  return evenly(turns.length < MOST / 2 ? all : turns, MOST);
}

/** At most so many of a list, its first and its last among them. */
const evenly = (list, most) =>
  (list.length <= most ? list : range(0, most).map((index) => list[Math.round((index * (list.length - 1)) / (most - 1))]));

/** How long sentences of these lengths are held, in milliseconds; all together no longer than a video.
    @param {number[]} lengths
    @returns {number[]} */
export function timesOf(lengths) {
  const wanted = lengths.map((length) => Math.max(TIME.least, Math.min(TIME.most, length * TIME.letter)));
  const [least, more] = [TIME.least * lengths.length, sum(wanted) - TIME.least * lengths.length];
  const share = Math.min(1, (TIME.video - least) / (more || 1));
  return wanted.map((time) => Math.round(TIME.least + share * (time - TIME.least)));
}

/** Record the video around the present step: its file and how that ends; nothing once `signal` says so. `tell` hears
    which share is done.
    @param {any} player
    @param {AbortSignal} signal
    @param {(share: number) => void} tell */
export async function videoOf(player, signal, tell) {
  const { recording, book, walking } = player;
  const steps = passageOf(recording, walking.step);
  const times = timesOf(steps.map((step) => lettersWidth(plainText(book, recording.steps[step].say), 1, 2)));
  const length = sum(times);
  const pictures = await picturesOf(player, steps, signal, (share) => tell(DRAWING * share));
  if (signal.aborted) return undefined;
  const type = /** @type {string} */ (typeHere());
  const video = await recorded(pictures, times, type, signal, (time) => tell(DRAWING + ((1 - DRAWING) * time) / length));
  return video && { video, ending: `.${endingOf(type)}` };
}

/** The pictures of other steps than the present one, drawn beside the player.
    @returns {Promise<Picture[]>} */
async function picturesOf(player, steps, signal, tell) {
  const { root, recording, walking, view } = player;
  const { line } = sourceOf(player);
  const copy = view.copy();
  const easel = makeEasel(root, copy.nodes);
  const pictures = [];
  try {
    copy.layout();
    for (const step of steps) {
      set(easel, { "data-now": recording.steps[step].goal });
      const there = { step: { value: step }, question: { value: null }, answering: { value: {} }, isAmidst: { value: false } };
      copy.draw(Object.create(walking, there), true);
      await scrolled();
      if (signal.aborted) break;
      pictures.push(pictureIn(easel, line));
      tell(pictures.length / steps.length);
    }
  } finally {
    easel.remove();
  }
  return pictures;
}

/** @param {Picture[]} pictures
    @param {number[]} times
    @param {string} type
    @param {AbortSignal} signal
    @param {(time: number) => void} tell  how many milliseconds are recorded
    @returns {Promise<Blob | undefined>} */
async function recorded(pictures, times, type, signal, tell) {
  const [wide, high] = [Math.max(...pictures.map(({ width }) => width)), Math.max(...pictures.map(({ height }) => height))];
  const scale = Math.min(2, LONGEST / Math.max(wide, high));
  const [canvas, pen] = canvasOf(even(wide * scale), even(high * scale));
  const draw = (cel, opacity) => {
    pen.globalAlpha = opacity;
    pen.drawImage(cel, 0, 0);
  };
  /** In pixels once: an SVG would be drawn anew for every frame. */
  const celOf = async (picture) => {
    const [cel, brush] = canvasOf(canvas.width, canvas.height);
    brush.fillStyle = picture.ground;
    brush.fillRect(0, 0, cel.width, cel.height);
    brush.drawImage(await imageOf(picture), 0, 0, picture.width * scale, picture.height * scale);
    return cel;
  };
  let cel = await celOf(pictures[0]);
  draw(cel, 1);
  const recorder = new MediaRecorder(canvas.captureStream(), { mimeType: type, videoBitsPerSecond: BITS });
  /** @type {Blob[]} */
  const parts = [];
  recorder.addEventListener("dataavailable", ({ data }) => parts.push(data));
  const ended = new Promise((stopped, failed) => Object.assign(recorder, { onstop: stopped, onerror: ({ error }) => failed(error) }));
  const pause = () => recorder.state !== "inactive" && recorder[document.hidden ? "pause" : "resume"]();
  document.addEventListener("visibilitychange", pause);
  try {
    recorder.start();
    let late = 0;
    for (const [index, time] of times.entries()) {
      const next = index + 1 < pictures.length ? celOf(pictures[index + 1]) : null;
      late = await held(time - late - (next ? FADE : 0), TICK.still, signal, () => draw(cel, 1), (passed) => tell(sum(times.slice(0, index)) + passed));
      if (!next || signal.aborted) continue;
      const [before, after] = [cel, await next];
      late += await held(FADE, TICK.fade, signal, (share) => [draw(before, 1), draw(after, share)]);
      cel = after;
    }
  } finally {
    document.removeEventListener("visibilitychange", pause);
    if (recorder.state !== "inactive") recorder.stop();
  }
  await ended;
  return signal.aborted ? undefined : new Blob(parts, { type: type.split(";")[0] });
}

const even = (length) => 2 * Math.round(length / 2);

/** @returns {[HTMLCanvasElement, CanvasRenderingContext2D]} */
function canvasOf(width, height) {
  const canvas = set(document.createElement("canvas"), { width, height });
  return [canvas, canvas.getContext("2d", { alpha: false })];
}

/** Draw every `tick` for a while, which passes while the page is in sight; how much longer it took.
    @param {number} time
    @param {number} tick
    @param {AbortSignal} signal
    @param {(share: number) => void} draw
    @param {(passed: number) => void} [tell] */
async function held(time, tick, signal, draw, tell) {
  let [passed, now] = [0, performance.now()];
  while (passed < time && !signal.aborted) {
    draw(passed / time);
    await new Promise((on) => setTimeout(on, Math.min(tick, time - passed)));
    const then = performance.now();
    if (!document.hidden) passed += then - now;
    now = then;
    tell?.(passed);
  }
  return passed - time;
}

/** Over the tools while a video is made: how far it is, and a button that ends it. Of a player that has gone it ends, too.
    @param {any} player
    @param {(video: Blob, ending: string) => string} save  tells the name of the file */
export async function makeVideo(player, save) {
  const { book, layers, view, live } = player;
  if (view.transport.querySelector(".making")) return;
  const ending = new AbortController();
  const cancel = () => ending.abort();
  const done = el("progress", { max: 1, value: 0, "aria-label": template(book, "player.making_video") });
  const bar = el("div", { class: "making", role: "group" }, template(book, "player.making_video"), done,
    makeButton({ "data-name": "cancel_video" }, cancel, template(book, "player.cancel_video")));
  layers.closeMenus();
  layers.opened(cancel);
  view.transport.append(bar);
  const say = (text) => {
    live.textContent = plainText(book, text);
    view.tell(live.textContent);
  };
  live.textContent = template(book, "player.making_video");
  try {
    const made = await videoOf(player, ending.signal, (share) => {
      if (!bar.isConnected) cancel();
      set(done, { value: share });
    });
    say(made ? ["player.saved", { file: save(made.video, made.ending) }] : ["player.no_video"]);
  } catch (error) {
    say(["player.not_saved", { why: error.message }]);
  } finally {
    layers.closed(cancel, () => bar.remove());
  }
}
