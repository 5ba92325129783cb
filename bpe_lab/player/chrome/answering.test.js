/* Questions that are answered and marked: in the drawing, by number, by keyboard alone. */

import { ANSWERED } from "/bpe_lab/player/core/progress.js";
import {
  answer, asked, bar, begin, isAsked, isRight, judged, lastOf, letterOf, noTry, offer, offsetsOf, onward, score, stepsOf, token,
} from "/tests/browser/player/answers.js";
import {
  $, $$, boxes, click, equal, given, isShown, media, mount, named, ok, press, rest, size, step, test, type, until,
} from "/tests/browser/player/harness.js";

const WALK = await given("training", { trainer: "train", text: "low lower newest widest" });
const PHONE = [390, 844];
const SHOWN = "→ It is (";

test("a walk is answered to its end by keyboard, in Chinese", async () => {
  const data = await given("training", { trainer: "train", text: "low lower newest widest aaa", merges: 4, language: "zh" });
  await mount(data);
  await begin();
  equal([...new Set(asked(data).map(({ kind }) => kind))].sort(), ["choice", "number", "pair", "positions"]);
  for (const [number, question] of asked(data).entries()) {
    await answer(question);
    isRight(data);
    ok(score().includes(String(number + 1)), score());
    await onward(data);
  }
  equal(step(), lastOf(data));
});

test("what lies ahead is closed until it is answered", async () => {
  await mount(WALK);
  await begin();
  const before = step();
  equal(judged(), WALK.text["player.answer.by_keys"], "how a token is chosen, without a mouse, too");
  await press("End", "]", " ");
  equal([step(), judged()], [before, WALK.text["player.answer.once_more"]]);
  for (const name of ["share", "more", "speed"]) ok(!isShown(named(name)), name);
  ok(!isShown($(".player [role=slider]")));
  await click(named("answer-show"));
  await press("ArrowRight", "Escape", "ArrowLeft");
  ok(isShown($(".player [role=slider]")));
});

// It has no other key; the first press says so.
for (const present of [true, false]) {
  test(`a clicker is shown the answer by its second press${present ? ", presented" : ""}`, async () => {
    await mount({ ...WALK, present });
    await press(...(present ? ["q"] : ["q", "q"]), "ArrowRight", "PageDown");
    equal(judged(), WALK.text["player.answer.once_more"]);
    ok("urged" in named("answer-show").dataset);
    await press("PageDown");
    ok(judged().startsWith(SHOWN), judged());
  });
}

test("an answer is noted once, however often one goes back", async () => {
  await mount({ ...WALK, page: "train" });
  await begin();
  for (let time = 0; time < 2; time++) {
    await click(named("answer-show"));
    await press("ArrowLeft", "ArrowRight");
    ok(isShown(named("answer-show")));
  }
  const { rows } = JSON.parse(localStorage["bpe-lab:progress"]);
  equal(rows.map(({ exercise, kind, shown }) => [exercise, kind, shown]), [["predict.train", "next_pair", true]]);
});

/** The indices of a pair's tokens, as the drawing has them. */
function indicesOf(data, pair) {
  const ids = data.recording.tokens.map(({ id }) => String(id));
  return pair.split(",").map((id) => ids.indexOf(id)).join();
}

test("who presses both tokens of a pair answers once", async () => {
  await mount(WALK);
  await begin();
  const [{ right: [key] }] = asked(WALK);
  const slots = $$(".ribbon .slot[role=button]");
  const rightOf = (slot) => slots.find(({ dataset }) => dataset.at === slot.dataset.next);
  const pairOf = (slot) => rightOf(slot) && `${slot.dataset.token},${rightOf(slot).dataset.token}`;
  const wrong = slots.find((slot) => rightOf(slot) && pairOf(slot) !== key && pairOf(rightOf(slot)) !== key);
  await click(wrong);
  const said = judged();
  await click(rightOf(wrong));
  equal([bar().dataset.state, judged()], ["wrong", said]);
  const left = slots.find((slot) => pairOf(slot) === key);
  await click(left);
  await click(rightOf(left));
  isRight(WALK);
  equal($$(".ribbon [data-answer]").map(({ dataset }) => dataset.answer), ["right", "right"]);
});

