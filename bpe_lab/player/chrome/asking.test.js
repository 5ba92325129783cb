/* Asking first: stops at marks, questions before their answers, what is veiled meanwhile, the help. */

import { asked, bar, isAsked, letterOf, stepsOf } from "/tests/browser/player/answers.js";
import {
  $, $$, click, equal, focused, given, heard, hurried, isShown, mount, named, ok, press, say, sendKey, sent, show, step, test, texts,
} from "/tests/browser/player/harness.js";

const WALK = await given("hanoi");
const LONG = await given("hanoi", { disks: 5, lifts: 10 });
const PANELS = await given("hanoi", { panels: true });
const EN = await given("catalogue");
const ZH = await given("catalogue", { language: "zh" });
const isOpen = () => $$(".say[data-question]").length === 1;
const isPressed = (name) => named(name).ariaPressed === "true";
const dialog = () => $("[role=dialog], dialog");
const changed = (data, map) => ({ ...data, recording: { ...data.recording, steps: stepsOf(data).map(map) } });
const marked = (data, mark) => stepsOf(data).flatMap(({ marks }, at) => (mark ? marks.includes(mark) : marks.length) ? [at] : []);

test("the menu lists the marks, and playing stops there", async () => {
  await mount(WALK);
  await click(named("stop_at"));
  equal(texts(".menu[data-open] label").map((row) => row.replace(/\s+/g, " ")), [
    "a tie 4", "a stale entry or position 1", "an overlapping run 1", "a character becomes whole 1", "giddy 1",
  ]);
  await click($$(".menu[data-open] [type=checkbox]").at(-1));
  equal($$(".timeline .pips circle").length, 1);
  await press("Escape");
  equal($$(".menu[data-open]").length, 0);
  $(".player").focus();
  await hurried(() => sendKey(" "));
  equal(step(), marked(WALK, "giddy")[0]);
  equal(named("play").ariaLabel ?? named("play").title, EN["player.play"]);
});

test("stops outlive a rerun and another language", async () => {
  await mount(WALK);
  await click(named("stop_at"));
  await click(named("stop-tie"));
  show(await given("hanoi", { language: "zh" }));
  await click(named("stop_at"));
  ok(named("stop-tie").checked);
  ok($(".menu[data-open]").innerText.includes(ZH["mark.tie"]));
});

test("brackets go from mark to mark", async () => {
  const marks = marked(WALK);
  await mount(WALK);
  await press("]", "]", "]");
  equal(step(), marks[2]);
  await press("[");
  equal(step(), marks[1]);
  await click(named("stop_at"));
  await click(named("stop-stale"));
  await click(named("next_mark"));
  equal(step(), marks.at(-1));
  await press("]");
  equal(step(), marks.at(-1), "there is none beyond");
});

test("a question comes before its answer", async () => {
  await mount(WALK);
  await press("ArrowRight");
  ok(!isOpen(), "off unless presenting");
  await press("Home", "q", "ArrowRight");
  ok(isOpen());
  equal([say(), step()], ["Where does disk 1 go next?", 0], "over the picture of the step before");
  equal($(".unseen[aria-live]").innerText, say());
  equal(named("reveal").innerText, EN["player.reveal"]);
  await press("ArrowRight");
  equal([step(), isOpen()], [1, false]);
  await press("ArrowLeft");
  equal([step(), isOpen()], [0, false], "going back never asks");
  await press("ArrowRight");
  ok(isOpen());
  await press("ArrowLeft");
  equal([step(), isOpen()], [0, false]);
  await press("End");
  ok(!isOpen());
});

test("where a walk has no question, its key is the page's", async () => {
  await mount(changed(WALK, (each) => ({ ...each, ask: undefined, questions: undefined })));
  $(".player").focus();
  equal(await heard(() => press("q", "h")), [["q", false]]);
  ok(dialog(), "another key is the player's");
});

test("presenting asks, and the address keeps the step before", async () => {
  await mount({ ...WALK, present: true, step: 4 });
  ok(isPressed("ask_first"));
  await hurried(() => sendKey("PageDown"));
  ok(isOpen());
  equal(location.search, "?step=4");
  await click(named("reveal"));
  equal(step(), 5);
  await press("ArrowRight");
  equal(step(), 6, "the keys stay with the player after the button has gone");
  await press("q", "Home", "ArrowRight");
  equal(step(), 1, "asking is off now");
});

test("whole groups stop at the question, then go to the end", async () => {
  await mount({ ...LONG, present: true, step: 24 });
  await press("g", "PageDown");
  equal([step(), isOpen()], [24, true]);
  await press("PageDown");
  equal([step(), isOpen()], [36, false]);
  await press("Home", "PageDown", "PageDown");
  equal(step(), 12);
});

test("playing waits at a question until the reader goes on", async () => {
  await mount({ ...WALK, present: true });
  const playing = () => named("play").ariaLabel ?? named("play").title;
  await hurried(() => sendKey(" "));
  equal([isOpen(), step(), playing()], [true, 0, EN["player.play"]]);
  await press("Space");
  ok(step() >= 1, "the answer comes at once");
  equal(playing(), EN["player.pause"]);
  await press("Space");
});

