/* The tools of the hall, opened once, for as long as the window is open: the code to scan, the scene to be added, and
   what Streamlit (1.67) leaves open or focused. */

/** @import { Text } from "../../../bpe_lab/player/core/types.js" */

import styles from "./code.css";
import { openFullScreen, openLesson } from "./lesson.js";
import { ADD_SCENE, ADDING, SHOW_CODE, keyOf, makeBlank, makeCover, makeLaser, openHall } from "../../../bpe_lab/player/chrome/hall.js";
import { openBook, plainText, template, textNodes } from "../../../bpe_lab/player/core/book.js";
import { MOST_BYTES, codeOf, isOwnAddress, momentLink, typedAddress } from "./qr.js";
import { WANTED, copyAddress } from "../../../bpe_lab/player/chrome/address.js";
import { el, set, svg } from "../../../bpe_lab/player/core/dom.js";
import { hexOf } from "../../../bpe_lab/player/core/theme.js";

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

/* A code to scan, with what one needs besides: of the present moment over the whole window, or of a page that the
   present one names, where it has left room for it. */

const DENSE = 65; // modules a side: a larger code is hard to scan from afar
/** A clicker has no Escape: its keys take the code away, and the walk stands where it stood. */
const CLICKED = ["pagedown", "pageup"];

/** @param {() => any} bookNow
    @param {(key: string) => boolean} isItsKey */
function makeCode(bookNow, isItsKey) {
  const node = /** @type {HTMLDialogElement} */ (el("dialog", { class: "hall-code", tabindex: -1, "aria-labelledby": "hall-code-title" }));
  const cover = makeCover(node, (key) => isItsKey(key) || CLICKED.includes(key));
  node.addEventListener("click", ({ target }) => target === node && cover.close());
  return {
    down() {
      window.dispatchEvent(new Event(WANTED));
      const book = bookNow();
      const link = momentLink(location.href);
      const close = el("button", { type: "button", class: "close", "aria-label": template(book, "player.close") }, "✕");
      close.addEventListener("click", cover.close);
      node.replaceChildren(el("style", {}, styles), ...contents(book, link), close);
      set(node, { "data-dark": isDark() });
      cover.open();
      node.focus();
    },
  };
}

/** Codes in the page itself: of the page of the app that `data-code-of` names, as this window's address has the app.
    @param {() => any} bookNow */
function drawCodes(bookNow) {
  for (const place of /** @type {NodeListOf<HTMLElement>} */ (document.querySelectorAll("[data-code-of]"))) {
    const link = new URL(place.dataset.codeOf ?? "", location.href).href;
    const { hostname } = new URL(link);
    const code = isOwnAddress(hostname) ? undefined : codeOf(link);
    const note = noteOn(link, hostname, code);
    place.replaceChildren(...[
      code ? drawn(bookNow(), link, code) : null,
      el("p", { class: "address", dir: "ltr" }, typedAddress(link)),
      note ? el("p", { class: "note", role: "note" }, textNodes(bookNow(), note)) : null,
    ].filter((part) => part !== null));
  }
}

/** As the page is, whose ground a theme or presenting may have chosen. */
export const isDark = () => hexOf(getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor).light < 128;

/** The code, and beside it what it is and what stands in its way. */
function contents(book, link) {
  const { hostname } = new URL(link);
  const isOwn = isOwnAddress(hostname);
  const code = isOwn ? undefined : codeOf(link);
  const note = noteOn(link, hostname, code);
  return [
    code ? drawn(book, link, code) : null,
    el("div", { class: "beside" },
      el("h2", { id: "hall-code-title" }, template(book, "hall.title")),
      code ? el("p", { class: "address", dir: "ltr" }, typedAddress(link)) : null,
      note ? el("p", { class: "note", role: "note" }, textNodes(book, note)) : null,
      isOwn ? null : copying(book, link)),
  ].filter((part) => part !== null);
}

/** What stands in the way of a scan.
    @returns {Text | undefined} */
function noteOn(link, host, code) {
  if (isOwnAddress(host)) return ["hall.own_address", { host }];
  if (!code) return ["hall.too_long", { length: link.length, most: MOST_BYTES }];
  return code.modules > DENSE ? ["hall.dense"] : undefined;
}

const drawn = (book, link, { side, path }) =>
  svg("svg", { class: "code", viewBox: `0 0 ${side} ${side}`, role: "img", "aria-label": plainText(book, ["hall.name", { link }]), "shape-rendering": "crispEdges" },
    svg("rect", { width: side, height: side, fill: "#fff" }), svg("path", { d: path, fill: "#000" }));

function copying(book, link) {
  const status = el("p", { class: "status", role: "status" });
  const field = el("input", { readonly: true, hidden: true, "aria-label": template(book, "hall.link") });
  const button = el("button", { type: "button", class: "copy" }, template(book, "hall.copy"));
  button.addEventListener("click", () => copyAddress(link, field, (key) => status.replaceChildren(...textNodes(book, [key]))));
  return [button, field, status];
}

/* The present scene into the lesson that the reader writes: by its button in the page's corner, which a key and a
   walk's menu press as well. */

const BUTTON = ".st-key-add_scene button";

function openAdding() {
  document.addEventListener("click", (event) => {
    const adding = new Event(ADDING, { cancelable: true });
    if (!(/** @type {Element} */ (event.target).closest(BUTTON)) || window.dispatchEvent(adding)) return;
    event.preventDefault();
    event.stopImmediatePropagation();
  }, true);
  return { down: () => /** @type {HTMLElement | null} */ (document.querySelector(BUTTON))?.click() };
}

/* A list keeps the keyboard once something is chosen from it with the pointer: the next arrow is meant for the walk that
   the choice brought. Who chose by keys goes on by keys; and who has looked at a lesson's scenes and pressed Escape goes
   on with the lesson. */

const CHOICE = "[data-testid=stSelectboxVirtualDropdown] [role=option]";
const SCENES = ".st-key-lesson_scene";

function letGoOfChosenLists() {
  document.addEventListener("click", ({ target, detail }) => {
    if (detail === 0 || !(/** @type {Element} */ (target).closest(CHOICE))) return;
    letGo();
  }, true);
  document.addEventListener("keydown", ({ key, target }) => {
    if (key === "Escape" && /** @type {Element} */ (target).closest?.(SCENES)) letGo();
  }, true);
}

function letGo() {
  setTimeout(() => /** @type {HTMLElement} */ (document.activeElement)?.blur());
}

/* A phone's menu lies over the page, and Streamlit leaves it open once it has led somewhere. */

const LINK = "[data-testid=stSidebarNavLink]";
const CLOSE = "[data-testid=stSidebarCollapseButton] button";
const PHONE = "(max-width: 700px)";

function closeMenuBehind() {
  document.addEventListener("click", ({ target }) => {
    if (/** @type {Element} */ (target).closest(LINK) && matchMedia(PHONE).matches)
      /** @type {HTMLElement | null} */ (document.querySelector(CLOSE))?.click();
  });
}
