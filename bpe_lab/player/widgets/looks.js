/* What several widgets have: signs and bars of rows, and the looks of lanes. */

/** @import { Book, Text } from "../core/types.js" */

import { numeral, plainText, template } from "../core/book.js";
import { el, svg } from "../core/dom.js";
import { goalIcon } from "../core/drawings.js";
import { integer } from "../core/recording.js";

export function barOf(book, share) {
  const fill = el("i", { class: "fill" });
  fill.style.width = `${share * 100}%`;
  return el("span", { class: "bar", role: "img", "aria-label": `${numeral(book, Math.round(share * 100))}%` }, fill);
}

/** A sign beside the color: a crown for the winner, "=" for what ties with it, "↓" for what was set aside. */
export function lookSign(look) {
  if (look === "chosen") return [goalIcon("choose")];
  if (look === "aside") return ["↓"];
  return look === "tied" ? ["="] : [];
}

/* The lanes of a race by their place in the palette, `look`: line styles, marks and hatches as
   bpe_lab/scenes/lanes.py has them for charts. The colors are --lane-0 to --lane-9 of core/colors.css. */

export const LANE_DASHES = [[2, 3], [6, 3], [10, 3, 2, 3], [], [], [4, 2], [8, 2], [3, 2], [12, 3], [1, 2]];
const LANE_MARKS = [
  "triangle-up", "circle", "diamond", "square", "triangle-down", "cross", "triangle-right", "triangle-left", "wedge", "arrow"
];
export const LANE_HATCHES = ["crossed", "rising", "falling", "", "level", "dotted", "upright", "broad-rising", "broad-falling", "squared"];

const TRIANGLE = "M0-5.8L5.4 4.4H-5.4Z";
/** `[path, turn]`: about as large as a circle of radius 5 around the origin. */
const LANE_SHAPES = {
  circle: ["M5 0A5 5 0 1 1-5 0A5 5 0 1 1 5 0Z", 0],
  square: ["M-4.5-4.5h9v9h-9Z", 0],
  diamond: ["M0-6.4L6.4 0L0 6.4L-6.4 0Z", 0],
  cross: ["M-2-5.6h4v3.6h3.6v4h-3.6v3.6h-4v-3.6h-3.6v-4h3.6Z", 0],
  wedge: ["M0-7.4L2.8 5.8H-2.8Z", 0],
  arrow: ["M0-6.6L5.4-.4H2.2V5.8H-2.2V-.4H-5.4Z", 0],
  "triangle-up": [TRIANGLE, 0],
  "triangle-right": [TRIANGLE, 90],
  "triangle-down": [TRIANGLE, 180],
  "triangle-left": [TRIANGLE, 270],
};

const MOST_RACERS = 12;

/** The widget's lanes, their looks checked: `[{id, title, look}…]`. */
export function racingLanes({ lanes }) {
  if (!Array.isArray(lanes)) throw new Error(`lanes: ${lanes}`);
  integer(lanes.length, 1, MOST_RACERS, "lanes");
  for (const { look } of lanes) integer(look, 0, LANE_MARKS.length - 1, "look");
  return lanes;
}

/** By these the style sheet knows a lane's color and hatch. */
export const laneDress = ({ look }) => ({ "data-look-of": look, "data-hatch": LANE_HATCHES[look] || null });

export const laneSwatch = (lane) => el("i", { class: "lane-fill swatch", "aria-hidden": "true", ...laneDress(lane) });

/** @param {Book} book
    @param {{title: string | Text}} lane */
export const racerName = (book, { title }) => (Array.isArray(title) ? plainText(book, title) : template(book, title));

export function laneMark(lane, attributes) {
  const [d, turn] = LANE_SHAPES[LANE_MARKS[lane.look]];
  return svg("g", { class: "lane-mark", "data-mark": LANE_MARKS[lane.look], ...laneDress(lane), ...attributes },
    svg("path", { d, transform: turn ? `rotate(${turn})` : null }));
}