for (const language of ["en", "zh"]) {
  test(`help traps the focus, and Escape only closes it: ${language}`, async () => {
    const data = await given("hanoi", { language });
    await mount({ ...data, present: true });
    await press("?");
    ok(isShown(dialog()));
    for (const key of ["ask", "marks", "unit"]) ok(dialog().innerText.includes(data.text[`player.keys.${key}`]), key);
    for (const keys of [["Tab"], ["Tab"], ["Shift+Tab"]]) {
      await press(...keys);
      ok(focused()?.closest("dialog"), String(keys));
    }
    await press("ArrowRight", "PageDown");
    equal(step(), 0, "the walk waits");
    await press("Escape");
    ok(!isShown(dialog()));
    equal(sent, []);
    await press("h");
    ok(isShown(dialog()));
    await press("h", "Escape");
    equal(sent, [["leave", true]], "nothing is open: leave");
  });
}

test("a key goes from place to place", async () => {
  await mount({ ...changed(LONG, (each, at) => ([3, 7, 40].includes(at) ? { ...each, place: true } : each)), step: 1 });
  await press("n", "n");
  equal(step(), 7);
  await press("Shift+N");
  equal(step(), 3);
  await press("Shift+N");
  equal(step(), 3, "there is none before");
  await press("?");
  ok(dialog().innerText.includes(EN["player.keys.place"]));
  await press("Escape", "q", "n", "n");
  ok(isOpen(), "what is asked on the way is asked");
  await press("n", "n");
  equal(step(), 40);
  await press("n");
  equal(step(), 40, "there is none beyond");
});

test("a walk without places has no key for them", async () => {
  await mount(WALK);
  await press("n", "?");
  equal(step(), 0);
  ok(!dialog().innerText.includes(EN["player.keys.place"]));
});

const panel = (kind) => $(`.panel[data-widget=${kind}]`);
/** The game, its questions with a veil. */
const veiled = (data, ...veil) => changed(data, (each) => ("ask" in each ? { ...each, veil } : each));
/** All that a panel says below its title, to the eye and to a screen reader. */
function said(kind) {
  const isSaid = (node) => node.checkVisibility() && !node.closest("[inert], header, .more, .fold, .rank-foot");
  const words = (node) => [node.ariaLabel, node.title, ...[...node.childNodes].filter((child) => child instanceof Text).map((child) => child.data)];
  return [...panel(kind).querySelectorAll("*")].filter(isSaid).flatMap(words).filter(Boolean).join(" ");
}

/** Whose counts are told: its rows tell no more. */
function inOrderOfLetters(kind) {
  ok(/\d/.test(said(kind)), "the counts stay");
  const letters = (pair) => [...pair.querySelectorAll(".chip")].map(({ textContent }) => textContent.replaceAll("␣", " ")).join("\0");
  const pairs = [...panel(kind).querySelectorAll("tbody .pair")].map(letters);
  equal(pairs, [...pairs].sort());
  equal($$(`.panel[data-widget=${kind}] tbody :is([data-look=chosen], [data-look=tied])`).length, 0);
}

test("a column is hidden, and its rows are in the order of letters", async () => {
  await mount({ ...veiled(WALK, "heights.number"), present: true, step: 8 });
  const figures = () => texts(".panel[data-widget=table] tbody [data-column=number]");
  const before = figures();
  ok(before.length === 3 && !before.includes("?"));
  await press("PageDown");
  ok(isOpen());
  equal(figures(), ["?", "?", "?"]);
  await press("ArrowLeft");
  equal(figures(), before);
});

test("a covered panel says nothing and keeps its room", async () => {
  await mount({ ...veiled(WALK, "why", "heights.nothing_known"), present: true });
  await press("PageDown");
  ok(isOpen());
  const hidden = ["?", ...EN["player.veiled"].split(" ")].sort();
  for (const kind of ["note", "table"]) equal([...new Set(said(kind).split(/\s+/))].sort(), [...new Set(hidden)], kind);
  const heights = () => ["note", "table"].map((kind) => panel(kind).getBoundingClientRect().height);
  const before = heights();
  await press("PageDown");
  equal(step(), 1);
  ok(said("note").includes("Lucas"));
  equal(heights(), before);
});

test("a panel that is covered leaves the focus to the player", async () => {
  await mount({ ...veiled(PANELS, "heap"), present: true });
  $(".cells li").focus();
  await press("PageDown");
  ok(isOpen());
  ok(focused() === $(".player"));
  await press("PageDown");
  equal(step(), 1);
});

test("a question without a veil is asked as ever", async () => {
  await mount({ ...WALK, present: true });
  await press("PageDown");
  ok(isOpen());
  equal($$("[data-veiled]").length, 0);
  ok(isShown(named("reveal")));
});

