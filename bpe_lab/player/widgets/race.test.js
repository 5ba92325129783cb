/* The widgets of a race: the merge and its lanes, meters, the chart, strips; in every form. */

import {
  $, $$, boxes, click, download, drive, equal, failing, given, isShown, media, mount, named, near, ok, press, size, test, texts, until,
} from "/tests/browser/player/harness.js";

const NAMES = ["Anna", "Bilal + sledge", "Chiara", "Dmitri", "Emeka", "Fen"];
const STEPS = ["73,678", "670", "40,000", "2,188", "12", "350"];
const CELLS = [240, 120, 240, 120, 60, 30];
const DARK = {
  "--st-background-color": "#10151c",
  "--st-secondary-background-color": "#19202a",
  "--st-text-color": "#e8ecf1",
  "--st-border-color": "#2c3643",
  "--st-primary-color": "#d5dde7",
};
const FORMS = {
  light: { window: [1280, 800] },
  dark: { window: [1280, 800], dark: DARK },
  present: { window: [1920, 1080], hall: true },
  "present-dark": { window: [1920, 1080], hall: true, dark: DARK },
  phone: { window: [390, 844] },
};
const RACES = {
  two: await given("race", { lanes: 2 }),
  three: await given("race", { lanes: 3, glyphs: true }),
  six: await given("race", { lanes: 6, cut: true }),
};
const BESIDE = { stage: ["hero"], columns: [["work"], ["cells", "time"]] };

/** Seconds of a runner up to a stage. */
const clock = (lane, stage) => 0.02 * (lane + 1) + (0.12 * (stage + 1)) / (1 + 4 * lane);
const remOf = ({ hall }) => (hall ? 24 : 16);
const changed = (data, recording) => ({ ...data, recording: { ...data.recording, ...recording } });

/** The race in one of its forms, with theme and type size as the page sets them. */
async function shown(data, name = "light") {
  const form = FORMS[name];
  await media({ reduced_motion: "reduce" });
  await size(...form.window);
  await mount({ ...data, present: Boolean(form.hall) }, form);
  if (form.dark) equal($(".player").dataset.theme, "dark");
  return form;
}

/** How many pairs of boxes cover each other. A text's box is higher than its letters, so that lines
    of text may share a fifth of it. */
function overlaps(selector) {
  const all = boxes(selector);
  return all.flatMap((a, i) => all.slice(i + 1).filter((b) =>
    a.right > b.left + 0.5 && b.right > a.left + 0.5
      && Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top) > Math.min(a.height, b.height) / 5)).length;
}

const GROUPS = [
  ".chart text:not(.halo, [visibility=hidden])",
  ".side-name, .side-figure, .side-say, .side-clock, .versus-middle",
  ".strip-name, .strip-room, .strip-say, .strip-legend",
  ".meter-title, .meter > b, .meter > .fill, .meter > .without, .meter-of",
  ".series-key li",
];
const nothingOverlaps = () => GROUPS.forEach((group) => equal(overlaps(`.player :is(${group})`), 0, group));

/** Where all that may not jump stands. */
const panelsAndRows = () => $$(".panel, .side, .verdict, .meter-row, .strip-row").map((node) => {
  const { top, height } = node.getBoundingClientRect();
  return [top + scrollY, height];
});

const LOOKED_AT = [
  ...["light", "present", "phone"].map((form) => ["two", form]),
  ...["light", "phone"].map((form) => ["three", form]),
  ...["dark", "present-dark", "phone"].map((form) => ["six", form]),
];
for (const [name, form] of LOOKED_AT) {
  test(`${name} lanes, ${form}: who did what is shown, and nothing overlaps or jumps`, async () => {
    const { window: [width, height], ...look } = await shown(RACES[name], form);
    const places = panelsAndRows();
    await press("ArrowRight");
    whoDidWhat(RACES[name].recording);
    theMergeIsTheLargestThing(remOf(look));
    ok(document.documentElement.scrollWidth <= width, "nothing is wider than the window");
    equal(panelsAndRows(), places, "after a step");
    if (name === "two" && form !== "phone") oneScreenHoldsIt(height);
    nothingOverlaps();
    await press("End");
    nothingOverlaps();
    equal(panelsAndRows(), places, "at the end");
    await press("Home");
    equal(panelsAndRows(), places, "back at the beginning");
    await press("ArrowRight", "ArrowRight");
    await until(() => $(".badge-text[data-look=same]"));
    if (name !== "three") equal(await drive("faults"), []);
  });
}

