/* Light or dark, told from the page's background rather than from the operating system. */

function isDark(node) {
  const colour = getComputedStyle(node).getPropertyValue("--st-background-color").trim();
  if (!colour) return false;
  const pen = document.createElement("canvas").getContext("2d", { willReadFrequently: true });
  pen.fillStyle = colour;
  pen.fillRect(0, 0, 1, 1);
  const [red, green, blue] = pen.getImageData(0, 0, 1, 1).data;
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue < 128;
}

const NARROW = 42;
const MEDIUM = 62;

/** The player's own width decides its layout, in rem: narrow, medium or wide. */
function sizeName(node) {
  const width = node.clientWidth / remSize();
  return width < NARROW ? "narrow" : width < MEDIUM ? "medium" : "wide";
}
