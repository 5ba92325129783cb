/* Tree, ranks and lanes draw a sum put together by precedence, of which they have not heard. */

import {
  $, $$, away, boxes, click, download, equal, failing, given, hover, isShown, media, mount, named, near, ok, press, sendKey, size, step, test, until,
} from "/tests/browser/player/harness.js";
import { shownNode } from "/bpe_lab/player/widgets/tree.js";

const SUM = await given("sums", { text: "2×3+4²" }); // bytes 32 C3 97 33 2B 34 C2 B2, seven joins
const DEEP = await given("sums", { text: "2×3+4²×5×6" }); // so many that the height tells the depth
const LONG = await given("sums", { text: "2×3+4²×5×6+7+88²+1×2+3²×9×1" });
/** Whether `inner` stands within `outer`, as one sees it. */
function isInView(outer, inner) {
  const [around, within] = [outer, inner].map((node) => node.getBoundingClientRect());
  return around.left - 1 <= within.left && within.right <= around.right + 1
    && around.top - 1 <= within.top && within.bottom <= around.bottom + 1;
}
const last = (data) => data.recording.steps.length - 1;
const PHONE = [390, 844];
const calm = () => media({ reduced_motion: "reduce" });

const nodes = () => $$(".derivation .node").map((node) => node.getAttribute("aria-label"));
/** The tree's slots from left to right: position, token, neighbors. */
const roots = () => $$(".derivation [data-token]").map(({ dataset }) => dataset)
  .sort((one, other) => Number(one.at) - Number(other.at))
  .map(({ at, token, prev, next }) => `${at}:${token} <${prev} >${next}`);
const place = ({ dataset }) => dataset.at ?? dataset.pair;
/** Positions lit in the tree, pairs lit in the ranks. */
const linked = () => [$$(".derivation [data-linked]").map(place).sort(), $$(".rank-row[data-linked]").map(place)];

test("nodes come when they are made and go when going back", async () => {
  await mount(SUM);
  rowsStandEquallyFarApart();
  equal(nodes(), []);
  equal(roots().slice(0, 2), ["0:300 <None >1", "1:301 <0 >2"]);
  equal(roots().length, 8);
  await press("ArrowRight");
  equal(nodes(), ["×, made of C3 and 97, rank 0"]);
  equal($(".derivation .node").dataset.look, "forming");
  equal(roots().length, 8, "what is forming is no token yet");
  edgesLeadToThePortsOfTheirBytes();
  await press("ArrowRight");
  equal($(".derivation .node").dataset.look, "merged");
  equal(roots().length, 7);
  ok(roots().includes("1:308 <0 >3"));
  await press("End");
  equal(nodes().length, 7);
  ok(nodes().at(-1).startsWith("2×3+4², made of "));
  equal(roots().map((root) => root.replace(/.* </, "<")), ["<None >None"]);
  noNodeCoversAnother();
  equal($$(".derivation .step text").length, 0);
  await press("ArrowLeft", "ArrowLeft");
  equal(nodes().length, 6);
  await press("Home");
  equal(nodes(), []);
  equal($$(".derivation .edges path").length, 0);
  equal($$(".tree-box[tabindex]").length, 0);
});

/** No row tells by its place what is joined in it, not even before it is seen. */
function rowsStandEquallyFarApart() {
  const rows = $$(".derivation .level").map((line) => line.getBBox().y);
  equal(rows.length, 7);
  equal(new Set(rows.slice(1).map((y, at) => rows[at] - y)).size, 1);
}

function edgesLeadToThePortsOfTheirBytes() {
  const ends = $$(".derivation .edges path").map((path) => path.getPointAtLength(path.getTotalLength()).x);
  near(ends, $$(".derivation .port").slice(0, 2).map((port) => port.cx.baseVal.value), 0.5);
  equal($$(".derivation .wide").length, 2, "× and ² have two bytes each");
}

function noNodeCoversAnother() {
  const all = boxes(".derivation :is(.node .body, .leaf .glyph .body)");
  const covers = (a, b) => a.right > b.left && b.right > a.left && a.bottom > b.top && b.bottom > a.top;
  equal(all.flatMap((a, i) => all.slice(i + 1).filter((b) => covers(a, b))).length, 0, "covered nodes");
}

for (const [name, data] of [["by step", SUM], ["by depth", DEEP]]) {
  for (const [screen, window] of [["laptop", [1280, 800]], ["phone", PHONE]]) {
    test(`nothing jumps: ${name}, ${screen}`, async () => {
      await calm();
      await size(...window);
      await mount(data);
      sendKey("ArrowRight");
      const heights = $$(".panel").map((panel) => panel.getBoundingClientRect().height);
      const stands = {};
      for (; step() < last(data); sendKey("ArrowRight")) {
        equal($$(".panel").map((panel) => panel.getBoundingClientRect().height), heights);
        equal(scrollY, 0);
        for (const node of $$(".derivation .node")) {
          const transform = node.getAttribute("transform");
          equal(transform, (stands[node.dataset.node] ??= transform), `node ${node.dataset.node}`);
        }
      }
      equal(Object.keys(stands).length, (last(data) / 2) | 0);
    });
  }
}

