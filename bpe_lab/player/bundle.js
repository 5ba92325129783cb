/* Generated from the modules in core/, widgets/ and chrome/: edit those, then run 'python -m scripts.javascript'. */

// bpe_lab/player/core/mounted.js
var decoder = new TextDecoder();
var read = (sent) => sent instanceof Uint8Array ? JSON.parse(decoder.decode(sent)) : sent;
function mounting(make, connect2 = () => {
}) {
  const standing = /* @__PURE__ */ new WeakMap();
  return (page) => {
    const { parentElement: element } = page;
    const data = page.data && read(page.data);
    const mount2 = { one: standing.get(element)?.one ?? make(page, data) };
    standing.set(element, mount2);
    connect2(mount2.one, page);
    if (data) mount2.one.open(data);
    return () => {
      if (standing.get(element) !== mount2) return;
      mount2.one.close();
      standing.delete(element);
    };
  };
}

// bpe_lab/player/chrome/page-theme.js
var DARK = `
    --st-background-color: #10151c; --st-secondary-background-color: #19202a; --st-text-color: #e8ecf1;
    --st-border-color: #2c3643; --st-primary-color: #d5dde7;`;
var PAGE_THEME = `
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

// bpe_lab/player/core/motion.js
var lessMotion = matchMedia("(prefers-reduced-motion: reduce)");
var isCalm = (still) => still || lessMotion.matches;
var TIME = { page: 200, present: 450 };
var EASE = "cubic-bezier(.4, 0, .2, 1)";
var FARTHEST = 12;
var time = TIME.page;
var running = /* @__PURE__ */ new Set();
var timeOf = (speed, present) => TIME[present ? "present" : "page"] / speed;
function begin(pace, still) {
  time = pace;
  if (!still) return;
  for (const animation of running) animation.finish();
  running.clear();
}
function move(node, frames) {
  const animation = node.animate(frames, { duration: time, easing: EASE });
  running.add(animation);
  animation.finished.then(() => running.delete(animation), () => running.delete(animation));
  return animation;
}
var flash = (node) => move(node, [{ opacity: 0.3 }, { opacity: 1 }]);
var fadeIn = (node) => move(node, [{ opacity: 0 }, { opacity: 1 }]);
function fadeOut(node, end) {
  node.setAttribute("aria-hidden", "true");
  move(node, [{}, { opacity: 0, ...end }]).onfinish = () => node.remove();
}
function moveRows(before, rows) {
  rows.slice(0, FARTHEST).forEach(([key, node], index) => {
    const old = before.get(key);
    if (old === index) return;
    if (old === void 0 || old > FARTHEST) fadeIn(node);
    else move(node, [{ translate: `0 ${(old - index) * 100}%` }, { translate: "none" }]);
  });
}
var placesOfRows = (keys) => new Map(keys.map((key, index) => [key, index]));

// bpe_lab/player/core/dom.js
var SVG_NAMESPACE = "http://www.w3.org/2000/svg";
var el = (tag, attributes, ...children) => grow(document.createElement(tag), attributes, children);
var svg = (tag, attributes, ...children) => grow(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);
function grow(node, attributes, children) {
  set(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  return node;
}
function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) node.removeAttribute(name);
    else write(node, name, value === true ? "" : String(value));
  }
  return node;
}
function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}
var own = (object, key) => Object.hasOwn(object, key) ? object[key] : void 0;
var remSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;
var inUnits = (pixels) => pixels / remSize() * 16;
var unitsWide = (node) => inUnits(node.clientWidth);
var fullRoom = (node) => inUnits(parseFloat(getComputedStyle(node).getPropertyValue("--full-room"))) || void 0;
function arrange(node, wanted) {
  const keep = new Set(wanted);
  for (const child of [...node.children]) if (!keep.has(child)) child.remove();
  let here = node.firstElementChild;
  for (const child of wanted) {
    if (here && here !== child && here.nextElementSibling === child) here.remove();
    else if (here !== child) {
      node.insertBefore(child, here);
      continue;
    }
    here = child.nextElementSibling;
  }
}
function become(node, wanted) {
  wanted.forEach((child, index) => {
    const old = node.childNodes[index];
    if (old) renew(old, typeof child === "string" ? document.createTextNode(child) : child);
    else node.append(child);
  });
  while (node.childNodes.length > wanted.length) node.lastChild.remove();
}
function renew(old, wanted) {
  if (old.isEqualNode(wanted)) return;
  if (!isAlike(old, wanted)) return void old.replaceWith(wanted);
  if (old.nodeType === Node.TEXT_NODE) return void (old.data = wanted.data);
  for (const name of old.getAttributeNames()) if (!wanted.hasAttribute(name)) old.removeAttribute(name);
  for (const name of wanted.getAttributeNames()) write(old, name, wanted.getAttribute(name));
  become(old, [...wanted.childNodes]);
}
var isAlike = (old, wanted) => old.nodeName === wanted.nodeName && old.style?.cssText === wanted.style?.cssText;
function reveal(box, span, still) {
  requestAnimationFrame(() => {
    const { scrollTop, clientHeight, scrollHeight } = box;
    if (scrollHeight <= clientHeight) return;
    const [top, bottom] = span();
    const wanted = top < scrollTop ? top : bottom > scrollTop + clientHeight ? bottom - clientHeight : scrollTop;
    if (wanted !== scrollTop) box.scrollTo({ top: wanted, behavior: isCalm(still) ? "instant" : "smooth" });
  });
}
function markedEdges(box) {
  const mark2 = () => {
    const { scrollTop, clientHeight, scrollHeight, scrollLeft, clientWidth, scrollWidth } = box;
    set(box, { "data-above": scrollTop > 1, "data-below": scrollTop + clientHeight < scrollHeight - 1 });
    set(box, { "data-onward": scrollLeft + clientWidth < scrollWidth - 1 });
  };
  box.addEventListener("scroll", mark2, { passive: true });
  return () => requestAnimationFrame(mark2);
}

// bpe_lab/player/core/theme.js
var pen;
function hexOf(colour) {
  pen ??= set(document.createElement("canvas"), { width: 1, height: 1 }).getContext("2d", { willReadFrequently: true });
  pen.clearRect(0, 0, 1, 1);
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue, alpha] = pen.getImageData(0, 0, 1, 1).data;
  const hex = `#${[red, green, blue].map((part) => part.toString(16).padStart(2, "0")).join("")}`;
  return { hex, alpha: Math.round(alpha / 255 * 1e3) / 1e3, light: 0.2126 * red + 0.7152 * green + 0.0722 * blue };
}
function isDark(node) {
  const colour = getComputedStyle(node).getPropertyValue("--st-background-color").trim();
  return colour !== "" && hexOf(colour).light < 128;
}
var NARROW = 42;
var MEDIUM = 62;
var UNFOLDED = 68;
function sizeName(node) {
  const width = node.clientWidth / remSize();
  return width < NARROW ? "narrow" : width < MEDIUM ? "medium" : "wide";
}
var isFolded = (node) => node.clientWidth / remSize() < UNFOLDED;

// bpe_lab/player/chrome/framed.js
var WALK = "bpe-lab-framed";
var DARKER = 128;
var LATE = 400;
var BORDER = 2;
var FRAME_STYLE = `${PAGE_THEME}
html { font-size: 15px; }
body { margin: 0; background: var(--st-background-color); overflow-x: hidden; }
main { padding: 0 1rem; box-sizing: border-box; }`;
function openFramed(mount2) {
  const element = document.getElementById(WALK);
  if (!element) return;
  const walk = JSON.parse(
    /** @type {string} */
    element.textContent
  );
  const parentElement = (
    /** @type {HTMLElement} */
    document.querySelector("main")
  );
  const frame = frameAround();
  document.head.prepend(el("style", { "data-page": true }, FRAME_STYLE));
  const draw = () => {
    set(document.documentElement, { "data-scheme": frame && schemeAround(frame) });
    mount2({ data: { ...walk, among: true, present: false }, parentElement });
  };
  draw();
  watchScheme(frame, draw);
  if (frame) growWith(frame, parentElement);
}
function frameAround() {
  try {
    return (
      /** @type {HTMLElement | null} */
      window.frameElement
    );
  } catch {
    return null;
  }
}
function schemeAround(frame) {
  for (let node = frame.parentElement; node; node = node.parentElement) {
    const { alpha, light } = hexOf(getComputedStyle(node).backgroundColor);
    if (alpha > 0.5) return light < DARKER ? "dark" : "light";
  }
  const words2 = getComputedStyle(
    /** @type {Element} */
    frame.parentElement
  ).color;
  return hexOf(words2).light < DARKER ? "light" : "dark";
}
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
function growWith(frame, content) {
  frame.parentElement?.querySelector("small")?.remove();
  const grow2 = () => frame.style.height = `${Math.ceil(content.getBoundingClientRect().height) + BORDER}px`;
  new ResizeObserver(grow2).observe(content);
  grow2();
}

// bpe_lab/player/chrome/cover.js
var COVERED = "bpe-lab:covered";
var isCovered = false;
function tell(covered) {
  isCovered = covered;
  window.dispatchEvent(new CustomEvent(COVERED, { detail: covered }));
}
function makeCover(node, closes, gone) {
  function onKey(event) {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    event.stopImmediatePropagation();
    if (event.key !== "Escape" && !closes(event.key.toLowerCase())) return;
    event.preventDefault();
    if (!event.repeat) close();
  }
  function close() {
    if (!node.isConnected) return;
    window.removeEventListener("keydown", onKey, true);
    node.close();
    node.remove();
    gone?.();
    tell(false);
  }
  node.addEventListener("close", () => node.open || close());
  return {
    close,
    open() {
      if (isCovered) return;
      tell(true);
      document.body.append(node);
      node.showModal();
      window.addEventListener("keydown", onKey, true);
    }
  };
}

// bpe_lab/player/chrome/blank.js
var BLACK = "position:fixed;inset:0;width:100vw;height:100vh;max-width:none;max-height:none;margin:0;padding:0;border:0;outline:0;background:#000;cursor:none";
function makeBlank(words2, closes) {
  const { style } = document.documentElement;
  const node = (
    /** @type {HTMLDialogElement} */
    el("dialog", { class: "hall-blank", style: BLACK, tabindex: -1 })
  );
  const cover = makeCover(node, closes, () => style.removeProperty("scrollbar-color"));
  node.addEventListener("click", cover.close);
  return {
    down() {
      node.ariaLabel = words2();
      cover.open();
      style.setProperty("scrollbar-color", "#000 #000");
      node.focus();
    }
  };
}

// bpe_lab/player/chrome/hall-keys.js
var TOOLS = /* @__PURE__ */ new Map([[".", "blank"], ["。", "blank"], ["．", "blank"], ["b", "blank"], ["l", "laser"], ["s", "code"], ["a", "add"]]);
function toolOf({ key, ctrlKey, metaKey, altKey, isComposing }) {
  return ctrlKey || metaKey || altKey || isComposing ? void 0 : TOOLS.get(key.toLowerCase());
}
var keyOf = (tool) => (key) => TOOLS.get(key) === tool;

// bpe_lab/player/chrome/keys.js
function keyAction(event) {
  const { key, shiftKey, target } = event;
  const typed = event.getModifierState?.("AltGraph");
  if (!typed && (event.ctrlKey || event.altKey || event.metaKey)) return void 0;
  if (key === "Escape") return "escape";
  if (target.closest?.("input:not([type=checkbox])")) return void 0;
  if (key === " ") return target.closest?.("button, input") ? void 0 : "play";
  if (key === "ArrowLeft") return shiftKey ? "group_back" : "back";
  if (key === "ArrowRight") return shiftKey ? "group_forward" : "forward";
  if (key.toLowerCase() === "n") return shiftKey ? "previous_place" : "next_place";
  const onSlider = target.getAttribute?.("role") === "slider";
  return own(PLAIN_KEYS, key.toLowerCase()) ?? (onSlider ? own(SLIDER_KEYS, key) : void 0);
}
var SLIDER_KEYS = { ArrowUp: "forward", ArrowDown: "back" };
var PLAIN_KEYS = {
  home: "first",
  end: "last",
  pageup: "page_back",
  pagedown: "page_forward",
  "+": "faster",
  "=": "faster",
  "-": "slower",
  "−": "slower",
  f: "full",
  g: "unit",
  i: "inputs",
  q: "asking",
  h: "help",
  "?": "help",
  "？": "help",
  "[": "previous_mark",
  "【": "previous_mark",
  "]": "next_mark",
  "】": "next_mark"
};
function focusIsAround(root) {
  const host = root.getRootNode().host ?? root;
  const focused = document.activeElement;
  return !focused || focused !== host && focused.contains(host);
}
var WAYS = "a, [aria-haspopup=menu][aria-expanded=false]";
var focusRests = (root) => focusIsAround(root) || Boolean(document.activeElement?.matches(WAYS));
var isWalkKey = ({ key }) => ["ArrowLeft", "ArrowRight", "q"].includes(key.length === 1 ? key.toLowerCase() : key);

// bpe_lab/player/chrome/hall.js
var SHOW_CODE = "bpe-lab:show-code";
var ADD_SCENE = "bpe-lab:add-scene";
var ADDING = "bpe-lab:adding";
var FIELDS = "textarea, select, [contenteditable], input:not([type=checkbox], [type=radio], [type=range], [type=button])";
var WALK2 = ".player:not([data-board], [data-lettered])";
var PAGE = "[data-testid=stMainBlockContainer]";
var QUESTION = ".asking-veil";
function openHall(presents, tools) {
  document.documentElement.dataset.hall = Object.keys(tools).join(" ");
  window.addEventListener("keydown", (event) => {
    const tool = own(tools, toolOf(event) ?? "");
    const path = event.composedPath();
    const [target] = (
      /** @type {Element[]} */
      path
    );
    if (!tool || event.defaultPrevented || event.repeat || target.matches?.(FIELDS)) return;
    const isInWalk = path.some((node) => (
      /** @type {Element} */
      node.matches?.(WALK2)
    ));
    if (presents() || isInWalk || tool === tools.add && addsFromHere()) tool.down();
  });
  window.addEventListener("keyup", (event) => own(tools, toolOf(event) ?? "")?.up?.());
}
function addsFromHere() {
  const page = document.querySelector(PAGE);
  return Boolean(page) && focusRests(page) && !document.querySelector(QUESTION);
}
var hasTool = (tool) => (document.documentElement.dataset.hall ?? "").split(" ").includes(tool);

// bpe_lab/player/chrome/laser.js
var LAYER = "position:fixed;inset:0;width:auto;height:auto;margin:0;padding:0;border:0;background:none;overflow:hidden;pointer-events:none";
var SPOT = "position:absolute;top:-.6rem;left:-.6rem;width:1.2rem;height:1.2rem;border-radius:50%;background:#f00;box-shadow:0 0 0 .12rem #fff,0 0 0 .2rem #000,0 0 1rem .5rem rgb(255 0 0/.55);will-change:translate;";
var TRAIL = [60, 120, 180];
var trailing = (delay, index) => el("div", { style: `${SPOT}box-shadow:none;opacity:${0.45 - index * 0.12};transition:translate ${delay}ms linear` });
function makeLaser() {
  const spot = el("div", { style: SPOT });
  const trail = TRAIL.map(trailing).reverse();
  const layer2 = el("div", { class: "hall-laser", style: LAYER, popover: "manual", "aria-hidden": "true" }, trail, spot);
  let point = null;
  function draw() {
    if (!layer2.isConnected || !point) return;
    const [x2, y] = point;
    for (const each of [...trail, spot]) each.style.translate = `${x2}px ${y}px`;
    if (!layer2.matches(":popover-open")) layer2.showPopover();
  }
  function off() {
    layer2.remove();
  }
  window.addEventListener("pointermove", ({ clientX, clientY, pointerType }) => {
    if (pointerType === "touch") return;
    point = [clientX, clientY];
    draw();
  }, { passive: true, capture: true });
  window.addEventListener("blur", off);
  return {
    down() {
      for (const each of trail) each.hidden = isCalm(false);
      document.body.append(layer2);
      draw();
    },
    up: off
  };
}

// bpe_lab/player/chrome/player-is-here.js
var PLAYER_IS_HERE = "bpe-lab:player-is-here";

// bpe_lab/player/core/spacing.js
function spacingOf(text) {
  const [wide, narrow, stops] = ["wide", "narrow", "stops"].map((name) => own(text, `player.spacing.${name}`));
  if (!wide) return null;
  return {
    none: new RegExp(`^(?:[${wide}${stops}][${wide}${stops}]|[${stops}].|.[${stops}])$`, "u"),
    one: new RegExp(`^(?:[${wide}][${narrow}]|[${narrow}%‰][${wide}])$`, "u")
  };
}
function spaced(spacing, pieces2) {
  const full = Array.from(pieces2).filter((piece) => piece.length);
  if (!spacing) return full;
  for (let index = 1; index < full.length; index += 1) {
    const joint = between(spacing, full[index - 1], full[index]);
    if (joint === null) continue;
    full[index - 1] = cut(full[index - 1], / +$/, "", joint);
    full[index] = cut(full[index], /^ +/, typeof full[index - 1] === "string" ? "" : joint, "");
  }
  return full;
}
function between({ none, one }, before, after) {
  const [left, right] = [lettersOf(before, -1).trimEnd(), lettersOf(after, 0).trimStart()];
  if (!left || !right) return null;
  const ends = Array.from(left).at(-1) + Array.from(right)[0];
  return none.test(ends) ? "" : one.test(ends) ? " " : null;
}
function lettersOf(piece, at) {
  const letters2 = typeof piece === "string" ? piece : piece.at(at);
  return typeof letters2 === "string" ? letters2 : "";
}
var cut = (piece, spaces, before, after) => typeof piece === "string" ? before + piece.replace(spaces, "") + after : piece;

// bpe_lab/player/core/terms.js
var MARK = /\[\[(\w+)\|([^\]|]+)\]\]/;
var MARKS = new RegExp(MARK, "g");
var unmarked = (words2) => words2.includes("[[") ? words2.replaceAll(MARKS, "$2") : words2;
function splitMarks(texts) {
  const marked = Object.entries(texts).filter(([, words2]) => String(words2).includes("[["));
  const read2 = marked.map(([key, words2]) => [key, unmarked(words2)]);
  return { text: { ...texts, ...Object.fromEntries(read2) }, marked: Object.fromEntries(marked) };
}
function termNodes(book, words2) {
  if (!words2.includes("[[")) return [document.createTextNode(words2)];
  const parts = words2.split(MARK);
  const nodes = [];
  for (let index = 0; index < parts.length; index += 3) {
    const [before, key, term] = parts.slice(index);
    if (before) nodes.push(document.createTextNode(before));
    if (key) nodes.push(own(book.text, `term.${key}.meaning`) ? button(key, term) : document.createTextNode(term));
  }
  return nodes;
}
var button = (key, words2) => el("span", { class: "term", role: "button", tabindex: "0", "aria-expanded": "false", "data-term": key }, words2);

// bpe_lab/player/core/book.js
var NO_TOKEN = { id: -1, kind: "byte", parts: [["name", "?"]], width: 1 };
var NEWLINES = /* @__PURE__ */ new Set(["\n", "⏎", "↵", "␊"]);
function openBook(recording, text, lang, present) {
  const locale = lang ?? "en";
  const format = new Intl.NumberFormat(locale, { maximumFractionDigits: 6 });
  const plurals = new Intl.PluralRules(locale);
  return { tokens: recording.tokens, goals: recording.goals, ...splitMarks(text ?? {}), present: Boolean(present), format, plurals, numerals: /* @__PURE__ */ new Map(), spacing: spacingOf(text ?? {}) };
}
var tokenAt = (book, index) => book.tokens[index] ?? NO_TOKEN;
function numeral({ format, numerals }, number) {
  let words2 = numerals.get(number);
  if (words2 === void 0) numerals.set(number, words2 = format.format(number).replace("-", "−"));
  return words2;
}
var figure = (book, value) => typeof value === "number" ? numeral(book, value) : String(value);
var signed = (book, number) => number > 0 ? `+${numeral(book, number)}` : number ? numeral(book, number) : "";
var template = (book, key) => String(own(book.text, key) ?? key);
var spelled = (book, index) => spelledOut(book, tokenAt(book, index));
var spelledOut = (book, token) => token.parts.map((part) => partName(book, part)).join("");
function partName(book, [kind, text]) {
  if (kind === "space") return `[${template(book, "player.space")}]`;
  return kind === "name" && NEWLINES.has(String(text)) ? `[${template(book, "player.newline")}]` : isolated(text);
}
var RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]|[\ud802\ud803\ud83a\ud83b]/;
var isolated = (text) => RIGHT_TO_LEFT.test(text) ? `⁨${text}⁩` : String(text);

// bpe_lab/player/chrome/offline.js
var PAGE_IDS = { walk: "bpe-lab-walk", source: "bpe-lab-player" };
var PAGE_POLICY = "default-src 'none'; script-src 'unsafe-inline'; style-src 'unsafe-inline'; img-src data: blob:; base-uri 'none'; form-action 'none'";
var PAGE_STYLE = `${PAGE_THEME}
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
async function pageOf({ root, recording, data, walking }) {
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
  return `<!DOCTYPE html>
${page.documentElement.outerHTML}
`;
}
var closed = (text) => text.replace(/<(?=\/(?:script|style)|!--)/gi, "<\\");
async function ownSource() {
  const element = document.getElementById(PAGE_IDS.source);
  return element ? element.textContent : (await fetch(import.meta.url)).text();
}
function openOffline(mount2) {
  const element = document.getElementById(PAGE_IDS.walk);
  if (!element && document.getElementById(PAGE_IDS.source)) window.dispatchEvent(new CustomEvent(PLAYER_IS_HERE, { detail: mount2 }));
  if (!element) return;
  const walk = JSON.parse(element.textContent);
  const asked = new URLSearchParams(location.search);
  const parentElement = (
    /** @type {HTMLElement} */
    document.querySelector("main")
  );
  const mode = el("button", { type: "button" });
  document.body.prepend(el("nav", {}, mode));
  let presents = asked.has("mode") ? asked.get("mode") === MODES.present : Boolean(walk.present);
  const open = () => {
    set(document.documentElement, { "data-present": presents });
    nameMode(mode, walk.text, presents);
    mount2({ data: { ...walk, present: presents, step: asked.has("step") ? stepIn(walk, asked.get("step")) : walk.step }, parentElement, setTriggerValue: change });
  };
  const toPlayer = () => (
    /** @type {HTMLElement} */
    parentElement.querySelector(".player")?.focus({ preventScroll: true })
  );
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
var stepIn = ({ recording }, number) => Number(number) + (recording.prelude ?? 0);
var MODES = { present: "present", browse: "browse" };
function nameMode(button2, text, presents) {
  const words2 = String(own(text ?? {}, presents ? "player.leave_present" : "player.present") ?? MODES[presents ? "browse" : "present"]);
  set(button2, { title: words2, "aria-label": words2 });
  button2.textContent = presents ? "✕" : words2;
}
function writeMode(mode) {
  const asked = new URLSearchParams(location.search);
  asked.set("mode", mode);
  try {
    history.replaceState(history.state, "", `?${asked}${location.hash}`);
  } catch {
  }
}

// bpe_lab/player/chrome/beyond.js
var BEYOND = "bpe-lab:beyond";
var goBeyond = (way, scene) => void window.dispatchEvent(new CustomEvent(BEYOND, { detail: { way, scene } }));
var STEPPED = "bpe-lab:stepped";

// bpe_lab/player/chrome/pace.js
var SPEEDS = [0.5, 1, 2, 4];
var STEP_TIME = 1600;
var HURRY = 3;
var Pace = class {
  /** Milliseconds a step, at speed 1. */
  each = STEP_TIME;
  speed = 1;
  playing = false;
  /** Whether playing waits, as something covers the page. */
  held = false;
  /** @param {() => boolean} move  makes a move, and says whether another one is to follow
      @param {() => boolean} hurries  whether moves follow each other quickly here */
  constructor(move2, hurries) {
    this.move = move2;
    this.hurries = hurries;
  }
  start() {
    this.playing = true;
    this.schedule();
  }
  stop() {
    this.playing = false;
    clearTimeout(this.timer);
  }
  hold(held) {
    this.held = held;
    this.schedule();
  }
  /** @param {number} speed  one of ``SPEEDS`` */
  change(speed) {
    this.speed = speed;
    this.schedule();
  }
  schedule() {
    clearTimeout(this.timer);
    if (!this.playing || this.held) return;
    const time2 = this.each / this.speed / (this.hurries() ? HURRY : 1);
    this.timer = setTimeout(() => this.move() && this.schedule(), time2);
  }
};

// bpe_lab/player/chrome/actions.js
var CHOICES = ["a", "b", "c", "d", "e"];
var PACE = /* @__PURE__ */ new Set(["faster", "slower"]);
var ON_BOARDS = /* @__PURE__ */ new Set(["full", "inputs", "help"]);
function makeActions(player) {
  const { walking } = player;
  const beyond = (way) => goBeyond(way, walking.scene?.name);
  const byHand = (move2) => () => {
    walking.pause();
    move2();
  };
  const ahead = (move2) => byHand(() => walking.isAsking() || move2());
  return {
    back: byHand(() => walking.back(walking.byGroup)),
    forward: byHand(() => walking.forward(walking.byGroup)),
    page_back: () => walking.isBeforeAll ? beyond("back") : walking.pageBack(),
    page_forward: () => walking.isDone ? beyond("next") : walking.pageForward(),
    page_group_forward: byHand(() => walking.isDone ? beyond("next") : walking.forward(true)),
    start: byHand(() => walking.go(walking.routes.start)),
    first: byHand(() => walking.go(0)),
    last: ahead(() => walking.go(walking.routes.last)),
    group_back: byHand(() => walking.back(true)),
    group_forward: byHand(() => walking.forward(true)),
    previous_mark: byHand(() => walking.to(walking.routes.previousMarked(walking.step, walking.stops))),
    next_mark: ahead(() => walking.to(walking.routes.nextMarked(walking.step, walking.stops))),
    previous_place: byHand(() => walking.to(walking.routes.previousPlace(walking.step))),
    next_place: byHand(() => walking.nextPlace()),
    by_step: () => walking.moveBy(false),
    by_group: () => walking.moveBy(true),
    unit: () => walking.moveBy(!walking.byGroup),
    asking: () => walking.toggleAsking(),
    full: () => player.view.full.toggle(),
    help: byHand(() => player.view.help.open()),
    inputs: () => player.data.present && player.sheet.open(),
    leave: () => player.leave?.(),
    play: () => walking.playing ? walking.pause() : walking.play(),
    faster: () => walking.setSpeed(Math.min(SPEEDS.length - 1, SPEEDS.indexOf(walking.speed) + 1)),
    slower: () => walking.setSpeed(Math.max(0, SPEEDS.indexOf(walking.speed) - 1)),
    speed: () => walking.setSpeed((SPEEDS.indexOf(walking.speed) + 1) % SPEEDS.length)
  };
}
function choiceOf({ root, walking: { answering, exercise } }, { key, ctrlKey, altKey, metaKey }) {
  const index = CHOICES.indexOf(key.toLowerCase());
  if (index < 0 || ctrlKey || altKey || metaKey) return null;
  if (!answering.question?.choices) return exercise && index === 0 ? () => {
  } : null;
  const button2 = answering.isSettled ? null : root.querySelector(`.answer-choice-${index}`);
  return () => button2?.click();
}
var OWN_ENTER = "a, button, input, summary, [role=slider]";
var OPEN_ANSWERS = ".answers:not(.result, [hidden])";
var LEADS_ON = [
  `${OPEN_ANSWERS} .answer-onward:not([data-out])`,
  `${OPEN_ANSWERS} .answer-check:not([disabled])`,
  ".said[data-exercise]:not(.sizer) > .reveal:not([hidden])",
  ".result:not([hidden]) > [data-leads]"
].join();
function onwardOf({ root }, { key, target, isComposing, ctrlKey, altKey, metaKey }) {
  if (key !== "Enter" || isComposing || ctrlKey || altKey || metaKey || target.closest?.(OWN_ENTER)) return null;
  const button2 = root.querySelector(LEADS_ON);
  return button2 && (() => button2.click());
}
var CLICKED = { back: "page_back", forward: "page_forward", group_forward: "page_group_forward" };
function actionOf(player, event) {
  const { actions, data, isBoard, layers, presents, recording, view } = player;
  const name = isBoard && !presents ? void 0 : keyAction(event);
  if (name === "escape") return layers.any() ? layers.closeLast : data.present && actions.leave;
  if (!recording) return void 0;
  const answer = choiceOf(player, event) ?? onwardOf(player, event);
  if (answer) return answer;
  if (!name) return void 0;
  if (name === "asking" && !player.walking.canAsk) return void 0;
  if (PACE.has(name) && player.walking.answering.question) return void 0;
  if (view.help?.isOpen()) return name === "help" ? layers.closeLast : void 0;
  if (isBoard) return ON_BOARDS.has(name) ? actions[name] : void 0;
  return actions[(player.walking.scene && own(CLICKED, name)) ?? name];
}
function takeBoardKey({ data, layers, recording, root, view }, event) {
  if (!recording || event.defaultPrevented || event.composedPath()[0].matches?.(FIELDS)) return;
  const name = keyAction(event);
  if (name === "full" && (data.present || root.matches(":hover"))) view.full.toggle();
  else if (name === "escape" && layers.any()) layers.closeLast();
  else return;
  event.preventDefault();
}

// bpe_lab/player/chrome/address.js
var ADDRESS_DELAYS = [250, 1200];
var WRITTEN = "bpe-lab:address-written";
var WANTED = "bpe-lab:address-wanted";
var OCCASIONS = [WRITTEN, WANTED];
function addressWith(search, step, start) {
  const others = search.replace(/^\?/, "").split("&").filter((pair) => pair && !/^step(=|$)/.test(pair));
  const pairs = step === start ? others : [...others, `step=${step}`];
  return pairs.length ? `?${pairs.join("&")}` : "";
}
function addressWriter() {
  let timers = [];
  let here = { step: 0, start: 0, path: "" };
  const again = () => location.pathname === here.path && writeAddress(here.step, here.start);
  const cancel = () => {
    timers.forEach(clearTimeout);
    for (const name of OCCASIONS) window.removeEventListener(name, again);
  };
  const write2 = (step, start) => {
    cancel();
    here = { ...here, step, start };
    for (const name of OCCASIONS) window.addEventListener(name, again);
    timers = ADDRESS_DELAYS.map((delay) => setTimeout(again, delay));
  };
  return {
    write: write2,
    /** What has just been drawn says at once where it stands: a writing of the walk before may be pending. */
    open(step, start) {
      here.path = location.pathname;
      write2(step, start);
      again();
    },
    cancel
  };
}
function writeAddress(step, start) {
  const { origin, protocol, pathname, search, hash } = location;
  const wanted = addressWith(search, step, start);
  try {
    if (wanted !== search) history.replaceState(history.state, "", pathname + wanted + hash);
  } catch {
  }
  return (origin === "null" ? `${protocol}//` : origin) + pathname + wanted + hash;
}

// bpe_lab/player/core/icons.js
var GOAL_ICONS = {
  count: "M3 3v10M6 3v10M9 3v10M12 3v10M1.5 11 13.5 5",
  choose: "M2.5 12.5h11M2.5 10.5 2 4.5l3.4 2.8L8 3l2.6 4.3L14 4.5l-.5 6z",
  merge: "M3 2.5c0 4 5 3.5 5 7.5M13 2.5c0 4-5 3.5-5 7.5M8 10v3.5M6 11.7l2 2 2-2",
  repair: "M4 5.5h2.5a2.5 2.5 0 0 1 0 5H4a2.5 2.5 0 0 1 0-5zM9.5 5.5H12a2.5 2.5 0 0 1 0 5H9.5a2.5 2.5 0 0 1 0-5z"
};
var GOAL_MARKS = {
  count: "M-4.2 0a4.2 4.2 0 1 0 8.4 0a4.2 4.2 0 1 0-8.4 0z",
  choose: "M0-5.4L5.4 0L0 5.4L-5.4 0z",
  merge: "M-3.9-3.9h7.8v7.8h-7.8z",
  repair: "M0-4.9L4.8 3.8h-9.6z"
};
var BUTTON_ICONS = {
  group_back: "M3 3h1.8v10H3zM13 3v10L5.8 8z",
  back: "M11.5 3v10L4 8z",
  play: "M5 2.8v10.4L13.5 8z",
  pause: "M4 3h3v10H4zM9 3h3v10H9z",
  forward: "M4.5 3v10L12 8z",
  group_forward: "M11.2 3H13v10h-1.8zM3 3v10l7.2-5z"
};
var drawing = (path, attributes) => svg("svg", { viewBox: "0 0 16 16", "aria-hidden": "true", ...attributes }, svg("path", { d: path ?? "" }));
var goalIcon = (goal) => drawing(own(GOAL_ICONS, goal), { class: "icon", "data-goal": goal });
var goalShape = (goal) => ({ d: own(GOAL_MARKS, goal) ?? GOAL_MARKS.count, "data-goal": goal });
var goalMark = (goal, attributes) => svg("path", { class: "mark", ...goalShape(goal), ...attributes });
var goalSign = (goal) => svg("svg", { viewBox: "-6 -6 12 12", class: "sign", "aria-hidden": "true" }, goalMark(goal, { "data-past": true }));

// bpe_lab/player/core/focus.js
function focusedIn(root) {
  const focused = root.getRootNode().activeElement;
  return root.contains(focused) ? focused : null;
}
function keepingFocus(root, action) {
  const focused = focusedIn(root);
  action();
  if (focused && focused !== root && !isSeen(focusedIn(root))) root.focus({ preventScroll: true });
}
var isSeen = (node) => Boolean(node?.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"));
function focusNamed(root, name) {
  const same = [...root.querySelectorAll("[data-name]")].find(({ dataset }) => dataset.name === name);
  same?.focus({ preventScroll: true });
  if (!focusedIn(root)) root.focus({ preventScroll: true });
}
function walkWithArrows(event, here, count, go, key = event.key) {
  const places2 = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: count - 1 };
  const place = own(places2, key);
  if (here < 0 || place === void 0) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  go(place);
}

// bpe_lab/player/core/tabs.js
function makeTabs({ id, name, labels, nodes, chosen, onChoose }) {
  nodes.forEach((node, index) => set(node, { id: `${id}-${index}` }));
  const buttons = labels.map((label, index) => tabButton(id, label, index));
  const tabs = {
    chosen: Math.min(chosen, Math.max(0, nodes.length - 1)),
    node: el("div", { class: "tabs", role: "tablist", "aria-label": name }, buttons),
    apply(on) {
      tabs.on = on;
      buttons.forEach((button2, index) => selectTab(button2, index === tabs.chosen));
      nodes.forEach((node, index) => set(node, panelRole(id, on, index, tabs.chosen)));
    }
  };
  const choose = (index) => {
    tabs.chosen = (index + buttons.length) % buttons.length;
    tabs.apply(tabs.on);
    onChoose(tabs.chosen);
  };
  buttons.forEach((button2, index) => button2.addEventListener("click", () => choose(index)));
  tabs.node.addEventListener("keydown", (event) => walkWithArrows(event, tabs.chosen, buttons.length, (index) => {
    choose(index);
    buttons[tabs.chosen].focus();
  }));
  return tabs;
}
function tabButton(id, label, index) {
  const name = `${id}-tab-${index}`;
  const role = { role: "tab", id: name, "aria-controls": `${id}-${index}`, "data-name": name };
  return el("button", { type: "button", ...role }, label);
}
var selectTab = (button2, chosen) => set(button2, { "aria-selected": String(chosen), tabindex: chosen ? 0 : -1 });
var panelRole = (id, on, index, chosen) => ({
  role: on ? "tabpanel" : null,
  "aria-labelledby": on ? `${id}-tab-${index}` : null,
  hidden: on && index !== chosen
});

// bpe_lab/player/core/fold.js
var isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);
function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  if (Array.isArray(target) && "$" in patch) return mergeList(target, patch);
  const names = Object.keys(patch);
  if (names.length === 0 && isObject(target)) return target;
  const result = Object.assign(/* @__PURE__ */ Object.create(null), isObject(target) ? target : null);
  for (const name of names) {
    if (patch[name] === null) delete result[name];
    else result[name] = mergePatch(result[name], patch[name]);
  }
  return result;
}
var MOST_ITEMS = 1e6;
function mergeList(target, { $: length, ...items }) {
  if (!isIndex(length, MOST_ITEMS + 1)) throw new Error(`$: ${length}`);
  const result = target.slice(0, length);
  for (const name of Object.keys(items)) {
    const place = Number(name);
    if (String(place) !== name || !isIndex(place, length)) throw new Error(`$ ${length}: ${name}`);
    result[place] = items[name];
  }
  return result;
}
var isIndex = (number, end) => Number.isInteger(number) && number >= 0 && number < end;
function snapshots(recording) {
  let now = recording.first;
  return recording.steps.map((step) => now = mergePatch(now, step.patch ?? {}));
}
function checkRecording(recording) {
  if (recording?.version !== 1) throw new Error(`version ${recording?.version}`);
  const lists = ["goals", "tokens", "widgets", "steps"].filter((name) => !Array.isArray(recording[name]));
  const objects = ["layout", "first"].filter((name) => !isObject(recording[name]));
  if (lists.length || objects.length) throw new Error([...lists, ...objects].join(", "));
  if (!recording.steps.length) throw new Error("steps: 0");
}

// bpe_lab/player/core/token-letters.js
var hue = (id) => (id * 5 + 8) % 12 * 30 + 15;
var isPartial = (token) => token.parts.some(([kind]) => kind === "hex");
var isTinted = (token) => token.kind === "learned" && Number(token.id) >= 256;
var tokenLook = (token) => ({
  "data-kind": token.kind,
  "data-tint": isTinted(token),
  "data-partial": isPartial(token)
});
function tint(node, token) {
  if (isTinted(token)) node.style.setProperty("--h", hue(token.id));
}
var glyphs = (book, token) => token.parts.map((part) => glyph(book, part));
function glyph(book, part) {
  const [kind, text] = part;
  const attributes = { class: kind, role: "img", "aria-label": partName(book, part) };
  if (kind === "space") return el("i", attributes);
  if (kind === "name") return el("span", attributes, String(text));
  return kind === "hex" ? el("span", { class: kind }, String(text)) : el("bdi", {}, String(text));
}

// bpe_lab/player/core/texts.js
var PLACE = /\{(\w+)(?::([^}|]*\|[^}]*))?\}/;
var WIDE = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u;
var filled = (book, text, isMarked2) => spaced(book.spacing, pieces(book, text, isMarked2));
function* pieces(book, [key, values = {}], isMarked2) {
  const parts = (isMarked2 && own(book.marked, key) || template(book, key)).split(PLACE);
  for (let index = 0; index < parts.length; index += 3) {
    const [piece, name, forms] = parts.slice(index);
    yield piece;
    if (name === void 0) return;
    const value = own(values, name);
    if (value === void 0) yield `{${name}}`;
    else if (Array.isArray(value?.text)) yield* pieces(book, value.text, isMarked2);
    else yield atoms(book, value);
    if (forms !== void 0) yield ` ${noun(book, forms, value)}`;
  }
}
function noun({ plurals }, forms, value) {
  const parts = forms.split("|").map((form) => form.split("="));
  const [[one], [other]] = parts;
  const named = parts.every(({ length }) => length === 2) ? Object.fromEntries(parts) : { one, other };
  return own(named, typeof value === "number" ? plurals.select(value) : "other") ?? named.other;
}
var lettersWidth = (words2, letter, wide) => words2.length * (WIDE.test(words2) ? wide : letter);
function atoms(book, value) {
  if (typeof value === "number") return [numeral(book, value)];
  if (!isObject(value)) return [String(value)];
  if ("token" in value) return [{ token: value.token }];
  if ("pair" in value) return ["(", { token: value.pair[0] }, ", ", { token: value.pair[1] }, ")"];
  const join2 = value.join ?? "";
  return (value.tokens ?? []).flatMap((token, index) => index ? [join2, { token }] : [{ token }]);
}
var textNodes = (book, text) => filled(book, text, true).flatMap((piece) => typeof piece === "string" ? termNodes(book, piece) : [el("b", {}, el("span", { dir: "ltr" }, inline(book, piece)))]);
function inline(book, piece) {
  const nodes = [];
  for (const atom of piece) {
    if (typeof atom !== "string") nodes.push(...glyphs(book, tokenAt(book, atom.token)));
    else if (atom.startsWith(",") && nodes.length) nodes.push(el("span", { class: "kept" }, nodes.pop(), el("bdi", {}, atom)));
    else nodes.push(el("bdi", {}, atom));
  }
  return nodes;
}
var plainText = (book, text) => Array.from(filled(book, text)).flat().map((atom) => atomName(book, atom)).join("");
var sentences = (book, texts) => texts.filter(Boolean).join(own(book.text, "player.stop") ?? ". ");
var atomName = (book, atom) => typeof atom === "string" ? atom : spelled(book, atom.token);
var titleNodes = (book, title) => Array.isArray(title) ? textNodes(book, title) : template(book, title);
function longestText(book, texts) {
  const present = texts.filter(Boolean);
  const longest = present.reduce((most, text) => plainText(book, text).length > plainText(book, most).length ? text : most, present[0]);
  return longest ? el("p", { class: "sizer", "aria-hidden": "true" }, textNodes(book, longest)) : null;
}
var heldText = (name, node, book, texts) => el("div", { class: `${name} stack` }, node, longestText(book, texts));

// bpe_lab/player/core/checks.js
function integer(number, least, most, name) {
  if (!Number.isInteger(number) || number < least || number > most) throw new Error(`${name}: ${number}`);
  return number;
}
var MOST_BYTES = 4096;
function positiveNumber(number, name) {
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${name}: ${number}`);
  return number;
}

// bpe_lab/player/core/numbers.js
var range = (start, end) => Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);
var sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

// bpe_lab/player/core/glyphs.js
var EM = 16;
var COLUMN = 0.6 * EM;
var SMALL = { hex: 0.82, name: 0.72, dots: 0.85 };
var NAME_COLUMNS = 0.75;
var SPACE_BRACKET = "M-4.2 1.6v3.5h8.4v-3.5";
var lettersIn = (part) => [...String(part[1] ?? "")].length;
var smallness = (kind) => own(SMALL, kind) ?? 1;
function bareColumns(part) {
  if (part[0] === "glyph") return 0;
  return part[0] === "space" ? 1 : lettersIn(part) * smallness(part[0]);
}
function takenColumns(part) {
  if (part[0] === "glyph") return 0;
  return part[0] === "space" ? 1 : lettersIn(part) * (part[0] === "name" ? NAME_COLUMNS : 1);
}
function partColumns(token) {
  const letters2 = token.parts.map((part) => part[0] === "glyph" ? lettersIn(part) : 0);
  const each = Math.max(0.5, (token.width - sum(token.parts.map(takenColumns))) / Math.max(1, sum(letters2)));
  return token.parts.map((part, index) => bareColumns(part) + letters2[index] * each);
}
var columnsOf = (token) => sum(partColumns(token));
function drawnGlyphs(token) {
  const widths = partColumns(token).map((columns) => columns * COLUMN);
  const width = sum(widths);
  let left = -width / 2;
  const nodes = token.parts.map((part, index) => {
    left += widths[index];
    return drawnGlyph(part, left - widths[index] / 2);
  });
  return { nodes, width };
}
function drawnGlyph([kind, text], x2) {
  if (kind === "space") return svg("path", { class: "space", d: SPACE_BRACKET, transform: `translate(${x2} 0)` });
  const size = EM * smallness(kind);
  return svg("text", { class: kind, x: x2, y: 0.34 * size, "font-size": size }, String(text));
}
var LEAST_SCALE = 0.6;
var NAME_SCALE = 1.39;
var TOO_WIDE = 0.4;
var isSign = ({ parts }) => parts.length === 1 && parts[0][0] === "name" && lettersIn(parts[0]) === 1;
function fittedGlyphs(token, room, font, least = LEAST_SCALE) {
  const short = shortened(token, room / (font * 0.6 * least));
  const { nodes, width } = drawnGlyphs(short);
  const fitting = Math.max(least, Math.min(1, room * EM / (width * font)));
  const scale = font / EM * (isSign(short) ? NAME_SCALE : fitting);
  return { nodes, scale, whole: short === token };
}
function shortened(token, columns) {
  const pieces2 = piecesOf(token);
  if (sum(pieces2.map(({ width }) => width)) <= columns) return token;
  const [head, tail] = [[], []];
  const dots = { part: ["dots", "…"], width: SMALL.dots };
  let room = columns - dots.width;
  for (let side = head; pieces2.length; side = side === head ? tail : head) {
    room -= pieces2[side === head ? 0 : pieces2.length - 1].width;
    if (room < (head.length ? 0 : -TOO_WIDE)) break;
    if (side === head) head.push(pieces2.shift());
    else tail.unshift(pieces2.pop());
  }
  return joinedPieces(token, head.length ? [...head, dots, ...tail] : [dots]);
}
function twoLines(token, room, font, { least, share }) {
  const pieces2 = piecesOf(shortened(token, 2 * room / (font * 0.6 * least) - 1));
  const width = (some) => sum(some.map((piece) => piece.width));
  const uneven = (at) => Math.abs(width(pieces2.slice(0, at)) - width(pieces2.slice(at)));
  const middle = pieces2.reduce((best, _, at) => uneven(at) < uneven(best) ? at : best, 0);
  const lines = [pieces2.slice(0, middle), pieces2.slice(middle)].map((some) => drawnGlyphs(joinedPieces(token, some)));
  const scale = Math.min(font * share / EM, room / Math.max(...lines.map((line) => line.width)));
  return lines.map(({ nodes }, k) => svg("g", { transform: `translate(0 ${(k - 0.5) * 1.15 * scale * EM}) scale(${scale})` }, nodes));
}
function piecesOf(token) {
  const widths = partColumns(token);
  return token.parts.flatMap((part, index) => {
    if (part[0] !== "glyph") return [{ part, width: widths[index] }];
    const letters2 = [...String(part[1])];
    return letters2.map((letter) => ({ part: ["glyph", letter], width: widths[index] / letters2.length }));
  });
}
function joinedPieces(token, pieces2) {
  const parts = [];
  for (const { part: [kind, text] } of pieces2) {
    if (kind === "glyph" && parts.at(-1)?.[0] === "glyph") parts.at(-1)[1] += text;
    else parts.push(kind === "glyph" ? [kind, text] : [kind, ...text === void 0 ? [] : [text]]);
  }
  const letters2 = sum(pieces2.map(({ part, width }) => part[0] === "glyph" ? width : 0));
  return { ...token, parts, width: letters2 + sum(parts.map(takenColumns)) };
}

// bpe_lab/player/core/chips.js
function chip(book, index, attributes, shortToken) {
  const token = tokenAt(book, index);
  const title = shortToken && shortToken !== token ? spelledOut(book, token) : null;
  const node = el(
    "span",
    { class: "chip", title, ...tokenLook(token), ...attributes },
    el("span", { class: "letters", dir: "ltr" }, glyphs(book, shortToken ?? token))
  );
  tint(node, token);
  return node;
}
function pairChips(book, pair, attributes, columns = Infinity) {
  const shortToken = cutPair(pair.map((index) => tokenAt(book, index)), columns);
  const chips = pair.map((index, place) => chip(book, index, null, shortToken[place]));
  return el("span", { class: "pair", "data-pair": pair.join(), ...attributes }, chips);
}
function cutPair([left, right], columns) {
  const room = (other) => Math.max(columns / 2, columns - columnsOf(other));
  return [shortened(left, room(right)), shortened(right, room(left))];
}

// bpe_lab/player/widgets/race-lanes.js
var LANE_DASHES = [[2, 3], [6, 3], [10, 3, 2, 3], [], [], [4, 2], [8, 2], [3, 2], [12, 3], [1, 2]];
var LANE_MARKS = [
  "triangle-up",
  "circle",
  "diamond",
  "square",
  "triangle-down",
  "cross",
  "triangle-right",
  "triangle-left",
  "wedge",
  "arrow"
];
var LANE_HATCHES = ["crossed", "rising", "falling", "", "level", "dotted", "upright", "broad-rising", "broad-falling", "squared"];
var TRIANGLE = "M0-5.8L5.4 4.4H-5.4Z";
var LANE_SHAPES = {
  circle: ["M5 0A5 5 0 1 1-5 0A5 5 0 1 1 5 0Z", 0],
  square: ["M-4.5-4.5h9v9h-9Z", 0],
  diamond: ["M0-6.4L6.4 0L0 6.4L-6.4 0Z", 0],
  cross: ["M-2-5.6h4v3.6h3.6v4h-3.6v3.6h-4v-3.6h-3.6v-4h3.6Z", 0],
  wedge: ["M0-7.4L2.8 5.8H-2.8Z", 0],
  arrow: ["M0-6.6L5.4-.4H2.2V5.8H-2.2V-.4H-5.4Z", 0],
  "triangle-up": [TRIANGLE, 0],
  "triangle-right": [TRIANGLE, 90],
  "triangle-down": [TRIANGLE, 180],
  "triangle-left": [TRIANGLE, 270]
};
var MOST_RACERS = 12;
function racingLanes({ lanes: lanes2 }) {
  if (!Array.isArray(lanes2)) throw new Error(`lanes: ${lanes2}`);
  integer(lanes2.length, 1, MOST_RACERS, "lanes");
  for (const { look } of lanes2) integer(look, 0, LANE_MARKS.length - 1, "look");
  return lanes2;
}
var laneDress = ({ look }) => ({ "data-look-of": look, "data-hatch": LANE_HATCHES[look] || null });
var laneSwatch = (lane) => el("i", { class: "lane-fill swatch", "aria-hidden": "true", ...laneDress(lane) });
var racerName = (book, { title }) => Array.isArray(title) ? plainText(book, title) : template(book, title);
function laneMark(lane, attributes) {
  const [d, turn] = LANE_SHAPES[LANE_MARKS[lane.look]];
  return svg(
    "g",
    { class: "lane-mark", "data-mark": LANE_MARKS[lane.look], ...laneDress(lane), ...attributes },
    svg("path", { d, transform: turn ? `rotate(${turn})` : null })
  );
}

// bpe_lab/player/widgets/aligned.js
var ALIGNED = { cells: 4e3, rows: 16, least: 0.5, even: 3, columns: 40, spoken: 400 };
function aligned(widget, book) {
  const cells = integer(widget.cells, 1, ALIGNED.cells, "cells");
  const rows = widget.rows ?? [];
  integer(rows.length, 1, ALIGNED.rows, "rows");
  const node = el("div", { class: "aligned" });
  const drawing2 = el("div", { class: "aligned-lines", "aria-hidden": "true", dir: "ltr" });
  node.append(drawing2, alignedWords(book, rows));
  const view = { book, cells, text: widget.text ?? [], rows, drawing: drawing2, joints: new Set(widget.joints ?? []), ruler: widget.ruler, room: "" };
  linkEqual(drawing2);
  return { node, layout: (narrow) => layAligned(view, narrow), draw() {
  } };
}
function alignedWords(book, rows) {
  const items = rows.map(({ title, aside, parts }) => {
    const words2 = parts.map(([index]) => spelled(book, index)).join(" | ");
    const letters2 = words2.length > ALIGNED.spoken ? `${words2.slice(0, ALIGNED.spoken)} …` : words2;
    return el("li", {}, sentences(book, [template(book, title), aside && plainText(book, aside), letters2]));
  });
  return el("ul", { class: "unseen" }, items);
}
function layAligned(view, narrow) {
  const width = view.drawing.clientWidth;
  const room = `${width} ${narrow} ${remSize()}`;
  if (width <= 0 || room === view.room) return;
  view.room = room;
  const whole2 = alignedLine(view, 0, view.cells, null);
  set(whole2, { "data-measured": true });
  view.drawing.replaceChildren(whole2);
  const [label, ...tracks] = getComputedStyle(whole2).gridTemplateColumns.split(" ").map(parseFloat);
  const lines = alignedBreaks(tracks, width - label - 2, view.joints);
  view.drawing.replaceChildren(...lines.map(([from, to]) => alignedLine(view, from, to, [label, ...tracks.slice(from, to)])));
}
function alignedBreaks(tracks, room, joints) {
  const total = sum(tracks);
  const count = Math.ceil(total / room);
  const even = count > ALIGNED.even ? room : total / Math.max(1, count);
  const lines = [];
  for (let from = 0; from < tracks.length; ) {
    let to = from, used = 0, joint = 0;
    while (to < tracks.length && (to === from || used + tracks[to] <= room)) {
      used += tracks[to++];
      if (!joints.has(to) || used < room * ALIGNED.least) continue;
      joint = to;
      if (used >= even) break;
    }
    if (to < tracks.length && joint) to = joint;
    lines.push([from, to]);
    from = to;
  }
  return lines;
}
function alignedLine(view, from, to, tracks) {
  const { book, text, rows, joints, ruler } = view;
  const columns = tracks ? tracks.map((each) => `${each / remSize()}rem`).join(" ") : `max-content repeat(${view.cells}, max-content)`;
  const line = el("div", { class: "aligned-line" });
  line.style.gridTemplateColumns = columns;
  line.append(inCell(el("span", { class: "rule-name", "data-ruler": true }, ruler ? template(book, ruler) : null), 1, 0, 1));
  for (const [index, start, end] of text) {
    if (end <= from || start >= to) continue;
    line.append(between2(el("span", { class: "ruled" }, glyphs(book, tokenAt(book, index))), 1, start, end, from, to));
  }
  for (const cell2 of joints) {
    if (cell2 > from && cell2 < to) line.append(acrossRows(el("i", { class: "joint" }), rows.length, cell2 - from + 1));
  }
  rows.forEach((row, index) => line.append(...alignedRow(book, row, index + 2, from, to)));
  return line;
}
function alignedRow(book, { title, look, aside, parts, own: alone, gone }, place, from, to) {
  const name = el(
    "span",
    { class: "rule-name" },
    el("b", { ...laneDress({ look }) }, template(book, title)),
    aside ? el("span", { class: "rule-count" }, textNodes(book, aside)) : null
  );
  const nodes = [inCell(name, place, 0, 1)];
  const marks = new Set(alone ?? []);
  for (const [start, end] of gone ?? []) {
    if (end > from && start < to) nodes.push(between2(el("i", { class: "gone" }), place, start, end, from, to));
  }
  for (const [index, start, end, state] of parts) {
    if (end <= from || start >= to) continue;
    const letters2 = shortened(tokenAt(book, index), ALIGNED.columns);
    const node = chip(book, index, {
      "data-look": state || null,
      "data-alone": marks.has(end) && end <= to,
      "data-goes-on": end > to,
      "data-comes-from": start < from
    }, start < from ? NO_LETTERS : letters2);
    node.title = spelledOut(book, tokenAt(book, index));
    node.dataset.piece = tokenAt(book, index).id;
    nodes.push(between2(node, place, start, end, from, to));
  }
  return nodes;
}
var NO_LETTERS = { id: -1, kind: "piece", parts: [["name", "…"]], width: 1 };
var between2 = (node, row, start, end, from, to) => inCell(node, row, Math.max(start, from) - from + 1, Math.min(end, to) - Math.max(start, from));
function inCell(node, row, column2, span) {
  node.style.gridRow = String(row);
  node.style.gridColumn = `${column2 + 1} / span ${Math.max(1, span)}`;
  return node;
}
function acrossRows(node, rows, column2) {
  node.style.gridRow = `1 / span ${rows + 1}`;
  node.style.gridColumn = `${column2 + 1} / span 1`;
  return node;
}
function linkEqual(box) {
  const light = (piece) => {
    for (const node of box.querySelectorAll("[data-piece]")) set(node, { "data-linked": piece != null && node.dataset.piece === piece });
  };
  box.addEventListener("pointerover", ({ target }) => light(target.closest("[data-piece]")?.dataset.piece ?? null));
  box.addEventListener("pointerleave", () => light(null));
}

// bpe_lab/player/core/drawings.js
var DESCRIBED = 300;
var hatches = 0;
function hatching() {
  const id = `hatch-${++hatches}`;
  const pattern = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  const node = svg("defs", {}, svg("pattern", pattern, svg("rect", { class: "stripe", width: 2, height: 6 })));
  return { id, node, fill: `url(#${id})` };
}
var drawingName = (book, { title }) => title ? { "aria-label": template(book, title) } : { "aria-labelledby": "say" };
var specialStates = (groups) => groups.filter(({ special }) => special != null).map(({ start, size, special }) => [start, [special, size, ""]]);
function statesByPosition(specials, slots) {
  const states = new Map(specials);
  for (const key of Object.keys(slots ?? {})) states.set(Number(key), slots[key]);
  return states;
}
function describeTokens(groups, book, states) {
  let words2 = "";
  for (const { start, size } of groups) {
    if (words2.length > DESCRIBED) return `${words2} …`;
    const tokens = [];
    for (let at = start, left = DESCRIBED; at < start + size && left > 0; left--) {
      const [token, bytes] = states.get(at) ?? [null, 1];
      if (token != null) tokens.push(spelled(book, token));
      at += Math.max(1, bytes);
    }
    words2 += `${words2 && " | "}${tokens.join(" ")}`;
  }
  return words2;
}
var spansOf = (groups) => groups.flatMap(({ start: first, spans }) => (spans ?? []).map(([start, size, letter]) => ({ start, end: start + size, first, letter: String(letter) })));
function isWhole(states, { start, end, first }) {
  for (let position = start; position >= first; position--) {
    const bytes = states.get(position)?.[1] ?? 0;
    if (bytes > 0) return position + bytes >= end;
  }
  return false;
}
var isSplit = (states, span) => states.has(span.first) && !isWhole(states, span);
var isSpread = (states, { start, end }) => range(start, end).every((position) => states.get(position)?.[1] === 1);
var LEAST_LETTERS = 9;
function nameFont(name, width, font) {
  const fitting = Math.min(font, width / (0.6 * [...name].length));
  return [...name].length < 3 ? font : fitting < LEAST_LETTERS ? 0 : fitting;
}
var bracket = (left, right, y) => svg("path", { d: `M${left} ${y}v-3H${right}v3` });

// bpe_lab/player/core/least-type.js
var LEAST_TYPE = { letters: 14.75, id: 13.45, stage: 18.75 };
var atLeast = ({ present }, size, kind = "letters") => present ? Math.max(size, LEAST_TYPE[kind]) : size;

// bpe_lab/player/widgets/beads.js
var BEADS = { left: 20, right: 16, top: 24, bottom: 24, high: 132, radius: 5.2, pitch: 12.4, font: 12.5 };
var BEAD_TICKS = [1, 2, 5];
function beads(widget, book) {
  const view = { widget, book, state: {}, room: "", beadNodes: /* @__PURE__ */ new Map() };
  view.axis = svg("g", { class: "axis" });
  view.line = svg("g", { class: "threshold" });
  view.layer = svg("g");
  view.words = el("p", { id: `${widget.id}-beads`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg("svg", { class: "beads", ...name }, view.line, view.axis, view.layer);
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: () => layBeads(view),
    draw: (state) => drawBeads(view, state)
  };
}
function layBeads(view) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  if (width <= 0 || String(width) === view.room) return;
  const most = Math.max(2, view.widget.most ?? 2);
  const across = width - BEADS.left - BEADS.right;
  Object.assign(view, { room: String(width), width, at: (count) => BEADS.left + Math.log(Math.max(1, count)) / Math.log(most) * across });
  set(view.drawing, { viewBox: `0 0 ${width} ${BEADS.high}` });
  view.drawing.style.height = `${BEADS.high / 16}rem`;
  drawBeadAxis(view, most);
  drawBeads(view, view.state);
}
function drawBeadAxis({ axis, at, width, book }, most) {
  const y = BEADS.high - BEADS.bottom;
  const ticks = [];
  for (let power = 1; power <= most; power *= 10) ticks.push(...BEAD_TICKS.map((tick) => tick * power).filter((tick) => tick < most));
  const labelled = [...ticks, most].filter((tick, index, all) => index === all.length - 1 || at(most) - at(tick) > 12 + 8 * numeral(book, most).length);
  axis.replaceChildren(
    svg("line", { x1: 0, x2: width, y1: y + 1, y2: y + 1 }),
    ...labelled.map((tick) => svg("text", { x: at(tick), y: y + 17, "font-size": atLeast(book, BEADS.font) }, numeral(book, tick)))
  );
}
function drawBeads(view, state) {
  view.state = state;
  if (!view.room) return;
  const pairs = Object.entries(state.pairs ?? {});
  const columns = /* @__PURE__ */ new Map();
  for (const [pair, [count, look]] of pairs) {
    const column2 = columnOfCount(view, count, state.line);
    columns.set(column2, [...columns.get(column2) ?? [], { pair, count, look }]);
  }
  const nodes = [...columns].flatMap(([column2, all]) => columnOfBeads(view, column2, all));
  arrange(view.layer, nodes);
  drawThreshold(view, state.line);
  view.words.textContent = plainText(view.book, ["player.beads.words", { candidates: pairs.filter(([, [, look]]) => look !== "aside").length, aside: pairs.filter(([, [, look]]) => look === "aside").length }]);
}
var nearestColumn = (view, count) => Math.round((view.at(count) - BEADS.left) / BEADS.pitch);
function columnOfCount(view, count, line) {
  const column2 = nearestColumn(view, count);
  return line && count < line ? Math.min(column2, nearestColumn(view, line) - 1) : column2;
}
function columnOfBeads(view, column2, all) {
  const room = BEADS.high - BEADS.bottom - BEADS.top - 2 * BEADS.radius;
  const isCrowded = (all.length - 1) * BEADS.pitch > room;
  const pitch = isCrowded ? (room - BEADS.font) / (all.length - 1) : BEADS.pitch;
  const x2 = BEADS.left + column2 * BEADS.pitch;
  const foot = BEADS.high - BEADS.bottom - BEADS.radius - 2;
  const height = ({ look }) => ["aside", ""].indexOf(look) + 1 || 3;
  all.sort((one, other) => height(one) - height(other) || one.count - other.count);
  const nodes = all.map((each, index) => bead(view, each, x2, foot - index * pitch));
  if (!isCrowded) return nodes;
  const top = foot - (all.length - 1) * pitch - BEADS.radius - 4;
  return [...nodes, svg("text", { class: "crowd", x: x2, y: top, "font-size": atLeast(view.book, BEADS.font) }, numeral(view.book, all.length))];
}
function bead({ beadNodes, book }, { pair, count, look }, x2, y) {
  if (!beadNodes.has(pair)) {
    const node2 = svg("g", { class: "bead", "data-pair": pair }, svg("title"), svg("circle", { class: "body", r: BEADS.radius }));
    beadNodes.set(pair, node2);
  }
  const node = beadNodes.get(pair);
  const [left, right] = pair.split(",").map(Number);
  node.firstChild.textContent = plainText(book, ["player.beads.pair", { pair: { pair: [left, right] }, count }]);
  return set(node, { transform: `translate(${x2} ${y})`, "data-look": look || null, "data-wears": look === "changed", "data-count": count });
}
function drawThreshold(view, number) {
  const { line, width, book, widget } = view;
  if (!number) return line.replaceChildren();
  const x2 = BEADS.left + (nearestColumn(view, number) - 0.5) * BEADS.pitch;
  const low = BEADS.high - BEADS.bottom + 1;
  const words2 = plainText(book, [widget.line ?? "player.beads.line", { count: number }]);
  const near = x2 + lettersWidth(words2, 8, 14) > width;
  line.replaceChildren(
    svg("rect", { x: 0, y: BEADS.top - 4, width: x2, height: low - BEADS.top + 4 }),
    svg("path", { d: `M${x2} ${BEADS.top - 14}V${low}` }),
    svg("text", { x: near ? x2 - 6 : x2 + 6, y: BEADS.top - 6, "font-size": atLeast(book, BEADS.font), "text-anchor": near ? "end" : "start" }, words2)
  );
}

// bpe_lab/player/widgets/flow-items.js
var FLOW_STYLES = { text: textBit, chips: chipBit, ids: idBit };
var CHIP_COLUMNS = 24;
var NOT_FROM_THE_LEFT = /[^\u0000-\u02ff\u0370-\u058f]/;
var PILED_MARKS = /\p{M}{4}/u;
function flowNodes(book, style, items) {
  const bits2 = /* @__PURE__ */ new Map();
  const copyOf = (token, kind, number) => {
    const key = `${token} ${kind} ${number}`;
    if (!bits2.has(key)) bits2.set(key, makeBit(book, style, token, kind, number));
    return bits2.get(key).cloneNode(true);
  };
  const nodes = [];
  const itemNodes = items.map((item, index) => {
    const node = flowItem(book, style, item, index, copyOf);
    nodes.push(node);
    if (style === "ids") nodes.push(" ");
    if (style === "text" && index < items.length - 1 && endsLine(book, item)) nodes.push(el("br"));
    return node;
  });
  return { nodes, drawn: itemNodes };
}
function flowItem(book, style, item, index, copyOf) {
  const { tokens, glyph: glyph2, kind } = item;
  const bits2 = tokens.map(([token, at]) => {
    const bit = copyOf(token, kind, kindNumber(item));
    bit.dataset.at = at;
    return bit;
  });
  const node = bits2.length === 1 ? bits2[0] : el("span", { "data-kind": kind }, groupedBits(book, style, bits2, glyph2));
  node.classList.add("flow-item");
  node.dataset.item = index;
  return node;
}
var kindNumber = ({ kind, number = kind + 1 }) => kind == null ? null : number;
function groupedBits(book, style, bits2, glyph2) {
  const together2 = el("span", { class: "held" }, bits2);
  if (style === "ids") return [together2];
  return [letterNodes(book, tokenAt(book, glyph2).parts, el("span", { class: "whole" })), together2];
}
function makeBit(book, style, index, kind, number) {
  const token = tokenAt(book, index);
  const isSpecial = token.kind === "special";
  const isDyed = kind == null ? isTinted(token) : !isSpecial;
  const node = el("span", {
    class: "bit",
    "data-token": token.id,
    "data-kind": kind,
    "data-number": number,
    "data-hue": isDyed ? hue(kind ?? token.id) : null,
    "data-partial": isPartial(token),
    "data-special": isSpecial
  });
  FLOW_STYLES[style](book, token, node);
  return node;
}
function textBit(book, token, node) {
  const lines = brokenLines(token.parts);
  if (lines.length < 2) return letterNodes(book, token.parts, node);
  const { number } = node.dataset;
  const runs = lines.map((parts, index) => letterNodes(book, parts, el("span", { class: "run", "data-number": index ? null : number })));
  set(node, { "data-broken": true, "data-number": null });
  return grow(node, {}, runs.flatMap((run, index) => index ? [el("br"), run] : [run]));
}
function chipBit(book, token, node) {
  const letters2 = letterNodes(book, shortened(token, CHIP_COLUMNS).parts, el("span", { class: "box" }));
  node.append(letters2, el("span", { class: "id" }, String(token.id)));
}
function idBit(book, token, node) {
  node.append(String(token.id));
}
var isLineEnd = (part) => part?.[0] === "name" && NEWLINES.has(part[1]);
var endsLine = (book, { tokens }) => isLineEnd(tokenAt(book, tokens.at(-1)?.[0]).parts.at(-1));
function brokenLines(parts) {
  const lines = [[]];
  parts.forEach((part, index) => {
    lines[lines.length - 1].push(part);
    if (isLineEnd(part) && index < parts.length - 1 && !isLineEnd(parts[index + 1])) lines.push([]);
  });
  return lines;
}
function letterNodes(book, parts, node) {
  for (const part of parts) {
    const isPlain = part[0] === "glyph" && !NOT_FROM_THE_LEFT.test(part[1]);
    node.append(isPlain ? String(part[1]) : glyph(book, part));
    if (part[0] === "glyph" && PILED_MARKS.test(part[1])) set(node, { "data-piled": true });
  }
  return node;
}
function itemName(book, item) {
  const { at, tokens, glyph: glyph2, kind, look } = item;
  const letters2 = tokens.length > 1 ? { token: glyph2 } : { tokens: tokens.map(([token]) => token) };
  const itemTokens = tokens.map(([token]) => tokenAt(book, token));
  const id = itemTokens.map((token) => token.id).join(" ");
  const name = kind != null ? ["player.flow.kind", { token: letters2, kind: kindNumber(item) }] : id.trim() ? ["player.flow.item", { token: letters2, id, position: at }] : ["player.flow.part", { token: letters2, position: at }];
  const isSpecial = look === "special" || itemTokens.some((token) => token.kind === "special");
  return `${plainText(book, name)}${isSpecial ? `, ${template(book, "player.flow.special")}` : ""}`;
}

// bpe_lab/player/widgets/byte-columns.js
function byteLanes(widget, book) {
  const decimal = Boolean(widget.decimal);
  const rows = ["hex", ...decimal ? ["decimal"] : []];
  const titles = el("div", { class: "lane-titles" }, rows.map((row) => el("span", {}, template(book, `player.bytes.${row}`))));
  const values = widget.values ?? [];
  const characters = (widget.characters ?? []).map((character) => characterOver(book, character, values, decimal));
  const name = widget.title ? template(book, widget.title) : book.name;
  const node = el(
    "div",
    { class: "byte-lanes", dir: "ltr", role: "group", "aria-label": name, "data-decimal": decimal },
    titles,
    el("div", { class: "characters" }, characters)
  );
  return { node, draw() {
  } };
}
function characterOver(book, { at, size, token }, values, decimal) {
  const places2 = range(at, at + size);
  const letters2 = letterNodes(book, tokenAt(book, token).parts, el("span", { class: "face" }));
  return el(
    "div",
    { class: "character", "data-many": size > 1 },
    letters2,
    el("i", { class: "brace" }),
    el("span", { class: "bytes" }, places2.map((index) => byteColumn(values[index], index, decimal)))
  );
}
var byteColumn = (value, index, decimal) => el(
  "span",
  { class: "byte", "data-at": index },
  el("span", { class: "value" }, twoDigits(value)),
  decimal ? el("span", { class: "decimal" }, String(value ?? "")) : null
);
var twoDigits = (value) => value == null ? "" : Number(value).toString(16).toUpperCase().padStart(2, "0");

// bpe_lab/player/widgets/token-sequence.js
var chipsRoom = (book, tokens) => tokens.reduce((sum2, index) => sum2 + Math.max(1.5, tokenAt(book, index).width * 0.6 + 0.6) + 0.24, 0);
function sequence(book, tokens, window2, marked, look) {
  const [from, to] = window2 ? [Math.max(0, window2[0]), Math.min(tokens.length, window2[1])] : [0, tokens.length];
  const chips = tokens.slice(from, to).map((token, index) => chip(book, token, { "data-look": marked.includes(index + from) ? look : null }));
  const dots = (cut2) => cut2 ? el("span", { class: "dots" }, "…") : null;
  return el("span", { class: "sequence" }, dots(from > 0), chips, dots(to < tokens.length));
}

// bpe_lab/player/widgets/changes.js
var CHANGE_ROOM = 11;
function changes(widget, book, states) {
  const rows = Array.from({ length: widget.rows ?? 0 }, () => el("li"));
  const more = widget.more || states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  return {
    node: el("div", { class: "changes" }, el("ul", {}, rows), more),
    draw(state) {
      rows.forEach((row, index) => fillChange(book, row, state.rows?.[index]));
      more?.replaceChildren(...state.more ? textNodes(book, state.more) : []);
    }
  };
}
function fillChange(book, row, change) {
  set(row, { "aria-hidden": change ? null : "true" });
  row.replaceChildren(...change ? changeNodes(book, change) : []);
}
function changeNodes(book, { before, after, lit = [], forming = [], times }) {
  const first = [...forming, ...lit].length ? Math.min(...forming, ...lit) : 0;
  const cut2 = chipsRoom(book, before) > CHANGE_ROOM;
  const count = el("span", { class: "times" }, (times ?? 1) === 1 ? null : `×${numeral(book, times)}`);
  const old = sequence(book, before, cut2 && [first - 1, first + 3], forming, "forming");
  if (!after) return [old, count];
  const arrow = el("span", { class: "arrow", role: "img", "aria-label": "→" });
  return [old, arrow, sequence(book, after, cut2 && [first - 1, first + 2], lit, "merged"), count];
}

// bpe_lab/player/core/remembered.js
var choices = /* @__PURE__ */ new Map();
var rememberChoice = (widget, what, start) => {
  const name = `${widget.kind} ${widget.id} ${what}`;
  return { get: () => choices.get(name) ?? start, set: (value) => choices.set(name, value) };
};

// bpe_lab/player/widgets/code.js
var CODE_LINES = 11;
var HANG = 2;
var BREAK = /(?<=[([])|(?=\.)/;
var QUIETER = /("(?:[^"\\]|\\.)*"|'(?:[^'\\]|\\.)*'|#.*$)/;
function code(widget, book) {
  const chosen = rememberChoice(widget, "tab", 0);
  const listings = (widget.tabs ?? []).map((tab) => makeListing(book, tab));
  const name = template(book, widget.title ?? "player.code.tabs");
  const tabs = makeTabs({
    id: `${widget.id}-listing`,
    name,
    labels: (widget.tabs ?? []).map(({ title }) => template(book, title)),
    nodes: listings.map(({ node: node2 }) => node2),
    chosen: chosen.get(),
    onChoose(index) {
      chosen.set(index);
      listings[index].markEdges();
      showLitLines(listings[index], true);
    }
  });
  tabs.apply(true);
  const most = Math.max(1, ...listings.map(({ lines }) => lines.length));
  const rows = Math.min(widget.rows ?? CODE_LINES, Math.max(most, widget.rows ?? 0));
  const node = el("div", { class: "code", "data-beside": listings.length > 1 }, listings.length > 1 ? tabs.node : null, listings.map((each) => each.node));
  node.style.setProperty("--lines", rows);
  const inSight = () => node.closest("[data-full]") ? listings : [listings[tabs.chosen]];
  return {
    node,
    layout() {
      listings.forEach(({ markEdges }) => markEdges());
      for (const listing of inSight()) showLitLines(listing, true);
    },
    draw({ lit = {}, values = {}, shown: visible = {} }, still) {
      listings.forEach((listing, index) => {
        showLines(listing, own(visible, index) ?? Infinity);
        drawListing(book, listing, own(lit, index) ?? [], index ? {} : values);
      });
      for (const listing of inSight()) showLitLines(listing, still);
    }
  };
}
function makeListing(book, { first = 1, lines = [] }) {
  let number = first;
  const rows = lines.map((line, index) => {
    const row = makeLine(book, line, lines[index - 1], lines[index + 1], number);
    number += 1 + (line.folded ?? 0);
    return row;
  });
  const list = el("ol", {}, rows.map(({ node: node2 }) => node2));
  list.style.setProperty("--digits", first > 1 ? String(number - 1).length : 0);
  const node = el("div", { class: "listing", tabindex: 0 }, list);
  const listing = { node, lines: rows, lit: [], markEdges: markedEdges(node) };
  new ResizeObserver(() => showLitLines(listing, true)).observe(list);
  return listing;
}
function makeLine(book, { code: line = "", note: note2, goal, folded }, before, after, number) {
  const text = typeof line === "string" ? line : template(book, line[0]);
  const values = el("span", { class: "values" });
  const count = el("span", { class: "line-number", "aria-hidden": "true" }, String(number));
  const comment = note2 ? el("span", { class: "quieter comment" }, `${text ? "  " : ""}# ${template(book, note2)}`) : null;
  const mark2 = folded ? el("span", { class: "quieter", title: template(book, "player.code.folded") }, " ⋯") : null;
  const code2 = el("code", {}, shaded(text), mark2, comment, values);
  code2.style.setProperty("--hang", text.length - text.trimStart().length + HANG);
  return { node: el("li", { "data-goal": goal }, railOf(goal, before, after), count, code2), values, drawnValues: void 0 };
}
function railOf(goal, before, after) {
  const [first, last] = [before, after].map((line) => Boolean(goal) && line?.goal !== goal);
  const attributes = { class: "rail", "data-goal": goal, "data-first": first, "data-last": last };
  return el("span", attributes, first ? goalIcon(goal) : null);
}
var shaded = (text) => String(text).split(QUIETER).flatMap((piece, index) => index % 2 ? [el("span", { class: "quieter" }, piece)] : breakable(piece));
var breakable = (piece) => piece.split(BREAK).flatMap((part, index) => index ? [el("wbr"), part] : [part]);
function drawListing(book, listing, lit, values) {
  if (listing.drawn !== lit) {
    const now = new Set(lit);
    listing.lines.forEach(({ node }, index) => {
      set(node, { "aria-current": now.has(index) ? "true" : null, "data-wears": now.has(index) });
    });
    Object.assign(listing, { drawn: lit, lit });
  }
  listing.lines.forEach((line, index) => drawValues(book, line, own(values, index)));
}
function showLines(listing, most) {
  if (listing.most === most) return;
  listing.most = most;
  listing.lines.forEach(({ node }, index) => set(node, { "data-gone": index >= most, "aria-hidden": index >= most ? "true" : null }));
}
function drawValues(book, line, values) {
  if (line.drawnValues === values) return;
  line.drawnValues = values;
  set(line.node, { "data-valued": Boolean(values?.length) });
  const valueNodes = (values ?? []).map((value) => inline(book, atoms(book, value)));
  become(line.values, valueNodes.flatMap((nodes, index) => index ? [" ", ...nodes] : nodes));
}
function showLitLines({ node, lit, lines }, still) {
  if (!lit.length) return;
  const line = (index) => lines[Math.min(Math.max(index, 0), lines.length - 1)].node;
  const end = (index) => line(index).offsetTop + line(index).offsetHeight;
  reveal(node, () => {
    const room = node.clientHeight;
    const top = Math.max(line(Math.min(...lit) - 1).offsetTop, end(lit.at(-1) + 1) - room);
    return [top, Math.min(end(Math.max(...lit) + 1), top + room)];
  }, still);
}

// bpe_lab/player/core/roving.js
var DOWNWARD = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };
function makeRoving(box, nodes, { name, downward = false, describe = () => {
}, signal }) {
  if (!nodes.length) return;
  let here = 0;
  const places2 = new Map(nodes.map((node, index) => [node, index]));
  const stop = (index) => {
    set(nodes[here], { tabindex: null, "data-name": null });
    here = Math.max(0, Math.min(nodes.length - 1, index));
    describe(here);
    return set(nodes[here], { tabindex: 0, "data-name": name });
  };
  box.addEventListener("keydown", (event) => {
    if (!places2.has(event.target)) return;
    const key = downward ? own(DOWNWARD, event.key) ?? event.key : event.key;
    walkWithArrows(event, here, nodes.length, (index) => stop(index).focus(), key);
  }, { signal });
  stop(0);
}

// bpe_lab/player/widgets/flow.js
function textFlow(widget, book) {
  const style = own(FLOW_STYLES, widget.style) ? widget.style : "text";
  const items = widget.items ?? [];
  const { nodes, drawn: itemNodes } = flowNodes(book, style, items);
  const more = widget.more ? el("span", { class: "more" }, textNodes(book, widget.more)) : null;
  const hasKinds = items.some(({ kind }) => kind != null);
  const body = el("div", { class: "flow", dir: "ltr" }, nodes, more);
  const name = widget.title ? template(book, widget.title) : book.name;
  const box = el("div", { class: "scroller", role: "group", "aria-label": name, "data-style": style, "data-numbered": hasKinds }, body);
  if (widget.rows) box.style.setProperty("--rows", widget.rows);
  set(box, { "data-rows": widget.rows });
  const view = { box, items, drawn: itemNodes, looks: /* @__PURE__ */ new Map(), markEdges: markedEdges(box) };
  const describe = (index) => set(itemNodes[index], { role: "img", "aria-label": itemName(book, items[index]) });
  makeRoving(body, itemNodes, { name: `${widget.id}-item`, describe });
  titleItems(view, book);
  return { node: box, layout: () => layFlow(view), draw: (state, still) => drawFlow(view, state, still) };
}
function titleItems({ box, items }, book) {
  box.addEventListener("pointerover", ({ target }) => {
    const node = target.closest(".flow-item");
    if (node && !node.title) node.title = itemName(book, items[node.dataset.item]);
  });
}
function layFlow({ box, markEdges }) {
  const scrolls = box.hasAttribute("data-rows") && box.scrollHeight > box.clientHeight + 1;
  set(box, { tabindex: scrolls ? 0 : null });
  markEdges();
}
function drawFlow(view, state, still) {
  const looks = looksOf(view.items, state);
  for (const number of /* @__PURE__ */ new Set([...view.looks.keys(), ...looks.keys()])) {
    const [look, isLit] = looks.get(number) ?? [];
    if (view.drawn[number]) set(view.drawn[number], { "data-look": look || null, "data-lit": isLit });
  }
  view.looks = looks;
  const first = view.drawn[state.lit?.[0]];
  if (first) reveal(view.box, () => [first.offsetTop, first.offsetTop + first.offsetHeight], still);
}
function looksOf(items, state) {
  const looks = /* @__PURE__ */ new Map();
  items.forEach(({ look }, number) => look && looks.set(number, [look, false]));
  for (const [number, look] of Object.entries(state.looks ?? {})) looks.set(Number(number), [look, false]);
  for (const number of state.lit ?? []) looks.set(number, [looks.get(number)?.[0], true]);
  return looks;
}

// bpe_lab/player/widgets/heap-entry.js
var BOX = { width: 82, height: 28, pad: 9, digit: 9 };
var PAIR_FONT = { most: 14.7, least: 12, presented: 15.4, gap: 6 };
var isHex = ({ parts }) => parts.every(([kind]) => kind === "hex");
function pairLetters(book, pair, wide) {
  const room = wide - PAIR_FONT.gap;
  const least = book.present ? PAIR_FONT.presented : PAIR_FONT.least;
  const tokens = cutPair(pair.map((index) => tokenAt(book, index)), room / (least * 0.6));
  const spellings = tokens.map(drawnGlyphs);
  const most = tokens.every(isHex) ? PAIR_FONT.most / SMALL.hex : PAIR_FONT.most;
  const fitting = room * EM / (spellings[0].width + spellings[1].width);
  const scale = Math.max(least, Math.min(most, fitting)) / EM;
  let left = 0;
  return spellings.map(({ nodes, width }, k) => {
    const x2 = left + width * scale / 2;
    left += width * scale + PAIR_FONT.gap;
    return tokenLetters(tokens[k], nodes, width * scale, `translate(${x2} 0)`, scale);
  });
}
function tokenLetters(token, nodes, width, transform, scale) {
  const ground = { class: "ground", x: -width / 2 - 2.5, y: -10, width: width + 5, height: 20, rx: 3.5 };
  const letters2 = svg("g", { transform: `scale(${scale})` }, nodes);
  const node = svg("g", { class: "token", ...tokenLook(token), transform });
  node.append(...isTinted(token) ? [svg("rect", ground)] : [], letters2);
  tint(node, token);
  return node;
}
function entryBox(book, [left, right, count], { width = BOX.width, pad = BOX.pad, now } = {}) {
  const [digits2, present] = [numeral(book, count), now === void 0 ? "" : numeral(book, now)];
  const countWidth = (present ? present.length + 0.4 : 0) * BOX.digit;
  const letters2 = pairLetters(book, [left, right], width - 2 * pad - digits2.length * BOX.digit - countWidth - 4);
  return [
    svg("rect", { class: "body", x: -width / 2, y: -BOX.height / 2, width, height: BOX.height, rx: 8 }),
    svg("g", { transform: `translate(${pad - width / 2} 0)` }, letters2),
    svg("text", { class: "count", x: width / 2 - pad - countWidth, y: 5.5 }, digits2),
    ...present ? [svg("text", { class: "present", x: width / 2 - pad, y: 5.5 }, present)] : []
  ];
}
function makeEntry(book, entry) {
  const [x2, y] = [15 - BOX.width / 2, BOX.height / 2];
  const node = { title: svg("title"), index: svg("text", { class: "index", x: x2, y: y + 4.5 }) };
  node.gap = svg("rect", { class: "gap", x: x2 - 6, y: y - 4, width: 12, height: 8 });
  node.box = svg("g", {}, entryBox(book, entry));
  node.root = svg("g", { class: "entry" }, node.title, node.box, node.gap, node.index);
  return node;
}
function entryData({ entries }, entry) {
  const [left, right, count] = entries[entry];
  return { "data-entry": entry, "data-pair": `${left},${right}`, "data-count": count };
}
var staleText = ({ entries }, entry, now) => ["player.heap.stale", { count: entries[entry][2], now }];
function entryWords(view, entry, index, now) {
  const [left, right, count] = view.entries[entry];
  const words2 = plainText(view.book, ["player.heap.entry", { pair: { pair: [left, right] }, count }]);
  const place = index === "" ? "" : `${index}: `;
  return place + words2 + (now === void 0 ? "" : ` (${plainText(view.book, staleText(view, entry, now))})`);
}

// bpe_lab/player/widgets/heap-array.js
var CELL_STRIDE = { page: 58, present: 66 };
var CELL_COLUMNS = { letters: 5, bytes: 6.5 };
function heapCells(view) {
  const list = el("ol", { class: "cells", "aria-label": template(view.book, "player.heap.array") });
  const more = el("p", { class: "others" });
  const strip = { ...view, list, more, cells: [], fits: Infinity, stride: 0, order: [], index: -1, reached: 0 };
  strip.columns = CELL_COLUMNS[view.entries.some((entry) => hasBytes(view.book, entry)) ? "bytes" : "letters"];
  list.addEventListener("focusin", ({ target }) => reach(strip, cellOf(strip, target)));
  list.addEventListener("keydown", (event) => walkCells(event, strip));
  return {
    node: el("div", { class: "array" }, list, more),
    layout: () => layCells(strip),
    draw: (state, fresh, calm) => drawCells(strip, state, fresh, calm)
  };
}
var hasBytes = (book, [left, right]) => [left, right].some((token) => tokenAt(book, token).parts.some(([kind]) => kind === "hex"));
function strideOf(strip) {
  const { list, book, entries } = strip;
  const widest2 = new Map([...entries.keys()].map((entry) => [shapeOf(strip, entry), entry]));
  const probes = [...widest2.values()].map((entry) => probeOf(strip, entries[entry]));
  list.append(...probes);
  const most = Math.max(0, ...probes.map((node) => node.offsetWidth));
  probes.forEach((node) => node.remove());
  return Math.max(CELL_STRIDE[book.present ? "present" : "page"], Math.ceil((most + 1) * 16 / remSize()));
}
function probeOf({ book, columns }, [left, right, count]) {
  const digits2 = numeral(book, count);
  const pair = cutPair([left, right].map((token) => tokenAt(book, token)), columns - digits2.length);
  const letters2 = el("span", { class: "letters" }, pairLetters2(book, pair));
  return el("li", { "data-probe": true }, el("span", { class: "item" }, letters2, el("b", {}, digits2)));
}
function shapeOf({ book, entries }, entry) {
  const [left, right, count] = entries[entry];
  const tokens = [left, right].map((token) => tokenAt(book, token));
  const kinds = tokens.map(({ parts, width }) => [width, parts.map(([kind]) => kind)]);
  return JSON.stringify([kinds, numeral(book, count).length]);
}
function layCells(strip) {
  strip.list.style.maxWidth = "";
  const { book, entries, moreText } = strip;
  if (entries.length) become(strip.more, textNodes(book, moreText ?? ["player.heap.more", { entries: entries.length }]));
  const width = unitsWide(strip.list);
  if (width <= 0) return;
  const stride = strideOf(strip);
  strip.list.style.setProperty("--stride", `${stride / 16}rem`);
  strip.fits = Math.floor(width / stride);
  strip.list.style.maxWidth = `${strip.fits * stride / 16}rem`;
  strip.stride = stride * remSize() / 16;
  drawMore(strip);
  showIndex(strip, true);
}
function drawCells(strip, { order = [], stale = {}, more }, fresh, calm) {
  const changed = order !== strip.order;
  Object.assign(strip, { order, moreText: more });
  while (strip.cells.length > order.length) strip.cells.pop().node.remove();
  reach(strip, Math.max(0, Math.min(strip.reached, order.length - 1)));
  order.forEach((entry, index) => drawCell(strip, index, entry, own(stale, entry), fresh.get(entry)));
  drawMore(strip);
  if (!changed) return;
  strip.index = order.findIndex((entry) => fresh.has(entry));
  showIndex(strip, calm);
}
function showIndex({ list, fits, index, stride }, calm) {
  const left = index < fits ? 0 : (index + 2 - fits) * stride;
  requestAnimationFrame(() => {
    if (Math.abs(list.scrollLeft - left) > 1) list.scrollTo({ left, behavior: calm ? "instant" : "smooth" });
  });
}
function drawMore({ order, more, fits, book, moreText }) {
  const left = order.length - fits;
  const text = moreText ?? (left > 0 ? ["player.heap.more", { entries: left }] : null);
  become(more, text ? textNodes(book, text) : []);
}
function drawCell(strip, index, entry, now, goal) {
  const cell2 = strip.cells[index] ?? addCell(strip, index);
  if (cell2.entry !== entry || cell2.now !== now) fillCell(strip, cell2, index, entry, now);
  set(cell2.node, { "data-new": goal });
}
function addCell({ cells, list, reached }, index) {
  const cell2 = { pair: el("span", { class: "letters" }), count: el("b") };
  const box = cell2.box = el("span", { class: "item" }, cell2.pair, cell2.count);
  const attributes = { "data-index": index, tabindex: index === reached ? 0 : -1 };
  cell2.node = list.appendChild(el("li", attributes, box, el("small", {}, String(index))));
  cells.push(cell2);
  return cell2;
}
function fillCell(strip, cell2, index, entry, now) {
  const [left, right, count] = strip.entries[entry];
  const digits2 = numeral(strip.book, count);
  const whole2 = [left, right].map((token) => tokenAt(strip.book, token));
  const present = presentCount(strip.book, digits2, now, whole2);
  if (cell2.entry !== entry || cell2.present !== present) {
    const tokens = present ? whole2 : cutPair(whole2, strip.columns - digits2.length);
    set(cell2.box, { "data-now": present });
    become(cell2.pair, pairLetters2(strip.book, tokens));
    cell2.count.textContent = digits2;
  }
  Object.assign(cell2, { entry, now, present });
  const words2 = entryWords(strip, entry, index, now);
  set(cell2.node, { ...entryData(strip, entry), "data-stale": now, "aria-label": words2, title: words2 });
}
var pairLetters2 = (book, tokens) => tokens.map((token) => el("span", { dir: "ltr" }, glyphs(book, token)));
function presentCount(book, digits2, now, tokens) {
  const words2 = now === void 0 ? null : numeral(book, now);
  return words2 && sum(tokens.map(columnsOf)) + digits2.length + words2.length < CELL_COLUMNS.letters ? words2 : null;
}
function reach(strip, index) {
  const { cells, reached } = strip;
  if (index < 0 || index === reached) return;
  strip.reached = index;
  if (cells[reached]) set(cells[reached].node, { tabindex: -1 });
  if (cells[index]) set(cells[index].node, { tabindex: 0 });
}
var cellOf = ({ cells }, target) => cells.findIndex(({ node }) => node === target);
function walkCells(event, strip) {
  const { cells } = strip;
  const last = cells.length - 1;
  walkWithArrows(event, cellOf(strip, event.target), cells.length, (index) => cells[Math.max(0, Math.min(last, index))].node.focus());
}

// bpe_lab/player/widgets/heap-tree.js
var TREE = { entries: 7, width: 352, height: 124, top: 15, levels: [15, 64, 105] };
var EDGE = { leaves: 13, arrives: 33 };
var OUT_SPOT = { x: 309, y: TREE.top };
var WAITING = { spots: [{ x: 32, y: TREE.top }, { x: 98, y: TREE.top }], width: 62, pad: 3 };
function heapTree({ widget, book, entries }) {
  const tree2 = { book, entries, nodes: /* @__PURE__ */ new Map(), waiting: null, labels: heapLabels() };
  tree2.name = widget.title ? template(book, widget.title) : "";
  tree2.edges = Array.from({ length: TREE.entries - 1 }, (_, k) => svg("path", { class: "edge", d: edgeTo(k + 1) }));
  tree2.layer = svg("g");
  tree2.pills = svg("g", { class: "waiting" });
  tree2.node = svg(
    "svg",
    { role: "img", viewBox: `0 0 ${TREE.width} ${TREE.height}` },
    tree2.edges,
    tree2.pills,
    tree2.layer,
    Object.values(tree2.labels)
  );
  return { node: tree2.node, draw: (state, old, fresh, calm) => drawTree(tree2, state, old, fresh, calm) };
}
function treeSpot(index) {
  if (index >= TREE.entries) return { ...treeSpot(index - 1 >> 1), y: TREE.height + 20 };
  const level = Math.floor(Math.log2(index + 1));
  const apart = TREE.width / 2 ** level;
  return { x: apart * (index + 1.5 - 2 ** level), y: TREE.levels[level] };
}
function edgeTo(index) {
  const [from, to] = [treeSpot(index - 1 >> 1), treeSpot(index)];
  const [top, bottom] = [from.y + BOX.height / 2, to.y - BOX.height / 2];
  const side = Math.sign(to.x - from.x);
  const [left, right] = [from.x + side * EDGE.leaves, to.x - side * EDGE.arrives];
  return `M${left} ${top}C${left} ${bottom} ${right} ${top} ${right} ${bottom}`;
}
function drawTree(tree2, state, old, fresh, calm) {
  const order = (state.order ?? []).slice(0, TREE.entries);
  const spots = new Map(order.map((entry, index) => [entry, { ...treeSpot(index), index }]));
  if (state.out) spots.set(state.out.entry, OUT_SPOT);
  for (const entry of tree2.nodes.keys()) if (!spots.has(entry)) dropEntry(tree2, entry, calm);
  for (const [entry, spot] of spots) {
    const from = tree2.nodes.has(entry) ? null : entrance(old, entry);
    drawEntry(tree2, entry, spot, state, fresh.get(entry));
    if (from && !calm) fly(tree2.nodes.get(entry).root, from, spot);
  }
  if (!calm) flyDeep(tree2, state, fresh);
  tree2.edges.forEach((edge, k) => set(edge, { "data-gone": k + 1 >= order.length }));
  drawWaiting(tree2, state.waiting ?? []);
  drawHeapLabels(tree2, state);
  describeTree(tree2, order, state.stale ?? {});
}
function dropEntry({ nodes }, entry, calm) {
  const { root } = nodes.get(entry);
  nodes.delete(entry);
  if (calm) return root.remove();
  set(root, { class: "departed", "data-entry": null, "data-pair": null, "data-count": null, "data-stale": null });
  fadeOut(root);
}
function drawEntry(tree2, entry, spot, { stale, out }, goal) {
  const node = tree2.nodes.get(entry) ?? addEntry(tree2, entry);
  const isOut = spot === OUT_SPOT;
  const now = isOut ? out.look === "stale" ? out.now : void 0 : own(stale ?? {}, entry);
  const index = isOut ? "" : String(spot.index);
  const words2 = entryWords(tree2, entry, index, now);
  node.root.style.transform = shifted(spot);
  set(node.root, { "data-look": isOut ? out.look : null, "data-stale": now, "data-new": goal });
  if (node.now !== now) become(node.box, entryBox(tree2.book, tree2.entries[entry], { now }));
  node.now = now;
  set(node.gap, { "data-gone": isOut });
  if (node.index.textContent !== index) node.index.textContent = index;
  if (node.title.textContent !== words2) node.title.textContent = words2;
}
function addEntry(tree2, entry) {
  const node = makeEntry(tree2.book, tree2.entries[entry]);
  set(node.root, entryData(tree2, entry));
  tree2.nodes.set(entry, node);
  tree2.layer.append(node.root);
  return node;
}
var shifted = ({ x: x2, y }) => `translate(${x2}px, ${y}px)`;
function entrance({ order = [] }, entry) {
  const index = order.indexOf(entry);
  return index < 0 ? WAITING.spots[0] : treeSpot(index);
}
var fly = (node, from, to, end = {}) => move(node, [{ transform: shifted(from) }, { transform: shifted(to), ...end }]);
function flyDeep(tree2, { order = [] }, fresh) {
  const index = order.findIndex((entry) => fresh.has(entry));
  if (index < TREE.entries || fresh.size > 1) return;
  const ghost = makeEntry(tree2.book, tree2.entries[order[index]]).root;
  tree2.layer.append(ghost);
  fly(ghost, WAITING.spots[0], treeSpot(index), { opacity: 0 }).onfinish = () => ghost.remove();
}
function drawWaiting(tree2, waiting) {
  if (waiting === tree2.waiting) return;
  tree2.waiting = waiting;
  become(tree2.pills, WAITING.spots.slice(0, waiting.length).map(({ x: x2, y }, k) => {
    const [left, right] = waiting[k];
    const transform = `translate(${x2} ${y})`;
    const box = entryBox(tree2.book, waiting[k], WAITING);
    return svg("g", { "data-pair": `${left},${right}`, transform }, box);
  }));
}
function heapLabels() {
  const label = (name, x2, y) => svg("text", { class: name, x: x2, y });
  return {
    waits: label("waits", 0, 44),
    stale: label("was", 350, 44),
    taken: label("taken", 307, 44),
    root: label("was", 224, TREE.top + 4.5),
    arrow: svg("path", { class: "leaving", d: `M221 ${TREE.top}H264m-5-4 5 4-5 4` }),
    crown: svg("path", { class: "crown", d: GOAL_ICONS.choose, transform: "translate(289 33) scale(.85)" })
  };
}
function drawHeapLabels({ book, entries, labels }, { order = [], stale = {}, out, waiting = [] }) {
  const [root] = order;
  const more = waiting.length - WAITING.spots.length;
  const was = (entry, now) => plainText(book, staleText({ entries }, entry, now));
  const words2 = {
    waits: waiting.length ? template(book, "player.heap.waiting") + (more > 0 ? ` +${more}` : "") : "",
    stale: out?.look === "stale" ? template(book, "player.heap.dropped") : "",
    taken: out?.look === "chosen" ? template(book, "player.heap.taken") : "",
    root: !out && own(stale, root) !== void 0 ? was(root, stale[root]) : ""
  };
  for (const name in words2) if (labels[name].textContent !== words2[name]) labels[name].textContent = words2[name];
  set(labels.arrow, { "data-gone": !out });
  set(labels.crown, { "data-gone": out?.look !== "chosen" });
}
function describeTree(tree2, order, stale) {
  const words2 = order.map((entry, index) => entryWords(tree2, entry, index, own(stale, entry)));
  set(tree2.node, { "aria-label": [tree2.name, ...words2].filter(Boolean).join("; ") });
}

// bpe_lab/player/widgets/heap.js
function heap(widget, book, states) {
  const view = { widget, book, entries: widget.entries ?? [] };
  const before = statesBefore(states);
  let last;
  const tree2 = heapTree(view);
  const cells = heapCells(view);
  const empty = el("p", { class: "empty" }, template(book, "player.heap.empty"));
  const node = el("div", { class: "heap" }, el("div", { class: "tree stack" }, tree2.node, empty), cells.node);
  showTwins(node);
  return {
    node,
    layout: cells.layout,
    draw(state, still) {
      const fresh = newEntries(before.get(state), state);
      set(node, { "data-empty": !state.order?.length && !state.out && !state.waiting?.length });
      tree2.draw(state, last ?? state, fresh, isCalm(still));
      cells.draw(state, fresh, isCalm(still));
      last = state;
    }
  };
}
function statesBefore(states) {
  const before = /* @__PURE__ */ new Map();
  states.forEach((state, step) => step && state !== states[step - 1] && before.set(state, states[step - 1]));
  return before;
}
function newEntries(before, { order = [] }) {
  if (!before?.order || before.order === order) return /* @__PURE__ */ new Map();
  const old = new Set(before.order);
  const goal = before.waiting?.length ? "repair" : "choose";
  return new Map(order.filter((entry) => !old.has(entry)).map((entry) => [entry, goal]));
}
function showTwins(root) {
  const mark2 = (target) => {
    const entry = target?.closest?.("[data-entry]")?.dataset.entry;
    for (const each of root.querySelectorAll("[data-entry]")) {
      set(each, { "data-twin": entry !== void 0 && each.dataset.entry === entry });
    }
  };
  root.addEventListener("pointerover", ({ target }) => mark2(target));
  root.addEventListener("pointerleave", () => mark2(null));
  root.addEventListener("focusin", ({ target }) => mark2(target));
  root.addEventListener("focusout", () => mark2(null));
}

// bpe_lab/player/core/sideways.js
function revealAcross(box, span, still) {
  requestAnimationFrame(() => {
    const [left, right, top = 0, bottom = 0] = span() ?? [box.scrollLeft, box.scrollLeft];
    const across = scrollTarget(box.scrollLeft, box.clientWidth, box.scrollWidth, left, right);
    const down = scrollTarget(box.scrollTop, box.clientHeight, box.scrollHeight, top, bottom);
    if (Math.abs(across - box.scrollLeft) < 1 && Math.abs(down - box.scrollTop) < 1) return;
    box.scrollTo({ left: across, top: down, behavior: isCalm(still) ? "instant" : "smooth" });
  });
}
function scrollTarget(at, room, whole2, from, to) {
  if (whole2 <= room + 1) return 0;
  const wanted = to - from > room ? (from + to - room) / 2 : Math.min(from, Math.max(at, to - room));
  return Math.max(0, Math.min(whole2 - room, wanted));
}
function sidewaysBox(box, name) {
  let clicked = false;
  box.addEventListener("pointerdown", () => clicked = true);
  box.addEventListener("focusout", () => clicked = false);
  box.addEventListener("keydown", (event) => {
    const isArrow = event.key === "ArrowLeft" || event.key === "ArrowRight";
    const plain = !(event.shiftKey || event.ctrlKey || event.altKey || event.metaKey);
    if (isArrow && plain && !clicked && event.target === box && box.scrollWidth > box.clientWidth) event.stopPropagation();
  });
  const focusable = { tabindex: 0, role: "group", ...name };
  return (scrolls) => {
    for (const key of Object.keys(focusable)) set(box, { [key]: scrolls ? focusable[key] : null });
  };
}
function freeBeside(player) {
  const { left, right } = player.getBoundingClientRect();
  return Math.max(0, Math.min(left, document.documentElement.clientWidth - right, remSize()));
}
function holdLabels({ labels, box }) {
  labels.style.transform = box.scrollLeft ? `translateX(${box.scrollLeft * 16 / remSize()}px)` : "";
}

// bpe_lab/player/widgets/lattice-plan.js
var LATTICE = {
  wide: { from: 100, to: 27, label: 14, pitch: 104 },
  narrow: { from: 92, to: 22, label: 6, pitch: 72 },
  least: 40,
  above: 11,
  arch: 21,
  curve: 12,
  leg: 4.5,
  node: 11,
  line: { flat: 25, each: 30.5 },
  stack: { flat: 39, each: 47 },
  font: 16,
  figure: 13,
  pad: 7,
  gap: 7,
  column: 0.608,
  low: 12.4,
  short: 0.589,
  score: 30,
  from_: 49,
  glyph: 76,
  chip: 33,
  under: 110,
  end: 14,
  roomy: [52, 1.18]
};
function latticeOutline({ size: count, arcs: arcList, foot, under }, book, states) {
  const size = integer(count, 1, MOST_BYTES, "size");
  const arcs = (arcList ?? []).map((arc, number) => {
    integer(arc.from, 0, size - 1, "from");
    integer(arc.to, arc.from + 1, size, "to");
    return { ...arc, number, label: String(arc.label ?? "") };
  });
  const nodeStates = [...new Set(states)].flatMap((state) => Object.values(state?.nodes ?? {}));
  const longest = Math.max(0, ...nodeStates.map(({ score }) => String(score ?? "").length));
  for (const { at, size: bytes } of foot ?? []) {
    integer(bytes, 1, size, "size");
    integer(at, 0, size - bytes, "at");
  }
  return { size, arcs: withLevels(arcs), foot: foot ?? [], under: under ?? [], longest };
}
function withLevels(arcs) {
  const leveled = [];
  const byLength = [...arcs].sort((one, other) => one.to - one.from - (other.to - other.from) || one.from - other.from);
  for (const arc of byLength) {
    const touching = leveled.filter(({ from, to }) => from < arc.to && to > arc.from);
    const inside = touching.filter(({ from, to }) => from >= arc.from && to <= arc.to);
    const levels = new Set(touching.map(({ level: level2 }) => level2));
    let level = Math.max(0, ...inside.map((each) => each.level + 1));
    while (levels.has(level)) level++;
    leveled.push({ ...arc, level });
  }
  return leveled.sort((one, other) => one.number - other.number);
}
function planLattice(outline, room, narrow, book) {
  const face = LATTICE[narrow ? "narrow" : "wide"];
  const { size, arcs, longest } = outline;
  const figure2 = atLeast(book, LATTICE.figure);
  const [column2, short] = [LATTICE.column * figure2, LATTICE.short * atLeast(book, LATTICE.low)];
  const least = Math.max(LATTICE.least, longest * short + 6, ...arcs.filter(({ level }) => level === 0).map(({ from, to, label }) => (label.length * short + 6) / (to - from)));
  const each = (room - face.from - face.to) / size;
  const pitch = Math.max(least, Math.min(each, face.pitch));
  const width = Math.max(room, face.from + size * pitch + face.to);
  const first = face.from + (width - face.from - face.to - size * pitch) / 2;
  const plan = { ...face, outline, room, narrow, pitch, width, figure: figure2, column: column2, short, x: (node) => first + node * pitch };
  const upper = arcs.filter(({ level }) => level > 0);
  const fits = upper.every((arc) => labelWidth(book, arc, column2) <= flatRoom(plan, arc));
  const { flat, each: apart } = fits ? LATTICE.line : LATTICE.stack;
  const levels = Math.max(0, ...arcs.map(({ level }) => level));
  const base = LATTICE.above + (levels ? flat / 2 + (levels - 1) * apart + flat / 2 + LATTICE.gap : 0) + LATTICE.arch + 16 + LATTICE.node;
  const floor = base - LATTICE.node - LATTICE.arch;
  Object.assign(plan, {
    base,
    stacked: !fits,
    flat,
    levels,
    grown: Math.max(1, Math.min(LATTICE.roomy[1], pitch / Math.max(LATTICE.roomy[0], least))),
    height: base + (outline.under.length ? LATTICE.under : LATTICE.glyph + LATTICE.chip / 2) + LATTICE.end,
    y: (level) => level ? floor - 16 - LATTICE.gap - flat / 2 - (level - 1) * apart : floor
  });
  return { ...plan, low: atLeast(book, LATTICE.low) * plan.grown, legs: legEnds(plan) };
}
var flatRoom = ({ pitch }, { from, to }) => (to - from) * pitch - 2 * LATTICE.curve - 6;
function labelWidth(book, { token, label }, column2) {
  const letters2 = token == null ? 0 : Math.min(12, columnsOf(tokenAt(book, token))) * LATTICE.font * 0.6 + LATTICE.gap;
  return letters2 + label.length * column2 + 2 * LATTICE.pad;
}
function legEnds({ outline: { arcs }, x: x2, pitch }) {
  const legs = arcs.map(() => ({}));
  const fan = (key, side) => {
    const groups = Map.groupBy ? Map.groupBy(arcs, (arc) => arc[key]) : groupedBy(arcs, key);
    for (const [node, members] of groups) {
      const apart = Math.min(LATTICE.leg, pitch * 0.3 / members.length);
      [...members].sort((one, other) => other.level - one.level).forEach((arc, index) => legs[arc.number][key] = x2(node) + side * (2.5 + (index + 0.5) * apart));
    }
  };
  fan("from", 1);
  fan("to", -1);
  return legs;
}
function groupedBy(items, key) {
  const groups = /* @__PURE__ */ new Map();
  for (const item of items) groups.set(item[key], [...groups.get(item[key]) ?? [], item]);
  return groups;
}
function arcPath(plan, { number, level }) {
  const { from, to } = plan.legs[number];
  const [bottom, top] = [plan.base - LATTICE.node + 1, plan.y(level)];
  const round = Math.min(LATTICE.curve, (to - from) / 2, bottom - top);
  return `M${from} ${bottom}V${top + round}Q${from} ${top} ${from + round} ${top}H${to - round}Q${to} ${top} ${to} ${top + round}V${bottom}`;
}
function labelPlace(plan, arc, wide) {
  const { from, to } = plan.legs[arc.number];
  const middle = (from + to) / 2;
  const slack = Math.max(0, (to - from - wide) / 2 - LATTICE.curve);
  const running2 = plan.outline.arcs.filter(({ level }) => level > arc.level).flatMap(({ number }) => [plan.legs[number].from, plan.legs[number].to]).filter((at) => at > from && at < to);
  const hits = (at) => running2.filter((leg) => Math.abs(leg - at) < wide / 2 + 3).length;
  const steps = Array.from({ length: 17 }, (_, k) => (k % 2 ? -1 : 1) * Math.ceil(k / 2) * (slack / 8));
  return steps.map((step) => middle + step).reduce((best, at) => hits(at) < hits(best) ? at : best, middle);
}

// bpe_lab/player/widgets/lattice-arcs.js
var ARC_ORDER = ["coming", "", "best", "now", "path", "chosen"];
function makeArc(arc) {
  const drawing2 = { arc, look: void 0 };
  drawing2.line = svg("path", { class: "body" });
  drawing2.head = svg("path", { class: "head" });
  drawing2.plate = svg("rect", { class: "plate", rx: 7 });
  drawing2.face = svg("g", { class: "face" });
  drawing2.figure = svg("text", { class: "price" });
  drawing2.node = svg("g", { class: "arc", "data-arc": arc.number, "data-from": arc.from, "data-to": arc.to }, drawing2.line, drawing2.head);
  drawing2.label = svg("g", { class: "plaque", role: "img" }, drawing2.plate, drawing2.face, drawing2.figure);
  return drawing2;
}
function layArc({ plan, book }, drawing2) {
  const { arc, line, head } = drawing2;
  const { to } = plan.legs[arc.number];
  set(line, { d: arcPath(plan, arc) });
  set(head, { d: `M${to} ${plan.base - LATTICE.node + 2}l-4-7h8z` });
  const token = arc.token == null ? null : tokenAt(book, arc.token);
  set(drawing2.label, { "data-low": arc.level === 0 });
  if (arc.level === 0) layLowLabel(plan, drawing2);
  else layLabel(plan, drawing2, token);
}
function layLowLabel(plan, { arc, plate, face, figure: figure2, label }) {
  const { from, to } = plan.legs[arc.number];
  const wide = arc.label.length * plan.short * plan.grown + 4;
  set(label, { transform: `translate(${(from + to) / 2} ${plan.y(0) - 9})` });
  set(plate, { x: -wide / 2, y: -8, width: wide, height: 16 });
  face.replaceChildren();
  set(figure2, { x: 0, y: 4.4, "font-size": plan.low });
  figure2.textContent = arc.label;
}
function layLabel(plan, { arc, plate, face, figure: figure2, label }, token) {
  const { stacked, flat } = plan;
  const digits2 = arc.label.length * plan.column;
  const room = Math.max(24, flatRoom(plan, arc) + LATTICE.curve);
  const beside = stacked ? 0 : digits2 + LATTICE.gap;
  const { nodes, scale } = token ? fittedGlyphs(token, Math.max(14, room - beside - 2 * LATTICE.pad), LATTICE.font) : { nodes: [], scale: 1 };
  const letters2 = token ? Math.min(room - beside - 2 * LATTICE.pad, columnsOf(token) * LATTICE.font * 0.6) : 0;
  const wide = Math.min(room, (stacked ? Math.max(letters2, digits2) : letters2 + beside) + 2 * LATTICE.pad);
  set(label, { transform: `translate(${labelPlace(plan, arc, wide)} ${plan.y(arc.level)})` });
  set(plate, { x: -wide / 2, y: -flat / 2, width: wide, height: flat });
  face.replaceChildren(...nodes);
  set(face, { transform: stacked ? `translate(0 -8) scale(${scale})` : `translate(${-wide / 2 + LATTICE.pad + letters2 / 2} 0) scale(${scale})` });
  set(figure2, stacked ? { x: 0, y: 14.5, "font-size": plan.figure } : { x: wide / 2 - LATTICE.pad - digits2 / 2, y: 4.6, "font-size": plan.figure });
  figure2.textContent = arc.label;
}
function drawArcs(view, looks, still) {
  const visible = [];
  for (const drawing2 of view.arcs) {
    const look = own(looks, String(drawing2.arc.number));
    const isNew = drawing2.look === void 0 && look !== void 0;
    drawing2.look = look;
    if (look === void 0) continue;
    set(drawing2.node, { "data-look": look || null });
    set(drawing2.label, { "data-look": look || null, "aria-label": arcWords(view, drawing2.arc, look) });
    visible.push(drawing2);
    if (isNew && view.begun && !isCalm(still)) for (const node of [drawing2.node, drawing2.label]) fadeIn(node);
  }
  const rank = ({ look }) => Math.max(0, ARC_ORDER.indexOf(look));
  visible.sort((one, other) => rank(one) - rank(other));
  arrange(view.lines, visible.map(({ node }) => node));
  arrange(view.plaques, visible.map(({ label }) => label));
}
function arcWords({ book }, { from, to, token, label }, look) {
  const values = { from, to, figure: label };
  const words2 = token == null ? plainText(book, ["player.lattice.bare", values]) : plainText(book, ["player.lattice.arc", { ...values, token: { token } }]);
  const key = `player.lattice.look.${look}`;
  return own(book.text, key) ? sentences(book, [words2, template(book, key)]) : words2;
}

// bpe_lab/player/widgets/wide-drawing.js
function boxDrawing(view, name) {
  view.box = el("div", { class: "tree-box" }, view.drawing);
  view.setFocusable = sidewaysBox(view.box, name);
  view.markEdges = markedEdges(view.box);
  view.box.addEventListener("scroll", () => holdLabels(view), { passive: true });
  return view.box;
}
function layDrawing(view, narrow, planFor, layParts) {
  view.box.style.marginInline = narrow ? `${-freeBeside(view.box.closest(".player"))}px` : "";
  const width = Math.floor(unitsWide(view.box));
  const room = `${width} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  const plan = view.plan = planFor(width);
  view.room = room;
  set(view.drawing, { viewBox: `0 0 ${plan.width} ${plan.height}` });
  view.drawing.style.width = `${plan.width / 16}rem`;
  view.drawing.style.height = `${plan.height / 16}rem`;
  set(view.ground, { width: plan.width, height: plan.height });
  view.setFocusable(plan.width > width);
  layParts();
  view.markEdges();
}

// bpe_lab/player/widgets/lattice.js
function lattice(widget, book, states) {
  const outline = latticeOutline(widget, book, states);
  const view = { widget, book, outline, hatch: hatching(), state: {}, plan: null, room: "", begun: false };
  const part = (name2, more) => view[name2] = svg("g", { class: name2, ...more });
  const name = drawingName(book, widget);
  view.arcs = outline.arcs.map(makeArc);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg(
    "svg",
    { class: "lattice", role: "group", ...name },
    view.hatch.node,
    view.ground,
    part("feet", { role: "img", "aria-label": latticeFoot(view) }),
    part("lines"),
    part("plaques"),
    part("knots"),
    part("labels")
  );
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layLattice(view, narrow),
    draw: (state, still) => redrawLattice(view, state, still)
  };
}
var latticeFoot = ({ book, outline: { foot } }) => foot.map(({ token }) => spelled(book, token)).join(" ");
function layLattice(view, narrow) {
  layDrawing(view, narrow, (width) => planLattice(view.outline, width, narrow, view.book), () => {
    for (const arc of view.arcs) layArc(view, arc);
    layLatticeFoot(view);
    layKnots(view);
    layRowNames(view);
    redrawLattice(view, view.state, true);
  });
}
function layLatticeFoot({ plan, book, hatch, outline, feet }) {
  const y = plan.base + LATTICE.glyph - LATTICE.chip / 2;
  const glyphs2 = outline.foot.map(({ at, size, token: index }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at) + 3, y, width: plan.x(at + size) - plan.x(at) - 6, height: LATTICE.chip, rx: 8 };
    const { nodes, scale } = fittedGlyphs(token, box.width - 6, 20);
    return svg(
      "g",
      { class: "glyph", "data-at": at },
      svg("rect", { class: "body", ...box }),
      isPartial(token) ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
      svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${y + LATTICE.chip / 2}) scale(${scale})` }, nodes)
    );
  });
  const parts = outline.under.map((word, at) => svg("text", { class: "under", x: (plan.x(at) + plan.x(at + 1)) / 2, y: plan.base + LATTICE.under }, String(word)));
  feet.replaceChildren(...glyphs2, ...parts);
}
function layKnots(view) {
  const { plan, knots, outline } = view;
  const along = svg("path", { class: "along", d: `M${plan.x(0)} ${plan.base}H${plan.x(outline.size)}` });
  view.knotNodes = Array.from({ length: outline.size + 1 }, (_, at) => {
    const circle = svg("circle", { class: "body", r: LATTICE.node, cy: plan.base });
    const number = svg("text", { class: "number", y: plan.base + 4.2, "font-size": atLeast(view.book, 12, "id") }, String(at));
    const [score, from] = ["score", "from"].map((name) => svg("text", { class: name, y: plan.base + (name === "score" ? LATTICE.score : LATTICE.from_), "font-size": plan.low }));
    return { circle, score, from, node: svg("g", { class: "knot", "data-node": at, transform: `translate(${plan.x(at)} 0)` }, circle, number, score, from) };
  });
  knots.replaceChildren(along, ...view.knotNodes.map(({ node }) => node));
}
function layRowNames({ plan, widget, book, labels }) {
  const rows = widget.rows ?? {};
  const places2 = { score: LATTICE.score, from: LATTICE.from_, foot: LATTICE.glyph + 5, under: LATTICE.under };
  const ground = svg("rect", { class: "behind", width: plan.from - LATTICE.node - 6, height: plan.height });
  const words2 = Object.keys(places2).filter((name) => rows[name]).map((name) => svg("text", { x: plan.label, y: plan.base + places2[name] }, template(book, rows[name])));
  labels.replaceChildren(...plan.width > plan.room ? [ground] : [], ...words2);
}
function redrawLattice(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  drawArcs(view, state.arcs ?? {}, still);
  view.knotNodes.forEach((knot, at) => drawKnot(knot, own(state.nodes ?? {}, String(at)) ?? {}));
  showPresent(view, state, still || !view.begun);
  view.begun = true;
}
function drawKnot({ node, score, from }, { score: words2 = "", from: before, look }) {
  set(node, { "data-look": look || null, "data-reached": words2 !== "" });
  score.textContent = String(words2);
  from.textContent = before == null ? "" : `← ${before}`;
}
function showPresent({ box, plan, outline }, state, still) {
  const at = Object.keys(state.nodes ?? {}).find((key) => state.nodes[key].look === "now");
  const arc = outline.arcs.find(({ number }) => own(state.arcs ?? {}, String(number)) === "now");
  if (at === void 0 && !arc) return;
  const [from, to] = arc ? [arc.from, arc.to] : [Number(at), Number(at)];
  const pixels = remSize() / 16;
  const side = plan.pitch * 1.5;
  const spans = [(plan.x(from) - side - plan.from) * pixels, (plan.x(to) + side) * pixels];
  revealAcross(box, () => [...spans, Math.max(0, plan.height * pixels - box.clientHeight), plan.height * pixels], still);
}

// bpe_lab/player/widgets/looks.js
function barOf(book, share) {
  const fill = el("i", { class: "fill" });
  fill.style.width = `${share * 100}%`;
  return el("span", { class: "bar", role: "img", "aria-label": `${numeral(book, Math.round(share * 100))}%` }, fill);
}
function lookSign(look) {
  if (look === "chosen") return [goalIcon("choose")];
  if (look === "aside") return ["↓"];
  return look === "tied" ? ["="] : [];
}

// bpe_lab/player/widgets/ledger.js
var PAIR_COLUMNS = 8;
var POSITION_COLUMN = 13 * 0.6;
function ledger(widget, book, states) {
  const view = { widget, book, rows: /* @__PURE__ */ new Map(), pairs: [], state: {}, columns: Infinity };
  view.open = rememberChoice(widget, "open", false);
  view.places = headOf(view, "positions");
  view.body = el("tbody");
  view.box = el("div", { class: "box", id: `${widget.id}-rows` }, ledgerTable(view, states));
  const name = `${widget.id}-fold`;
  view.fold = el("button", { type: "button", class: "fold", "aria-controls": view.box.id, "data-name": name });
  view.fold.addEventListener("click", () => unfold(view));
  view.box.style.setProperty("--rows", widget.rows ?? 5);
  view.box.style.setProperty("--pairs", String(mostPairs(states)));
  view.markEdges = markedEdges(view.box);
  return {
    node: el("div", { class: "ledger" }, view.box, view.fold),
    layout: () => layLedger(view),
    draw: (state, still) => drawLedger(view, state, still)
  };
}
function ledgerTable(view, states) {
  const numbers = ["count", "delta"].map((name) => headOf(view, name));
  const most = longestNumber(view.book, states);
  numbers.forEach((cell2, index) => cell2.style.width = `${Math.max(2.75, (most + index) * 0.6 + 1.4)}rem`);
  const signs = el("td", { class: "sign-cell", "aria-hidden": "true" });
  const head = el("tr", {}, signs, headOf(view, "pair"), numbers, view.places);
  return el("table", {}, el("thead", {}, head), view.body);
}
function headOf({ widget, book }, name) {
  const key = own(widget.columns ?? {}, name);
  return el("th", { scope: "col", "data-column": name }, key ? template(book, key) : null);
}
function longestNumber(book, states) {
  let most = 0;
  for (const pairs of new Set(states.map((state) => state?.pairs))) {
    for (const key in pairs) most = Math.max(most, Math.abs(pairs[key][0]), Math.abs(pairs[key][1]));
  }
  return numeral(book, most).length;
}
var mostPairs = (states) => Math.max(0, ...[...new Set(states.map((state) => state?.pairs))].map((pairs) => Object.keys(pairs ?? {}).length));
function layLedger(view) {
  const width = unitsWide(view.places);
  const columns = Math.floor(width / POSITION_COLUMN);
  if (width <= 0 || columns === view.columns) return;
  view.columns = columns;
  drawLedger(view, view.state);
}
function unfold(view) {
  view.open.set(!view.open.get());
  view.box.scrollTop = 0;
  keepingFocus(view.box.closest(".player"), () => drawLedger(view, view.state));
  layLedger(view);
  view.markEdges();
}
function drawLedger(view, state, still = true) {
  const { box, body, book, widget } = view;
  const open = view.open.get();
  const top = (state.top ?? []).slice(0, widget.rows);
  const pairs = open ? [...top, ...byCount(state.pairs ?? {}, new Set(top))] : top;
  view.state = state;
  const rows = pairs.map((pair) => drawLedgerRow(view, pair));
  arrange(body, rows);
  if (!isCalm(still) && view.pairs.length) moveRows(placesOfRows(view.pairs), rows.map((row, index) => [pairs[index], row]));
  view.pairs = pairs;
  const name = open && widget.title ? template(book, widget.title) : null;
  set(box, { "data-open": open, tabindex: open ? 0 : null, role: open ? "group" : null, "aria-label": name });
  drawFold(view, open, Object.keys(state.pairs ?? {}).filter((pair) => !top.includes(pair)).map((pair) => state.pairs[pair][0]));
}
function drawFold({ fold, book }, open, counts) {
  const others = counts.length;
  const more = `player.ledger.${counts.some((count) => count) ? "more" : "more_gone"}`;
  const words2 = open ? template(book, "player.ledger.fewer") : plainText(book, [more, { pairs: others }]);
  if (fold.textContent !== words2) fold.textContent = words2;
  set(fold, { "aria-expanded": String(open), "data-gone": !open && others <= 0 });
}
var byCount = (pairs, top) => Object.keys(pairs).filter((pair) => !top.has(pair)).sort((one, other) => pairs[other][0] - pairs[one][0]);
function drawLedgerRow(view, pair) {
  if (!view.rows.has(pair)) view.rows.set(pair, makeLedgerRow(view.book, pair));
  const row = view.rows.get(pair);
  const about = (name) => own(view.state[name] ?? {}, pair);
  const [counts, ...places2] = ["pairs", "positions", "stale", "lit", "times"].map(about);
  if (row.counts !== counts) drawCounts(view.book, row, row.counts = counts);
  const content = [...places2, view.columns];
  if (content.some((each, index) => each !== row.places?.[index])) drawPlaces(view, row, row.places = content);
  return row.node;
}
function makeLedgerRow(book, pair) {
  const cell2 = (name, ...children) => el("td", { "data-column": name }, ...children);
  const row = { count: cell2("count"), delta: set(cell2("delta"), { "data-wears": true }), list: cell2("positions") };
  row.sign = el("td", { class: "sign-cell" });
  const chips = cell2("pair", pairChips(book, pair.split(",").map(Number), null, PAIR_COLUMNS));
  return { ...row, node: el("tr", { "data-pair": pair }, row.sign, chips, row.count, row.delta, row.list) };
}
function drawCounts(book, row, [count, delta, look] = [0, 0, ""]) {
  set(row.node, { "data-count": count, "data-look": look || (count ? null : "quiet"), "data-wears": look === "changed" });
  become(row.sign, lookSign(look));
  row.count.textContent = figure(book, count);
  row.delta.textContent = signed(book, delta);
}
function drawPlaces(view, { node, list }, [positions = [], stale = [], lit = [], times = {}, columns]) {
  const [at, look] = lit;
  const gone = new Set(stale);
  const words2 = positions.map((position) => `${position}${own(times, position) ? `×${times[position]}` : ""}`);
  const [from, to] = windowAround(words2, Math.max(0, positions.lastIndexOf(at)), columns);
  const place = (position) => {
    const isLit = position === at;
    const attributes = { "data-at": position, "data-look": isLit ? look : null, "data-wears": isLit };
    return el(gone.has(position) ? "s" : "span", attributes, words2[positions.indexOf(position)]);
  };
  const joint = (one, other) => gone.has(one) && gone.has(other) ? el("s", {}, " ") : " ";
  const cells = positions.slice(from, to).flatMap((position, k, all) => k ? [joint(all[k - 1], position), place(position)] : [place(position)]);
  become(list, [...from > 0 ? ["… "] : [], ...cells, ...to < words2.length ? [" …"] : []]);
  const unseen = to - from < words2.length ? [words2.join(" ")] : [];
  const staleWords = stale.length ? [plainText(view.book, ["player.ledger.stale", { positions: stale.join(" ") }])] : [];
  set(list, { title: [...unseen, ...staleWords].join("\n") || null });
  set(node, { "data-positions": words2.join(","), "data-stale": stale.join(",") });
}
function windowAround(words2, index, columns) {
  const fits = (from2, to2) => {
    const dots = (from2 > 0 ? 2 : 0) + (to2 < words2.length ? 2 : 0);
    return words2.slice(from2, to2).reduce((sum2, word) => sum2 + word.length + 1, dots - 1) <= columns;
  };
  let [from, to] = [index, Math.min(words2.length, index + 1)];
  for (let grown = true; grown; ) {
    const [left, right] = [from, to];
    if (to < words2.length && fits(from, to + 1)) to++;
    if (from > 0 && fits(from - 1, to)) from--;
    grown = left !== from || right !== to;
  }
  return [from, to];
}

// bpe_lab/player/widgets/byte-strip-plan.js
var STRIP_CELL = { least: 10.5, most: 30 };
var NARROW_CELLS = 35;
var STRIP_LANES = { before: { y: 0, size: 15, font: 12 }, now: { y: 18, size: 24, font: 13 } };
var STRIP_ROW = { lanes: 42, ruler: 17, between: 7 };
var STRIP_SHOWN = { high: 2, low: 1, narrow: 3 };
var HIGH_WINDOW = 880;
var RULER_FONT = 13;
var RULER_APART = 12;
function planStrip(groups, width, narrow, gutter) {
  const room = width - gutter;
  const most = narrow ? NARROW_CELLS : Math.max(1, Math.floor(room / STRIP_CELL.least));
  const flowed = evenRows(groups, most, narrow);
  const cell2 = Math.min(STRIP_CELL.most, room / flowed.widest);
  const left = Math.max(gutter, (width - flowed.widest * cell2) / 2);
  const places2 = /* @__PURE__ */ new Map();
  for (const [position, { row, column: column2, cells }] of flowed.places)
    places2.set(position, { x: left + column2 * cell2, row, wide: (cells ?? 1) * cell2, special: cells != null });
  const high = STRIP_ROW.lanes + (narrow ? 0 : STRIP_ROW.ruler) + STRIP_ROW.between;
  const visibleRows = Math.min(flowed.rows, STRIP_SHOWN[stripRoom(width, narrow)]);
  const plan = { width, narrow, left, cell: cell2, places: places2, rows: flowed.rows, high, visibleRows, height: visibleRows * high - STRIP_ROW.between };
  return { ...plan, ruler: narrow ? [] : rulerOf(groups, plan) };
}
var stripRoom = (width, narrow) => narrow ? "narrow" : width < MEDIUM * 16 || inUnits(innerHeight) >= HIGH_WINDOW ? "high" : "low";
var lanePlan = (plan, { y, size, font }) => ({ places: plan.places, size, font, rows: Array.from({ length: plan.rows }, (_, row) => ({ y: row * plan.high + y })) });
function evenRows(groups, most, narrow) {
  let flowed = inRows(groups, most);
  for (let fewer = flowed.widest - 1; !narrow && flowed.rows > 1 && fewer > 0; fewer--) {
    const next = inRows(groups, fewer);
    if (next.rows > flowed.rows || next.widest > most) break;
    flowed = next;
  }
  return flowed;
}
function inRows(groups, most) {
  const flowed = { places: /* @__PURE__ */ new Map(), rows: 1, widest: 1 };
  let column2 = 0;
  const turn = () => {
    flowed.rows += 1;
    column2 = 0;
  };
  const put = (position, cells) => {
    flowed.places.set(position, { row: flowed.rows - 1, column: column2, cells });
    column2 += cells ?? 1;
    flowed.widest = Math.max(flowed.widest, column2);
  };
  for (const { start, size, special } of groups) {
    if (column2 > 0 && column2 + size > most && size <= most) turn();
    if (special != null) put(start, Math.min(size, most));
    for (let byte = 0; special == null && byte < size; byte++) {
      if (column2 >= most) turn();
      put(start + byte);
    }
  }
  return flowed;
}
function rulerOf(groups, plan) {
  const labels = [];
  const add = (offset, apart) => {
    const place = plan.places.get(offset);
    if (!place) return;
    const half = String(offset).length * RULER_FONT * 0.6 / 2;
    const x2 = Math.min(place.x + (place.special ? half + 1 : place.wide / 2), plan.width - half);
    const label = { offset, row: place.row, x: x2, half };
    const clear = labels.every((each) => each.row !== label.row || Math.abs(each.x - label.x) >= Math.max(each.half + half + 5, apart * plan.cell));
    if (clear) labels.push(label);
  };
  const starts = groups.map(({ start }) => start);
  const parts = groups.flatMap(({ start, size, special }) => special == null ? [] : [start + size, start]);
  const rows = [...plan.places].filter(([, { x: x2 }]) => x2 === plan.left).map(([offset]) => offset);
  const end = Math.max(...plan.places.keys());
  for (const offset of [...rows, ...parts, end]) add(offset, 0);
  for (const offset of starts) add(offset, RULER_APART);
  for (let offset = 10; offset < end; offset += 10) add(offset, RULER_APART);
  return labels;
}

// bpe_lab/player/widgets/cell-plan.js
var STAGE = { page: { calm: 200, tall: 256 }, present: { calm: 240, tall: 320 } };
var SHARE = { page: 0.25, present: 0.28 };
var MORE = { page: 1, present: 1.2 };
var LEAST_STAGE = 150;
var NARROW_ROWS = 2;
var FADE = { least: 20, most: 40 };
var CELL_WIDTHS = { page: [44, 40, 36, 32, 28, 24, 20], present: [44, 40, 36, 32, 28] };
var CELL_WITH_ID = 28;
var LEAST_OF_HEX = 24;
var SPECIAL_WIDTH = { page: 120, present: 136 };
var OFFSET_SIZE = 13.5;
var LANES = { above: 21, raised: 15, between: 8 };
var BELOW = { ids: 19, none: 6 };
var SPARE = { page: 4, present: 8 };
function planCells(book, groups, width, room) {
  const { narrow, high, map = 0 } = room;
  const { calm, tall } = high ? { calm: high, tall: high } : stageRoom(book);
  const cells = CELL_WIDTHS[modeOf(book)].filter((cell2) => cell2 >= LEAST_OF_HEX || narrow || !hasHex(groups));
  const plans = cells.map((cell2) => flow(book, groups, width, cell2, narrow));
  const small = () => flow(book, groups, width - 12, cells.at(-1), narrow);
  if (narrow) return plans.find((plan) => plan.rows.length <= NARROW_ROWS) ?? windowed(small(), Infinity, NARROW_ROWS);
  const whole2 = plans.filter((plan) => plan.rows.length === 1 || plan.lastRow >= width / 4);
  return whole2.find((plan) => plan.height <= calm) ?? plans.find((plan) => plan.height <= tall) ?? plans.find((plan) => plan.height <= tall * (high ? 1 : MORE[modeOf(book)])) ?? windowed(small(), tall - map + (map && SPARE[modeOf(book)]));
}
var modeOf = ({ present }) => present ? "present" : "page";
var mostSpecial = (book) => SPECIAL_WIDTH[modeOf(book)];
function stageRoom(book) {
  const mode = modeOf(book);
  const share = Math.max(LEAST_STAGE, inUnits(innerHeight) * SHARE[mode]);
  return { calm: Math.min(STAGE[mode].calm, share), tall: Math.min(STAGE[mode].tall, share) };
}
var hasHex = (groups) => groups.some(({ spans = [] }) => spans.length > 0);
function windowed(plan, tall, most) {
  const ends = plan.rows.slice(0, most).map(({ y }) => y + plan.size + plan.below);
  const end = ends.findLast((each) => each + FADE.least <= tall) ?? ends[0];
  return { ...plan, windowHeight: Math.max(end + FADE.least, Math.min(end + FADE.most, tall)) };
}
function flow(book, groups, width, cell2, narrow) {
  const hasIds = cell2 >= CELL_WITH_ID || narrow;
  const plan = { hasIds, below: hasIds ? BELOW.ids : BELOW.none, cell: cell2, size: slotHeight(cell2), font: atLeast(book, 8 + cell2 * 0.27, "stage"), pad: cell2 < CELL_WITH_ID ? 1.5 : 2 };
  Object.assign(plan, { rows: [{ raised: false }], places: /* @__PURE__ */ new Map(), labels: [], width: 0 });
  const between3 = cell2 < CELL_WITH_ID ? 7 : 10;
  let x2 = 0;
  for (const group of groups) {
    const wide = group.special == null ? group.size * cell2 : specialWidth(book, group, width);
    if (x2 > 0 && x2 + wide > width) x2 = breakRow(plan);
    x2 = group.special == null ? placeBytes(plan, group, x2, width) : placeSpecial(plan, group, x2, wide);
    plan.width = Math.max(plan.width, Math.min(x2, width));
    plan.lastRow = x2;
    x2 += between3;
  }
  return finish(plan, groups);
}
var slotHeight = (cell2) => Math.max(27, Math.min(40, Math.round(cell2 * 0.6 + 13)));
function breakRow(plan) {
  plan.rows.push({ raised: false });
  return 0;
}
function specialWidth(book, group, width) {
  const { width: columns } = tokenAt(book, group.special);
  return Math.min(columns * 0.6 * atLeast(book, 0.8 * EM) + 20, mostSpecial(book), width);
}
function placeSpecial(plan, group, x2, wide) {
  plan.places.set(group.start, { x: x2, row: plan.rows.length - 1, wide, special: true });
  return x2 + wide;
}
function placeBytes(plan, group, x2, width) {
  for (let byte = 0; byte < group.size; byte++) {
    if (x2 > 0 && x2 + plan.cell > width + 0.01) x2 = breakRow(plan);
    plan.places.set(group.start + byte, { x: x2, row: plan.rows.length - 1, wide: plan.cell });
    if (x2 + plan.cell > plan.width) plan.width = x2 + plan.cell;
    x2 += plan.cell;
  }
  return x2;
}
function finish(plan, groups) {
  const free = plan.rows.map(() => -Infinity);
  for (const group of groups) labelGroup(plan, group, free);
  let top = 0;
  for (const row of plan.rows) {
    row.top = top;
    row.y = top + LANES.above + (row.raised ? LANES.raised : 0);
    top = row.y + plan.size + plan.below + LANES.between;
  }
  plan.height = plan.windowHeight = top - LANES.between;
  return plan;
}
function labelGroup(plan, group, free) {
  const place = plan.places.get(group.start);
  if (!place) return;
  const middle = place.x + place.wide / 2;
  const half = String(group.start).length * OFFSET_SIZE * 0.6 / 2;
  if (middle - half < free[place.row] + 5) return;
  free[place.row] = middle + half;
  const raised = (group.spans ?? []).some(([offset]) => covers(plan, offset, place.row, middle + half));
  if (raised) plan.rows[place.row].raised = true;
  plan.labels.push({ offset: group.start, middle, row: place.row, raised });
}
function covers(plan, offset, row, x2) {
  const place = plan.places.get(offset);
  return place?.row === row && place.x < x2;
}
function boxesOf(plan, start, size) {
  const boxes = [];
  for (let byte = start, box; byte < start + size; byte++) {
    const place = plan.places.get(byte);
    if (!place) break;
    if (box?.row === place.row) box.width = place.x + place.wide - box.x;
    else boxes.push(box = { x: place.x, y: plan.rows[place.row].y, row: place.row, width: place.wide });
    if (place.special) break;
  }
  return boxes;
}

// bpe_lab/player/widgets/slot.js
var RING_ROOM = 4;
var OVERHANG = 10;
var LETTER_ROOM = { special: 16, learned: 6, byte: 5 };
function makeSlot(position) {
  const slot = { position, drawn: null, boxes: [] };
  slot.pieces = svg("g");
  slot.ticks = svg("path", { class: "ticks" });
  slot.face = svg("g", { class: "face" });
  slot.dots = svg("g", { class: "dots" });
  slot.id = svg("text", { class: "id" });
  slot.node = svg("g", { class: "slot" }, slot.pieces, slot.ticks, slot.face, slot.dots, slot.id);
  return slot;
}
function hideSlot(slot) {
  slot.drawn = null;
  set(slot.node, { "data-gone": true });
}
function drawSlot(slot, state, plan, book, hatch) {
  const [index, bytes, look] = state;
  const size = Math.min(bytes, plan.places.size);
  const token = tokenAt(book, index);
  slot.drawn = state;
  slot.boxes = brokenBoxes(boxesOf(plan, slot.position, size), plan.pad);
  set(slot.node, {
    ...tokenLook(token),
    "data-look": look || null,
    "data-gone": slot.boxes.length === 0,
    "data-at": slot.position,
    "data-token": token.id
  });
  tint(slot.node, token);
  drawPieces(slot, plan, look === "merged", isPartial(token) ? hatch : null);
  if (slot.boxes.length) drawLetters(slot, token, size, plan, book);
}
var inset = (box, by) => ({ ...box, x: box.x + by, width: box.width - 2 * by });
function brokenBoxes(boxes, pad) {
  return boxes.map((box, index) => ({ ...inset(box, pad), from: index > 0, on: index < boxes.length - 1 }));
}
var openedBox = (box, { from, on }) => ({ ...box, x: box.x - (from ? OVERHANG : 0), width: box.width + (from ? OVERHANG : 0) + (on ? OVERHANG : 0) });
var openSides = ({ from, on }) => from || on ? `inset(-4px ${on ? OVERHANG : -4}px -4px ${from ? OVERHANG : -4}px)` : "";
function drawPieces(slot, plan, ringed, hatch) {
  while (slot.pieces.children.length > slot.boxes.length) slot.pieces.lastChild.remove();
  slot.boxes.forEach((box, index) => {
    const piece = slot.pieces.children[index] ?? addPiece(slot);
    const body = ringed ? inset(box, RING_ROOM) : box;
    const bounds = rect(openedBox(body, box), plan.size, ringed ? -1.5 : 0);
    piece.style.clipPath = openSides(box);
    set(piece.firstChild, { ...bounds, rx: 4.5 });
    layer(piece, "hatch", hatch && { ...bounds, rx: 4.5, fill: hatch });
    layer(piece, "ring", ringed && { ...rect(openedBox(inset(box, 0.5), box), plan.size, 3), rx: 8 });
  });
}
var addPiece = (slot) => slot.pieces.appendChild(svg("g", {}, svg("rect", { class: "body" })));
var rect = ({ x: x2, y, width }, height, beyond) => ({ x: x2, y: y - beyond, width, height: height + 2 * beyond });
function layer(piece, name, attributes) {
  const worn = piece.querySelector(`.${name}`);
  if (!attributes) worn?.remove();
  else set(worn ?? piece.appendChild(svg("rect", { class: name })), attributes);
}
function drawLetters(slot, token, size, plan, book) {
  const box = slot.boxes.reduce((widest2, each) => each.width > widest2.width ? each : widest2);
  const middle = box.x + box.width / 2;
  const font = token.kind === "special" ? atLeast(book, plan.font * 0.8) : plan.font;
  const room = box.width - (own(LETTER_ROOM, token.kind) ?? LETTER_ROOM.byte);
  const { nodes, scale } = fittedGlyphs(token, room, font);
  slot.face.replaceChildren(...nodes);
  slot.dots.replaceChildren(...slot.boxes.filter((each) => each !== box).map((each) => dotsIn(each, plan)));
  set(slot.face, { transform: `translate(${middle} ${box.y + plan.size / 2}) scale(${scale})` });
  set(slot.id, { x: middle, y: box.y + plan.size + 16 });
  const isShort = token.kind === "byte" && plan.cell < CELL_WITH_ID;
  slot.id.textContent = isShort || !plan.hasIds ? "" : token.id;
  set(slot.ticks, { d: token.kind === "learned" ? innerBorders(slot, size, plan) : null });
}
var dotsIn = ({ x: x2, y, width }, { size, font }) => svg("text", { x: x2 + width / 2, y: y + size / 2 + 0.2 * font }, "…");
function innerBorders(slot, size, plan) {
  const within2 = Array.from({ length: size - 1 }, (_, byte) => plan.places.get(slot.position + byte + 1));
  return within2.filter((place, byte) => place && place.row === plan.places.get(slot.position + byte)?.row).map(({ x: x2, row }) => `M${x2} ${plan.rows[row].y + plan.size - 4}v3`).join("");
}

// bpe_lab/player/widgets/byte-strip.js
var LANE_INSET = 1;
function makeStrip(groups, book, hatch) {
  const strip = { groups, book, hatch, labels: svg("g", { class: "labels" }), ruler: svg("g", { class: "ruler" }) };
  strip.lanes = Object.keys(STRIP_LANES).map((name) => makeStripLane(name));
  strip.rows = svg("g", {}, strip.lanes.map((lane) => lane.node), strip.labels, strip.ruler);
  strip.node = svg("svg", { class: "strip", x: 0, y: 0 }, strip.rows);
  return strip;
}
function makeStripLane(name) {
  const lane = { name, cells: /* @__PURE__ */ new Map(), spans: [], runs: svg("g"), layer: svg("g"), letters: svg("g") };
  lane.node = svg("g", { class: `lane ${name}` }, lane.runs, lane.layer, lane.letters);
  return lane;
}
var stripGutter = (book, narrow) => Math.max(...Object.keys(STRIP_LANES).map((name) => lettersWidth(laneName(book, name), 6.2, 12.5) * (atLeast(book, 12) / 12))) + (narrow ? 5 : 9);
var laneName = (book, name) => template(book, `player.lens.${name}`);
function layStrip(strip, width, narrow) {
  const plan = planStrip(strip.groups, width, narrow, stripGutter(strip.book, narrow));
  Object.assign(strip, { plan, top: 0 });
  set(strip.node, { width, height: plan.height });
  for (const lane of strip.lanes) layLane(strip, lane);
  strip.ruler.replaceChildren(...plan.ruler.map(({ offset, x: x2, row }) => svg("text", { x: x2, y: row * plan.high + STRIP_ROW.lanes + 13 }, String(offset))));
  strip.labels.replaceChildren(...range(0, plan.rows).flatMap((row) => rowLabels(strip, row)));
}
function rowLabels({ lanes: lanes2, book, plan: { left, rows, visibleRows, high, ruler } }, row) {
  const label = (text, y, lane) => svg("text", { x: left - 8, y, "data-lane": lane, "data-row": lane && row }, text);
  const laneLabels = lanes2.map(({ name, plan }) => label(laneName(book, name), plan.rows[row].y + plan.size / 2 + 4, name));
  const hasRowNumber = rows > visibleRows && ruler.length > 0;
  return hasRowNumber ? [...laneLabels, label(`${row + 1}/${rows}`, row * high + STRIP_ROW.lanes + 13)] : laneLabels;
}
function laneFace(book, name) {
  const face = STRIP_LANES[name];
  return { ...face, font: atLeast(book, face.font, name === "now" ? "letters" : "id") };
}
function layLane(strip, lane) {
  lane.plan = lanePlan(strip.plan, laneFace(strip.book, lane.name));
  lane.runs.replaceChildren(...strip.groups.flatMap((group) => runOf(lane.plan, group, strip.book)));
  lane.spans = spansOf(strip.groups).map((span) => ({ ...span, node: spanLetter(lane.plan, span), over: null }));
  lane.letters.replaceChildren(...lane.spans.map(({ node }) => node));
  for (const cell2 of lane.cells.values()) cell2.drawn = null;
}
function runOf(plan, { start, size, special }, book) {
  const boxes = boxesOf(plan, start, size).map((box) => inset(box, LANE_INSET));
  const runs = boxes.map((box) => svg("rect", { class: "run", ...rect(box, plan.size, -0.5), rx: 3.5 }));
  if (special == null || !boxes.length) return runs;
  const token = tokenAt(book, special);
  const face = svg("g", { class: "face" });
  writeLetters(face, token, boxes[0], { ...plan, font: atLeast(book, Math.min(12, plan.font), "id") }, book);
  return [svg("g", { class: "cell", "data-at": start, ...tokenLook(token) }, runs, face)];
}
function writeLetters(face, token, box, { size, font }, book) {
  const { nodes, scale, whole: whole2 } = fittedGlyphs(token, box.width - 0.5, font);
  const legible = !isPartial(token) || scale * EM * SMALL.hex >= LEAST_LETTERS;
  face.replaceChildren(...legible ? nodes : []);
  if (!legible || !whole2) face.append(svg("title", {}, spelledOut(book, token)));
  set(face, { transform: `translate(${box.x + box.width / 2} ${box.y + size / 2}) scale(${scale})` });
}
function spanLetter(plan, { start, end, letter }) {
  const [box] = boxesOf(plan, start, end - start);
  const font = box && nameFont(letter, box.width - 3, plan.font);
  if (!font) return svg("g");
  const place = { x: box.x + box.width / 2, y: box.y + plan.size / 2 + 0.34 * font };
  return svg(
    "g",
    { "font-size": font },
    svg("text", { class: "halo", ...place }, letter),
    svg("text", place, letter)
  );
}
function drawStrip(strip, states, focus) {
  for (const lane of strip.lanes) drawLane(strip, lane, states[lane.name]);
  const { plan } = strip;
  const row = plan.places.get(focus)?.row ?? 0;
  strip.top = Math.max(0, Math.min(row - Math.floor(plan.visibleRows / 2), plan.rows - plan.visibleRows));
  set(strip.rows, { transform: strip.top ? `translate(0 ${-strip.top * plan.high})` : null });
  if (plan.narrow) nameFirstRow(strip);
}
function nameFirstRow({ labels, top }) {
  for (const label of labels.children) set(label, { "data-gone": label.dataset.row !== String(top) });
}
function drawLane(strip, lane, states) {
  for (const cell2 of lane.cells.values()) if (cell2.drawn && !states.has(cell2.position)) emptyStripCell(cell2);
  for (const [position, state] of states) {
    const cell2 = stripCell(lane, position);
    if (cell2.drawn !== state) drawStripCell(cell2, state, lane.plan, strip);
  }
  for (const span of lane.spans) showSpan(lane, span, states);
}
function stripCell(lane, position) {
  if (!lane.cells.has(position)) {
    const cell2 = { position, node: svg("g", { class: "cell", "data-at": position }), face: svg("g", { class: "face" }) };
    lane.cells.set(position, cell2);
    lane.layer.append(cell2.node);
  }
  return lane.cells.get(position);
}
function emptyStripCell(cell2) {
  cell2.drawn = null;
  set(cell2.node, { "data-token": null, "data-prev": null, "data-next": null, "data-look": null, "data-wears": null });
  cell2.node.replaceChildren();
}
var orNone = (position) => position < 0 ? "None" : position;
function drawStripCell(cell2, state, plan, { book, hatch }) {
  const [index, bytes, prev, next, look] = state;
  const token = tokenAt(book, index);
  const dead = look === "dead";
  const linked = next === void 0 ? {} : {
    "data-token": dead ? "None" : token.id,
    "data-prev": orNone(prev),
    "data-next": orNone(next)
  };
  const wears = look === "now" || look === "near";
  cell2.drawn = state;
  set(cell2.node, { ...tokenLook(token), ...linked, "data-look": look || null, "data-wears": wears });
  tint(cell2.node, token);
  const boxes = dead ? [] : boxesOf(plan, cell2.position, bytes).map((box) => inset(box, LANE_INSET));
  if (!boxes.length) return cell2.node.replaceChildren();
  const widest2 = boxes.reduce((most, box) => box.width > most.width ? box : most, boxes[0]);
  writeLetters(cell2.face, token, widest2, plan, book);
  const stripes = isPartial(token) && hatch.fill;
  cell2.node.replaceChildren(...boxes.flatMap((box) => stripPieces(box, plan, stripes, look)), cell2.face);
}
function stripPieces(box, { size }, hatch, look) {
  const bounds = { ...rect(box, size, -1), rx: 3 };
  const under = { class: "under", x: box.x, y: box.y + size - 3.5, width: box.width, height: 2.5 };
  return [
    svg("rect", { class: "body", ...bounds }),
    hatch ? svg("rect", { class: "hatch", ...bounds, fill: hatch }) : null,
    look === "todo" ? svg("rect", under) : null
  ].filter(Boolean);
}
function showSpan(lane, span, states) {
  const over = isSpread(states, span);
  if (over === span.over) return;
  span.over = over;
  set(span.node, { "data-gone": !over });
  for (const position of range(span.start, span.end)) set(stripCell(lane, position).node, { "data-spanned": over });
}

// bpe_lab/player/widgets/lens-plan.js
var LENS = {
  wide: { height: 164, middle: 84, sizes: [57.6, 48, 38.4], near: 38.4 },
  present: { height: 164, middle: 84, sizes: [57.6, 50, 43.5], near: 43.5 },
  narrow: { height: 178, middle: 76, sizes: [47, 38.4], near: 38.4 }
};
var LENS_LARGE = 45;
var LENS_STEP = 1.5;
var LENS_BETWEEN = 36;
var LENS_EDGE = { wide: 26, narrow: 13 };
var LENS_FADE = 0.09;
var LENS_FOLD = 0.6;
function planLens({ groups, book, width, narrow }, { focus, pointers }, states) {
  const face = LENS[narrow ? "narrow" : book.present ? "present" : "wide"];
  const frame = { ...face, width, narrow, edge: LENS_EDGE[narrow ? "narrow" : "wide"], book, focus, states };
  frame.pointed = Object.values(pointers ?? {});
  const middle = groups.findIndex((group) => group.special == null && holds(group, focus));
  const runs = middle < 0 ? fromStart(groups, frame) : around(groups, frame, middle);
  const current = runs.find((run) => run.current);
  const key = `${width} ${narrow} ${middle} ${current && [current.chip, current.left, ...current.visible]}`;
  return { ...frame, key, runs, current, fade: fades(runs, frame), place: (position) => placeIn(runs, position) };
}
var holds = ({ start, size }, position) => position >= start && position < start + size;
var runWidth = ({ size, special }, chip2, book) => special == null ? (size * LENS_STEP - (LENS_STEP - 1)) * chip2 : specialChipWidth(book, special);
var specialChipWidth = (book, special) => Math.min(mostSpecial(book), tokenAt(book, special).width * atLeast(book, 12) * 0.6 + 14);
var makeRun = (group, chip2, left, book) => ({ group, chip: chip2, left, width: runWidth(group, chip2, book) });
function fromStart(groups, { width, edge, near, book }) {
  const runs = [];
  let left = edge;
  for (const group of groups) {
    if (left > width) break;
    runs.push(makeRun(group, near, left, book));
    left += runs.at(-1).width + LENS_BETWEEN;
  }
  const free = width - edge - (left - LENS_BETWEEN);
  if (free > 0) for (const run of runs) run.left += free / 2;
  return runs;
}
function around(groups, frame, middle) {
  const current = inFocus(groups[middle], frame);
  const runs = [current];
  if (frame.narrow) return runs;
  const near = (place, left2) => makeRun(groups[place], frame.near, left2, frame.book);
  for (let index = middle - 1, right = current.left; index >= 0 && right > LENS_BETWEEN; index--) {
    const run = near(index, 0);
    right = run.left = right - LENS_BETWEEN - run.width;
    runs.unshift(run);
  }
  let left = current.left + current.width;
  for (let index = middle + 1; index < groups.length && left < frame.width; index++) {
    const run = near(index, left + LENS_BETWEEN);
    left = run.left + run.width;
    runs.push(run);
  }
  return runs;
}
function inFocus(group, frame) {
  const { width, sizes, edge, book } = frame;
  const chip2 = sizes.find((size) => runWidth(group, size, book) <= width - 2 * edge);
  if (!chip2) return inPart(group, frame);
  const left = (width - runWidth(group, chip2, book)) / 2;
  return { ...makeRun(group, chip2, left, book), current: true, visible: [0, group.size - 1] };
}
function inPart(group, frame) {
  const { width, edge, sizes, focus, pointed } = frame;
  const around2 = [focus, ...pointed.filter((position) => holds(group, position))].map((position) => position - group.start);
  const [from, to] = [Math.min(...around2), Math.max(...around2)];
  const [size] = sizes.slice(-2);
  if (from === to) return partOf({ group, chip: size }, frame, ...windowOf(group, slotsIn(width - 2 * edge, size), from));
  const runs = [null, foldedColumns(group, frame, from, to)].flatMap((folded) => sizes.slice(-2).map((chip2) => ({ group, chip: chip2, ...folded })));
  const wide = (run) => (columnOf(run, to) - columnOf(run, from)) * LENS_STEP * run.chip + run.chip;
  return partOf(runs.find((run) => wide(run) <= width - 2 * edge) ?? runs.at(-1), frame, from, to);
}
var slotsIn = (room, chip2) => Math.floor((room / chip2 + LENS_STEP - 1) / LENS_STEP);
function partOf(run, { width, edge }, from, to) {
  const { group: { size }, chip: chip2 } = run;
  const whole2 = (columnOf(run, size - 1) * LENS_STEP + 1) * chip2;
  const wanted = width / 2 - ((columnOf(run, from) + columnOf(run, to)) / 2 * LENS_STEP + 0.5) * chip2;
  const left = whole2 < width - 2 * edge ? (width - whole2) / 2 : Math.max(width - edge - whole2, Math.min(edge, wanted));
  const at = (byte) => left + columnOf(run, byte) * LENS_STEP * chip2;
  const within2 = range(0, size).filter((byte) => at(byte) >= edge - 1 && at(byte) + chip2 <= width - edge + 1);
  return { ...run, left, width: whole2, current: true, visible: [within2[0] ?? from, within2.at(-1) ?? to] };
}
function foldedColumns({ start, size }, { states, pointed }, from, to) {
  const pointedAt = new Set(pointed);
  const isIn = (byte) => byte > from && byte < to && states.get(start + byte)?.[1] === 0 && !pointedAt.has(start + byte);
  const [columns, folds] = [[], /* @__PURE__ */ new Map()];
  for (let byte = 0, column2 = -1, first; byte < size; byte++) {
    if (!isIn(byte)) columns.push(column2 += 1);
    else if (isIn(byte - 1)) columns.push(columns[columns.length - 1]);
    else columns.push((column2 += LENS_FOLD) + (1 - LENS_FOLD) / 2);
    if (!isIn(byte)) continue;
    first = isIn(byte - 1) ? first : byte;
    folds.set(first, byte - first + 1);
  }
  return { columns, folds: [...folds] };
}
var columnOf = ({ columns }, byte) => columns ? columns[byte] : byte;
var inFold = ({ group, folds = [] }, position) => folds.some(([byte, size]) => position >= group.start + byte && position < group.start + byte + size);
function windowOf({ size }, slots, focus) {
  const page = Math.max(1, Math.ceil(slots / 2));
  const wanted = Math.floor(focus / page) * page - Math.floor(page / 2);
  const first = Math.max(0, Math.min(size - slots, wanted));
  return [first, first + slots - 1];
}
function placeIn(runs, position) {
  const run = runs.find(({ group }) => holds(group, position));
  return run && { run, chip: run.chip, x: chipAt(run, position) };
}
var chipAt = (run, position) => run.left + chipIn(run, position);
var chipIn = (run, position) => (columnOf(run, position - run.group.start) * LENS_STEP + 0.5) * run.chip;
function positionsShown(run, width) {
  const { group, chip: chip2 } = run;
  const isSeen2 = (x2) => x2 > -chip2 / 2 && x2 < width + chip2 / 2;
  return range(group.start, group.start + group.size).filter((position) => !inFold(run, position) && isSeen2(chipAt(run, position)));
}
function fades(runs, { width, edge }) {
  const [first, last, focus] = [runs[0], runs.at(-1), runs.find((run) => run.current)];
  if (!first) return [0, 0];
  const [left, right] = [first.left, width - last.left - last.width];
  const most = width * LENS_FADE;
  const within2 = (room, beyond) => beyond >= edge - 1 ? 0 : Math.max(edge * 0.75, Math.min(most, room - 6));
  if (!focus) return [0, within2(most + 6, right)];
  const [from, to] = focus.visible.map((slot) => chipAt(focus, focus.group.start + slot));
  return [within2(from - focus.chip / 2, left), within2(width - to - focus.chip / 2, right)];
}

// bpe_lab/player/widgets/lens-notes.js
var PILL = { height: 21, font: 13, column: 7.8, pad: 14 };
var DELTA = { height: 22, font: 13, pad: 9, columns: 6, sign: 9, between: 22, line: 26 };
function pointerPills(pointers, plan, focus) {
  const names = /* @__PURE__ */ new Map();
  for (const [name, position] of Object.entries(pointers ?? {})) {
    const at = plan.place(position);
    if (at && at.x > 0 && at.x < plan.width) names.set(position, [...names.get(position) ?? [], name]);
  }
  return Array.from(names, ([position, all]) => pill(all.join(", "), position, plan, position === focus));
}
function pill(names, position, { place, middle, width: room, book }, filled2) {
  const { x: x2, chip: chip2 } = place(position);
  const full = `${names} = ${position}`;
  const column2 = PILL.column * atLeast(book, PILL.font) / PILL.font;
  const fits = full.length * column2 + PILL.pad <= chip2 * LENS_STEP - 2;
  const text = fits ? full : `${names} ${position}`;
  const width = text.length * column2 + PILL.pad;
  const within2 = Math.max(width / 2 + 4, Math.min(room - width / 2 - 4, x2));
  const box = { x: -width / 2, y: -PILL.height / 2, width, height: PILL.height, rx: PILL.height / 2 };
  const transform = `translate(${within2} ${middle - chip2 / 2 - 15})`;
  return svg(
    "g",
    { class: "pill", "data-at": position, "data-wears": filled2, transform },
    svg("rect", box),
    svg("text", { y: 4.5 }, text)
  );
}
function deltaChips(deltas, plan, focus, book) {
  const chips = (deltas ?? []).map((each) => deltaChip(each, book));
  const lines = linesOf(chips, plan.width - 16);
  const top = plan.middle + (plan.current?.chip ?? plan.near) / 2 + 35;
  const x2 = plan.place(focus)?.x ?? plan.width / 2;
  lines.forEach((line, row) => {
    const width = line.reduce((sum2, each) => sum2 + each.width + DELTA.between, -DELTA.between);
    let left = Math.max(8, Math.min(plan.width - 8 - width, x2 - width / 2));
    for (const each of line) {
      set(each.node, { transform: `translate(${left} ${top + row * DELTA.line})` });
      left += each.width + DELTA.between;
    }
  });
  return chips.map(({ node }) => node);
}
function linesOf(chips, room) {
  const whole2 = chips.reduce((sum2, { width }) => sum2 + width + DELTA.between, -DELTA.between);
  const each = Math.max(1, Math.ceil(chips.length / Math.ceil(whole2 / room)));
  return Array.from({ length: Math.ceil(chips.length / each) }, (_, line) => chips.slice(line * each, (line + 1) * each));
}
function deltaChip({ pair, delta }, book) {
  const node = svg("g", { class: "delta", "data-pair": pair.join() });
  const font = atLeast(book, DELTA.font);
  let left = 0;
  for (const index of pair) {
    const token = shortened(tokenAt(book, index), DELTA.columns);
    const { nodes, width: letters2 } = drawnGlyphs(token);
    const width = Math.max(21, letters2 * font / EM + DELTA.pad);
    const transform = `translate(${left + width / 2} 0) scale(${font / EM})`;
    const face = svg("g", { class: "face", transform }, nodes);
    const box = { class: "body", x: left, y: -DELTA.height / 2, width, height: DELTA.height, rx: 4 };
    const chip2 = svg("g", { class: "slot", ...tokenLook(token) }, svg("rect", box), face);
    tint(chip2, token);
    node.append(chip2);
    left += width + 3;
  }
  const change = signed(book, delta);
  node.append(svg("text", { class: "number", "data-wears": true, x: left + 4, y: 5 }, change));
  return { node, width: left + 4 + change.length * DELTA.sign };
}

// bpe_lab/player/widgets/lens-chip.js
var CHIP = 57.6;
var CHIP_FONT = CHIP * 0.44;
var DEAD_SHARE = 0.64;
var DEAD_FONT = 0.9;
var SHARES = { page: { least: 0.6, share: 0.72 }, present: { least: 0.76, share: 0.8 } };
var LOOKS_OF_NOW = /* @__PURE__ */ new Set(["near", "changed", "chosen"]);
function makeLensChip(position) {
  const chip2 = { position, drawn: null };
  chip2.offset = svg("text", { class: "offset" }, String(position));
  chip2.body = svg("rect", { class: "body" });
  chip2.face = svg("g", { class: "face" });
  chip2.box = svg("g", {}, svg("g", {}, chip2.body), chip2.face);
  chip2.id = svg("text", { class: "id" });
  chip2.title = svg("title");
  chip2.node = svg("g", { class: "slot lens-slot", "data-at": position }, chip2.title, chip2.offset, chip2.box, chip2.id);
  return chip2;
}
function placeLensChip(chip2, { x: x2, chip: size }, middle) {
  set(chip2.node, { transform: `translate(${x2} ${middle})` });
  set(chip2.box, { transform: size === CHIP ? null : `scale(${size / CHIP})` });
  set(chip2.offset, { y: -size / 2 - 8 });
  set(chip2.id, { y: size / 2 + 17 });
}
var square = (half) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half * 0.16 });
function drawLensChip(chip2, state, book, hatch) {
  const [index, , , , look] = state;
  const token = tokenAt(book, index);
  const dead = look === "dead";
  const half = CHIP / 2 * (dead ? DEAD_SHARE : 1);
  chip2.drawn = state;
  set(chip2.node, { ...tokenLook(token), "data-look": look || null, "data-wears": LOOKS_OF_NOW.has(look) });
  tint(chip2.node, token);
  set(chip2.body, square(half));
  const layers = chip2.body.parentNode;
  layer(layers, "hatch", isPartial(token) && { ...square(half), fill: hatch.fill });
  const under = { x: -half + 5, y: half - 7, width: 2 * half - 10, height: 4, rx: 2 };
  layer(layers, "under", look === "todo" && under);
  layer(layers, "ring", look === "now" && { ...square(half + 4), "data-wears": true });
  drawLensLetters(chip2, token, half, dead, book);
  chip2.id.textContent = dead ? "None" : String(token.id);
}
function drawLensLetters({ face, title }, token, half, dead, book) {
  const [room, font] = [2 * half - (dead ? 5 : 8), CHIP_FONT * (dead ? DEAD_FONT : 1)];
  const shares = SHARES[book.present && !dead ? "present" : "page"];
  const { nodes, scale, whole: whole2 } = fittedGlyphs(token, room, font, shares.least);
  const lines = whole2 || dead ? [svg("g", { transform: `scale(${scale})` }, nodes)] : twoLines(token, room, font, shares);
  become(face, lines);
  title.textContent = whole2 ? "" : spelledOut(book, token);
  const [x2, y] = [half * 0.7, half * 0.45];
  if (dead) face.append(svg("path", { class: "strike", d: `M${-x2} ${y}L${x2} ${-y}` }));
}
function specialLensChip({ group, left, width }, book, middle) {
  const token = tokenAt(book, group.special);
  const { nodes, scale } = fittedGlyphs(token, width - 8, atLeast(book, 12));
  const transform = `translate(${left + width / 2} ${middle})`;
  return svg(
    "g",
    { class: "slot", "data-at": group.start, ...tokenLook(token), transform },
    svg("text", { class: "offset", y: -20 }, String(group.start)),
    svg("rect", { class: "body", x: -width / 2, y: -13, width, height: 26, rx: 5 }),
    svg("g", { class: "face", transform: `scale(${scale})` }, nodes)
  );
}
function linkPath(from, to, size, middle, upper) {
  const side = upper ? -1 : 1;
  const ahead = upper ? 1 : -1;
  const y = middle + side * 0.14 * size;
  const start = from + ahead * (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const bar2 = start + ahead * 0.12 * size;
  if (to == null) return `M${start} ${y}h${ahead * 0.09 * size}M${bar2} ${y - 0.11 * size}v${0.22 * size}`;
  const way = Math.sign(to - from) || ahead;
  const apart = (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const [leave, arrive] = [from + way * apart, to - way * apart];
  const skips = Math.abs(to - from) > LENS_STEP * size + 1;
  const line = skips ? detour(leave, arrive, way, y, middle + side * 0.43 * size, size) : `M${leave} ${y}H${arrive}`;
  const tip = 0.085 * size;
  return `${line}M${arrive - way * tip} ${y - tip * 0.85}L${arrive} ${y}L${arrive - way * tip} ${y + tip * 0.85}`;
}
function detour(leave, arrive, way, y, round, size) {
  const [bend, flat] = [way * 0.2 * size, way * 0.42 * size];
  return `M${leave} ${y}C${leave + bend} ${y} ${leave + bend} ${round} ${leave + flat} ${round}H${arrive - flat}C${arrive - bend} ${round} ${arrive - bend} ${y} ${arrive} ${y}`;
}

// bpe_lab/player/widgets/lens-row.js
var SLIDE = { most: 0.4, short: 0.08 };
function turnLens(view, state, states, still) {
  const plan = planLens(view, state, states);
  const old = view.plan;
  if (old && (plan.key === old.key || mayStay(old, plan, state))) return false;
  view.plan = plan;
  arrange(view.row, [...plan.runs.map((run) => runNode(view, run)), view.pills, view.deltas]);
  view.positions = plan.runs.flatMap(({ positions }) => positions ?? []);
  view.fades.forEach((fade, side) => placeFade(fade, plan, side));
  if (old) slide(view, old, plan, still);
  return true;
}
function mayStay(old, { current }, { focus, pointers }) {
  if (!current || old.current?.group !== current.group || Object.keys(pointers ?? {}).length) return false;
  const [first, last] = old.current.visible.map((byte) => byte + current.group.start);
  return focus >= first && focus <= last && !inFold(old.current, focus);
}
function runNode(view, run) {
  const { plan, book } = view;
  if (run.group.special != null) return specialLensChip(run, book, plan.middle);
  run.positions = positionsShown(run, plan.width);
  const { node, arrows } = runDrawing(view, run.group);
  run.arrows = arrows;
  const chips = run.positions.map((position) => chipNode(view, position, { x: chipIn(run, position), chip: run.chip }));
  const spans = view.spans.filter(({ start, end }) => holds(run.group, start) && !(inFold(run, start) && inFold(run, end - 1)));
  const brackets = spans.map((span) => lensBracket(span, run, plan.middle));
  arrange(node, [arrows, ...chips, ...foldSigns(run, plan.middle), ...brackets]);
  return set(node, { "data-current": Boolean(run.current), transform: `translate(${run.left} 0)` });
}
function runDrawing({ drawings }, { start }) {
  if (!drawings.has(start)) {
    const arrows = svg("g");
    drawings.set(start, { arrows, node: svg("g", { class: "run" }, arrows) });
  }
  return drawings.get(start);
}
var foldSigns = (run, middle) => (run.folds ?? []).map(([byte, size]) => svg("text", { class: "fold-sign", x: chipIn(run, run.group.start + byte), y: middle + 4.5 }, `…${size}`));
function chipNode({ chips, plan }, position, index) {
  if (!chips.has(position)) chips.set(position, makeLensChip(position));
  placeLensChip(chips.get(position), index, plan.middle);
  return chips.get(position).node;
}
function lensBracket(span, run, middle) {
  const [left, right] = [chipIn(run, span.start), chipIn(run, span.end - 1)];
  const y = middle - run.chip / 2 - 27;
  const [before, after] = [span.start, span.end - 1].map((position) => run.chip * (inFold(run, position) ? 0 : 0.4));
  span.node.replaceChildren(
    bracket(left - before, right + after, y),
    svg("text", { x: (left + right) / 2, y: y - 7 }, span.letter)
  );
  return span.node;
}
function placeFade({ node, stop }, { width, height, narrow, fade }, side) {
  const whole2 = fade[side] + 24;
  set(node, { x: side ? width - whole2 : 0, width: whole2, height, rx: narrow ? 0 : 12 });
  set(stop, { offset: fade[side] / whole2 });
}
function slide(view, old, plan, still) {
  view.motion?.cancel();
  if (isCalm(still)) return;
  const start = (plan.current ?? old.current)?.group.start;
  const [from, to] = [old.place(start), plan.place(start)];
  const ahead = start >= (old.current?.group.start ?? 0) ? 1 : -1;
  const far = from && to ? from.x - to.x : ahead * SLIDE.short * plan.width;
  const by = Math.max(-SLIDE.most * plan.width, Math.min(SLIDE.most * plan.width, far));
  const moves = [{ transform: `translateX(${by}px)`, opacity: 0.4 }, { transform: "none", opacity: 1 }];
  view.motion = move(view.row, moves);
}
function drawChips({ chips, positions, plan, book, hatch }, states, calm) {
  for (const position of positions) {
    const [chip2, state] = [chips.get(position), states.get(position)];
    if (!calm && isDead(state) && chip2.drawn && !isDead(chip2.drawn)) join(chip2, plan);
    if (state && chip2.drawn !== state) drawLensChip(chip2, state, book, hatch);
    set(chip2.node, { "data-gone": !state });
  }
}
var isDead = (state) => state?.[4] === "dead";
function join({ position, node, drawn: [, , before] }, plan) {
  const [from, to] = [plan.place(position), plan.place(before)];
  if (!to) return;
  const ghost = set(node.cloneNode(true), { class: "slot departed", "data-at": null });
  for (const label of ghost.querySelectorAll(".offset, .id")) label.remove();
  node.parentNode.append(ghost);
  fadeOut(ghost, { translate: `${to.x - from.x}px` });
}
function drawLinks(view, states, newLinks) {
  const hot = new Set(newLinks.map((link) => link.join(">")));
  for (const run of view.plan.runs.filter(({ arrows }) => arrows)) {
    const positions = withOuter(run, states);
    const links = positions.map((position) => linkDrawing(view, position, run));
    if (String(positions) !== run.linked) arrange(run.arrows, links.map(({ node }) => node));
    run.linked = String(positions);
    for (const link of links) drawLink(link, states.get(link.position), hot, view.plan.middle);
  }
}
function withOuter({ positions, group }, states) {
  const lives = (position) => states.get(position)?.[1] > 0;
  const [first, last] = [positions[0], positions.at(-1)];
  const before = range(group.start, first).findLast(lives);
  const after = range(last + 1, group.start + group.size).find(lives);
  return [before, ...positions.filter(lives), after].filter((position) => position !== void 0);
}
function linkDrawing({ links }, position, run) {
  if (!links.has(position)) {
    const [next, prev] = ["next", "prev"].map((name) => svg("path", { class: name }));
    links.set(position, { position, next, prev, node: svg("g", { class: "link" }, next, prev) });
  }
  const link = links.get(position);
  if (link.run !== run) Object.assign(link, { run, drawn: null });
  return link;
}
function drawLink(link, state, hot, middle) {
  const [, , prev, next] = state;
  const isNext = hot.has(`${link.position}>${next}`);
  const isPrev = hot.has(`${link.position}>${prev}`) && !(prev < 0 && isNext);
  const lit = [isNext, isPrev].join();
  if (link.drawn === state && link.hot === lit) return;
  Object.assign(link, { drawn: state, hot: lit });
  set(link.next, { d: linkTo(link, next, middle, true), "data-wears": isNext });
  set(link.prev, { d: linkTo(link, prev, middle, false), "data-wears": isPrev });
}
var linkTo = ({ position, run }, target, middle, upper) => linkPath(chipIn(run, position), target < 0 ? null : chipIn(run, target), run.chip, middle, upper);
function drawPointers({ pills, chips, plan }, { pointers, focus }) {
  become(pills, pointerPills(pointers, plan, focus));
  const pointed = new Set(Object.values(pointers ?? {}));
  for (const chip2 of chips.values()) set(chip2.node, { "data-pointed": pointed.has(chip2.position) });
}
function drawBeam({ beam, plan, strip, positions, top, narrow }) {
  const { plan: rows } = strip;
  const inView = positions.filter((position) => {
    const { x: x2 } = plan.place(position);
    return x2 > plan.fade[0] / 2 && x2 < plan.width - plan.fade[1] / 2;
  });
  const focus = plan.current ? plan.current.group.start + plan.current.visible[0] : inView[0];
  const row = rows.places.get(focus)?.row;
  const [box] = boxesOf(strip.lanes[1].plan, ...spanIn(rows, inView, row));
  if (narrow || !box) return set(beam, { d: null });
  const y = (row - strip.top) * rows.high + STRIP_ROW.lanes - 1;
  set(beam, { d: `M${box.x} ${y}H${box.x + box.width}L${plan.width} ${top + 13}H0Z` });
}
function spanIn({ places: places2 }, positions, row) {
  const within2 = positions.filter((position) => places2.get(position)?.row === row);
  return within2.length ? [within2[0], within2.at(-1) - within2[0] + 1] : [-1, 0];
}

// bpe_lab/player/widgets/lens.js
var LENS_APART = { wide: 6, narrow: 10 };
var NO_STATE = {};
function lens(widget, book) {
  const groups = widget.groups ?? [];
  const hatch = hatching();
  const view = { groups, book, hatch, chips: /* @__PURE__ */ new Map(), links: /* @__PURE__ */ new Map(), drawings: /* @__PURE__ */ new Map(), state: NO_STATE, plan: null, room: "" };
  view.specials = specialStates(groups);
  view.strip = makeStrip(groups, book, hatch);
  view.spans = spansOf(groups).map((span) => ({ ...span, node: svg("g", { class: "bracket" }) }));
  view.beam = svg("path", { class: "beam" });
  view.ground = svg("rect", { class: "ground", x: 0, rx: 12 });
  Object.assign(view, { row: svg("g"), pills: svg("g"), deltas: svg("g") });
  view.fades = ["start", "end"].map((side) => makeFade(hatch.id, side));
  view.box = svg("svg", { x: 0 }, view.row, view.fades.map(({ node }) => node));
  view.words = el("p", { id: `${hatch.id}-words`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg(
    "svg",
    { class: "lens", ...name },
    hatch.node,
    svg("defs", {}, view.fades.map(({ gradient }) => gradient)),
    view.beam,
    view.strip.node,
    view.ground,
    view.box
  );
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: (narrow) => layLens(view, narrow),
    draw: (state, still) => drawLens(view, state, still)
  };
}
function makeFade(id, side) {
  const stops = [["0", 1], ["1", 0]].map(([offset, opacity]) => svg("stop", { offset, "stop-opacity": opacity }));
  const ends = side === "start" ? {} : { x1: 1, x2: 0 };
  const gradient = svg("linearGradient", { id: `${id}-${side}`, ...ends }, stops);
  const node = svg("rect", { class: "fade", y: 0, fill: `url(#${id}-${side})` });
  return { gradient, stop: stops[1], node };
}
function layLens(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${stripRoom(width, narrow)}`;
  if (width <= 0 || room === view.room) return;
  Object.assign(view, { room, width, narrow, plan: null });
  layStrip(view.strip, width, narrow);
  view.top = view.strip.plan.height + LENS_APART[narrow ? "narrow" : "wide"];
  const { height } = LENS[narrow ? "narrow" : "wide"];
  set(view.drawing, { viewBox: `0 0 ${width} ${view.top + height}` });
  view.drawing.style.height = `${(view.top + height) / 16}rem`;
  set(view.ground, { y: view.top, width, height });
  set(view.box, { y: view.top, width, height });
  drawLens(view, view.state, true);
}
function drawLens(view, state, still) {
  const last = view.state;
  view.state = state;
  if (!view.width) return;
  const now = statesByPosition([], state.slots);
  const turned = turnLens(view, state, now, still);
  const isNew = (...names) => turned || names.some((name) => state[name] !== last[name]);
  drawStrip(view.strip, { now, before: statesByPosition([], state.before) }, state.focus);
  drawChips(view, now, turned || isCalm(still));
  drawLinks(view, now, state.links ?? []);
  if (isNew("pointers", "focus")) drawPointers(view, state);
  if (isNew("deltas", "focus")) drawDeltas(view, state);
  for (const span of view.spans) set(span.node, { "data-gone": !isSplit(now, span) });
  drawBeam(view);
  view.words.textContent = view.plan.current ? describedLinks(view, now) : describeTokens(view.groups, view.book, statesByPosition(view.specials, state.slots));
}
function describedLinks({ plan: { current }, book }, states) {
  const [first, last] = current.visible.map((byte) => byte + current.group.start);
  const positions = range(first, last + 1).filter((position) => states.has(position));
  const words2 = [];
  for (let left = DESCRIBED; left > 0 && words2.length < positions.length; left -= words2.at(-1).length)
    words2.push(describedSlot(book, positions[words2.length], states.get(positions[words2.length])));
  return words2.join("; ") + (words2.length < positions.length ? " …" : "");
}
function describedSlot(book, position, [token, , prev, next, look]) {
  if (look === "dead") return plainText(book, ["player.lens.absorbed", { position: String(position) }]);
  const values = { position, id: tokenAt(book, token).id, prev: orNone(prev), next: orNone(next) };
  for (const name in values) values[name] = String(values[name]);
  return plainText(book, ["player.lens.slot", { ...values, token: { token } }]);
}
var drawDeltas = ({ deltas, plan, book }, state) => become(deltas, deltaChips(state.deltas, plan, state.focus, book));

// bpe_lab/player/widgets/meters.js
var TIGHT = { titles: 170, lane: 128, least: 96 };
var logShare = (number, most) => Math.max(0, Math.min(1, Math.log1p(Math.max(0, number)) / Math.log1p(most)));
function meters(widget, book, states) {
  const lanes2 = racingLanes(widget);
  const most = positiveNumber(widget.most, "most");
  const rows = (widget.rows ?? []).map((row) => meterRow(book, row, lanes2, widget.without ?? {}, most));
  const columns = el(
    "div",
    { class: "meter-head", role: "row" },
    el("span", { role: "columnheader" }),
    lanes2.map((lane) => el("span", { class: "meter-lane", role: "columnheader" }, laneSwatch(lane), titleNodes(book, lane.title)))
  );
  const name = widget.title ? drawingName(book, widget) : { "aria-label": book.name };
  const node = el("div", { class: "meters", role: "table", "data-lanes": lanes2.length, ...name }, columns, rows.map((row) => row.node));
  node.style.setProperty("--lanes", lanes2.length);
  node.style.setProperty("--number", `${longestNumeral(book, states, rows, lanes2) * 0.54 + 0.6}rem`);
  const foot = widget.foot ? el("p", { class: "meter-foot" }, textNodes(book, widget.foot)) : null;
  return {
    node: el("div", {}, node, foot),
    layout(narrow) {
      const room = (unitsWide(node) - TIGHT.titles) / lanes2.length;
      const tight = lanes2.length > 2 && !narrow && room > 0 && room < TIGHT.lane;
      set(node, { "data-tight": tight && (room < TIGHT.least ? "over" : "beside") });
    },
    draw(state) {
      for (const row of rows) row.draw(own(state.values ?? {}, row.id) ?? {});
    }
  };
}
function longestNumeral(book, states, rows, lanes2) {
  let digits2 = 1;
  for (const state of new Set(states)) {
    for (const row of rows) {
      for (const lane of lanes2) {
        const number = own(own(state?.values ?? {}, row.id) ?? {}, lane.id);
        if (typeof number === "number") digits2 = Math.max(digits2, numeral(book, number).length);
      }
    }
  }
  return digits2;
}
function meterRow(book, { id, title }, lanes2, without, most) {
  const missing = own(without, id) ?? {};
  const cells = lanes2.map((lane) => meterCell(book, lane, own(missing, lane.id), most));
  const label = el("span", { class: "meter-title", role: "rowheader" }, titleNodes(book, title));
  return {
    id,
    node: el("div", { class: "meter-row", role: "row", "data-row": id }, label, cells.map((cell2) => cell2.node)),
    draw: (values) => cells.forEach((cell2) => cell2.draw(own(values, cell2.id)))
  };
}
function meterCell(book, lane, missing, most) {
  const bar2 = el("i", { class: "lane-fill fill" });
  const number = el("b", {});
  const words2 = missing ? el("span", { class: "without" }, template(book, missing)) : null;
  const name = el("span", { class: "meter-of", "aria-hidden": "true" }, laneSwatch(lane), titleNodes(book, lane.title));
  const node = el("span", { class: "meter", role: "cell", "data-lane": lane.id, ...laneDress(lane) }, name, words2 ?? [bar2, number]);
  let last;
  return {
    id: lane.id,
    node,
    draw(value) {
      if (words2 || value === last) return;
      last = value;
      const isNumber = typeof value === "number" && Number.isFinite(value);
      bar2.style.setProperty("--share", isNumber ? logShare(value, most) : 0);
      set(node, { "data-none": !isNumber || value <= 0 });
      number.textContent = isNumber ? numeral(book, value) : "";
    }
  };
}

// bpe_lab/player/widgets/note.js
var ROW_COLUMNS = 27;
function note(widget, book, states) {
  const all = [...new Set(states)].flatMap(viewsOf);
  const most = Math.max(1, ...states.map((state) => viewsOf(state).length));
  const chosen = rememberChoice(widget, "view", 0);
  const lines = el("div", { class: "lines" });
  const row = el("div", { class: "row" });
  const sizers = longestViews(book, all).map((view) => noteSizer(book, view));
  const node = el("div", { class: "note" }, el("div", { class: "stack" }, el("div", {}, lines, row), sizers));
  lines.style.minHeight = `${(widget.lines ?? 1) * 1.4}em`;
  let current = {};
  const draw = (state) => {
    const views = viewsOf(current = state);
    const place = chosen.get() < views.length ? chosen.get() : 0;
    const view = views[place];
    pick?.draw(views, place);
    set(node, { "data-empty": !(view.lines?.length || view.row?.length) });
    become(lines, lineNodes(book, view.lines));
    set(row, { hidden: !view.row?.length });
    become(row, comparison(book, view.row ?? [], view.join ?? widget.join ?? ""));
    if (view.open) row.append(el("span", { class: "open" }, "…"));
  };
  const choose = (index) => {
    chosen.set(index);
    draw(current);
  };
  const pick = most > 1 ? viewSwitch(book, most, choose) : null;
  return { node, tools: pick?.node, draw };
}
var viewsOf = (state) => state ? [state, ...state.views ?? []] : [];
function viewSwitch(book, most, onChoose) {
  const buttons = Array.from({ length: most }, (_, index) => el("button", { type: "button", "data-name": `view-${index}` }));
  buttons.forEach((button2, index) => button2.addEventListener("click", () => onChoose(index)));
  const node = el("div", { class: "switch", role: "group", "aria-label": template(book, "player.note.views") }, buttons);
  return {
    node,
    draw(views, chosen) {
      set(node, { "data-gone": views.length < 2 || views.every(({ name }) => !name) });
      buttons.forEach((button2, index) => drawChoice(book, button2, views, index, chosen));
    }
  };
}
function drawChoice(book, button2, views, index, chosen) {
  const name = views.length > 1 && views[index]?.name;
  set(button2, { "aria-pressed": String(index === chosen), "data-gone": !name });
  const words2 = name ? plainText(book, name) : button2.textContent;
  if (button2.textContent !== words2) button2.textContent = words2;
  set(button2, { title: name && views[index].full ? plainText(book, views[index].full) : null });
}
var lineNodes = (book, texts = []) => texts.map((text) => el("p", {}, textNodes(book, text)));
function longestViews(book, views) {
  const longest = /* @__PURE__ */ new Map();
  for (const view of views) {
    const kind = `${view.lines?.length} ${Boolean(view.row?.length)}`;
    const length = (view.lines ?? []).reduce((sum2, text) => sum2 + plainText(book, text).length, 0);
    if (length > (longest.get(kind)?.length ?? -1)) longest.set(kind, { length, view });
  }
  return Array.from(longest.values(), ({ view }) => view);
}
var noteSizer = (book, { lines, row }) => el(
  "div",
  { class: "sizer", "aria-hidden": "true" },
  lineNodes(book, lines),
  row?.length ? el("div", { class: "row" }) : null
);
var comparison = (book, row, join2) => row.flatMap(({ pair, look }, index) => {
  const chips = pairChips(book, pair, { "data-look": look || null }, ROW_COLUMNS / row.length);
  return index && join2 ? [el("span", { class: "join" }, joinText(book, join2)), chips] : [chips];
});
var joinText = (book, join2) => Array.isArray(join2) ? textNodes(book, join2) : String(join2);

// bpe_lab/player/widgets/pattern.js
function patternRows(widget, book, states) {
  const isCounted = states.some((state) => state?.counts);
  const alternatives = widget.alternatives ?? [];
  const isExplained = alternatives.some(({ note: note2 }) => note2);
  const columns = ["kind", "code", ...isExplained ? ["meaning"] : [], ...isCounted ? ["matches"] : []];
  const cell2 = (role, column2, ...content) => el("span", { role, "data-column": column2 }, content.flat());
  const head = el(
    "div",
    { class: "titles", role: "row" },
    columns.map((column2) => cell2("columnheader", column2, template(book, `player.pattern.${column2}`)))
  );
  const rows = alternatives.map(({ code: code2, note: note2, kind, number = kind + 1 }) => {
    const count = isCounted ? cell2("cell", "matches") : null;
    const node2 = el(
      "div",
      { class: "alternative", role: "row", "data-kind": kind },
      cell2("cell", "kind", el("span", { class: "badge" }, numeral(book, number))),
      cell2("cell", "code", el("code", { dir: "ltr" }, codePieces(String(code2)))),
      isExplained ? cell2("cell", "meaning", note2 ? textNodes(book, note2) : null) : null,
      count
    );
    node2.style.setProperty("--h", hue(kind));
    return { kind, node: node2, count };
  });
  const node = el(
    "div",
    { class: "pattern", role: "table", "data-counted": isCounted, "data-explained": isExplained, "aria-label": widget.title ? template(book, widget.title) : book.name },
    head,
    rows.map((row) => row.node)
  );
  makeRoving(node, rows.map((row) => row.node), { name: `${widget.id}-row`, downward: true });
  return { node, draw: (state) => rows.forEach((row) => drawCount(book, row, own(state.counts ?? {}, row.kind) ?? 0)) };
}
function drawCount(book, { node, count }, matches) {
  if (!count) return;
  count.textContent = numeral(book, matches);
  set(node, { "data-none": matches === 0 });
}
var CODE_PIECE = /(?:\\[pP]\{[^}]*\}|\\.|[^\\|)\]}])*(?:[)\]}]+[*+?]*(?:\{[\d,]+\})?[+?]*|\||$)/gsu;
var codePieces = (code2) => (code2.match(CODE_PIECE) ?? []).filter(Boolean).map((piece) => el("span", { class: "piece" }, piece.split(/( )/).filter(Boolean).map((letters2) => letters2 === " " ? el("span", { class: "blank" }, letters2) : letters2)));

// bpe_lab/player/widgets/race-strips.js
var STRIP = { high: 18, under: 2.5, gap: 1, gapped: 5 };
var STACKED = { width: 640, lanes: 2 };
var MOST_CELLS = 1e5;
var MOST_GLYPH_COLUMNS = 24;
function strips(widget, book, states) {
  const lanes2 = racingLanes(widget);
  const most = Math.max(...lanes2.map(({ cells }) => integer(cells, 1, MOST_CELLS, "cells")));
  const all = [...new Set(states)].filter(Boolean);
  const view = { book, most, width: 0, state: {} };
  view.rows = lanes2.map((lane) => stripRow(view, lane, all.map((state) => own(state.says ?? {}, lane.id))));
  const legend = (widget.legend ?? []).map(([look, key2]) => el("li", {}, el("i", { class: "strip-swatch", "data-level": levelOf(String(look)), "aria-hidden": "true" }), template(book, key2)));
  const key = legend.length ? el("ul", { class: "strip-legend" }, legend) : null;
  const node = el(
    "div",
    { class: "strips" },
    el("ul", { class: "strip-rows", "data-glyphs": lanes2.some(({ glyphs: glyphs2 }) => glyphs2?.length) }, view.rows.map((row) => row.node)),
    widget.title ? null : key
  );
  return {
    tools: widget.title ? key : null,
    node,
    layout(narrow) {
      const close = narrow || unitsWide(node) < STACKED.width;
      const stacked = close && (narrow || lanes2.length <= STACKED.lanes);
      set(node, { "data-stacked": stacked, "data-beside": close && !stacked });
      set(node.closest(".column") ?? node, { "data-close": close && !stacked });
      const width = view.rows[0].room();
      if (width <= 0 || width === view.width) return;
      view.width = width;
      for (const row of view.rows) row.lay(width / most);
      redrawStrips(view);
    },
    draw(state) {
      view.state = state;
      redrawStrips(view);
    }
  };
}
var levelOf = (digit) => digit === "1" || digit === "2" ? digit : "0";
function redrawStrips({ rows, state }) {
  for (const row of rows) row.draw(String(own(state.cells ?? {}, row.id) ?? ""), own(state.says ?? {}, row.id));
}
function stripRow(view, lane, texts) {
  const { book } = view;
  const say = el("p", {});
  const name = el("p", { class: "strip-name" }, laneSwatch(lane), el("span", {}, titleNodes(book, lane.title)));
  const cells = lane.glyphs?.length ? glyphCells(book, lane) : drawnCells(lane);
  const row = el("div", { class: "strip-room" }, cells.node);
  const node = el("li", { class: "strip-row", ...laneDress(lane) }, name, row, heldText("strip-say", say, book, texts));
  set(cells.node, { role: "img", "data-strip": lane.id });
  let last;
  return {
    id: lane.id,
    node,
    room: () => Math.floor(unitsWide(row)),
    lay(cell2) {
      cells.lay(cell2);
      last = void 0;
    },
    draw(digits2, text) {
      say.replaceChildren(...text ? textNodes(book, text) : []);
      if (digits2 !== last) cells.draw(digits2);
      last = digits2;
      set(cells.node, { "aria-label": stripWords(book, lane, digits2, text) });
    }
  };
}
function stripWords(book, lane, digits2, text) {
  const count = (digit) => digits2.slice(0, lane.cells).split(digit).length - 1;
  const counts = ["player.strips.name", { lane: racerName(book, lane), cells: lane.cells, looked: count("1"), changed: count("2") }];
  return sentences(book, [plainText(book, counts), text && plainText(book, text)]);
}
function drawnCells({ cells, look }) {
  const hatch = LANE_HATCHES[look] ? hatching() : null;
  const paper = svg("rect", { class: "paper", x: 0.5, y: 0.5, height: STRIP.high - 1, rx: 2 });
  const level = (name, more) => svg("path", { class: name, ...more });
  const [looked, underline, changed] = [level("looked"), level("underline"), level("changed")];
  const hatched = hatch ? level("looked-hatch", { fill: hatch.fill }) : null;
  const node = svg("svg", { class: "strip-cells" }, hatch?.node, paper, looked, hatched, underline, changed);
  let pitch = 0;
  return {
    node,
    lay(cell2) {
      pitch = cell2;
      const width = cells * cell2;
      set(node, { viewBox: `0 0 ${width} ${STRIP.high}` });
      node.style.width = `${width / 16}rem`;
      set(paper, { width: Math.max(1, width - 1) });
    },
    draw(digits2) {
      if (!pitch) return;
      const ones = runsPath(digits2, "1", cells, pitch, 0);
      for (const path of [looked, hatched]) if (path) set(path, { d: ones });
      set(underline, { d: runsPath(digits2, "1", cells, pitch, STRIP.high - STRIP.under) });
      set(changed, { d: runsPath(digits2, "2", cells, pitch, 0) });
    }
  };
}
function runsPath(digits2, digit, cells, pitch, top) {
  const apart = pitch >= STRIP.gapped;
  const end = Math.min(cells, digits2.length);
  let path = "";
  for (let from = digits2.indexOf(digit); from >= 0 && from < end; ) {
    let to = from + 1;
    while (!apart && to < end && digits2[to] === digit) to++;
    const wide = Math.max(1.5, (to - from) * pitch - (apart ? STRIP.gap : 0));
    path += `M${(from * pitch).toFixed(2)} ${top}h${wide.toFixed(2)}v${STRIP.high - top}h-${wide.toFixed(2)}Z`;
    from = digits2.indexOf(digit, to);
  }
  return path;
}
function glyphCells(book, { glyphs: tokens, cells }) {
  const nodes = tokens.slice(0, cells).map((index) => el(
    "span",
    { class: "strip-cell", "data-level": "0", "aria-hidden": "true" },
    el("span", {}, glyphs(book, shortened(tokenAt(book, index), MOST_GLYPH_COLUMNS)))
  ));
  return {
    node: el("div", { class: "strip-glyphs", dir: "ltr" }, nodes),
    lay() {
    },
    draw: (digits2) => nodes.forEach((node, index) => set(node, { "data-level": levelOf(digits2[index]) }))
  };
}

// bpe_lab/player/widgets/ranks.js
var RANK_PAIR = { least: 4.75, most: 9, columns: 11 };
var RANK_STATE = 13;
var LEAST_BAR = 0.02;
function ranks(widget, book, states) {
  const all = [...new Set(states)].filter(Boolean);
  const list = el("ol", { class: "scroller", tabindex: 0, ...drawingName(book, widget) });
  const foot = el("footer", { class: "rank-foot" });
  const view = { book, list, blockNodes: [], markEdges: markedEdges(list) };
  const node = el("div", { class: "ranks" }, el("div", { class: "rank-box" }, list), footOf(book, all, foot));
  const rows = all.flatMap((state) => (state.blocks ?? []).flatMap((block) => block.rows ?? []));
  for (const [name, value] of Object.entries(rankColumns(book, rows))) node.style.setProperty(name, value);
  return {
    node,
    draw(state, still) {
      drawBlocks(view, state.blocks ?? [], still);
      foot.replaceChildren(...[state.more, state.scale].filter(Boolean).map((text) => el("p", {}, textNodes(book, text))));
    }
  };
}
function footOf(book, states, foot) {
  const lines = Math.max(0, ...states.map(({ more, scale }) => Number(Boolean(more)) + Number(Boolean(scale))));
  foot.style.minHeight = `${lines * 1.4 + (lines ? 0.3 : 0)}rem`;
  return lines ? foot : null;
}
function rankColumns(book, rows) {
  let [digits2, columns] = [1, 0];
  for (const { pair: pair2, rank } of rows) {
    if (rank != null) digits2 = Math.max(digits2, numeral(book, rank).length);
    columns = Math.max(columns, sum(pair2.map((index) => columnsOf(tokenAt(book, index)))));
  }
  const pair = Math.min(RANK_PAIR.columns, columns) * 0.52 + 2.6;
  return {
    "--pair": `${Math.max(RANK_PAIR.least, Math.min(RANK_PAIR.most, pair))}rem`,
    "--rank": `${digits2 * 0.64 + 1.6}rem`
  };
}
function drawBlocks(view, blocks, still) {
  const { list, blockNodes, book } = view;
  blockNodes.length = Math.min(blockNodes.length, blocks.length);
  blocks.forEach((state, index) => {
    if (blockNodes[index]?.state !== state) blockNodes[index] = { state, node: rankBlock(book, state) };
  });
  arrange(list, blockNodes.map(({ node }) => node));
  const present = blockNodes.find(({ state }) => state.look === "now");
  if (present) reveal(list, () => spanToShow(list, present.node), still);
  view.markEdges();
}
function spanToShow(list, block) {
  const [top, bottom] = [block.offsetTop, block.offsetTop + block.offsetHeight];
  const lit = block.querySelector("[data-look=chosen], [data-look=now]");
  if (bottom - top <= list.clientHeight || !lit) return [top, Math.min(bottom, top + list.clientHeight)];
  const middle = top + lit.offsetTop + lit.offsetHeight / 2;
  const half = list.clientHeight / 2;
  const first = Math.max(top, Math.min(bottom - 2 * half, middle - half));
  return [first, first + 2 * half];
}
function rankBlock(book, { title, state = [], rows = [], look }) {
  const lit = rows.find((row) => row.look === "chosen") ?? rows.find((row) => row.look === "now");
  const head = el("header", {}, el("h3", {}, title ? textNodes(book, title) : null), stateChips(book, state, lit));
  return el(
    "li",
    { class: "rank-block", "data-look": look || null, "aria-current": look === "now" ? "step" : null },
    head,
    rows.length ? el("ul", {}, rows.map((row) => rankRow(book, row))) : null
  );
}
function stateChips(book, tokens, lit) {
  const cut2 = chipsRoom(book, tokens) > RANK_STATE;
  const start = lit ? tokens.findIndex((token, index) => token === lit.pair[0] && tokens[index + 1] === lit.pair[1]) : 0;
  const first = Math.max(0, Math.min(tokens.length - 6, start - 2));
  return sequence(book, tokens, cut2 && [first, first + 6], [], "");
}
function rankRow(book, row) {
  const { pair, rank, bar: bar2, look } = row;
  const isRanked = rank != null;
  const chosen = look === "chosen";
  const words2 = plainText(book, [isRanked ? "player.ranks.rank" : "player.ranks.unranked", { pair: { pair }, ...isRanked ? { rank } : {} }]);
  const label = chosen ? `${words2}, ${template(book, "player.ranks.chosen")}` : words2;
  const figures = isRanked ? [
    bar2 == null ? el("span", { class: "bar", "data-gone": true }) : barOf(book, Math.max(LEAST_BAR, Math.min(1, Number(bar2) || 0))),
    el("span", { class: "rank" }, figure(book, rank), chosen ? goalIcon("choose") : null)
  ] : [el("span", { class: "no-rank" }, template(book, "player.ranks.none"))];
  return el(
    "li",
    { class: "rank-row", "data-pair": pair.join(), "data-look": look || null, "data-unranked": !isRanked },
    el("span", { class: "unseen" }, label),
    el("span", { class: "rank-face", "aria-hidden": "true" }, pairChips(book, pair, null, RANK_PAIR.columns), figures)
  );
}

// bpe_lab/player/widgets/text-map.js
var LEAST_CELL = 1.1;
var LEAST_MARK = 2.4;
var SIZES = {
  narrow: { lane: 7, between: 2, above: 6, below: 6 },
  page: { lane: 10, between: 2, above: 4, below: 3 },
  present: { lane: 12, between: 2, above: 3, below: 2 }
};
var NAMES = ["before", "now"];
var LOOKS = ["learned", "changed", "forming", "merged", "chosen"];
function makeTextMap(groups, book) {
  const map = { groups, book, size: Math.max(0, ...groups.map(({ start, size }) => start + size)), height: 0 };
  map.lanes = NAMES.map((name) => makeLane(name));
  map.labels = svg("g", { class: "labels" });
  map.sight = svg("path", { class: "sight" });
  map.node = svg(
    "svg",
    { class: "text-map", "aria-hidden": "true" },
    map.sight,
    map.lanes.map(({ node }) => node),
    map.labels
  );
  return map;
}
function makeLane(name) {
  const runs = svg("path", { class: "runs" });
  const paths = Object.fromEntries([...LOOKS, "window"].map((look) => [look, svg("path", { class: look })]));
  return { name, runs, paths, node: svg("g", {}, runs, Object.values(paths)) };
}
function layTextMap(map, width, narrow, isWanted) {
  set(map.node, { hidden: !isWanted || null });
  map.node.style.display = isWanted ? "" : "none";
  const sizes = SIZES[narrow ? "narrow" : map.book.present ? "present" : "page"];
  const font = atLeast(map.book, 12);
  const names = NAMES.map((name) => template(map.book, `player.lens.${name}`));
  const left = narrow ? 0 : Math.max(...names.map((name) => lettersWidth(name, 6.2, 12.5) * (font / 12))) + 9;
  const room = width - left;
  const rows = Math.max(1, Math.ceil(map.size * LEAST_CELL / room));
  const pitch = 2 * sizes.lane + sizes.between + sizes.below;
  Object.assign(map, { ...sizes, left, rows, pitch, perRow: Math.ceil(map.size / rows), drawn: null });
  Object.assign(map, { cell: room / map.perRow, height: isWanted ? sizes.above + rows * pitch : 0 });
  if (!isWanted) return;
  set(map.node, { viewBox: `0 0 ${width} ${map.height}` });
  map.node.style.height = `${map.height / 16}rem`;
  map.lanes.forEach((lane, index) => set(lane.runs, { d: map.groups.map(({ start, size }) => bar(map, index, start, size)).join("") }));
  map.labels.replaceChildren(...narrow ? [] : names.map((name, index) => svg("text", { x: left - 8, y: sizes.above + index * (sizes.lane + sizes.between) + sizes.lane / 2 + font * 0.34, "font-size": font }, name)));
}
function bar(map, lane, start, size, least = 0) {
  let path = "";
  for (const row of range(Math.floor(start / map.perRow), Math.floor((start + size - 1) / map.perRow) + 1)) {
    const [from, to] = [Math.max(start, row * map.perRow), Math.min(start + size, (row + 1) * map.perRow)];
    const x2 = map.left + (from - row * map.perRow) * map.cell;
    const wide = Math.max(least, (to - from) * map.cell - 0.3);
    path += `M${x2.toFixed(1)} ${map.above + row * map.pitch + lane * (map.lane + map.between)}h${wide.toFixed(1)}v${map.lane}h${(-wide).toFixed(1)}z`;
  }
  return path;
}
function drawTextMap(map, before, now) {
  if (!map.height || map.drawn === now) return;
  map.drawn = now;
  [before, now].forEach((state, index) => drawLane2(map, index, state));
}
function drawLane2(map, index, { slots = {}, window: window2 = [] }) {
  const { paths } = map.lanes[index];
  const marks = Object.fromEntries(LOOKS.map((look) => [look, ""]));
  for (const [position, [token, size, look]] of Object.entries(slots)) {
    const isPast = index === 0 && look === "changed";
    const name = look in marks && !isPast ? look : map.book.tokens[token]?.kind === "learned" ? "learned" : "";
    if (name) marks[name] += bar(map, index, Number(position), size, LEAST_MARK);
  }
  for (const look of LOOKS) set(paths[look], { d: marks[look] });
  set(paths.window, { d: window2.map(([start, size]) => bar(map, index, start, size, LEAST_MARK)).join("") });
}
function showSight(map, start, size) {
  if (!map.height) return;
  const lanes2 = [0, 1].map((lane) => bar(map, lane, start, size)).join("");
  set(map.sight, { d: lanes2 });
}

// bpe_lab/player/widgets/ribbon.js
var LIT = /* @__PURE__ */ new Set(["forming", "merged", "chosen", "changed"]);
var BRACKET_FONT = 14;
var WINDOW = { beyond: 1.5, round: 7 };
function ribbon(widget, book, states) {
  const groups = widget.groups ?? [];
  const view = { groups, book, slots: /* @__PURE__ */ new Map(), state: {}, plan: null, spans: [], room: "" };
  view.specials = specialStates(groups);
  view.ends = new Set(groups.map(({ start, size }) => start + size));
  view.hatch = hatching();
  view.offsets = svg("g", { class: "offsets" });
  view.brackets = svg("g", { class: "brackets" });
  view.layer = svg("g", { class: "slots" });
  view.windows = svg("g", { class: "windows" });
  view.name = drawingName(book, widget);
  view.words = el("p", { id: `${view.hatch.id}-words`, hidden: true });
  view.drawing = svg(
    "svg",
    { class: "ribbon", role: "img", ...view.name, "aria-describedby": view.words.id },
    view.hatch.node,
    view.offsets,
    view.brackets,
    view.layer,
    view.windows
  );
  view.node = el("div", { class: "scroller" }, view.drawing, view.words);
  view.markEdges = markedEdges(view.node);
  view.map = makeTextMap(groups, book);
  view.before = new Map(states.map((state, index) => [state, states[index - 1] ?? state]));
  view.node.addEventListener("scroll", () => markSight(view), { passive: true });
  return {
    node: el("div", {}, view.node, view.map.node),
    layout: (narrow) => layRibbon(view, narrow),
    draw: (state, still) => drawRibbon(view, state, still)
  };
}
function layRibbon(view, narrow) {
  const width = unitsWide(view.node);
  const high = fullRoom(view.node);
  const room = [Math.round(width * 2), inUnits(innerHeight), narrow, high].join(" ");
  if (width <= 0 || room === view.room) return;
  view.room = room;
  view.plan = planCells(view.book, view.groups, width, { narrow, high });
  layTextMap(view.map, width, narrow, view.plan.windowHeight < view.plan.height);
  if (view.map.height) view.plan = planCells(view.book, view.groups, width, { narrow, high, map: view.map.height });
  view.rows = view.map.height ? rowsOf(view.plan) : [];
  fitDrawing(view);
  drawOffsets(view);
  drawBrackets(view);
  for (const slot of view.slots.values()) slot.drawn = null;
  drawRibbon(view, view.state, true);
}
function fitDrawing({ node, drawing: drawing2, plan, name, markEdges }) {
  const scrolls = plan.windowHeight < plan.height;
  set(drawing2, { viewBox: `-1 0 ${plan.width + 2} ${plan.height}`, "font-size": plan.font });
  drawing2.style.width = `${(plan.width + 2) / 16}rem`;
  drawing2.style.height = `${plan.height / 16}rem`;
  node.style.maxHeight = `${plan.windowHeight / 16}rem`;
  const focusable = { tabindex: 0, role: "group", ...name };
  for (const key of Object.keys(focusable)) set(node, { [key]: scrolls ? focusable[key] : null });
  markEdges();
}
function markSight({ node, plan, map, rows }) {
  if (!map.height) return;
  const [top, bottom] = [node.scrollTop, node.scrollTop + node.clientHeight].map(inUnits);
  const seen2 = rows.filter((_, row) => plan.rows[row].y + plan.size > top && plan.rows[row].y < bottom - plan.below);
  if (seen2.length) showSight(map, seen2[0].first, seen2.at(-1).last - seen2[0].first + 1);
}
function rowsOf({ places: places2, rows }) {
  const spans = rows.map(() => ({ first: Infinity, last: 0 }));
  for (const [position, { row }] of places2) {
    spans[row].first = Math.min(spans[row].first, position);
    spans[row].last = Math.max(spans[row].last, position);
  }
  return spans;
}
function drawOffsets({ offsets, plan }) {
  const label = ({ offset, middle, row, raised }) => svg("text", { x: middle, y: plan.rows[row].y - 6 - (raised ? LANES.raised : 0) }, String(offset));
  offsets.replaceChildren(...plan.labels.map(label));
}
function drawBrackets(view) {
  view.spans = spansOf(view.groups).map((span) => ({ ...span, node: bracketOver(view.plan, span, view.book) }));
  view.brackets.replaceChildren(...view.spans.map((span) => span.node));
}
function bracketOver(plan, { start, end, letter }, book) {
  const boxes = boxesOf(plan, start, end - start);
  const node = svg("g", { class: "bracket" }, boxes.map(({ x: x2, y, width }) => bracket(x2 + plan.pad + 1, x2 + width - plan.pad - 1, y - 3)));
  const [box] = boxes;
  const font = box && nameFont(letter, box.width - 2, atLeast(book, BRACKET_FONT));
  if (font) node.append(svg("text", { x: box.x + box.width / 2, y: box.y - 9, style: `font-size: ${font}px` }, letter));
  return node;
}
function drawRibbon(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  const states = statesByPosition(view.specials, state.slots);
  for (const slot of view.slots.values()) {
    if (slot.drawn && !states.has(slot.position)) hideSlot(slot);
  }
  for (const [position, wanted] of states) {
    const slot = slotAt(view, position);
    if (slot.drawn === wanted) continue;
    drawSlot(slot, wanted, view.plan, view.book, view.hatch.fill);
    set(slot.node, { "data-next": nextPosition(view, position, wanted) });
  }
  for (const span of view.spans) set(span.node, { "data-gone": isWhole(states, span) });
  become(view.windows, (state.window ?? []).flatMap(([start, size]) => windowOver(view.plan, start, size)));
  view.words.textContent = describeTokens(view.groups, view.book, states);
  drawTextMap(view.map, view.before.get(state) ?? state, state);
  if (view.map.height) requestAnimationFrame(() => markSight(view));
  showLit(view, states, still);
}
var windowOver = (plan, start, size) => boxesOf(plan, start, size).map((box) => svg("rect", { ...rect(inset(box, -WINDOW.beyond), plan.size, WINDOW.beyond + 1), rx: WINDOW.round }));
var nextPosition = ({ ends }, position, [, size]) => ends.has(position + size) ? null : position + size;
function slotAt(view, position) {
  if (!view.slots.has(position)) {
    const slot = makeSlot(position);
    view.slots.set(position, slot);
    view.layer.append(slot.node);
  }
  return view.slots.get(position);
}
function showLit(view, states, still) {
  if (view.plan.windowHeight === view.plan.height) return;
  const [at] = view.state.window?.at(-1) ?? [];
  for (const [position, [, , look]] of states) {
    const row = (LIT.has(look) || position === at) && view.plan.rows[view.plan.places.get(position)?.row];
    if (!row) continue;
    const bottom = row.y + view.plan.size + view.plan.below;
    return reveal(view.node, () => [row.top - FADE.least, bottom + FADE.least].map((units) => units * remSize() / 16), still);
  }
}

// bpe_lab/player/widgets/rule-lanes.js
var LANE = { pitch: [30, 52], pitches: [20, 80], gap: 4, label: 13.5, aside: 6.5, font: 15, pad: 11, say: 18 };
function lanes(widget, book, states) {
  integer(widget.size, 1, MOST_BYTES, "size");
  const name = widget.title ? drawingName(book, widget) : { "aria-label": template(book, "player.lanes.name") };
  const all = [...new Set(states)].map((state) => state?.lanes ?? {});
  const least = integer(widget.pitch ?? LANE.pitch[0], ...LANE.pitches, "pitch");
  const view = { book, size: widget.size, state: {}, room: "", least, pitch: least };
  view.lanes = (widget.lanes ?? []).map((lane) => makeRuleLane(book, lane, all.map((each) => own(each, lane.id) ?? {})));
  view.list = el("ul", {}, view.lanes.map(({ node }) => node));
  view.box = el("div", { class: "rule-lanes" }, view.list);
  view.setFocusable = sidewaysBox(view.box, name);
  set(view.list, name);
  return {
    node: view.box,
    layout: (narrow) => layLanes(view, narrow),
    draw: (state, still) => drawLanes(view, state, still)
  };
}
function makeRuleLane(book, { id, title }, states) {
  const lane = { id, slots: /* @__PURE__ */ new Map(), state: {} };
  lane.say = el("p", {});
  lane.aside = el("p", {});
  lane.sign = el("span", { class: "lane-sign", "aria-hidden": "true" });
  lane.track = el("div", { class: "track" });
  const stacked = (name, node, key) => el("div", { class: `${name} stack` }, node, longestText(book, states.map((state) => state[key])));
  const label = el("div", { class: "rule" }, el("h3", {}, title ? titleNodes(book, title) : null, lane.sign), stacked("rule-say", lane.say, "say"));
  lane.node = el("li", { class: "rule-lane" }, label, lane.track, stacked("rule-aside", lane.aside, "aside"));
  return lane;
}
function layLanes(view, narrow) {
  const width = unitsWide(view.box);
  const room = `${Math.floor(width)} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  const beside = narrow ? 0 : (LANE.label + LANE.aside + 2) * 16;
  const [least, most] = [view.least, Math.max(view.least, LANE.pitch[1])];
  view.room = room;
  view.pitch = Math.max(least, Math.min(most, (width - beside) / view.size));
  view.box.style.setProperty("--bytes", `${view.pitch * view.size / 16}rem`);
  view.box.style.setProperty("--pitch", `${view.pitch / 16}rem`);
  view.box.style.setProperty("--seen", `${width / 16}rem`);
  const scrolls = view.pitch * view.size + beside > width + 1;
  set(view.box, { "data-scrolls": scrolls, "data-roomy": !narrow && view.pitch * view.size + beside + LANE.say * 16 <= width });
  view.setFocusable(scrolls);
  for (const lane of view.lanes) for (const slot of lane.slots.values()) slot.drawn = null;
  drawLanes(view, view.state, true);
}
function drawLanes(view, state, still) {
  view.state = state;
  if (!view.room) return;
  for (const lane of view.lanes) drawRuleLane(view, lane, own(state.lanes ?? {}, lane.id) ?? {});
  const lit = view.list.querySelector(".track :is([data-look=merged], [data-look=differs])");
  if (lit) revealAcross(view.box, () => spanOfSlot(lit), still);
}
function spanOfSlot(slot) {
  const track = slot.parentNode;
  if (!track) return null;
  const aside = track.nextElementSibling;
  const after = aside.offsetTop === track.offsetTop ? aside.offsetWidth + 16 : 8;
  return [slot.offsetLeft - 8, track.offsetLeft + slot.offsetLeft + slot.offsetWidth + after];
}
function drawRuleLane({ book, size, pitch }, lane, state) {
  set(lane.node, { "data-look": state.look || null });
  lane.sign.textContent = { done: "✓", differs: "≠" }[state.look] ?? "";
  for (const name of ["say", "aside"]) lane[name].replaceChildren(...state[name] ? textNodes(book, state[name]) : []);
  const slots = state.slots ?? {};
  for (const [position, slot] of lane.slots) if (slot.drawn !== own(slots, position)) dropSlot(lane, position);
  for (const position of Object.keys(slots)) if (!lane.slots.has(position)) addSlot(book, lane, position, slots[position], size, pitch);
  const ends = (state.ends ?? []).map((position) => laneEnd(integer(position, 0, size, "end"), pitch));
  arrange(lane.track, [...Object.keys(slots).map((position) => lane.slots.get(position).node), ...ends]);
}
function laneEnd(position, pitch) {
  const node = el("i", { class: "lane-end" });
  node.style.left = `${position * pitch / 16}rem`;
  return node;
}
function dropSlot(lane, position) {
  lane.slots.get(position).node.remove();
  lane.slots.delete(position);
}
function addSlot(book, lane, position, state, size, pitch) {
  const [index, bytes, look] = state;
  const at = integer(Number(position), 0, size - 1, "position");
  integer(bytes, 1, size - at, "size");
  const wide = bytes * pitch - LANE.gap;
  const short = shortened(tokenAt(book, index), (wide - LANE.pad) / (LANE.font * 0.6));
  const node = chip(book, index, { "data-at": at, "data-look": look || null }, short);
  node.style.left = `${(at * pitch + LANE.gap / 2) / 16}rem`;
  node.style.width = `${wide / 16}rem`;
  lane.slots.set(position, { drawn: state, node });
}

// bpe_lab/player/widgets/series-scale.js
var SERIES = {
  wide: { high: 168, left: 40, top: 10, below: 22 },
  narrow: { high: 176, left: 40, top: 22, below: 22 },
  lowest: 132,
  share: 0.19,
  // of the window's height
  right: 12,
  font: 13,
  label: 14,
  line: 17,
  between: 5,
  least: 64
};
var FEWEST_DECADES = 2;
var MOST_LINES = 6;
var SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";
function seriesType(book) {
  const label = atLeast(book, SERIES.label);
  return { font: atLeast(book, SERIES.font), label, line: SERIES.line * label / SERIES.label };
}
function seriesScales({ x: x2, y }, { left, right, top, bottom }) {
  const [low, high] = [positiveNumber(y.low, "low"), positiveNumber(y.high, "high")];
  if (!(low < high)) throw new Error(`low: ${low}, high: ${high}`);
  if (!(Number.isFinite(x2.first) && x2.last >= x2.first)) throw new Error(`first: ${x2.first}, last: ${x2.last}`);
  const across = Math.max(x2.last - x2.first, 1e-9);
  const up = Math.log(high / low);
  return {
    x: (value) => left + (right - left) * (value - x2.first) / across,
    y: (value) => bottom - (bottom - top) * Math.log(Math.max(value, Number.MIN_VALUE) / low) / up
  };
}
function logTicks(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const each = Math.max(1, Math.ceil((last - first + 1) / MOST_LINES));
  const factors = last - first < FEWEST_DECADES ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = first - 1; power <= last; power += power < first ? 1 : each)
    for (const factor of factors) ticks.push(factor * 10 ** power);
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001).map((tick) => Number(tick.toPrecision(3)));
}
function linearTicks(first, last, wanted) {
  const rough = (last - first) / wanted;
  if (!(rough > 0)) return [first];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const least = Number.isInteger(first) && Number.isInteger(last) ? 1 : 0;
  const round = [1, 2, 3, 5, 6, 10].map((factor) => factor * ten).find((each) => each >= rough * 0.95) ?? 10 * ten;
  const step = Math.max(round, least);
  const between3 = [];
  for (let tick = Math.ceil(first / step) * step; tick < last - step * 0.4; tick += step) if (tick > first + step * 0.4) between3.push(tick);
  return [first, ...between3, last];
}
function tickWords(book, value) {
  const power = Math.log10(value);
  if (Number.isInteger(power) && (power > 6 || power < -4)) {
    const digits2 = String(Math.abs(power)).replace(/\d/g, (digit) => SUPERSCRIPTS[digit]);
    return `10${power < 0 ? "⁻" : ""}${digits2}`;
  }
  return numeral(book, value);
}
function pushedApart(wanted, high, top, bottom) {
  const offsets = [];
  wanted.forEach((at, index) => offsets.push(Math.max(at, index ? offsets[index - 1] + high : top)));
  let limit = bottom;
  for (let index = offsets.length - 1; index >= 0; index--) {
    offsets[index] = Math.min(offsets[index], limit);
    limit = offsets[index] - high;
  }
  return offsets;
}

// bpe_lab/player/widgets/series-ends.js
var measurer;
function wordsWide(view, words2, weight) {
  measurer ??= document.createElement("canvas").getContext("2d");
  const family = getComputedStyle(view.drawing).fontFamily;
  measurer.font = `${weight} ${seriesType(view.book).label}px ${family}`;
  return measurer.measureText(words2).width;
}
var MOST_GUTTER = 0.34;
var AXIS_TITLE = { gap: 26, share: 0.2 };
function endLabels(view, room, width) {
  const { line } = seriesType(view.book);
  const lines = view.lanes.length * (2 * line + SERIES.between) <= room + 2 * SERIES.between ? 2 : 1;
  const most = width * MOST_GUTTER;
  return view.lanes.map((lane) => {
    const end = endWords(view, lane);
    const tail = wordsWide(view, end, 400);
    const beside = lines === 1 ? tail + 6 : 0;
    const name = fittedWords(view, racerName(view.book, lane), Math.max(most - beside, 40));
    const head = wordsWide(view, name, 650);
    return { lane, name, end, lines, width: lines === 1 ? head + beside : Math.max(head, tail) };
  });
}
function fittedWords(view, words2, room) {
  if (wordsWide(view, words2, 650) <= room) return words2;
  const letters2 = [...words2];
  while (letters2.length > 1 && wordsWide(view, `${letters2.join("")}…`, 650) > room) letters2.pop();
  return `${letters2.join("").trimEnd()}…`;
}
function titleWidth(view) {
  const { x: x2 } = view.widget;
  return x2?.title ? wordsWide(view, template(view.book, x2.title), 400) + AXIS_TITLE.gap : 0;
}
function lineEnd({ widget, scales, plot }, lane) {
  const { points = [], to } = widget.lines[lane.id];
  const end = to ?? points.at(-1);
  if (!end) return null;
  const inside = (value, least, most) => Math.max(least, Math.min(most, value));
  return { x: inside(scales.x(end[0]), plot.left, plot.right), y: inside(scales.y(end[1]), plot.top, plot.bottom) };
}
function nameBeside(view, labels) {
  const { plot, parts } = view;
  const ended = labels.map((label) => ({ ...label, from: lineEnd(view, label.lane) })).filter(({ from }) => from);
  ended.sort((one, other) => one.from.y - other.from.y);
  const lines = labels[0]?.lines ?? 1;
  const high = lines * seriesType(view.book).line + (lines > 1 ? SERIES.between : 0);
  const places2 = pushedApart(ended.map(({ from }) => from.y), high, plot.top + high / 2 - 8, plot.bottom - high / 2 + 2);
  parts.ends.replaceChildren(...ended.flatMap((label, index) => besideNodes(view, label, places2[index])));
}
function besideNodes({ book, plot: { right } }, { lane, name, end, lines, from }, middle) {
  const x2 = right + SERIES.right;
  const { label, line } = seriesType(book);
  const text = (words3, attributes) => svg("text", { "font-size": label, x: x2, ...attributes }, words3);
  const apart = right - from.x > 2 || Math.abs(middle - from.y) > 4;
  const thread = apart ? svg("path", { class: "thread", d: `M${from.x} ${from.y}H${right}L${x2 - 3} ${middle}` }) : null;
  const words2 = lines === 2 ? [text(name, { class: "end-name", y: middle - 3 }), text(end, { class: "end", y: middle - 3 + line })] : [text(null, { class: "end-name", y: middle + 5 })];
  if (lines === 1) words2[0].append(svg("tspan", {}, name), svg("tspan", { class: "end", dx: 6 }, end));
  return [svg("g", { class: "end-label", "data-lane": lane.id, ...laneDress(lane) }, thread, words2)];
}
function nameInside(view) {
  const { plot, parts, lanes: lanes2 } = view;
  const ended = lanes2.map((lane) => ({ lane, from: lineEnd(view, lane) })).filter(({ from }) => from);
  ended.sort((one, other) => one.from.y - other.from.y);
  const places2 = pushedApart(ended.map(({ from }) => from.y - 10), seriesType(view.book).line + 1, SERIES.label - 2, plot.bottom - 4);
  parts.ends.replaceChildren(...ended.map(({ lane }, index) => {
    const words2 = `${fittedWords(view, racerName(view.book, lane), plot.width * 0.6)} ${endWords(view, lane)}`.trim();
    const text = (name) => svg("text", { class: name, x: plot.right, y: places2[index], "text-anchor": "end", "font-size": seriesType(view.book).label }, words2);
    return svg("g", { class: "end-label", "data-lane": lane.id, ...laneDress(lane) }, text("halo"), text("end-name"));
  }));
}
var endWords = ({ book, widget }, lane) => {
  const { end } = widget.lines[lane.id];
  return end ? plainText(book, end) : "";
};

// bpe_lab/player/widgets/series.js
function series(widget, book, states) {
  const lanes2 = racingLanes(widget).filter(({ id }) => own(widget.lines ?? {}, id));
  const all = [...new Set(states)].filter(Boolean);
  const part = (name) => svg("g", { class: name });
  const view = { widget, book, lanes: lanes2, room: "", state: {} };
  view.parts = Object.fromEntries(["grid", "bands", "curves", "ends", "cursor", "points"].map((name) => [name, part(name)]));
  view.drawing = svg("svg", { class: "chart", role: "img", "aria-label": seriesWords(view) }, Object.values(view.parts));
  view.key = el("ul", { class: "series-key" }, lanes2.map((lane) => keyOf2(view, lane)));
  view.marks = new Map(lanes2.map((lane) => [lane.id, laneMark(lane, { "data-lane": lane.id })]));
  view.parts.points.append(...view.marks.values());
  view.cursor = { line: svg("line", {}), number: svg("text", { class: "at" }) };
  view.parts.cursor.append(view.cursor.line, view.cursor.number);
  view.hasCursor = all.some(({ at }) => at != null);
  const foot = widget.foot ? el("p", { class: "series-foot" }, textNodes(book, widget.foot)) : null;
  const scale = widget.y?.title ? el("span", { class: "series-scale" }, template(book, widget.y.title)) : null;
  return {
    tools: scale,
    node: el("div", { class: "series" }, view.drawing, view.key, foot),
    layout: (narrow) => laySeries(view, narrow),
    draw(state) {
      view.state = state;
      drawCursor(view);
    }
  };
}
function seriesWords(view) {
  const { book, widget, lanes: lanes2 } = view;
  const lines = lanes2.map((lane) => plainText(book, ["player.series.line", { lane: racerName(book, lane), end: endWords(view, lane) }]));
  const title = widget.title ? template(book, widget.title) : widget.y?.title ? template(book, widget.y.title) : book.name;
  return plainText(book, ["player.series.name", { title, lines: lines.join(own(book.text, "player.spacing.joiner") ?? " ") }]);
}
function keyOf2(view, lane) {
  const line = svg("line", { class: "curve", x1: 1, x2: 31, y1: 8, y2: 8, "stroke-dasharray": dashOf(lane) });
  const sample = svg("svg", { viewBox: "0 0 32 16", "aria-hidden": "true", ...laneDress(lane) }, line, laneMark(lane, { transform: "translate(16 8)" }));
  return el("li", { ...laneDress(lane) }, sample, el("b", {}, racerName(view.book, lane)), el("span", {}, endWords(view, lane)));
}
var FEW_POINTS = 20;
var DOT = 0.55;
var dashOf = ({ look }) => LANE_DASHES[look].join(" ") || null;
var INSIDE = { most: 2, apart: 30, reach: 0.95 };
function canNameInside({ widget: { lines, x: x2, y }, lanes: lanes2 }) {
  const ends = lanes2.map(({ id }) => lines[id].points?.at(-1)).filter(Boolean);
  const across = (x2.last - x2.first) * INSIDE.reach;
  const { high, top, below } = SERIES.narrow;
  const up = (high - top - below) / Math.log(y.high / y.low);
  const heights2 = ends.map((end) => Math.log(end[1]) * up).sort((one, other) => one - other);
  return lanes2.length <= INSIDE.most && lanes2.every(({ id }) => !lines[id].to) && ends.every((end) => end[0] - x2.first >= across) && heights2.every((each, index) => !index || each - heights2[index - 1] >= INSIDE.apart);
}
function laySeries(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${narrow || innerHeight}`;
  if (width <= 0 || room === view.room) return;
  view.room = room;
  const keyed = narrow && !canNameInside(view);
  set(view.key, { hidden: !keyed });
  const { high, left, top, below } = chartRoom(narrow, keyed);
  const labels = narrow ? [] : endLabels(view, high - top - below, width);
  const gutter = narrow ? 8 : Math.max(SERIES.least, ...labels.map((label) => label.width), titleWidth(view)) + SERIES.right;
  view.plot = { left, right: width - gutter, top, bottom: high - below, high, width };
  view.scales = seriesScales(view.widget, view.plot);
  set(view.drawing, { viewBox: `0 0 ${width} ${high}` });
  view.drawing.style.height = `${high / 16}rem`;
  drawGrid(view, narrow);
  drawCurves(view);
  if (keyed) view.parts.ends.replaceChildren();
  else if (narrow) nameInside(view);
  else nameBeside(view, labels);
  set(view.cursor.line, { y1: top, y2: high - below });
  set(view.cursor.number, { y: high - 4, "font-size": seriesType(view.book).font });
  drawCursor(view);
}
function chartRoom(narrow, keyed) {
  const room = SERIES[narrow && !keyed ? "narrow" : "wide"];
  return narrow ? room : { ...room, high: Math.max(SERIES.lowest, Math.min(room.high, inUnits(innerHeight) * SERIES.share)) };
}
function drawGrid(view, narrow) {
  const { widget: { x: x2, y }, book, scales, plot, parts } = view;
  const words2 = (text, attributes) => svg("text", { "font-size": seriesType(book).font, ...attributes }, text);
  const rows = logTicks(y.low, y.high).flatMap((tick) => {
    const at = scales.y(tick);
    return [
      svg("line", { x1: plot.left, x2: plot.right, y1: at, y2: at }),
      words2(tickWords(book, tick), { class: "y-tick", x: plot.left - 8, y: at + 4.5, "text-anchor": "end" })
    ];
  });
  const wanted = Math.max(2, Math.min(5, Math.floor((plot.right - plot.left) / 80)));
  view.ticks = linearTicks(x2.first, x2.last, wanted).map((tick) => {
    const text = numeral(book, Number(tick.toPrecision(10)));
    const node = words2(text, { class: "x-tick", x: scales.x(tick), y: plot.high - 4, "text-anchor": "middle" });
    return { at: scales.x(tick), half: text.length * 3.6, node };
  });
  const last = view.ticks.at(-1);
  const title = narrow || !x2.title ? null : words2(template(book, x2.title), { class: "x-title", x: plot.right + Math.max(SERIES.right, last.half + 10), y: plot.high - 4 });
  parts.grid.replaceChildren(...rows, ...view.ticks.map(({ node }) => node), ...title ? [title] : []);
}
function drawCurves(view) {
  const { widget, lanes: lanes2, scales, parts } = view;
  const bands = lanes2.map((lane) => svg("path", { class: "band", "data-lane": lane.id, ...laneDress(lane), d: bandPath(widget.lines[lane.id].points ?? [], scales) }));
  const curves = lanes2.flatMap((lane) => {
    const { points = [], to } = widget.lines[lane.id];
    const curve = svg("path", { class: "curve", "data-lane": lane.id, ...laneDress(lane), "stroke-dasharray": dashOf(lane), d: linePath(points, scales) });
    const last = points.at(-1);
    const dots = points.length > FEW_POINTS ? [] : points.map((point) => laneMark(lane, { class: "lane-mark dot", transform: `translate(${onScale(scales, point)}) scale(${DOT})` }));
    if (!to || !last) return [curve, ...dots];
    return [
      curve,
      ...dots,
      svg("path", { class: "beyond", "data-lane": lane.id, ...laneDress(lane), d: linePath([last, to], scales) }),
      svg("path", { class: "cut", "data-lane": lane.id, ...laneDress(lane), d: `M${onScale(scales, last)}m0-5v10` })
    ];
  });
  parts.bands.replaceChildren(...bands);
  parts.curves.replaceChildren(...curves);
}
var onScale = (scales, [x2, y]) => `${scales.x(x2).toFixed(1)} ${scales.y(y).toFixed(1)}`;
var linePath = (points, scales) => points.length ? `M${points.map((point) => onScale(scales, point)).join("L")}` : null;
function bandPath(points, scales) {
  const runs = [[]];
  for (const point of points) {
    if (point[2] != null && point[3] != null) runs[runs.length - 1].push(point);
    else if (runs[runs.length - 1].length) runs.push([]);
  }
  return runs.filter((run) => run.length > 1).map((run) => `${linePath(run.map(([x2, , low]) => [x2, low]), scales)}L${run.map(([x2, , , high]) => onScale(scales, [x2, high])).reverse().join("L")}Z`).join("") || null;
}
function drawCursor(view) {
  const { state, scales, widget, book, cursor, parts } = view;
  if (!scales) return;
  const hasCursor = typeof state.at === "number";
  set(parts.cursor, { visibility: hasCursor ? null : "hidden" });
  const at = hasCursor ? scales.x(Math.max(widget.x.first, Math.min(widget.x.last, state.at))) : 0;
  const words2 = hasCursor ? numeral(book, state.at) : "";
  if (hasCursor) {
    set(cursor.line, { x1: at, x2: at });
    set(cursor.number, { x: at });
    cursor.number.textContent = words2;
  }
  for (const tick of view.ticks) set(tick.node, { visibility: hasCursor && Math.abs(tick.at - at) < tick.half + words2.length * 3.8 + 4 ? "hidden" : null });
  for (const [id, mark2] of view.marks) {
    const value = own(state.values ?? {}, id);
    const visible = hasCursor && typeof value === "number" && value > 0;
    set(mark2, { visibility: visible ? null : "hidden", transform: visible ? `translate(${at.toFixed(1)} ${scales.y(value).toFixed(1)})` : null });
  }
}

// bpe_lab/player/widgets/shelf.js
function shelf(widget, book) {
  const items = /* @__PURE__ */ new Map();
  const list = el("ol", { class: "scroller", tabindex: 0 });
  const markEdges = markedEdges(list);
  let shelved = [];
  if (widget.title) set(list, { "aria-label": template(book, widget.title) });
  return {
    node: el("div", { class: "shelf" }, list),
    draw(state, still) {
      const numbers = Object.keys(state.items ?? {}).sort((one, other) => Number(other) - Number(one));
      const nodes = numbers.map((number) => shelfItem(book, items, number, state.items[number]));
      arrange(list, nodes);
      if (!isCalm(still)) moveRows(placesOfRows(shelved), nodes.map((node, index) => [numbers[index], node]));
      shelved = numbers;
      for (const [number, { node }] of items) set(node, { "data-current": number === state.current });
      showCurrent(list, items.get(state.current)?.node, still);
      markEdges();
    }
  };
}
function shelfItem(book, items, number, item) {
  if (items.get(number)?.item !== item) items.set(number, { item, node: shelfNode(book, number, item) });
  return items.get(number).node;
}
var shelfNode = (book, number, [token, parts]) => el(
  "li",
  { class: "shelf-item" },
  el("span", { class: "number" }, number),
  chip(book, token),
  el("span", { class: "join" }, "="),
  pairChips(book, parts)
);
function showCurrent(list, node, still) {
  if (node) reveal(list, () => [node.offsetTop, node.offsetTop + node.offsetHeight], still);
}

// bpe_lab/player/widgets/state-grid.js
var GRID = {
  wide: { to: 14, label: 20, pitch: 84 },
  narrow: { to: 14, label: 6, pitch: 64 },
  least: 56,
  gap: 16,
  above: 12,
  glyph: 34,
  head: 68,
  cell: 38,
  apart: 7,
  score: 13.5,
  value: 12,
  columns: 0.585,
  foot: 30,
  piece: 28,
  end: 6,
  name: 7.2
};
function stateGrid(widget, book, all) {
  const outline = gridOutline(widget, all);
  outline.named = Math.max(0, ...gridNames(widget, book).map((words2) => sum([...words2].map((sign) => sign > "⺀" ? 2 : 1))));
  const view = { widget, book, outline, hatch: hatching(), state: {}, plan: null, room: "", begun: false };
  const part = (name2, more) => view[name2] = svg("g", { class: name2, ...more });
  const name = drawingName(book, widget);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg(
    "svg",
    { class: "state-grid", role: "group", ...name },
    view.hatch.node,
    view.ground,
    part("heads", { role: "img", "aria-label": latticeFoot(view) }),
    part("band"),
    part("cuts"),
    part("ways"),
    part("cells"),
    part("pieces"),
    part("labels")
  );
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layGrid(view, narrow),
    draw: (state, still) => redrawGrid(view, state, still)
  };
}
function gridOutline({ size: count, rows = [], foot = [], under = [] }, all) {
  const size = integer(count, 1, MOST_BYTES, "size");
  integer(rows.length, 1, 64, "rows");
  for (const { at, size: bytes } of foot) {
    integer(bytes, 1, size, "size");
    integer(at, 0, size - bytes, "at");
  }
  const distinct = [...new Set(all)].filter(Boolean);
  const cells = distinct.flatMap((state) => Object.values(state.cells ?? {}));
  const longest = cells.reduce((most, { score, value }) => Math.max(most, String(score ?? "").length, String(value ?? "").length), 2);
  return { size, rows: rows.length, foot, under, longest, hasPieces: distinct.some(({ pieces: pieces2 }) => pieces2?.length) };
}
function planGrid({ size, rows, longest, hasPieces, named: nameColumns }, room, narrow, book) {
  const sizes = GRID[narrow ? "narrow" : "wide"];
  const face = { ...sizes, from: sizes.label + nameColumns * GRID.name + 6 };
  const least = Math.max(GRID.least, longest * GRID.columns * atLeast(book, GRID.score) + 8 + GRID.gap);
  const pitch = Math.max(least, Math.min((room - face.from - face.to) / size, face.pitch));
  const width = Math.max(room, face.from + size * pitch + face.to);
  const first = face.from + (width - face.from - face.to - size * pitch) / 2;
  const top = GRID.above + GRID.head;
  const bottom = top + rows * (GRID.cell + GRID.apart);
  return {
    ...face,
    room,
    narrow,
    pitch,
    width,
    wide: pitch - GRID.gap,
    top,
    bottom,
    height: bottom + (hasPieces ? GRID.foot + 14 : 0) + GRID.end,
    x: (column2) => first + column2 * pitch + GRID.gap / 2,
    y: (row) => top + row * (GRID.cell + GRID.apart)
  };
}
function layGrid(view, narrow) {
  layDrawing(view, narrow, (width) => planGrid(view.outline, width, narrow, view.book), () => {
    layStateHeads(view);
    layStates(view);
    redrawGrid(view, view.state, true);
  });
}
function layStateHeads({ plan, book, hatch, outline, heads }) {
  const glyphs2 = outline.foot.map(({ at, size, token: index }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at), y: GRID.above, width: plan.x(at + size - 1) + plan.wide - plan.x(at), height: GRID.glyph, rx: 8 };
    const { nodes, scale } = fittedGlyphs(token, box.width - 6, 20);
    return svg(
      "g",
      { class: "glyph" },
      svg("rect", { class: "body", ...box }),
      isPartial(token) ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
      svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) scale(${scale})` }, nodes)
    );
  });
  const parts = outline.under.map((word, at) => svg("text", { class: "under", x: plan.x(at) + plan.wide / 2, y: GRID.above + GRID.glyph + 19 }, String(word)));
  heads.replaceChildren(...glyphs2, ...parts);
}
function layStates(view) {
  const { book, plan, outline, cells, ways, hatch } = view;
  view.cellsByPosition = /* @__PURE__ */ new Map();
  for (let column2 = 0; column2 < outline.size; column2++) {
    for (let row = 0; row < outline.rows; row++) {
      const box = { x: plan.x(column2), y: plan.y(row), width: plan.wide, height: GRID.cell, rx: 7 };
      const middle = box.x + box.width / 2;
      const bars = svg("rect", { class: "hatch", ...box, fill: hatch.fill });
      const score = svg("text", { class: "score", x: middle, y: box.y + 16, "font-size": atLeast(book, GRID.score) });
      const value = svg("text", { class: "value", x: middle, y: box.y + 31.5, "font-size": atLeast(book, GRID.value) });
      const node = svg("g", { class: "cell", role: "img", "data-cell": `${column2},${row}` }, svg("rect", { class: "body", ...box }), bars, score, value);
      view.cellsByPosition.set(`${column2},${row}`, { node, score, value, way: svg("path", { class: "body" }), column: column2, row, drawn: null });
    }
  }
  cells.replaceChildren(...[...view.cellsByPosition.values()].map(({ node }) => node));
  ways.replaceChildren();
}
var gridNames = ({ head, tail, rows }, book) => [head, tail, ...rows].map((title) => Array.isArray(title) ? plainText(
  book,
  /** @type {Text} */
  title
) : title ? template(book, title) : "");
function layStateNames({ plan, widget, book, state, labels }) {
  const ground = svg("rect", { class: "behind", width: plan.from - 4, height: plan.height });
  const [head, tail, ...states] = gridNames(widget, book);
  const name = (words2, y) => words2 ? [svg("text", { x: plan.label, y }, words2)] : [];
  const rows = states.flatMap((words2, row) => name(words2, plan.y(row) + GRID.cell / 2 + 5));
  labels.replaceChildren(
    ...plan.width > plan.room ? [ground] : [],
    ...name(head, GRID.above + GRID.glyph + 19),
    ...rows,
    ...name(state.pieces?.length ? tail : "", plan.bottom + GRID.foot - 6)
  );
}
function redrawGrid(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  for (const [key, cell2] of view.cellsByPosition) drawState(view, cell2, own(state.cells ?? {}, key));
  const order = (cell2) => cell2.drawn?.look === "path" ? 2 : cell2.column === state.now ? 1 : 0;
  const linked = [...view.cellsByPosition.values()].filter(({ drawn: linked2 }) => linked2?.from != null);
  arrange(view.ways, linked.sort((one, other) => order(one) - order(other)).map(({ way }) => way));
  drawGridBand(view, state);
  drawGridCuts(view, state.cuts ?? []);
  drawPieces2(view, state.pieces ?? []);
  layStateNames(view);
  showColumn(view, state.now, still || !view.begun);
  view.begun = true;
}
function drawState(view, cell2, state) {
  if (cell2.drawn === state) return;
  const { book, plan, widget } = view;
  cell2.drawn = state;
  const { score = "", value = "", look = "", from } = state ?? {};
  set(cell2.node, {
    "data-look": look || null,
    "data-known": Boolean(state),
    "aria-hidden": state ? null : "true",
    "aria-label": state ? cellWords(book, widget, cell2, state) : null
  });
  cell2.score.textContent = String(score);
  cell2.value.textContent = String(value);
  set(cell2.value, { y: plan.y(cell2.row) + (score === "" ? GRID.cell / 2 + 4.4 : 31.5) });
  if (from == null) return;
  integer(from, 0, view.outline.rows - 1, "from");
  const [x1, y1] = [plan.x(cell2.column - 1) + plan.wide, plan.y(from) + GRID.cell / 2];
  const [x2, y2] = [plan.x(cell2.column), plan.y(cell2.row) + GRID.cell / 2];
  const bend = GRID.gap * 0.55;
  set(cell2.way, { d: `M${x1} ${y1}C${x1 + bend} ${y1} ${x2 - bend} ${y2} ${x2} ${y2}`, "data-look": look || null });
}
function cellWords(book, widget, { column: column2, row }, { score = "", value = "", from, look }) {
  const state = (at) => ({ text: Array.isArray(widget.rows[at]) ? widget.rows[at] : [widget.rows[at], {}] });
  const key = look === "barred" ? "barred" : from == null ? "first" : "cell";
  return plainText(book, [`player.states.${key}`, { position: column2, state: state(row), score, value, ...from == null ? {} : { before: state(from) } }]);
}
function drawGridBand({ plan, band }, { now }) {
  if (now == null) return band.replaceChildren();
  const box = { x: plan.x(now) - 5, y: plan.top - 6, width: plan.wide + 10, height: plan.bottom - plan.top + 6, rx: 10 };
  band.replaceChildren(svg("rect", { class: "body", ...box }));
}
function drawGridCuts({ plan, cuts }, columns) {
  const [top, bottom] = [plan.top - 8, plan.bottom - 2];
  cuts.replaceChildren(...columns.map((column2) => svg("path", { class: "cut", "data-cut": column2, d: `M${plan.x(column2) - GRID.gap / 2} ${top}V${bottom}` })));
}
function drawPieces2({ plan, book, pieces: pieces2 }, list) {
  pieces2.replaceChildren(...list.map(({ at, size, token: index, look }) => {
    const token = tokenAt(book, index);
    const box = { x: plan.x(at), y: plan.bottom + 2, width: plan.x(at + size - 1) + plan.wide - plan.x(at), height: GRID.piece, rx: 7 };
    const { nodes, scale } = fittedGlyphs(token, box.width - 8, 17);
    const node = svg(
      "g",
      { class: "piece", "data-look": look || null },
      svg("rect", { class: "body", ...box }),
      svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) scale(${scale})` }, nodes)
    );
    tint(node, token);
    return node;
  }));
}
function showColumn({ box, plan }, now, still) {
  if (now == null) return;
  const pixels = remSize() / 16;
  revealAcross(box, () => [(plan.x(now) - 2 * plan.pitch - plan.from) * pixels, (plan.x(now) + 2 * plan.pitch) * pixels], still);
}

// bpe_lab/player/widgets/table.js
var CELL_KINDS = {
  pair: (book, pair) => [pairChips(book, pair)],
  token: (book, token) => [chip(book, token)],
  number: (book, number) => [figure(book, number)],
  delta: (book, number) => [signed(book, number)],
  bar: (book, share) => [barOf(book, Math.max(0, Math.min(1, Number(share) || 0)))],
  text: (book, text) => [el("bdi", {}, String(text))]
};
function table(widget, book, states) {
  const columns = widget.columns ?? [];
  const rows = Array.from({ length: widget.rows ?? 0 }, () => emptyRow(columns));
  const head = columns.map((column2, index) => headCell(book, column2, widthOf(book, column2, index, states)));
  const more = widget.more || states.some((state) => state?.more) ? el("p", { class: "more" }) : null;
  const marks = el("td", { class: "sign-cell", "aria-hidden": "true" });
  const body = el("table", {}, el("thead", {}, el("tr", {}, marks, head)), el("tbody", {}, rows));
  const keyed = columns.findIndex(({ kind }) => kind === "pair" || kind === "token");
  let keys = [];
  return {
    node: el("div", { class: "table" }, body, more),
    draw(state, still) {
      const before = placesOfRows(keys);
      keys = keyed < 0 ? [] : (state.rows ?? []).slice(0, rows.length).map(({ cells }) => String(cells[keyed]));
      if (before.size && !isCalm(still)) moveRows(before, keys.map((key, index) => [key, rows[index]]));
      rows.forEach((row, index) => fillRow(row, columns, state.rows?.[index], book));
      if (!isCalm(still)) rows.filter(({ dataset }) => dataset.look === "changed").forEach(flashFigures);
      more?.replaceChildren(...state.more ? textNodes(book, state.more) : []);
    }
  };
}
function headCell(book, { kind, title }, width) {
  const cell2 = el("th", { scope: "col", "data-column": kind }, title ? template(book, title) : null);
  cell2.style.width = width;
  return cell2;
}
function widthOf(book, { kind }, index, states) {
  if (kind !== "number" && kind !== "delta") return "";
  const numbers = states.flatMap((state) => (state?.rows ?? []).map((row) => Math.abs(row.cells[index])));
  const most = numbers.reduce((one, other) => Math.max(one, Number(other) || 0), 0);
  return `${Math.max(4, numeral(book, most).length * 0.6 + 2)}rem`;
}
var emptyRow = (columns) => el("tr", {}, el("td", { class: "sign-cell" }), columns.map(({ kind }) => el("td", { "data-column": kind })));
function fillRow(row, columns, state, book) {
  set(row, { "data-look": state?.look || null });
  const [sign, ...cells] = row.children;
  sign.replaceChildren(...lookSign(state?.look));
  cells.forEach((cell2, index) => cell2.replaceChildren(...cellNodes(columns[index], state?.cells?.[index], book)));
}
var flashFigures = (row) => row.querySelectorAll("[data-column=number], [data-column=delta]").forEach(flash);
function cellNodes({ kind }, value, book) {
  const draw = own(CELL_KINDS, kind) ?? CELL_KINDS.text;
  return value == null || value === "" ? [] : draw(book, value);
}

// bpe_lab/player/widgets/tree-plan.js
var FOOT = { above: 20, leaf: 46, byte: 30, below: 58, end: 28, least: 34 };
var COLUMNS = {
  wide: { from: 108, to: 52, pitch: [36, 114], fits: 36, chip: 54, label: 24 },
  narrow: { from: 64, to: 10, pitch: [66, 96], fits: 60, chip: 46, label: 10 }
};
var MOST_STEPS = 8;
var TALLEST = 270;
var NODE_HEIGHT = { most: 46, least: 28 };
var DEPTH_HEIGHT = { most: 40, least: 30 };
var UNDER = 16;
var BESIDE = 9;
var RANK_COLUMN = 8.8;
function outlineOf({ bytes, characters, levels, leaves: tokens }, book, states) {
  const count = integer(bytes?.length, 1, MOST_BYTES, "bytes");
  const trees = [...new Set(states.map((state) => state?.nodes ?? {}))];
  const steps = Math.max(integer(levels ?? 0, 0, 1e6, "levels"), ...trees.map(lastLevel));
  const byDepth = steps > MOST_STEPS;
  const deepest = Math.max(...trees.map((nodes) => Math.max(0, ...depths(nodes).values())));
  const rows = byDepth ? deepest : steps;
  const leaves = bytes.map((hex, at) => ({ at, hex: String(hex), token: integer(tokens?.[at], 0, book.tokens.length - 1, "leaves") }));
  for (const character of characters ?? []) nameLeaves(leaves, character);
  return { count, leaves, characters: characters ?? [], byDepth, rows };
}
function fittingRows({ rows, byDepth }) {
  const { most, least } = byDepth ? DEPTH_HEIGHT : NODE_HEIGHT;
  const high = Math.max(least, Math.min(most, Math.floor(TALLEST / Math.max(1, rows - 1)) - UNDER));
  return { high, apart: high + UNDER };
}
var lastLevel = (nodes) => Object.keys(nodes).reduce((most, number) => Math.max(most, integer(nodes[number].level, 1, 1e6, "level")), 0);
function depths(nodes) {
  const depthOf = /* @__PURE__ */ new Map();
  const depth = (part) => {
    if (!part.startsWith("n")) return 0;
    const number = part.slice(1);
    if (!depthOf.has(number)) {
      depthOf.set(number, NaN);
      depthOf.set(number, 1 + Math.max(0, ...nodeAt(nodes, number).parts.map((each) => depth(String(each)))));
    }
    if (Number.isNaN(depthOf.get(number))) throw new Error(`parts: ${part}`);
    return depthOf.get(number);
  };
  for (const number of Object.keys(nodes)) depth(`n${number}`);
  return depthOf;
}
function nodeAt(nodes, number) {
  const node = own(nodes ?? {}, number);
  if (!node || !Array.isArray(node.parts)) throw new Error(`node: ${number}`);
  return node;
}
function nameLeaves(leaves, character) {
  const { at, size } = character;
  integer(size, 1, leaves.length, "size");
  integer(at, 0, leaves.length - size, "at");
  for (const leaf of leaves.slice(at, at + size)) leaf.character = character;
}
function planTree(outline, room, narrow, book) {
  const face = COLUMNS[narrow ? "narrow" : "wide"];
  const { count, rows } = outline;
  const each = (room - face.from - face.to) / count;
  const pitch = each >= face.fits ? Math.min(each, face.pitch[1]) : face.pitch[0];
  const width = Math.max(room, face.from + count * pitch + face.to);
  const first = face.from + (width - face.from - face.to - count * pitch) / 2 + pitch / 2;
  const chip2 = Math.min(face.chip, pitch - 10);
  const { high, apart } = fittingRows(outline);
  const ground = (FOOT.leaf + high) / 2 + FOOT.above;
  const leaf = FOOT.least + (rows ? high / 2 + (rows - 1) * apart + ground : FOOT.leaf / 2);
  return {
    ...face,
    outline,
    width,
    room,
    pitch,
    chip: chip2,
    high,
    leaf,
    narrow,
    font: atLeast(book, high * 0.46, "stage"),
    byte: leaf + FOOT.below,
    height: leaf + FOOT.below + FOOT.end,
    x: (at) => first + at * pitch,
    y: (row) => leaf - ground - (row - 1) * apart
  };
}
function planNode(plan, { at, size, level, rank }, depth, token, rankWords) {
  const { x: x2, pitch, high, outline, width: whole2 } = plan;
  const middle = (x2(at) + x2(at + size - 1)) / 2;
  const letters2 = columnsOf(token) * plan.font * 0.6;
  const width = Math.max(Math.min(high * 1.2, pitch - 10), Math.min(letters2 + high * 0.95, size * pitch - 12));
  const right = middle + width / 2;
  const rankWide = rankWords.length * RANK_COLUMN;
  const limit = Math.min(whole2 - 2, x2(at + size - 1) + pitch * (outline.byDepth ? 0.5 : 1.05));
  const beside = rank != null && right + BESIDE + rankWide <= limit;
  return { x: middle, y: plan.y(outline.byDepth ? depth : level), width, high, beside, rankWide };
}

// bpe_lab/player/widgets/tree-foot.js
function drawFoot(view) {
  const { plan } = view;
  const { leaves, characters } = plan.outline;
  const leafNodes = leaves.map((leaf) => leafNode(view, leaf));
  view.leaves = new Map(leafNodes.map((node, at) => [at, node]));
  const wide = characters.filter(({ size }) => size > 1).map((character) => wideCharacter(view, character));
  view.foot.replaceChildren(...wide, ...leafNodes);
}
function leafNode({ plan, book, hatch }, { at, hex, character, token }) {
  const alone = character?.size === 1;
  const look = tokenLook(tokenAt(book, token));
  const x2 = plan.x(at);
  const from = plan.leaf + FOOT.leaf / 2;
  const stem = svg("path", { class: "stem", d: `M${x2} ${from}V${plan.byte - FOOT.byte / 2}` });
  const port = svg("circle", { class: "port", cx: x2, cy: plan.leaf - FOOT.leaf / 2, r: 3.6 });
  return svg(
    "g",
    { class: "slot leaf", ...look, "data-byte": at },
    stem,
    alone ? glyphChip(plan, book, hatch, character) : null,
    hexChip(plan, x2, hex, !alone && hatch),
    alone ? null : port
  );
}
function hexChip(plan, x2, hex, hatch) {
  const width = plan.chip - 6;
  const box = { x: x2 - width / 2, y: plan.byte - FOOT.byte / 2, width, height: FOOT.byte, rx: 6 };
  return svg(
    "g",
    { class: "hex" },
    svg("rect", { class: "body", ...box }),
    hatch ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("text", { x: x2, y: plan.byte + 5.3 }, hex)
  );
}
function glyphChip(plan, book, hatch, { at, size, token: index }) {
  const token = tokenAt(book, index);
  const [left, right] = [plan.x(at) - plan.chip / 2, plan.x(at + size - 1) + plan.chip / 2];
  const y = plan.leaf - FOOT.leaf / 2;
  const box = { x: left, y, width: right - left, height: FOOT.leaf, rx: 9 };
  const { nodes, scale } = fittedGlyphs(token, right - left - 8, 21);
  return svg(
    "g",
    { class: "glyph" },
    svg("rect", { class: "body", ...box }),
    size > 1 || isPartial(token) ? svg("rect", { class: "hatch", ...box, fill: hatch.fill }) : null,
    svg("g", { class: "face", transform: `translate(${(left + right) / 2} ${plan.leaf}) scale(${scale})` }, nodes)
  );
}
var wideCharacter = ({ plan, book, hatch }, character) => svg("g", { class: "leaf wide" }, glyphChip(plan, book, hatch, character));
function drawRows(view) {
  const { plan, book, words: words2 } = view;
  const { outline: { byDepth, rows: count }, label } = plan;
  const line = (y) => svg("path", { class: "level", d: `M${plan.from - (plan.narrow ? 6 : 12)} ${y}H${plan.width - 16}` });
  view.lines = Array.from({ length: count }, (_, k) => line(plan.y(k + 1)));
  view.levels.replaceChildren(...view.lines);
  const text = (y, words3, more) => svg("text", { x: label, y: y + 5, ...more }, words3);
  view.steps = byDepth ? [text(0, "", { class: "now" })] : Array.from({ length: count }, (_, k) => text(plan.y(k + 1), plainText(book, ["player.tree.step", { level: k + 1 }])));
  const ground = svg("rect", { class: "behind", width: plan.from - 8, height: plan.height, rx: 0 });
  view.labels.replaceChildren(
    ...plan.width > plan.room ? [ground] : [],
    ...view.steps,
    text(plan.leaf, words2.glyphs),
    text(plan.byte, words2.bytes)
  );
}
function markRows({ plan, book, lines, steps }, level, index) {
  const { byDepth } = plan.outline;
  if (byDepth) {
    const y = index?.y;
    steps[0].textContent = index && level ? plainText(book, ["player.tree.step", { level }]) : "";
    set(steps[0], { y: index ? y + 5 : 0, "data-now": Boolean(index) });
    return lines.forEach((line, k) => set(line, { "data-gone": plan.y(k + 1) !== y }));
  }
  lines.forEach((line, k) => set(line, { "data-coming": !(k < level) }));
  steps.forEach((step, k) => set(step, { "data-now": k + 1 === level }));
}

// bpe_lab/player/widgets/tree-nodes.js
var NODE_PAD = 12;
function makeTreeNode(number) {
  const node = { number, drawn: null };
  node.edges = svg("g", { class: "edges" });
  node.body = svg("g", {}, svg("rect", { class: "body" }));
  node.face = svg("g", { class: "face" });
  node.title = svg("title");
  node.rank = svg("g", { class: "rank" });
  node.step = svg("g", { class: "step" });
  node.root = svg(
    "g",
    { class: "slot node", role: "img", "data-node": number },
    node.title,
    node.body,
    node.face,
    node.step,
    node.rank
  );
  return node;
}
function drawTreeNodes(view, nodes, still) {
  const { nodesByNumber, plan } = view;
  const depth = plan.outline.byDepth ? depths(nodes) : /* @__PURE__ */ new Map();
  for (const number of nodesByNumber.keys()) if (!own(nodes, number)) dropTreeNode(view, number);
  for (const number of Object.keys(nodes)) {
    const fresh = !nodesByNumber.has(number);
    const node = nodesByNumber.get(number) ?? addTreeNode(view, number);
    if (node.drawn === nodes[number] && node.plan === plan) continue;
    const edges = node.edges.childElementCount;
    Object.assign(node, { drawn: nodes[number], plan });
    drawTreeNode(view, node, nodes, depth.get(number));
    if (!view.begun || isCalm(still)) continue;
    if (fresh) appear(node);
    else if (edges < node.edges.childElementCount) fadeIn(node.edges);
  }
}
function addTreeNode({ nodesByNumber, nodes, edges }, number) {
  const node = makeTreeNode(number);
  nodesByNumber.set(number, node);
  edges.append(node.edges);
  nodes.append(node.root);
  return node;
}
function dropTreeNode({ nodesByNumber }, number) {
  nodesByNumber.get(number).edges.remove();
  nodesByNumber.get(number).root.remove();
  nodesByNumber.delete(number);
}
function appear({ root, edges, place: index }) {
  fadeIn(edges);
  move(root, [{ opacity: 0, translate: `0 ${index.high / 2}px` }, { opacity: 1, translate: "none" }]);
}
function drawTreeNode(view, node, nodes, depth) {
  const { plan, book, hatch } = view;
  const state = nodeAt(nodes, node.number);
  integer(state.size, 1, plan.outline.count, "size");
  integer(state.at, 0, plan.outline.count - state.size, "at");
  const token = tokenAt(book, state.token);
  const rank = state.rank == null ? "" : numeral(book, state.rank);
  const place = node.place = planNode(plan, state, depth, token, rank);
  const { width, high } = place;
  const box = { x: -width / 2, y: -high / 2, width, height: high, rx: high * 0.19 };
  set(node.root, {
    ...tokenLook(token),
    "data-look": state.look || null,
    "data-level": state.level,
    transform: `translate(${place.x} ${place.y})`,
    "aria-label": nodeWords(view, state, nodes)
  });
  tint(node.root, token);
  set(node.body.firstChild, box);
  layer(node.body, "hatch", isPartial(token) && { ...box, fill: hatch.fill });
  const { nodes: letters2, scale, whole: fits } = fittedGlyphs(token, width - NODE_PAD, plan.font);
  node.face.replaceChildren(...letters2);
  set(node.face, { transform: `scale(${scale})` });
  node.title.textContent = fits ? "" : spelledOut(book, token);
  node.rank.replaceChildren(...rank ? rankLabel(place, rank) : []);
  node.step.replaceChildren(...plan.outline.byDepth ? stepLabel(place, String(state.level)) : []);
  node.edges.replaceChildren(...state.parts.map((part, side) => edgeDown(view, place, String(part), side, nodes)));
  set(node.edges, { "data-look": state.look || null });
}
function rankLabel({ width, high, beside, rankWide }, words2) {
  const left = beside ? width / 2 + BESIDE : width / 2 - rankWide;
  const y = beside ? Math.min(-3, -high / 2 + 14) : -high / 2 - 5;
  return [
    svg("rect", { class: "behind", x: left - 2, y: y - 12, width: rankWide + 4, height: 15 }),
    svg("text", { x: left, y }, words2)
  ];
}
function stepLabel({ width, high }, words2) {
  const wide = words2.length * 7.4 + 9;
  const transform = `translate(${-width / 2 + 3} ${-high / 2 - 1})`;
  return [svg(
    "g",
    { transform },
    svg("rect", { class: "tag", x: -wide / 2, y: -8.5, width: wide, height: 17, rx: 8.5 }),
    svg("text", { y: 4.2 }, words2)
  )];
}
function edgeDown({ plan, nodesByNumber }, from, part, side, nodes) {
  const number = part.slice(1);
  if (part.startsWith("n")) nodeAt(nodes, number);
  const child = part.startsWith("n") ? childPlace(nodesByNumber, number) : leafTop(plan, part);
  const [x2, top] = [from.x + (side ? 5 : -5), from.y + from.high / 2];
  const middle = (top + child.top) / 2;
  return svg("path", { d: `M${x2} ${top}C${x2} ${middle} ${child.x} ${middle} ${child.x} ${child.top}` });
}
function childPlace(nodesByNumber, number) {
  const place = nodesByNumber.get(number)?.place;
  if (!place) throw new Error(`parts: n${number}`);
  return { x: place.x, top: place.y - place.high / 2 };
}
function leafTop(plan, part) {
  const at = integer(byteOf(part), 0, plan.outline.count - 1, `part ${part}`);
  return { x: plan.x(at), top: plan.leaf - FOOT.leaf / 2 };
}
var byteOf = (part) => /^b\d+$/.test(part) ? Number(part.slice(1)) : NaN;
function nodeWords({ book, plan }, { token, parts, rank }, nodes) {
  if (parts.length !== 2) return spelled(book, token);
  const [left, right] = parts.map((part) => ({ token: tokenOf(plan, nodes, String(part)) }));
  const key = rank == null ? "player.tree.name_unranked" : "player.tree.name";
  return plainText(book, [key, { token: { token }, left, right, ...rank == null ? {} : { rank } }]);
}
var tokenOf = ({ outline }, nodes, part) => part.startsWith("n") ? nodeAt(nodes, part.slice(1)).token : outline.leaves[byteOf(part)]?.token;

// bpe_lab/player/widgets/tree.js
function tree(widget, book, states) {
  const hatch = hatching();
  const view = { book, hatch, nodesByNumber: /* @__PURE__ */ new Map(), leaves: /* @__PURE__ */ new Map(), state: {}, plan: null, room: "", begun: false };
  view.outline = outlineOf(widget, book, states);
  view.words = { glyphs: template(book, "player.tree.glyphs"), bytes: template(book, "player.tree.bytes") };
  const part = (name2, more) => view[name2] = svg("g", { class: name2, ...more });
  const name = drawingName(book, widget);
  view.ground = svg("rect", { class: "ground", rx: 12 });
  view.drawing = svg(
    "svg",
    { class: "derivation", role: "group", ...name },
    hatch.node,
    view.ground,
    part("levels"),
    part("edges"),
    part("foot", { role: "img", "aria-label": footWords(view) }),
    part("nodes"),
    part("labels")
  );
  return {
    node: boxDrawing(view, name),
    layout: (narrow) => layTree(view, narrow),
    draw: (state, still) => redrawTree(view, state, still)
  };
}
var footWords = ({ book, words: words2, outline: { characters, leaves } }) => `${words2.glyphs}: ${characters.map(({ token }) => spelled(book, token)).join(" ")}. ${words2.bytes}: ${leaves.map(({ hex }) => hex).join(" ")}`;
function layTree(view, narrow) {
  layDrawing(view, narrow, (width) => planTree(view.outline, width, narrow, view.book), () => {
    drawRows(view);
    drawFoot(view);
    redrawTree(view, view.state, true);
  });
}
function redrawTree(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  const nodes = state.nodes ?? {};
  drawTreeNodes(view, nodes, still);
  const present = presentNode(nodes, state.level);
  const place = view.nodesByNumber.get(present)?.place;
  drawRoots(view, state.roots ?? [], nodes);
  markRows(view, state.level ?? 0, place);
  showNode(view, place && nodes[String(present)], place, still || !view.begun);
  view.begun = true;
}
function presentNode(nodes, level) {
  const numbers = Object.keys(nodes);
  return numbers.find((number) => nodes[number].look) ?? numbers.find((number) => nodes[number].level === level);
}
function showNode({ box, plan }, node, index, still) {
  const pixels = remSize() / 16;
  const edge = plan.chip / 2 + 14;
  const [left, right] = node ? [plan.x(node.at) - edge - plan.from, plan.x(node.at + node.size - 1) + edge + 24] : [0, 0];
  const top = index ? (index.y - index.high / 2 - 24) * pixels : plan.height * pixels;
  revealAcross(box, () => [left * pixels, right * pixels, top, Math.min(plan.height * pixels, top + box.clientHeight)], still);
}
function drawRoots(view, parts, nodes) {
  const { nodesByNumber, leaves, book, plan } = view;
  const roots = parts.map((part) => rootOf(view, String(part), nodes));
  const at = (index) => roots[index]?.at ?? "None";
  const data = new Map(roots.map(({ node, at: here, token }, index) => [
    node,
    { "data-at": here, "data-token": tokenAt(book, token).id, "data-prev": at(index - 1), "data-next": at(index + 1) }
  ]));
  const none = { "data-at": null, "data-token": null, "data-prev": null, "data-next": null };
  for (const leaf of leaves.values()) set(leaf, data.get(leaf) ?? none);
  for (const [number, { root }] of nodesByNumber) {
    const pair = nodes[number].parts.map((part) => tokenOf(plan, nodes, String(part)));
    set(root, { ...data.get(root) ?? none, "data-pair": data.has(root) ? null : pair.join() });
  }
}
function rootOf({ nodesByNumber, leaves, outline }, part, nodes) {
  const number = part.slice(1);
  if (part.startsWith("n")) return { node: nodesByNumber.get(number)?.root, ...nodeAt(nodes, number) };
  const at = integer(byteOf(part), 0, outline.count - 1, `root ${part}`);
  return { node: leaves.get(at), at, token: outline.leaves[at].token };
}

// bpe_lab/player/widgets/versus.js
var VERSUS_CHIP = { columns: 16, around: 2, sign: 2.5 };
var BADGE_SIGNS = { same: "✓", differs: "✗" };
function versus(widget, book, states) {
  const lanes2 = racingLanes(widget);
  const all = [...new Set(states)].filter(Boolean);
  const tokens = el("p", { class: "made", dir: "ltr" });
  const sizer = el("p", { class: "made sizer", "aria-hidden": "true" });
  const badge = el("p", { class: "badge-text" });
  const widest2 = all.reduce((most, state) => tokenColumns(book, state) > tokenColumns(book, most) ? state : most, {});
  const sides = lanes2.map((lane) => versusSide(book, lane, all));
  const middle = el(
    "div",
    { class: "versus-middle" },
    el("div", { class: "stack" }, tokens, sizer),
    heldText("verdict", badge, book, all.map((state) => state.badge?.say))
  );
  const node = el("div", { class: "versus", "data-painted": true, "data-lanes": lanes2.length }, middle, sides.map((side) => side.node));
  node.style.setProperty("--lanes", lanes2.length);
  drawTokens(book, sizer, widest2);
  return {
    node,
    layout: (narrow) => dressStage(node.closest(".stage"), lanes2.length, narrow),
    draw(state) {
      drawTokens(book, tokens, state);
      drawVerdict(book, badge, state.badge);
      for (const side of sides) side.draw(own(state.lanes ?? {}, side.id) ?? {});
    }
  };
}
function dressStage(stage, lanes2, narrow) {
  if (!stage) return;
  stage.style.marginInline = narrow ? `${-freeBeside(stage.closest(".player"))}px` : "";
  set(stage, { "data-crowded": lanes2 > 2 });
}
var tokensOf = ({ tokens = [] }) => tokens;
function tokenColumns(book, state) {
  const { columns, around: around2, sign } = VERSUS_CHIP;
  return sum(tokensOf(state).map((index) => around2 + sign + Math.min(columns, columnsOf(tokenAt(book, index)))));
}
function drawTokens(book, node, state) {
  node.style.setProperty("--columns", Math.max(1, tokenColumns(book, state)));
  node.replaceChildren(...tokenNodes(book, state));
}
function tokenNodes(book, state) {
  const tokens = tokensOf(state);
  const signs = state.join ?? (tokens.length === 3 ? ["+", "→"] : []);
  const sign = (index) => Array.isArray(signs) ? signs[index] : signs;
  return tokens.flatMap((index, place) => {
    const short = shortened(tokenAt(book, index), VERSUS_CHIP.columns);
    const before = place && sign(place - 1);
    return [before ? el("span", { class: "made-sign" }, String(before)) : null, chip(book, index, null, short)].filter(Boolean);
  });
}
function drawVerdict(book, node, badge) {
  set(node, { "data-look": badge?.look || null, "data-empty": !badge?.say });
  const sign = own(BADGE_SIGNS, badge?.look ?? "");
  node.replaceChildren(...badge?.say ? [sign ? el("span", { class: "badge-sign" }, sign) : null, el("span", {}, textNodes(book, badge.say))].filter(Boolean) : []);
}
function versusSide(book, lane, states) {
  const figure2 = el("p", {});
  const [say, clock] = [el("p", {}), el("p", {})];
  const texts = (key) => states.map((state) => own(state.lanes ?? {}, lane.id)?.[key]);
  const node = el(
    "div",
    { class: "side", role: "group", "aria-label": racerName(book, lane), ...laneDress(lane) },
    el("p", { class: "side-name" }, laneSwatch(lane), el("span", {}, titleNodes(book, lane.title))),
    heldText("figure", figure2, book, texts("figure")),
    heldText("side-say", say, book, texts("say")),
    heldText("side-clock", clock, book, texts("clock"))
  );
  return {
    id: lane.id,
    node,
    draw(state) {
      for (const [place, key] of [[figure2, "figure"], [say, "say"], [clock, "clock"]]) place.replaceChildren(...state[key] ? textNodes(book, state[key]) : []);
    }
  };
}

// bpe_lab/player/widgets/words-plan.js
var STRIP_WORDS = { cells: [34, 30, 26, 22, 18], size: 25, label: 19, between: 20, line: 8, rows: 2, pad: 2 };
var WORD_LENS = {
  wide: { chip: 42, cell: 62, arc: 35, gap: 20, edge: 128 },
  narrow: { chip: 38, cell: 52, arc: 34, gap: 18, edge: 16, title: 24 }
};
var cellsWide = ({ cells }) => sum(cells);
function planWords(words2, width, most) {
  const plans = STRIP_WORDS.cells.map((cell2) => layWords(words2, width - 2 * STRIP_WORDS.pad, cell2));
  const plan = plans.find(({ rows }) => rows === 1) ?? plans.find(({ rows }) => rows <= most) ?? plans[plans.length - 1];
  const high = STRIP_WORDS.label + STRIP_WORDS.size + STRIP_WORDS.line;
  const visibleRows = Math.min(plan.rows, most);
  return { ...plan, high, visibleRows, width, height: visibleRows * high - STRIP_WORDS.line + 4 };
}
function layWords(words2, width, cell2) {
  const places2 = [];
  let [x2, row] = [0, 0];
  for (const word of words2) {
    const fitting = Math.min(cell2, width / cellsWide(word));
    const wide = cellsWide(word) * fitting;
    if (x2 > 0 && x2 + wide > width) [x2, row] = [0, row + 1];
    places2.push({ x: x2, row, cell: fitting, wide });
    x2 += wide + STRIP_WORDS.between;
  }
  const free = row ? 0 : (width - x2 + STRIP_WORDS.between) / 2;
  return { places: places2.map((index) => ({ ...index, x: index.x + Math.max(0, free) + STRIP_WORDS.pad })), rows: row + 1 };
}
function cellSpan({ cells }, cell2, at, size) {
  const left = sum(cells.slice(0, at)) * cell2;
  return [left, sum(cells.slice(at, at + size)) * cell2];
}
function planWordLens(width, narrow) {
  const face = WORD_LENS[narrow ? "narrow" : "wide"];
  const top = (face.title ?? 0) + face.arc;
  const below = top + face.chip + face.gap;
  return { ...face, width, narrow, rows: { before: top, after: below }, height: below + face.chip + face.arc };
}
var LEAST_CELL2 = 34;
function placeWord(lens2, word, changes2) {
  const room = lens2.width - 2 * lens2.edge;
  const cell2 = Math.max(LEAST_CELL2, Math.min(lens2.cell, room / cellsWide(word)));
  const wide = cell2 * cellsWide(word);
  if (wide <= room) return { cell: cell2, left: (lens2.width - wide) / 2 };
  const spans = changes2.map(({ at }) => cellSpan(word, cell2, at, 1));
  const middle = spans.length ? (Math.min(...spans.map(([x2]) => x2)) + Math.max(...spans.map(([x2, w]) => x2 + w))) / 2 : 0;
  return { cell: cell2, left: Math.max(lens2.edge + room - wide, Math.min(lens2.edge, lens2.width / 2 - middle)) };
}

// bpe_lab/player/widgets/word-lens.js
var ARC = { height: 21, label: 17, font: 13.5, column: 8.2 };
var SUM = { font: 24, chip: 46, pad: 20, between: 18, least: 46 };
function drawWordLens(view, state) {
  const { widget } = view;
  const word = state.focus == null ? null : widget.words[state.focus];
  const changes2 = state.changes ?? [];
  view.front.replaceChildren(...word ? wordRows(view, word, state, changes2) : sumNodes(view, state.sum ?? [], state.join));
  set(view.ground, { "data-empty": !word && !state.sum?.length });
}
function wordRows(view, word, state, changes2) {
  const { lens: lens2, book } = view;
  const place = placeWord(lens2, word, changes2);
  const rows = { after: own(state.rows ?? {}, state.focus) ?? {} };
  if (state.before) rows.before = state.before;
  const only = rows.before ? {} : { after: (lens2.rows.before + lens2.rows.after) / 2 };
  const y = { ...lens2.rows, ...only };
  const rowNodes = Object.keys(rows).map((name) => svg("g", { class: `word-row ${name}` }, wordSlots(rows[name]).map((slot) => lensSlot(view, word, state.focus, slot, place, y[name], name))));
  const arcs = changes2.map((change) => changeArc(view, word, rows, change, place, y));
  const title = wordTitle(book, lens2, state.focus, word);
  const isCut2 = place.left < lens2.edge;
  const veil = isCut2 && !lens2.narrow ? [svg("rect", { class: "ground", x: 0, y: 0, width: lens2.edge - 10, height: lens2.height, rx: 12 })] : [];
  return [...rows.before ? [descent(word, rows, place, y, lens2)] : [], ...rowNodes, ...arcs, ...veil, title];
}
function wordSlots(slots) {
  const places2 = Object.keys(slots).map(Number).sort((one, other) => one - other);
  return places2.map((at, k) => ({ at, token: slots[at][0], size: slots[at][1], look: slots[at][2], next: places2[k + 1] ?? null }));
}
function lensSlot({ book, lens: lens2, hatch }, word, number, slot, { cell: cell2, left }, y, row) {
  const [x2, wide] = cellSpan(word, cell2, slot.at, slot.size);
  const box = { x: left + x2 + 3, y, width: wide - 6, height: lens2.chip };
  return wordSlot(book, number, slot, box, { font: 21, rx: 6, hatch, linked: row === "after" });
}
function wordSlot(book, number, { at, token: index, look, next }, box, { font, rx, hatch, linked, mute = false }) {
  const token = tokenAt(book, index);
  const { nodes, scale, whole: whole2 } = fittedGlyphs(token, box.width - 6, font);
  const position = linked ? { "data-at": `${number}.${at}`, "data-token": token.id, "data-next": next == null ? null : `${number}.${next}` } : {};
  const face = svg("g", { class: "face", transform: `translate(${box.x + box.width / 2} ${box.y + box.height / 2}) scale(${scale})` }, mute ? [] : nodes);
  const node = svg(
    "g",
    { class: "slot word-slot", "data-look": look || null, "data-wears": look === "near", ...tokenLook(token), ...position },
    svg("rect", { class: "body", ...box, rx }),
    isPartial(token) ? svg("rect", { class: "hatch", ...box, rx, fill: hatch.fill }) : null,
    face
  );
  if (!whole2 || mute) node.append(svg("title", {}, spelledOut(book, token)));
  tint(node, token);
  return node;
}
function descent(word, { before, after }, { cell: cell2, left }, y, { chip: chip2 }) {
  const joined = wordSlots(after).filter(({ at, size }) => own(before, at)?.[1] !== size);
  const paths = joined.map(({ at, size }) => {
    const [x2, wide] = cellSpan(word, cell2, at, size);
    return svg("path", { d: `M${left + x2 + 5} ${y.before + chip2}H${left + x2 + wide - 5}V${y.after}H${left + x2 + 5}Z` });
  });
  return svg("g", { class: "descent" }, paths);
}
function changeArc({ book, lens: lens2 }, word, rows, { row, at, delta, pair, look }, { cell: cell2, left }, y) {
  const name = row === "before" ? "before" : "after";
  const slot = wordSlots(rows[name] ?? {}).find((each) => each.at === at);
  if (!slot || slot.next == null) return svg("g");
  const centre = (place, size) => {
    const [x2, wide2] = cellSpan(word, cell2, place, size);
    return left + x2 + wide2 / 2;
  };
  const [from, to] = [centre(at, slot.size), centre(slot.next, own(rows[name], slot.next)[1])];
  const up = name === "before" ? -1 : 1;
  const base = up < 0 ? y.before : y.after + lens2.chip;
  const peak = base + up * ARC.height;
  const text = signed(book, delta);
  const wide = text.length * ARC.column + 10;
  const middle = (from + to) / 2;
  return svg(
    "g",
    { class: "arc", "data-pair": pair.join(), "data-look": look || null, "data-wears": look === "now" },
    svg("path", { d: `M${from} ${base + up * 2}C${from} ${peak} ${to} ${peak} ${to} ${base + up * 2}` }),
    svg("rect", { class: "plate", x: middle - wide / 2, y: peak - up * 4 - ARC.label / 2, width: wide, height: ARC.label, rx: ARC.label / 2 }),
    svg("text", { x: middle, y: peak - up * 4 + 0.35 * ARC.font, "font-size": atLeast(book, ARC.font) }, text)
  );
}
function wordTitle(book, { narrow, height, edge }, number, { times }) {
  const [x2, y] = narrow ? [edge, 20] : [24, height / 2];
  const name = svg("text", { class: "word-name", x: narrow ? x2 + 50 : x2, y: narrow ? y : y + 22 }, plainText(book, ["player.words.word", { number: Number(number) }]));
  return svg("g", { class: "word-title", "data-at": String(number) }, svg("text", { class: "times", x: x2, y }, `×${numeral(book, times)}`), name);
}
function sumNodes({ book, lens: lens2, hatch }, tokens, join2) {
  const signs = join2 ?? ["+", "→"];
  const widths = tokens.map((index) => Math.max(SUM.least, columnsOf(tokenAt(book, index)) * 0.6 * SUM.font + SUM.pad));
  const whole2 = sum(widths) + (tokens.length - 1) * (2 * SUM.between + 14);
  const most = lens2.width - 24;
  const scale = Math.min(1, most / Math.max(1, whole2));
  let x2 = -whole2 / 2;
  const nodes = tokens.flatMap((token, index) => {
    const box = { x: x2, y: -SUM.chip / 2, width: widths[index], height: SUM.chip };
    x2 += widths[index] + 2 * SUM.between + 14;
    const sign = index < tokens.length - 1 ? [svg("text", { class: "sum-sign", x: x2 - SUM.between - 7, y: 7 }, String(signs[index] ?? ""))] : [];
    return [wordSlot(book, "", { at: index, token, look: "", next: null }, box, { font: SUM.font, rx: 7, hatch, linked: false }), ...sign];
  });
  const middle = (lens2.title ?? 0) / 2 + lens2.height / 2;
  return tokens.length ? [svg("g", { class: "sum", transform: `translate(${lens2.width / 2} ${middle}) scale(${scale})` }, nodes)] : [];
}

// bpe_lab/player/widgets/words.js
var LEAST_WRITTEN = 13;
var WORDS_APART = { wide: 8, narrow: 6 };
function words(widget, book) {
  const all = widget.words ?? [];
  all.forEach(({ cells }) => integer(cells?.length, 1, MOST_BYTES, "cells"));
  const view = { widget: { ...widget, words: all }, book, state: {}, room: "", strip: /* @__PURE__ */ new Map(), hatch: hatching() };
  view.rows = svg("g");
  view.top = svg("svg", { x: 0, y: 0, class: "word-strip" }, view.rows);
  view.ground = svg("rect", { class: "ground", x: 0, rx: 12 });
  view.front = svg("svg", { x: 0, class: "word-lens" });
  view.words = el("p", { id: `${view.hatch.id}-words`, hidden: true });
  const name = { role: "img", ...drawingName(book, widget), "aria-describedby": view.words.id };
  view.drawing = svg("svg", { class: "word-drawing", ...name }, view.hatch.node, view.top, view.ground, view.front);
  return {
    node: el("div", {}, view.drawing, view.words),
    layout: (narrow) => layWordsView(view, narrow),
    draw: (state) => drawWords(view, state)
  };
}
function layWordsView(view, narrow) {
  const width = Math.floor(unitsWide(view.drawing.parentNode));
  const room = `${width} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  Object.assign(view, { room, plan: planWords(view.widget.words, width, view.book.present ? 1 : STRIP_WORDS.rows), lens: planWordLens(width, narrow) });
  view.lens.apart = WORDS_APART[narrow ? "narrow" : "wide"];
  const top = view.plan.height + view.lens.apart;
  set(view.drawing, { viewBox: `0 0 ${width} ${top + view.lens.height}` });
  view.drawing.style.height = `${(top + view.lens.height) / 16}rem`;
  set(view.top, { width, height: view.plan.height });
  for (const node of [view.ground, view.front]) set(node, { y: top, width, height: view.lens.height });
  view.strip.clear();
  drawWords(view, view.state);
}
function drawWords(view, state) {
  view.state = state;
  if (!view.room) return;
  const { places: places2, visibleRows, rows, high } = view.plan;
  const wordNodes = view.widget.words.map((word, number) => stripWord(view, word, number, state));
  arrange(view.rows, wordNodes);
  const first = Math.max(0, Math.min(rows - visibleRows, (places2[firstLit(state)]?.row ?? 0) - visibleRows + 1));
  set(view.rows, { transform: first ? `translate(0 ${-first * high})` : null });
  drawWordLens(view, state);
  view.words.textContent = spokenWords(view, state);
}
function firstLit(state) {
  if (state.focus != null) return state.focus;
  return Object.keys(state.rows ?? {}).find((number) => Object.values(state.rows[number]).some(([, , look]) => look)) ?? 0;
}
function stripWord(view, word, number, state) {
  const slots = own(state.rows ?? {}, number);
  const isNow = String(state.focus) === String(number);
  const last = view.strip.get(number);
  if (last && last.slots === slots && last.isNow === isNow) return last.node;
  const node = stripWordNode(view, word, number, slots ?? {}, isNow);
  view.strip.set(number, { slots, isNow, node });
  return node;
}
function stripWordNode({ book, plan, hatch }, word, number, slots, isNow) {
  const { x: x2, row, cell: cell2, wide } = plan.places[number];
  const top = row * plan.high;
  const y = top + STRIP_WORDS.label;
  const label = svg(
    "text",
    { class: "label", "data-at": String(number), x: x2 + 2, y: top + 13 },
    svg("tspan", { class: "number" }, String(number)),
    svg("tspan", { class: "times", dx: 7 }, `×${numeral(book, word.times)}`)
  );
  const run = svg("rect", { class: "run", x: x2, y: y - 2, width: wide, height: STRIP_WORDS.size + 4, rx: 5 });
  const wordNodes = wordSlots(slots).map((slot) => {
    const [left, width] = cellSpan(word, cell2, slot.at, slot.size);
    const box = { x: x2 + left + 1, y, width: Math.max(0.5, width - 2), height: STRIP_WORDS.size };
    return wordSlot(book, number, slot, box, { font: book.present ? LEAST_TYPE.stage : Math.min(15, cell2 * 0.56), rx: 4, hatch, linked: !isNow, mute: cell2 < LEAST_WRITTEN });
  });
  return svg("g", { class: "strip-word", "data-here": isNow, "data-wears": isNow, "data-laid": wordNodes.length > 0 }, label, run, wordNodes);
}
function spokenWords({ widget, book }, state) {
  let words2 = "";
  for (const [number, word] of widget.words.entries()) {
    if (words2.length > DESCRIBED) return `${words2} …`;
    const slots = wordSlots(own(state.rows ?? {}, number) ?? {});
    if (slots.length) words2 += `${words2 && "; "}×${numeral(book, word.times)} ${slots.map(({ token }) => spelled(book, token)).join(" ")}`;
  }
  return words2;
}

// bpe_lab/player/widgets/kinds.js
var WIDGETS = {
  ribbon,
  table,
  note,
  changes,
  shelf,
  ledger,
  heap,
  code,
  lens,
  tree,
  ranks,
  lanes,
  flow: textFlow,
  pattern: patternRows,
  bytes: byteLanes,
  versus,
  meters,
  series,
  strips,
  words,
  beads,
  aligned,
  lattice,
  states: stateGrid
};

// bpe_lab/player/widgets/veils.js
var HIDDEN = "?";
var VEILS = {
  table: { number: column({ number: HIDDEN }), figures: column({ number: HIDDEN, delta: null, bar: null }), order: tableOrder },
  ledger: { figures: ledgerFigures, row: ledgerRow, order: ledgerOrder },
  lattice: { path: latticePath },
  // What the lanes show for it; what they have made stays.
  versus: { figures: (state) => ({ ...state, lanes: {} }) },
  code: { values: (state) => ({ ...state, values: {} }) }
};
function veiledState(state, widget, book, parts) {
  const veils = parts.map((part) => part.split(":")).map(([name, argument = ""]) => ({ veil: own(own(VEILS, widget.kind) ?? {}, name), argument }));
  if (veils.some(({ veil }) => !veil)) return null;
  return veils.reduce((now, { veil, argument }) => veil(now, widget, book, argument), state);
}
function column(instead) {
  return (state, { columns = [] }, book) => {
    const hide = (cells) => cells.map((cell2, index) => cell2 != null && columns[index]?.kind in instead ? instead[columns[index].kind] : cell2);
    const rows = (state.rows ?? []).map(({ cells }) => ({ cells: hide(cells), look: "" }));
    const pair = columns.findIndex((each) => each.kind === "pair");
    return { ...state, more: state.unlisted, rows: pair < 0 ? rows : byLetters(book, rows, ({ cells }) => cells[pair]) };
  };
}
function tableOrder(state, { columns = [] }, book) {
  const pair = columns.findIndex((each) => each.kind === "pair");
  const rows = (state.rows ?? []).map(({ cells }) => ({ cells, look: "" }));
  return { ...state, rows: byLetters(book, rows, ({ cells }) => cells[pair]) };
}
function ledgerOrder(state, _widget, book) {
  return { ...state, top: byLetters(book, state.top ?? [], (key) => key.split(",").map(Number)) };
}
function ledgerFigures(state, _widget, book) {
  const sorted = (keys) => byLetters(book, keys, (key) => key.split(",").map(Number));
  const pairs = sorted(Object.keys(state.pairs ?? {})).map((key) => [key, [HIDDEN, 0, ""]]);
  const { aside, top = [] } = state;
  return { aside, top: sorted(top), pairs: Object.fromEntries(pairs) };
}
function ledgerRow(state, widget, _book, pair) {
  const [count, delta] = own(state.pairs ?? {}, pair) ?? [0, 0];
  const others = (state.top ?? []).filter((each) => each !== pair);
  return { ...state, top: [pair, ...others].slice(0, widget.rows), pairs: { ...state.pairs, [pair]: [count, delta, "asked"] } };
}
function latticePath({ arcs = {}, nodes = {}, ...rest }) {
  const arc = (look) => look === "path" ? "best" : look;
  const hide = ({ look, ...node }) => look && look !== "path" ? { ...node, look } : node;
  const all = (items, change) => Object.fromEntries(Object.entries(items).map(([key, item]) => [key, change(item)]));
  return { ...rest, arcs: all(arcs, arc), nodes: all(nodes, hide) };
}
function byLetters(book, items, pairOf2) {
  const words2 = (item) => (pairOf2(item) ?? []).map((token) => tokenAt(book, token).parts.map(([kind, text]) => text ?? (kind === "space" ? " " : "")).join("")).join("\0");
  const keys = new Map(items.map((item) => [item, words2(item)]));
  return [...items].sort((one, other) => keys.get(one) < keys.get(other) ? -1 : Number(keys.get(one) > keys.get(other)));
}

// bpe_lab/player/chrome/tabbed-room.js
function withTabbedRoom(book, panels, shared = [], front = "") {
  const [inside, outside] = [true, false].map((is) => panels.filter(({ id }) => shared.includes(id) === is));
  if (inside.length < 2) return panels.map(({ node }) => node);
  const room = tabbedRoom(book, inside, front);
  const at = panels.indexOf(inside[0]);
  const nodes = outside.map(({ node }) => node);
  return [...nodes.slice(0, at), room, ...nodes.slice(at)];
}
function tabbedRoom(book, panels, front) {
  const id = panels.map((panel) => panel.id).join("-");
  const first = Math.max(0, panels.findIndex((panel) => panel.id === front));
  const chosen = rememberChoice({ kind: "room", id }, first ? `tab before ${front}` : "tab", first);
  const tabs = makeTabs({
    id: `room-${id}`,
    name: template(book, "player.panels"),
    labels: panels.map(({ title }) => title),
    nodes: panels.map(({ node }) => node),
    chosen: chosen.get(),
    onChoose(index) {
      chosen.set(index);
      panels[index].layout();
    }
  });
  tabs.apply(true);
  return el("div", { class: "room" }, tabs.node, panels.map(({ node }) => node));
}

// bpe_lab/player/chrome/board.js
var LEADING = /* @__PURE__ */ new Set(["versus"]);
function makeBoard(recording, book, history2, chosenTab, wanted) {
  const makeAll = (ids) => ids.map((id) => makePanel(recording, book, history2, id));
  const staged = makeAll(recording.layout.stage ?? []);
  const beside = makeAll(recording.layout.beside ?? []);
  const columns = (recording.layout.columns ?? []).map(makeAll);
  const roomed = (panels2) => withTabbedRoom(book, panels2, recording.layout.tabs, wanted);
  const stage = staged.length ? holder("stage", staged) : null;
  const front = beside.length ? el("div", { class: "front", "data-kinds": kindsOf(staged) }, stage, holder("column", beside, roomed(beside))) : stage;
  const nodes = columns.map((panels2) => holder("column", panels2, roomed(panels2)));
  const panels = [...staged, ...beside, ...columns.flat()];
  let narrow = false;
  const layout = () => panels.forEach((panel) => panel.layout(narrow));
  const tabs = columnTabs(book, columns, nodes, chosenTab, layout);
  const leads = staged.some(({ kind }) => LEADING.has(kind));
  const tabbed = nodes.length > 1 && !leads;
  const grid = el("div", { class: "columns" }, nodes);
  grid.style.setProperty("--columns", Math.max(1, nodes.length));
  set(grid, { "data-columns": nodes.length, "data-last": kindsOf(columns.at(-1)) });
  return {
    stage,
    boxes: [front, nodes.length ? grid : null].filter((box) => box !== null),
    nodesOf: (ids) => panels.filter(({ id }) => ids.includes(id)).map(({ node }) => node),
    nodes: [front, tabbed ? tabs.node : null, nodes.length ? grid : null],
    draw(snapshot, still, veil = []) {
      const parts = veiledParts(veil);
      panels.forEach((panel) => panel.draw(snapshot, still, parts.get(panel.id)));
    },
    layout(isNarrow3, asTabs = isNarrow3) {
      narrow = isNarrow3;
      tabs.apply(asTabs && tabbed);
      layout();
    },
    tab: () => tabs.chosen,
    panels: panels.map(({ node }) => node)
  };
}
var holder = (name, panels, nodes = panels.map((panel) => panel.node)) => el("div", { class: name, "data-kinds": kindsOf(panels) }, nodes);
var kindsOf = (panels = []) => panels.map(({ kind }) => kind).join(" ");
function veiledParts(veil) {
  const parts = /* @__PURE__ */ new Map();
  for (const name of veil) {
    const [id, part = ""] = String(name).split(".");
    parts.set(id, [...parts.get(id) ?? [], part]);
  }
  return parts;
}
function makePanel(recording, book, history2, id) {
  const widget = recording.widgets.find((each) => each.id === id) ?? { id, kind: id };
  const view = makeWidget(widget, book, history2.map((snapshot) => snapshot[id]));
  const aside = el("span", { class: "aside" });
  const title = widget.title ? template(book, widget.title) : "";
  const hasHead = title || view.tools || history2.some((snapshot) => snapshot[id]?.aside);
  const icon = widget.goal ? goalIcon(widget.goal) : null;
  const heading = el("span", {}, widget.title ? textNodes(book, [widget.title]) : null);
  const head = hasHead ? el("header", {}, el("h2", {}, icon, heading), view.tools, aside) : null;
  const node = el("section", { class: "panel", "data-goal": widget.goal, "data-widget": widget.kind }, head, view.node);
  const cover = el("p", { class: "veil" }, el("b", {}, "?"), template(book, "player.veiled"));
  let last;
  return {
    id,
    kind: widget.kind,
    title,
    node,
    layout: (narrow) => view.layout?.(narrow),
    draw(snapshot, still, parts) {
      const state = snapshot[id] ?? {};
      const veiled = parts && veiledState(state, widget, book, parts);
      coverPanel(node, cover, veiled === null, [view.node, view.tools, aside]);
      const shown = veiled ?? state;
      if (shown === last) return;
      last = shown;
      become(aside, shown.aside ? textNodes(book, shown.aside) : []);
      become(heading, textNodes(book, [shown.title ?? widget.title ?? ""]));
      view.draw(shown, still);
    }
  };
}
function coverPanel(node, cover, isVeiled, parts) {
  if (Boolean(cover.parentNode) === isVeiled) return;
  set(node, { "data-veiled": isVeiled });
  for (const part of parts) if (part) set(part, { inert: isVeiled });
  if (isVeiled) node.append(cover);
  else cover.remove();
}
function makeWidget(widget, book, states) {
  const make = own(WIDGETS, widget.kind);
  return make ? make(widget, book, states) : { node: failure(book, String(widget.kind)), draw() {
  } };
}
var failure = (book, why) => el("p", { class: "failed", role: "alert" }, textNodes(book, ["player.failed", { why }]));
function columnTabs(book, columns, nodes, chosen, onChoose) {
  const labels = columns.map((panels, index) => panels.find((panel) => panel.title)?.title ?? String(index + 1));
  return makeTabs({ id: "column", name: template(book, "player.panels"), labels, nodes, chosen, onChoose });
}

// bpe_lab/player/chrome/layers.js
function makeLayers(root) {
  const closers = [];
  return {
    opened: (close) => closers.push(close),
    /** `hide` may hide what has the focus. */
    closed(close, hide) {
      if (closers.includes(close)) closers.splice(closers.indexOf(close), 1);
      keepingFocus(root, hide);
    },
    any: () => closers.length > 0,
    closeLast: () => closers.at(-1)?.(true),
    closeAll: () => [...closers].reverse().forEach((close) => close(false))
  };
}
var LEAST_MENU = 160;
function makeMenu(layers, button2, panel) {
  const holder2 = el("div", { class: "holder" }, button2, panel);
  const isOpen = () => panel.hasAttribute("data-open");
  const show = (open2) => {
    set(panel, { "data-open": open2 });
    set(button2, { "aria-expanded": String(open2) });
  };
  const onPress = (event) => event.composedPath().includes(holder2) || close(false);
  const onFocus = ({ relatedTarget }) => relatedTarget && !holder2.contains(relatedTarget) && close(false);
  function close(byKey) {
    if (!isOpen()) return;
    if (byKey || focusedIn(panel)) button2.focus({ preventScroll: true });
    document.removeEventListener("pointerdown", onPress, true);
    layers.closed(close, () => show(false));
  }
  function open() {
    document.addEventListener("pointerdown", onPress, true);
    layers.opened(close);
    panel.style.maxHeight = `${Math.max(LEAST_MENU, button2.getBoundingClientRect().top - 16)}px`;
    show(true);
    panel.scrollIntoView({ block: "nearest" });
  }
  holder2.addEventListener("focusout", onFocus);
  button2.addEventListener("click", () => isOpen() ? close(false) : open());
  show(false);
  return holder2;
}

// bpe_lab/player/chrome/linking.js
var LINKABLE = "[data-pair], [data-at], .flow-item, .alternative, .character";
var STANDING = "[data-widget=flow], [data-widget=pattern], [data-widget=bytes]";
function makeLinker(root) {
  const view = { root, indices: /* @__PURE__ */ new Map(), index: null, lit: /* @__PURE__ */ new Set(), source: "", point: null };
  const over = (target) => linkFrom(view, target?.closest?.(LINKABLE));
  let frame;
  const rest = ({ pointerType, clientX, clientY }) => view.point = pointerType === "touch" ? null : [clientX, clientY];
  root.addEventListener("pointermove", rest, { passive: true });
  root.addEventListener("pointerover", (event) => {
    rest(event);
    over(event.target);
  });
  root.addEventListener("pointerleave", ({ pointerType }) => {
    if (pointerType === "touch") return;
    view.point = null;
    over(null);
  });
  root.addEventListener("focusin", ({ target }) => target.closest(LINKABLE) && over(target));
  root.addEventListener("focusout", ({ target }) => target.closest(LINKABLE) && over(null));
  return {
    open(book) {
      view.indices = new Map(book.tokens.map(({ id }, index) => [String(id), index]));
      Object.assign(view, { index: null, lit: /* @__PURE__ */ new Set(), source: "" });
    },
    /** After a step other things lie under a pointer that rests. */
    refresh() {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => relink(view, over));
    },
    close: () => cancelAnimationFrame(frame)
  };
}
function relink(view, over) {
  if (!view.root.isConnected) return;
  const focused = view.root.getRootNode().activeElement;
  if (!view.point && !focused?.closest(LINKABLE)) {
    if (view.source) over(null);
    return;
  }
  view.source = null;
  over(view.point ? view.root.getRootNode().elementFromPoint(...view.point) : focused);
}
function linkFrom(view, node) {
  const { pair = "", kind = "" } = node?.dataset ?? {};
  const places2 = placesIn(node);
  const row = node?.matches(".alternative") ? kind : "";
  const ownKind = row ? "" : node?.closest(".flow-item")?.dataset.kind ?? "";
  const source = pair || places2.length || row ? [pair, places2, row, ownKind].join("@") : "";
  if (source === view.source) return;
  view.source = source;
  view.index ??= indexed(view.root);
  lightStanding(view, [...places2.map((at) => `at ${at}`), `row ${row || ownKind}`, `kind ${row}`]);
  const changing = view.index.changing.flatMap((box) => [...box.querySelectorAll(`${LINKABLE}, [data-linked]`)]);
  const isSame = source ? sameness(view, changing, pair, new Set(places2)) : () => false;
  for (const each of changing) set(each, { "data-linked": isSame(each) });
}
function placesIn(node) {
  if (!node) return [];
  if (node.dataset.at !== void 0) return [node.dataset.at];
  return node.matches(".flow-item, .character") ? Array.from(node.querySelectorAll("[data-at]"), ({ dataset }) => dataset.at) : [];
}
function indexed(root) {
  const index = { standing: /* @__PURE__ */ new Map(), changing: [] };
  const add = (key, node) => {
    if (!index.standing.has(key)) index.standing.set(key, []);
    index.standing.get(key)?.push(node);
  };
  for (const box of root.querySelectorAll("[data-widget]")) {
    if (!box.matches(STANDING)) index.changing.push(box);
    else for (const { node, at, kind } of standingIn(box)) {
      if (at === null) add(`row ${kind}`, node);
      else add(`at ${at}`, node);
      if (at !== null && kind !== null) add(`kind ${kind}`, node);
    }
  }
  return index;
}
var standingIn = (box) => Array.from(box.querySelectorAll("[data-at], .alternative"), (node) => ({ node, at: node.getAttribute("data-at"), kind: node.getAttribute("data-kind") }));
function lightStanding(view, keys) {
  const lit = new Set(keys.flatMap((key) => view.index.standing.get(key) ?? []));
  for (const node of view.lit) if (!lit.has(node)) node.removeAttribute("data-linked");
  for (const node of lit) if (!view.lit.has(node)) node.setAttribute("data-linked", "");
  view.lit = lit;
}
function sameness({ indices }, nodes, pair, places2) {
  const slots = new Map(nodes.filter(({ dataset }) => dataset.token !== void 0 && dataset.gone === void 0).map(({ dataset }) => [dataset.at, dataset]));
  const pairAt = (slot) => slot && slots.has(slot.next) ? `${indices.get(slot.token)},${indices.get(slots.get(slot.next).token)}` : "";
  const standing = pair ? [...slots.values()].filter((slot) => pairAt(slot) === pair) : [];
  const stands = new Set(standing.flatMap((slot) => [slot.at, slot.next]));
  const pairs = new Set([pair, ...[...places2].map((at) => pairAt(slots.get(at)))].filter(Boolean));
  return (node) => {
    const { pair: ownPair, at: ownAt } = node.dataset;
    return pairs.has(ownPair) || places2.has(ownAt) || node.ownerSVGElement && stands.has(ownAt);
  };
}

// bpe_lab/player/core/progress-rows.js
var MOST_ROWS = 2e3;
var LATEST = 864e13;
var whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
var written = (pattern) => (value) => typeof value === "string" && pattern.test(value);
var flag = (value) => typeof value === "boolean";
var MEMBERS = {
  exercise: written(/^[a-z_]{1,20}\.[a-z_]{1,20}$/),
  generator: whole(0, 31),
  seed: written(/^(?:[0-9A-HJKMNP-TV-Z]{4})?$/),
  level: whole(0, 9),
  script: written(/^[a-z_]{0,20}$/),
  step: whole(0, 1e6),
  kind: written(/^[a-z_]{1,40}$/),
  first_try: flag,
  tries: whole(0, 1e4),
  shown: flag,
  seconds: (value) => typeof value === "number" && value >= 0 && value <= 1e6,
  at: whole(0, LATEST)
};
var NAMES2 = Object.keys(MEMBERS);
function rowOf(value) {
  if (typeof value !== "object" || value === null) return null;
  if (!NAMES2.every((name) => Object.hasOwn(value, name) && MEMBERS[name](value[name]))) return null;
  return (
    /** @type {Row} */
    Object.fromEntries(NAMES2.map((name) => [name, value[name]]))
  );
}
var textOf = (row) => JSON.stringify(NAMES2.map((name) => row[name]));
function merged(one, other) {
  const byText = new Map([...one, ...other].map((row) => [textOf(row), row]));
  return [...byText.values()].sort((first, second) => first.at - second.at).slice(-MOST_ROWS);
}

// bpe_lab/player/core/progress-store.js
var KEY = "bpe-lab:progress";
var VERSION = 1;
var MOST_LETTERS = 2e6;
var FEWER = 200;
var ofPage = () => globalThis[Symbol.for(KEY)] ??= { deletions: 0, rows: [], isStored: true };
function storedIn(text) {
  try {
    const { version, deletions, rows } = text && text.length <= MOST_LETTERS ? JSON.parse(text) : (
      /** @type {any} */
      {}
    );
    if (version !== VERSION || !Array.isArray(rows)) return { deletions: 0, rows: [] };
    return {
      deletions: Number.isSafeInteger(deletions) && deletions > 0 ? deletions : 0,
      rows: merged(rows.map(rowOf).filter((row) => row !== null), [])
    };
  } catch {
    return { deletions: 0, rows: [] };
  }
}
function storedText() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}
function store({ deletions, rows }) {
  for (const most of [rows.length, FEWER]) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ version: VERSION, deletions, rows: rows.slice(-most) }));
      ofPage().isStored = true;
      return;
    } catch {
    }
  }
  ofPage().isStored = false;
}
function together(text) {
  const own2 = ofPage();
  const stored = storedIn(text);
  if (stored.deletions > own2.deletions) Object.assign(own2, { deletions: stored.deletions, rows: [] });
  return { deletions: own2.deletions, rows: merged(stored.deletions < own2.deletions ? [] : stored.rows, own2.rows) };
}
function addRows(rows) {
  const { deletions, rows: before } = together(storedText());
  const own2 = ofPage();
  own2.rows = merged(own2.rows, rows);
  store({ deletions, rows: merged(before, rows) });
}
function watchRows(changed) {
  const heard = ({ key, newValue }) => {
    if (key !== null && key !== KEY) return;
    if (newValue === null) Object.assign(ofPage(), { deletions: 0, rows: [] });
    else mend(newValue);
    changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
function mend(text) {
  const all = together(text);
  if (JSON.stringify(all) !== JSON.stringify(storedIn(text))) store(all);
}
var ANSWERED = "bpe-lab:answered";
var tellAnswered = (scene) => void window.dispatchEvent(new CustomEvent(ANSWERED, { detail: scene }));

// bpe_lab/player/chrome/noting.js
var MOST_SECONDS = 86400;
var seen = /* @__PURE__ */ new Set();
var tried = /* @__PURE__ */ new Set();
var isWatching = false;
function noteAnswer({ data: { page }, walking, noted }, answer) {
  const { recording, question: step, scene } = walking;
  if (noted) return noted(notedOf(recording.id, step, answer));
  noteRow(page, recording, step, answer);
  if (scene && isAnswered(walking, answer)) tellAnswered(scene.name);
}
function isAnswered({ exercise, recording: { steps }, question, scene, answering: { caught, score } }, { tries, index }) {
  if (exercise) return Boolean(caught) || score.asked >= questionsOf(steps);
  if (tries > 0) tried.add(scene.name);
  const isLast = index + 1 === steps[question].questions.length && !questionsOf(steps.slice(question + 1, (scene.ends ?? steps.length) + 1));
  return isLast && tried.has(scene.name);
}
var questionsOf = (steps) => steps.reduce((sum2, { questions = [] }) => sum2 + questions.length, 0);
function noteRow(page, recording, step, answer) {
  const question = JSON.stringify([recording.id, step, answer.index]);
  if (!page || !answer.name || seen.has(question)) return;
  seen.add(question);
  if (!isWatching) watchRows(() => {
  });
  isWatching = true;
  addRows([rowOf2(page, recording.exercise, step, answer)]);
}
var rowOf2 = (page, exercise, step, { name, state, tries, since }) => ({
  exercise: exercise?.kind ?? `predict.${page}`,
  generator: exercise?.generator ?? 0,
  seed: exercise?.seed ?? "",
  level: exercise?.level ?? 0,
  script: exercise?.script ?? "",
  step: step ?? 0,
  kind: name,
  first_try: isFirstTry(state, tries),
  tries,
  shown: state !== "right",
  seconds: secondsSince(since),
  at: Date.now()
});
var notedOf = (recording, step, { name, index, state, tries, since }) => ({ recording, step: step ?? 0, index, kind: name, isFirst: isFirstTry(state, tries), seconds: secondsSince(since) });
var isFirstTry = (state, tries) => state === "right" && tries === 1;
var secondsSince = (since) => Math.min(Math.max(Math.round((Date.now() - since) / 100) / 10, 0), MOST_SECONDS);

// bpe_lab/player/chrome/standalone-drawing.js
var INHERITED = [
  "fill",
  "fill-opacity",
  "stroke",
  "stroke-opacity",
  "stroke-width",
  "stroke-dasharray",
  "stroke-linecap",
  "stroke-linejoin",
  "font-family",
  "font-size",
  "font-weight",
  "font-style",
  "letter-spacing",
  "text-anchor",
  "dominant-baseline"
];
var OWN = { opacity: "1", "clip-path": "none", mask: "none", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
var PAINTS = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
var NOT_DRAWN = /^(class|style|role|tabindex|data-.*|aria-.*)$/;
function copyWithStyles(node, above) {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const look = getComputedStyle(node);
  const isDefinition = node.closest("defs");
  if (!isDefinition && (look.display === "none" || look.visibility === "hidden" || look.opacity === "0")) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (NOT_DRAWN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) if (look[name] !== above?.[name]) paint(copy, name, look);
  for (const [name, plain] of Object.entries(OWN)) if (look[name] && look[name] !== plain) paint(copy, name, look);
  copy.append(...[...node.childNodes].map((child) => copyWithStyles(child, look)).filter(Boolean));
  return copy;
}
function paint(copy, name, look) {
  const value = look[name];
  const opacity = own(PAINTS, name);
  if (!opacity || value === "none" || value.startsWith("url(")) return set(copy, { [name]: value });
  const { hex, alpha } = hexOf(value);
  set(copy, { [name]: hex });
  if (alpha < 1) set(copy, { [opacity]: alpha * look[opacity] });
  return copy;
}

// bpe_lab/player/chrome/painted-board.js
var STRIPES = {
  rising: [[45, 2, 7]],
  falling: [[-45, 2, 7]],
  crossed: [[45, 1.6, 6.4], [-45, 1.6, 6.4]],
  level: [[90, 1.8, 4]],
  upright: [[0, 2, 6]],
  dotted: [[45, 2, 5]],
  "broad-rising": [[45, 4.8, 12]],
  "broad-falling": [[-45, 4.8, 12]],
  squared: [[0, 1.4, 4.8], [90, 1.4, 4.8]]
};
var SIDES = ["Top", "Right", "Bottom", "Left"];
function paintedBoard(root) {
  const boxes = [...root.querySelectorAll(":scope > :is(.front, .stage, .columns)")];
  const rects = boxes.map((box) => box.getBoundingClientRect());
  const [left, top] = [Math.min(...rects.map((rect2) => rect2.left)), Math.min(...rects.map((rect2) => rect2.top))];
  const size = { width: inUnits(Math.max(...rects.map((rect2) => rect2.right)) - left), height: inUnits(Math.max(...rects.map((rect2) => rect2.bottom)) - top) };
  const easel = { left, top, pen: document.createElement("canvas").getContext("2d"), defs: svg("defs"), hatches: 0 };
  const nodes = boxes.flatMap((box) => paintedNode(easel, box));
  return { ...size, node: svg("svg", { viewBox: `0 0 ${size.width} ${size.height}` }, easel.defs, nodes) };
}
function paintedNode(easel, node) {
  if (node.nodeType === Node.TEXT_NODE) return paintedWords(easel, node);
  if (node.nodeType !== Node.ELEMENT_NODE) return [];
  const look = getComputedStyle(node);
  if (look.display === "none" || look.visibility === "hidden" || look.clipPath !== "none" || look.opacity === "0") return [];
  if (node.namespaceURI === SVG_NAMESPACE) return [copiedDrawing(easel, node)];
  return [...paintedBox(easel, node, look), ...[...node.childNodes].flatMap((child) => paintedNode(easel, child))];
}
function boxInPicture({ left, top }, rect2) {
  return { x: inUnits(rect2.left - left), y: inUnits(rect2.top - top), width: inUnits(rect2.width), height: inUnits(rect2.height) };
}
var copiedDrawing = (easel, drawing2) => set(copyWithStyles(drawing2, null), { ...boxInPicture(easel, drawing2.getBoundingClientRect()), overflow: "visible" });
function paintedBox(easel, node, look) {
  const place = boxInPicture(easel, node.getBoundingClientRect());
  if (!place.width || !place.height) return [];
  const round = Math.min(inUnits(parseFloat(look.borderTopRightRadius) || 0), place.height / 2);
  const ground = hexOf(look.backgroundColor);
  const borders = SIDES.map((side) => inUnits(parseFloat(look[`border${side}Width`]) || 0));
  const framed = borders.every((width) => width > 0 && width === borders[0]);
  const half = framed ? borders[0] / 2 : 0;
  const frame = framed ? { stroke: hexOf(look.borderTopColor).hex, "stroke-width": borders[0], "stroke-dasharray": look.borderTopStyle === "dashed" ? "4 3" : null } : null;
  const shape = { x: place.x + half, y: place.y + half, width: place.width - 2 * half, height: place.height - 2 * half, rx: round || null };
  const fills = ground.alpha || framed ? [svg("rect", { ...shape, fill: ground.alpha ? ground.hex : "none", "fill-opacity": ground.alpha && ground.alpha < 1 ? ground.alpha : null, ...frame })] : [];
  const stripes = node.matches(".lane-fill") ? stripesOver(easel, node, shape) : [];
  return [...fills, ...stripes, ...framed ? [] : sideLines(place, borders, look)];
}
function stripesOver(easel, node, shape) {
  const name = node.closest("[data-hatch]")?.dataset.hatch;
  const paper = hexOf(getComputedStyle(node).getPropertyValue("--bg").trim());
  return (own(STRIPES, name ?? "") ?? []).map(([turn, wide, apart]) => {
    const id = `stripes-${++easel.hatches}`;
    const pattern = { id, width: apart, height: apart, patternUnits: "userSpaceOnUse", patternTransform: `rotate(${turn})` };
    easel.defs.append(svg("pattern", pattern, svg("rect", { width: wide, height: apart, fill: paper.hex, "fill-opacity": 0.45 })));
    return svg("rect", { ...shape, fill: `url(#${id})` });
  });
}
function sideLines({ x: x2, y, width, height }, [top, right, bottom, left], look) {
  const line = (side, wide, box) => wide ? [svg("rect", { ...box, fill: hexOf(look[`border${side}Color`]).hex })] : [];
  return [
    ...line("Top", top, { x: x2, y, width, height: top }),
    ...line("Right", right, { x: x2 + width - right, y, width: right, height }),
    ...line("Bottom", bottom, { x: x2, y: y + height - bottom, width, height: bottom }),
    ...line("Left", left, { x: x2, y, width: left, height })
  ];
}
function paintedWords(easel, node) {
  const look = getComputedStyle(node.parentElement);
  easel.pen.font = `${look.fontStyle} ${look.fontWeight} ${look.fontSize} ${look.fontFamily}`;
  const { fontBoundingBoxAscent: over, fontBoundingBoxDescent: under } = easel.pen.measureText("x");
  const range2 = document.createRange();
  const lines = [];
  for (const { index, 0: word } of node.data.matchAll(WORD)) {
    range2.setStart(node, index);
    range2.setEnd(node, index + word.length);
    const rect2 = range2.getBoundingClientRect();
    const last = lines.at(-1);
    if (last && rect2.width && Math.abs(last.top - rect2.top) < 2) last.words += word;
    else if (rect2.width && word.trim()) lines.push({ words: word, left: rect2.left, top: rect2.top, high: rect2.height });
  }
  const type = {
    "font-family": look.fontFamily,
    "font-size": inUnits(parseFloat(look.fontSize)),
    "font-weight": look.fontWeight,
    "letter-spacing": parseFloat(look.letterSpacing) ? inUnits(parseFloat(look.letterSpacing)) : null,
    fill: hexOf(look.color).hex
  };
  return lines.map(({ words: words2, left, top, high }) => svg("text", { x: inUnits(left - easel.left), y: inUnits(top + high * over / (over + under) - easel.top), ...type }, words2));
}
var WORD = /\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g;

// bpe_lab/player/chrome/picture.js
var PICTURE = { margin: 24, least: 640, font: 22, line: 30 };
function pictureOf(player) {
  const { root } = player;
  player.view.full.close();
  set(root, { "data-still": true });
  const stage = root.querySelector(".stage [data-painted]") ? paintedBoard(root) : drawnStage(root);
  const { backgroundColor, color, fontFamily } = getComputedStyle(root);
  const wide = Math.max(PICTURE.least, stage.width) + 2 * PICTURE.margin;
  const title = titleLines(player, wide - 2 * PICTURE.margin, fontFamily);
  const top = PICTURE.margin + title.length * PICTURE.line + 8;
  const size = { width: Math.ceil(wide), height: Math.ceil(top + stage.height + PICTURE.margin) };
  set(stage.node, { x: (wide - stage.width) / 2, y: top, width: stage.width, height: stage.height, overflow: "visible" });
  const heading = svg("g", { "font-family": fontFamily, "font-size": PICTURE.font, fill: hexOf(color).hex }, title.map(titleLine));
  const picture = svg(
    "svg",
    { ...size, viewBox: `0 0 ${size.width} ${size.height}`, "xml:space": "preserve" },
    svg("rect", { ...size, fill: hexOf(backgroundColor).hex }),
    heading,
    stage.node
  );
  return { ...size, text: new XMLSerializer().serializeToString(picture) };
}
async function boardToCome({ root, recording, book, history: history2, walking }) {
  const step = walking.step + 1;
  if (!recording || walking.isDone || !history2[step]) return void 0;
  const board = makeBoard(recording, book, history2, 0);
  const easel = el("div", { inert: true }, board.nodes.filter(Boolean));
  for (const { name, value } of root.attributes) if (/^(class|data-|lang)/.test(name)) easel.setAttribute(name, value);
  set(easel, { "data-still": true, "data-now": recording.steps[step].goal, "data-full": false });
  const wide = root.clientWidth;
  easel.style.cssText = `position:fixed;top:0;left:-200vw;width:${wide}px;min-height:0`;
  root.after(easel);
  board.layout(false);
  board.draw(history2[step], true);
  await new Promise((drawn) => requestAnimationFrame(() => setTimeout(drawn)));
  const places2 = [...easel.querySelectorAll("*")].flatMap(({ scrollTop, scrollLeft }, index) => scrollTop || scrollLeft ? [[index, scrollTop, scrollLeft]] : []);
  const high = easel.offsetHeight;
  easel.remove();
  easel.removeAttribute("style");
  return { xml: new XMLSerializer().serializeToString(easel), words: plainText(book, recording.steps[step].say), places: places2, wide, high, looks: looksOf2(root) };
}
function looksOf2(root) {
  const styles = [...root.getRootNode().querySelectorAll("style")].map((style) => style.textContent).join("\n");
  const look = getComputedStyle(root);
  const given = [...new Set(styles.match(/--st-[\w-]+/g))].map((name) => `${name}: ${look.getPropertyValue(name)};`);
  return { styles, root: `font-size: ${remSize()}px; color-scheme: ${isDark(root) ? "dark" : "light"}; ${given.join(" ")}` };
}
function drawnStage(root) {
  const drawing2 = [...root.querySelectorAll(".stage svg")].find((each) => !each.closest("header"));
  if (!drawing2) throw new Error("SVG");
  const { x: x2, y, width, height } = drawing2.viewBox.baseVal ?? {};
  const box = width ? { x: x2, y, width, height } : { x: 0, y: 0, width: drawing2.clientWidth, height: drawing2.clientHeight };
  const node = set(copyWithStyles(drawing2, null), { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` });
  return { node, width: box.width, height: box.height };
}
function titleLines(player, width, family) {
  const pen2 = (
    /** @type {CanvasRenderingContext2D} */
    document.createElement("canvas").getContext("2d")
  );
  const lines = [[]];
  let used = 0;
  for (const { text, weight } of titleWords(player)) {
    pen2.font = `${weight} ${PICTURE.font}px ${family}`;
    const room = pen2.measureText(text).width;
    if (used + room > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    const line = lines[lines.length - 1];
    if (line.at(-1)?.weight === weight) line.at(-1).text += text;
    else line.push({ text, weight });
    used += room;
  }
  return lines;
}
function titleWords(player) {
  const { book } = player;
  return Array.from(filled(book, player.sentence())).flatMap((piece) => {
    const [words2, weight] = typeof piece === "string" ? [piece, 400] : [piece.map((atom) => atomLetters(book, atom)).join(""), 650];
    return (words2.match(WORD) ?? []).map((word) => ({ text: word, weight }));
  });
}
var atomLetters = (book, atom) => typeof atom === "string" ? atom : tokenAt(book, atom.token).parts.map(([kind, text]) => kind === "space" ? "␣" : isolated(text)).join("");
var titleLine = (runs, index) => svg(
  "text",
  { x: PICTURE.margin, y: PICTURE.margin + PICTURE.line * index + PICTURE.font },
  runs.map(({ text, weight }) => svg("tspan", { "font-weight": weight }, text))
);
async function rasterOf({ text, width, height }, scale) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = set(document.createElement("canvas"), { width: width * scale, height: height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) => canvas.toBlob((blob) => blob ? resolve(blob) : reject(new Error("PNG")), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}

// bpe_lab/player/chrome/places.js
var places = /* @__PURE__ */ new Map();
var placeIn2 = (recording) => places.get(recording);
function keepPlace(recording, step, scene) {
  places.set(recording, step);
  if (scene) places.set(inScene(scene, recording), step);
}
var inScene = (scene, recording) => `${scene} ${recording}`;
var opened = 0;
function isNewOpening(opening) {
  const isNew = Boolean(opening) && opening !== opened;
  if (isNew) opened = Number(opening);
  return isNew;
}

// bpe_lab/player/chrome/sheet.js
var INPUTS = '[class*="st-key-inputs"]';
var OPEN = "data-inputs";
var FIELDS2 = "input:not([type=number], [role=combobox][aria-expanded=false]), textarea";
var CLICKER = ["PageUp", "PageDown"];
var hasInputs = () => document.querySelector(INPUTS) !== null;
function makeSheet(root, goOn) {
  const page = document.documentElement;
  const isOpen = () => page.hasAttribute(OPEN);
  const focus = () => (
    /** @type {HTMLElement | null} */
    document.querySelector(`${INPUTS} :is(input, button)`)?.focus()
  );
  function closes({ key, ctrlKey, metaKey, altKey }, field) {
    if (key === "Escape" || CLICKER.includes(key)) return !document.querySelector(`${INPUTS} [aria-expanded=true]`);
    return key.toLowerCase() === "i" && !field.matches?.(FIELDS2) && !ctrlKey && !metaKey && !altKey;
  }
  function onKey(event) {
    if (!closes(event, event.composedPath()[0])) return;
    event.preventDefault();
    event.stopPropagation();
    close();
    root.focus({ preventScroll: true });
    if (CLICKER.includes(event.key)) goOn(event.key === "PageUp");
  }
  function open() {
    if (!hasInputs()) return;
    page.setAttribute(OPEN, "");
    document.addEventListener("keydown", onKey, true);
    focus();
  }
  function close() {
    document.removeEventListener("keydown", onKey, true);
    if (isOpen()) page.removeAttribute(OPEN);
  }
  return { open, close };
}

// bpe_lab/player/chrome/term-notes.js
var REST = 300;
var GAP = 6;
var NOTE = "term-note";
function makeTermNotes(root, layers, bookOf, tell2) {
  const note2 = el("div", { class: "term-note", id: NOTE, role: "note", popover: "manual" });
  let term = null;
  let stays = false;
  let timer = 0;
  function open(wanted, isKept) {
    close();
    [term, stays] = [wanted, isKept];
    const [name, meaning] = ["name", "meaning"].map((part) => template(bookOf(), `term.${term?.dataset.term}.${part}`));
    become(note2, [el("b", {}, name), " ", meaning]);
    set(term, { "aria-expanded": "true", "aria-describedby": NOTE });
    root.append(note2);
    note2.showPopover?.();
    place();
    window.addEventListener("scroll", place, true);
    if (!isKept) return;
    document.addEventListener("pointerdown", onPress, true);
    layers.opened(close);
    tell2(`${name}: ${meaning}`);
  }
  function close() {
    clearTimeout(timer);
    if (!term) return;
    set(term, { "aria-expanded": "false", "aria-describedby": null });
    term = null;
    note2.remove();
    window.removeEventListener("scroll", place, true);
    document.removeEventListener("pointerdown", onPress, true);
    if (stays) layers.closed(close, () => void 0);
    stays = false;
  }
  function place() {
    if (!term) return;
    const { left, top, bottom } = term.getClientRects()[0] ?? term.getBoundingClientRect();
    const { offsetWidth, offsetHeight } = note2;
    const isBelow = bottom + GAP + offsetHeight <= innerHeight || top < offsetHeight + GAP;
    note2.style.left = `${Math.max(8, Math.min(left, innerWidth - offsetWidth - 8))}px`;
    note2.style.top = `${isBelow ? bottom + GAP : top - GAP - offsetHeight}px`;
  }
  const onPress = (event) => {
    const path = event.composedPath();
    if (!path.includes(note2) && !path.includes(
      /** @type {any} */
      term
    )) close();
  };
  const press = (wanted) => wanted === term && stays ? close() : open(wanted, true);
  root.addEventListener("mousedown", (event) => termOf(event) && event.preventDefault());
  root.addEventListener("click", (event) => termOf(event) && press(termOf(event)));
  root.addEventListener("keydown", (event) => {
    const wanted = termOf(event);
    if (!wanted || !["Enter", " "].includes(event.key) || event.ctrlKey || event.altKey || event.metaKey) return;
    event.preventDefault();
    event.stopImmediatePropagation();
    press(wanted);
  }, true);
  root.addEventListener("pointerover", (event) => {
    const wanted = termOf(event);
    if (event.pointerType !== "mouse" || stays || wanted === term) return;
    clearTimeout(timer);
    if (wanted) timer = window.setTimeout(() => open(wanted, false), REST);
    else if (!event.composedPath().includes(note2)) timer = window.setTimeout(close, REST);
  });
  root.addEventListener("pointerleave", () => !stays && close());
  return { close };
}
var termOf = ({ target }) => target.closest?.(".term") ?? null;

// bpe_lab/player/core/type-plan.js
var MOST = 1.6;
var LEAST_STEP = 0.03;
var SPARE2 = 0.99;
function rounded(scale) {
  const hundredths = Math.floor(scale * 100) / 100;
  return hundredths < 1 + LEAST_STEP ? 1 : hundredths;
}
var firstScale = ({ high, room, most }) => rounded(Math.min(MOST, most, SPARE2 * room / high));
var nextScale = (scale, { high, room }) => rounded(Math.min(scale - LEAST_STEP, scale * SPARE2 * room / high));

// bpe_lab/player/chrome/type-size.js
var NAME = "--type";
var TRIES = 3;
var STAGE2 = "--stage";
var STAGE_SCALES = [2, 1.75, 1.5, 1.25];
var CUTTABLE = ".scroller:not(.shelf .scroller), .tree-box, .listing, .ledger .box, .rule-lanes, .switch button, .room > .panel";
function makeTypeSize(root, lay) {
  const page = document.documentElement;
  let chosen = "";
  function take(scale) {
    if (scale === 1) page.style.removeProperty(NAME);
    else page.style.setProperty(NAME, String(scale));
    lay();
  }
  function largest(over) {
    if (page.style.getPropertyValue(NAME)) take(1);
    if (root.dataset.size !== "wide") return;
    let scale = firstScale({ ...heights(root, over), most: widest(root) });
    if (scale === 1) return;
    const cut2 = cutParts(root);
    for (let tries = TRIES; tries > 0 && scale > 1; tries--) {
      take(scale);
      const now = heights(root, over);
      if (root.dataset.size === "wide" && now.high <= now.room && cutParts(root) <= cut2) return;
      scale = nextScale(scale, now);
    }
    take(1);
  }
  function fillStage(over) {
    root.style.removeProperty(STAGE2);
    if (!root.hasAttribute("data-board") || root.dataset.size !== "wide" || !root.querySelector(".stage .flow")) return;
    const cut2 = cutParts(root);
    const texts = [...root.querySelectorAll(".stage .scroller")];
    const fits = (scale) => {
      root.style.setProperty(STAGE2, String(scale));
      lay();
      const { high, room } = heights(root, over);
      return high <= room && cutParts(root) <= cut2 && !texts.some(isCut);
    };
    if (STAGE_SCALES.some(fits)) return;
    root.style.removeProperty(STAGE2);
    lay();
  }
  return {
    /** For what is named `walk`, anew only where the window or the walk is another; `over`: rem that stay free at the
        foot. */
    choose(walk, over = 0) {
      const wanted = [walk, innerWidth, innerHeight].join(" ");
      if (wanted === chosen) return;
      chosen = wanted;
      root.dataset.sizing = "";
      largest(over);
      fillStage(over);
      delete root.dataset.sizing;
    },
    reset() {
      if (!chosen) return;
      chosen = "";
      page.style.removeProperty(NAME);
      root.style.removeProperty(STAGE2);
    }
  };
}
function heights(root, over) {
  root.style.minHeight = "0";
  const high = Math.max(0, root.getBoundingClientRect().top + scrolled(root)) + root.offsetHeight;
  root.style.minHeight = "";
  const below = parseFloat(getComputedStyle(root).getPropertyValue("--below")) || 0;
  return { high, room: innerHeight - (0.5 + below + over) * remSize() };
}
var scrolled = (root) => root.getRootNode().host?.closest("[data-testid=stMain]")?.scrollTop ?? 0;
var widest = (root) => innerWidth / (MEDIUM * remSize() + innerWidth - root.clientWidth);
var cutParts = (root) => [...root.querySelectorAll(CUTTABLE)].filter(isCut).length;
var isCut = (part) => part.scrollHeight > part.clientHeight + 1 || part.scrollWidth > part.clientWidth + 1;

// bpe_lab/player/chrome/answer-keys.js
var BETWEEN = ";";
var numbersOf = (name) => (name.match(/\d+/g) ?? []).map(Number);
function inOrder(one, other) {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  const unlike = first.findIndex((number, place) => number !== second[place]);
  return unlike < 0 ? Number(one > other) - Number(one < other) : first[unlike] - (second[unlike] ?? -1);
}
var keyOfMembers = (members) => [...new Set(members)].sort(inOrder).join(BETWEEN);
var membersOf = (key) => key.split(BETWEEN).filter(Boolean);
function unlikeMembers(about, key, right) {
  const [answered, wanted] = [key, right].map((each) => new Map(membersOf(each).map((member) => [beginning(member), member])));
  return Object.keys(about).sort(inOrder).filter((name) => answered.get(name) !== wanted.get(name));
}
function wrongPositions({ groups, elsewhere, missing }, key, right) {
  const [answered, wanted] = [key, right].map((each) => each.split(",").map(Number));
  const wrong = answered.filter((position) => !wanted.includes(position));
  for (const [positions, say] of groups) {
    const at = wrong.filter((position) => positions.includes(position));
    if (at.length) return { say, at };
  }
  if (wrong.length) return { say: elsewhere, at: wrong };
  return { say: [missing[0], { ...missing[1], missing: wanted.length - answered.length }], at: [] };
}
var beginning = (member) => member.split(":")[0];

// bpe_lab/player/chrome/answering.js
var TRIES2 = { undo: Infinity, set_right: 1 };
var TRIES_ELSE = 2;
var SPOKEN = 8;
var FALSE_CLAIM = "fails";
var isFalseClaim = ({ right }) => right.includes(FALSE_CLAIM);
var OPEN2 = { state: "open", say: null, at: [] };
var withPositions = ([key, values], at) => [key, { ...values, at: at.slice(0, SPOKEN).join(", ") + (at.length > SPOKEN ? ", …" : "") }];
var anew = () => ({ index: 0, tries: 0, last: "", urged: false, verdict: OPEN2, since: Date.now() });
function wrongAt({ wrong = {}, borders = {}, about = {}, by_position, right, other }, key) {
  if (Object.hasOwn(wrong, key)) return wrong[key];
  if (by_position) return wrongPositions(by_position, key, right[0]);
  const unlike = unlikeMembers(about, key, right[0]);
  if (unlike.length) return { say: about[unlike[0]], errors: unlike.length };
  const [answered, rightOnes] = [key, right[0]].map((each) => new Set(each.split(",")));
  const astray = Object.keys(borders).map(Number).sort((one, next) => one - next).filter((border) => answered.has(String(border)) !== rightOnes.has(String(border)));
  return astray.length ? { say: borders[astray[0]], at: [astray[0]], errors: astray.length } : { say: other ?? null };
}
var Answering = class {
  /** @type {Question[]} */
  questions = [];
  now = anew();
  /** Of an exercise, by step: who goes back and comes again goes on where they were. */
  steps = /* @__PURE__ */ new Map();
  score = { first: 0, asked: 0 };
  /** The names of those that were not right at once.
      @type {string[]} */
  missed = [];
  /** Of claims: how many there are, and of the one that is wrong its number and whether it was seen. */
  claims = 0;
  /** @type {{number: number, seen: boolean} | undefined} */
  caught = void 0;
  /** Of claims, how many right ones were called wrong. */
  alarms = 0;
  /** @param {string | undefined} mend  what becomes of a wrong answer, in an exercise
      @param {(answer: Settled) => void} noteAnswer */
  constructor(mend2 = void 0, noteAnswer2 = () => {
  }) {
    this.mend = mend2;
    this.noteAnswer = noteAnswer2;
  }
  /** The questions before a step; none closes.
      @param {Question[]} questions
      @param {number | null} step */
  open(questions, step = null) {
    this.questions = questions;
    const remembered = this.mend && step != null ? this.steps.get(step) : void 0;
    this.now = remembered ?? anew();
    if (this.mend && step != null) this.steps.set(step, this.now);
  }
  /** @returns {Question | undefined} */
  get question() {
    return this.questions[this.now.index];
  }
  get verdict() {
    return this.now.verdict;
  }
  get isSettled() {
    return ["right", "shown", "set_right"].includes(this.verdict.state);
  }
  /** Whether an exercise marks the first answer, so that none is right at the first try alone. */
  get hasOneTry() {
    return this.mend === "set_right";
  }
  /** A judgement has but two answers. */
  get tries() {
    if (this.question?.kind === "judge") return 1;
    return this.mend ? TRIES2[this.mend] : TRIES_ELSE;
  }
  /** Mark an answer, by its key.
      @param {string} key */
  give(key) {
    const { question } = this;
    if (!question || this.isSettled || key === this.now.last) return;
    this.now.last = key;
    this.now.tries += 1;
    if (question.right.includes(key)) return this.settle("right", null);
    const { say, at = [], errors } = wrongAt(question, key);
    const isLast = this.now.tries >= this.tries;
    const spoken = say && !(isLast && question.because && say === question.other) ? withPositions(say, at) : null;
    if (isLast) this.settle(this.hasOneTry ? "set_right" : "shown", spoken, errors);
    else this.now.verdict = { state: "wrong", say: spoken, at, errors };
  }
  /** The answer to this question alone, without a mark. */
  show() {
    if (this.question && !this.isSettled) this.settle("shown", null);
  }
  settle(state, say, errors = void 0) {
    this.now.verdict = { state, say, at: [], errors };
    const isFirst = state === "right" && this.now.tries === 1;
    this.score = { first: this.score.first + Number(isFirst), asked: this.score.asked + 1 };
    const name = this.question?.name ?? "";
    if (this.question && isFalseClaim(this.question)) this.caught = { number: this.score.asked, seen: isFirst };
    if (!isFirst) this.missed.push(name);
    const { index, tries, since } = this.now;
    if (!isFirst && tries && this.question && !isFalseClaim(this.question)) this.alarms += 1;
    this.noteAnswer({ name, index, state, tries, since });
  }
  /** To the next question; false where there is none left to ask. */
  next() {
    if (this.now.index + 1 >= this.questions.length) return false;
    Object.assign(this.now, anew(), { index: this.now.index + 1 });
    return true;
  }
};

// bpe_lab/player/chrome/bar-room.js
function keepRoomFor(bar2) {
  const told = new ResizeObserver(() => {
    const player = (
      /** @type {HTMLElement | null} */
      bar2.closest(".player")
    );
    if (!player) return;
    const covered = bar2.parentElement?.clientHeight ?? 0;
    player.style.setProperty("--bar", `${bar2.offsetHeight}px`);
    player.style.setProperty("--over", `${Math.max(0, bar2.offsetHeight - covered)}px`);
  });
  told.observe(bar2);
}

// bpe_lab/player/chrome/cutting.js
var NO_CUT = "none";
function makeCutting(book, { cells = [] }) {
  const cut2 = /* @__PURE__ */ new Set();
  let isSettled = false;
  const tape = el("div", { class: "tape", role: "group", dir: "ltr", "aria-label": template(book, "player.answer.tape") });
  const borders = cells.slice(1).map(([, at], index) => makeBorder(book, cells[index][0], cells[index + 1][0], at));
  tape.append(...cells.map(([token], index) => el("span", { class: "link" }, cell(book, token), borders[index] ?? null)));
  function toggle(border) {
    const { at } = border.dataset;
    if (isSettled) return;
    if (!cut2.delete(at)) cut2.add(at);
    set(border, { "aria-pressed": String(cut2.has(at)) });
  }
  for (const border of borders) {
    border.addEventListener("click", () => toggle(border));
    border.addEventListener("keydown", (event) => {
      if (!["Enter", " "].includes(event.key)) return;
      event.preventDefault();
      event.stopPropagation();
      toggle(border);
    });
  }
  makeRoving(tape, borders, { name: "answer-border", describe: (place) => borders[place]?.scrollIntoView({ block: "nearest" }) });
  return {
    node: tape,
    many: true,
    key: () => borders.map(({ dataset }) => dataset.at).filter((at) => cut2.has(at)).join(",") || NO_CUT,
    focus: () => borders[0]?.focus({ preventScroll: true }),
    /** Where to look, and the right answer once it is known.
        @param {number[]} at
        @param {string | null} right */
    draw(at, right) {
      isSettled = right != null;
      const rightOnes = new Set(right?.split(",") ?? []);
      for (const border of borders) {
        const isLooked = at.includes(Number(border.dataset.at));
        const look = rightOnes.has(border.dataset.at) ? "right" : isLooked ? "look" : null;
        set(border, { "data-answer": look, "aria-disabled": isSettled ? "true" : null });
      }
    },
    close() {
    }
  };
}
function makeBorder(book, left, right, at) {
  const name = ["player.answer.border", { left: { token: left }, right: { token: right }, position: at }];
  return el("span", { role: "button", class: "border", "data-at": at, "aria-pressed": "false", "aria-label": plainText(book, name) });
}
var cell = (book, index) => {
  const token = tokenAt(book, index);
  return el("span", { class: "cell", "data-partial": isPartial(token) }, glyphs(book, token));
};

// bpe_lab/player/chrome/offering.js
var LETTERS = "ABCDE";
var MOST2 = 9;
function makeOffering(book, { kind, choices: choices2 = [] }, check) {
  const isStepped = kind === "changes";
  const chips = choices2.map(([key, text], index) => isStepped ? makeStepper(book, key, text, check) : makeSwitch(book, key, text, check, kind === "choices" ? LETTERS[index] : void 0));
  const node = el("div", { class: "offers", role: "group", "aria-label": template(book, `player.answer.${kind}`) }, chips.map((chip2) => chip2.node));
  makeRoving(node, chips.map(({ stop }) => stop), { name: "answer-offer" });
  return {
    node,
    many: true,
    key: () => keyOfMembers(chips.map((chip2) => chip2.member()).filter(Boolean)),
    focus: () => chips[0]?.stop.focus({ preventScroll: true }),
    /** Switch a pair on or off, by its key.
        @param {string} key */
    pickPair: (key) => void chips[choices2.findIndex(([each]) => each === key)]?.flip?.(),
    /** The right answer, once it is known.
        @param {number[]} _at
        @param {string | null} right */
    draw(_at, right) {
      if (right == null) return;
      const members = new Map(membersOf(right).map((member) => (
        /** @type {[string, string]} */
        member.split(":")
      )));
      for (const chip2 of chips) chip2.settle(members);
    },
    close() {
    }
  };
}
function makeSwitch(book, key, text, check, letter) {
  const words2 = [letter ? `${letter} ` : null, ...textNodes(book, text)];
  const stop = el("button", { type: "button", class: "offer", "data-offer": key, "aria-pressed": "false" }, words2);
  if (letter) stop.classList.add(`answer-choice-${LETTERS.indexOf(letter)}`);
  const isOn = () => stop.getAttribute("aria-pressed") === "true";
  const flip = () => stop.getAttribute("aria-disabled") || set(stop, { "aria-pressed": String(!isOn()) });
  stop.addEventListener("click", flip);
  stop.addEventListener("keydown", (event) => {
    if (event.key !== "Enter" || event.ctrlKey || event.metaKey || event.altKey || stop.getAttribute("aria-disabled")) return;
    event.preventDefault();
    event.stopPropagation();
    check();
  });
  return {
    node: stop,
    stop,
    flip,
    member: () => isOn() ? key : "",
    settle(members) {
      const isRight = members.has(key);
      set(stop, { "aria-disabled": "true", "data-right": isRight, "data-missed": isOn() !== isRight });
    }
  };
}
function makeStepper(book, key, text, check) {
  const name = plainText(book, text);
  const figure2 = el("b", { class: "change" });
  const stop = el("span", { class: "stop", role: "spinbutton", "aria-label": name, "aria-valuemin": -MOST2, "aria-valuemax": MOST2 }, ...textNodes(book, text), figure2);
  let change = 0;
  let isSettled = false;
  const write2 = (value) => {
    change = Math.max(-MOST2, Math.min(MOST2, value));
    figure2.textContent = change ? signed(book, change) : "0";
    set(stop, { "aria-valuenow": change, "aria-valuetext": figure2.textContent });
    set(node, { "data-change": Math.sign(change) });
  };
  const by = (step) => isSettled || write2(change + step);
  const button2 = (sign, step, word) => {
    const made = el("button", { type: "button", tabindex: -1, class: `step-${word}`, "aria-label": plainText(book, [`player.answer.${word}`, { name }]) }, sign);
    made.addEventListener("click", () => by(step));
    return made;
  };
  const node = el("span", { class: "stepper", "data-offer": key }, button2("−", -1, "less"), stop, button2("+", 1, "more"));
  const keys = {
    ArrowUp: () => by(1),
    ArrowDown: () => by(-1),
    "+": () => by(1),
    "=": () => by(1),
    "-": () => by(-1),
    "−": () => by(-1),
    0: () => by(-change),
    Enter: () => isSettled || check()
  };
  stop.addEventListener("keydown", (event) => {
    if (!Object.hasOwn(keys, event.key) || event.ctrlKey || event.metaKey || event.altKey || isSettled && event.key === "Enter") return;
    event.preventDefault();
    event.stopPropagation();
    keys[event.key]();
  });
  write2(0);
  return {
    node,
    stop,
    member: () => change ? `${key}:${change}` : "",
    settle(members) {
      if (isSettled) return;
      isSettled = true;
      const right = Number(members.get(key) ?? 0);
      set(node, { "data-right": right !== 0, "data-missed": change !== right });
      set(stop, { "aria-disabled": "true" });
      for (const each of node.querySelectorAll("button")) each.disabled = true;
      const own2 = figure2.textContent;
      const isOther = change !== right;
      write2(right);
      if (isOther) figure2.textContent = `${own2} → ${figure2.textContent}`;
    }
  };
}

// bpe_lab/player/chrome/picking.js
var MANY = /* @__PURE__ */ new Set(["positions", "pairs"]);
var PAIRS = /* @__PURE__ */ new Set(["pair", "pairs"]);
function makePicking(panels, book, kind, onPick) {
  const drawings = panels.flatMap((panel) => [...panel.querySelectorAll("svg")]);
  const tokens = panels.flatMap(tokensIn).sort((one, other) => Number(one.dataset.at) - Number(other.dataset.at));
  const byPosition = new Map(tokens.map((token) => [token.dataset.at, token]));
  const doubles = panels.flatMap((panel) => [...panel.querySelectorAll("[data-at]:not([data-token], [data-gone])")]).filter((node) => byPosition.has(
    /** @type {SVGElement} */
    node.dataset.at
  ));
  const picked = /* @__PURE__ */ new Set();
  const many = MANY.has(kind);
  let isSettled = false;
  let released;
  const listening = new AbortController();
  const { signal } = listening;
  const rightOf = (token) => byPosition.get(token.dataset.next);
  const keyOf3 = (token) => {
    if (!PAIRS.has(kind)) return token.dataset.at;
    const right = rightOf(token);
    return right ? `${token.dataset.token},${right.dataset.token}` : "";
  };
  function pick(token) {
    if (!many) {
      picked.clear();
      picked.add(token.dataset.at);
      mark2(picked, "picked");
      return onPick(keyOf3(token));
    }
    const same = alike(token).map(({ dataset }) => dataset.at);
    const wasPicked = picked.has(token.dataset.at);
    for (const at of same) wasPicked ? picked.delete(at) : picked.add(at);
    released = wasPicked ? token : void 0;
    mark2([], "look");
    mark2(picked, "picked");
  }
  const alike = (token) => kind === "pairs" && keyOf3(token) ? tokens.filter((other) => keyOf3(other) === keyOf3(token)) : [token];
  const withPartner = (position) => {
    const token = byPosition.get(String(position));
    return PAIRS.has(kind) && token?.dataset.next ? [position, token.dataset.next] : [position];
  };
  function mark2(lefts, look) {
    const positions = [...lefts].flatMap(withPartner);
    for (const token of tokens) if (token.dataset.answer === look) set(token, { "data-answer": null, "aria-pressed": many ? "false" : null });
    for (const position of positions) {
      const token = byPosition.get(String(position));
      const isPicked = look === "picked" || look === "look" && picked.has(String(position));
      if (token) set(token, { "data-answer": look, "aria-pressed": many && isPicked ? "true" : null });
    }
    for (const double of doubles) set(double, { "data-answer": byPosition.get(positionOf(double))?.dataset.answer ?? null });
  }
  for (const drawing2 of drawings) set(drawing2, { role: "group", "data-answers": true });
  const before = tokens.map(({ role, ariaLabel }) => ({ role, "aria-label": ariaLabel }));
  const names = tokens.map((token) => `${letters(token, book)} ${token.dataset.at}`);
  for (const [index, token] of tokens.entries()) {
    set(token, { role: "button", "aria-label": names[index] });
    token.addEventListener("click", () => pick(token), { signal });
    token.addEventListener("keydown", (event) => {
      const isDone = isSettled || picked.has(token.dataset.at) || token === released;
      if (event.key !== " " && (event.key !== "Enter" || many && isDone)) return;
      event.preventDefault();
      event.stopPropagation();
      pick(token);
    }, { signal });
  }
  for (const double of doubles) {
    set(double, { "data-picks": true });
    double.addEventListener("click", () => pick(byPosition.get(positionOf(double))), { signal });
  }
  if (tokens.length) makeRoving(
    /** @type {HTMLElement} */
    drawings[0].parentElement,
    tokens,
    { name: "answer-token", signal }
  );
  return {
    many,
    isOfPairs: kind === "pair",
    /** Pick a pair by its key: where it stands, or though it stands nowhere.
        @param {string} key */
    pickPair(key) {
      const token = tokens.find((each) => keyOf3(each) === key);
      if (token) pick(token);
      else if (!many) onPick(key);
    },
    key: () => kind === "pairs" ? keyOfMembers([...picked].map((at) => keyOf3(byPosition.get(at))).filter(Boolean)) : [...picked].map(Number).sort((one, other) => one - other).join(","),
    /** Where to look, and the right answer once it is known. */
    draw(at, right) {
      isSettled = right != null;
      if (right == null) mark2(many ? picked : [], "picked");
      mark2(at, "look");
      if (right == null) return;
      const keys = new Set(PAIRS.has(kind) ? membersOf(right) : right.split(","));
      const alright = tokens.filter((token) => keys.has(keyOf3(token))).map((token) => token.dataset.at);
      const own2 = alright.filter((at2) => picked.has(at2));
      mark2(many ? alright : [...own2, ...alright].slice(0, 1), "right");
    },
    close() {
      listening.abort();
      for (const drawing2 of drawings) set(drawing2, { role: "img", "data-answers": null });
      for (const double of doubles) set(double, { "data-picks": null, "data-answer": null });
      for (const [index, token] of tokens.entries()) {
        set(token, { role: before[index].role, "aria-pressed": null, tabindex: null, "data-answer": null, "data-name": null });
        if (token.ariaLabel === names[index]) set(token, { "aria-label": before[index]["aria-label"] });
      }
    }
  };
}
var tokensIn = (panel) => [...panel.querySelectorAll("[data-at][data-token]:not([data-gone])")].map((node) => (
  /** @type {SVGElement} */
  node
));
var positionOf = (node) => node.dataset.at;
var letters = (token, book) => token.querySelector(".face")?.textContent || template(book, "player.space");

// bpe_lab/player/chrome/rows.js
function answerByRows(player, book, onPair) {
  const listening = new AbortController();
  const lists = [...player?.querySelectorAll(".panel:not([data-veiled]) tbody") ?? []];
  for (const list of lists) {
    set(list, { "data-answers": true });
    list.addEventListener("click", ({ target }) => {
      const pair = pairOf(
        /** @type {Element} */
        target.closest("tr")
      );
      if (pair) onPair(pair.split(",").map((index) => book.tokens[Number(index)]?.id).join(","));
    }, { signal: listening.signal });
  }
  return () => {
    listening.abort();
    for (const list of lists) set(list, { "data-answers": null });
  };
}
var pairOf = (row) => {
  const holder2 = row?.matches("[data-pair]") ? row : row?.querySelector("[data-pair]");
  return holder2?.getAttribute("data-pair");
};

// bpe_lab/player/chrome/answer-bar.js
var LETTERS2 = "ABCDE";
var ofOne = /* @__PURE__ */ new Set(["choice", "judge", "pair", "position"]);
var ofPairs = /* @__PURE__ */ new Set(["pair", "pairs"]);
var SIGNS = { right: "✓", wrong: "✗", shown: "→", set_right: "✗" };
function makeAnswerBar({ book, answering, panels, changed, onward, stop, end, leads }) {
  const verdict = el("p", { class: "judged", role: "status" });
  const score = el("p", { class: "score" });
  const controls = el("div", { class: "controls" });
  const show = button2("show", () => {
    act(() => answering.show());
    go.focus({ preventScroll: true });
  }, template(book, answering.mend ? "player.exercise.show" : "player.answer.show"));
  const go = button2("onward", onward);
  const node = el(
    "div",
    { class: "answers", role: "group", "aria-label": template(book, "player.answer.bar"), hidden: true },
    controls,
    verdict,
    score,
    stop ? button2("stop", stop, template(book, "player.ask_no_more")) : null,
    show,
    go,
    end ? makeEnding(book, end) : null
  );
  node.addEventListener("mousedown", (event) => event.target === node && event.preventDefault());
  keepRoomFor(node);
  let asked;
  let picking;
  let closeRows = () => {
  };
  function act(action) {
    action();
    changed();
  }
  function give(key, without = picking?.isOfPairs ? "no_pair" : "empty") {
    if (key === "") return become(verdict, [template(book, `player.answer.${without}`)]);
    act(() => answering.give(key));
    if (answering.isSettled) go.focus({ preventScroll: true });
  }
  function button2(name, action, words2 = template(book, `player.answer.${name}`)) {
    const made = el("button", { type: "button", class: `answer-${name}`, "data-name": `answer-${name}` }, words2);
    made.addEventListener("click", action);
    return made;
  }
  function open(question) {
    picking?.close();
    picking = null;
    closeRows();
    asked = question;
    controls.replaceChildren();
    if (!question) return;
    let drawings = [];
    if (question.kind === "number") controls.append(...numberField());
    else if (ofOne.has(question.kind) && question.choices) controls.append(...choices2(question));
    else if (question.kind === "cuts" || question.choices) {
      const check = () => give(picking.key());
      picking = question.kind === "cuts" ? makeCutting(book, question) : makeOffering(book, question, check);
      const { node: several, focus } = picking;
      controls.append(several, button2("check", check));
      queueMicrotask(() => several.isConnected && leads() && focus());
    } else {
      drawings = panels(question.in ?? []);
      picking = makePicking(drawings, book, question.kind, give);
      if (picking.many) controls.append(button2("check", () => give(picking.key())));
    }
    const isOffered = (key) => question.choices?.some(([each]) => each === key);
    const onPair = (key) => picking ? picking.pickPair(key) : isOffered(key) && give(key);
    closeRows = ofPairs.has(question.kind) ? answerByRows(node.closest(".player"), book, onPair) : () => {
    };
    const later = (act2) => requestAnimationFrame(() => requestAnimationFrame(act2));
    later(() => isNarrow(node) && leads() && showAll(drawings[0]));
  }
  function showAll(drawing2) {
    const asks = node.closest(".player")?.querySelector(".narration");
    for (const each of [drawing2, asks]) each?.scrollIntoView({ block: "nearest" });
  }
  function numberField() {
    const field = el("input", {
      type: "text",
      inputmode: "numeric",
      autocomplete: "off",
      maxlength: 6,
      "aria-label": template(book, "player.answer.number"),
      "data-name": "answer-number"
    });
    const check = () => {
      const number = digits(field.value);
      give(number, field.value.trim() ? "no_number" : "empty");
      if (number && answering.verdict.state !== "wrong") return;
      field.focus({ preventScroll: true });
      field.select();
    };
    const keys = { Enter: check, Escape: () => field.closest(".player")?.focus({ preventScroll: true }) };
    field.addEventListener("keydown", (event) => {
      if (!Object.hasOwn(keys, event.key) || event.isComposing) return;
      event.preventDefault();
      event.stopPropagation();
      keys[event.key]();
    });
    queueMicrotask(() => field.isConnected && leads() && field.focus({ preventScroll: true }));
    return [field, button2("check", check)];
  }
  const choices2 = ({ choices: choices3 = [] }) => choices3.map(([key, text], index) => button2(`choice-${index}`, () => give(key), [`${LETTERS2[index]}  `, ...textNodes(book, text)]));
  return {
    node,
    /** Whether a question is open; the rest of the transport is then closed. */
    draw() {
      const { question } = answering;
      set(node, { hidden: !question });
      if (question !== asked) open(question);
      if (!question) return;
      const { state, say, at, errors } = answering.verdict;
      set(node, { "data-state": state, "data-kind": question.kind });
      const { last, urged } = answering.now;
      become(verdict, verdictNodes(book, { state, say, errors, question, last, urged: urged && !answering.mend }));
      become(score, scoreNodes(book, answering));
      become(go, [template(book, answering.caught ? "player.exercise.finish" : "player.answer.onward")]);
      set(show, { "data-out": answering.isSettled, "data-urged": urged && !answering.mend });
      set(go, { "data-out": !answering.isSettled });
      [...controls.querySelectorAll(":scope > :is(button, input)")].forEach((control, index) => {
        const key = picking ? void 0 : question.choices?.[index]?.[0];
        const isRight = answering.isSettled && key !== void 0 && question.right.includes(key);
        const isWrong = !isRight && key !== void 0 && key === answering.now.last && state !== "open";
        set(control, { disabled: answering.isSettled, "data-right": isRight, "data-wrong": isWrong });
      });
      picking?.draw(at, answering.isSettled ? question.right[0] : null);
    }
  };
}
function makeEnding(book, end) {
  const node = el("span", { class: "ending" });
  const button2 = (name, action) => {
    const made = el("button", { type: "button", class: `answer-${name}`, "data-name": `answer-${name}` }, template(book, `player.exercise.${name}`));
    made.addEventListener("click", action);
    return made;
  };
  const ask = button2("end", () => {
    node.replaceChildren(el("span", { role: "status" }, template(book, "player.exercise.end_asks")), sure, keep);
    keep.focus({ preventScroll: true });
  });
  const close = () => node.replaceChildren(ask);
  const keep = button2("keep", () => {
    close();
    ask.focus({ preventScroll: true });
  });
  const sure = button2("end_now", () => {
    close();
    node.closest(".player")?.focus({ preventScroll: true });
    end();
  });
  close();
  return node;
}
var isNarrow = (node) => node.closest(".player")?.getAttribute("data-size") === "narrow";
function scoreNodes(book, { score, claims, hasOneTry }) {
  if (!score.asked) return [];
  if (claims) return textNodes(book, ["player.exercise.judged", { ...score, claims }]);
  return textNodes(book, [`player.answer.${hasOneTry ? "score_once" : "score"}`, score]);
}
function verdictNodes(book, { state, say, errors = 1, question, last, urged }) {
  const { kind, because, other, choices: choices2 } = question;
  if (state === "open" && urged) return [template(book, "player.answer.once_more")];
  if (state === "open") return choices2 || kind === "number" ? [] : [el("span", { class: "by-keys" }, template(book, "player.answer.by_keys"))];
  const isGiven = state === "shown" || state === "set_right";
  const words2 = kind === "judge" ? own(JUDGED, state) ?? state : state;
  const sentences2 = [
    isGiven && kind === "number" ? ["player.answer.is_number", { number: Number(question.right[0]) }] : null,
    state === "shown" && choices2 && ofOne.has(kind) ? ["player.answer.is_choice", { letter: letterOf(question) }] : null,
    isGiven || state === "right" && choices2 ? because : null,
    state === "right" && isFalseClaim(question) ? Object.values(question.wrong ?? {})[0]?.say : null,
    state === "wrong" && kind === "number" && say?.[0] === other?.[0] ? sizeOf(Number(last), Number(question.right[0])) : null,
    errors > 1 ? ["player.answer.errors", { errors }] : null,
    say
  ];
  const spoken = sentences2.filter((each) => each).map((each) => textNodes(
    book,
    /** @type {Text} */
    each
  ));
  const isNamed = state === "shown" && (sentences2[0] || sentences2[1] || sentences2[2]);
  const head = isNamed ? spoken.shift() : [template(book, `player.answer.${words2}`)];
  return [el("b", {}, `${SIGNS[state]} `, head), ...spoken.flatMap((nodes) => [joiner(book), ...nodes])];
}
var JUDGED = { right: "judged", set_right: "misjudged" };
var letterOf = ({ choices: choices2 = [], right }) => LETTERS2[choices2.findIndex(([key]) => right.includes(key))];
var sizeOf = (number, right) => [`player.answer.${number > right ? "is_high" : "is_low"}`, { number }];
var joiner = (book) => own(book.text, "player.spacing.joiner") ?? " ";
var digits = (typed) => {
  const plain = typed.normalize("NFKC").replace(/[\s,.'’_]/g, "");
  return /^\d{1,6}$/.test(plain) ? String(Number(plain)) : "";
};

// bpe_lab/player/chrome/tool-button.js
var TOOL_ICONS = {
  stop_at: "M4 14.2V2.2M4 2.8h8.4l-2.2 2.9 2.2 2.9H4",
  ask_first: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.2 6.9h.01M8 6.9h.01M10.8 6.9h.01",
  ask_answer: "M2.2 2.8h11.6v8.2H8.2L5 13.8V11H2.2zM5.4 6.7l1.9 1.9 3.5-3.6",
  share: "M8 9.6V1.9M5.2 4.5 8 1.7l2.8 2.8M4.6 7H3v7h10V7h-1.6",
  help: "M5.4 5.6a2.6 2.6 0 1 1 4 2.2c-1 .7-1.4 1.2-1.4 2.3M8 13.2h.01",
  more: "M3 8h.01M8 8h.01M13 8h.01",
  close: "M4 4l8 8M12 4l-8 8"
};
function toolButton(book, name, key, action) {
  const words2 = template(book, `player.${name}`);
  const hints = { title: key ? `${words2} (${key})` : words2, "aria-label": words2, "aria-keyshortcuts": key };
  const button2 = el(
    "button",
    { type: "button", class: "tool", "data-name": name, ...hints },
    drawing(TOOL_ICONS[name]),
    el("span", { class: "words" }, words2)
  );
  if (action) button2.addEventListener("click", action);
  return button2;
}

// bpe_lab/player/chrome/full-size.js
var SCALES = [3, 2.5, 2, 1.75, 1.5, 1.25];
var LEAST_WIDTH = 40;
var MOST_HIGH = 0.85;
var ROOM = "--full-room";
var CONTROLS = "button, a, input, select, textarea, [role=slider], [role=tab], [role=button]";
function makeFullSize(player, boxes, panels, layout) {
  const { root, layers, book } = player;
  let full = null;
  const close = el(
    "button",
    { type: "button", class: "full-close", "aria-label": template(book, "player.full_close"), title: template(book, "player.full_close") },
    drawing(TOOL_ICONS.close)
  );
  const hold = (panel) => {
    const room = roomOf(root, boxes, panel);
    mark(root, panel, true);
    panel.append(close);
    fit(panel, room, layout);
  };
  const release = () => {
    if (full) mark(root, full, false);
    close.remove();
    for (const name of ["zoom", "min-height", ROOM]) full?.style.removeProperty(name);
  };
  const shut = () => {
    layers.closed(shut, release);
    full = null;
    layout();
    player.tell("player.full_closed");
  };
  function open(panel) {
    full = panel;
    layers.opened(shut);
    keepingFocus(root, () => hold(panel));
    player.tell("player.full_open");
  }
  const toggle = (panel) => full ? shut() : panel && open(panel);
  const panelOf = (target) => panels.find((panel) => panel.contains(target));
  close.addEventListener("click", shut);
  for (const box of boxes) {
    box.addEventListener("dblclick", ({ target }) => !isControl(target) && toggle(panelOf(target)));
    box.addEventListener("mousedown", (event) => event.detail > 1 && !isControl(event.target) && event.preventDefault());
  }
  return {
    /** `panel`, else the one that is meant by a key. */
    toggle: (panel) => toggle(panel ?? panelOf(focusedIn(root)) ?? panels.find((panel2) => panel2.matches(":hover")) ?? mainOf(panels)),
    close: () => full && shut(),
    /** The window has another size. */
    refit() {
      if (!full) return;
      release();
      layout();
      hold(full);
    }
  };
}
var mainOf = (panels) => panels.reduce((main, each) => each.closest(".stage") && each.offsetHeight > main.offsetHeight ? each : main, panels[0]);
var isControl = (target) => Boolean(target.closest?.(CONTROLS));
function roomOf(root, boxes, panel) {
  const bounds = boxes.filter((box) => box.checkVisibility()).map((box) => box.getBoundingClientRect());
  const [top, bottom] = [Math.min(...bounds.map((box) => box.top)), Math.max(...bounds.map((box) => box.bottom))];
  const bar2 = root.querySelector(":scope > .transport")?.getBoundingClientRect().top ?? innerHeight;
  const high = root.hasAttribute("data-present") ? bar2 - top - remSize() / 2 : Math.min(bottom - top, innerHeight * MOST_HIGH);
  return { high, wide: root.clientWidth, own: panel.clientWidth };
}
function mark(root, panel, on) {
  set(root, { "data-full": on });
  set(panel, { "data-full": on });
  for (let node = panel.parentElement; node && node !== root; node = node.parentElement) set(node, { "data-holds-full": on });
}
function fit(panel, { high, wide, own: own2 }, layout) {
  const abreast = panel.querySelector(".code[data-beside]") ? 2 : 1;
  const least = Math.min(own2, LEAST_WIDTH * remSize()) * abreast;
  const take = (scale2) => {
    panel.style.setProperty("zoom", String(scale2));
    panel.style.setProperty(ROOM, `${Math.floor(high / scale2) - headHigh(panel)}px`);
    layout();
  };
  const fits = (scale2) => {
    take(scale2);
    return panel.scrollHeight * scale2 <= high && panel.scrollWidth <= panel.clientWidth + 1;
  };
  const scales = [...SCALES, 1].filter((each) => wide / each >= least);
  const scrolled2 = [...panel.querySelectorAll(".scroller, .listing")];
  const largest = (parts) => scales.find((each) => fits(each) && parts.every(isWhole2));
  const scale = largest(scrolled2) ?? largest(scrolled2.slice(0, 1)) ?? largest([]) ?? 1;
  take(scale);
  panel.style.minHeight = `${Math.floor(high / scale)}px`;
  layout();
}
function headHigh(panel) {
  const { paddingTop, paddingBottom } = getComputedStyle(panel);
  const head = panel.querySelector(":scope > header");
  return (head ? head.offsetHeight + parseFloat(getComputedStyle(head).marginBottom) : 0) + parseFloat(paddingTop) + parseFloat(paddingBottom);
}
var isWhole2 = (part) => part.scrollHeight <= part.clientHeight + 1;

// bpe_lab/player/chrome/marks.js
var MARK_SHAPES = {
  tie: "M-3.6-1.7h7.2M-3.6 1.7h7.2",
  stale: "M-3.6 0a3.6 3.6 0 1 0 7.2 0a3.6 3.6 0 1 0-7.2 0",
  overlap: "M-4.4 0a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0M-1 0a2.7 2.7 0 1 0 5.4 0a2.7 2.7 0 1 0-5.4 0",
  excerpt: "M-3-4.2h6v8.4l-3-2.6l-3 2.6z",
  character: "M0-4.6v1.4M-3.8-1.4v-1.8h7.6v1.8M-2.2-.9h4.4l-2 1.7v2.7q0 1-1.6.7M-3.9 1.3h7.8"
};
var PLAIN_SHAPE = "M-1.2 0a1.2 1.2 0 1 0 2.4 0a1.2 1.2 0 1 0-2.4 0";
var markShape = (kind, attributes) => svg("path", { class: "mark-shape", d: own(MARK_SHAPES, kind) ?? PLAIN_SHAPE, "data-mark": kind, ...attributes });
var markSign = (kind) => svg("svg", { viewBox: "-6 -6 12 12", class: "sign", "aria-hidden": "true" }, markShape(kind));
var markName = (book, kind) => String(own(book.text, `mark.${kind}`) ?? kind);
var marksOf = (step) => Array.isArray(step.marks) ? step.marks.map(String) : [];
var isMarked = (step, kinds) => marksOf(step).some((kind) => !kinds.size || kinds.has(kind));
function markCounts(steps) {
  const counts = new Map(Object.keys(MARK_SHAPES).map((kind) => [kind, 0]));
  for (const kind of steps.flatMap((step) => [...new Set(marksOf(step))])) {
    counts.set(kind, (counts.get(kind) ?? 0) + 1);
  }
  return [...counts].filter(([, count]) => count);
}

// bpe_lab/player/chrome/routes.js
function groupRuns(steps) {
  const runs = [];
  steps.forEach(({ group }, step) => {
    if (runs.at(-1)?.group === group) runs.at(-1).last = step;
    else runs.push({ group, first: step, last: step });
  });
  return runs;
}
function firstStep(steps, from, to, test) {
  for (let step = from + 1; step <= to; step++) if (test(steps[step])) return step;
  return void 0;
}
function lastStep(steps, step, test) {
  const before = steps.slice(0, step).findLastIndex(test);
  return before < 0 ? void 0 : before;
}
var isPlace = ({ place }) => Boolean(place);
function matchingStep(earlier, step, later) {
  if (earlier?.about == null || earlier.about !== later.about) return void 0;
  const sentenceOf = ({ group, say }) => JSON.stringify([group, say]);
  const stood = earlier.steps[step];
  const same = later.steps[step];
  if (same && sentenceOf(same) === sentenceOf(stood)) return step;
  const first = later.steps.findIndex(({ group }) => group === stood.group);
  return first < 0 ? later.steps.length - 1 : first;
}
function makeRoutes({ steps, start, prelude = 0 }) {
  const last = steps.length - 1;
  const ends = groupRuns(steps).map((run) => run.last);
  const clamped = (step) => Math.max(0, Math.min(last, Math.trunc(step)));
  return {
    last,
    clamped,
    prelude,
    numberOf: (step) => step - prelude,
    start: clamped(Number(start) || 0),
    groupEnd: (step) => ends.find((end) => end > step) ?? last,
    groupEndBefore: (step) => ends.findLast((end) => end < step) ?? 0,
    asked: (from, to) => firstStep(steps, from, to, ({ ask }) => Array.isArray(ask)),
    quizzed: (from, to) => firstStep(steps, from, to, ({ questions }) => Array.isArray(questions) && questions.length > 0),
    nextMarked: (step, kinds) => firstStep(steps, step, last, (each) => isMarked(each, kinds)),
    previousMarked: (step, kinds) => lastStep(steps, step, (each) => isMarked(each, kinds)),
    hasPlaces: steps.some(isPlace),
    nextPlace: (step) => firstStep(steps, step, last, isPlace),
    previousPlace: (step) => lastStep(steps, step, isPlace)
  };
}
function placesOf({ steps, groups }) {
  const places2 = /* @__PURE__ */ new Map();
  let where;
  for (const step of steps) {
    where = step.where ?? where;
    places2.set(step, where ?? ["player.where", { group: step.group + 1, groups, rank: step.group }]);
  }
  return places2;
}

// bpe_lab/player/chrome/head.js
function makeHead(book, recording, toStart) {
  const goals = recording.goals.map((goal) => el("li", {}, goalPill(book, goal)));
  const where = el("p", { class: "where" });
  const amidst = amidstNotice(book, toStart);
  const places2 = placesOf(recording);
  let current;
  return {
    node: el("div", { class: "head" }, el("ol", { class: "goals" }, goals), el("div", { class: "place" }, amidst, where)),
    draw(step, isAmidst) {
      const { goal } = step;
      amidst.hidden = !isAmidst;
      goals.forEach((item, each) => set(item, { "aria-current": recording.goals[each] === goal ? "step" : null }));
      if (places2.get(step) === current) return;
      current = places2.get(step);
      become(where, textNodes(book, current));
    }
  };
}
function amidstNotice(book, toStart) {
  const button2 = el("button", { type: "button", "data-name": "to-start" }, template(book, "player.to_start"));
  button2.addEventListener("click", toStart);
  return el("p", { class: "amidst", role: "status", hidden: true }, template(book, "player.amidst"), " ", button2);
}
function goalPill(book, goal) {
  const name = template(book, `goal.${goal}`);
  const bold = el("span", { class: "sizer", "aria-hidden": "true" }, name);
  const label = el("span", { class: "label" }, el("span", {}, name), bold);
  return el("span", { class: "goal", "data-goal": goal, title: name }, goalIcon(goal), label);
}
function makeNarration(book, { steps, exercise }, onReveal) {
  const line = el("p", { class: "say", id: "say" });
  const labels = exercise ? ["start", "onward", "finish"].map((name) => `player.exercise.${name}`) : ["player.reveal"];
  const reveal2 = revealButton(book, labels[0], onReveal);
  const asks = steps.map(({ ask }) => ask).filter(Array.isArray);
  const questions = steps.flatMap(({ questions: questions2 = [] }) => questions2.map(({ ask }) => [ask]));
  const question = [line, asks.length || exercise ? reveal2 : null];
  const says = longestTexts(book, steps.map(({ say }) => [say]));
  const sizers = [exercise ? null : says, longestTexts(book, asks.map((ask) => [ask, ["player.reveal"]])), longestTexts(book, questions)];
  const sizer = (texts) => el("p", { class: "say sizer", "aria-hidden": "true" }, texts.flatMap((text) => [...textNodes(book, text), " "]));
  const said = el("div", { class: "said", "data-exercise": Boolean(exercise) }, question);
  return {
    node: el(
      "div",
      { class: "narration" },
      said,
      sizers.filter(Boolean).map(sizer),
      exercise ? [besideSizer(book, says, labels[1], false), besideSizer(book, [exercise.task], labels[0], true)] : null
    ),
    /** `label` is the number of the button's label; none without a number. */
    draw(text, isQuestion, label) {
      set(said, { "data-task": Boolean(exercise) && label === 0 });
      become(line, textNodes(book, text));
      set(line, { "data-question": isQuestion });
      reveal2.hidden = label === void 0;
      become(reveal2, [template(book, labels[label ?? 0])]);
    },
    focus: () => reveal2.focus({ preventScroll: true })
  };
}
var besideSizer = (book, texts, label, isTask) => el(
  "div",
  { class: "said sizer", "aria-hidden": "true", "data-exercise": true, "data-task": isTask },
  el("p", { class: "say sizer" }, texts.flatMap((text) => [...textNodes(book, text), " "])),
  el("span", { class: "reveal" }, template(book, label))
);
function revealButton(book, label, onReveal) {
  const button2 = el("button", { type: "button", class: "reveal", "data-name": "reveal" }, template(book, label));
  button2.addEventListener("click", onReveal);
  return button2;
}
function longestTexts(book, lists) {
  const lengths = lists.map((texts) => texts.reduce((sum2, text) => sum2 + plainText(book, text).length, 0));
  return lists[lengths.indexOf(Math.max(...lengths))];
}

// bpe_lab/player/chrome/help.js
var HELP = [
  ["walk", [
    ["play", ["Space"]],
    ["step", ["←", "→"]],
    ["clicker", ["PageUp", "PageDown"]],
    ["lesson_scene", ["Shift", "PageDown"]],
    ["lesson_answer", ["R"]],
    ["group", ["Shift", "←", "→"]],
    ["place", ["N"]],
    ["unit", ["G"]],
    ["ends", ["Home", "End"]],
    ["speed", ["+", "−"]]
  ]],
  ["lecture", [
    ["ask", ["Q"]],
    ["lesson_notes", ["O"]],
    ["full", ["F"]],
    ["inputs", ["I"]],
    ["theme", ["D"]],
    ["blank", [".", "B"]],
    ["laser", ["L"]],
    ["code", ["S"]],
    ["add", ["A"]],
    ["marks", ["[", "]"]],
    ["help", ["?", "H"]],
    ["escape", ["Esc"]]
  ]]
];
var OF_STEPS = /* @__PURE__ */ new Set([...HELP[0][1].map(([what]) => what), "ask", "marks"]);
function makeHelp(layers, book, { hasPlaces = false, isBoard = false }) {
  const conditions = { place: () => hasPlaces, inputs: hasInputs, theme: () => "schemeKey" in document.documentElement.dataset };
  for (const tool of ["blank", "laser", "code", "add"]) conditions[tool] = () => hasTool(tool);
  for (const key of ["answer", "scene", "notes"]) conditions[`lesson_${key}`] = () => "lesson" in document.documentElement.dataset;
  const isThere = (what) => !(isBoard && OF_STEPS.has(what)) && (conditions[what]?.() ?? true);
  const close = el("button", { type: "button", class: "close", "aria-label": template(book, "player.close") }, drawing(TOOL_ICONS.close));
  const title = el("h2", { id: "help-title" }, template(book, "player.help"));
  const there = HELP.map(([name, rows]) => (
    /** @type {const} */
    [name, rows.filter(([what]) => isThere(what))]
  ));
  const groups = there.filter(([, rows]) => rows.length).map(([name, rows]) => helpGroup(book, name, rows));
  const touch = isBoard ? null : el("p", { class: "touch" }, template(book, "player.keys.swipe"));
  const node = el(
    "dialog",
    { class: "help", role: "dialog", "aria-modal": "true", "aria-labelledby": "help-title" },
    el("header", {}, title, close),
    el("div", { class: "groups" }, groups),
    touch
  );
  const shut = () => layers.closed(shut, () => node.close());
  node.addEventListener("cancel", shut);
  node.addEventListener("click", ({ target }) => target === node && shut());
  node.addEventListener("keydown", (event) => keepFocus(event, close));
  close.addEventListener("click", shut);
  return {
    node,
    isOpen: () => node.open,
    open() {
      layers.closeAll();
      layers.opened(shut);
      node.showModal();
      close.focus();
    }
  };
}
function keepFocus(event, button2) {
  if (event.key !== "Tab") return;
  event.preventDefault();
  button2.focus();
}
function helpGroup(book, name, rows) {
  const entry = ([what, keys]) => [
    el("dt", {}, keys.map((key) => el("kbd", {}, key))),
    el("dd", {}, template(book, `player.keys.${what}`))
  ];
  return el("section", {}, el("h3", {}, template(book, `player.keys.${name}`)), el("dl", {}, rows.flatMap(entry)));
}

// bpe_lab/player/chrome/hints.js
var OF_WALK = [
  ["play", ["Space"]],
  ["step", ["←", "→"]],
  ["group", ["Shift", "→"]],
  ["ends", ["Home", "End"]],
  ["speed", ["+", "−"]],
  ["help", ["?"]]
];
var BY_LETTER = [["answer", ["A", "B", "…"]]];
var TO_CHECK = [["check", ["Enter"]]];
var TO_GO_ON = [["onward", ["Enter"]]];
var NONE = [];
var SEVERAL = /* @__PURE__ */ new Set(["pairs", "positions"]);
var TO_PICK = [["along", ["←", "→"]], ["switch", ["Space"]], ["pick", ["Enter"]]];
var OF_OFFERS = {
  changes: [["along", ["←", "→"]], ["change", ["+", "−"]], ["check", ["Enter"]]],
  pairs: [["along", ["←", "→"]], ["switch", ["Space"]], ["check", ["Enter"]]],
  choices: [["switch", ["A", "B", "…"]], ["check", ["Enter"]]]
};
function keysFor(question, isSettled) {
  if (!question) return OF_WALK;
  if (isSettled) return TO_GO_ON;
  if (question.kind === "number") return TO_CHECK;
  if (question.choices) return OF_OFFERS[question.kind] ?? BY_LETTER;
  return SEVERAL.has(question.kind) ? TO_PICK : NONE;
}
function makeHints(book) {
  const hint = ([name, keys2]) => el("span", {}, keys2.map((key) => el("kbd", {}, key)), template(book, `player.keys.${name}`));
  const sign = (goal) => el("span", {}, goalSign(goal), template(book, `goal.${goal}`));
  const keys = el("div", {}, OF_WALK.map(hint));
  let shown = OF_WALK;
  return {
    node: el("div", { class: "hints" }, keys, el("div", {}, book.goals.map(sign))),
    /** @param {Question | undefined} question  that is open
        @param {boolean} isSettled */
    draw(question, isSettled) {
      const wanted = keysFor(question, isSettled);
      if (wanted === shown) return;
      shown = wanted;
      keys.replaceChildren(...wanted.map(hint));
    }
  };
}

// bpe_lab/player/chrome/result-bar.js
var MOST_MISSED = 7;
function makeResultBar(player) {
  const { book, walking, data } = player;
  const words2 = el("p", { class: "judged", role: "status" });
  const button2 = (name, action) => {
    const made = el("button", { type: "button", class: `result-${name}`, "data-name": `result-${name}` }, template(book, `player.exercise.${name}`));
    made.addEventListener("click", action);
    return made;
  };
  const others = data.others ? ["another", ...walking.exercise.level < LEVELS ? ["next_level"] : []] : [];
  const node = el(
    "div",
    { class: "answers result", role: "group", "aria-label": template(book, "player.exercise.bar"), hidden: true },
    words2,
    button2("look", () => walking.lookBack()),
    button2("again", () => walking.again()),
    others.map((name) => button2(name, () => player.ask?.(name)))
  );
  const leading = others.length ? "another" : "again";
  set(
    /** @type {Element} */
    node.querySelector(`.result-${leading}`),
    { "data-leads": true }
  );
  return {
    node,
    draw() {
      const isDue = walking.isOver && !walking.answering.question;
      set(node, { hidden: !isDue });
      become(words2, isDue ? resultNodes(book, walking) : []);
    }
  };
}
var LEVELS = 5;
function resultNodes(book, { progress, answering: { score, missed, caught, alarms, claims, hasOneTry } }) {
  if (progress.free) return textNodes(book, ["player.exercise.free"]);
  if (caught) return claimNodes(book, { ...caught, claims }, alarms);
  const result = el("b", {}, textNodes(book, [`player.exercise.${hasOneTry ? "result_once" : "result"}`, score]));
  if (!missed.length) return [result];
  const names = countsOf(missed).slice(0, MOST_MISSED).map(([name, times]) => {
    const words2 = own(book.text, `question.name_${name}`) ?? name;
    return times === 1 ? [words2] : textNodes(book, ["player.exercise.times", { name: words2, times }]);
  });
  const listed = names.flatMap((nodes, index) => index ? [template(book, "player.exercise.comma"), ...nodes] : nodes);
  const joiner2 = own(book.text, "player.spacing.joiner") ?? " ";
  return [result, joiner2, template(book, "player.exercise.missed"), joiner2, ...listed];
}
function claimNodes(book, { number, claims, seen: seen2 }, alarms) {
  const result = el("b", {}, textNodes(book, [`player.exercise.${seen2 ? "caught" : "uncaught"}`, { number, claims }]));
  if (!alarms) return [result];
  return [result, own(book.text, "player.spacing.joiner") ?? " ", ...textNodes(book, ["player.exercise.alarms", { alarms }])];
}
function countsOf(items) {
  const counts = /* @__PURE__ */ new Map();
  for (const item of items) counts.set(item, (counts.get(item) ?? 0) + 1);
  return [...counts].sort(([, one], [, other]) => other - one);
}

// bpe_lab/player/chrome/swipe.js
var SWIPE_LENGTH = 40;
function listenSwipe(stage, onSwipe) {
  let from = null;
  stage.addEventListener("pointerdown", (event) => {
    from = event.pointerType === "touch" && event.isPrimary && !scrollsSideways(event.target, stage) ? event : null;
  });
  stage.addEventListener("pointercancel", () => from = null);
  stage.addEventListener("pointerup", (event) => {
    if (!from || !event.isPrimary) return;
    const [across, down] = [event.clientX - from.clientX, event.clientY - from.clientY];
    from = null;
    if (Math.abs(across) > SWIPE_LENGTH && Math.abs(across) > 2 * Math.abs(down)) onSwipe(across < 0);
  });
}
function scrollsSideways(target, stage) {
  for (let node = target; node && node !== stage; node = node.parentElement) {
    if (node.scrollWidth > node.clientWidth + 1 && /auto|scroll/.test(getComputedStyle(node).overflowX)) return true;
  }
  return false;
}

// bpe_lab/player/chrome/timeline.js
var EDGE2 = 11;
var MOST_MARKS = 60;
var LONG_GROUP = 4;
var RING_REACH = 14;
var ROOM2 = { step: 8, sign: 11, pip: 4, bar: 8 };
var WIDEST_PITCH = 72;
var DRAG_SLACK = 4;
var TRACKS = {
  wide: { signs: 4.5, track: 19, split: 28, groups: 34, pips: 41.5, height: 44 },
  narrow: { signs: 4.5, track: 19, split: 34, groups: 47, pips: 56, height: 62 }
};
function makeTimeline(book, recording, onScrub) {
  const { steps, prelude = 0 } = recording;
  const places2 = placesOf(recording);
  const view = { steps, runs: groupRuns(steps), lines: TRACKS.wide, width: 0, present: 0, stops: /* @__PURE__ */ new Set() };
  Object.assign(view, { marks: [], signs: [], bars: [], pips: [], first: 0, last: steps.length - 1 });
  view.isFilm = Boolean(recording.pace);
  view.short = steps.length < LONG_GROUP * view.runs.length;
  view.whole = svg("path", { class: "whole" });
  view.past = svg("path", { class: "past" });
  view.marksLayer = svg("g");
  view.signsLayer = svg("g", { class: "signs" });
  view.reach = svg("rect", { class: "reach" });
  view.barsLayer = svg("g", { class: "groups" });
  view.pipsLayer = svg("g", { class: "pips" });
  view.ring = svg("g", { class: "ring" });
  view.node = svg(
    "svg",
    sliderRole(book, steps, prelude),
    view.whole,
    view.past,
    view.signsLayer,
    view.marksLayer,
    view.reach,
    view.barsLayer,
    view.pipsLayer,
    view.ring
  );
  listenScrub(view, onScrub);
  return {
    node: el("div", { class: "timeline" }, view.node),
    layout: (narrow) => layTimeline(view, narrow),
    draw({ step, question, stops }, words2) {
      view.present = step;
      view.stops = stops;
      const place = plainText(book, places2.get(steps[question ?? step]));
      set(view.node, { "aria-valuenow": step - prelude, "aria-valuetext": sentences(book, [place, words2]) });
      drawTimeline(view);
    }
  };
}
var sliderRole = (book, steps, prelude) => ({
  role: "slider",
  tabindex: 0,
  "data-name": "timeline",
  "aria-label": template(book, "player.timeline"),
  "aria-valuemin": -prelude,
  "aria-valuemax": steps.length - 1 - prelude,
  "aria-valuenow": 0
});
var within = (low, high, value) => Math.max(low, Math.min(high, value));
function listenScrub(view, onScrub) {
  const { node } = view;
  let pressed = null;
  const unit = (event) => {
    const { left, top, width } = node.getBoundingClientRect();
    const scale = view.width / width;
    return { x: (event.clientX - left) * scale, y: (event.clientY - top) * scale };
  };
  node.addEventListener("pointerdown", (event) => {
    if (event.button !== 0) return;
    node.setPointerCapture(event.pointerId);
    const { x: x2, y } = unit(event);
    pressed = { x: x2, groups: !view.fits && y > view.lines.split, moved: false };
    onScrub(pressed.groups ? runAt(view, x2).run.first : stepAt(view, x2), true);
  });
  node.addEventListener("pointermove", (event) => {
    if (!node.hasPointerCapture(event.pointerId) || !pressed) return;
    const { x: x2 } = unit(event);
    pressed.moved ||= Math.abs(x2 - pressed.x) > DRAG_SLACK;
    if (pressed.moved) onScrub(pressed.groups ? stepInRuns(view, x2) : stepAt(view, x2), true);
  });
  node.addEventListener("lostpointercapture", () => onScrub(view.present, false));
}
var stepX = ({ first, pitch }, step) => EDGE2 + pitch * (step - first);
var stepAt = (view, x2) => Math.round(within(view.first, view.last, view.first + (x2 - EDGE2) / view.pitch));
function runAt({ runs, width }, x2) {
  const place = within(0, runs.length - 1e-9, (x2 - EDGE2) / (width - 2 * EDGE2) * runs.length);
  return { run: runs[Math.floor(place)], share: place % 1 };
}
function stepInRuns(view, x2) {
  const { run, share } = runAt(view, x2);
  return run.first + Math.floor(share * (run.last - run.first + 1));
}
function layTimeline(view, narrow) {
  const width = unitsWide(view.node.parentNode);
  const lines = narrow ? TRACKS.narrow : TRACKS.wide;
  if (width <= 0 || Math.abs(width - view.width) < 0.5 && lines === view.lines) return;
  Object.assign(view, { width, lines, room: width - 2 * EDGE2 });
  view.fits = view.runs.length === 1 || view.short || view.isFilm || hasRoom(view, view.steps.length);
  set(view.node, { viewBox: `0 0 ${width} ${lines.height}` });
  view.node.style.height = `${lines.height / 16}rem`;
  set(view.reach, { x: 0, y: lines.split, width, height: lines.height - lines.split });
  view.range = null;
  drawTimeline(view);
}
var hasRoom = ({ room }, count) => count <= MOST_MARKS && room / Math.max(1, count - 1) >= ROOM2.step;
function drawTimeline(view) {
  if (!view.width) return;
  layRange(view);
  drawStops(view);
  const { present, steps, lines } = view;
  const x2 = stepX(view, present);
  set(view.past, { d: `M${EDGE2} ${lines.track}H${x2}` });
  for (const { step, node } of view.marks) {
    set(node, { "data-past": step <= present, "data-near": Math.abs(stepX(view, step) - x2) < RING_REACH });
  }
  for (const { run, node } of view.bars) {
    set(node, { "data-time": run.last < present ? "past" : run.first <= present ? "now" : null });
  }
  const mark2 = goalMark(steps[present].goal, { "data-past": true, transform: "scale(1.2)" });
  set(view.ring, { transform: `translate(${x2} ${lines.track})` });
  become(view.ring, [svg("circle", { r: 10 }), mark2]);
}
function layRange(view) {
  const { runs, steps, lines, room } = view;
  const range2 = view.fits ? { first: 0, last: steps.length - 1 } : runs.find((run) => view.present <= run.last);
  if (view.range?.first === range2.first) return;
  const isLaid = Boolean(view.range);
  const pitch = room / Math.max(1, range2.last - range2.first);
  Object.assign(view, { range: range2, first: range2.first, last: range2.last });
  view.pitch = view.fits ? pitch : Math.min(WIDEST_PITCH, pitch);
  const visible = Array.from({ length: range2.last - range2.first + 1 }, (_, index) => range2.first + index);
  view.marks = markedSteps(view, visible).map((step, index) => ({ step, node: markAt(view, step, view.marks[index]?.node) }));
  arrange(view.marksLayer, view.marks.map(({ node }) => node));
  view.signs = signsAbove(view, visible);
  view.signsLayer.replaceChildren(...view.signs.map(({ node }) => node));
  set(view.node, { "data-plain": !view.marks.length });
  set(view.whole, { d: `M${EDGE2} ${lines.track}H${stepX(view, range2.last)}` });
  if (!isLaid) layBars(view);
}
function layBars(view) {
  const { runs, fits, room } = view;
  const bars = fits && room / runs.length < ROOM2.bar ? [] : runs;
  view.bars = bars.map((run, index) => ({ run, node: groupBar(view, run, index) }));
  view.barsLayer.replaceChildren(...view.bars.map(({ node }) => node));
  view.stopped = null;
}
function markedSteps(view, visible) {
  const begun = view.short ? view.runs.map(({ first }) => first) : visible;
  return [visible, begun].find((steps) => hasRoom(view, steps.length)) ?? [];
}
function markAt(view, step, node = goalMark()) {
  const { goal } = view.steps[step];
  return set(node, { ...goalShape(goal), transform: `translate(${stepX(view, step)} ${view.lines.track})` });
}
function signsAbove(view, steps) {
  const signs = steps.flatMap((step) => marksOf(view.steps[step]).slice(0, 1).map((kind) => ({ kind, step })));
  const times = /* @__PURE__ */ new Map();
  for (const { kind } of signs) times.set(kind, (times.get(kind) ?? 0) + 1);
  const apart = Math.ceil(ROOM2.sign / view.pitch);
  const taken = /* @__PURE__ */ new Set();
  const isFree = (step) => !range(step - apart + 1, step + apart).some((each) => taken.has(each));
  const drawn = [...signs].sort((one, other) => times.get(one.kind) - times.get(other.kind) || one.step - other.step).filter(({ step }) => isFree(step) && taken.add(step));
  return drawn.map(({ kind, step }) => ({ kind, node: markShape(kind, { transform: `translate(${stepX(view, step)} ${view.lines.signs})` }) }));
}
function groupBar(view, run, index) {
  const { left, right } = barEdges(view, run, index);
  const gap = Math.min(2, (right - left) / 16);
  const from = Math.max(left + gap, EDGE2 - 5);
  const to = Math.min(right - gap, view.width - EDGE2 + 5);
  return svg("rect", { x: from, y: view.lines.groups, width: Math.max(0.5, to - from), height: 3, rx: 1 });
}
function barEdges(view, { first, last }, index) {
  if (view.fits) return { left: stepX(view, first - 0.5), right: stepX(view, last + 0.5) };
  const each = view.room / view.runs.length;
  return { left: EDGE2 + each * index, right: EDGE2 + each * (index + 1) };
}
function drawStops(view) {
  for (const { kind, node } of view.signs) set(node, { "data-chosen": view.stops.has(kind) });
  const key = [...view.stops].join(" ");
  if (view.stopped === key) return;
  view.stopped = key;
  const pips = view.bars.flatMap(({ run }, index) => {
    const { left, right } = barEdges(view, run, index);
    const hasStop = view.steps.slice(run.first, run.last + 1).some((step) => isMarked(step, view.stops));
    return hasStop && right - left >= ROOM2.pip ? [(left + right) / 2] : [];
  });
  view.pipsLayer.replaceChildren(...pips.map((cx) => svg("circle", { cx, cy: view.lines.pips, r: 1.5 })));
}

// bpe_lab/player/chrome/copying.js
async function copyAddress(address, field, report) {
  field.hidden = true;
  try {
    await navigator.clipboard.writeText(address);
    report("player.copied");
  } catch {
    field.value = address;
    field.hidden = false;
    field.focus();
    field.select();
    report("player.copy_by_hand");
  }
}

// bpe_lab/player/chrome/share.js
function makeShare(player) {
  const { book, layers, walking } = player;
  const hasStage = Boolean(player.recording.layout.stage?.length);
  const status = el("p", { class: "status", role: "status" });
  const link = el("input", { class: "link", readonly: true, hidden: true, "aria-label": template(book, "player.copy_link") });
  const report = (...words2) => status.replaceChildren(...textNodes(book, words2));
  const items = [
    ["copy_link", () => copyAddress(writeAddress(...walking.numbers), link, report)],
    ["show_code", () => void window.dispatchEvent(new Event(SHOW_CODE))],
    ["add_scene", () => void window.dispatchEvent(new Event(ADD_SCENE))],
    ["save_svg", () => saveSvg(player)],
    ["save_png", () => savePng(player)],
    ["save_json", () => save(JSON.stringify(player.recording), "application/json", fileName(player, ".json"))],
    ["save_html", async () => save(await pageOf(player), "text/html", fileName(player, ".html"))]
  ];
  const conditions = { copy_link: !player.data.among, save_svg: hasStage, save_png: hasStage, show_code: hasTool("code"), add_scene: hasTool("add") };
  const offered = items.filter(([name]) => own(conditions, name) ?? true);
  const buttons = offered.map(([name, action]) => {
    const button2 = el("button", { type: "button", "data-name": name }, template(book, `player.${name}`));
    button2.addEventListener("click", () => carryOut(action, report));
    return button2;
  });
  const panel = el(
    "div",
    { class: "menu", role: "group", "aria-label": template(book, "player.share") },
    el("p", { class: "title" }, template(book, "player.share")),
    buttons,
    link,
    status
  );
  return makeMenu(layers, toolButton(book, "share", null), panel);
}
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
  setTimeout(() => URL.revokeObjectURL(address), 1e4);
  return name;
}
var fileName = ({ data }, ending) => `${data.file ?? "bpe-lab"}${ending}`;
var pictureName = (player, ending) => fileName(player, `-${player.walking.numbers[0]}${ending}`);
var saveSvg = (player) => save(pictureOf(player).text, "image/svg+xml", pictureName(player, ".svg"));
async function savePng(player) {
  const image = await rasterOf(pictureOf(player), 2);
  return save(image, "image/png", pictureName(player, ".png"));
}

// bpe_lab/player/chrome/tools.js
function makeTools(player) {
  const { book, layers, actions } = player;
  const unit = makeUnit(player);
  const speed = el("button", { type: "button", class: "speed", "data-name": "speed", "aria-keyshortcuts": "+ -" });
  speed.addEventListener("click", actions.speed);
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
    }
  };
}
function makeUnit(player) {
  const { book, recording, actions } = player;
  if ([1, recording.steps.length].includes(groupRuns(recording.steps).length)) return null;
  const choices2 = ["by_step", "by_group"].map((name) => {
    const button2 = el("button", { type: "button", "data-name": name }, template(book, `player.${name}`));
    button2.addEventListener("click", () => actions[name]());
    return button2;
  });
  const words2 = template(book, "player.unit");
  return {
    node: el("div", { class: "unit", role: "group", title: `${words2} (G)`, "aria-label": words2, "aria-keyshortcuts": "G" }, choices2),
    draw: () => choices2.forEach((button2, index) => set(button2, { "aria-pressed": String(player.walking.byGroup === Boolean(index)) }))
  };
}
function makeStops(player) {
  const { book, recording, layers, actions } = player;
  const counts = markCounts(recording.steps);
  if (!counts.length) return null;
  const boxes = counts.map(([kind]) => stopBox(kind, (on) => player.walking.stopAt(kind, on)));
  const rows = counts.map(([kind, count], index) => el("label", {}, boxes[index], markSign(kind), el("bdi", {}, markName(book, kind)), el("span", { class: "times" }, numeral(book, count))));
  const jumps = [["previous_mark", "["], ["next_mark", "]"]].map(([name, key]) => {
    const button3 = el(
      "button",
      { type: "button", "data-name": name, "aria-keyshortcuts": key },
      el("kbd", {}, key),
      template(book, `player.${name}`)
    );
    button3.addEventListener("click", actions[name]);
    return button3;
  });
  const button2 = toolButton(book, "stop_at", null);
  const panel = el(
    "div",
    { class: "menu", role: "group", "aria-label": template(book, "player.stop_at") },
    el("p", { class: "title" }, template(book, "player.stop_at")),
    rows,
    el("div", { class: "jumps" }, jumps)
  );
  return {
    node: makeMenu(layers, button2, panel),
    draw() {
      boxes.forEach((box) => box.checked = player.walking.stops.has(box.value));
      set(button2, { "data-on": boxes.some((box) => box.checked) });
    }
  };
}
function stopBox(kind, onChange) {
  const box = el("input", { type: "checkbox", value: kind, "data-name": `stop-${kind}` });
  box.addEventListener("change", () => onChange(box.checked));
  return box;
}
function drawAsking(book, button2, { asking, answers }) {
  const words2 = template(book, answers ? "player.ask_answer" : "player.ask_first");
  button2.querySelector("path")?.setAttribute("d", TOOL_ICONS[answers ? "ask_answer" : "ask_first"]);
  set(button2, { "aria-pressed": String(asking), "data-answers": answers, title: `${words2} (Q)`, "aria-label": words2 });
}
function drawSpeed(book, button2, rate) {
  const words2 = plainText(book, ["player.speed", { speed: rate }]);
  set(button2, { title: words2, "aria-label": words2 });
  button2.textContent = `${rate}×`;
}

// bpe_lab/player/chrome/transport.js
var SHORTCUTS = {
  group_back: "Shift+ArrowLeft",
  back: "ArrowLeft",
  play: "Space",
  forward: "ArrowRight",
  group_forward: "Shift+ArrowRight"
};
function makeTransport(player, over = []) {
  const { book, recording, actions } = player;
  const names = Object.keys(SHORTCUTS);
  const buttons = Object.fromEntries(names.map((name) => [name, makeButton(book, name, actions[name])]));
  const row = el("div", { class: "buttons" }, Object.values(buttons));
  const timeline = makeTimeline(book, recording, (step, dragging) => player.walking.scrub(step, dragging));
  const tools = makeTools(player);
  const count = el("span", { class: "count" });
  const sizer = el("span", { class: "sizer", "aria-hidden": "true" }, counterNodes(player, Infinity));
  const gauges = el("div", { class: "gauges" }, el("p", { class: "counter" }, count, sizer), tools.node);
  const node = el("div", { class: "transport" }, row, timeline.node, gauges, over.map((bar2) => bar2?.node));
  return {
    node,
    layout: timeline.layout,
    /** For a while, over the tools: what a key has switched. A screen reader hears it elsewhere. */
    tell(words2) {
      node.querySelector(":scope > .told")?.remove();
      node.append(el("p", { class: "told", "aria-hidden": "true" }, words2));
    },
    draw(words2) {
      const { step, question, byGroup, playing } = player.walking;
      const isClosed = Boolean(player.walking.answering.question) || player.walking.isOver;
      for (const part of [row, timeline.node, gauges]) set(part, { inert: isClosed });
      timeline.draw(player.walking, words2);
      tools.draw();
      become(count, counterNodes(player, step));
      drawPlay(book, buttons.play, playing);
      nameButton(book, buttons.back, byGroup ? "group_back" : "back");
      nameButton(book, buttons.forward, byGroup ? "group_forward" : "forward");
      disable([buttons.group_back, buttons.back], step === 0 && question == null);
      disable([buttons.group_forward, buttons.forward], step === recording.steps.length - 1);
    }
  };
}
var disable = (buttons, off) => buttons.forEach((button2) => set(button2, { "aria-disabled": off ? "true" : null }));
function counterNodes({ book, walking: { routes } }, step) {
  const [number, steps] = [Math.min(step, routes.last), routes.last].map((each) => Math.max(0, routes.numberOf(each)));
  return textNodes(book, ["player.event", { step: number, steps }]);
}
function makeButton(book, name, action) {
  const hints = { "data-name": name, "aria-keyshortcuts": SHORTCUTS[name] };
  const button2 = el("button", { type: "button", class: name, ...hints }, drawing(BUTTON_ICONS[name]));
  button2.addEventListener("click", action);
  return nameButton(book, button2, name);
}
function nameButton(book, button2, name) {
  const words2 = template(book, `player.${name}`);
  return set(button2, { title: words2, "aria-label": words2 });
}
function drawPlay(book, button2, playing) {
  const name = playing ? "pause" : "play";
  set(nameButton(book, button2, name).querySelector("path"), { d: BUTTON_ICONS[name] });
}

// bpe_lab/player/chrome/view.js
function makeView(player, tab) {
  if (player.isBoard) return boardAlone(player);
  const { recording, book, history: history2, layers, actions } = player;
  const head = makeHead(book, recording, actions.start);
  const narration = makeNarration(book, recording, () => begin2(player));
  const board = makeBoard(recording, book, history2, tab, player.data.panel);
  const answers = makeAnswers(player, board, narration);
  const result = player.walking.exercise ? makeResultBar(player) : null;
  const transport = makeTransport(player, [answers, result]);
  const hints = makeHints(book);
  const help = makeHelp(layers, book, player.walking.routes);
  const full = makeFullSize(player, board.boxes, board.panels, () => board.layout(isNarrow2(player)));
  if (board.stage) listenSwipe(board.stage, (onward) => actions[onward ? "forward" : "back"]());
  return {
    nodes: [head.node, narration.node, ...board.nodes, transport.node, hints.node, help.node].filter(Boolean),
    help,
    full,
    nodesOf: board.nodesOf,
    tab: board.tab,
    drawTransport: transport.draw,
    tell: transport.tell,
    layout(narrow) {
      board.layout(narrow);
      transport.layout(narrow);
    },
    draw({ step, question }, words2, still) {
      head.draw(recording.steps[question ?? step], player.walking.isAmidst && !book.present);
      const { veiled } = player.walking;
      narration.draw(player.sentence(), question != null, labelBeside(player.walking));
      board.draw(history2[step], still, veiled == null ? [] : veilOf(recording.steps[veiled], player.walking.answering.question));
      transport.draw(words2);
      answers?.draw();
      result?.draw();
      hints.draw(player.walking.answering.question, player.walking.answering.isSettled);
    }
  };
}
function begin2(player) {
  if (player.walking.atTask && isNarrow2(player)) player.root.scrollIntoView({ block: "start" });
  if (player.walking.exercise) player.walking.nextQuestion();
  else player.actions.forward();
}
function labelBeside({ exercise, atTask, question, answers, frontier, progress, isOver }) {
  if (!exercise) return question != null && !answers ? 0 : void 0;
  if (question != null || progress.free || isOver) return void 0;
  if (frontier === void 0) return 2;
  return atTask ? 0 : 1;
}
var isNarrow2 = ({ root }) => root.dataset.size === "narrow";
function makeAnswers(player, board, narration) {
  const { walking, book } = player;
  const { quizzed, last } = walking.routes;
  if (quizzed(0, last) === void 0) return null;
  const { answering } = walking;
  const changed = () => player.draw(true);
  const onward = () => {
    walking.forward(walking.byGroup);
    if (walking.exercise && !answering.question) narration.focus();
  };
  const leads = () => !player.data.among || focusedIn(player.root) !== null;
  const ways = walking.exercise ? { end: () => walking.setFree() } : { stop: () => walking.askNoMore() };
  return makeAnswerBar({ book, answering, panels: board.nodesOf, changed, onward, ...ways, leads });
}
function veilOf({ veil: ofStep }, question) {
  const veil = question?.veil ?? ofStep;
  if (!Array.isArray(veil)) return [];
  return question ? veil.map((name) => name.replace(/\.order$/, ".figures")) : veil;
}
function boardAlone(player) {
  const { recording, book, history: history2 } = player;
  const board = makeBoard(recording, book, history2, 0, player.data.panel);
  const [front, , columns] = board.nodes;
  const full = makeFullSize(player, board.boxes, board.panels, () => board.layout(isNarrow2(player), false));
  const help = player.presents ? makeHelp(player.layers, book, { isBoard: true }) : null;
  return {
    nodes: [front, columns, help?.node].filter(Boolean),
    tab: board.tab,
    help,
    full,
    nodesOf: board.nodesOf,
    drawTransport() {
    },
    tell() {
    },
    layout: (narrow) => board.layout(narrow, false),
    draw: (_walking, _words, still) => board.draw(history2[0], still)
  };
}

// bpe_lab/player/chrome/asks.js
var USUAL = { page: "off", present: "think" };
var NEVER = { page: "off", present: "off" };
var switched = /* @__PURE__ */ new Map();
function byMode({ mode }, { steps }) {
  const isMarked2 = steps.some(({ questions }) => Array.isArray(questions) && questions.length > 0);
  return mode === "predict" ? { ...USUAL, page: isMarked2 ? "answer" : "think" } : NEVER;
}
var Asks = class {
  ways = { ...USUAL };
  /** @param {() => boolean} presents  whether the walk is presented now */
  constructor(presents) {
    this.presents = presents;
  }
  get place() {
    return this.presents() ? "present" : "page";
  }
  get way() {
    return this.ways[this.place];
  }
  /** As the reader has switched it in a scene, else as its mode says; outside scenes as usual.
      @param {Scene | undefined} scene
      @param {Recording} recording */
  enter(scene, recording) {
    this.ways = { ...scene ? switched.get(scene.name) ?? byMode(scene, recording) : USUAL };
  }
  /** Be asked this way; a scene asks so whenever it is opened again.
      @param {Way} way
      @param {Scene | undefined} [scene] */
  choose(way, scene) {
    this.ways[this.place] = way;
    if (scene) switched.set(scene.name, { ...this.ways });
  }
  /** The way after the present one, round those that a walk has.
      @param {{last: number, asked: (from: number, to: number) => number | undefined, quizzed: (from: number, to: number) => number | undefined}} routes
      @returns {Way} */
  following({ last, asked, quizzed }) {
    const all = ["off", asked(0, last) !== void 0 && "think", quizzed(0, last) !== void 0 && "answer"];
    const ways = all.filter((way) => way !== false);
    return ways[(ways.indexOf(this.way) + 1) % ways.length];
  }
};

// bpe_lab/player/chrome/exercise-progress.js
var ExerciseProgress = class {
  /** The steps whose questions are answered.
      @type {Set<number>} */
  answered = /* @__PURE__ */ new Set();
  /** Whether the answers were asked for. */
  free = false;
  /** Of claims, whether the one that is wrong is known. */
  isFound = false;
  /** @param {Recording} recording  of an exercise or of none */
  constructor({ exercise, steps }) {
    this.exercise = exercise;
    this.steps = steps;
  }
  /** Whether there is an exercise that asks still. */
  get isAsking() {
    return Boolean(this.exercise) && !this.free && !this.isFound;
  }
  /** The first step whose questions are not answered yet; what lies there and beyond is closed. */
  get frontier() {
    if (!this.isAsking) return void 0;
    const next = this.steps.findIndex(({ questions = [] }, step) => questions.length > 0 && !this.answered.has(step));
    return next < 0 ? void 0 : next;
  }
  /** How many claims are made, one of them wrong; else 0. */
  get claims() {
    const questions = this.exercise ? this.steps.flatMap(({ questions: questions2 = [] }) => questions2) : [];
    return questions.some(isFalseClaim) ? questions.length : 0;
  }
  /** The step of the claim that is wrong, if there is one. */
  get wrongClaim() {
    const wrong = this.steps.findIndex(({ questions = [] }) => questions.some(isFalseClaim));
    return wrong < 0 ? void 0 : wrong;
  }
};

// bpe_lab/player/chrome/kept-answers.js
var NAME2 = "bpe-lab:exercise";
function keepAnswers({ recording, answering, progress }) {
  const { score, missed, caught, alarms, steps } = answering;
  const { answered, free, isFound } = progress;
  const answers = { score, missed, caught, alarms, steps: [...steps], answered: [...answered], free, isFound };
  try {
    sessionStorage.setItem(NAME2, JSON.stringify({ recording: recording.id, answers }));
  } catch {
  }
}
function takeUpAnswers(walking) {
  const answers = answersOf(walking.recording.id);
  if (!answers) return;
  const { score, missed, caught, alarms, steps, answered, free, isFound } = answers;
  Object.assign(walking.answering, { score, missed, caught, alarms, steps: new Map(steps) });
  Object.assign(walking.progress, { answered: new Set(answered), free, isFound });
}
function answersOf(recording) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME2) ?? "null");
    return kept?.recording === recording ? kept.answers : void 0;
  } catch {
    return void 0;
  }
}
function forgetAnswers() {
  try {
    sessionStorage.removeItem(NAME2);
  } catch {
  }
}

// bpe_lab/player/chrome/walking.js
var TOLD = { off: "player.ask_no_more", think: "player.ask_first", answer: "player.ask_answer" };
var Walking = class {
  /** @type {Recording} */
  recording = (
    /** @type {any} */
    null
  );
  /** @type {any} */
  routes = void 0;
  step = 0;
  /** The scene of a lesson, while one runs.
      @type {Scene | undefined} */
  scene = void 0;
  /** The step that an open question asks for.
      @type {number | null} */
  question = null;
  dragging = false;
  byGroup = false;
  /** The kinds of marks to stop at.
      @type {Set<string>} */
  stops = /* @__PURE__ */ new Set();
  answering = new Answering();
  progress = new ExerciseProgress(
    /** @type {any} */
    { steps: [] }
  );
  /** The step at which playing ends, where not at the last one.
      @type {number | undefined} */
  until = void 0;
  /** Whether a link has led into the midst of the walk, where it still stands. */
  isAmidst = false;
  /** Whether it is shown for the first time, from its start on. */
  isFresh = false;
  /** @param {Face} face */
  constructor(face) {
    this.face = face;
    this.asks = new Asks(face.presents);
    this.pace = new Pace(() => this.playOn(), () => this.step < this.routes.prelude);
  }
  /** Another recording: where the reader stood, else at the step that is asked for, else where it starts.
      @param {Recording} recording
      @param {string | number | null | undefined} step
      @param {Recording | null} earlier */
  open(recording, step, earlier) {
    const matching = matchingStep(earlier, this.step, recording);
    this.recording = recording;
    this.routes = makeRoutes(recording);
    this.pace.each = recording.pace ?? STEP_TIME;
    this.askAnew();
    if (recording.exercise) takeUpAnswers(this);
    const asked = step == null ? this.routes.start : Number(step) || 0;
    const stood = matching ?? placeIn2(recording.id);
    this.step = this.allowed(stood ?? asked);
    this.isFresh = stood === void 0 && step == null;
    this.isAmidst = stood === void 0 && step != null && !this.scene && !recording.exercise && this.step !== this.routes.start;
    keepPlace(recording.id, this.step, this.scene?.name);
  }
  /** No question of this recording is answered. */
  askAnew() {
    this.question = null;
    this.answering = new Answering(this.exercise?.mend, (answer) => {
      this.face.noteAnswer(answer);
      this.keep();
    });
    this.progress = new ExerciseProgress(this.recording);
    this.answering.claims = this.progress.claims;
  }
  /** Keep what came of an exercise so far. */
  keep() {
    if (this.exercise && (this.answering.score.asked || this.progress.free)) keepAnswers(this);
  }
  /** The same exercise once more. */
  again() {
    forgetAnswers();
    this.askAnew();
    this.go(this.routes.start);
  }
  /** Be in a scene from now on, which asks as its mode says.
      @param {Scene | undefined} scene
      @param {Recording} recording */
  enter(scene, recording) {
    if (scene?.name !== this.scene?.name) {
      this.pause();
      this.asks.enter(scene, recording);
    }
    this.scene = scene;
  }
  /** Go to a step. A single step moves; a jump is there at once. A link may lead into the midst. */
  go(step, question = null, byLink = false) {
    const wanted = this.allowed(step);
    if (wanted < this.routes.clamped(step)) question = this.frontier ?? null;
    const still = this.dragging || Math.abs(wanted - this.step) !== 1;
    this.step = wanted;
    this.isAmidst = byLink && wanted !== this.routes.start;
    keepPlace(this.recording.id, wanted, this.scene?.name);
    this.question = question;
    this.answering.open(question != null && this.answers ? this.recording.steps[question].questions ?? [] : [], question);
    this.keep();
    this.face.drawStep(still);
    this.face.moved();
  }
  /** To where a link leads, or to the question before it. */
  arrive(step) {
    if (this.asksBefore(step)) this.go(step - 1, step);
    else this.go(step, null, !this.scene);
  }
  /** Whether a scene that begins at a step asks for it first: one to predict, where the step answers a question. */
  asksBefore(step) {
    const { routes, scene } = this;
    const asked = this.answers ? routes.quizzed(step - 1, step) : routes.asked(step - 1, step);
    return scene?.mode === "predict" && this.asking && asked === step && step > 0;
  }
  /** One move on, by hand or by playing. A step that answers a question is asked for first. */
  forward(byGroup, stops) {
    if (this.isAsking(true)) return;
    const { step, routes } = this;
    const shown = this.answers ? Math.max(step, routes.prelude) : step;
    const there = byGroup ? routes.groupEnd(step) : routes.clamped(shown + 1);
    const ends = this.scene?.ends ?? there;
    const end = step < ends ? Math.min(there, ends) : there;
    this.onTo(stops?.size ? Math.min(end, routes.nextMarked(step, stops) ?? end) : end);
  }
  /** On by a clicker: a press plays a prelude, which is one thing in many steps, and another one ends it. */
  pageForward() {
    const { playing, routes, step, turnsByGroup } = this;
    this.pause();
    if (turnsByGroup || this.answers || step >= routes.prelude) return this.forward(turnsByGroup);
    if (playing) return this.go(routes.prelude);
    this.forward(false);
    if (this.step < routes.prelude) this.play(routes.prelude);
  }
  /** Back by a clicker, and over a prelude at once. */
  pageBack() {
    this.pause();
    if (this.question == null && this.step <= this.routes.prelude) this.go(0);
    else this.back(this.turnsByGroup);
  }
  /** To where the work at the next place begins, or to the question before it. */
  nextPlace() {
    const place = this.routes.nextPlace(this.step);
    if (place !== void 0 && !this.isAsking()) this.onTo(place);
  }
  /** Of an exercise, to its next question, past what is shown before it; after the last one, to its end. */
  nextQuestion() {
    if (this.frontier === void 0) this.go(this.routes.last);
    else if (!this.isAsking()) this.onTo(this.frontier);
  }
  /** On to a step, as far as the question that is asked on the way. */
  onTo(target) {
    const { step, routes } = this;
    const asked = this.answers ? routes.quizzed(step, target) : this.asking ? routes.asked(step, target) : void 0;
    if (asked === void 0 || asked === this.question) this.go(target);
    else this.go(asked - 1, asked);
  }
  /** Whether a question holds one back: one that is open, or the next before the same step. */
  isAsking(mayShow = false) {
    const { answering } = this;
    if (!answering.question) return false;
    if (!answering.isSettled) this.urge(mayShow);
    else if (answering.caught) {
      this.progress.isFound = true;
      this.go(this.routes.last);
      return true;
    } else if (!answering.next()) {
      if (this.question != null) this.progress.answered.add(this.question);
      return false;
    }
    this.face.drawStep(true);
    return true;
  }
  /** Answer first; a second step on shows the answer, since a clicker has no other key. */
  urge(mayShow) {
    const { answering } = this;
    if (mayShow && answering.now.urged && !this.exercise) return answering.show();
    answering.now.urged = true;
    this.face.tell(`player.answer.${this.exercise ? "first" : "once_more"}`);
  }
  /** Whether a clicker moves by groups: a film has more steps than anybody presses. */
  get turnsByGroup() {
    return this.byGroup || Boolean(this.recording.pace);
  }
  /** One move back never asks; from an open question it leads to what is shown, without the question. */
  back(byGroup) {
    const here = this.question ?? this.step;
    this.go(byGroup ? this.routes.groupEndBefore(here) : here - 1);
  }
  get asking() {
    return this.exercise ? this.answers : this.asks.way !== "off";
  }
  get answers() {
    return this.exercise ? this.progress.isAsking : this.asks.way === "answer";
  }
  /** What the address calls the present step and the one where the walk starts.
      @type {[step: number, start: number]} */
  get numbers() {
    const { numberOf, start } = this.routes;
    return [numberOf(this.step), numberOf(start)];
  }
  /** What this walk is an exercise of, if it is one. */
  get exercise() {
    return this.recording?.exercise;
  }
  /** Of an exercise, the first step that is closed. */
  get frontier() {
    return this.progress.frontier;
  }
  /** The step that one comes to on the way to another. */
  allowed(step) {
    const wanted = this.routes.clamped(step);
    return this.frontier === void 0 ? wanted : Math.min(wanted, this.frontier - 1);
  }
  /** The step whose answers are hidden: the one that is asked for, or the next of an exercise. */
  get veiled() {
    return this.question ?? (this.frontier === this.step + 1 ? this.frontier : null);
  }
  /** Whether an exercise says what is to be done: before it is begun. */
  get atTask() {
    return Boolean(this.exercise) && !this.progress.free && this.step === this.routes.start && this.question == null;
  }
  /** Whether an exercise is done, with a score or without. */
  get isOver() {
    return Boolean(this.exercise) && this.atEnd() && this.frontier === void 0;
  }
  /** Whether nothing comes before what is shown, and whether nothing comes after it; in a scene, nothing of it. */
  get isBeforeAll() {
    return (this.question ?? this.step) <= (this.scene?.begins ?? 0);
  }
  get isDone() {
    if (this.scene?.ends != null && this.step >= this.scene.ends && this.question == null) return true;
    return this.exercise && !this.progress.free ? this.isOver : this.atEnd() && this.question == null;
  }
  /** From the end of an exercise back: to the claim that was wrong, else by a step. */
  lookBack() {
    const { wrongClaim } = this.progress;
    if (wrongClaim === void 0) this.back(false);
    else this.go(wrongClaim);
  }
  /** All answers of an exercise are open from here on; it ends without a score. */
  setFree() {
    const asked = this.question ?? this.step;
    this.progress.free = true;
    this.go(asked);
    this.face.tell("player.exercise.free");
  }
  /** Whether this walk has questions that its reader may want or not. */
  get canAsk() {
    const { exercise, routes } = this;
    return !exercise && [routes.asked, routes.quizzed].some((next) => next(0, routes.last) !== void 0);
  }
  /** Round the ways of being asked that this walk has. */
  toggleAsking() {
    this.askBy(this.asks.following(this.routes));
  }
  askNoMore() {
    this.askBy("off");
  }
  /** The step that one is asked for next, if there is one. */
  get nextAsked() {
    const { routes, step } = this;
    const next = this.answers ? routes.quizzed : this.asking ? routes.asked : void 0;
    return next?.(step, routes.last);
  }
  /** @param {import("./asks.js").Way} way  of being asked */
  askBy(way) {
    this.asks.choose(way, this.scene);
    if (this.question != null) this.go(this.step);
    this.face.drawControls();
    this.face.tellAsking(TOLD[way], this.nextAsked);
  }
  /** On to the next question, to be answered, as a link asks for it. */
  askNext() {
    const { step, routes } = this;
    if (this.exercise || routes.quizzed(step, routes.last) === void 0) return;
    this.asks.choose("answer");
    this.onTo(routes.last);
  }
  moveBy(group) {
    this.byGroup = group;
    this.face.drawControls();
    this.face.tell(group ? "player.by_group" : "player.by_step");
  }
  stopAt(kind, on) {
    this.stops = new Set(on ? [...this.stops, kind] : [...this.stops].filter((each) => each !== kind));
    this.face.drawControls();
  }
  scrub(step, dragging) {
    this.pause();
    this.dragging = dragging;
    this.go(step);
  }
  get playing() {
    return this.pace.playing;
  }
  get speed() {
    return this.pace.speed;
  }
  /** @param {number} [until]  the step to end at */
  play(until) {
    if (this.isAsking()) return;
    this.until = until;
    this.pace.start();
    if (this.question != null) this.forward(this.byGroup, this.stops);
    else if (this.atEnd()) this.go(0);
    this.face.drawControls();
  }
  pause() {
    if (!this.playing) return;
    this.pace.stop();
    this.face.drawControls();
    this.face.announce();
  }
  /** A move of playing; whether another one is to follow. */
  playOn() {
    this.forward(this.byGroup, this.stops);
    if (this.question != null || this.atEnd() || this.atStop() || this.step === this.until || this.step === this.scene?.ends) this.pause();
    return this.playing;
  }
  setSpeed(index) {
    this.pace.change(SPEEDS[index]);
    this.face.drawControls();
  }
  atEnd() {
    return this.step === this.routes?.last;
  }
  atStop() {
    const { stops, question, step } = this;
    return stops.size > 0 && question == null && isMarked(this.recording.steps[step], stops);
  }
  /** To a step, if there is one. */
  to(step) {
    if (step !== void 0) this.go(step);
  }
};

// node_modules/fflate/esm/browser.js
var u8 = Uint8Array;
var u16 = Uint16Array;
var i32 = Int32Array;
var fleb = new u8([
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  0,
  1,
  1,
  1,
  1,
  2,
  2,
  2,
  2,
  3,
  3,
  3,
  3,
  4,
  4,
  4,
  4,
  5,
  5,
  5,
  5,
  0,
  /* unused */
  0,
  0,
  /* impossible */
  0
]);
var fdeb = new u8([
  0,
  0,
  0,
  0,
  1,
  1,
  2,
  2,
  3,
  3,
  4,
  4,
  5,
  5,
  6,
  6,
  7,
  7,
  8,
  8,
  9,
  9,
  10,
  10,
  11,
  11,
  12,
  12,
  13,
  13,
  /* unused */
  0,
  0
]);
var clim = new u8([16, 17, 18, 0, 8, 7, 9, 6, 10, 5, 11, 4, 12, 3, 13, 2, 14, 1, 15]);
var freb = function(eb, start) {
  var b = new u16(31);
  for (var i2 = 0; i2 < 31; ++i2) {
    b[i2] = start += 1 << eb[i2 - 1];
  }
  var r = new i32(b[30]);
  for (var i2 = 1; i2 < 30; ++i2) {
    for (var j = b[i2]; j < b[i2 + 1]; ++j) {
      r[j] = j - b[i2] << 5 | i2;
    }
  }
  return { b, r };
};
var _a = freb(fleb, 2);
var fl = _a.b;
var revfl = _a.r;
fl[28] = 258, revfl[258] = 28;
var _b = freb(fdeb, 0);
var fd = _b.b;
var revfd = _b.r;
var rev = new u16(32768);
for (i = 0; i < 32768; ++i) {
  x = (i & 43690) >> 1 | (i & 21845) << 1;
  x = (x & 52428) >> 2 | (x & 13107) << 2;
  x = (x & 61680) >> 4 | (x & 3855) << 4;
  rev[i] = ((x & 65280) >> 8 | (x & 255) << 8) >> 1;
}
var x;
var i;
var hMap = (function(cd, mb, r) {
  var s = cd.length;
  var i2 = 0;
  var l = new u16(mb);
  for (; i2 < s; ++i2) {
    if (cd[i2])
      ++l[cd[i2] - 1];
  }
  var le = new u16(mb);
  for (i2 = 1; i2 < mb; ++i2) {
    le[i2] = le[i2 - 1] + l[i2 - 1] << 1;
  }
  var co;
  if (r) {
    co = new u16(1 << mb);
    var rvb = 15 - mb;
    for (i2 = 0; i2 < s; ++i2) {
      if (cd[i2]) {
        var sv = i2 << 4 | cd[i2];
        var r_1 = mb - cd[i2];
        var v = le[cd[i2] - 1]++ << r_1;
        for (var m = v | (1 << r_1) - 1; v <= m; ++v) {
          co[rev[v] >> rvb] = sv;
        }
      }
    }
  } else {
    co = new u16(s);
    for (i2 = 0; i2 < s; ++i2) {
      if (cd[i2]) {
        co[i2] = rev[le[cd[i2] - 1]++] >> 15 - cd[i2];
      }
    }
  }
  return co;
});
var flt = new u8(288);
for (i = 0; i < 144; ++i)
  flt[i] = 8;
var i;
for (i = 144; i < 256; ++i)
  flt[i] = 9;
var i;
for (i = 256; i < 280; ++i)
  flt[i] = 7;
var i;
for (i = 280; i < 288; ++i)
  flt[i] = 8;
var i;
var fdt = new u8(32);
for (i = 0; i < 32; ++i)
  fdt[i] = 5;
var i;
var flrm = /* @__PURE__ */ hMap(flt, 9, 1);
var fdrm = /* @__PURE__ */ hMap(fdt, 5, 1);
var max = function(a) {
  var m = a[0];
  for (var i2 = 1; i2 < a.length; ++i2) {
    if (a[i2] > m)
      m = a[i2];
  }
  return m;
};
var bits = function(d, p, m) {
  var o = p / 8 | 0;
  return (d[o] | d[o + 1] << 8) >> (p & 7) & m;
};
var bits16 = function(d, p) {
  var o = p / 8 | 0;
  return (d[o] | d[o + 1] << 8 | d[o + 2] << 16) >> (p & 7);
};
var shft = function(p) {
  return (p + 7) / 8 | 0;
};
var slc = function(v, s, e) {
  if (s == null || s < 0)
    s = 0;
  if (e == null || e > v.length)
    e = v.length;
  return new u8(v.subarray(s, e));
};
var ec = [
  "unexpected EOF",
  "invalid block type",
  "invalid length/literal",
  "invalid distance",
  "stream finished",
  "no stream handler",
  ,
  // determined by compression function
  "no callback",
  "invalid UTF-8 data",
  "extra field too long",
  "date not in range 1980-2099",
  "filename too long",
  "stream finishing",
  "invalid zip data"
  // determined by unknown compression method
];
var err = function(ind, msg, nt) {
  var e = new Error(msg || ec[ind]);
  e.code = ind;
  if (Error.captureStackTrace)
    Error.captureStackTrace(e, err);
  if (!nt)
    throw e;
  return e;
};
var inflt = function(dat, st, buf, dict) {
  var sl = dat.length, dl = dict ? dict.length : 0;
  if (!sl || st.f && !st.l)
    return buf || new u8(0);
  var noBuf = !buf;
  var resize = noBuf || st.i != 2;
  var noSt = st.i;
  if (noBuf)
    buf = new u8(sl * 3);
  var cbuf = function(l2) {
    var bl = buf.length;
    if (l2 > bl) {
      var nbuf = new u8(Math.max(bl * 2, l2));
      nbuf.set(buf);
      buf = nbuf;
    }
  };
  var final = st.f || 0, pos = st.p || 0, bt = st.b || 0, lm = st.l, dm = st.d, lbt = st.m, dbt = st.n;
  var tbts = sl * 8;
  do {
    if (!lm) {
      final = bits(dat, pos, 1);
      var type = bits(dat, pos + 1, 3);
      pos += 3;
      if (!type) {
        var s = shft(pos) + 4, l = dat[s - 4] | dat[s - 3] << 8, t = s + l;
        if (t > sl) {
          if (noSt)
            err(0);
          break;
        }
        if (resize)
          cbuf(bt + l);
        buf.set(dat.subarray(s, t), bt);
        st.b = bt += l, st.p = pos = t * 8, st.f = final;
        continue;
      } else if (type == 1)
        lm = flrm, dm = fdrm, lbt = 9, dbt = 5;
      else if (type == 2) {
        var hLit = bits(dat, pos, 31) + 257, hcLen = bits(dat, pos + 10, 15) + 4;
        var tl = hLit + bits(dat, pos + 5, 31) + 1;
        pos += 14;
        var ldt = new u8(tl);
        var clt = new u8(19);
        for (var i2 = 0; i2 < hcLen; ++i2) {
          clt[clim[i2]] = bits(dat, pos + i2 * 3, 7);
        }
        pos += hcLen * 3;
        var clb = max(clt), clbmsk = (1 << clb) - 1;
        var clm = hMap(clt, clb, 1);
        for (var i2 = 0; i2 < tl; ) {
          var r = clm[bits(dat, pos, clbmsk)];
          pos += r & 15;
          var s = r >> 4;
          if (s < 16) {
            ldt[i2++] = s;
          } else {
            var c = 0, n = 0;
            if (s == 16)
              n = 3 + bits(dat, pos, 3), pos += 2, c = ldt[i2 - 1];
            else if (s == 17)
              n = 3 + bits(dat, pos, 7), pos += 3;
            else if (s == 18)
              n = 11 + bits(dat, pos, 127), pos += 7;
            while (n--)
              ldt[i2++] = c;
          }
        }
        var lt = ldt.subarray(0, hLit), dt = ldt.subarray(hLit);
        lbt = max(lt);
        dbt = max(dt);
        lm = hMap(lt, lbt, 1);
        dm = hMap(dt, dbt, 1);
      } else
        err(1);
      if (pos > tbts) {
        if (noSt)
          err(0);
        break;
      }
    }
    if (resize)
      cbuf(bt + 131072);
    var lms = (1 << lbt) - 1, dms = (1 << dbt) - 1;
    var lpos = pos;
    for (; ; lpos = pos) {
      var c = lm[bits16(dat, pos) & lms], sym = c >> 4;
      pos += c & 15;
      if (pos > tbts) {
        if (noSt)
          err(0);
        break;
      }
      if (!c)
        err(2);
      if (sym < 256)
        buf[bt++] = sym;
      else if (sym == 256) {
        lpos = pos, lm = null;
        break;
      } else {
        var add = sym - 254;
        if (sym > 264) {
          var i2 = sym - 257, b = fleb[i2];
          add = bits(dat, pos, (1 << b) - 1) + fl[i2];
          pos += b;
        }
        var d = dm[bits16(dat, pos) & dms], dsym = d >> 4;
        if (!d)
          err(3);
        pos += d & 15;
        var dt = fd[dsym];
        if (dsym > 3) {
          var b = fdeb[dsym];
          dt += bits16(dat, pos) & (1 << b) - 1, pos += b;
        }
        if (pos > tbts) {
          if (noSt)
            err(0);
          break;
        }
        if (resize)
          cbuf(bt + 131072);
        var end = bt + add;
        if (bt < dt) {
          var shift = dl - dt, dend = Math.min(dt, end);
          if (shift + bt < 0)
            err(3);
          for (; bt < dend; ++bt)
            buf[bt] = dict[shift + bt];
        }
        for (; bt < end; ++bt)
          buf[bt] = buf[bt - dt];
      }
    }
    st.l = lm, st.p = lpos, st.b = bt, st.f = final;
    if (lm)
      final = 1, st.m = lbt, st.d = dm, st.n = dbt;
  } while (!final);
  return bt != buf.length && noBuf ? slc(buf, 0, bt) : buf.subarray(0, bt);
};
var et = /* @__PURE__ */ new u8(0);
function inflateSync(data, opts) {
  return inflt(data, { i: 2 }, opts && opts.out, opts && opts.dictionary);
}
var td = typeof TextDecoder != "undefined" && /* @__PURE__ */ new TextDecoder();
var tds = 0;
try {
  td.decode(et, { stream: true });
  tds = 1;
} catch (e) {
}

// bpe_lab/player/core/packed.js
var decoder2 = new TextDecoder();
function unpacked({ deflated }) {
  const bytes = Uint8Array.from(atob(deflated), (letter) => letter.charCodeAt(0));
  return JSON.parse(decoder2.decode(inflateSync(bytes)));
}

// bpe_lab/player/chrome/player.js
var VERDICT = 4;
var Player = class {
  /** What the page sent last.
      @type {Omit<Data, "recording"> & {recording: Recording}} */
  data = (
    /** @type {any} */
    void 0
  );
  /** What is open: nothing at first, nor where it could not be drawn.
      @type {Recording} */
  recording = (
    /** @type {any} */
    null
  );
  /** What the page sent packed, read.
      @type {Recording} */
  read = (
    /** @type {any} */
    void 0
  );
  /** Ends presenting.
      @type {(() => void) | undefined} */
  leave = void 0;
  /** Asks the page for another exercise, or to add the scene of a step.
      @type {((name: string, value?: number) => void) | undefined} */
  ask = void 0;
  /** Hears of every answer, in place of the reader's progress.
      @type {((answer: import("./noting.js").Noted) => void) | undefined} */
  noted = void 0;
  /** @type {Book} */
  book = (
    /** @type {any} */
    void 0
  );
  /** @type {any} */
  view = void 0;
  /** @type {Snapshot[]} */
  history = [];
  /** When it last drew a single step. */
  stepped = -Infinity;
  /** @param {Element} parent */
  constructor(parent) {
    this.root = el("div", { class: "player", role: "group" });
    this.live = el("div", { class: "unseen", "aria-live": "polite" });
    this.walking = new Walking({
      drawStep: (still) => this.attempt(() => this.draw(still)),
      moved: () => this.hasAddress && this.address.write(...this.walking.numbers),
      drawControls: () => this.drawControls(),
      tell: (key) => this.tell(key),
      tellAsking: (key, step) => this.tellAsking(key, step),
      announce: () => this.announce(),
      noteAnswer: (answer) => noteAnswer(this, answer),
      presents: () => Boolean(this.data.present)
    });
    this.address = addressWriter();
    this.layers = makeLayers(this.root);
    this.notes = makeTermNotes(this.root, this.layers, () => this.book, (words2) => this.live.textContent = words2);
    this.linker = makeLinker(this.root);
    this.sheet = makeSheet(this.root, (isBack) => this.recording && !this.isBoard && this.actions[isBack ? "back" : "forward"]());
    this.typeSize = makeTypeSize(this.root, () => this.lay());
    this.watcher = new ResizeObserver(() => this.layout());
    this.actions = makeActions(this);
    this.onHidden = () => document.hidden && this.walking.pause();
    this.onCovered = ({ detail }) => this.walking.pace.hold(detail);
    this.onResize = () => this.recording && this.layout();
    this.onBoardKey = (event) => this.isBoard && !this.presents && takeBoardKey(this, event);
    this.onPageKey = (event) => this.takePageKey(event);
    this.onAdding = (event) => this.addScene(event);
    this.root.addEventListener("keydown", (event) => this.onKey(event));
    document.addEventListener("keydown", this.onBoardKey);
    document.addEventListener("keydown", this.onPageKey);
    document.addEventListener("visibilitychange", this.onHidden);
    window.addEventListener("resize", this.onResize);
    window.addEventListener(COVERED, this.onCovered);
    window.addEventListener(ADDING, this.onAdding);
    parent.querySelector(":scope > .player")?.remove();
    parent.append(this.root);
  }
  /** Show what the page sent; the same recording in another language or theme keeps its place.
      @param {Data} data */
  open(data) {
    const presented = this.presents;
    this.data = { ...data, recording: this.received(data.recording) };
    this.dress();
    requestAnimationFrame(() => this.dress());
    const { isNew, left } = this.enter(data.scene);
    this.show(this.data);
    if (this.presents !== presented) this.present(this.presents);
    const isOpening = isNewOpening(data.opening);
    if (this.recording) this.stand(data.step, left, isOpening || isNew);
    if (this.recording && isOpening && data.asked) this.walking.askNext();
    if (this.recording && data.plays && this.walking.isFresh) this.playItself();
    if (this.recording && this.hasAddress) this.address.open(...this.walking.numbers);
  }
  /** A film begins by itself, once, unless the reader wants less motion. */
  playItself() {
    this.walking.isFresh = false;
    if (!isCalm(false)) this.walking.play();
  }
  /** Be where a scene was left, or where it begins: a question with which it begins and that was left open stands again,
      after a reload as well, whose address says the step before it.
      @param {Data["step"]} step
      @param {number | undefined} left
      @param {boolean} arrives */
  stand(step, left, arrives) {
    if (left === void 0 && !arrives) return;
    const linked = Number(step ?? this.walking.routes.start);
    const begins = this.walking.scene?.begins ?? linked;
    if ((left ?? linked) === begins - 1 && this.walking.asksBefore(begins)) this.walking.arrive(begins);
    else if (left !== void 0) this.walking.go(left);
    else this.walking.arrive(linked);
  }
  /** The page is to have the scene of this walk's step: a board leaves that to the page alone.
      @param {Event} event */
  addScene(event) {
    if (!this.recording || this.isBoard || !this.ask) return;
    event.preventDefault();
    this.ask("add_scene", this.walking.step);
  }
  /** Be in a scene from now on: whether it is another one, and where it was left if one comes back to it.
      @param {Scene | undefined} scene */
  enter(scene) {
    const { recording } = this.data;
    const isNew = Boolean(scene) && scene?.name !== this.walking.scene?.name;
    this.walking.enter(scene, recording);
    return { isNew, left: isNew && scene ? placeIn2(inScene(scene.name, recording.id)) : void 0 };
  }
  /** From a page it comes packed, which is unpacked once.
      @param {Data["recording"]} sent
      @returns {Recording} */
  received(sent) {
    if (!("deflated" in sent)) return sent;
    if (sent.id !== this.read?.id) this.read = unpacked(sent);
    return this.read;
  }
  /** A recording of one step is a board: its widgets alone, which leave the keys and the address to others. */
  get isBoard() {
    return this.data?.recording?.steps?.length === 1;
  }
  /** Whether the page's address says where one is: not of a board, nor of one among several walks. */
  get hasAddress() {
    return !this.isBoard && !this.data.among;
  }
  /** A walk leads its page, else a board may. */
  get leads() {
    return !this.isBoard || Boolean(this.data.leads);
  }
  /** Whether the keyboard is its own wherever the lecturer clicked. */
  get presents() {
    return Boolean(this.data?.present) && this.leads;
  }
  show(data) {
    const face = JSON.stringify([data.recording?.id, data.lang, data.present, data.text, data.panel]);
    if (face === this.face) return;
    this.face = face;
    this.attempt(() => {
      this.take(data);
      this.build();
      this.bringForward();
    });
  }
  /** A hall sees the panel that its link names over the whole board. */
  bringForward() {
    const { panel, present } = this.data;
    const [node] = panel && present && this.leads ? this.view.nodesOf([panel]) : [];
    if (node) this.view.full.toggle(node);
  }
  present(on) {
    if (on) this.root.focus({ preventScroll: true });
    else this.sheet.close();
  }
  /** A recording that cannot be drawn ends in a message, not in an exception. */
  attempt(action) {
    try {
      action();
    } catch (error) {
      this.fail(error.message);
    }
  }
  fail(why) {
    this.walking.pace.stop();
    this.layers.closeAll();
    this.recording = /** @type {any} */
    null;
    this.watcher.disconnect();
    const book = openBook({ tokens: [], goals: [] }, this.data.text, this.data.lang);
    keepingFocus(this.root, () => this.root.replaceChildren(failure(book, why)));
  }
  /** Name, theme, language and presentation, as attributes. */
  dress() {
    const { lang, present, text, name } = this.data;
    set(this.root, {
      tabindex: this.isBoard ? this.presents ? -1 : null : 0,
      "data-board": this.isBoard,
      "aria-label": name ?? own(text ?? {}, "player.name") ?? "Player",
      lang: lang ?? "en",
      "data-theme": isDark(this.root) ? "dark" : "light",
      "data-present": Boolean(present)
    });
  }
  take({ recording, step }) {
    checkRecording(recording);
    if (this.recording?.id === recording.id) return;
    this.walking.pause();
    if (this.isBoard) this.address.cancel();
    this.history = snapshots(recording);
    this.walking.open(recording, step, this.recording);
    this.recording = recording;
  }
  /** All elements anew, for a new recording or a new language; the focus stays where it was. */
  build() {
    const { recording, data } = this;
    this.layers.closeAll();
    const focused = focusedIn(this.root);
    this.walking.dragging = false;
    this.book = { ...openBook(recording, data.text, data.lang, data.present), name: this.root.ariaLabel };
    this.linker.open(this.book);
    this.view = makeView(this, this.view?.tab() ?? 0);
    this.root.replaceChildren(...this.view.nodes, ...this.isBoard ? [] : [this.live]);
    this.lay();
    this.draw(true);
    this.fillScreen();
    this.watcher.disconnect();
    this.watcher.observe(this.root);
    if (focused) focusNamed(this.root, focused.dataset.name);
  }
  /** Lay out again when the width, the size of the page's type, or the window's height is another.
      A narrow player scrolls anyway, and a phone's window grows and shrinks with its address bar. */
  layout() {
    if (this.roomNow() === this.room) return;
    this.lay();
    this.fillScreen();
  }
  roomNow() {
    return [this.root.clientWidth, remSize(), sizeName(this.root) === "narrow" ? "" : innerHeight].join(" ");
  }
  lay() {
    const size = sizeName(this.root);
    this.room = this.roomNow();
    keepingFocus(this.root, () => {
      set(this.root, { "data-size": size, "data-folded": isFolded(this.root), "data-still": true });
      this.view.layout(size === "narrow");
      this.view.full.refit();
    });
  }
  /** Presenting, the type is as large as a board lets it be, or all steps of a walk; whoever answers reads a verdict
      as well. */
  fillScreen() {
    if (!this.leads) return;
    const answers = !this.isBoard && this.walking.answers;
    if (!this.data.present) this.typeSize.reset();
    else this.typeSize.choose([this.recording.id, this.data.lang, answers].join(" "), answers ? VERDICT : 0);
  }
  /** Whether a letter may be an answer, or one too many. */
  get isLettered() {
    return !this.isBoard && (Boolean(this.walking.exercise) || this.walking.answers);
  }
  drawControls() {
    set(this.root, { "data-lettered": this.isLettered });
    this.view?.drawTransport(this.words);
    this.fillScreen();
  }
  draw(still) {
    this.notes.close();
    if (!this.isBoard) this.words = plainText(this.book, this.sentence());
    const calm = this.paced(still);
    keepingFocus(this.root, () => {
      set(this.root, { "data-still": calm, "data-now": this.recording.steps[this.walking.step].goal, "data-lettered": this.isLettered });
      this.view.draw(this.walking, this.words, calm);
    });
    this.linker.refresh();
    if (this.isBoard) return;
    this.announce();
    if (this.presents) window.dispatchEvent(new CustomEvent(STEPPED, { detail: () => boardToCome(this) }));
  }
  /** Movement at the speed that is chosen, slower in a hall; none where steps come faster than they last. */
  paced(still) {
    const time2 = timeOf(this.walking.speed, this.data.present);
    const now = performance.now();
    const calm = still || now - this.stepped < time2;
    if (!still) this.stepped = now;
    if (this.time !== time2) this.root.style.setProperty("--base", `${this.time = time2}ms`);
    begin(time2, calm);
    return calm;
  }
  /** What the narration says: the step's sentence, or the open question whose answer is the next step. */
  sentence() {
    const { steps } = this.recording;
    const { answering, question, step } = this.walking;
    if (answering.question) return answering.question.ask;
    if (this.walking.atTask) return (
      /** @type {any} */
      this.walking.exercise.task
    );
    return question == null ? steps[step].say : (
      /** @type {Text} */
      steps[question].ask
    );
  }
  /** Read the sentence aloud, unless the next one would cut it off. */
  announce() {
    const { dragging, playing, speed } = this.walking;
    const hurried = dragging || playing && (speed > 1 || this.recording.pace);
    if (!hurried && this.live.textContent !== this.words) this.live.textContent = this.words;
  }
  /** Say aloud what a key has switched; the eye sees it on its button. */
  tell(key) {
    this.live.textContent = template(this.book, key);
  }
  /** Say, to the eye as well, how one is asked from now on, and for which step next.
      @param {string} key
      @param {number | undefined} step */
  tellAsking(key, step) {
    const words2 = step === void 0 ? [key] : ["player.ask_ahead", { how: { text: [key] }, step: this.walking.routes.numberOf(step) }];
    this.live.textContent = plainText(this.book, words2);
    this.view.tell(this.live.textContent);
  }
  /** A key while the focus is outside. With a first step the player has it, and so all its other keys.
      @param {KeyboardEvent} event */
  takePageKey(event) {
    if (this.presents) {
      if (focusIsAround(this.root)) this.onKey(event);
    } else if (this.recording && this.hasAddress && !event.defaultPrevented && focusRests(this.root)) {
      if (!isWalkKey(event) && !choiceOf(this, event) && !onwardOf(this, event)) return;
      this.onKey(event);
      if (event.defaultPrevented) this.root.focus({ preventScroll: true });
    }
  }
  onKey(event) {
    const action = actionOf(this, event);
    if (!action) return;
    event.preventDefault();
    event.stopPropagation();
    action();
  }
  close() {
    if (this.presents) this.sheet.close();
    this.notes.close();
    this.walking.pace.stop();
    this.address.cancel();
    this.layers.closeAll();
    this.linker.close();
    this.watcher.disconnect();
    window.removeEventListener("resize", this.onResize);
    window.removeEventListener(COVERED, this.onCovered);
    window.removeEventListener(ADDING, this.onAdding);
    document.removeEventListener("keydown", this.onBoardKey);
    document.removeEventListener("keydown", this.onPageKey);
    document.removeEventListener("visibilitychange", this.onHidden);
    this.present(false);
    if (this.leads) this.typeSize.reset();
    this.root.remove();
  }
};

// bpe_lab/player/chrome/mount.js
function connect(player, { setTriggerValue, noted }) {
  player.leave = () => setTriggerValue?.("leave", true);
  player.ask = (name, value = true) => setTriggerValue?.(name, value);
  player.noted = noted;
}
var mount = mounting(({ parentElement }) => new Player(parentElement), connect);
var mount_default = mount;
openOffline(mount);
openFramed(mount);
export {
  mount_default as default
};
/*! fflate, Copyright (c) 2026 Arjun Barrett, MIT License. Permission is hereby granted, free of charge, to any person obtaining a copy of this software
and associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above
copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */
