/* A code to scan, with what one needs besides: of the present moment over the whole window, or of a page that the
   present one names, where it has left room for it. */

/** @import { Text } from "../../../bpe_lab/player/core/types.js" */

import { MOST_BYTES, codeOf } from "./drawing.js";
import { isOwnAddress, momentLink, typedAddress } from "./link.js";
import { WANTED, copyAddress } from "../../../bpe_lab/player/chrome/address.js";
import { makeCover } from "../../../bpe_lab/player/chrome/hall.js";
import { plainText, template, textNodes } from "../../../bpe_lab/player/core/book.js";
import { el, set, svg } from "../../../bpe_lab/player/core/dom.js";
import { hexOf } from "../../../bpe_lab/player/core/theme.js";
import styles from "./code.css";

const DENSE = 65; // modules a side: a larger code is hard to scan from afar
/** A clicker has no Escape: its keys take the code away, and the walk stands where it stood. */
const CLICKED = ["pagedown", "pageup"];

/** @param {() => any} bookNow
    @param {(key: string) => boolean} isItsKey */
export function makeCode(bookNow, isItsKey) {
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
export function drawCodes(bookNow) {
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
const isDark = () => hexOf(getComputedStyle(document.querySelector("[data-testid=stApp]") ?? document.body).backgroundColor).light < 128;

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
