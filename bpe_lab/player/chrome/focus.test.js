/* The focus stays in the player, and with it the keyboard; what is pointed at is lit; a phone's tools. */

import {
  $, $$, away, boxes, click, equal, focused, given, hover, isShown, mount, named, ok, press, rest, show, size, step, test,
} from "/tests/browser/player/harness.js";

const WALK = await given("hanoi");
const PANELS = await given("hanoi", { panels: true });
const isRefocused = () => focused() === $(".player");
const focusOn = (node) => node.focus();

test("the button that reveals the answer gives the focus back", async () => {
  await mount(WALK);
  await press("q", "ArrowRight");
  await click(named("reveal"));
  equal(step(), 1);
  ok(isRefocused());
  await press("ArrowRight");
  equal(step(), 2);
});

test("a view that is no more to choose gives the focus back", async () => {
  await mount(PANELS);
  await click(named("view-1"));
  ok(!isRefocused());
  await press("ArrowRight");
  ok(!isShown(named("view-1")));
  ok(isRefocused());
  await press("ArrowRight");
  equal(step(), 2);
});

test("a cell that is gone gives the focus back", async () => {
  await mount(PANELS);
  const reached = () => $$(".cells li[tabindex='0']").map(({ dataset }) => dataset.index);
  focusOn($(".cells li"));
  await press("ArrowRight", "ArrowRight", "ArrowRight");
  equal(reached(), ["2"], "Tab leads back to the same cell");
  equal(step(), 0, "the arrows walk along the cells");
  await press("PageDown");
  equal($$(".cells li").length, 1);
  equal(reached(), ["0"]);
  ok(isRefocused());
  await press("PageDown");
  equal(step(), 2);
  equal(reached().length, 1);
});

test("a fold with nothing more to show gives the focus back", async () => {
  await mount(PANELS);
  const fold = () => named("ledger-fold");
  focusOn(fold());
  await press("PageDown");
  ok(!isShown(fold()));
  ok(isRefocused());
  await press("PageDown");
  await click(fold());
  await press("PageDown");
  ok(isShown(fold()), "what is unfolded can be folded");
  await click(fold());
  ok(isRefocused());
  await press("ArrowRight");
  equal(step(), 4);
});

for (const width of [1280, 700]) {
  test(`help over a menu returns to the menu's button: ${width}`, async () => {
    await size(width, 800);
    await mount(WALK);
    if (width < 1000) await click(named("more"));
    await click(named("share"));
    focusOn(named("save_json"));
    await press("?");
    ok(isShown($("[role=dialog]")));
    await press("Escape");
    ok(focused() === named(width > 1000 ? "share" : "more"));
    await press("ArrowRight");
    equal(step(), 1);
  });
}

test("another language leaves no focus behind", async () => {
  await mount(WALK);
  await click(named("stop_at"));
  focusOn(named("stop-tie"));
  show(await given("hanoi", { language: "zh" }));
  ok(focused() === named("stop_at"));
  focusOn(named("play"));
  show(WALK);
  ok(focused() === named("play"));
});

test("Shift and an arrow move a group from a tab too", async () => {
  await size(390, 844);
  await mount(WALK);
  const tabs = $$("[role=tab]");
  focusOn(tabs[0]);
  await press("Shift+ArrowRight");
  equal([step(), tabs[0].ariaSelected], [2, "true"]);
  await press("ArrowRight");
  equal([step(), tabs.at(-1).ariaSelected], [2, "true"]);
});

/** Positions and pairs that are lit. */
const linked = () => $$(".player [data-linked]").map(({ dataset }) => dataset.pair ?? dataset.at).sort();

test("pointing at a pair lights where it stands", async () => {
  await mount(WALK);
  await hover(".table [data-pair]");
  equal(linked(), ["0", "1", "2,1"]);
  await hover(".slot[data-at='1']");
  equal(linked(), ["1"], "disk 2 and disk 1 are no pair of the table");
  await hover(".slot[data-at='0']");
  equal(linked(), ["0", "2,1"]);
  await away();
  equal(linked(), []);
});

test("a pointer that rests points at what comes", async () => {
  await mount(WALK);
  await hover(".slot[data-at='2']");
  equal(linked(), ["2"]);
  await press("End");
  await rest();
  equal(linked(), [], "nothing stands there any more");
});

test("a lower window lays the board again", async () => {
  await size(700, 1000);
  await mount(await given("hanoi", { disks: 9 }));
  const [high] = boxes(".stage");
  await size(700, 560);
  await rest();
  const [low] = boxes(".stage");
  equal(low.width, high.width);
  ok(low.height < high.height, `${low.height} after ${high.height}`);
});

test("a phone has the tools behind one button, in Chinese too", async () => {
  await size(390, 844);
  await mount(await given("hanoi", { disks: 5, lifts: 10, language: "zh" }));
  const fits = () => ok(document.documentElement.scrollWidth <= 390, "nothing is wider than the window");
  const shown = (selector) => $$(selector).filter(isShown).map((node) => node.getBoundingClientRect());
  fits();
  ok(!isShown(named("share")));
  for (const { width, height } of shown(".transport button")) ok(Math.min(width, height) >= 44, "a finger's size");
  for (const name of ["more", "stop_at", "stop-tie"]) await click(named(name));
  ok(named("stop-tie").checked);
  fits();
  for (const { height } of shown(".tools :is(button, label)")) ok(height >= 44, "a finger's size");
  await press("Escape");
  equal(named("more").ariaExpanded, "true");
  await press("Escape");
  ok(!isShown(named("stop_at")), "one layer at a time");
});