test("a pair is picked by its row as well", async () => {
  await mount(WALK);
  await begin();
  await click($(`.table [data-pair='${indicesOf(WALK, asked(WALK)[0].right[0])}']`).closest("tr"));
  isRight(WALK);
  await press("ArrowRight");
  equal($$("tbody[data-answers]").length, 0);
});

test("what an arrow has shown is left by Enter, and all asking can end", async () => {
  await mount(WALK);
  const places = () => $$(".player :is(.panel, .transport)").map((part) => {
    const { x, y, width, height } = part.getBoundingClientRect();
    return [x, y, width, height].map(Math.round);
  });
  const before = places();
  await begin();
  equal(places(), before, "nothing moves when the bar comes");
  await press("ArrowRight", "ArrowRight");
  ok(judged().startsWith(SHOWN));
  equal(localStorage.length, 0, "no page of the lab, no notes");
  await press("Enter");
  ok(bar().dataset.state !== "shown" || !isAsked());
  if (!isAsked()) await onward(WALK);
  await click(named("answer-stop"));
  ok(!isAsked());
  equal(named("ask_first").ariaPressed, "false");
  await press("End");
  ok(step() > 3);
});

test("a wrong answer is told by this text, and a second one is the last", async () => {
  await mount(WALK);
  await begin();
  const [question] = asked(WALK);
  const offsets = offsetsOf();
  const wrong = Object.keys(question.wrong).filter((key) => key in offsets);
  for (let time = 0; time < 2; time++) await click(token(offsets[wrong[0]]));
  ok(judged().includes(WALK.text["player.answer.wrong"]), "the same is no second try");
  ok(judged().includes("2 times, at"));
  equal($$("[data-answer=look]").length, 2 * question.wrong[wrong[0]].at.length);
  // The right neighbor would be the same pair's other token.
  const { next } = token(offsets[wrong[0]]).dataset;
  const other = wrong.slice(1).find((key) => offsets[key] !== Number(next));
  await click(token(offsets[other]));
  ok(judged().startsWith(SHOWN));
  ok($$("[data-answer=right]").length > 0);
  ok(score().includes("0 of 1"));
  await click(named("answer-onward"));
  equal($$("[data-answer=look], [data-answer=right]").length, 0);
});

test("a number may be typed as one types it", async () => {
  const data = await given("training", { trainer: "train", text: "aaab aab ab", merges: 2 });
  await mount(data);
  await begin();
  const question = asked(data).find(({ kind }) => kind === "number");
  for (const each of asked(data)) {
    if (each === question) break;
    await click(named("answer-show"));
    await onward(data);
  }
  await press("Enter");
  noTry(data);
  await type("\u5341");
  await press("Enter");
  noTry(data, "no_number");
  const wide = [...question.right[0]].map((digit) => String.fromCodePoint(digit.codePointAt(0) + 0xfee0)).join("");
  await type(` ${wide}`); // in place of what is no number
  await press("Enter");
  isRight(data);
});

test("choices inside the trainer are made and named by letters", async () => {
  const data = await given("training", { trainer: "linked", text: "aaa abc abc abd", merges: 4 });
  await mount(data);
  await press("q", "q");
  await onward(data);
  const [answered, letters] = [new Set(), new Set()];
  for (const question of asked(data)) {
    ok(isAsked());
    const [name] = question.ask;
    if (answered.has(name)) {
      await click(named("answer-show"));
      const letter = letterOf(question, question.right[0]);
      ok(judged().startsWith(`→ It is ${letter}.`), judged());
      letters.add(letter);
    } else if (question.kind === "choice") {
      await press(letterOf(question, question.right[0]));
      answered.add(name);
      isRight(data);
      equal($$(".answers [data-right]").length, 1);
    } else {
      await click(named("answer-show"));
    }
    await onward(data);
  }
  ok(letters.size);
  equal([...answered].sort(), ["question.ask_is_stale", "question.ask_next_position", "question.ask_why_skipped"]);
});

