/* The whole walk as one page that plays without a network: this very module's text, the styles,
   the recording and the reader's texts. What the page holds opens itself (`openOffline`). */

import { set } from "../core/dom.js";

const PAGE_IDS = { walk: "bpe-lab-walk", source: "bpe-lab-player" };

const PAGE_POLICY =
  "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";

/** What the app's theme gives elsewhere, light or dark as the reader's system has it. */
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --st-background-color: #ffffff; --st-secondary-background-color: #f5f6f8; --st-text-color: #17202b;
  --st-border-color: #dce1e7; --st-primary-color: #334155;
  --st-font: "Source Sans 3", "Source Sans Pro", system-ui; --st-code-font: "Source Code Pro";
}
@media (prefers-color-scheme: dark) {
  :root {
    --st-background-color: #10151c; --st-secondary-background-color: #19202a; --st-text-color: #e8ecf1;
    --st-border-color: #2c3643; --st-primary-color: #d5dde7;
  }
}
body { margin: 0; background: var(--st-background-color); }
main { max-width: 80rem; margin: 0 auto; padding: 1rem clamp(1rem, 4vw, 3rem) 0; box-sizing: border-box; }
`;

export async function pageOf({ root, recording, data, walking }) {
  const source = await ownSource();
  const walk = { recording, text: data.text, lang: data.lang, present: false, step: walking.step };
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

/** In a kept page, show the walk that it holds, at the address's step or at the one it was kept at. */
export function openOffline(mount) {
  const element = document.getElementById(PAGE_IDS.walk);
  if (!element) return;
  const walk = JSON.parse(element.textContent);
  const step = new URLSearchParams(location.search).get("step");
  const parentElement = /** @type {HTMLElement} */ (document.querySelector("main"));
  const open = () => mount({ data: { ...walk, step: step ?? walk.step }, parentElement });
  open();
  matchMedia("(prefers-color-scheme: dark)").addEventListener("change", open);
  /** @type {HTMLElement} */ (parentElement.querySelector(".player"))?.focus({ preventScroll: true });
}