function oneScreenHoldsIt(height) {
  const [foot] = boxes(".series-foot");
  const [transport] = boxes(".transport");
  ok(foot.bottom <= transport.top + 1, "the chart's foot stands above the transport");
  ok(transport.bottom <= height, "the transport stands in the window");
}

function whoDidWhat(recording) {
  const lanes = recording.widgets[0].lanes.length;
  equal(texts(".made:not(.sizer) .chip"), ["in", "g", "ing"]);
  equal(texts(".made:not(.sizer) .made-sign"), ["+", "→"]);
  equal(texts(".badge-text"), ["✓\nidentical stamps 0–0"]);
  equal(texts(".side-name"), NAMES.slice(0, lanes));
  equal(texts(".side-figure > p:not(.sizer)"), STEPS.slice(0, lanes));
  equal(texts(".side-clock > p:not(.sizer)"), NAMES.slice(0, lanes).map((_, lane) => `${clock(lane, 0).toFixed(3)} s`));
  equal(texts(".meter-foot"), ["Steps are counted, seconds measured."]);
  equal($$(".strip-row").length, lanes);
  equal($$(".player .failed").length, 0);
}

function theMergeIsTheLargestThing(rem) {
  const chips = boxes(".made:not(.sizer) .chip");
  near(chips.map(({ height }) => height), Array(3).fill(3 * rem), 1, "the height of a chip");
  equal(new Set(chips.map(({ top }) => top)).size, 1, "in one line");
  const [figure, clock] = [".side-figure", ".side-clock"].map((place) => Math.max(...boxes(`${place} > p:not(.sizer)`).map(({ height }) => height)));
  ok(figure < chips[0].height, "figures are lower");
  ok(clock < figure, "the work is larger than its time");
}

for (const [lanes, tight] of [[2, 0], [6, 1]]) {
  test(`half a width is enough for ${lanes} lanes`, async () => {
    await shown(changed(await given("race", { lanes }), { layout: BESIDE }));
    await press("ArrowRight");
    nothingOverlaps();
    equal($$(".meters[data-tight]").length, tight);
    const isFull = Math.abs(boxes(".strip-room")[0].width - boxes(".strip-row")[0].width) <= 1;
    equal(isFull, lanes === 2, "few lanes have their strips below their names");
    const { right } = boxes(".meters")[0];
    ok(boxes(".meter .fill").every((bar) => bar.right <= right + 1), "a bar stays in its panel");
  });
}

for (const lanes of [2, 4]) {
  test(`a phone shows all of a race of ${lanes} lanes below each other`, async () => {
    await shown(changed(await given("race", { lanes }), { layout: BESIDE }), "phone");
    await press("ArrowRight");
    equal($$("[role=tab]").filter(isShown).length, 0);
    const places = ["versus", "meters", "series", "strips"].map((kind) => boxes(`.panel[data-widget=${kind}]`)[0]);
    places.slice(1).forEach((below, at) => ok(places[at].bottom <= below.top, "merge, lanes, meters, chart, places"));
    ok(places.every(({ height }) => height > 0));
    ok(isShown($(".chart .curve")));
  });
}

for (const [lanes, form] of [[2, "light"], [2, "phone"], [4, "present"], [4, "phone"]]) {
  test(`long tokens make the merge smaller: ${lanes} lanes, ${form}`, async () => {
    const words = ["interchange", "ability and", "interchangeability and"];
    const look = await shown(await given("race", { lanes, words }), form);
    await press("ArrowRight");
    const [stage] = boxes(".stage");
    const before = boxes(".versus")[0].height;
    const chips = boxes(".made:not(.sizer) .chip");
    const rem = remOf(look);
    ok(1.6 * rem < chips[0].height && chips[0].height < 2.9 * rem, `${chips[0].height} high`);
    equal(new Set(chips.map(({ top }) => top)).size === 1, form !== "phone", "in one line");
    ok(chips.every(({ left, right }) => stage.left < left && right < stage.right), "chips stay on the stage");
    equal(overlaps(".made:not(.sizer) .chip, .badge-text, .side"), 0);
    await press("ArrowRight");
    near(boxes(".made:not(.sizer) .chip")[0].height, 3 * rem, 1);
    equal(boxes(".versus")[0].height, before);
  });
}

