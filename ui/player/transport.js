/* The bar below: buttons, timeline, counter, speed; under it the keys and the marks' legend. */

const SPEEDS = [0.5, 1, 2, 4];
const SHORTCUTS = {
  group_back: "Shift+ArrowLeft",
  back: "ArrowLeft",
  play: "Space",
  forward: "ArrowRight",
  group_forward: "Shift+ArrowRight",
};

/** `actions` names what each button does: group_back, back, play, forward, group_forward, speed. */
function makeTransport(book, steps, actions, onScrub) {
  const names = Object.keys(SHORTCUTS);
  const buttons = Object.fromEntries(names.map((name) => [name, makeButton(book, name, actions[name])]));
  const row = el("div", { class: "buttons" }, Object.values(buttons));
  const speed = el("button", { type: "button", class: "speed", "data-name": "speed" });
  speed.addEventListener("click", actions.speed);
  const timeline = makeTimeline(book, steps, onScrub);
  const count = el("span", { class: "count" });
  const sizer = el("span", { class: "sizer", "aria-hidden": "true" }, counted(book, steps.length, steps));
  const gauges = el("div", { class: "gauges" }, el("p", { class: "counter" }, count, sizer), speed);
  return {
    node: el("div", { class: "transport" }, row, timeline.node, gauges),
    layout: timeline.layout,
    draw({ step, playing, speed: rate, words }) {
      timeline.draw(step, words);
      count.replaceChildren(...counted(book, step + 1, steps));
      drawPlay(book, buttons.play, playing);
      disable([buttons.group_back, buttons.back], step === 0);
      disable([buttons.group_forward, buttons.forward], step === steps.length - 1);
      drawSpeed(book, speed, rate);
    },
  };
}

/** A disabled button keeps the focus, and with it the keyboard. */
const disable = (buttons, off) =>
  buttons.forEach((button) => set(button, { "aria-disabled": off ? "true" : null }));

const counted = (book, step, steps) => said(book, ["player.event", { step, steps: steps.length }]);

function makeButton(book, name, action) {
  const label = template(book, `player.${name}`);
  const hints = { title: label, "aria-label": label, "aria-keyshortcuts": SHORTCUTS[name] };
  const button = el("button", { type: "button", class: name, "data-name": name, ...hints }, drawing(BUTTON_ICONS[name]));
  button.addEventListener("click", action);
  return button;
}

function drawPlay(book, button, playing) {
  const name = playing ? "pause" : "play";
  const label = template(book, `player.${name}`);
  set(button, { title: label, "aria-label": label });
  set(button.querySelector("path"), { d: BUTTON_ICONS[name] });
}

function drawSpeed(book, button, rate) {
  const label = spoken(book, ["player.speed", { speed: rate }]);
  set(button, { title: label, "aria-label": label });
  button.textContent = `${rate}×`;
}

const KEYS = [
  ["play", ["Space"]],
  ["step", ["←", "→"]],
  ["group", ["Shift", "→"]],
  ["ends", ["Home", "End"]],
  ["speed", ["+", "−"]],
];

function makeHints(book) {
  const hint = ([name, keys]) =>
    el("span", {}, keys.map((key) => el("kbd", {}, key)), template(book, `player.keys.${name}`));
  const sign = (goal) => el("span", {}, goalSign(goal), template(book, `goal.${goal}`));
  return el("div", { class: "hints" }, el("div", {}, KEYS.map(hint)), el("div", {}, book.goals.map(sign)));
}
