/* Tabs over panels that stand in each other's place. */

import { el, set } from "./dom.js";
import { walkWithArrows } from "./focus.js";

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
