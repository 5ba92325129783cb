/* The heap: no word lies on an edge or a box, and no figure is cut, at any step. */

import { $, boxes, given, media, mount, ok, sendKey, size, step, test } from "/tests/browser/player/harness.js";

const meet = (a, b) => a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom;
const box = (node) => node.getBoundingClientRect();
const isCut = (item) => {
  const [letters, figure] = [".letters", "b"].map((name) => {
    const range = document.createRange();
    range.selectNodeContents(item.querySelector(name));
    return range.getBoundingClientRect();
  });
  return item.scrollWidth > item.clientWidth || letters.right > figure.left + 0.5;
};

/** Points along an edge, as they are drawn. */
function pointsOf(edge) {
  const matrix = edge.getScreenCTM();
  return Array.from({ length: 25 }, (_, k) => {
    const { x, y } = edge.getPointAtLength((k / 24) * edge.getTotalLength()).matrixTransform(matrix);
    return { left: x, right: x, top: y, bottom: y };
  });
}

/** What is wrong at this step. A word's box has some room above and below its letters. */
function faults() {
  const all = (name) => [...$(".heap").querySelectorAll(`svg ${name}`)];
  const words = all(":is(.waits, .was, .taken)").filter((word) => word.textContent);
  const drawing = box($(".heap svg"));
  const bodies = all(".body").map(box);
  const edges = all(".edge:not([data-gone])");
  const onWords = words.flatMap((word) => {
    const { left, right, top, bottom, height } = box(word);
    const letters = { left, right, top: top + height / 5, bottom: bottom - height / 5 };
    return [
      (right > drawing.right || left < drawing.left - 1) && `${word.textContent} sticks out`,
      bodies.some((body) => meet(letters, body)) && `${word.textContent} on a box`,
      edges.some((edge) => meet(letters, box(edge)) && pointsOf(edge).some((point) => meet(letters, point))) && `${word.textContent} on an edge`,
    ];
  });
  const cut = [...$(".heap").querySelectorAll(".item")].map((item) => isCut(item) && `${item.textContent} is cut`);
  return { seen: words.length, faults: [...onWords, ...cut].filter(Boolean) };
}

const WALKS = [
  { text: "abc_abd", named: true, present: true },
  { text: "grip", named: true, language: "zh", present: true },
  { text: "哈哈哈哈", language: "zh", present: false },
];
for (const { present, ...walk } of WALKS) {
  test(`words lie on nothing and no figure is cut: ${walk.text}`, async () => {
    await size(...(present ? [1920, 1080] : [1280, 800]));
    await media({ reduced_motion: "reduce" });  // a slow machine's steps would move, and boxes fly over words
    const data = await given("training", { trainer: "linked", merges: 2, ...walk });
    await mount({ ...data, present }, { hall: present });
    let all = 0;
    for (sendKey("Home"); ; sendKey("ArrowRight")) {
      const { seen, faults: found } = faults();
      all += seen;
      ok(!found.length, `step ${step()}: ${found}`);
      if (step() === data.recording.steps.length - 1) break;
    }
    ok(all > 10, `${all} words were seen`);
  });
}

// Its strip is measured beside the words that count the rest.
test("the last cell of the heap's array is whole", async () => {
  const data = await given("training", { trainer: "linked", text: "low lower newest", merges: 50 });
  data.text["player.heap.more"] = "and {entries} more entries";
  await mount({ ...data, step: data.recording.start });
  const { right } = box($(".cells"));
  const cells = boxes(".cells li");
  ok(cells.length > 6);
  ok(!cells.some((cell) => cell.left < right - 0.5 && right < cell.right - 1), "a cell is cut");
});
