/* The player in pages that are not the app's: kept as one file, in a frame, in a hand-out.
   First what the app's theme gives elsewhere, for a page without it: light or dark as `data-scheme` says, else as the
   reader's system has it, and on paper light. */

import { openBook, template } from "../core/book.js";
import { el, own, set } from "../core/dom.js";
import { hexOf } from "../core/theme.js";
import { keyOf, makeBlank, makeLaser, openHall } from "./hall.js";
import { sourceOf } from "./picture.js";

const DARK = `
    --st-background-color: #10151c; --st-secondary-background-color: #19202a; --st-text-color: #e8ecf1;
    --st-border-color: #2c3643; --st-primary-color: #d5dde7;`;

export const PAGE_THEME = `
:root {
  color-scheme: light dark;
  --st-background-color: #ffffff; --st-secondary-background-color: #f5f6f8; --st-text-color: #17202b;
  --st-border-color: #dce1e7; --st-primary-color: #334155;
  --st-font: "Source Sans 3", "Source Sans Pro", system-ui; --st-code-font: "Source Code Pro";
}
:root:is([data-printing], [data-scheme=light]) { color-scheme: light; }
:root[data-scheme=dark]:not([data-printing]) { color-scheme: dark; ${DARK} }
@media (prefers-color-scheme: dark) {
  :root:not([data-printing], [data-scheme]) { ${DARK} }
}`;

/* The whole walk as one page that plays without a network: this very module's text, the styles,
   the recording and the reader's texts, and where it is from. What the page holds opens itself (`openOffline`), small
   or presented in a hall, as it was kept; the reader goes between both. */

const PAGE_IDS = { walk: "bpe-lab-walk", source: "bpe-lab-player" };

const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

const PAGE_STYLE = `${PAGE_THEME}
html { font-size: max(100%, min(1.15vw, 2vh)); }
body { margin: 0; background: var(--st-background-color); }
nav, main, footer { padding: 0 clamp(1rem, 4vw, 3rem); box-sizing: border-box; }
nav { display: flex; justify-content: flex-end; padding-block: .25rem; }
footer { padding-block: .5rem; color: var(--st-text-color); font: .8125rem var(--st-font); opacity: .75; overflow-wrap: anywhere; }
footer a { color: inherit; text-decoration: none; }
footer a:hover { text-decoration: underline; }
nav button { min-height: 1.75rem; padding: 0 .4rem; border: 0; border-radius: .25rem; background: none; color: var(--st-text-color); font: .875rem var(--st-font); cursor: pointer; opacity: .8; }
nav button:hover, nav button:focus-visible { opacity: 1; }
html[data-present] { font-size: clamp(14px, min(1.25vw, 2.22vh) * var(--type, 1), 60px); --st-background-color: #ffffff; }
@media (prefers-color-scheme: dark) { html[data-present] { --st-background-color: #05080c; } }
[data-present] main { padding: .5rem 3rem 0; }
[data-present] footer { display: none; }
[data-present] nav { position: absolute; top: .6rem; right: .5rem; padding: 0; }
@media (pointer: coarse) { nav button { min-width: 2.75rem; min-height: 2.75rem; } }
`;

