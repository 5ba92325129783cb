/* Panels: the ledger's fold, the shelf's pairs, heads, lit lines, the signs above the timeline. */

import {
  $, $$, boxes, click, equal, given, isShown, mount, ok, press, sendKey, size, step, test, texts,
} from "/tests/browser/player/harness.js";

const edges = (selector) => boxes(selector).map(({ top, bottom }) => [top, bottom].map(Math.round));

test("unfolded, the ledger takes the room of its column and no more", async () => {
  const data = await given("training", { trainer: "linked", text: "low", named: true });
  await mount({ ...data, step: data.recording.start });
  const OTHERS = [".columns", ".column", ".transport", ".panel:not([data-widget=ledger])"];
  const before = OTHERS.map(edges);
  const [[top, folded]] = edges(".ledger .box");
  await click(".fold");
  const [[there, unfolded]] = edges(".ledger .box");
  equal(OTHERS.map(edges), before);
  equal(there, top);
  ok(unfolded > folded + 30);
  const box = $(".ledger .box");
  ok(box.scrollHeight > box.clientHeight + 1, "more pairs than fit");
  ok(Math.abs(edges(".ledger")[0][1] - before[1][0][1]) <= 1, "it ends where its column ends");
  await press("ArrowRight", "ArrowRight");
  equal(edges(".ledger .box"), [[top, unfolded]]);
  await click(".fold");
  equal(edges(".ledger .box"), [[top, folded]]);
});

test("a token that has room in a row is not broken", async () => {
  await size(390, 844);
  await mount(await given("training", { trainer: "train", text: "哈哈哈哈", merges: 3, language: "zh" }));
  await press("End");
  equal($$(".ribbon .slot:not([data-gone])").map((slot) => slot.querySelectorAll(".body").length), [1, 1]);
  const rows = new Set($$(".ribbon .slot:not([data-gone]) .body").map(({ y }) => y.baseVal.value));
  equal(rows.size, 2);
});

// It reaches past its figure, and the cell cuts what lies outside.
test("the mark on a first position is whole", async () => {
  const data = await given("training", { trainer: "linked", text: "low", named: true, merges: 1 });
  await mount({ ...data, step: data.recording.start });
  await press("n");
  const mark = $(".ledger td [data-look=now]");
  equal(mark.previousSibling, null);
  ok(mark.getBoundingClientRect().left >= mark.closest("td").getBoundingClientRect().left);
});

test("on the shelf a short part is whole, however long the other is", async () => {
  const data = await given("training", { trainer: "train", text: "我一把把把把住了", merges: 10, language: "zh" });
  await size(1920, 1080);
  await mount({ ...data, step: data.recording.steps.length - 1, present: true }, { root: "30px" });
  const cut = $$(".shelf .pair .letters").filter((part) => part.scrollWidth > part.clientWidth);
  ok(cut.length, "a long part is cut");
  ok(cut.every((part) => part.innerText.length > 2), String(cut.map((part) => part.innerText)));
});

test("signs never overlap, and the rarer kind stays", async () => {
  const data = await given("hanoi", { disks: 4 });
  data.recording.steps.forEach((each, at) => (each.marks = [at % 7 === 3 ? "character" : "tie"]));
  await size(900, 700);
  await mount(data);
  const signs = boxes(".timeline .signs path").sort((one, other) => one.left - other.left);
  ok(signs.length > 8);
  ok(signs.slice(1).every(({ left }, at) => signs[at].right <= left));
  const rare = data.recording.steps.filter(({ marks }) => marks.includes("character")).length;
  equal($$(".timeline .signs [data-mark=character]").length, rare);
});

test("a state may have a title of its own", async () => {
  const data = await given("hanoi");
  const { steps } = data.recording;
  steps[2].patch.why = { title: "hanoi.pegs" };
  steps[3].patch.why = { title: null };
  await mount({ ...data, step: 1 });
  const heads = [];
  for (let look = 0; look < 3; look++) {
    heads.push(...texts(".panel[data-widget=note] h2"));
    sendKey("ArrowRight");
  }
  equal(heads, ["Why?", "Pegs", "Why?"]);
});

// Where a merge is done, the loop that ends is one of the repair.
test("a lit line wears the color of its own sub-goal", async () => {
  const data = await given("training", { trainer: "linked", text: "low low", merges: 1 });
  const done = data.recording.steps.findIndex(({ say: [key] }) => key === "linked.say.done");
  await mount({ ...data, step: done - 1 });
  const ground = () => getComputedStyle($$(".listing li[data-wears]").at(-1)).backgroundColor;
  const before = ground();
  await press("ArrowRight");
  equal([step(), $(".player").dataset.now], [done, "merge"]);
  equal(ground(), before);
});

const MAPPED = await given("training", { trainer: "train", text: "story_en", merges: 3, named: true });
const marksOf = (look) => [...$$(`.text-map .${look}`)].map((path) => (path.getAttribute("d").match(/M/g) ?? []).length);

test("of a text longer than its stage, all places of a merge are on the map", async () => {
  const { steps, prelude } = MAPPED.recording;
  const merge = steps.findIndex(({ say: [key] }) => key === "train.say.merge");
  const { places } = steps[merge].say[1];
  await mount({ ...MAPPED, step: merge });
  equal([marksOf("forming"), marksOf("merged")], [[2 * places, 0], [0, places]], "before, and now");
  const seen = $$(".ribbon .slot[data-look=merged]").filter((slot) => {
    const [box, stage] = [slot, $(".scroller")].map((node) => node.getBoundingClientRect());
    return box.top >= stage.top && box.bottom <= stage.bottom;
  });
  ok(seen.length < places, "the stage alone shows few");
  await press("ArrowRight");
  equal(marksOf("changed"), [0, places]);
  await press(...Array(merge + 2 - prelude).fill("ArrowLeft"));
  ok(marksOf("window")[1] > 20, `and what is being counted: ${marksOf("window")}`);
});

test("a text that is seen whole has no map", async () => {
  await mount(await given("training", { trainer: "train", text: "low lower" }));
  ok(!isShown($(".text-map")));
});
