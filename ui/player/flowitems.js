/* The items of a flow: tokens in running text, as chips over their ids, or as ids alone.
   There are thousands, so each is few elements, and none listens to anything. */

const FLOW_STYLES = { text: textBit, chips: chipBit, ids: idBit };
const NOT_FROM_THE_LEFT = /[^\u0000-\u02ff\u0370-\u058f]/;
const PILED_MARKS = /\p{M}{4}/u;  // what would be drawn over the lines around

/** What follows one another in the flow: items, and where a line ends `<br>`. */
function flowNodes(book, style, items) {
  const nodes = [];
  const drawn = items.map((item, number) => {
    const node = flowItem(book, style, item, number);
    nodes.push(node);
    if (style === "ids") nodes.push(" ");
    if (style === "text" && number < items.length - 1 && endsLine(book, item)) nodes.push(el("br"));
    return node;
  });
  return { nodes, drawn };
}

/** One item. Several tokens share characters and are held together, under the whole that they make. */
function flowItem(book, style, { tokens, glyph, kind }, number) {
  const node = el("span", { class: "flow-item", "data-item": number, "data-kind": kind });
  if (kind != null) node.style.setProperty("--h", hue(kind));
  const bits = tokens.map(([token, at]) => FLOW_STYLES[style](book, token, at, kind));
  if (bits.length < 2 || style === "ids") return grow(node, { "data-shared": bits.length > 1 }, bits);
  const whole = letterNodes(book, tokenAt(book, glyph).parts, el("span", { class: "whole" }));
  return grow(node, { "data-shared": true }, [whole, el("span", { class: "held" }, bits)]);
}

const partsOfItem = (book, { tokens }) => tokens.flatMap(([token]) => tokenAt(book, token).parts);
const isLineEnd = ([kind, text]) => kind === "name" && NEWLINES.has(text);

function endsLine(book, item) {
  const last = partsOfItem(book, item).at(-1);
  return last !== undefined && isLineEnd(last);
}

const bitOf = (token, at, kind) =>
  el("span", { class: "bit", "data-at": at, "data-token": token.id, "data-number": kind == null ? null : kind + 1 });

/** A token in running text. One that goes on in another line stands in several boxes. */
function textBit(book, index, at, kind) {
  const token = tokenAt(book, index);
  const lines = brokenLines(token.parts);
  const isBroken = lines.length > 1;
  const node = bitOf(token, at, isBroken ? null : kind);
  const isSpecial = token.kind === "special";
  set(node, { "data-tint": kind == null ? isTinted(token) : !isSpecial, "data-partial": isPartial(token), "data-special": isSpecial });
  if (kind == null) tint(node, token);
  if (!isBroken) return letterNodes(book, token.parts, node);
  const runs = lines.map((parts) => letterNodes(book, parts, el("span", { class: "run" })));
  if (kind != null) set(runs[0], { "data-number": kind + 1 });
  return grow(node, { "data-broken": true }, runs.flatMap((run, place) => (place ? [el("br"), run] : [run])));
}

function brokenLines(parts) {
  const lines = [[]];
  parts.forEach((part, place) => {
    lines.at(-1).push(part);
    if (isLineEnd(part) && place < parts.length - 1) lines.push([]);
  });
  return lines;
}

/** Letters as plain text where they run from the left; others keep to their own direction. */
function letterNodes(book, parts, node) {
  for (const part of parts) {
    const plain = part[0] === "glyph" && !NOT_FROM_THE_LEFT.test(part[1]);
    node.append(plain ? String(part[1]) : glyph(book, part));
    if (part[0] === "glyph" && !plain && PILED_MARKS.test(part[1])) set(node, { "data-piled": true });
  }
  return node;
}

const CHIP_COLUMNS = 24;

/** A token as a chip over its id. */
function chipBit(book, index, at, kind) {
  const token = tokenAt(book, index);
  return grow(bitOf(token, at, kind), {}, [
    chip(book, index, null, shortened(token, CHIP_COLUMNS)), el("span", { class: "id" }, String(token.id))]);
}

function idBit(book, index, at) {
  const token = tokenAt(book, index);
  return grow(bitOf(token, at), {}, [String(token.id)]);
}

/** An item in words: its letters, its ids or its kind, its place. */
function itemName(book, { at, tokens, glyph, kind, look }) {
  const letters = tokens.length > 1 ? { token: glyph } : { tokens: tokens.map(([token]) => token) };
  const ids = tokens.map(([token]) => tokenAt(book, token).id);
  const isSpecial = look === "special" || tokens.some(([token]) => tokenAt(book, token).kind === "special");
  const name = kind == null
    ? ["player.flow.item", { token: letters, id: ids.join(" "), position: at }]
    : ["player.flow.kind", { token: letters, kind: kind + 1 }];
  return `${spoken(book, name)}${isSpecial ? `, ${template(book, "player.flow.special")}` : ""}`;
}
