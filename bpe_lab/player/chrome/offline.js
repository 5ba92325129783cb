/* The whole walk as one page that plays without a network: this very module's text, the styles,
   the recording and the reader's texts. What the page holds opens itself (`openOffline`), small or
   presented in a hall, as it was kept; the reader goes between both. */

import { makeBlank } from "./blank.js";
import { keyOf } from "./hall-keys.js";
import { openHall } from "./hall.js";
import { makeLaser } from "./laser.js";
import { PAGE_THEME } from "./page-theme.js";
import { PLAYER_IS_HERE } from "./player-is-here.js";
import { openBook, template } from "../core/book.js";
import { el, own, set } from "../core/dom.js";

const PAGE_IDS = { walk: "bpe-lab-walk", source: "bpe-lab-player" };

const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

const PAGE_STYLE = `${PAGE_THEME}
body { margin: 0; background: var(--st-background-color); }
main { max-width: 80rem; margin: 0 auto; padding: 0 clamp(1rem, 4vw, 3rem); box-sizing: border-box; }
nav { display: flex; justify-content: flex-end; max-width: 80rem; margin: 0 auto; padding: .25rem clamp(1rem, 4vw, 3rem); box-sizing: border-box; }
nav button { min-height: 1.75rem; padding: 0 .4rem; border: 0; border-radius: .25rem; background: none; color: var(--st-text-color); font: .875rem var(--st-font); cursor: pointer; opacity: .8; }
nav button:hover, nav button:focus-visible { opacity: 1; }
html[data-present] { font-size: clamp(14px, min(1.25vw, 2.22vh) * var(--type, 1), 60px); --st-background-color: #ffffff; }
@media (prefers-color-scheme: dark) { html[data-present] { --st-background-color: #05080c; } }
[data-present] main { max-width: none; padding: .5rem 3rem 0; }
[data-present] nav { position: absolute; top: .6rem; right: .5rem; padding: 0; }
@media (pointer: coarse) { nav button { min-width: 2.75rem; min-height: 2.75rem; } }
`;

export async function pageOf({ root, recording, data, walking }) {
  const source = await ownSource();
  const walk = { recording, text: data.text, lang: data.lang, file: data.file, present: data.present, step: walking.step };
  const styles = [...root.getRootNode().querySelectorAll("style:not([data-page])")].map((style) => style.textContent);
  const page = document.implementation.createHTMLDocument(document.title || "BPE Lab");
  const add = (place, name, attributes, text) => {
    const node = set(page.createElement(name), attributes);
    node.textContent = text ?? "";
    place.append(node);
  };
  page.head.replaceChildren();
  add(page.head, "meta", { charset: "utf-8" });
  add(page.head, "meta", { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY });
  add(page.head, "meta", { name: "viewport", content: "width=device-width, initial-scale=1" });
  add(page.head, "title", {}, document.title || "BPE Lab");
  add(page.head, "style", { "data-page": true }, PAGE_STYLE);
  for (const style of styles) add(page.head, "style", {}, closed(style));
  add(page.body, "main", {});
  add(page.body, "script", { type: "application/json", id: PAGE_IDS.walk }, JSON.stringify(walk).replace(/</g, "\\u003c"));
  add(page.body, "script", { type: "module", id: PAGE_IDS.source }, closed(source));
  set(page.documentElement, { lang: data.lang ?? "en" });
  return `<!DOCTYPE html>\n${page.documentElement.outerHTML}\n`;
}

/** Raw text that cannot end its element: neither code nor styles mean anything else by it. */
const closed = (text) => text.replace(/<(?=\/(?:script|style)|!--)/gi, "<\\");

/** This module as text: a kept page holds it, elsewhere the browser still has what it loaded. */
async function ownSource() {
  const element = document.getElementById(PAGE_IDS.source);
  return element ? element.textContent : (await fetch(import.meta.url)).text();
}

/** In a kept page, show the walk that it holds: at the address's step and in its mode, or else as it was kept. */
export function openOffline(mount) {
  const element = document.getElementById(PAGE_IDS.walk);
  if (!element && document.getElementById(PAGE_IDS.source)) window.dispatchEvent(new CustomEvent(PLAYER_IS_HERE, { detail: mount }));
  if (!element) return;
  const walk = JSON.parse(element.textContent);
  const asked = new URLSearchParams(location.search);
  const parentElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const mode = el("button", { type: "button" });
  document.body.prepend(el("nav", {}, mode));
  let presents = asked.has("mode") ? asked.get("mode") === MODES.present : Boolean(walk.present);
  const open = () => {
    set(document.documentElement, { "data-present": presents });
    nameMode(mode, walk.text, presents);
    mount({ data: { ...walk, present: presents, step: asked.has("step") ? stepIn(walk, asked.get("step")) : walk.step }, parentElement, setTriggerValue: change });
  };
  const toPlayer = () => /** @type {HTMLElement} */ (parentElement.querySelector(".player"))?.focus({ preventScroll: true });
  function change() {
    presents = !presents;
    writeMode(presents ? MODES.present : MODES.browse);
    open();
    toPlayer();
  }
  mode.addEventListener("click", change);
  const book = openBook({ tokens: [], goals: [] }, walk.text, walk.lang);
  openHall(() => presents, { blank: makeBlank(() => template(book, "player.blank"), keyOf("blank")), laser: makeLaser() });
  open();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", open);
  toPlayer();
}

/** The step that an address calls by its number. */
const stepIn = ({ recording }, number) => Number(number) + (recording.prelude ?? 0);

const MODES = { present: "present", browse: "browse" };

/** Presenting, a cross in the margin; else in words. */
function nameMode(button, text, presents) {
  const words = String(own(text ?? {}, presents ? "player.leave_present" : "player.present") ?? MODES[presents ? "browse" : "present"]);
  set(button, { title: words, "aria-label": words });
  button.textContent = presents ? "✕" : words;
}

/** The mode in the address, beside the step that the player writes. */
function writeMode(mode) {
  const asked = new URLSearchParams(location.search);
  asked.set("mode", mode);
  try {
    history.replaceState(history.state, "", `?${asked}${location.hash}`);
  } catch {
    // A sandboxed frame may have no address to write.
  }
}
