/* What helps a reader of a walk: terms that are explained, and a word to who comes in midway. */

import {
  $, away, click, equal, given, hover, isShown, mount, ok, press, step, test, until,
} from "/tests/browser/player/harness.js";

/** The trainer's inside, where it takes a stale entry from the heap. */
async function stale() {
  const data = await given("training", { trainer: "linked", text: "abc abc abd", merges: 3 });
  return { ...data, step: data.recording.steps.findIndex(({ say: [key] }) => data.text[key].includes("[[stale|")) };
}
const note = () => $(".player .term-note");

test("a press explains a term, and the keys still walk", async () => {
  const data = await stale();
  await mount(data);
  const place = () => $(".stage").getBoundingClientRect();
  const before = place();
  const term = () => $(".say:not(.sizer) .term");
  await click(term());
  ok(note().innerText.includes("whose count is no longer the pair's count"), note().innerText);
  equal(term().ariaExpanded, "true");
  equal(place(), before, "nothing moves");
  await press("Escape");
  ok(!note());
  await click(term());
  await press("ArrowRight");
  ok(!note());
  equal(step(), data.step + 1);
});

test("keys explain a term in a heading, and so does a mouse that rests", async () => {
  const data = await stale();
  await mount(data);
  const heading = $(".panel h2 .term");
  for (const key of ["Enter", "Space"]) {
    heading.focus();
    await press(key);
    ok(note().innerText.includes("pair_counter"), key);
    equal(heading.ariaDescribedByElements?.length ?? 1, 1);
    await press(key);
    ok(!note());
  }
  equal(step(), data.step);
  await hover(heading);
  await until(() => note()?.innerText.includes("pair_counter"), "a note");
  await away();
  await until(() => !note(), "no note");
});

test("a walk opened midway says so until it moves, and nothing else does", async () => {
  const data = await given("training", { trainer: "train", text: "low", merges: 2 });
  const notice = () => $(".player .amidst");
  const { prelude } = data.recording;
  await mount({ ...data, step: prelude + 5 });
  ok(notice().innerText.includes("This walk opens midway."));
  const before = $(".stage").getBoundingClientRect();
  await press("ArrowRight");
  ok(!isShown(notice()));
  equal($(".stage").getBoundingClientRect(), before);
  await press("ArrowLeft");
  ok(!isShown(notice()));
  await mount({ ...data, step: prelude + 5 });
  await click(notice().querySelector("button"));
  equal(step(), -prelude);
  ok(!isShown(notice()));
  await mount(data);
  ok(!isShown(notice()));
});
