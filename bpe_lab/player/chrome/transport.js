/* The bar below: buttons, timeline, counter, tools. */

import { plainText, sentences, template, textNodes } from "../core/book.js";
import { arrange, become, el, makeButton, range, set, svg, unitsWide } from "../core/dom.js";
import { BUTTON_ICONS, drawing, goalMark, goalShape, markShape } from "../core/drawings.js";
import { groupRuns, isMarked, marksOf, placesOf } from "./routes.js";
import { makeTools } from "./tools.js";

const SHORTCUTS = {
  group_back: "Shift+ArrowLeft",
  back: "ArrowLeft",
  play: "Space",
  forward: "ArrowRight",
  group_forward: "Shift+ArrowRight",
};

/** `actions` names what each button does: group_back, back, play, forward, group_forward. `over` lies over all of it
    while a question is open or an exercise is done.
    @param {any} player
    @param {({node: Element} | null)[]} [over] */
export function makeTransport(player, over = []) {
  const { book, recording, actions } = player;
  const names = Object.keys(SHORTCUTS);
  const buttons = Object.fromEntries(names.map((name) => [name, moveButton(book, name, actions[name])]));
  const row = el("div", { class: "buttons" }, Object.values(buttons));
  const timeline = makeTimeline(book, recording, (step, dragging) => player.walking.scrub(step, dragging));
  const tools = makeTools(player);
  const count = el("span", { class: "count" });
  const { prelude = 0 } = recording;
  const sizers = [Infinity, ...(prelude ? [prelude - 1] : [])].map((step) =>
    el("span", { class: "sizer", "aria-hidden": "true" }, counterNodes(player, step)));
  const gauges = el("div", { class: "gauges" }, el("p", { class: "counter" }, count, sizers), tools.node);
  const onward = makeButton({ class: "onward", "data-name": "onward", hidden: true }, () => player.walking.nextQuestion());
  const node = el("div", { class: "transport" }, row, timeline.node, gauges, onward, over.map((bar) => bar?.node));
  return {
    node,
    layout: timeline.layout,
    focusOnward: () => onward.focus({ preventScroll: true }),
    /** For a while, over the tools: what a key has switched. A screen reader hears it elsewhere. */
    tell(words) {
      node.querySelector(":scope > .told")?.remove();
      node.append(el("p", { class: "told", "aria-hidden": "true" }, words));
    },
    draw(words) {
      const { step, question, byGroup, playing } = player.walking;
      const isClosed = Boolean(player.walking.answering.question) || player.walking.isOver;
      for (const part of [row, timeline.node, gauges]) set(part, { inert: isClosed });
      const { wayOn } = player.walking;
      onward.hidden = !wayOn;
      if (wayOn) become(onward, [template(book, `player.exercise.${wayOn}`)]);
      timeline.draw(player.walking, words);
      tools.draw();
      become(count, counterNodes(player, step));
      drawPlay(book, buttons.play, playing);
      nameButton(book, buttons.back, byGroup ? "group_back" : "back");
      nameButton(book, buttons.forward, byGroup ? "group_forward" : "forward");
      disable([buttons.group_back, buttons.back], step === 0 && question == null);
      disable([buttons.group_forward, buttons.forward], step === recording.steps.length - 1);
    },
  };
}

/** A disabled button keeps the focus, and with it the keyboard. */
const disable = (buttons, off) =>
  buttons.forEach((button) => set(button, { "aria-disabled": off ? "true" : null }));

/** Steps are what has been taken: the walk starts at 0, as in the address; its prelude is counted by itself. */
function counterNodes({ book, recording: { prelude = 0 }, walking: { routes } }, step) {
  if (step < prelude) return textNodes(book, ["player.lead_in", { step, steps: prelude }]);
  const [number, steps] = [Math.min(step, routes.last), routes.last].map(routes.numberOf);
  return textNodes(book, ["player.event", { step: number, steps }]);
}

function moveButton(book, name, action) {
  const hints = { "data-name": name, "aria-keyshortcuts": SHORTCUTS[name] };
  return nameButton(book, makeButton({ class: name, ...hints }, action, drawing(BUTTON_ICONS[name])), name);
}

function nameButton(book, button, name) {
  const words = template(book, `player.${name}`);
  return set(button, { title: words, "aria-label": words });
}

function drawPlay(book, button, playing) {
  const name = playing ? "pause" : "play";
  set(nameButton(book, button, name).querySelector("path"), { d: BUTTON_ICONS[name] });
}

/* The timeline: a slider over the steps, with the groups as a thinner track below.
   Where every step has room, the upper track holds them all; in a longer walk of long groups it
   holds the steps of the group that is shown, and the lower track leads through the whole run. In a
   longer walk of short groups, and in a film, it is a plain scrubber over the whole run. */

const EDGE = 11;
const MOST_MARKS = 60;
const LONG_GROUP = 4;  // steps of a group, on average, that are worth a track of their own
const RING_REACH = 14;
const ROOM = { step: 8, sign: 11, pip: 4, bar: 8 };
const WIDEST_PITCH = 72;
const DRAG_SLACK = 4;
const TRACKS = {
  wide: { signs: 4.5, track: 19, split: 28, groups: 34, pips: 41.5, height: 44 },
  narrow: { signs: 4.5, track: 19, split: 34, groups: 47, pips: 56, height: 62 },
};