test("a token drawn again picks for the first", async () => {
  const data = await given("training", { trainer: "linked", text: "abc abc abd", merges: 2 });
  await mount(data);
  await begin();
  const [question] = asked(data);
  equal(question.kind, "pair");
  const { at } = $(`.lens .cell[data-token='${question.right[0].split(",")[0]}']`).dataset;
  await click(`.lens-slot[data-at='${at}']`);
  isRight(data);
});

test("the encoder's merges are picked, and its cuts made by keyboard", async () => {
  const data = await given("word", { text: " technology", vocabulary: "lab" });
  await mount(data);
  await begin();
  for (const [number, question] of asked(data).entries()) {
    if (question.kind === "cuts") await answer(question);
    else await click(`.panel[data-widget=tree] [data-at='${question.right[0]}'][data-token]`);
    isRight(data);
    ok(score().includes(`${number + 1} of ${number + 1}`));
    await onward(data);
  }
  equal(step(), lastOf(data));
});

const OFFERING = { trainer: "linked", text: "aaa abc abc abd abab", merges: 5 };

/** Before the first question that `isWanted`, which alone is asked, and changed so if need be. */
async function begunAt(isWanted, { change = {}, language = "en" } = {}) {
  const data = await given("training", { ...OFFERING, language });
  const question = asked(data).find(isWanted);
  Object.assign(question, change);
  for (const each of stepsOf(data)) each.questions = (each.questions ?? []).filter((one) => one === question);
  const at = stepsOf(data).findIndex(({ questions }) => questions.length);
  await mount({ ...data, step: at - 1 });
  await begin();
  return { data, question };
}
const ofKind = (wanted) => ({ kind }) => kind === wanted;

test("changes are stepped by keys in any order, in Chinese", async () => {
  const { data, question } = await begunAt(ofKind("changes"), { language: "zh" });
  equal($$(".answers [role=spinbutton]:focus").length, 1);
  equal($$(".hints > :first-child kbd").map((key) => key.textContent), ["←", "→", "+", "−", "Enter"]);
  await answer(question);
  isRight(data);
  equal($$(".stepper[data-missed]").length, 0);
});

test("a wrong change is told by the first pair at which it errs", async () => {
  const { data, question } = await begunAt(ofKind("changes"));
  await click(named("answer-check"));
  noTry(data);
  const [[first]] = question.choices;
  const members = question.right[0].split(";").map((member) => member.split(":"));
  const more = () => click(offer(first).querySelector(".step-more"));
  await more();
  await more();
  await click(named("answer-check"));
  ok(judged().includes(data.text["player.answer.wrong"]));
  ok(judged().includes(data.text[question.about[first][0]].split("}").at(-1)), judged());
  const unlike = new Set([...members.map(([pair]) => pair), first]).size;
  ok(judged().includes(`${unlike} mistakes, of which the first:`), judged());
  await more();
  await click(named("answer-check"));
  ok(judged().includes(data.text["player.answer.shown"]));
  equal($$(".stepper[data-right]").length, members.length);
  for (const [pair, delta] of members) equal(offer(pair).querySelector("[role=spinbutton]").ariaValueNow, delta);
});

test("offered pairs are switched and judged together", async () => {
  const { data, question } = await begunAt(ofKind("pairs"));
  const right = question.right[0].split(";");
  const [wrong] = question.choices.find(([key]) => !right.includes(key));
  for (const pair of [wrong, ...right].reverse()) {
    offer(pair).focus();
    await press("Space");
    equal(offer(pair).ariaPressed, "true");
  }
  await click(named("answer-check"));
  ok(judged().includes(data.text["player.answer.wrong"]));
  offer(wrong).focus();
  await press("Space", "Enter");
  isRight(data);
});

test("a row switches its pair", async () => {
  const { data, question } = await begunAt(ofKind("pairs"));
  await click(named("ledger-fold"));
  for (const pair of question.right[0].split(";")) {
    await click(`.ledger tr[data-pair='${indicesOf(data, pair)}']`);
    equal(offer(pair).ariaPressed, "true");
  }
  await click(named("answer-check"));
  isRight(data);
});

