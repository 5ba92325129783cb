/* Panels that stand in each other's place: one is in sight, the others are a tab away. */

import { template } from "../core/book.js";
import { el } from "../core/dom.js";
import { rememberChoice } from "../core/remembered.js";
import { makeTabs } from "../core/tabs.js";

/** The nodes of `panels`; those named in `shared` are one node, where the first of them stands. `front` is in sight
    until the reader chooses. */
export function withTabbedRoom(book, panels, shared = [], front = "") {
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
    },
  });
  tabs.apply(true);
  return el("div", { class: "room" }, tabs.node, panels.map(({ node }) => node));
}
