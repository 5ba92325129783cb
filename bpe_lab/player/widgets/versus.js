/* What all lanes of a race have just done, and whether it was the same; at its sides, or in a row below where they
   are more than two, what each lane shows for it, and small its time. As high as the walk's highest state. */

import { heldText, textNodes, titleNodes, tokenAt } from "../core/book.js";
import { el, own, set, sum } from "../core/dom.js";
import { chip, columnsOf, shortened } from "../core/glyphs.js";
import { freeBeside } from "../core/scrolling.js";
import { laneDress, laneSwatch, racerName, racingLanes } from "./looks.js";

const VERSUS_CHIP = { columns: 16, around: 2, sign: 2.5 };  // characters in a chip; what its border and a sign take
const BADGE_SIGNS = { same: "✓", differs: "✗" };

export function versus(widget, book, states) {
  const lanes = racingLanes(widget);
  const all = [...new Set(states)].filter(Boolean);
  const tokens = el("p", { class: "made", dir: "ltr" });
  const sizer = el("p", { class: "made sizer", "aria-hidden": "true" });
  const badge = el("p", { class: "badge-text" });
  const widest = all.reduce((most, state) => (tokenColumns(book, state) > tokenColumns(book, most) ? state : most), {});
  const sides = lanes.map((lane) => versusSide(book, lane, all));
  const middle = el("div", { class: "versus-middle" },
    el("div", { class: "stack" }, tokens, sizer),
    heldText("verdict", badge, book, all.map((state) => state.badge?.say)));
  const node = el("div", { class: "versus", "data-lanes": lanes.length }, middle, sides.map((side) => side.node));
  node.style.setProperty("--lanes", lanes.length);
  drawTokens(book, sizer, widest);
  return {
    node,
    layout: (narrow) => dressStage(node.closest(".stage"), lanes.length, narrow),
    draw(state) {
      drawTokens(book, tokens, state);
      drawVerdict(book, badge, state.badge);
      for (const side of sides) side.draw(own(state.lanes ?? {}, side.id) ?? {});
    },
  };
}

/** On a phone the stage reaches to the screen's edges. */
function dressStage(stage, lanes, narrow) {
  if (!stage) return;
  stage.style.marginInline = narrow ? `${-freeBeside(stage.closest(".player"))}px` : "";
  set(stage, { "data-crowded": lanes > 2 });
}

const tokensOf = ({ tokens = [] }) => tokens;

/** About so many characters wide, with the signs between the chips. */
function tokenColumns(book, state) {
  const { columns, around, sign } = VERSUS_CHIP;
  return sum(tokensOf(state).map((index) => around + sign + Math.min(columns, columnsOf(tokenAt(book, index)))));
}

/** The style sheet makes the chips as large as so many characters let them be. */
function drawTokens(book, node, state) {
  node.style.setProperty("--columns", Math.max(1, tokenColumns(book, state)));
  node.replaceChildren(...tokenNodes(book, state));
}

/** Chips with the signs between them; of three without signs the last is what the others make. */
function tokenNodes(book, state) {
  const tokens = tokensOf(state);
  const signs = state.join ?? (tokens.length === 3 ? ["+", "→"] : []);
  const sign = (index) => (Array.isArray(signs) ? signs[index] : signs);
  return tokens.flatMap((index, place) => {
    const short = shortened(tokenAt(book, index), VERSUS_CHIP.columns);
    const before = place && sign(place - 1);
    return [before ? el("span", { class: "made-sign" }, String(before)) : null, chip(book, index, null, short)].filter(Boolean);
  });
}

function drawVerdict(book, node, badge) {
  set(node, { "data-look": badge?.look || null, "data-empty": !badge?.say });
  const sign = own(BADGE_SIGNS, badge?.look ?? "");
  node.replaceChildren(...(badge?.say ? [sign ? el("span", { class: "badge-sign" }, sign) : null, el("span", {}, textNodes(book, badge.say))].filter(Boolean) : []));
}

function versusSide(book, lane, states) {
  const figure = el("p", {});
  const [say, clock] = [el("p", {}), el("p", {})];
  const texts = (key) => states.map((state) => own(state.lanes ?? {}, lane.id)?.[key]);
  const node = el("div", { class: "side", role: "group", "aria-label": racerName(book, lane), ...laneDress(lane) },
    el("p", { class: "side-name" }, laneSwatch(lane), el("span", {}, titleNodes(book, lane.title))),
    heldText("side-figure", figure, book, texts("figure")), heldText("side-say", say, book, texts("say")), heldText("side-clock", clock, book, texts("clock")));
  return {
    id: lane.id,
    node,
    draw(state) {
      for (const [place, key] of [[figure, "figure"], [say, "say"], [clock, "clock"]]) place.replaceChildren(...(state[key] ? textNodes(book, state[key]) : []));
    },
  };
}
