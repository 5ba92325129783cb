/* The bar below: buttons, timeline, counter, tools. */

import { makeTimeline } from "./timeline.js";
import { makeTools } from "./tools.js";
import { template } from "../core/book.js";
import { become, el, set } from "../core/dom.js";
import { BUTTON_ICONS, drawing } from "../core/icons.js";
import { textNodes } from "../core/texts.js";

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
  const buttons = Object.fromEntries(names.map((name) => [name, makeButton(book, name, actions[name])]));
  const row = el("div", { class: "buttons" }, Object.values(buttons));
  const timeline = makeTimeline(book, recording, (step, dragging) => player.walking.scrub(step, dragging));
  const tools = makeTools(player);
  const count = el("span", { class: "count" });
  const sizer = el("span", { class: "sizer", "aria-hidden": "true" }, counterNodes(player, Infinity));
  const gauges = el("div", { class: "gauges" }, el("p", { class: "counter" }, count, sizer), tools.node);
  const node = el("div", { class: "transport" }, row, timeline.node, gauges, over.map((bar) => bar?.node));
  return {
    node,
    layout: timeline.layout,
    /** For a while, over the tools: what a key has switched. A screen reader hears it elsewhere. */
    tell(words) {
      node.querySelector(":scope > .told")?.remove();
      node.append(el("p", { class: "told", "aria-hidden": "true" }, words));
    },
    draw(words) {
      const { step, question, byGroup, playing } = player.walking;
      const isClosed = Boolean(player.walking.answering.question) || player.walking.isOver;
      for (const part of [row, timeline.node, gauges]) set(part, { inert: isClosed });
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

/** Steps are what has been taken: the walk starts at 0, as in the address, and so long as its prelude lasts. */
function counterNodes({ book, walking: { routes } }, step) {
  const [number, steps] = [Math.min(step, routes.last), routes.last].map((each) => Math.max(0, routes.numberOf(each)));
  return textNodes(book, ["player.event", { step: number, steps }]);
}

function makeButton(book, name, action) {
  const hints = { "data-name": name, "aria-keyshortcuts": SHORTCUTS[name] };
  const button = el("button", { type: "button", class: name, ...hints }, drawing(BUTTON_ICONS[name]));
  button.addEventListener("click", action);
  return nameButton(book, button, name);
}

function nameButton(book, button, name) {
  const words = template(book, `player.${name}`);
  return set(button, { title: words, "aria-label": words });
}

function drawPlay(book, button, playing) {
  const name = playing ? "pause" : "play";
  set(nameButton(book, button, name).querySelector("path"), { d: BUTTON_ICONS[name] });
}
