/* The stage's drawing as a file that stands alone: what the style sheets say written into it,
   the sentence above it, the page's background behind it. Built from nodes, so text stays text. */

const PICTURE = { margin: 24, least: 640, font: 22, line: 30 };
const INHERITED = [
  "fill", "fill-opacity", "stroke", "stroke-opacity", "stroke-width", "stroke-dasharray", "stroke-linecap",
  "stroke-linejoin", "font-family", "font-size", "font-weight", "font-style", "letter-spacing", "text-anchor",
  "dominant-baseline",
];
const OWN = { opacity: "1", "clip-path": "none", mask: "none", "stop-color": "rgb(0, 0, 0)", "stop-opacity": "1" };
const PAINTS = { fill: "fill-opacity", stroke: "stroke-opacity", "stop-color": "stop-opacity" };
const NOT_DRAWN = /^(class|style|role|tabindex|data-.*|aria-.*)$/;

/** `{text, width, height}`: the present step's picture as SVG. */
function pictureOf(player) {
  const { root } = player;
  set(root, { "data-still": true });  // Nothing is caught on its way.
  const drawn = root.querySelector(".stage [data-painted]") ? paintedBoard(root) : drawnStage(root);
  const { backgroundColor, color, fontFamily } = getComputedStyle(root);
  const wide = Math.max(PICTURE.least, drawn.width) + 2 * PICTURE.margin;
  const title = titleLines(player, wide - 2 * PICTURE.margin, fontFamily);
  const top = PICTURE.margin + title.length * PICTURE.line + 8;
  const size = { width: Math.ceil(wide), height: Math.ceil(top + drawn.height + PICTURE.margin) };
  set(drawn.node, { x: (wide - drawn.width) / 2, y: top, width: drawn.width, height: drawn.height, overflow: "visible" });
  const heading = svg("g", { "font-family": fontFamily, "font-size": PICTURE.font, fill: hexOf(color).hex }, title.map(titleLine));
  const picture = svg("svg", { ...size, viewBox: `0 0 ${size.width} ${size.height}`, "xml:space": "preserve" },
    svg("rect", { ...size, fill: hexOf(backgroundColor).hex }), heading, drawn.node);
  return { ...size, text: new XMLSerializer().serializeToString(picture) };
}

/** `{node, width, height}`: the first drawing of the stage. */
function drawnStage(root) {
  const drawing = [...root.querySelectorAll(".stage svg")].find((each) => !each.closest("header"));
  if (!drawing) throw new Error("SVG");
  const { x, y, width, height } = drawing.viewBox.baseVal ?? {};
  const box = width ? { x, y, width, height } : { x: 0, y: 0, width: drawing.clientWidth, height: drawing.clientHeight };
  const node = set(inlined(drawing, null), { viewBox: `${box.x} ${box.y} ${box.width} ${box.height}` });
  return { node, width: box.width, height: box.height };
}

/** A copy of `node` with its computed look as attributes; nothing for what is not seen. */
function inlined(node, above) {
  if (node.nodeType === Node.TEXT_NODE) return node.cloneNode();
  if (node.nodeType !== Node.ELEMENT_NODE) return null;
  const look = getComputedStyle(node);
  const isDefinition = node.closest("defs");
  if (!isDefinition && (look.display === "none" || look.visibility === "hidden" || look.opacity === "0")) return null;
  const copy = node.cloneNode(false);
  for (const { name } of [...copy.attributes]) if (NOT_DRAWN.test(name)) copy.removeAttribute(name);
  for (const name of INHERITED) if (look[name] !== above?.[name]) paint(copy, name, look);
  for (const [name, plain] of Object.entries(OWN)) if (look[name] && look[name] !== plain) paint(copy, name, look);
  copy.append(...[...node.childNodes].map((child) => inlined(child, look)).filter(Boolean));
  return copy;
}

/** Colours as #rrggbb, since few programs other than browsers read all that a browser computes. */
function paint(copy, name, look) {
  const value = look[name];
  const opacity = own(PAINTS, name);
  if (!opacity || value === "none" || value.startsWith("url(")) return set(copy, { [name]: value });
  const { hex, alpha } = hexOf(value);
  set(copy, { [name]: hex });
  if (alpha < 1) set(copy, { [opacity]: alpha * look[opacity] });
  return copy;
}

/** The sentence in lines of runs `{text, weight}` that fit the width. */
function titleLines(player, width, family) {
  const pen = document.createElement("canvas").getContext("2d");
  const lines = [[]];
  let used = 0;
  for (const { text, weight } of titleWords(player)) {
    pen.font = `${weight} ${PICTURE.font}px ${family}`;
    const room = pen.measureText(text).width;
    if (used + room > width && used > 0) {
      lines.push([]);
      used = 0;
    }
    const line = lines.at(-1);
    if (line.at(-1)?.weight === weight) line.at(-1).text += text;
    else line.push({ text, weight });
    used += room;
  }
  return lines;
}

const WORD = /\s+|[\u2e80-\u9fff\uff00-\uffef]|[^\s\u2e80-\u9fff\uff00-\uffef]+/g;

function titleWords(player) {
  const { book } = player;
  return Array.from(filled(book, player.sentence())).flatMap((piece) => {
    const [words, weight] = typeof piece === "string" ? [piece, 400] : [piece.map((atom) => seen(book, atom)).join(""), 650];
    return (words.match(WORD) ?? []).map((word) => ({ text: word, weight }));
  });
}

/** A token by its letters, a space by its bracket. */
const seen = (book, atom) =>
  typeof atom === "string" ? atom : tokenAt(book, atom.token).parts.map(([kind, text]) => (kind === "space" ? "␣" : isolated(text))).join("");

const titleLine = (runs, place) =>
  svg("text", { x: PICTURE.margin, y: PICTURE.margin + PICTURE.line * place + PICTURE.font },
    runs.map(({ text, weight }) => svg("tspan", { "font-weight": weight }, text)));

/** The picture as PNG, `scale` times as many pixels as it has units. */
async function rasterOf({ text, width, height }, scale) {
  const address = URL.createObjectURL(new Blob([text], { type: "image/svg+xml" }));
  try {
    const image = new Image(width, height);
    image.src = address;
    await image.decode();
    const canvas = set(document.createElement("canvas"), { width: width * scale, height: height * scale });
    canvas.getContext("2d").drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error("PNG"))), "image/png"));
  } finally {
    URL.revokeObjectURL(address);
  }
}
