/* The same bytes under several rules, a lane a rule: tokens over the bytes that they hold, bytes aligned.
   All lanes scroll sideways together; what a lane is called stays. */

import { longestText, template, textNodes, titleNodes, tokenAt } from "../core/book.js";
import { arrange, el, own, set, unitsWide } from "../core/dom.js";
import { drawingName } from "../core/drawings.js";
import { chip, shortened } from "../core/glyphs.js";
import { MOST_BYTES, integer } from "../core/recording.js";
import { revealAcross, sidewaysBox } from "../core/scrolling.js";

const LANE = { pitch: [30, 52], pitches: [20, 80], gap: 4, label: 13.5, aside: 6.5, font: 15, pad: 11, say: 18 };

export function lanes(widget, book, states) {
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
    draw: (state, still) => drawLanes(view, state, still),
  };
}

/** What is said beside a lane takes as much room as the longest of the walk. */
function makeRuleLane(book, { id, title }, states) {
  const lane = { id, slots: new Map(), state: {} };
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
  view.box.style.setProperty("--bytes", `${(view.pitch * view.size) / 16}rem`);
  view.box.style.setProperty("--pitch", `${view.pitch / 16}rem`);
  view.box.style.setProperty("--seen", `${width / 16}rem`);
  const scrolls = view.pitch * view.size + beside > width + 1;
  set(view.box, { "data-scrolls": scrolls, "data-roomy": !narrow && view.pitch * view.size + beside + LANE.say * 16 <= width });
  // Without the lab's own type what stands at the ends can be wider than its column.
  view.setFocusable(scrolls || view.box.scrollWidth > view.box.clientWidth);
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

/** What stands at the lane's ends covers its bytes while they scroll. */
function spanOfSlot(slot) {
  const track = slot.parentNode;
  if (!track) return null;  // Another step has taken it away.
  const aside = track.nextElementSibling;
  const after = aside.offsetTop === track.offsetTop ? aside.offsetWidth + 16 : 8;
  return [slot.offsetLeft - 8, track.offsetLeft + slot.offsetLeft + slot.offsetWidth + after];
}

function drawRuleLane({ book, size, pitch }, lane, state) {
  set(lane.node, { "data-look": state.look || null });
  lane.sign.textContent = { done: "✓", differs: "≠" }[state.look] ?? "";
  for (const name of ["say", "aside"]) lane[name].replaceChildren(...(state[name] ? textNodes(book, state[name]) : []));
  const slots = state.slots ?? {};
  for (const [position, slot] of lane.slots) if (slot.drawn !== own(slots, position)) dropSlot(lane, position);
  for (const position of Object.keys(slots)) if (!lane.slots.has(position)) addSlot(book, lane, position, slots[position], size, pitch);
  const ends = (state.ends ?? []).map((position) => laneEnd(integer(position, 0, size, "end"), pitch));
  arrange(lane.track, [...Object.keys(slots).map((position) => lane.slots.get(position).node), ...ends]);
}

/** Where a part of the bytes ends. */
function laneEnd(position, pitch) {
  const node = el("i", { class: "lane-end" });
  node.style.left = `${(position * pitch) / 16}rem`;
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
