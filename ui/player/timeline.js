/* The timeline: a slider over the steps, their sub-goals as marks, the groups as a track below. */

const EDGE = 11;
const TRACK_Y = 12;
const GROUPS_Y = 29;
const MOST_MARKS = 60;
const RING_REACH = 14;
const ROOM = { step: 8, group: 12 };

function makeTimeline(book, steps, onScrub) {
  const line = { past: svg("path", { class: "past" }), whole: svg("path", { class: "whole" }) };
  const view = { book, steps, line, marks: [], groups: [], width: 0, shown: 0 };
  view.marksLayer = svg("g");
  view.groupsLayer = svg("g", { class: "groups" });
  view.ring = svg("g", { class: "ring" });
  const layers = [line.whole, line.past, view.marksLayer, view.groupsLayer, view.ring];
  view.node = svg("svg", sliderRole(book, steps), layers);
  listenScrub(view, onScrub);
  return {
    node: el("div", { class: "timeline" }, view.node),
    layout: () => layTimeline(view),
    draw(step, words) {
      view.shown = step;
      set(view.node, { "aria-valuenow": step + 1, "aria-valuetext": words });
      drawTimeline(view);
    },
  };
}

const sliderRole = (book, steps) => ({
  role: "slider", tabindex: 0, "data-name": "timeline", "aria-label": template(book, "player.timeline"),
  "aria-valuemin": 1, "aria-valuemax": steps.length, "aria-valuenow": 1,
});

/** Pointer to step, for a mouse and for a finger. */
function listenScrub(view, onScrub) {
  const { node, steps } = view;
  const stepAt = (event) => {
    const { left, width } = node.getBoundingClientRect();
    const share = (((event.clientX - left) / width) * view.width - EDGE) / (view.width - 2 * EDGE);
    return Math.round(Math.max(0, Math.min(1, share)) * (steps.length - 1));
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    onScrub(stepAt(event), true);
  });
  node.addEventListener("pointermove", (event) => {
    if (node.hasPointerCapture(event.pointerId)) onScrub(stepAt(event), true);
  });
  node.addEventListener("lostpointercapture", () => onScrub(view.shown, false));
}

const stepX = ({ width, steps }, step) => EDGE + ((width - 2 * EDGE) * step) / Math.max(1, steps.length - 1);

function layTimeline(view) {
  const width = unitsWide(view.node.parentNode);
  if (width <= 0 || Math.abs(width - view.width) < 0.5) return;
  view.width = width;
  set(view.node, { viewBox: `0 0 ${width} 34` });
  set(view.line.whole, { d: `M${EDGE} ${TRACK_Y}H${width - EDGE}` });
  view.marks = markedSteps(view).map((step) => ({ step, node: markAt(view, step) }));
  view.marksLayer.replaceChildren(...view.marks.map(({ node }) => node));
  view.groups = groupRuns(view.steps).map((run) => ({ ...run, node: groupBar(view, run) }));
  view.groupsLayer.replaceChildren(...view.groups.map(({ node }) => node));
  drawTimeline(view);
}

const markAt = (view, step) =>
  goalMark(view.steps[step].goal, { transform: `translate(${stepX(view, step)} ${TRACK_Y})` });

/** Every step while there is room, else the first of each group, else none. */
function markedSteps({ steps, width }) {
  const apart = (count) => (width - 2 * EDGE) / Math.max(1, count - 1);
  if (steps.length <= MOST_MARKS && apart(steps.length) >= ROOM.step) return [...steps.keys()];
  const starts = groupRuns(steps).map((run) => run.first);
  return apart(starts.length) >= ROOM.group ? starts : [];
}

/** Runs of steps of one group: `{group, first, last}`. */
function groupRuns(steps) {
  const runs = [];
  steps.forEach(({ group }, step) => {
    if (runs.at(-1)?.group === group) runs.at(-1).last = step;
    else runs.push({ group, first: step, last: step });
  });
  return runs;
}

function groupBar(view, { first, last }) {
  const [left, right] = [stepX(view, first - 0.5), stepX(view, last + 0.5)];
  const gap = Math.min(2, (right - left) / 16);
  const from = Math.max(left + gap, EDGE - 5);
  const to = Math.min(right - gap, view.width - EDGE + 5);
  return svg("rect", { x: from, y: GROUPS_Y, width: Math.max(0.5, to - from), height: 3, rx: 1 });
}

function drawTimeline(view) {
  if (!view.width) return;
  const { shown, steps } = view;
  const x = stepX(view, shown);
  set(view.line.past, { d: `M${EDGE} ${TRACK_Y}H${x}` });
  for (const { step, node } of view.marks) {
    set(node, { "data-past": step <= shown, "data-near": Math.abs(stepX(view, step) - x) < RING_REACH });
  }
  for (const { first, last, node } of view.groups) {
    set(node, { "data-time": last < shown ? "past" : first <= shown ? "now" : null });
  }
  const mark = goalMark(steps[shown].goal, { "data-past": true, transform: "scale(1.2)" });
  set(view.ring, { transform: `translate(${x} ${TRACK_Y})` });
  view.ring.replaceChildren(svg("circle", { r: 10 }), mark);
}
