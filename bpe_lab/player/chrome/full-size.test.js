/* One panel over the board, and back; presenting, the type as large as the screen lets it be. */

import {
  $, $$, away, click, drive, equal, given, hover, isShown, media, middle, mount, named, near, ok, press, rest, sent, show, size, step, test,
} from "/tests/browser/player/harness.js";

const WALK = await given("hanoi");
const panels = () => $$(".player .panel").filter(isShown);
const full = () => $(".panel[data-full]");
const box = (selector) => $(selector).getBoundingClientRect();
const zoomOf = (node) => Number(node.style.zoom);

/** In a hall's window; presented, the root has a hall's size, which the player multiplies. */
async function shown(data, { present = true, root = present } = {}) {
  await media({ reduced_motion: "reduce" });
  await size(1920, 1080);
  document.documentElement.style.fontSize = "";
  await mount({ ...data, present: false });
  if (root) document.documentElement.style.fontSize = "calc(24px * var(--type, 1))";
  if (present) show({ ...data, present });
  await rest();
  $(".player").focus();
}

/** A real double click near the corner of a panel, where nothing else is to be clicked. */
async function doubleClick(node) {
  await middle(node);
  const { left, top } = node.getBoundingClientRect();
  await drive("mouse", "dblclick", left + 5, top + 5);
  await rest();
}
const standsOverTheTransport = () =>
  ok(full().getBoundingClientRect().bottom <= box(".transport").top + 1, "above the transport");

for (const present of [false, true]) {
  test(`a double click brings a panel over the board and back${present ? ", presented" : ""}`, async () => {
    await shown(WALK, { present });
    const [whole, board] = [panels().length, box(".player .columns")];
    const before = panels().at(-1).getBoundingClientRect();
    await doubleClick(panels().at(-1));
    equal(panels().length, 1);
    near(full().getBoundingClientRect().width, board.width, 2);
    ok(full().getBoundingClientRect().height > before.height);
    if (present) standsOverTheTransport();
    await press("End");
    equal(step(), WALK.recording.steps.length - 1, "the walk goes on");
    await press("Home");
    await doubleClick(full());
    equal(panels().length, whole);
    equal(panels().at(-1).getBoundingClientRect(), before);
  });
}

test("its type grows, and another window lays it out again", async () => {
  await shown(WALK);
  const heading = () => panels().at(-1).querySelector("h2").getBoundingClientRect().height;
  const before = heading();
  await doubleClick(panels().at(-1));
  ok(heading() > 1.2 * before);
  await size(1366, 768);
  await rest();
  standsOverTheTransport();
  await drive("mouse", "dblclick", ...(await middle(named("play"))));
  ok(full());
});

test("F takes the panel pointed at, else the main one", async () => {
  await shown(WALK);
  const whole = panels().length;
  await away();
  await press("f");
  ok($(".stage .panel[data-full]"));
  await press("F");
  equal(panels().length, whole);
  await hover(panels().at(-1));
  await press("f");
  ok($(".columns .panel[data-full]"));
  await press("Escape");
  equal(panels().length, whole);
  equal(sent, [], "Escape has not ended presenting");
});

test("help lies over it, and gives it back", async () => {
  await shown(WALK);
  await press("f", "h");
  ok(isShown($(".help")));
  await press("Escape");
  ok(!isShown($(".help")));
  ok($(".stage .panel[data-full]"));
  equal(sent, [], "Escape has not ended presenting");
});

test("it has a way back to press and says what it does", async () => {
  await shown(WALK, { present: false });
  await press("f");
  ok($(".player [aria-live]").innerText.includes("F brings the others back"));
  await click($$("button").find((button) => (button.ariaLabel ?? button.innerText) === "All panels again"));
  ok(!full());
  $(".player").focus();
  await press("?");
  ok($(".help").innerText.includes("a panel at full size"));
});