test("in a scene that asks, one button leads from question to question", async () => {
  const data = await given("training", { trainer: "train", text: "banana band and", merges: 4 });
  const { steps } = data.recording;
  const asked = steps.flatMap(({ questions = [] }, at) => (questions.length ? [at] : []));
  await mount({ ...data, step: asked[0] - 1, scene: { name: "course-04 9", mode: "predict", begins: asked[0] - 1, ends: asked[1] } });
  ok(isShown(named("onward")));
  await click(named("onward"));
  ok(isAsked());
  while (isAsked()) {
    if (isShown(named("answer-show"))) await click(named("answer-show"));
    await click(named("answer-onward"));
  }
  equal(named("onward").innerText, EN["player.exercise.onward"]);
  await click(named("onward"));
  ok(isAsked());
  while (isAsked()) {
    if (isShown(named("answer-show"))) await click(named("answer-show"));
    await click(named("answer-onward"));
  }
  ok(!isShown(named("onward")), "the scene ends here");
});

const TEXT = "low lower newest widest";
const ASKING = {
  train: ["training", { trainer: "train", text: TEXT, merges: 20 }],
  linked: ["training", { trainer: "linked", text: TEXT }],
  encode: ["word", { text: "lowest", vocabulary: "lab" }],
  subword_nmt: ["learning", { words: { lower: 2, newest: 6 } }],
};
for (const [page, [name, values]] of Object.entries(ASKING)) {
  test(`no question gives its answer away: ${page}`, async () => {
    const data = await given(name, values);
    const kinds = Object.fromEntries(data.recording.widgets.map(({ id, kind }) => [id, kind]));
    const questions = stepsOf(data).flatMap((each, at) => ("ask" in each ? [at] : [])).slice(0, 3);
    ok(questions.length);
    await mount({ ...data, present: true, step: 0 });
    for (const number of questions) {
      await press("Shift+ArrowRight");
      if (!isOpen()) await press("Shift+ArrowRight"); // the end of a group comes before
      equal([isOpen(), step()], [true, number - 1 - (data.recording.prelude ?? 0)]);
      for (const [widget, part] of stepsOf(data)[number].veil.map((each) => each.split("."))) {
        if (part === "order") inOrderOfLetters(kinds[widget]);
        else if (part === "looks") equal($$(".ribbon .slot[data-look]:not([data-gone])").length, 0, "no token stands out");
        // A listing's code has digits; its values are `.values`.
        else if (kinds[widget] !== "code") ok(!/\d/.test(said(kinds[widget])), `${widget}: ${said(kinds[widget])}`);
      }
      equal($$(".values:not(:empty)").length, 0);
      const rows = $$(":is(.table, .ledger) tbody tr:not([data-blank])").map((row) => row.innerText).filter((row) => row.trim());
      const keys = rows.map((row) => row.replaceAll("␣", " "));
      equal(keys, keys.toSorted((one, other) => (one < other ? -1 : Number(one > other))), "in the order of letters");
    }
  });
}

/** What a screen reader says of the player. */
const names = () => $$(".player [aria-label], .player title, .player [title]")
  .map((node) => [node.ariaLabel, node.getAttribute("title"), node.tagName === "title" ? node.textContent : ""].join(" ")).join("\n");

/** Through the walk, each question shown, up to the first of this name. */
async function toQuestion(data, name) {
  await press("q", "q");
  for (const question of asked(data)) {
    for (let at = 0; at < stepsOf(data).length && !isAsked(); at++) sendKey("ArrowRight");
    ok(isAsked());
    if (question.name === name) return question;
    await click(named("answer-show"));
    await press("ArrowRight");
  }
  throw new Error(`${name} is not asked`);
}

test("the best way is not lit before it is answered", async () => {
  const data = await given("lattice", { language: "zh" });
  await mount(data);
  const question = await toQuestion(data, "best_way");
  equal($$(".lattice [data-look=path]").length, 0);
  ok(!names().includes(data.text["player.lattice.look.path"]));
  const index = "ABCDE".indexOf(letterOf(question, question.right[0]));
  await click(named(`answer-choice-${index}`));
  ok(bar().querySelector(".judged").innerText.includes(data.text["player.answer.right"]));
  await press("ArrowRight");
  ok($$(".lattice [data-look=path]").length > 0);
});

// Whatever it is: a count of 0 is as dark as any other.
test("the count that an entry is checked against stands on top", async () => {
  const data = await given("training", { trainer: "linked", text: "low lower newest widest wide wider", merges: 6 });
  await mount(data);
  const { veil } = await toQuestion(data, "is_stale");
  const [row] = veil.filter((each) => each.includes("row")).map((each) => each.split(":")[1]);
  const { pair, look } = $(".ledger tbody tr").dataset;
  equal([pair, look], [row, "asked"]);
});

test("the line of the pairs is covered while one is asked about", async () => {
  const data = await given("learning", { language: "zh" });
  await mount(data);
  await toQuestion(data, "is_set_aside");
  ok(isShown($(".panel[data-widget=beads][data-veiled] .veil")));
  await click(named("answer-show"));
  await press("ArrowRight");
  ok(isShown($(".beads")));
});
