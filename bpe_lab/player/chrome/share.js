/* Share and keep: the link, the stage as a picture, the recording, the whole walk as one page. */

/** @import { Text } from "../core/types.js" */

import { writeAddress } from "./address.js";
import { copyAddress } from "./copying.js";
import { ADD_SCENE, SHOW_CODE, hasTool } from "./hall.js";
import { makeMenu } from "./layers.js";
import { pageOf } from "./offline.js";
import { pictureOf, rasterOf } from "./picture.js";
import { toolButton } from "./tool-button.js";
import { template } from "../core/book.js";
import { el, own } from "../core/dom.js";
import { textNodes } from "../core/texts.js";

export function makeShare(player) {
  const { book, layers, walking } = player;
  const hasStage = Boolean(player.recording.layout.stage?.length);
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
    ["save_json", () => save(JSON.stringify(player.recording), "application/json", fileName(player, ".json"))],
    ["save_html", async () => save(await pageOf(player), "text/html", fileName(player, ".html"))],
  ];
  const conditions = { copy_link: !player.data.among, save_svg: hasStage, save_png: hasStage, show_code: hasTool("code"), add_scene: hasTool("add") };
  const offered = items.filter(([name]) => own(conditions, name) ?? true);
  const buttons = offered.map(([name, action]) => {
    const button = el("button", { type: "button", "data-name": name }, template(book, `player.${name}`));
    button.addEventListener("click", () => carryOut(action, report));
    return button;
  });
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

/** A picture is one of a step, which is called as in the address. */
const pictureName = (player, ending) => fileName(player, `-${player.walking.numbers[0]}${ending}`);

const saveSvg = (player) => save(pictureOf(player).text, "image/svg+xml", pictureName(player, ".svg"));

async function savePng(player) {
  const image = await rasterOf(pictureOf(player), 2);
  return save(image, "image/png", pictureName(player, ".png"));
}
