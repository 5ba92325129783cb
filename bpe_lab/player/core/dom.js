/* Elements without markup: words go in as text nodes, numbers and names as attributes. With them the few helpers that
   all modules share. */

export const SVG_NAMESPACE = "http://www.w3.org/2000/svg";

export const el = (tag, attributes, ...children) =>
  grow(document.createElement(tag), attributes, children);

export const svg = (tag, attributes, ...children) =>
  grow(document.createElementNS(SVG_NAMESPACE, tag), attributes, children);

export function grow(node, attributes, children) {
  set(node, attributes ?? {});
  node.append(...children.flat().filter((child) => child != null));
  return node;
}

/** A button that does `action`.
    @param {Record<string, any>} attributes
    @param {((event: Event) => void) | null | undefined} action */
export function makeButton(attributes, action, ...children) {
  const node = el("button", { type: "button", ...attributes }, ...children);
  if (action) node.addEventListener("click", action);
  return node;
}

/** Write the attributes that differ; `null` and `false` take one away, `true` leaves it empty. */
export function set(node, attributes) {
  for (const [name, value] of Object.entries(attributes)) {
    if (value == null || value === false) node.removeAttribute(name);
    else write(node, name, value === true ? "" : String(value));
  }
  return node;
}

function write(node, name, value) {
  if (node.getAttribute(name) !== value) node.setAttribute(name, value);
}

/** Own values only: a hostile key such as "constructor" finds nothing. */
export const own = (object, key) => (Object.hasOwn(object, key) ? object[key] : undefined);

/** Pixels in one rem; the page sets the root's font size (presenting: 24 px). */
export const remSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize) || 16;

/** Drawings count in units of 1/16 rem, so that they grow with the page's type. */
export const inUnits = (pixels) => (pixels / remSize()) * 16;
export const unitsWide = (node) => inUnits(node.clientWidth);

/** How high something may be in a panel at full size; nothing on a board (`chrome/board.js`). */
export const fullRoom = (node) => inUnits(parseFloat(getComputedStyle(node).getPropertyValue("--full-room"))) || undefined;

/** Make the node's children be `wanted`, moving few of those that stand elsewhere. */
export function arrange(node, wanted) {
  const keep = new Set(wanted);
  for (const child of [...node.children]) if (!keep.has(child)) child.remove();
  let here = node.firstElementChild;
  for (const child of wanted) {
    // One that has gone further down is taken out, rather than all after it be moved up.
    if (here && here !== child && here.nextElementSibling === child) here.remove();
    else if (here !== child) {
      node.insertBefore(child, here);
      continue;
    }
    here = child.nextElementSibling;
  }
}

/** Make the node's children be like `wanted`, nodes and strings, changing only what differs: a step says much of
    what the last one said, and what is new costs a style and a layout. For children that nothing else holds on to. */
export function become(node, wanted) {
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

/** Of one kind; a style of its own is not carried over, where a page's policy may forbid it. */
const isAlike = (old, wanted) => old.nodeName === wanted.nodeName && old.style?.cssText === wanted.style?.cssText;

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

export const range = (start, end) => Array.from({ length: Math.max(0, end - start) }, (_, index) => start + index);

export const sum = (numbers) => numbers.reduce((total, each) => total + each, 0);

/* What the reader chose in a widget (a tab, an open list) outlives its elements, by the widget's name. */

const choices = new Map();

export const rememberChoice = (widget, what, start) => {
  const name = `${widget.kind} ${widget.id} ${what}`;
  return { get: () => choices.get(name) ?? start, set: (value) => choices.set(name, value) };
};
