/* The work of this step, a row a kind of work: two lanes as bars to both sides of the row's title,
   more as a column each. All bars have one log scale, so that one unit is as long in every lane. */

import { numeral, template, textNodes, titleNodes } from "../core/book.js";
import { el, own, set, unitsWide } from "../core/dom.js";
import { drawingName } from "../core/drawings.js";
import { positiveNumber } from "../core/recording.js";
import { laneDress, laneSwatch, racingLanes } from "./looks.js";

/* Units: beside the titles; for a lane, in less of which all is smaller; in less still its number stands over its bar. */
const TIGHT = { titles: 170, lane: 128, least: 96 };

/** The share of the whole scale that a number takes: 0 for 0, 1 for `most`. */
const logShare = (number, most) => Math.max(0, Math.min(1, Math.log1p(Math.max(0, number)) / Math.log1p(most)));

export function meters(widget, book, states) {
  const lanes = racingLanes(widget);
  const most = positiveNumber(widget.most, "most");
  const rows = (widget.rows ?? []).map((row) => meterRow(book, row, lanes, widget.without ?? {}, most));
  const columns = el("div", { class: "meter-head", role: "row" },
    el("span", { role: "columnheader" }), lanes.map((lane) => el("span", { class: "meter-lane", role: "columnheader" }, laneSwatch(lane), titleNodes(book, lane.title))));
  const name = widget.title ? drawingName(book, widget) : { "aria-label": book.name };
  const node = el("div", { class: "meters", role: "table", "data-lanes": lanes.length, ...name }, columns, rows.map((row) => row.node));
  node.style.setProperty("--lanes", lanes.length);
  node.style.setProperty("--number", `${longestNumeral(book, states, rows, lanes) * 0.54 + 0.6}rem`);
  const foot = widget.foot ? el("p", { class: "meter-foot" }, textNodes(book, widget.foot)) : null;
  return {
    node: el("div", {}, node, foot),
    layout(narrow) {
      const room = (unitsWide(node) - TIGHT.titles) / lanes.length;
      const tight = lanes.length > 2 && !narrow && room > 0 && room < TIGHT.lane;
      set(node, { "data-tight": tight && (room < TIGHT.least ? "over" : "beside") });
    },
    draw(state) {
      for (const row of rows) row.draw(own(state.values ?? {}, row.id) ?? {});
    },
  };
}

/** Digits of the longest number of the walk: bars leave room for it at their ends. */
function longestNumeral(book, states, rows, lanes) {
  let digits = 1;
  for (const state of new Set(states)) {
    for (const row of rows) {
      for (const lane of lanes) {
        const number = own(own(state?.values ?? {}, row.id) ?? {}, lane.id);
        if (typeof number === "number") digits = Math.max(digits, numeral(book, number).length);
      }
    }
  }
  return digits;
}

function meterRow(book, { id, title }, lanes, without, most) {
  const missing = own(without, id) ?? {};
  const cells = lanes.map((lane) => meterCell(book, lane, own(missing, lane.id), most));
  const label = el("span", { class: "meter-title", role: "rowheader" }, titleNodes(book, title));
  return {
    id,
    node: el("div", { class: "meter-row", role: "row", "data-row": id }, label, cells.map((cell) => cell.node)),
    draw: (values) => cells.forEach((cell) => cell.draw(own(values, cell.id))),
  };
}

function meterCell(book, lane, missing, most) {
  const bar = el("i", { class: "lane-fill fill" });
  const number = el("b", {});
  const words = missing ? el("span", { class: "without" }, template(book, missing)) : null;
  const name = el("span", { class: "meter-of", "aria-hidden": "true" }, laneSwatch(lane), titleNodes(book, lane.title));
  const node = el("span", { class: "meter", role: "cell", "data-lane": lane.id, ...laneDress(lane) }, name, words ?? [bar, number]);
  let last;
  return {
    id: lane.id,
    node,
    draw(value) {
      if (words || value === last) return;
      last = value;
      const isNumber = typeof value === "number" && Number.isFinite(value);
      bar.style.setProperty("--share", isNumber ? logShare(value, most) : 0);
      set(node, { "data-none": !isNumber || value <= 0 });
      number.textContent = isNumber ? numeral(book, value) : "";
    },
  };
}