test("one of the offered entries is picked", async () => {
  const { data, question } = await begunAt(({ name }) => name === "next_entry");
  equal($$(".panel[data-widget=heap][data-veiled]").length, 1);
  await press(letterOf(question, question.right[0]).toLowerCase());
  isRight(data);
});

test("several choices are made by letters", async () => {
  const choices = ["3", "5", "8"].map((key) => [key, ["question.position", { position: key }]]);
  const change = { kind: "choices", choices, right: ["3;8"], wrong: {}, about: {} };
  const { data } = await begunAt(ofKind("choice"), { change });
  await press("a", "b", "c", "b");
  equal($$(".offers [aria-pressed=true]").map(({ dataset }) => dataset.offer), ["3", "8"]);
  await click(named("answer-check"));
  isRight(data);
});

test("several pairs are picked where they stand", async () => {
  const data = await given("training", OFFERING);
  const pairs = [asked(data).find(ofKind("pair")).right[0], "97,97"].sort();
  const { data: begun } = await begunAt(ofKind("pair"), { change: { kind: "pairs", wrong: {}, right: [pairs.join(";")] } });
  const offsets = offsetsOf(".lens .cell");
  for (const pair of pairs) await click(`.lens .cell[data-at='${offsets[pair]}'][data-token]`);
  await click(named("answer-check"));
  isRight(begun);
});

const toTheFoot = () => scrollTo(0, document.documentElement.scrollHeight);

for (const kind of ["pairs", "changes"]) {
  test(`on a phone what is offered can be touched, and what it covers scrolled above it: ${kind}`, async () => {
    await size(...PHONE);
    await begunAt(ofKind(kind), { language: "zh" });
    const sizes = $$(".answers button").filter(isShown).flatMap((button) => {
      const { width, height } = button.getBoundingClientRect();
      return [width, height];
    });
    ok(sizes.length && Math.min(...sizes) >= 24, "a finger's size");
    const top = () => bar().getBoundingClientRect().top;
    const isAbove = () => {
      toTheFoot();
      return $(".columns").getBoundingClientRect().bottom <= top() + 1;
    };
    await until(isAbove, "the page has made room for the bar");
    ok(bar().offsetHeight > $(".transport").offsetHeight);
  });
}

test("on a phone the drawing that is picked in comes into view", async () => {
  await size(390, 500);
  await begunAt(ofKind("pair"), { language: "zh", change: { choices: null } });
  await press("ArrowLeft");
  toTheFoot();
  await press("ArrowRight");
  const stage = $(".stage .panel");
  const seen = () => {
    const { top, bottom, height } = stage.getBoundingClientRect();
    return (Math.min(bottom, innerHeight) - Math.max(top, 0)) / height;
  };
  await until(() => seen() >= 0.5, "half of the stage in view");
});

/** The question where a word is cut, behind the first one's answer. */
async function atTheCuts(text, language) {
  const data = await given("word", { text, vocabulary: "lab", language });
  await mount(data);
  await begin();
  await click(named("answer-show"));
  await click(named("answer-onward"));
  ok(isShown($(".tape")));
  return { data, cuts: asked(data).find(ofKind("cuts")) };
}
const border = (at) => $(`.tape .border[data-at='${at}']`);

for (const [language, word] of [["en", " technology"], ["zh", "你好世界"]]) {
  test(`cuts are made by touch on a phone: ${language}`, async () => {
    await media({ color_scheme: "dark" });
    await size(...PHONE);
    const { data, cuts } = await atTheCuts(word, language);
    for (const { left, right, width, height } of boxes(".tape .border")) {
      ok(width >= 24 && height >= 24 && left >= 0 && right <= 390, "a finger's size, within the window");
    }
    for (const position of cuts.right[0].split(",")) await click(border(position));
    await click(named("answer-check"));
    isRight(data);
    equal($$(".tape .border:not([aria-disabled])").length, 0);
  });
}

