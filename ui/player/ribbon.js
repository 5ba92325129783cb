/* The ribbon: a text's bytes in cells, tokens growing over them.
   A step changes only the slots whose state is new. */

const DESCRIBED = 300;
const LIT = new Set(["forming", "merged", "chosen", "changed"]);

let hatches = 0;

function ribbon(widget, book) {
  const groups = widget.groups ?? [];
  const view = { groups, book, slots: new Map(), state: {}, plan: null, spans: [], room: "" };
  view.specials = groups
    .filter(({ special }) => special != null)
    .map(({ start, size, special }) => [start, [special, size, ""]]);
  view.hatch = `hatch-${++hatches}`;
  view.offsets = svg("g", { class: "offsets" });
  view.brackets = svg("g", { class: "brackets" });
  view.layer = svg("g", { class: "slots" });
  view.name = ribbonName(book, widget);
  view.words = el("p", { id: `${view.hatch}-words`, hidden: true });
  view.drawing = svg("svg", { class: "ribbon", role: "img", ...view.name, "aria-describedby": view.words.id },
    hatching(view.hatch), view.offsets, view.brackets, view.layer);
  view.node = el("div", { class: "scroller" }, view.drawing, view.words);
  view.markEdges = markedEdges(view.node);
  return {
    node: view.node,
    layout: (narrow) => layRibbon(view, narrow),
    draw: (state, still) => drawRibbon(view, state, still),
  };
}

const ribbonName = (book, { title }) =>
  title ? { "aria-label": template(book, title) } : { "aria-labelledby": "say" };

/** Lines at 135° over whatever lies beneath: bytes that are no whole character. */
function hatching(id) {
  const pattern = { id, width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" };
  return svg("defs", {}, svg("pattern", pattern, svg("rect", { class: "stripe", width: 2, height: 6 })));
}

function layRibbon(view, narrow) {
  const width = unitsWide(view.node);
  const room = `${Math.round(width * 2)} ${inUnits(innerHeight)} ${narrow}`;
  if (width <= 0 || room === view.room) return;
  view.room = room;
  view.plan = planCells(view.book, view.groups, width, narrow);
  fitDrawing(view);
  drawOffsets(view);
  drawBrackets(view);
  for (const slot of view.slots.values()) slot.drawn = null;
  drawRibbon(view, view.state, true);
}

function fitDrawing({ node, drawing, plan, name, markEdges }) {
  const scrolls = plan.shown < plan.height;
  set(drawing, { viewBox: `-1 0 ${plan.width + 2} ${plan.height}`, "font-size": plan.font });
  drawing.style.width = `${(plan.width + 2) / 16}rem`;
  drawing.style.height = `${plan.height / 16}rem`;
  node.style.maxHeight = `${plan.shown / 16}rem`;
  const focusable = { tabindex: 0, role: "group", ...name };
  for (const key of Object.keys(focusable)) set(node, { [key]: scrolls ? focusable[key] : null });
  markEdges();
}

function drawOffsets({ offsets, plan }) {
  const label = ({ offset, middle, row, raised }) =>
    svg("text", { x: middle, y: plan.rows[row].y - 6 - (raised ? LANES.raised : 0) }, String(offset));
  offsets.replaceChildren(...plan.labels.map(label));
}

/** A character of several bytes hangs over them until one token holds them all. */
function drawBrackets(view) {
  view.spans = view.groups.flatMap((group) =>
    (group.spans ?? []).map((span) => makeBracket(view.plan, group, span)));
  view.brackets.replaceChildren(...view.spans.map((span) => span.node));
}

function makeBracket(plan, group, [start, size, letter]) {
  const node = svg("g");
  const boxes = boxesOf(plan, start, size);
  for (const { x, y, width } of boxes) {
    const [left, right] = [x + plan.pad + 1, x + width - plan.pad - 1];
    node.append(svg("path", { d: `M${left} ${y - 3}v-3H${right}v3` }));
  }
  const [box] = boxes;
  if (box) node.append(svg("text", { x: box.x + box.width / 2, y: box.y - 9 }, String(letter)));
  return { node, start, end: start + size, first: group.start };
}

function drawRibbon(view, state, still) {
  view.state = state;
  if (!view.plan) return;
  const states = withSpecials(view, state.slots ?? {});
  for (const slot of view.slots.values()) {
    if (slot.drawn && !states.has(slot.position)) hideSlot(slot);
  }
  for (const [position, wanted] of states) {
    const slot = slotAt(view, position);
    if (slot.drawn !== wanted) drawSlot(slot, wanted, view.plan, view.book, `url(#${view.hatch})`);
  }
  for (const span of view.spans) set(span.node, { "data-gone": isWhole(states, span) });
  view.words.textContent = described(view, states);
  showLit(view, states, still);
}

/** The first tokens as words for a screen reader: "i n t j | [space] i n t j". */
function described({ groups, book }, states) {
  let words = "";
  for (const { start, size } of groups) {
    if (words.length > DESCRIBED) return `${words} …`;
    const tokens = [];
    for (let at = start, left = DESCRIBED; at < start + size && left > 0; left--) {
      const [token, bytes] = states.get(at) ?? [null, 1];
      if (token != null) tokens.push(spelled(book, token));
      at += Math.max(1, bytes);
    }
    words += `${words && " | "}${tokens.join(" ")}`;
  }
  return words;
}

/** Special tokens stand in the groups, whether or not a state names them. */
function withSpecials({ specials }, slots) {
  const states = new Map(specials);
  for (const key of Object.keys(slots)) states.set(Number(key), slots[key]);
  return states;
}

function slotAt(view, position) {
  if (!view.slots.has(position)) {
    const slot = makeSlot(position);
    view.slots.set(position, slot);
    view.layer.append(slot.node);
  }
  return view.slots.get(position);
}

function isWhole(states, { start, end, first }) {
  for (let position = start; position >= first; position--) {
    if (states.has(position)) return position + states.get(position)[1] >= end;
  }
  return false;
}

/** Bring the first lit slot into a stage that scrolls. */
function showLit(view, states, still) {
  if (view.plan.shown === view.plan.height) return;
  for (const [position, [, , look]] of states) {
    const row = LIT.has(look) && view.plan.rows[view.plan.places.get(position)?.row];
    if (!row) continue;
    const bottom = row.y + view.plan.size + LANES.below;
    return reveal(view.node, () => [row.top - FADE.least, bottom + FADE.least].map((units) => (units * remSize()) / 16), still);
  }
}