function makeTimeline(book, recording, onScrub) {
  const { steps, prelude = 0 } = recording;
  const places = placesOf(recording);
  const view = { steps, runs: groupRuns(steps), lines: TRACKS.wide, width: 0, present: 0, stops: new Set() };
  Object.assign(view, { marks: [], signs: [], bars: [], pips: [], first: 0, last: steps.length - 1 });
  view.isFilm = Boolean(recording.pace);
  view.short = steps.length < LONG_GROUP * view.runs.length;
  view.whole = svg("path", { class: "whole" });
  view.past = svg("path", { class: "past" });
  view.marksLayer = svg("g");
  view.signsLayer = svg("g", { class: "signs" });
  view.reach = svg("rect", { class: "reach" });
  view.barsLayer = svg("g", { class: "groups" });
  view.pipsLayer = svg("g", { class: "pips" });
  view.ring = svg("g", { class: "ring" });
  view.node = svg("svg", sliderRole(book, steps, prelude),
    view.whole, view.past, view.signsLayer, view.marksLayer, view.reach, view.barsLayer, view.pipsLayer, view.ring);
  listenScrub(view, onScrub);
  return {
    node: el("div", { class: "timeline" }, view.node),
    layout: (narrow) => layTimeline(view, narrow),
    draw({ step, question, stops }, words) {
      view.present = step;
      view.stops = stops;
      const place = plainText(book, places.get(steps[question ?? step]));
      set(view.node, { "aria-valuenow": step - prelude, "aria-valuetext": sentences(book, [place, words]) });
      drawTimeline(view);
    },
  };
}

const sliderRole = (book, steps, prelude) => ({
  role: "slider", tabindex: 0, "data-name": "timeline", "aria-label": template(book, "player.timeline"),
  "aria-valuemin": -prelude, "aria-valuemax": steps.length - 1 - prelude, "aria-valuenow": 0,
});

const within = (low, high, value) => Math.max(low, Math.min(high, value));

/** Pointer to step, for a mouse and for a finger. What is pressed first stays what is dragged. */
function listenScrub(view, onScrub) {
  const { node } = view;
  /** @type {{x: number, groups: boolean, moved: boolean} | null} */
  let pressed = null;
  const unit = (event) => {
    const { left, top, width } = node.getBoundingClientRect();
    const scale = view.width / width;
    return { x: (event.clientX - left) * scale, y: (event.clientY - top) * scale };
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    const { x, y } = unit(event);
    pressed = { x, groups: !view.fits && y > view.lines.split, moved: false };
    onScrub(pressed.groups ? runAt(view, x).run.first : stepAt(view, x), true);
  });
  node.addEventListener("pointermove", (event) => {
    if (!node.hasPointerCapture(event.pointerId) || !pressed) return;
    const { x } = unit(event);
    pressed.moved ||= Math.abs(x - pressed.x) > DRAG_SLACK;
    if (pressed.moved) onScrub(pressed.groups ? stepInRuns(view, x) : stepAt(view, x), true);
  });
  node.addEventListener("lostpointercapture", () => onScrub(view.present, false));
}

const stepX = ({ first, pitch }, step) => EDGE + pitch * (step - first);
const stepAt = (view, x) => Math.round(within(view.first, view.last, view.first + (x - EDGE) / view.pitch));

/** In a long walk all groups are as wide as each other, so that each can be hit. */
function runAt({ runs, width }, x) {
  const place = within(0, runs.length - 1e-9, ((x - EDGE) / (width - 2 * EDGE)) * runs.length);
  return { run: runs[Math.floor(place)], share: place % 1 };
}

function stepInRuns(view, x) {
  const { run, share } = runAt(view, x);
  return run.first + Math.floor(share * (run.last - run.first + 1));
}

function layTimeline(view, narrow) {
  const width = unitsWide(view.node.parentNode);
  const lines = narrow ? TRACKS.narrow : TRACKS.wide;
  if (width <= 0 || (Math.abs(width - view.width) < 0.5 && lines === view.lines)) return;
  Object.assign(view, { width, lines, room: width - 2 * EDGE });
  view.fits = view.runs.length === 1 || view.short || view.isFilm || hasRoom(view, view.steps.length);
  set(view.node, { viewBox: `0 0 ${width} ${lines.height}` });
  view.node.style.height = `${lines.height / 16}rem`;
  set(view.reach, { x: 0, y: lines.split, width, height: lines.height - lines.split });
  view.range = null;
  drawTimeline(view);
}

const hasRoom = ({ room }, count) => count <= MOST_MARKS && room / Math.max(1, count - 1) >= ROOM.step;

