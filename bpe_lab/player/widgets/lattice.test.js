/* Lattice and states draw a journey and a week of weather, of which they have not heard. */

import {
  $, $$, boxes, click, download, drive, equal, failing, given, isShown, media, mount, named, ok, press, sendKey, show, size, step, test, until,
} from "/tests/browser/player/harness.js";

const ROADS = await given("roads");
const WEEK = await given("week");
const RIDES = ROADS.recording.widgets[0].arcs.length;
const PHONE = [390, 844];
const LINE = 4; // pixels; a text's box is higher than its letters
const last = (data) => data.recording.steps.length - 1;

async function shown(data, window = [1280, 800]) {
  await media({ reduced_motion: "reduce" });
  await size(...window);
  await mount(data);
}
const meet = (a, b, slack = 0.5) => a.left < b.right - 0.5 && b.left < a.right - 0.5 && a.top < b.bottom - slack && b.top < a.bottom - slack;
const meetings = (all, slack) => all.flatMap((a, at) => all.slice(at + 1).filter((b) => meet(a, b, slack))).length;
const arcs = () => Object.fromEntries($$(".lattice .arc").map(({ dataset: d }) => [`${d.from}-${d.to}`, d.look ?? ""]));
const nothingMoves = () => equal($(".player").getAnimations({ subtree: true }).length, 0);

test("arcs come when they are met and end in the cheapest way", async () => {
  await shown(ROADS);
  equal(arcs(), {});
  await press("ArrowRight");
  equal(arcs(), { "0-1": "now" });
  await press("ArrowRight");
  equal(arcs(), { "0-1": "best", "0-3": "now" });
  nothingMoves();
  await press("End");
  equal(Object.keys(arcs()).length, RIDES);
  const chosen = Object.keys(arcs()).filter((way) => arcs()[way] === "chosen").sort();
  equal(chosen, ["0-1", "1-4", "4-7", "7-9"]);
  const knots = $$(".lattice .knot").map((knot) =>
    [knot.querySelector(".score").textContent, knot.querySelector(".from").textContent, knot.dataset.look ?? ""]);
  equal(knots[9], ["28.0", "← 7", "path"]);
  equal(knots.flatMap(([, , look], at) => (look === "path" ? [at] : [])), [0, 1, 4, 7, 9]);
  const order = [...$(".lattice").children].map((layer) => layer.getAttribute("class"));
  ok(order.indexOf("lines") < order.indexOf("plaques"), "no line runs over a label");
  arcsAtOneNodeDoNotCross();
  const names = $$(".lattice .plaque").map((plaque) => plaque.getAttribute("aria-label"));
  ok(names.includes("barge, from 1 to 4, 7.0. chosen") && names.includes("from 0 to 1, 9.5. chosen"));
  await press("Home");
  equal(arcs(), {});
});

function arcsAtOneNodeDoNotCross() {
  const legs = $$(".lattice .arc path.body").map((path) => {
    const { x, y, width } = path.getBBox();
    return { ...path.parentNode.dataset, start: x, end: x + width, y };
  });
  equal(legs.length, RIDES);
  for (const one of legs) for (const other of legs.filter(({ y }) => one.y < y)) {
    if (one.from === other.from) ok(one.start < other.start, "the higher arc starts nearer to the node");
    if (one.to === other.to) ok(one.end > other.end, "and ends nearer to it");
  }
}

for (const [screen, window] of [["laptop", [1280, 800]], ["phone", PHONE]]) {
  test(`nothing moves from step to step, and no label covers another: ${screen}`, async () => {
    await shown(ROADS, window);
    const stands = {};
    const heights = new Set();
    while (step() < last(ROADS)) {
      sendKey("ArrowRight");
      for (const arc of $$(".lattice .arc")) {
        const path = arc.firstChild.getAttribute("d");
        equal(path, (stands[arc.dataset.arc] ??= path), `arc ${arc.dataset.arc}`);
      }
      heights.add($(".lattice").getBoundingClientRect().height);
    }
    equal(heights.size, 1);
    const plates = boxes(".lattice .plaque .plate");
    equal(plates.length, RIDES);
    equal(meetings(plates), 0, "plates");
    equal(plates.filter((plate) => boxes(".lattice .knot circle").some((knot) => meet(plate, knot))).length, 0, "knots");
    equal(meetings(boxes(".lattice .knot .score")), 0, "scores");
  });
}

