/* The tools at the right of the bar: steps or groups, speed, stop at, ask first, share, help.
   In a row where there is room; else the same buttons with their names, behind one button. */

import { makeMenu } from "./layers.js";
import { markCounts, markName, markSign } from "./marks.js";
import { groupRuns } from "./routes.js";
import { makeShare } from "./share.js";
import { TOOL_ICONS, toolButton } from "./tool-button.js";
import { numeral, template } from "../core/book.js";
import { el, set } from "../core/dom.js";
import { plainText } from "../core/texts.js";

export function makeTools(player) {
  const { book, layers, actions } = player;
  const unit = makeUnit(player);
  const speed = el("button", { type: "button", class: "speed", "data-name": "speed", "aria-keyshortcuts": "+ -" });
  speed.addEventListener("click", actions.speed);
  const stops = makeStops(player);
  const ask = player.walking.canAsk ? toolButton(book, "ask_first", "Q", actions.asking) : null;
  const help = toolButton(book, "help", "?", actions.help);
  const panel = el("div", { class: "tools" }, unit?.node, speed, stops?.node, ask, makeShare(player), help);
  return {
    node: makeMenu(layers, toolButton(book, "more", null), panel),
    draw() {
      unit?.draw();
      stops?.draw();
      if (ask) drawAsking(book, ask, player.walking);
      drawSpeed(book, speed, player.walking.speed);
    },
  };
}

/** Two buttons of which one is down: what a key moves by. One group alone leaves nothing to choose,
    and neither do groups of one step. */
function makeUnit(player) {
  const { book, recording, actions } = player;
  if ([1, recording.steps.length].includes(groupRuns(recording.steps).length)) return null;
  const choices = ["by_step", "by_group"].map((name) => {
    const button = el("button", { type: "button", "data-name": name }, template(book, `player.${name}`));
    button.addEventListener("click", () => actions[name]());
    return button;
  });
  const words = template(book, "player.unit");
  return {
    node: el("div", { class: "unit", role: "group", title: `${words} (G)`, "aria-label": words, "aria-keyshortcuts": "G" }, choices),
    draw: () => choices.forEach((button, index) => set(button, { "aria-pressed": String(player.walking.byGroup === Boolean(index)) })),
  };
}

/** The kinds of marks in this walk as checkboxes; none where the walk has no marks. */
function makeStops(player) {
  const { book, recording, layers, actions } = player;
  const counts = markCounts(recording.steps);
  if (!counts.length) return null;
  const boxes = counts.map(([kind]) => stopBox(kind, (on) => player.walking.stopAt(kind, on)));
  const rows = counts.map(([kind, count], index) =>
    el("label", {}, boxes[index], markSign(kind), el("bdi", {}, markName(book, kind)), el("span", { class: "times" }, numeral(book, count))));
  const jumps = [["previous_mark", "["], ["next_mark", "]"]].map(([name, key]) => {
    const button = el("button", { type: "button", "data-name": name, "aria-keyshortcuts": key },
      el("kbd", {}, key), template(book, `player.${name}`));
    button.addEventListener("click", actions[name]);
    return button;
  });
  const button = toolButton(book, "stop_at", null);
  const panel = el("div", { class: "menu", role: "group", "aria-label": template(book, "player.stop_at") },
    el("p", { class: "title" }, template(book, "player.stop_at")), rows, el("div", { class: "jumps" }, jumps));
  return {
    node: makeMenu(layers, button, panel),
    draw() {
      boxes.forEach((box) => (box.checked = player.walking.stops.has(box.value)));
      set(button, { "data-on": boxes.some((box) => box.checked) });
    },
  };
}

function stopBox(kind, onChange) {
  const box = el("input", { type: "checkbox", value: kind, "data-name": `stop-${kind}` });
  box.addEventListener("change", () => onChange(box.checked));
  return box;
}

/** The button is down while one is asked, and named by how. */
function drawAsking(book, button, { asking, answers }) {
  const words = template(book, answers ? "player.ask_answer" : "player.ask_first");
  button.querySelector("path")?.setAttribute("d", TOOL_ICONS[answers ? "ask_answer" : "ask_first"]);
  set(button, { "aria-pressed": String(asking), "data-answers": answers, title: `${words} (Q)`, "aria-label": words });
}

function drawSpeed(book, button, rate) {
  const words = plainText(book, ["player.speed", { speed: rate }]);
  set(button, { title: words, "aria-label": words });
  button.textContent = `${rate}×`;
}
