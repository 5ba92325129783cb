/* The tools at the right of the bar: steps or groups, speed, stop at, ask first, share, help.
   In a row where there is room; else the same buttons with their names, behind one button. */

const SPEEDS = [0.5, 1, 2, 4];

const TOOL_ICONS = {
  stop_at: "M4 14.2V2.2M4 2.8h8.4l-2.2 2.9 2.2 2.9H4",
  ask_first: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.2 6.9h.01M8 6.9h.01M10.8 6.9h.01",
  share: "M8 9.6V1.9M5.2 4.5 8 1.7l2.8 2.8M4.6 7H3v7h10V7h-1.6",
  help: "M5.4 5.6a2.6 2.6 0 1 1 4 2.2c-1 .7-1.4 1.2-1.4 2.3M8 13.2h.01",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "M4 4l8 8M12 4l-8 8",
};

function makeTools(player) {
  const { book, layers, actions } = player;
  const unit = makeUnit(player);
  const speed = el("button", { type: "button", class: "speed", "data-name": "speed", "aria-keyshortcuts": "+ -" });
  speed.addEventListener("click", actions.speed);
  const stops = makeStops(player);
  const ask = askable(player) ? toolButton(book, "ask_first", "Q", actions.asking) : null;
  const help = toolButton(book, "help", "?", actions.help);
  const panel = el("div", { class: "tools" }, unit?.node, speed, stops?.node, ask, makeShare(player), help);
  return {
    node: makeMenu(layers, toolButton(book, "more", null), panel),
    draw() {
      unit?.draw();
      stops?.draw();
      if (ask) set(ask, { "aria-pressed": String(player.asking) });
      drawSpeed(book, speed, player.speed);
    },
  };
}

const askable = ({ recording, routes }) => routes.asked(0, recording.steps.length - 1) !== undefined;

/** An icon with a name, which shows where there is room for it; `key` does the same. */
function toolButton(book, name, key, action) {
  const words = template(book, `player.${name}`);
  const hints = { title: key ? `${words} (${key})` : words, "aria-label": words, "aria-keyshortcuts": key };
  const button = el("button", { type: "button", class: "tool", "data-name": name, ...hints },
    drawing(TOOL_ICONS[name]), el("span", { class: "words" }, words));
  if (action) button.addEventListener("click", action);
  return button;
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
    draw: () => choices.forEach((button, place) => set(button, { "aria-pressed": String(player.byGroup === Boolean(place)) })),
  };
}

/** The kinds of marks in this walk as checkboxes; none where the walk has no marks. */
function makeStops(player) {
  const { book, recording, layers, actions } = player;
  const counts = markCounts(recording.steps);
  if (!counts.length) return null;
  const boxes = counts.map(([kind]) => stopBox(kind, (on) => player.stopAt(kind, on)));
  const rows = counts.map(([kind, count], place) =>
    el("label", {}, boxes[place], markSign(kind), el("bdi", {}, markName(book, kind)), el("span", { class: "times" }, numeral(book, count))));
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
      boxes.forEach((box) => (box.checked = player.stops.has(box.value)));
      set(button, { "data-on": boxes.some((box) => box.checked) });
    },
  };
}

function stopBox(kind, onChange) {
  const box = el("input", { type: "checkbox", value: kind, "data-name": `stop-${kind}` });
  box.addEventListener("change", () => onChange(box.checked));
  return box;
}

function drawSpeed(book, button, rate) {
  const words = spoken(book, ["player.speed", { speed: rate }]);
  set(button, { title: words, "aria-label": words });
  button.textContent = `${rate}×`;
}