for (const form of ["light", "present"]) {
  test(`four lanes are low, ${form}`, async () => {
    const look = await shown(changed(await given("race", { lanes: 4 }), { layout: BESIDE }), form);
    await press("ArrowRight");
    const rem = remOf(look);
    const tops = boxes(".meter-row").map(({ top }) => top);
    ok(Math.max(...tops.slice(1).map((top, at) => top - tops[at])) <= 1.5 * rem, "rows of meters");
    for (const row of ["feet", "doors"]) {
      const numbers = boxes(`.meter-row[data-row=${row}] .meter b`);
      const bars = boxes(`.meter-row[data-row=${row}] .fill`);
      equal(bars.length, numbers.length);
      bars.forEach((bar, at) => {
        const middle = (numbers[at].top + numbers[at].bottom) / 2;
        ok(bar.right <= numbers[at].left && bar.top < middle && middle < bar.bottom, "a number stands behind its bar");
      });
    }
    const [rooms, names] = [boxes(".strip-room"), boxes(".strip-name")];
    boxes(".strip-row").forEach(({ height }, at) => {
      ok(height < 2.4 * rem, "a row of a strip");
      ok(rooms[at].left >= names[at].right, "a strip stands beside its name");
    });
    nothingOverlaps();
  });
}

test("long names leave the figures in line", async () => {
  const long = NAMES.map((name, place) => (place % 4 ? name : `${name}, who has ${place} names more`));
  await shown(await given("race", { lanes: 6, names: long }));
  equal(new Set(boxes(".side-figure").map(({ top }) => top)).size, 1);
  equal(new Set(boxes(".side-say").map(({ top }) => top)).size, 1);
  await press("End");
  const ends = $$(".chart .end-label").map((node) => node.getBBox().x + node.getBBox().width);
  ok(Math.max(...ends) <= $(".chart").viewBox.baseVal.width + 1, "what is too long is cut");
});

test("figures that are hidden keep their room", async () => {
  const data = await given("race", { lanes: 2 });
  data.recording.steps[1].patch.hero.lanes = null;
  await shown(data);
  const places = panelsAndRows();
  await press("ArrowRight");
  for (const place of ["side-figure", "side-clock"]) equal(texts(`.${place} > p:not(.sizer)`), ["", ""]);
  equal(panelsAndRows(), places);
});

test("long lists of tokens wrap", async () => {
  const data = await given("race", { lanes: 2 });
  data.recording.steps[1].patch.hero = { tokens: Array(6).fill([2, 5, 0, 1, 4]).flat(), join: ["→"] };
  await shown(data, "phone");
  await press("ArrowRight");
  equal($$(".made:not(.sizer) .chip").length, 30);
  equal(texts(".made:not(.sizer) .made-sign"), ["→"]);
  ok(document.documentElement.scrollWidth <= 390);
  equal(overlaps(".made:not(.sizer) .chip"), 0);
});

for (const name of ["two", "six"]) {
  test(`bars have one logarithmic scale: ${name} lanes`, async () => {
    await shown(RACES[name]);
    await press("ArrowRight");
    const widths = (lane) => $$(`.meter[data-lane=${lane}] .fill`).map((node) => node.getBoundingClientRect().width);
    const share = (count) => Math.log1p(count) / Math.log1p(99999);
    const whole = widths("r0")[0] / share(73678);
    near(widths("r1"), [670, 2188, 43, 2, 1].map((count) => whole * share(count)), 0.5);
    if (name === "two") twoLanesFaceEachOther();
    else metersAreATable();
  });
}

function twoLanesFaceEachOther() {
  const [left, right] = boxes(".meter-row[data-row=feet] .fill");
  const [title] = boxes(".meter-row[data-row=feet] .meter-title");
  near([title.left, title.right, title.width], [left.right, right.left, 9 * 16], 1);
  near(left.height, 0.9 * 16, 0.5);
  const row = ".meter-row[data-row=push] .meter";
  equal(texts(row), ["no sledge", "43"]);
  equal($$(`${row} .fill`).length, 1, "words take the bar's place");
  const looks = $$(".meter-row[data-row=feet] .fill").map(getComputedStyle);
  equal(looks.map(({ backgroundColor }) => backgroundColor), ["rgb(184, 74, 0)", "rgb(51, 65, 85)"]);
  equal(looks.map(({ backgroundImage }) => backgroundImage.includes("gradient")), [true, false], "hatched");
}

