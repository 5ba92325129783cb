/* A recording of one step: its widgets alone. */

import { board, walk } from "/tests/browser/player/bars.js";
import mountPlayer from "/bpe_lab/player/chrome/mount.js";
import {
  $, $$, equal, focused, given, heard, hover, hurried, isShown, mount, ok, press, sent, show, size, step, test,
} from "/tests/browser/player/harness.js";

const BOARD = await board();
const WALK = await walk();

for (const present of [false, true]) {
  test(`a board is its widgets alone${present ? ", presented" : ""}`, async () => {
    await hurried(() => mount({ ...BOARD, present }, { query: "?step=3&lang=en" }));
    const player = $(".player[data-board]");
    equal(player.querySelectorAll(".panel").length, 3);
    const others = ".head, .narration, .transport, .hints, [role=dialog], [aria-live], [role=tablist]";
    equal(player.querySelectorAll(others).length, 0);
    equal([player.ariaLabel, player.role, player.getAttribute("tabindex")], ["A line of music", "group", null]);
    ok(focused() !== player);
    equal(location.search, "?step=3&lang=en");
  });
}

test("a board takes no key", async () => {
  await mount({ ...BOARD, present: true });
  const KEYS = ["Space", "PageDown", "Escape", "h", "q"];
  const keys = await heard(async () => {
    await press(...KEYS);
    $(".flow-item").focus();
    await press(...KEYS);
  });
  const once = [" ", ...KEYS.slice(1)].map((key) => [key, false]);
  equal(keys, [...once, ...once]);
  equal(sent, []);
});

test("a panel under the mouse is brought over its board and back, without the focus", async () => {
  await mount(BOARD);
  const over = () => $$(".panel[data-full]").length;
  await press("f");
  equal(over(), 0);
  await hover($$(".panel").at(-1));
  await press("f");
  equal(over(), 1);
  await press("Escape");
  equal(over(), 0);
});

test("a board beside another links only itself", async () => {
  await mount(BOARD);
  const parentElement = document.createElement("div");
  $(".player").getRootNode().prepend(parentElement);
  const leave = mountPlayer({ data: BOARD, parentElement });
  const [first, second] = $$(".player[data-board]");
  await hover(second.querySelector(".alternative"));
  equal([first, second].map((board) => board.querySelectorAll("[data-linked]").length), [0, 5]);
  leave();
});

test("a walk may become a board, and a board a walk", async () => {
  await mount({ ...WALK, present: true }, { query: "?a=1" });
  await press("PageDown");
  equal(step(), 1);
  await hurried(async () => {
    show({ ...BOARD, present: true });
    history.replaceState(null, "", "?step=9");
    await press("PageDown", "Escape");
  });
  equal(location.search, "?step=9");
  equal(sent, []);
  show({ ...WALK, present: true }, false);
  await press("PageDown");
  equal(step(), 1);
});

test("another language draws a board again, and the focus stays", async () => {
  await mount(BOARD);
  $(".flow-item").focus();
  show(await board({ language: "zh", name: "一行音乐" }));
  const { ariaLabel, lang } = $(".player[data-board]");
  equal([ariaLabel, lang, focused()?.dataset.item], ["一行音乐", "zh-CN", "0"]);
});

test("a narrow board shows all its columns", async () => {
  await size(390, 844);
  await mount(BOARD);
  equal($$(".panel").filter(isShown).length, 3);
});

test("a board that leads its page has a help of the keys that it takes", async () => {
  const texts = await given("catalogue");
  await mount({ ...BOARD, present: true, leads: true });
  const dialog = () => $("[role=dialog]");
  await press("?");
  ok(isShown(dialog()));
  ok(dialog().innerText.includes(texts["player.keys.full"]));
  for (const ofSteps of ["player.keys.play", "player.keys.ask", "player.keys.marks"]) {
    ok(!dialog().innerText.includes(texts[ofSteps]), ofSteps);
  }
  await press("f", "?");
  ok(!isShown(dialog()));
  equal($$(".panel").filter(isShown).length, 3);
  await press("?", "Escape");
  ok(!isShown(dialog()));
  equal(sent, []);
});

test("a hall's board has its text as large as the window allows, and a long one as large as the rest", async () => {
  await size(1920, 1080);
  document.documentElement.style.fontSize = "calc(24px * var(--type, 1))";
  const scaleOf = async (text) => {
    await mount(await given("cut", { text }));
    ok($(".player").getBoundingClientRect().bottom <= innerHeight, "it fits");
    return Number($(".stage .flow").currentCSSZoom);
  };
  ok((await scaleOf("intj intj tech")) > 1.2);
  equal(await scaleOf("low lower newest widest. ".repeat(60)), 1);
  document.documentElement.style.fontSize = "";
});
