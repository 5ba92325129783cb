/* One token in the lens: its box at the place of its first byte, the offset above, the id below.
   It is drawn CHIP units large and scaled, so that another focus changes no letter. */

import { spelledOut, tokenAt } from "../core/book.js";
import { become, set, svg } from "../core/dom.js";
import { fittedGlyphs, twoLines } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";
import { isPartial, tint, tokenLook } from "../core/token-letters.js";
import { LENS_LARGE, LENS_STEP } from "./lens-plan.js";
import { layer } from "./slot.js";

const CHIP = 57.6;
const CHIP_FONT = CHIP * 0.44;
const DEAD_SHARE = 0.64;  // an absorbed chip leaves room for the links that skip it
const DEAD_FONT = 0.9;
/** How small letters may become in one line, and how large they are in two. */
const SHARES = { page: { least: 0.6, share: 0.72 }, present: { least: 0.76, share: 0.8 } };
const LOOKS_OF_NOW = new Set(["near", "changed", "chosen"]);  // in the colour of the sub-goal at work

export function makeLensChip(position) {
  const chip = { position, drawn: null };
  chip.offset = svg("text", { class: "offset" }, String(position));
  chip.body = svg("rect", { class: "body" });
  chip.face = svg("g", { class: "face" });
  chip.box = svg("g", {}, svg("g", {}, chip.body), chip.face);
  chip.id = svg("text", { class: "id" });
  chip.title = svg("title");
  chip.node = svg("g", { class: "slot lens-slot", "data-at": position }, chip.title, chip.offset, chip.box, chip.id);
  return chip;
}

export function placeLensChip(chip, { x, chip: size }, middle) {
  set(chip.node, { transform: `translate(${x} ${middle})` });
  set(chip.box, { transform: size === CHIP ? null : `scale(${size / CHIP})` });
  set(chip.offset, { y: -size / 2 - 8 });
  set(chip.id, { y: size / 2 + 17 });
}

const square = (half) => ({ x: -half, y: -half, width: 2 * half, height: 2 * half, rx: half * 0.16 });

export function drawLensChip(chip, state, book, hatch) {
  const [index, , , , look] = state;
  const token = tokenAt(book, index);
  const dead = look === "dead";
  const half = (CHIP / 2) * (dead ? DEAD_SHARE : 1);
  chip.drawn = state;
  set(chip.node, { ...tokenLook(token), "data-look": look || null, "data-wears": LOOKS_OF_NOW.has(look) });
  tint(chip.node, token);
  set(chip.body, square(half));
  const layers = chip.body.parentNode;
  layer(layers, "hatch", isPartial(token) && { ...square(half), fill: hatch.fill });
  const under = { x: -half + 5, y: half - 7, width: 2 * half - 10, height: 4, rx: 2 };
  layer(layers, "under", look === "todo" && under);
  layer(layers, "ring", look === "now" && { ...square(half + 4), "data-wears": true });
  drawLensLetters(chip, token, half, dead, book);
  chip.id.textContent = dead ? "None" : String(token.id);
}

/** In two lines what would be cut in one; the title tells what is cut even so. */
function drawLensLetters({ face, title }, token, half, dead, book) {
  const [room, font] = [2 * half - (dead ? 5 : 8), CHIP_FONT * (dead ? DEAD_FONT : 1)];
  const shares = SHARES[book.present && !dead ? "present" : "page"];
  const { nodes, scale, whole } = fittedGlyphs(token, room, font, shares.least);
  const lines = whole || dead ? [svg("g", { transform: `scale(${scale})` }, nodes)] : twoLines(token, room, font, shares);
  become(face, lines);
  title.textContent = whole ? "" : spelledOut(book, token);
  const [x, y] = [half * 0.7, half * 0.45];
  if (dead) face.append(svg("path", { class: "strike", d: `M${-x} ${y}L${x} ${-y}` }));
}

/** A special token between groups, so that the jump of the offsets is understood. */
export function specialLensChip({ group, left, width }, book, middle) {
  const token = tokenAt(book, group.special);
  const { nodes, scale } = fittedGlyphs(token, width - 8, atLeast(book, 12));
  const transform = `translate(${left + width / 2} ${middle})`;
  return svg("g", { class: "slot", "data-at": group.start, ...tokenLook(token), transform },
    svg("text", { class: "offset", y: -20 }, String(group.start)),
    svg("rect", { class: "body", x: -width / 2, y: -13, width, height: 26, rx: 5 }),
    svg("g", { class: "face", transform: `scale(${scale})` }, nodes));
}

/* Links: next leaves above the middle, prev below it; one that skips absorbed chips goes round them. */

/** The path of a link from the chip at `from` to the one at `to` (`null`: an end). */
export function linkPath(from, to, size, middle, upper) {
  const side = upper ? -1 : 1;
  const ahead = upper ? 1 : -1;
  const y = middle + side * 0.14 * size;
  const start = from + ahead * (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const bar = start + ahead * 0.12 * size;
  if (to == null) return `M${start} ${y}h${ahead * 0.09 * size}M${bar} ${y - 0.11 * size}v${0.22 * size}`;
  const way = Math.sign(to - from) || ahead;
  const apart = (size > LENS_LARGE ? 0.61 : 0.56) * size;
  const [leave, arrive] = [from + way * apart, to - way * apart];
  const skips = Math.abs(to - from) > LENS_STEP * size + 1;
  const line = skips ? detour(leave, arrive, way, y, middle + side * 0.43 * size, size) : `M${leave} ${y}H${arrive}`;
  const tip = 0.085 * size;
  return `${line}M${arrive - way * tip} ${y - tip * 0.85}L${arrive} ${y}L${arrive - way * tip} ${y + tip * 0.85}`;
}

function detour(leave, arrive, way, y, round, size) {
  const [bend, flat] = [way * 0.2 * size, way * 0.42 * size];
  return `M${leave} ${y}C${leave + bend} ${y} ${leave + bend} ${round} ${leave + flat} ${round}`
    + `H${arrive - flat}C${arrive - bend} ${round} ${arrive - bend} ${y} ${arrive} ${y}`;
}
