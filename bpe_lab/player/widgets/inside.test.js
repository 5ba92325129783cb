/* Inside the trainers: what is drawn at every step is what the trainer has, read off its elements. */

import {
  $, $$, click, equal, given, isShown, mount, ok, press, rest, say, sendKey, size, step, test,
} from "/tests/browser/player/harness.js";

const INTJ = await given("inside", { name: "intj" });
const LECTURE = (await given("lecture")).positions_corpus.states_after_merge;
const PHONE = [390, 844];
const keyOf = ({ say: [key] }) => key;
const stepsOf = (data) => data.recording.steps;
const entries = (list) => Object.fromEntries(list);
/** Keys in one order, so that objects can be compared. */
const sorted = (value) => (value && typeof value === "object" && !Array.isArray(value)
  ? entries(Object.keys(value).sort().map((key) => [key, sorted(value[key])])) : value);
const number = (text) => (text === "None" ? null : Number(text));
const numbers = (text) => text.split(",").filter(Boolean).map(Number);

/** Show all pairs, where there are more than the rows on top. */
function unfold() {
  const fold = $("[data-widget=ledger] button.fold[aria-expanded=false]");
  if (isShown(fold)) fold.click();
}

/** The trainer's structures as they are drawn, in its own terms. */
function drawn({ recording }) {
  const pair = (key) => key.split(",").map((index) => recording.tokens[index].id);
  const slots = $$(".lane.now .cell[data-token]").map(({ dataset }) => dataset);
  const live = slots.filter(({ token }) => token !== "None");
  const rows = $$("[data-widget=ledger] tr[data-pair]").map(({ dataset }) => dataset);
  const heap = $$("[data-widget=heap] [data-index][data-entry]").map(({ dataset }) => dataset);
  return {
    token_at: entries(slots.map(({ at, token }) => [at, number(token)])),
    prev: entries(live.map(({ at, prev }) => [at, number(prev)])),
    next: entries(live.map(({ at, next }) => [at, number(next)])),
    pair_counter: entries(rows.map((row) => [pair(row.pair).join(), Number(row.count)])),
    pair_positions: entries(rows.filter(({ positions }) => positions).map((row) => [pair(row.pair).join(), numbers(row.positions)])),
    heap: heap.sort((one, other) => one.index - other.index).map((entry) => [...pair(entry.pair), Number(entry.count)]),
  };
}

