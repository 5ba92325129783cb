/* The tools of the hall: opened once, for as long as the window is open. */

import { openAdding } from "./adding.js";
import { letGoOfChosenLists } from "./chosen-list.js";
import { drawCodes, makeCode } from "./code.js";
import { openLesson } from "./lesson.js";
import { closeMenuBehind } from "./phone-menu.js";
import { openFullScreen } from "./scene-change.js";
import {
  ADD_SCENE, SHOW_CODE, keyOf, makeBlank, makeLaser, openHall,
} from "../../../bpe_lab/player/chrome/hall.js";
import { openBook, template } from "../../../bpe_lab/player/core/book.js";

const NOTHING = { tokens: [], goals: [] };
const CODES = "bpe-lab:codes"; // by ui/lessons/cards.py: the page has left room for some

/** @param {Record<string, Record<string, string>>} words  by the tag of their language */
export function openTools(words) {
  const page = document.documentElement;
  const book = () => {
    const lang = page.lang in words ? page.lang : Object.keys(words)[0];
    return openBook(NOTHING, words[lang], lang);
  };
  const code = makeCode(book, keyOf("code"));
  const presents = () => "presents" in page.dataset;
  const add = openAdding();
  openLesson(presents, openFullScreen(presents));
  closeMenuBehind();
  letGoOfChosenLists();
  openHall(presents, {
    blank: makeBlank(() => template(book(), "player.blank"), keyOf("blank")),
    laser: makeLaser(),
    code,
    add,
  });
  window.addEventListener(SHOW_CODE, code.down);
  window.addEventListener(CODES, () => drawCodes(book));
  drawCodes(book); // a page that came before these tools
  window.addEventListener(ADD_SCENE, add.down);
}