function drawTimeline(view) {
  if (!view.width) return;
  layRange(view);
  drawStops(view);
  const { present, steps, lines } = view;
  const x = stepX(view, present);
  set(view.past, { d: `M${EDGE} ${lines.track}H${x}` });
  for (const { step, node } of view.marks) {
    set(node, { "data-past": step <= present, "data-near": Math.abs(stepX(view, step) - x) < RING_REACH });
  }
  for (const { run, node } of view.bars) {
    set(node, { "data-time": run.last < present ? "past" : run.first <= present ? "now" : null });
  }
  const mark = goalMark(steps[present].goal, { "data-past": true, transform: "scale(1.2)" });
  set(view.ring, { transform: `translate(${x} ${lines.track})` });
  become(view.ring, [svg("circle", { r: 10 }), mark]);
}

/** The upper track changes only where another group is shown; its marks are moved there. */
function layRange(view) {
  const { runs, steps, lines, room } = view;
  const range = view.fits ? { first: 0, last: steps.length - 1 } : runs.find((run) => view.present <= run.last);
  if (view.range?.first === range.first) return;
  const isLaid = Boolean(view.range);
  const pitch = room / Math.max(1, range.last - range.first);
  Object.assign(view, { range, first: range.first, last: range.last });
  view.pitch = view.fits ? pitch : Math.min(WIDEST_PITCH, pitch);
  const visible = Array.from({ length: range.last - range.first + 1 }, (_, index) => range.first + index);
  view.marks = markedSteps(view, visible).map((step, index) => ({ step, node: markAt(view, step, view.marks[index]?.node) }));
  arrange(view.marksLayer, view.marks.map(({ node }) => node));
  view.signs = signsAbove(view, visible);
  view.signsLayer.replaceChildren(...view.signs.map(({ node }) => node));
  set(view.node, { "data-plain": !view.marks.length });
  set(view.whole, { d: `M${EDGE} ${lines.track}H${stepX(view, range.last)}` });
  if (!isLaid) layBars(view);
}

/** The lower track stands still: it shows every group. */
function layBars(view) {
  const { runs, fits, room } = view;
  const bars = fits && room / runs.length < ROOM.bar ? [] : runs;
  view.bars = bars.map((run, index) => ({ run, node: groupBar(view, run, index) }));
  view.barsLayer.replaceChildren(...view.bars.map(({ node }) => node));
  view.stopped = null;
}

/** All steps where they have room, else where groups begin, else none. */
function markedSteps(view, visible) {
  const groupStarts = view.short ? view.runs.map(({ first }) => first) : visible;
  return [visible, groupStarts].find((steps) => hasRoom(view, steps.length)) ?? [];
}

function markAt(view, step, node = goalMark()) {
  const { goal } = view.steps[step];
  return set(node, { ...goalShape(goal), transform: `translate(${stepX(view, step)} ${view.lines.track})` });
}

/** The signs of marked steps. Of signs that would touch, the rarer kind stays: ties are everywhere. */
function signsAbove(view, steps) {
  const signs = steps.flatMap((step) => marksOf(view.steps[step]).slice(0, 1).map((kind) => ({ kind, step })));
  const times = new Map();
  for (const { kind } of signs) times.set(kind, (times.get(kind) ?? 0) + 1);
  const apart = Math.ceil(ROOM.sign / view.pitch);  // steps from a sign to the next
  const taken = new Set();
  const isFree = (step) => !range(step - apart + 1, step + apart).some((each) => taken.has(each));
  const apartSigns = [...signs].sort((one, other) => times.get(one.kind) - times.get(other.kind) || one.step - other.step)
    .filter(({ step }) => isFree(step) && taken.add(step));
  return apartSigns.map(({ kind, step }) =>
    ({ kind, node: markShape(kind, { transform: `translate(${stepX(view, step)} ${view.lines.signs})` }) }));
}

function groupBar(view, run, index) {
  const { left, right } = barEdges(view, run, index);
  const gap = Math.min(2, (right - left) / 16);
  const from = Math.max(left + gap, EDGE - 5);
  const to = Math.min(right - gap, view.width - EDGE + 5);
  return svg("rect", { x: from, y: view.lines.groups, width: Math.max(0.5, to - from), height: 3, rx: 1 });
}

function barEdges(view, { first, last }, index) {
  if (view.fits) return { left: stepX(view, first - 0.5), right: stepX(view, last + 0.5) };
  const each = view.room / view.runs.length;
  return { left: EDGE + each * index, right: EDGE + each * (index + 1) };
}

/** Pips at the groups that hold a step to stop at; the signs of the chosen kinds stand out. */
function drawStops(view) {
  for (const { kind, node } of view.signs) set(node, { "data-chosen": view.stops.has(kind) });
  const key = [...view.stops].join(" ");
  if (view.stopped === key) return;
  view.stopped = key;
  const pips = view.bars.flatMap(({ run }, index) => {
    const { left, right } = barEdges(view, run, index);
    const hasStop = view.steps.slice(run.first, run.last + 1).some((step) => isMarked(step, view.stops));
    return hasStop && right - left >= ROOM.pip ? [(left + right) / 2] : [];
  });
  view.pipsLayer.replaceChildren(...pips.map((cx) => svg("circle", { cx, cy: view.lines.pips, r: 1.5 })));
}
