/* The tools at the right of the bar: steps or groups, speed, stop at, ask first, share, help.
   In a row where there is room; else the same buttons with their names, behind one button. */

/** @import { Text } from "../core/types.js" */

import { numeral, plainText, template, textNodes } from "../core/book.js";
import { el, makeButton, own, set } from "../core/dom.js";
import { TOOL_ICONS, drawing, markName, markSign } from "../core/drawings.js";
import { copyAddress, writeAddress } from "./address.js";
import { ADD_SCENE, SHOW_CODE, hasTool } from "./hall.js";
import { videoName, makeVideo } from "./video.js";
import { makeMenu } from "./layers.js";
import { pageOf } from "./pages.js";
import { pictureOf, rasterOf } from "./picture.js";
import { groupRuns, markCounts } from "./routes.js";

export function makeTools(player) {
  const { book, layers, actions } = player;
  const unit = makeUnit(player);
  const speed = makeButton({ class: "speed", "data-name": "speed", "aria-keyshortcuts": "+ -" }, actions.speed);
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
  const choices = ["by_step", "by_group"].map((name) => makeButton({ "data-name": name }, actions[name], template(book, `player.${name}`)));
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
  const jumps = [["previous_mark", "["], ["next_mark", "]"]].map(([name, key]) =>
    makeButton({ "data-name": name, "aria-keyshortcuts": key }, actions[name], el("kbd", {}, key), template(book, `player.${name}`)));
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

/* Share and keep: the link, the board as a picture, the recording, the whole walk as one page; of a board the picture. */

export function makeShare(player) {
  const { book, layers, walking } = player;
  const video = videoName(player);
  const status = el("p", { class: "status", role: "status" });
  const link = el("input", { class: "link", readonly: true, hidden: true, "aria-label": template(book, "player.copy_link") });
  /** @type {(...words: Text) => void} */
  const report = (...words) => status.replaceChildren(...textNodes(book, words));
  /** @type {[string, () => any][]} */
  const items = [
    ["copy_link", () => copyAddress(writeAddress(...walking.numbers), link, report)],
    ["show_code", () => void window.dispatchEvent(new Event(SHOW_CODE))],
    ["add_scene", () => void window.dispatchEvent(new Event(ADD_SCENE))],
    ["save_svg", () => saveSvg(player)],
    ["save_png", () => savePng(player)],
    ["save_video", () => void makeVideo(player, (blob, ending) => save(blob, blob.type, pictureName(player, ending)))],
    ["save_json", () => save(JSON.stringify(player.recording), "application/json", fileName(player, ".json"))],
    ["save_html", async () => save(await pageOf(player), "text/html", fileName(player, ".html"))],
  ];
  const conditions = { copy_link: !player.data.among, save_video: Boolean(video), show_code: hasTool("code"), add_scene: hasTool("add") };
  const offered = items.filter(([name]) => (player.isBoard ? OF_BOARDS.has(name) : own(conditions, name) ?? true));
  const buttons = offered.map(([name, action]) =>
    makeButton({ "data-name": name }, () => carryOut(action, report), name === "save_video" ? video : template(book, `player.${name}`)));
  const panel = el("div", { class: "menu", role: "group", "aria-label": template(book, "player.share") },
    el("p", { class: "title" }, template(book, "player.share")), buttons, link, status);
  return makeMenu(layers, toolButton(book, "share", null), panel);
}

/** An action tells the name of the file that it saved, or nothing. */
async function carryOut(action, report) {
  try {
    const file = await action();
    if (file) report("player.saved", { file });
  } catch (error) {
    report("player.not_saved", { why: error.message });
  }
}

function save(content, type, name) {
  const address = URL.createObjectURL(new Blob([content], { type }));
  el("a", { href: address, download: name }).click();
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
  return name;
}

const fileName = ({ data }, ending) => `${data.file ?? "bpe-lab"}${ending}`;

const OF_BOARDS = new Set(["save_svg", "save_png"]);

/** A picture is one of a step, which is called as in the address. */
const pictureName = (player, ending) => fileName(player, player.isBoard ? ending : `-${player.walking.numbers[0]}${ending}`);

const saveSvg = (player) => save(pictureOf(player).text, "image/svg+xml", pictureName(player, ".svg"));

async function savePng(player) {
  const image = await rasterOf(pictureOf(player), 2);
  return save(image, "image/png", pictureName(player, ".png"));
}

/** An icon with a name, which shows where there is room for it; `key` does the same. */
function toolButton(book, name, key, action) {
  const words = template(book, `player.${name}`);
  const hints = { title: key ? `${words} (${key})` : words, "aria-label": words, "aria-keyshortcuts": key };
  return makeButton({ class: "tool", "data-name": name, ...hints }, action, drawing(TOOL_ICONS[name]), el("span", { class: "words" }, words));
}