function metersAreATable() {
  const table = $("[role=table][aria-label='Work at this stage']");
  equal([...table.querySelectorAll("[role=columnheader]")].map((node) => node.innerText), ["", ...NAMES]);
  const row = [...table.querySelectorAll("[role=row]")].find((each) => each.innerText.includes("steps taken"));
  equal(row.querySelectorAll("[role=cell]").length, 6);
  equal(texts(".meter-row[data-row=doors] .meter:nth-child(6)"), ["0"]);
  equal($(".meter-row[data-row=doors] .meter:nth-child(6) .fill").getBoundingClientRect().width, 0);
}

test("a chart behind a tab is drawn when it is chosen", async () => {
  await shown(changed(RACES.two, { layout: { stage: ["cells"], columns: [["work"], ["time"]] } }), "phone");
  await press("ArrowRight");
  ok(!isShown($(".chart")));
  await click($$("[role=tab]").find((tab) => tab.innerText.trim() === "Time so far, by stage"));
  equal($$(".chart .curve").filter(isShown).length, 2);
  equal($(".chart .cursor .at").textContent, "0");
});

/** Where the chart's axes lie on the screen. */
function plot() {
  const lines = $$(".chart .grid line").map((line) => line.getBoundingClientRect());
  return { left: lines[0].left, right: lines[0].right, ys: lines.map(({ top }) => top) };
}
const middleOf = ({ left, width }) => left + width / 2;

test("the cursor and its marks stand where the numbers say", async () => {
  await shown(RACES.two);
  equal($(".chart .cursor").getAttribute("visibility"), "hidden");
  await press(...Array(9).fill("ArrowRight"));
  const { left, right, ys } = plot();
  equal($$(".chart .y-tick").map((tick) => tick.textContent), ["0.01", "0.1", "1", "10", "100"]);
  const x = left + ((right - left) * 8) / 26;
  near(middleOf(boxes(".chart .cursor .at")[0]), x, 1);
  equal($(".chart .cursor .at").textContent, "8");
  ["circle", "square"].forEach((shape, lane) => {
    const [mark] = boxes(`.chart .lane-mark[data-lane=r${lane}][data-mark=${shape}]`);
    const y = ys[0] - ((ys[0] - ys.at(-1)) / 4) * (Math.log10(clock(lane, 8)) + 2);
    near([middleOf(mark), mark.top + mark.height / 2], [x, y], 1, shape);
  });
  const ticks = () => $$(".chart .x-tick:not([visibility=hidden])").map((tick) => tick.textContent);
  equal(ticks(), ["0", "5", "10", "15", "20", "26"]);
  await press("ArrowRight", "ArrowRight");
  ok(!ticks().includes("10"), "the cursor's number takes its place");
});

for (const [stages, ticks] of [[2, ["0", "1"]], [4, ["0", "1", "2", "3"]]]) {
  test(`${stages} stages have whole numbers`, async () => {
    await shown(await given("race", { lanes: 2, stages }));
    equal($$(".chart .x-tick").map((tick) => tick.textContent), ticks);
  });
}

test("few points have their dots", async () => {
  const data = await given("race", { lanes: 2 });
  const { r1 } = data.recording.widgets[2].lines;
  r1.points = r1.points.filter((_, at) => at % 2 === 0);
  await shown(data);
  equal($$(".chart .dot").map((dot) => dot.dataset.mark), Array(14).fill("square"));
  const { left, right } = plot();
  near(boxes(".chart .dot").map(middleOf), Array.from({ length: 14 }, (_, k) => left + ((right - left) * 2 * k) / 26), 1);
});

test("a line that was cut goes on dashed", async () => {
  await shown(RACES.six);
  const { left, right } = plot();
  near(boxes(".chart .curve[data-lane=r0]")[0].right, left + ((right - left) * 13) / 26, 2);
  near(boxes(".chart .beyond").map((box) => box.right), [right], 2);
  equal($$(".chart .curve").map((node) => node.getAttribute("stroke-dasharray")),
    ["6 3", null, "2 3", "10 3 2 3", null, "4 2"]);
});

