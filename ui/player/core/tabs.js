/* Tabs over panels that stand in each other's place. */

import { el, set } from "./dom.js";
import { walkWithArrows } from "./focus.js";

/** One of `nodes` is shown at a time; `apply(false)` shows them all and takes their roles away. */
export function makeTabs({ id, name, labels, nodes, chosen, onChoose }) {
  nodes.forEach((node, place) => set(node, { id: `${id}-${place}` }));
  const buttons = labels.map((label, place) => tabButton(id, label, place));
  const tabs = {
    chosen: Math.min(chosen, Math.max(0, nodes.length - 1)),
    node: el("div", { class: "tabs", role: "tablist", "aria-label": name }, buttons),
    apply(on) {
      tabs.on = on;
      buttons.forEach((button, place) => selectTab(button, place === tabs.chosen));
      nodes.forEach((node, place) => set(node, panelRole(id, on, place, tabs.chosen)));
    },
  };
  const choose = (place) => {
    tabs.chosen = (place + buttons.length) % buttons.length;
    tabs.apply(tabs.on);
    onChoose(tabs.chosen);
  };
  buttons.forEach((button, place) => button.addEventListener("click", () => choose(place)));
  tabs.node.addEventListener("keydown", (event) => walkWithArrows(event, tabs.chosen, buttons.length, (place) => {
    choose(place);
    buttons[tabs.chosen].focus();
  }));
  return tabs;
}

function tabButton(id, label, place) {
  const name = `${id}-tab-${place}`;
  const role = { role: "tab", id: name, "aria-controls": `${id}-${place}`, "data-name": name };
  return el("button", { type: "button", ...role }, label);
}

const selectTab = (button, chosen) =>
  set(button, { "aria-selected": String(chosen), tabindex: chosen ? 0 : -1 });

const panelRole = (id, on, place, chosen) => ({
  role: on ? "tabpanel" : null,
  "aria-labelledby": on ? `${id}-tab-${place}` : null,
  hidden: on && place !== chosen,
});