// The title keeps room for the way back, which else lay over the panel.
test("a panel with tabs beside it has its title and not the tabs", async () => {
  const layout = { stage: ["pegs"], columns: [["heights", "why"]], tabs: ["heights", "why"] };
  await shown({ ...WALK, recording: { ...WALK.recording, id: "room", layout } });
  const tabs = () => isShown($(".room > .tabs"));
  ok(tabs());
  await hover($$(".room > .panel").find(isShown));
  $(".player").focus();
  await press("f");
  ok(isShown(full().querySelector("h2")));
  ok(!tabs());
  await press("f");
  ok(tabs());
});

test("the way back lies beside the text of the trainer", async () => {
  const data = await given("training", { trainer: "linked", text: "intj", named: true, merges: 1 });
  await shown({ ...data, step: data.recording.start });
  await hover("[data-widget=lens]");
  $(".player").focus();
  await press("f");
  await rest();
  ok(box("[data-widget=lens] .strip").right <= box(".full-close").left);
});

// On the board a stage has a share of the window; alone it has all of it.
test("a text is seen whole where there is room", async () => {
  await shown({ ...(await given("training", { trainer: "train", text: "intj", named: true })), step: 8 });
  await away();
  await press("f");
  await rest();
  const { scrollHeight, clientHeight } = full().querySelector(".scroller");
  ok(scrollHeight <= clientHeight + 1);
  ok(zoomOf(full()) > 1, "and still it is larger");
  standsOverTheTransport();
});

for (const trainer of ["train", "linked"]) {
  test(`code is read whole and larger: ${trainer}`, async () => {
    const data = await given("training", { trainer, text: "intj", named: true, merges: 2, language: "zh" });
    const code = data.text["player.code.tabs"];
    await shown({ ...data, step: 8 });
    const aside = $$("[role=tab]").find((tab) => tab.innerText.trim() === code);
    if (aside) await click(aside);
    const listing = $$(".listing").find(isShown);
    await doubleClick(listing);
    ok(zoomOf(full()) > 1);
    ok(listing.scrollHeight <= listing.clientHeight + 1);
    standsOverTheTransport();
  });
}

const typeSize = () => parseFloat(getComputedStyle(document.documentElement).fontSize);

test("a short walk has larger type and fits", async () => {
  await shown(WALK);
  ok(typeSize() > 24.5, `${typeSize()}`);
  for (const key of ["Home", "End", "Home"]) {
    await press(key);
    ok(box(".player").bottom <= 1080, key);
    ok(document.documentElement.scrollWidth <= 1920, key);
  }
});

test("the size stays through the walk and goes with presenting", async () => {
  await shown(WALK);
  const chosen = typeSize();
  for (const key of ["ArrowRight", "ArrowRight", "End", "f", "Home", "f"]) {
    await press(key);
    equal(typeSize(), chosen, key);
  }
  show({ ...WALK, present: false });
  equal(typeSize(), 24);
});

test("a lower window has a size of its own", async () => {
  await shown(WALK);
  const before = typeSize();
  await size(1920, 760);
  await rest();
  ok(24 <= typeSize() && typeSize() < before);
});

test("a page has its own size", async () => {
  await shown(WALK, { present: false, root: true });
  equal(typeSize(), 24);
});

const INSIDE = await given("training", { trainer: "linked", text: "low lower" });
const listings = () => $$(".panel[data-widget=code] .listing").filter(isShown);

test("a hall sees the panel that a link names: code beside its source, while the walk goes on", async () => {
  await shown({ ...INSIDE, step: 40, panel: "code" });
  equal([full().dataset.widget, listings().length], ["code", 2]);
  standsOverTheTransport();
  await press("PageDown");
  equal([step(), full().dataset.widget], [41, "code"]);
  for (const listing of listings()) ok(listing.querySelector("[aria-current]"), "both are lit");
  await press("Escape");
  ok(!full());
  equal(listings().length, 1);
  show({ ...INSIDE, step: 40, present: true });
  ok(!full(), "the next scene names none");
});

test("elsewhere its tab is in front, until the reader takes another", async () => {
  const train = await given("training", { trainer: "train", text: "low lower" });
  await shown({ ...train, panel: "code" }, { present: false });
  ok(!full() && listings().length === 1);
  await click($$(".room > .tabs [role=tab]")[0]);
  show({ ...train, panel: "code", lang: "zh" });
  equal(listings().length, 0);
});