test("the chart says where its lines end, in both languages", async () => {
  await shown(RACES.two);
  equal($(".chart[role=img]").ariaLabel, "Time so far, by stage. Anna: 3.26 s. Bilal + sledge: 0.69 s.");
  ok(texts(".series-foot")[0].startsWith("Measured, not simulated: 133,027 m"));
  await shown(await given("race", { lanes: 2, language: "zh" }));
  equal($(".chart[role=img]").ariaLabel, "Time so far, by stage。Anna：3.26 s。 Bilal + sledge：0.69 s。");
});

test("strips are as long as their cells and light up", async () => {
  await shown(RACES.six);
  await press("ArrowRight");
  const widths = boxes(".strip-cells .paper").map(({ width }) => width);
  const [room] = boxes(".strip-room");
  near(widths, CELLS.map((cells) => (room.width * cells) / 240), 2);
  equal($(".strip-cells").ariaLabel, "Anna: of 240 cells, 231 looked at, 9 changed. 231 seen, 9 changed");
  equal($$(".strip-cells .changed").map((node) => node.getAttribute("d").split("M").length - 1), [9, 5, 9, 5, 3, 2]);
  near(boxes(".strip-cells .changed")[5].left, room.left, 1);
  equal(texts(".strip-legend li"), ["left alone", "looked at", "changed"]);
});

test("few cells show what stands in them", async () => {
  await shown(RACES.three, "phone");
  await press("ArrowRight");
  equal(texts(".strip-row:first-child .strip-cell").slice(0, 3), ["in", "g", "ing"]);
  const row = $(".strip-glyphs");
  equal([...row.querySelectorAll(".strip-cell")].map((cell) => cell.dataset.level), ["2", "1", "1", "1", "1", "1"]);
  equal(row.ariaLabel, "Anna: of 6 cells, 5 looked at, 1 changed. 5 seen, 1 changed");
});

test("a difference is said in words and signs", async () => {
  await shown(await given("race", { lanes: 2, differs: true }));
  await press("End");
  equal(texts(".badge-text"), ["✗\ndiffers at 26"]);
  equal($$(".badge-text[data-look=differs]").length, 1);
});

test("hostile words are shown as words", async () => {
  const evil = "<img src=x onerror='window.struck=1'>";
  const data = await given("race", { lanes: 3, names: [evil, "{rests}</script>", "constructor"] });
  data.recording.widgets[2].foot = ["run.so_far {evil}", { evil }];
  await shown(data);
  await press("ArrowRight", "End");
  ok(texts(".side-name")[0].includes(evil));
  equal($$(".player img").length, 0);
  equal(/** @type {any} */ (window).struck, undefined);
});

test("the whole board is the picture", async () => {
  await shown(RACES.six);
  await press("ArrowRight");
  const kept = {};
  for (const name of ["save_svg", "save_png"]) {
    if (!isShown(named(name))) await click(named("share"));
    kept[name] = await download(named(name));
  }
  const source = kept.save_svg.text;
  const picture = new DOMParser().parseFromString(source, "image/svg+xml").documentElement;
  for (const words of ["identical stamps 0–0", "Bilal + sledge", "73,678", "no sledge", "Measured"]) {
    ok(picture.textContent.includes(words), words);
  }
  ok(!/oklch|color-mix/.test(source), "colors that every program reads");
  ok(picture.querySelector("pattern"), "lanes are hatched");
  ok(Number(picture.getAttribute("height")) < 1200);
  ok(kept.save_png.text.slice(1).startsWith("PNG") && kept.save_png.size > 20_000);
});

test("nonsense ends in a message", async () => {
  const NONSENSE = [
    [0, { lanes: 7 }],
    [0, { lanes: [{ id: "x", title: "x", look: 99 }] }],
    [1, { most: "much" }],
    [2, { y: { low: 0, high: 1 } }],
    [2, { x: { first: "a", last: 1 } }],
    [3, { lanes: [{ id: "x", title: "x", look: 1, cells: -1 }] }],
  ];
  await shown(RACES.two);
  for (const [place, wrong] of NONSENSE) {
    const widgets = RACES.two.recording.widgets.map((widget, at) => (at === place ? { ...widget, ...wrong } : widget));
    failing(changed(RACES.two, { id: JSON.stringify(wrong), widgets }), RACES.two);
  }
});
