/* What the lens notes at a place: the algorithm's variables above the chips, changed counts below. */

import { signed, tokenAt } from "../core/book.js";
import { set, svg } from "../core/dom.js";
import { EM, drawnGlyphs, shortened } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";
import { tint, tokenLook } from "../core/token-letters.js";
import { LENS_STEP } from "./lens-plan.js";

const PILL = { height: 21, font: 13, column: 7.8, pad: 14 };
const DELTA = { height: 22, font: 13, pad: 9, columns: 6, sign: 9, between: 22, line: 26 };

/** `i = 12` over the chip at 12; names that share a position share a pill. The row is laid so that
    it shows all of them. */
export function pointerPills(pointers, plan, focus) {
  const names = new Map();
  for (const [name, position] of Object.entries(pointers ?? {})) {
    const at = plan.place(position);
    if (at && at.x > 0 && at.x < plan.width) names.set(position, [...(names.get(position) ?? []), name]);
  }
  return Array.from(names, ([position, all]) => pill(all.join(", "), position, plan, position === focus));
}

function pill(names, position, { place, middle, width: room, book }, filled) {
  const { x, chip } = place(position);
  const full = `${names} = ${position}`;
  const column = (PILL.column * atLeast(book, PILL.font)) / PILL.font;
  const fits = full.length * column + PILL.pad <= chip * LENS_STEP - 2;
  const text = fits ? full : `${names} ${position}`;
  const width = text.length * column + PILL.pad;
  const within = Math.max(width / 2 + 4, Math.min(room - width / 2 - 4, x));
  const box = { x: -width / 2, y: -PILL.height / 2, width, height: PILL.height, rx: PILL.height / 2 };
  const transform = `translate(${within} ${middle - chip / 2 - 15})`;
  return svg("g", { class: "pill", "data-at": position, "data-wears": filled, transform },
    svg("rect", box), svg("text", { y: 4.5 }, text));
}

/** Pairs with the change of their counts, in a line under the focus, in two where it is narrow. */
export function deltaChips(deltas, plan, focus, book) {
  const chips = (deltas ?? []).map((each) => deltaChip(each, book));
  const lines = linesOf(chips, plan.width - 16);
  const top = plan.middle + (plan.current?.chip ?? plan.near) / 2 + 35;
  const x = plan.place(focus)?.x ?? plan.width / 2;
  lines.forEach((line, row) => {
    const width = line.reduce((sum, each) => sum + each.width + DELTA.between, -DELTA.between);
    let left = Math.max(8, Math.min(plan.width - 8 - width, x - width / 2));
    for (const each of line) {
      set(each.node, { transform: `translate(${left} ${top + row * DELTA.line})` });
      left += each.width + DELTA.between;
    }
  });
  return chips.map(({ node }) => node);
}

/** As few lines as the room asks for, with the same number each. */
function linesOf(chips, room) {
  const whole = chips.reduce((sum, { width }) => sum + width + DELTA.between, -DELTA.between);
  const each = Math.max(1, Math.ceil(chips.length / Math.ceil(whole / room)));
  return Array.from({ length: Math.ceil(chips.length / each) }, (_, line) => chips.slice(line * each, (line + 1) * each));
}

function deltaChip({ pair, delta }, book) {
  const node = svg("g", { class: "delta", "data-pair": pair.join() });
  const font = atLeast(book, DELTA.font);
  let left = 0;
  for (const index of pair) {
    const token = shortened(tokenAt(book, index), DELTA.columns);
    const { nodes, width: letters } = drawnGlyphs(token);
    const width = Math.max(21, (letters * font) / EM + DELTA.pad);
    const transform = `translate(${left + width / 2} 0) scale(${font / EM})`;
    const face = svg("g", { class: "face", transform }, nodes);
    const box = { class: "body", x: left, y: -DELTA.height / 2, width, height: DELTA.height, rx: 4 };
    const chip = svg("g", { class: "slot", ...tokenLook(token) }, svg("rect", box), face);
    tint(chip, token);
    node.append(chip);
    left += width + 3;
  }
  const change = signed(book, delta);
  node.append(svg("text", { class: "number", "data-wears": true, x: left + 4, y: 5 }, change));
  return { node, width: left + 4 + change.length * DELTA.sign };
}