const textsKeepApart = () => equal(meetings(boxes(".state-grid .cell text"), LINE), 0, "texts of cells");

test("cells fill a column at a time and end in the way back", async () => {
  await shown(WEEK);
  const known = () => $$(".state-grid .cell[data-known]");
  equal(known().length, 0);
  await press("ArrowRight", "ArrowRight");
  equal(known().length, 6);
  equal(known()[0].querySelector(".score").textContent, "−0.0");
  equal($$(".state-grid .ways path").length, 3, "none into the first");
  nothingMoves();
  await press("End");
  equal($$(".state-grid .cell[data-look=path]").length, 9);
  equal($$(".state-grid .ways [data-look=path]").length, 8);
  equal($$(".state-grid .cut").map(({ dataset }) => dataset.cut).sort(), ["0", "3", "4", "7", "8"]);
  equal($$(".state-grid .piece").length, 5);
  const barred = $$(".state-grid .cell[data-look=barred]");
  equal(barred.map((cell) => cell.getAttribute("aria-label")), ["place 2, snow: not allowed"]);
  equal(getComputedStyle(barred[0].querySelector(".hatch")).display, "inline", "what is not allowed is hatched");
  textsKeepApart();
});

test("a phone scrolls to the column at work", async () => {
  await shown(WEEK, PHONE);
  await press(...Array(9).fill("ArrowRight"));
  const band = () => $(".state-grid .band rect").getBoundingClientRect();
  await until(() => band().left >= 0 && band().right <= 391, "the column in sight");
  ok($(".state-grid .labels text").getBoundingClientRect().left < 40, "the names of the states stay");
  await press("End");
  textsKeepApart();
});

for (const [name, data] of [["lattice", ROADS], ["states", WEEK]]) {
  test(`it is without serious faults, and its picture holds the drawing: ${name}`, async () => {
    await shown(data);
    await press("End");
    equal(await drive("faults"), []);
    if (!isShown(named("save_svg"))) await click(named("share"));
    const { text } = await download(named("save_svg"));
    const picture = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
    ok(picture.textContent.includes("bay"));
    equal(picture.querySelectorAll("[class]").length, 0);
    show({ ...data, present: true }, false);
    equal(await drive("faults"), [], "presented");
  });
}

test("hostile numbers end in a message", async () => {
  await mount(ROADS);
  for (const data of [ROADS, WEEK]) {
    const [widget] = data.recording.widgets;
    failing({ ...data, recording: { ...data.recording, id: "bad", widgets: [{ ...widget, size: 1e9 }] } }, ROADS);
  }
});

for (const text of ["nowhere together", "在南京 the bridge 很长"]) {
  test(`figures pass behind the names of rows on a phone: ${text}`, async () => {
    await shown(await given("lattice", { text }), PHONE);
    for (const keys of [["Home"], Array(21).fill("ArrowRight")]) {
      keys.forEach(sendKey);
      const [ground, ...names] = [...$(".lattice .labels").children].map((each) => each.getBoundingClientRect());
      ok(names.length && names.every(({ right }) => right < ground.right), "the ground is as wide as its names");
    }
  });
}

test("a Chinese text of seven characters stands whole in a hall", async () => {
  await size(1790, 1080);  // what the app leaves of 1920
  await mount({ ...(await given("lattice", { text: "南京市长江大桥", language: "zh" })), present: true }, { hall: true });
  const { scrollWidth, clientWidth } = $(".tree-box");
  ok(scrollWidth <= clientWidth + 1, `${scrollWidth} of ${clientWidth}`);
});