export async function pageOf(player) {
  const { root, recording, data, walking } = player;
  const source = await ownSource();
  const { line, address, link } = sourceOf(player);
  const walk = { recording, text: data.text, lang: data.lang, file: data.file, present: data.present, step: walking.step, origin: address };
  const styles = [...root.getRootNode().querySelectorAll("style:not([data-page])")].map((style) => style.textContent);
  const page = document.implementation.createHTMLDocument(document.title || "BPE Lab");
  const add = (place, name, attributes, text) => {
    const node = set(page.createElement(name), attributes);
    node.textContent = text ?? "";
    place.append(node);
    return node;
  };
  page.head.replaceChildren();
  add(page.head, "meta", { charset: "utf-8" });
  add(page.head, "meta", { "http-equiv": "Content-Security-Policy", content: PAGE_POLICY });
  add(page.head, "meta", { name: "viewport", content: "width=device-width, initial-scale=1" });
  add(page.head, "title", {}, document.title || "BPE Lab");
  add(page.head, "style", { "data-page": true }, PAGE_STYLE);
  for (const style of styles) add(page.head, "style", {}, closed(style));
  add(page.body, "main", {});
  const footer = add(page.body, "footer", {}, link ? "" : line);
  if (link) add(footer, "a", { href: link }, line);
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
  const query = new URLSearchParams(location.search);
  const parentElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const mode = el("button", { type: "button" });
  document.body.prepend(el("nav", {}, mode));
  let presents = query.has("mode") ? query.get("mode") === MODES.present : Boolean(walk.present);
  const open = () => {
    set(document.documentElement, { "data-present": presents });
    nameMode(mode, walk.text, presents);
    mount({ data: { ...walk, present: presents, step: query.has("step") ? stepIn(walk, query.get("step")) : walk.step }, parentElement, setTriggerValue: change });
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
  const query = new URLSearchParams(location.search);
  query.set("mode", mode);
  try {
    history.replaceState(history.state, "", `?${query}${location.hash}`);
  } catch {
    // A sandboxed frame may have no address to write.
  }
}

/* A walk in a frame of another page, such as a notebook's cell: as dark as what stands around the frame, as high as
   it needs, and without the keyboard until somebody goes there. */

const WALK = "bpe-lab-framed";
const DARKER = 128; // of 255
const LATE = 400; // ms after which a notebook has drawn its new theme
const BORDER = 2; // px, above and below

const FRAME_STYLE = `${PAGE_THEME}
html { font-size: 15px; }
body { margin: 0; background: var(--st-background-color); overflow-x: hidden; }
main { padding: 0 1rem; box-sizing: border-box; }`;

/** @param {(page: {data: any, parentElement: Element}) => void} mount */
export function openFramed(mount) {
  const element = document.getElementById(WALK);
  if (!element) return;
  const walk = JSON.parse(/** @type {string} */ (element.textContent));
  const parentElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const frame = frameAround();
  document.head.prepend(el("style", { "data-page": true }, FRAME_STYLE));
  const draw = () => {
    set(document.documentElement, { "data-scheme": frame && schemeAround(frame) });
    mount({ data: { ...walk, among: true, present: false }, parentElement });
  };
  draw();
  watchScheme(frame, draw);
  if (frame) growWith(frame, parentElement);
}

/** The element that holds this page; none where the browser keeps both apart. */
function frameAround() {
  try {
    return /** @type {HTMLElement | null} */ (window.frameElement);
  } catch {
    return null;
  }
}

/** By what the page around draws behind the frame; where it draws nothing, as in VS Code, by the color of its words.
    @param {HTMLElement} frame */
function schemeAround(frame) {
  for (let node = frame.parentElement; node; node = node.parentElement) {
    const { alpha, light } = hexOf(getComputedStyle(node).backgroundColor);
    if (alpha > 0.5) return light < DARKER ? "dark" : "light";
  }
  const words = getComputedStyle(/** @type {Element} */ (frame.parentElement)).color;
  return hexOf(words).light < DARKER ? "light" : "dark";
}

/** Draw anew when the system or the page around goes from light to dark.
    @param {HTMLElement | null} frame
    @param {() => void} draw */
function watchScheme(frame, draw) {
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", draw);
  if (!frame) return;
  const page = frame.ownerDocument;
  const watcher = new MutationObserver(() => {
    draw();
    setTimeout(draw, LATE);
  });
  for (const node of [page.documentElement, page.body]) watcher.observe(node, { attributes: true });
}

/** The frame is as high as what it holds. What to do where nothing is drawn, which it covers, nobody has to hear.
    @param {HTMLElement} frame
    @param {HTMLElement} content */
function growWith(frame, content) {
  frame.parentElement?.querySelector("small")?.remove();
  const grow = () => (frame.style.height = `${Math.ceil(content.getBoundingClientRect().height) + BORDER}px`);
  new ResizeObserver(grow).observe(content);
  grow();
}

export const PLAYER_IS_HERE = "bpe-lab:player-is-here";