test("of many steps each node tells its own, and the tree is the picture", async () => {
  await calm();
  await mount({ ...LONG, step: 20 });
  if (!isShown(named("save_svg"))) await click(named("share"));
  const { text } = await download(named("save_svg"));
  ok(new DOMParser().parseFromString(text, "image/svg+xml").documentElement.textContent.includes("merge 10"));
  ok(!/oklch|translateX/.test(text), "the rows' names stand where they stand unscrolled");
  $(".player").focus();
  await press("End");
  noNodeCoversAnother();
  const tags = $$(".derivation .step").map((tag) => tag.textContent);
  ok(tags.length > 20);
  equal(tags, tags.map((_, at) => String(at + 1)));
  equal($$(".derivation .labels text").map((label) => label.textContent), [`merge ${tags.length}`, "characters", "bytes"]);
});

test("pointing at a pair lights its roots, and back", async () => {
  await mount(SUM);
  await press("ArrowRight");
  const row = $(".rank-row[data-look=chosen]");
  await hover(row);
  equal(linked(), [["1", "1,2", "2"], [row.dataset.pair]], "and the node to be");
  await hover(".derivation [data-at='1'] .hex");
  equal(linked(), [["1", "1,2"], [row.dataset.pair]]);
  await hover($(".track").querySelector("[data-at='1']"));
  equal(linked()[0], ["1", "1,2"]);
  await away();
  equal(linked(), [[], []]);
  $(".player").focus();
  await press("End");
  await hover(".derivation [data-node='0']");
  equal(linked()[1], ["1,2"], "a made node lights the pair that it was");
});

test("a phone draws full size and scrolls", async () => {
  await calm();
  await size(...PHONE);
  await mount(LONG);
  for (const keys of [Array(3).fill("ArrowRight"), Array(9).fill("ArrowRight"), ["Home", "ArrowRight"]]) {
    await press(...keys);
    const node = () => $(".node:is([data-look=forming], [data-look=merged]) .body");
    await until(() => isInView($(".tree-box"), node()), `after ${keys} in view`);
  }
  const [one, next] = boxes(".leaf .hex > .body");
  near(next.x - one.x, 66, 0.5);
  ok(document.documentElement.scrollWidth <= 390);
  const starts = () => boxes(".rule-lane .chip[data-at='0']").map(({ x }) => x);
  const before = starts();
  $(".rule-lanes").scrollLeft = 100;
  const shift = starts().map((x, at) => before[at] - x);
  ok(shift.length === 2 && shift[0] === shift[1] && shift[0] !== 0, `all lanes scroll together: ${shift}`);
});

test("what is shown is the node at work, of a tree that nobody builds its root", () => {
  const nodes = { 0: { level: 1, look: "" }, 1: { level: 2, look: "forming" }, 10: { level: 3, look: "" } };
  equal(shownNode(nodes, 2), "1");
  equal(shownNode({ 0: nodes[0] }, 1), "0");
  equal(shownNode({ 0: nodes[0], 10: nodes[10] }, 0), "10");
  equal(shownNode({}, 0), undefined);
});

test("the picture of a token is whole, and its rows' names lie on nothing", async () => {
  for (const [width, language] of [[390, "zh"], [360, "en"], [600, "en"]]) {
    await size(width, 700);
    await mount(await given("token_tree", { token_id: 835, language }));  // " default", eight bytes
    const box = $(".tree-box");
    ok(box.scrollWidth <= box.clientWidth + 1 && box.scrollHeight <= box.clientHeight + 1, `${width}`);
    const names = Math.max(...boxes(".derivation .labels text").map(({ right }) => right));
    const drawn = Math.min(...boxes(".derivation .slot .body").map(({ left }) => left));
    ok(names <= drawn, `${width}: ${names} <= ${drawn}`);
  }
});

test("arrows scroll what Tab has reached, and step after a click", async () => {
  await calm();
  await size(...PHONE);
  await mount(LONG);
  const box = $(".tree-box");
  equal(box.role, "group");
  box.scrollLeft = 0;
  box.focus();
  await press("ArrowRight");
  equal(step(), 0);
  await until(() => box.scrollLeft > 0, "scrolled by the key");
  $(".player").focus();
  await click(box);
  await press("ArrowRight");
  equal(step(), 1);
});

for (const motion of ["reduce", "no-preference"]) {
  test(`a new node moves for a moment unless motion is unwanted: ${motion}`, async () => {
    await media({ reduced_motion: motion });
    await mount(SUM);
    const { animate } = Element.prototype;
    const moved = [];
    Element.prototype.animate = function (frames, options) {
      moved.push(/** @type {any} */ (options).duration);
      return animate.call(this, frames, options);
    };
    await press("ArrowRight");
    const once = moved.length;
    await press("ArrowRight", "End");
    Element.prototype.animate = animate;
    equal(moved.slice(0, once), motion === "reduce" ? [] : [200, 200], "edges, node");
    ok([0, 2].includes(moved.length), "what is there stays; so in a jump");
  });
}

