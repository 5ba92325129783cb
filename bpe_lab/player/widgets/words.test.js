/* Words and beads draw trains that are coupled, of which they have not heard. */

import {
  $, $$, boxes, click, equal, failing, given, hover, isShown, mount, near, ok, press, size, test, texts,
} from "/tests/browser/player/harness.js";

const YARD = await given("trains");
const TIMES = [6, 2, 1];
const SCREENS = { laptop: [1280, 800], phone: [390, 844] };
const ofEach = (selector) => $$(selector).map((node) => node.textContent);
/** The slots of a strip or a lens from left to right: where, what, how it looks. */
const slots = (row) => $$(`${row} .word-slot`).map(({ dataset: d }) => `${d.at ?? ""}:${d.token ?? ""} ${d.look ?? ""}`);
const arcs = () => $$(".word-drawing .arc").map((arc) => `${arc.dataset.pair} ${arc.textContent} ${arc.dataset.look ?? ""}`);
const lit = () => $$(".word-strip [data-linked]").map(({ dataset }) => dataset.at);

test("the strip holds every row with how often it counts", async () => {
  await mount(YARD);
  equal(ofEach(".word-strip .label"), TIMES.map((times, row) => `${row}×${times}`));
  equal(slots(".word-strip").slice(0, 4), ["0.0:300 ", "0.1:301 ", "0.2:302 ", "0.3:303 "]);
  ok($(".word-drawing + p").textContent.startsWith("×6 A b C d; ×2 d b C"));
});

test("without a row in focus the sum is drawn", async () => {
  await mount(YARD);
  equal(ofEach(".word-drawing .sum .word-slot"), ["b", "C", "bC"]);
  equal(ofEach(".word-drawing .sum-sign"), ["+", "→"]);
  await press("ArrowRight");
  equal($$(".word-drawing .sum").length, 0);
});

for (const [screen, window] of Object.entries(SCREENS)) {
  test(`what is not joined stands still: ${screen}`, async () => {
    await size(...window);
    await mount(YARD);
    const places = () => [
      $(".word-drawing").getBoundingClientRect().height,
      $$(".word-strip .body").map((body) => [body.parentNode.textContent, body.getAttribute("x")])
        .filter(([text]) => text === "A" || text === "d"),
    ];
    const before = places();
    ok(before[1].length > 30);
    await press("ArrowRight");
    equal(places(), before);
    await press("ArrowRight", "ArrowRight");
    equal(places(), before);
  });

  test(`a row that is too long is shown where it changes: ${screen}`, async () => {
    await size(...window);
    await mount(YARD);
    await press("End");
    const [ground] = boxes(".word-drawing .ground");
    const [arc] = boxes(".word-drawing .arc");
    ok(ground.left - 20 <= arc.left && arc.right <= ground.right + 20);
  });
}

test("a row is shown before and after, with what its pairs lose above and gain below", async () => {
  await mount(YARD);
  await press("ArrowRight");
  equal(slots(".word-row.before"), [": ", ": forming", ": forming", ": "]);
  equal(slots(".word-row.after"), ["0.0:300 ", "0.1:304 merged", "0.3:303 "]);
  equal(arcs(), []);
  await press("ArrowRight");
  equal(arcs(), ["1,2 −6 ", "0,1 −6 now", "0,4 +6 now"]);
  ok($(".word-title").textContent.includes("×6"));
  const [, lost, gained] = boxes(".arc");
  ok(lost.top < boxes(".word-row.before")[0].top);
  ok(gained.bottom > boxes(".word-row.after")[0].bottom);
  await press("ArrowLeft");
  equal(arcs(), []);
});

test("what does not reach the line is left of it", async () => {
  await mount(YARD);
  const line = $(".beads .threshold path").getBoundingClientRect();
  for (const bead of $$(".bead")) {
    const { left, width } = bead.getBoundingClientRect();
    equal(left + width / 2 < line.left + 1, Number(bead.dataset.count) < 3, bead.dataset.pair);
  }
  equal(ofEach(".threshold text"), ["at least 3"]);
});

test("a crowded column closes up and tells its number", async () => {
  await mount(YARD);
  equal(ofEach(".beads .crowd"), ["12"]);
  const { top } = $(".beads").getBoundingClientRect();
  ok(boxes(".bead").every((bead) => bead.top >= top));
  equal($(".beads + p").textContent, "3 candidates, 13 set aside");
});

test("a bead comes and goes with its pair", async () => {
  await mount(YARD);
  await press("ArrowRight", "ArrowRight");
  equal($$(".bead[data-look=changed]").map(({ dataset }) => dataset.pair), ["0,4"]);
  equal($$(".bead[data-pair='0,1']").length, 0);
  await press("Home");
  equal($$(".bead[data-pair='0,1']").length, 1);
});

test("pointing at a bead, or at an entry of the index, lights where it stands", async () => {
  await mount(YARD);
  await hover(".bead[data-pair='1,2']");
  equal(lit(), ["0.1", "0.2", "1.1", "1.2"]);
  equal($(".ledger tr[data-linked]").dataset.pair, "1,2");
  await hover(".ledger tr[data-pair='1,2'] [data-at='1']");
  ok(lit().includes("1"));
});

test("a list says how often a pair stands in one place", async () => {
  await mount(YARD);
  const row = $(".ledger tr[data-pair='1,2']");
  equal(row.querySelector("[data-column=positions]").innerText, "0 1×3");
  equal(row.dataset.positions, "0,1×3");
});

test("a listing that is written grows line by line", async () => {
  await mount(YARD);
  const seen = () => $$("[data-widget=code] li").filter((line) => getComputedStyle(line).visibility !== "hidden").length;
  const high = $(".listing").getBoundingClientRect();
  equal(seen(), 1);
  await press("ArrowRight");
  equal(seen(), 2);
  ok($("[data-widget=code] [aria-current]").innerText.includes("b C"));
  equal($(".listing").getBoundingClientRect(), high);
  await press("Home");
  equal(seen(), 1);
});

test("lanes give a byte the room that is asked for", async () => {
  await size(...SCREENS.phone);
  await mount(YARD);
  await click($$("[role=tab]").find((tab) => tab.innerText.trim() === "Platforms"));
  ok(isShown($(".track .chip")));
  equal(texts(".track .chip")[0], "bC");
  near(boxes(".track .chip")[0].width, 56, 1);
});

test("a wrong widget ends in a message", async () => {
  await mount(YARD);
  for (const [kind, fault] of [["words", { words: [{ times: 1, cells: [] }] }], ["lanes", { pitch: 500 }]]) {
    const widgets = YARD.recording.widgets.map((each) => (each.kind === kind ? { ...each, ...fault } : each));
    failing({ ...YARD, recording: { ...YARD.recording, id: kind, widgets } }, YARD);
  }
});