for (const name of ["aaaaa", "abc_abd", "aaaa", "abab"]) {
  test(`every step shows the trainer's structures: ${name}`, async () => {
    const data = await given("inside", { name });
    const stale = stepsOf(data).filter((each) => keyOf(each) === "linked.say.popped_stale");
    equal(stale.map(({ say: [, { count, now }] }) => [count, now]), name === "abc_abd" ? [[3, 1], [2, 1]] : []);
    await mount(data);
    sendKey("Home");
    stepsOf(data).forEach((each, at) => {
      equal(step(), at);
      unfold();
      equal(sorted(drawn(data)), sorted(data.wanted[at]), `${at}: ${say()}`);
      if (stale.includes(each)) {
        for (const value of [each.say[1].count, each.say[1].now, data.text["linked.say.popped_stale"].split("}").at(-1).replace(/\[\[.*/s, "")]) {
          ok(say().includes(value), value);
        }
        ok($("[data-widget=heap] [data-look=stale]"), "a stale entry is drawn as one");
      }
      sendKey("ArrowRight");
    });
  });
}

test("the lecture's structures stand there after every merge", async () => {
  const ends = stepsOf(INTJ).flatMap((each, at) => (keyOf(each).startsWith("linked.say.done") ? [at] : []));
  equal(ends.length, LECTURE.length);
  await mount(INTJ);
  unfold();
  ends.forEach((end, merge) => {
    while (step() < end) sendKey("ArrowRight");
    unfold();
    const shown = drawn(INTJ);
    equal(sorted(shown), sorted(INTJ.wanted[end]), `step ${end}`);
    for (const name of ["token_at", "next", "prev"]) equal(sorted(shown[name]), sorted(LECTURE[merge][name]), name);
    const counts = Object.values(shown.pair_counter).filter(Boolean).sort((one, other) => one - other);
    equal(counts, LECTURE[merge].pair_counts.map((each) => each.at(-1)).sort((one, other) => one - other));
  });
});

for (const name of ["refill", "runs", "banana"]) {
  test(`every step shows the structures of subword-nmt's learner: ${name}`, async () => {
    const data = await given("learner", { name });
    const pair = (key) => key.split(",").map((index) => data.recording.tokens[index].id).join();
    await mount(data);
    sendKey("Home");
    data.wanted.forEach((wanted, at) => {
      unfold();
      const rows = {};
      for (const { dataset } of $$(".word-drawing [data-token]")) {
        const [word, cell] = dataset.at.split(".");
        (rows[word] ??= [])[cell] = Number(dataset.token);
      }
      const pairs = $$(".ledger tr[data-pair]").map(({ dataset }) => dataset);
      const index = pairs.filter(({ positions }) => positions).map((row) => [pair(row.pair), entries(
        row.positions.split(",").map((place) => place.split("×")).map(([word, times]) => [word, Number(times ?? 1)]))]);
      equal(sorted({
        rows: entries(Object.entries(rows).map(([word, row]) => [word, row.filter(() => true)])),
        counts: entries(pairs.filter(({ count }) => Number(count)).map((row) => [pair(row.pair), Number(row.count)])),
        index: entries(index),
        beads: entries($$(".bead").map(({ dataset }) => [pair(dataset.pair), Number(dataset.count)])),
      }), sorted(wanted), `step ${at}`);
      sendKey("ArrowRight");
    });
  });
}

// Long lines go on below; where not all that is lit fits, the line that ran last stays.
test("no line of code is cut, and what runs is in sight", async () => {
  await mount({ ...INTJ, step: stepsOf(INTJ).findIndex((each) => keyOf(each) === "linked.say.count_own") });
  await click($$("[data-widget=code] [role=tab]").find((tab) => tab.innerText.trim() === "Python"));
  const listing = $$("[data-widget=code] .listing").find(isShown);
  for (const line of listing.querySelectorAll("li, code")) ok(line.scrollWidth <= line.clientWidth, line.innerText);
  ok(listing.querySelectorAll("[title]").length > 10, "a mark where a report was folded away");
  await rest();
  const last = [...listing.querySelectorAll("[aria-current]")].at(-1);
  ok(last.innerText.includes("touched[changed] = None"), last.innerText);
  const [line, box] = [last, listing].map((node) => node.getBoundingClientRect());
  ok(box.top <= line.top && line.bottom <= box.bottom + 1);
});

test("what is written is what the attributes say", async () => {
  await mount({ ...INTJ, step: 151 });
  const rows = $$("[data-widget=ledger] tr[data-pair]");
  ok(rows.length);
  for (const row of rows) {
    const [count, delta, places] = [...row.querySelectorAll("td")].slice(-3).map((cell) => cell.innerText.trim());
    equal([count, places.split(/\s+/)], [row.dataset.count, row.dataset.positions.split(",")]);
    ok(delta === "" || "+−".includes(delta[0]), delta);
  }
  for (const chip of $$(".lens .run[data-current] .slot")) {
    equal(chip.querySelector(".id").textContent, $(`.lane.now .cell[data-at='${chip.dataset.at}']`).dataset.token);
  }
  const cells = $$("[data-widget=heap] li[data-index]");
  ok(cells.length);
  for (const cell of cells) equal(cell.innerText.trim().split(/\s+/).slice(-2), [cell.dataset.count, cell.dataset.index]);
});

test("every step and switch is read out", async () => {
  await mount(INTJ);
  const live = () => $(".player [aria-live=polite]").innerText;
  const heard = [];
  for (let at = 0; at < 12; at++) {
    await press("ArrowRight");
    heard.push(live());
  }
  equal(new Set(heard).size, 12, "every step is read");
  ok(heard.join(" ").includes("(t,\u202fj)"));
  ok(heard.join(" ").includes("None"), "what was absorbed is read as well");
  const drawing = $(".player svg[role=img]");
  ok(drawing.ariaLabel || drawing.getAttribute("aria-labelledby"));
  for (const [key, name] of [["g", "by_group"], ["g", "by_step"], ["q", "ask_first"]]) {
    sendKey(key); // looked at at once: what is told to the eye goes after a while
    ok(live().includes(INTJ.text[`player.${name}`]), name);
  }
  equal($(".transport > .told").innerText, live());
});

test("no line begins with the comma of a pair", async () => {
  const seen = stepsOf(INTJ).flatMap((each, at) => (keyOf(each) === "linked.say.seen_first" ? [at] : []));
  await mount({ ...INTJ, step: seen.find((at) => JSON.stringify(stepsOf(INTJ)[at].say).includes("pair")) });
  const heights = new Set();
  for (let width = 200; width < 400; width += 10) {
    await size(width, 844);
    await rest();
    const line = $(".player .say:not(.sizer)");
    const [space, comma] = [...line.querySelectorAll(".kept > *")].map((each) => each.getBoundingClientRect().bottom);
    ok(Math.abs(space - comma) < 12, `at ${width} pixels`);
    heights.add(line.getBoundingClientRect().height);
  }
  ok(heights.size > 1, "the sentence is broken elsewhere");
});

test("a phone shows one panel at a time", async () => {
  await size(...PHONE);
  await mount(INTJ);
  const tabs = $$(".player > .tabs [role=tab]");
  equal(tabs.length, 3);
  for (const tab of tabs) {
    await click(tab);
    equal($$(".player .column").filter(isShown).length, 1);
    ok(document.documentElement.scrollWidth <= 390);
  }
});

const LEARNING = await given("learning", { words: { lower: 2, newest: 6, widest: 3 } });
const READ = [
  ["inside, in a hall", INTJ, { window: [1920, 1080], hall: true }],
  ["inside, on a phone", INTJ, { window: PHONE }],
  ["subword-nmt, at a desk", LEARNING, { window: [1280, 900] }],
  ["subword-nmt, on a phone", LEARNING, { window: PHONE }],
];
for (const [name, data, { window, hall }] of READ) {
  test(`what code has read or written stands beside it whole: ${name}`, async () => {
    await size(...window);
    await mount({ ...data, present: Boolean(hall) }, { hall });
    if (window === PHONE) await click($$(".player > .tabs [role=tab]").find((tab) => tab.innerText.includes("Code")));
    $$("[data-widget=code] [role=tab]").find(isShown)?.click(); // which is remembered
    $(".player").focus();
    let longest = "";
    for (let at = 0; at < 30; at++) {
      for (const values of $$(".values").filter((each) => each.textContent && isShown(each))) {
        const [own, box] = [values, values.closest(".listing")].map((node) => node.getBoundingClientRect());
        const isWhole = own.left >= box.left && own.right <= box.right + 0.5 && values.scrollWidth <= values.clientWidth + 1;
        ok(isWhole, `${values.textContent} is cut at step ${step()}`);
        if (values.textContent.length > longest.length) longest = values.textContent;
      }
      await press("ArrowRight");
    }
    ok(longest.length > "5 → 4".length, `there were values to cut: ${longest}`);
  });
}
