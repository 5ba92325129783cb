/* Focus, and controls that the arrows go along. The focus stays in the player, and with it the keyboard: where a
   step, a choice or another width takes away or hides what had it, the player itself has it. */

import { el, own, set } from "./dom.js";

export function focusedIn(root) {
  const focused = root.getRootNode().activeElement;
  return root.contains(focused) ? focused : null;
}

/** Do what may hide the element that has the focus. On the player itself nothing is measured. */
export function keepingFocus(root, action) {
  const focused = focusedIn(root);
  action();
  if (focused && focused !== root && !isSeen(focusedIn(root))) root.focus({ preventScroll: true });
}

const isSeen = (node) => Boolean(node?.checkVisibility({ visibilityProperty: true }) && !node.closest("[inert]"));

/** To the control of this name, if it can be seen. Compared, since a recording may name controls. */
export function focusNamed(root, name) {
  const same = [...root.querySelectorAll("[data-name]")].find(({ dataset }) => dataset.name === name);
  same?.focus({ preventScroll: true });
  if (!focusedIn(root)) root.focus({ preventScroll: true });
}

/** Arrow keys go along controls that stand side by side and do not reach the player, which would step. */
export function walkWithArrows(event, here, count, go, key = event.key) {
  const places = { ArrowLeft: here - 1, ArrowRight: here + 1, Home: 0, End: count - 1 };
  const place = own(places, key);
  if (here < 0 || place === undefined) return;
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return;
  event.preventDefault();
  event.stopPropagation();
  go(place);
}

/** Whether the focus is on nothing, or on something that merely holds the player. */
export function focusIsAround(root) {
  const host = root.getRootNode().host ?? root;
  const focused = document.activeElement;
  return !focused || (focused !== host && focused.contains(host));
}

const WAYS = "a, [aria-haspopup=menu][aria-expanded=false]";

/** Whether the focus is on nothing that wants a key: around an element, or on the link or the closed menu that led to
    its page. */
export const focusRests = (root) => focusIsAround(root) || Boolean(document.activeElement?.matches(WAYS));

/* Many things side by side are one stop of the Tab key; the arrows go along them. */

const DOWNWARD = { ArrowUp: "ArrowLeft", ArrowDown: "ArrowRight" };

/** `nodes` stand in `box`; `describe(place)` names a node as it is reached.
    @param {HTMLElement} box
    @param {any[]} nodes
    @param {{name: string, downward?: boolean, describe?: (place: number) => void, signal?: AbortSignal}} options  `signal` ends it */
export function makeRoving(box, nodes, { name, downward = false, describe = () => {}, signal }) {
  if (!nodes.length) return;
  let here = 0;
  const places = new Map(nodes.map((node, index) => [node, index]));
  const stop = (index) => {
    set(nodes[here], { tabindex: null, "data-name": null });
    here = Math.max(0, Math.min(nodes.length - 1, index));
    describe(here);
    return set(nodes[here], { tabindex: 0, "data-name": name });
  };
  box.addEventListener("keydown", (event) => {
    if (!places.has(event.target)) return;
    const key = downward ? own(DOWNWARD, event.key) ?? event.key : event.key;
    walkWithArrows(event, here, nodes.length, (index) => stop(index).focus(), key);
  }, { signal });
  stop(0);
}

/* Tabs over panels that stand in each other's place. */

/** One of `nodes` is shown at a time; `apply(false)` shows them all and takes their roles away. */
export function makeTabs({ id, name, labels, nodes, chosen, onChoose }) {
  nodes.forEach((node, index) => set(node, { id: `${id}-${index}` }));
  const buttons = labels.map((label, index) => tabButton(id, label, index));
  const tabs = {
    chosen: Math.min(chosen, Math.max(0, nodes.length - 1)),
    node: el("div", { class: "tabs", role: "tablist", "aria-label": name }, buttons),
    apply(on) {
      tabs.on = on;
      buttons.forEach((button, index) => selectTab(button, index === tabs.chosen));
      nodes.forEach((node, index) => set(node, panelRole(id, on, index, tabs.chosen)));
    },
  };
  const choose = (index) => {
    tabs.chosen = (index + buttons.length) % buttons.length;
    tabs.apply(tabs.on);
    onChoose(tabs.chosen);
  };
  buttons.forEach((button, index) => button.addEventListener("click", () => choose(index)));
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

const selectTab = (button, chosen) =>
  set(button, { "aria-selected": String(chosen), tabindex: chosen ? 0 : -1 });

const panelRole = (id, on, index, chosen) => ({
  role: on ? "tabpanel" : null,
  "aria-labelledby": on ? `${id}-tab-${index}` : null,
  hidden: on && index !== chosen,
});