/** `value` with `change` over it, into every depth. */
const over = (value, change) => (change && typeof change === "object" && !Array.isArray(change) && value && typeof value === "object"
  ? { ...value, ...Object.fromEntries(Object.entries(change).map(([key, each]) => [key, over(value[key], each)])) }
  : change);

test("nonsense and a tree over nothing end in a message", async () => {
  const NONSENSE = [
    { tree: { nodes: { 0: { parts: ["n0", "b1"] } } } },
    { tree: { nodes: { 0: { parts: ["n9", "b1"] } } } },
    { tree: { nodes: { 0: { parts: ["b1", "b99"] } } } },
    { tree: { nodes: { 0: { parts: "nonsense" } } } },
    { tree: { nodes: { 0: { at: -1 } } } },
    { tree: { nodes: { 0: { size: 1e9 } } } },
    { tree: { nodes: { 0: { level: 1e9 } } } },
    { tree: { roots: ["constructor"] } },
    { ranks: { blocks: [{ rows: [{ pair: 7 }] }] } },
    { lanes: { lanes: { rule: { slots: { 0: [0, 99, ""] } } } } },
    { lanes: { lanes: { rule: { slots: { x: [0, 1, ""] } } } } },
  ];
  const NOTHING = [{ bytes: [] }, { bytes: 7 }, { levels: "many" }, { characters: [{ at: 7, size: 9 }] }];
  await mount(SUM);
  const { recording } = SUM;
  for (const patch of NONSENSE) {
    const steps = recording.steps.with(1, { ...recording.steps[1], patch: over(recording.steps[1].patch, patch) });
    failing({ ...SUM, recording: { ...recording, id: JSON.stringify(patch), steps } }, SUM, "ArrowRight");
  }
  for (const fault of NOTHING) {
    const widgets = recording.widgets.map((each) => (each.id === "tree" ? { ...each, ...fault } : each));
    failing({ ...SUM, recording: { ...recording, id: JSON.stringify(fault), widgets } }, SUM);
  }
});

test("ranks tell the lowest and what is no merge in words", async () => {
  await mount(SUM);
  await press("ArrowRight");
  const rows = $$(".rank-block[aria-current=step] .rank-row");
  equal(rows.slice(0, 3).map((row) => row.querySelector(".unseen").innerText),
    ["(2,\u202fC3), no merge", "(C3,\u202f97), rank 0, lowest", "(97,\u202f3), no merge"]);
  equal(rows[0].querySelectorAll(".bar").length, 0);
  equal(rows[0].querySelector(".no-rank").innerText, "no merge");
  equal(rows[1].querySelectorAll(".rank .icon").length, 1);
  equal($(".rank-foot").innerText.split("\n\n"), ["6 pairs left", "Bar length: how loosely it binds"]);
});

const present = () => $(".rank-block[data-look=now]");
for (const [name, data] of [["short", SUM], ["long", DEEP]]) {
  test(`the present pair stays in view: ${name}`, async () => {
    await calm();
    await mount(data);
    for (const keys of [Array(9).fill("ArrowRight"), ["End"], Array(5).fill("ArrowLeft"), ["Home", "ArrowRight"]]) {
      await press(...keys);
      const chosen = () => present().querySelector("[data-look=chosen]");
      await until(() => isInView($(".rank-box .scroller"), chosen()), `after ${keys} in view`);
    }
    equal(scrollY, 0);
  });
}

test("past blocks can be scrolled to by keyboard", async () => {
  await calm();
  await mount(SUM);
  await press("End");
  const box = $(".rank-box .scroller");
  await until(() => isInView(box, present()));
  ok(!isInView(box, $(".rank-row")));
  box.focus();
  await press(...Array(60).fill("ArrowUp"));
  await until(() => isInView(box, $(".rank-row")));
  equal(step(), last(SUM));
});

test("lanes hold tokens over their bytes", async () => {
  await mount(SUM);
  await press("End");
  const [rule, naive] = $$(".rule-lane");
  const widthOf = (selector) => rule.querySelector(selector).getBoundingClientRect().width;
  near(widthOf(".chip"), widthOf(".track"), 6);
  const told = (lane) => [lane.dataset.look, lane.querySelector(".lane-sign").innerText];
  equal([rule, naive].map(told), [["done", "✓"], ["differs", "≠"]]);
  ok(getComputedStyle(naive.querySelector(".chip")).border.includes("dashed"));
  equal(naive.querySelector(".rule-aside p:not(.sizer)").innerText, "7 looks");
});

test("a Chinese word of five characters stands whole in a hall", async () => {
  await size(1790, 1080);  // what the app leaves of 1920
  await mount({ ...(await given("word", { text: "被召回京城", language: "zh" })), present: true }, { hall: true });
  const { scrollWidth, clientWidth } = $(".tree-box");
  ok(scrollWidth <= clientWidth + 1, `${scrollWidth} of ${clientWidth}`);
});
