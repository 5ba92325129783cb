/* One token on the ribbon: rounded boxes over its bytes, its letters, its id.
   A slot is kept by the position of its first byte and changed in place, so that it can grow. */

import { tokenAt } from "../core/book.js";
import { own, set, svg } from "../core/dom.js";
import { fittedGlyphs } from "../core/glyphs.js";
import { atLeast } from "../core/least-type.js";
import { isPartial, tint, tokenLook } from "../core/token-letters.js";
import { CELL_WITH_ID, boxesOf } from "./cell-plan.js";

const RING_ROOM = 4;
const OVERHANG = 10;
const LETTER_ROOM = { special: 16, learned: 6, byte: 5 };

export function makeSlot(position) {
  const slot = { position, drawn: null, boxes: [] };
  slot.pieces = svg("g");
  slot.ticks = svg("path", { class: "ticks" });
  slot.face = svg("g", { class: "face" });
  slot.dots = svg("g", { class: "dots" });
  slot.id = svg("text", { class: "id" });
  slot.node = svg("g", { class: "slot" }, slot.pieces, slot.ticks, slot.face, slot.dots, slot.id);
  return slot;
}

export function hideSlot(slot) {
  slot.drawn = null;
  set(slot.node, { "data-gone": true });
}

/** Draw `state`, `[token, size, look]`, where `plan` puts it. */
export function drawSlot(slot, state, plan, book, hatch) {
  const [index, bytes, look] = state;
  const size = Math.min(bytes, plan.places.size);
  const token = tokenAt(book, index);
  slot.drawn = state;
  slot.boxes = brokenBoxes(boxesOf(plan, slot.position, size), plan.pad);
  set(slot.node, {
    ...tokenLook(token), "data-look": look || null, "data-gone": slot.boxes.length === 0,
    "data-at": slot.position, "data-token": token.id,
  });
  tint(slot.node, token);
  drawPieces(slot, plan, look === "merged", isPartial(token) ? hatch : null);
  if (slot.boxes.length) drawLetters(slot, token, size, plan, book);
}

export const inset = (box, by) => ({ ...box, x: box.x + by, width: box.width - 2 * by });

/** The boxes of a token with the sides at which a line breaks it: `from` the line before, `on` to the next. */
function brokenBoxes(boxes, pad) {
  return boxes.map((box, index) => ({ ...inset(box, pad), from: index > 0, on: index < boxes.length - 1 }));
}

/** An open side is drawn too far out, and what is too far cut off. */
const openedBox = (box, { from, on }) =>
  ({ ...box, x: box.x - (from ? OVERHANG : 0), width: box.width + (from ? OVERHANG : 0) + (on ? OVERHANG : 0) });

const openSides = ({ from, on }) =>
  from || on ? `inset(-4px ${on ? OVERHANG : -4}px -4px ${from ? OVERHANG : -4}px)` : "";

function drawPieces(slot, plan, ringed, hatch) {
  while (slot.pieces.children.length > slot.boxes.length) slot.pieces.lastChild.remove();
  slot.boxes.forEach((box, index) => {
    const piece = slot.pieces.children[index] ?? addPiece(slot);
    const body = ringed ? inset(box, RING_ROOM) : box;
    const bounds = rect(openedBox(body, box), plan.size, ringed ? -1.5 : 0);
    piece.style.clipPath = openSides(box);
    set(piece.firstChild, { ...bounds, rx: 4.5 });
    layer(piece, "hatch", hatch && { ...bounds, rx: 4.5, fill: hatch });
    layer(piece, "ring", ringed && { ...rect(openedBox(inset(box, 0.5), box), plan.size, 3), rx: 8 });
  });
}

const addPiece = (slot) => slot.pieces.appendChild(svg("g", {}, svg("rect", { class: "body" })));

export const rect = ({ x, y, width }, height, beyond) =>
  ({ x, y: y - beyond, width, height: height + 2 * beyond });

/** A rectangle that only some slots wear. */
export function layer(piece, name, attributes) {
  const worn = piece.querySelector(`.${name}`);
  if (!attributes) worn?.remove();
  else set(worn ?? piece.appendChild(svg("rect", { class: name })), attributes);
}

function drawLetters(slot, token, size, plan, book) {
  const box = slot.boxes.reduce((widest, each) => (each.width > widest.width ? each : widest));
  const middle = box.x + box.width / 2;
  const font = token.kind === "special" ? atLeast(book, plan.font * 0.8) : plan.font;
  const room = box.width - (own(LETTER_ROOM, token.kind) ?? LETTER_ROOM.byte);
  const { nodes, scale } = fittedGlyphs(token, room, font);
  slot.face.replaceChildren(...nodes);
  slot.dots.replaceChildren(...slot.boxes.filter((each) => each !== box).map((each) => dotsIn(each, plan)));
  set(slot.face, { transform: `translate(${middle} ${box.y + plan.size / 2}) scale(${scale})` });
  set(slot.id, { x: middle, y: box.y + plan.size + 16 });
  const isShort = token.kind === "byte" && plan.cell < CELL_WITH_ID;
  slot.id.textContent = isShort || !plan.hasIds ? "" : token.id;
  set(slot.ticks, { d: token.kind === "learned" ? innerBorders(slot, size, plan) : null });
}

/** Where a token goes on in another line. */
const dotsIn = ({ x, y, width }, { size, font }) =>
  svg("text", { x: x + width / 2, y: y + size / 2 + 0.2 * font }, "…");

/** Ticks at the lower edge, where one byte of the token ends and the next begins. */
function innerBorders(slot, size, plan) {
  const within = Array.from({ length: size - 1 }, (_, byte) => plan.places.get(slot.position + byte + 1));
  return within
    .filter((place, byte) => place && place.row === plan.places.get(slot.position + byte)?.row)
    .map(({ x, row }) => `M${x} ${plan.rows[row].y + plan.size - 4}v3`)
    .join("");
}