test("a wrong cut is told by its border, and then all are drawn", async () => {
  const { data, cuts } = await atTheCuts(" technology", "en");
  const right = cuts.right[0].split(",");
  const wrong = Object.keys(cuts.borders).filter((at) => !right.includes(at)).sort((a, b) => Number(a) - Number(b))[0];
  await click(border(wrong));
  await click(named("answer-check"));
  const first = Math.min(...[wrong, ...right].map(Number));
  equal($$(".tape .border[data-answer=look]").map(({ dataset }) => dataset.at), [String(first)]);
  ok(judged().includes(`at ${first}`), judged());
  await press("Escape");
  await click(border(wrong));
  equal(border(wrong).ariaPressed, "false");
  await click(named("answer-check"));
  ok(judged().includes(data.text["player.answer.shown"]));
  equal($$(".tape .border[data-answer=right]").map(({ dataset }) => dataset.at), right);
});

test("a text is cut and its alternatives chosen by keyboard", async () => {
  const data = await given("cutting", { text: "I'm  here, 你好 12", language: "zh" });
  await media({ color_scheme: "dark" });
  await mount(data);
  await press("q", "ArrowRight");
  equal([...new Set(asked(data).map(({ kind }) => kind))].sort(), ["choice", "cuts"]);
  for (const question of asked(data)) {
    ok(isAsked());
    await answer(question);
    isRight(data);
    await onward(data);
  }
});

test("on a phone long choices leave their question in sight", async () => {
  const data = await given("cutting", { text: "pieces", named: true, language: "zh" });
  await media({ reduced_motion: "reduce" });
  await size(...PHONE);
  await mount(data);
  document.body.style.paddingBlock = "420px 844px";
  $(".player").focus();
  await press("q", "ArrowRight");
  for (const name of ["answer-show", "answer-onward"]) await click(named(name));
  equal($$(".answers [class^=answer-choice]").length, 5);
  const asks = () => $(".narration").getBoundingClientRect();
  await until(() => asks().top >= 0 && asks().bottom <= bar().getBoundingClientRect().top, "the question in sight");
  document.body.removeAttribute("style");
});

// The type is chosen so that a verdict of two lines has room over the transport.
for (const height of [1080, 768]) {
  test(`presenting, a verdict hides no branch of the pattern: ${height}`, async () => {
    const data = await given("cutting", { text: "pieces", named: true, language: "zh" });
    await media({ reduced_motion: "reduce" });
    await size(Math.floor((16 * height) / 9), height);
    await mount({ ...data, present: true }, { root: `calc(${height / 45}px * var(--type, 1))` });
    await press("q", "q", "ArrowRight");
    for (const at of [0, 1]) {
      await click($$(".tape .border")[at]);
      await click(named("answer-check"));
      await rest();
      ok($$(".alternative").at(-1).getBoundingClientRect().bottom <= bar().getBoundingClientRect().top);
    }
    ok(bar().getBoundingClientRect().bottom <= height);
  });
}

test("a scene to predict asks as it opens, after a reload as well", async () => {
  const data = await given("training", OFFERING);
  const [begins, ends] = stepsOf(data).flatMap(({ questions }, number) => (questions?.length ? [number] : []));
  const scene = { name: "lesson 2", mode: "predict", begins, ends };
  // The address of a scene whose question is open says the step before it.
  for (const at of [begins, begins - 1]) {
    await mount({ ...data, scene, step: at });
    equal([isAsked(), step()], [true, begins - 1]);
  }
  const heard = hearAnswered();
  await click(named("answer-show"));
  await press("ArrowRight");
  for (const question of [begins, ends].flatMap((each) => stepsOf(data)[each].questions).slice(1)) {
    equal(heard, [], "a scene is answered by the last that it asks");
    while (!isAsked()) await press("ArrowRight");
    await answer(question);
    if (heard.length === 0) await press("ArrowRight");
  }
  equal(heard, [scene.name]);
  await mount({ ...data, scene, step: begins + 1 });
  equal([isAsked(), step()], [false, begins + 1], "who was further on stays there");
});

/** The scenes that are answered from now on. */
function hearAnswered() {
  /** @type {string[]} */
  const heard = [];
  addEventListener(ANSWERED, (/** @type {any} */ { detail }) => heard.push(detail));
  return heard;
}
