/* A trace of one's own: nothing ahead is seen, the first try counts, a result at the end. */

import { ANSWERED } from "/bpe_lab/player/core/progress.js";
import {
  answer, asked, bar, isAsked, isRight, judged, letterOf, offer, result, score, stepsOf, token,
} from "/tests/browser/player/answers.js";
import {
  $, $$, click, drive, equal, focused, given, isShown, media, mount, named, ok, press, rest, sent, size, step, test, texts, type,
} from "/tests/browser/player/harness.js";

const CLAIMS = 5;
const EN = await given("catalogue");
const game = (level, language = "en") => given("exercise", { generator: "trace.naive", level, seed: "17F3", language });
const says = (words) => ok($(".player").innerText.includes(words), `"${words}" is not said`);
const isDone = () => isShown($(".answers.result"));

async function forwardTo(isThere) {
  for (let at = 0; at < 4 && !isThere(); at++) await press("ArrowRight");
  ok(isThere(), "within four steps");
}
const toNextQuestion = () => forwardTo(isAsked);
const toTheEnd = () => forwardTo(isDone);

/** Do `settle` with each question when it is open. A false claim is the last. */
async function questionByQuestion(data, settle) {
  let number = 0;
  for (const question of asked(data)) {
    await toNextQuestion();
    await settle(question, number++);
    if (question.right[0] === "fails") break;
    await press("ArrowRight");
  }
  return number;
}
const judge = (question, believed = question.right[0]) => press(letterOf(question, believed).toLowerCase());
const settle = (question) => (question.kind === "judge" ? judge(question) : answer(question));

/** What is said of an exercise of claims at its end. */
const onClaims = (data, kind, number) => data.text[`player.exercise.${kind}`]
  .replace("{number}", number).replace("{claims:claim|claims}", `${asked(data).length} claims`).replace("{claims}", asked(data).length);

for (const [level, present] of [[1, false], [CLAIMS, true]]) {
  test(`an exercise is done by keyboard in Chinese and dark, and its stage stands still: level ${level}`, async () => {
    const data = await game(level, "zh");
    await media({ color_scheme: "dark" });
    if (present) await size(1920, 1080);
    await mount({ ...data, present });
    const stage = () => present && $(".player .panel").getBoundingClientRect();
    const before = stage();
    says(data.text[`exercise.task.trace.naive_${level}`]);
    await press("Enter");
    ok(isAsked(), "from wherever the focus rests");
    const number = await questionByQuestion(data, async (question) => {
      equal(stage(), before);
      await settle(question);
      says(data.text[`player.answer.${question.kind === "judge" ? "judged" : "right"}`]);
      equal(stage(), before);
    });
    await toTheEnd();
    equal(stage(), before);
    let isHeard = false;
    const hear = () => (isHeard = true);
    addEventListener("keydown", hear);
    await press("a");
    removeEventListener("keydown", hear);
    ok(!isHeard, "one press too many adds no scene");
    if (level === CLAIMS) {
      equal(result(), onClaims(data, "caught", number));
    } else {
      equal(result().split(String(number)).length, 3);
      ok(!result().includes(data.text["player.exercise.missed"]));
    }
    named("result-another").focus();
    await press("Enter");
    equal(sent, [["another", true]], "asks for another");
  });
}

test("a wrong answer is undone, and only the first try counts", async () => {
  const data = await game(1);
  await mount(data);
  const number = await questionByQuestion(data, async (question, at) => {
    for (const wrong of at === 0 ? ["98", "99", "97"] : []) {
      await type(wrong);
      await press("Enter");
      says(EN["player.answer.wrong"]);
      await press("Backspace", "Backspace");
    }
    await settle(question);
    isRight(data);
  });
  await toTheEnd();
  ok(result().includes(`${number - 1} of ${number}`), result());
  ok(result().includes(EN["question.name_tokens_left"]));
});

test("a wrong answer is set right, and the trace goes on", async () => {
  const data = await game(4);
  await mount(data);
  says(EN["exercise.task.trace.naive_4"]);
  await questionByQuestion(data, async (question) => {
    if (question.kind !== "number") return settle(question);
    await answer(question, "99");
    says(EN["player.answer.set_right"]);
    ok(judged().includes(question.right[0]));
  });
  await toTheEnd();
  ok(result().includes("8 of 20"), result());
});

test("nothing ahead of an open question is reached or seen", async () => {
  const data = await game(4);
  await mount(data);
  await press("End");
  equal([step(), isAsked()], [0, true], "the question is in the way");
  await press("ArrowLeft", "]", "q", "End", "ArrowLeft");
  ok(!isAsked());
  const numbers = texts(".panel[data-widget=table] td").filter((text) => /^\d+$/.test(text));
  equal(numbers, [], "the counts that tell the next pair are veiled all the same");
  ok(!isShown(named("ask_first")));
  ok(!stepsOf(data).some(({ marks }) => marks?.length));
});

test("who goes back and comes again has had the first try", async () => {
  const data = await game(1);
  await mount(data);
  await toNextQuestion();
  await type("99");
  await press("Enter", "Escape", "ArrowLeft", "ArrowLeft", "ArrowRight", "ArrowRight");
  await toNextQuestion();
  await settle(asked(data)[0]);
  ok(score().includes("0 of 1"));
});

test("one answer is shown, and the exercise goes on; it counts as shown", async () => {
  const data = await game(3);
  await mount({ ...data, scene: { name: "lesson 4", mode: "watch" } });
  let heard = 0;
  addEventListener(ANSWERED, () => (heard += 1));
  await questionByQuestion(data, async (question, at) => {
    equal(heard, 0);
    if (at) return settle(question);
    named("answer-show").focus();
    await press("Enter");
    says(EN["question.is_pair"].split("{")[0]);
  });
  await toTheEnd();
  const { length } = asked(data);
  ok(result().includes(`${length - 1} of ${length}`), result());
  ok(result().includes(EN["question.name_next_pair"]));
  equal(heard, 1, "the scene is answered");
});

test("to open all answers is asked once more, and ends it without a score", async () => {
  await mount(await game(3));
  await toNextQuestion();
  const before = step();
  const { left, top, width, height } = named("answer-end").getBoundingClientRect();
  await drive("mouse", "dblclick", left + width / 2, top + height / 2);
  ok(isAsked(), "the second press of two keeps it going");
  named("answer-end").focus();
  await press("Enter");
  says(EN["player.exercise.end_asks"]);
  equal(focused(), named("answer-keep"));
  await press("Enter");
  equal([isAsked(), focused()], [true, named("answer-end")]);
  await press("Enter");
  await click(named("answer-end_now"));
  equal([isAsked(), step()], [false, before + 1]);
  await press("End");
  equal(result(), EN["player.exercise.free"]);
  await click(named("result-look"));
  ok(!isDone());
});

test("what is wrong is not found by having it shown, and what is right called wrong by none", async () => {
  const data = await game(CLAIMS);
  await mount(data);
  const number = await questionByQuestion(data, () => click(named("answer-show")));
  await press("Enter");
  equal(result(), onClaims(data, "uncaught", number));
});

// To call all of them right misses it; to call all wrong finds it, at a price.
for (const believed of ["holds", "fails"]) {
  test(`of claims the wrong one counts: all are called ${believed}`, async () => {
    const data = await game(CLAIMS);
    await mount(data);
    const number = await questionByQuestion(data, (question) => judge(question, believed));
    ok(1 < number && number < asked(data).length);
    equal(named("answer-onward").innerText, EN["player.exercise.finish"]);
    await press("Enter");
    ok(!isAsked(), "nothing more is asked: all the rest is right");
    const [kind, price] = believed === "holds" ? ["uncaught", ""] : ["caught", ` ${number - 1} right steps you called wrong.`];
    equal(result(), onClaims(data, kind, number) + price);
    await click(named("result-look"));
    const claims = stepsOf(data).flatMap(({ questions = [] }, at) => questions.map(() => at));
    equal(step(), claims[number - 1], "where the wrong claim was made");
    await press("ArrowRight");
    ok(!isAsked());
  });
}

test("a button leads to the next question, and a second press shows no answers", async () => {
  const data = await game(1);
  await mount(data);
  await click(named("reveal"));
  ok(isAsked(), "it begins with its first question");
  const speed = named("speed").textContent;
  named("answer-check").focus();
  await press("+", "-", "-");
  equal(named("speed").textContent, speed, "plus and minus leave the speed alone while a number is asked for");
  named("answer-number").focus();
  const [first, second, ...others] = asked(data);
  await settle(first);
  await rest();
  const { left, top, width, height } = named("answer-onward").getBoundingClientRect();
  await drive("mouse", "dblclick", left + width / 2, top + height / 2);
  ok(isAsked());
  await settle(second);
  isRight(data);
  await press("ArrowRight");
  for (const question of others) {
    if (!isAsked()) await click(named("onward"));
    await settle(question);
    await press("ArrowRight");
  }
  await click(named("onward"));
  ok(result().includes("6 of 6"));
  ok(!isShown(named("onward")) && !isShown(named("reveal")));
});

test("Enter alone leads from an answer to the next question", async () => {
  const data = await game(1);
  await mount(data);
  await toNextQuestion();
  const [first, second, third] = asked(data);
  await type("99");
  await press("Enter");
  for (const question of [first, second]) {
    await type(question.right[0]); // in place of what was wrong
    await press("Enter", "Enter");
  }
  await press("Enter");
  await type(third.right[0]);
  await press("Enter");
  isRight(data);
});

test("Enter marks a place, and checks on one that is marked or was just unmarked", async () => {
  const data = await game(2);
  await mount(data);
  await toNextQuestion();
  equal(texts(".hints > :first-child kbd"), ["←", "→", "Space", "Enter"]);
  const [question] = asked(data);
  const right = question.right[0].split(",");
  named("answer-token").focus();
  await press("Home", "Enter");
  const first = focused();
  equal([first.ariaPressed, isShown(bar()), judged()], ["true", true, data.text["player.answer.by_keys"]]);
  if (right.includes(first.dataset.at)) await press("Space", "Space");
  else await press("Space");
  for (const position of right) {
    await press("Home");
    while (focused().dataset.at !== position) await press("ArrowRight");
    if (focused().ariaPressed !== "true") await press("Enter");
  }
  await press("Enter");
  isRight(data);
});

test("of several picked, the wrong ones are marked until one picks again", async () => {
  const data = await game(2);
  await mount(data);
  await toNextQuestion();
  await press("Enter");
  equal(judged(), EN["player.answer.empty"]);
  const [question] = asked(data);
  const right = question.right[0].split(",");
  const wrong = question.by_position.groups[1][0].map(String);
  const elsewhere = ["0", "1", "2", "3"].find((position) => ![...wrong, ...right].includes(position));
  const pickAll = async (positions) => {
    for (const position of positions) await click(token(position));
  };
  for (const [positions, verdict] of [[[right[0]], "missing"], [[elsewhere], `does not stand at ${elsewhere}`]]) {
    await pickAll(positions);
    await click(named("answer-check"));
    ok(judged().includes(verdict), judged());
  }
  await pickAll([elsewhere, ...right.slice(1), ...wrong]);
  await click(named("answer-check"));
  for (const position of wrong) equal([token(position).dataset.answer, token(position).ariaPressed], ["look", "true"]);
  await pickAll(wrong);
  for (const position of wrong) ok(token(position).dataset.answer !== "look");
  await press("Enter");
  isRight(data);
});

/** Where the steppers of the last line but one and before end on the right. */
function endsOfLines() {
  const lines = Map.groupBy($$(".answers .stepper").map((each) => each.getBoundingClientRect()), ({ y }) => Math.round(y));
  return new Set([...lines.values()].slice(0, -1).map((line) => Math.round(line.at(-1).right)));
}

/** Answer as a finger does. */
async function touch({ kind, choices, right: [key] }) {
  if (kind === "changes") {
    for (const [pair, delta] of key.split(";").map((member) => member.split(":"))) {
      const more = offer(pair).querySelector(Number(delta) < 0 ? ".step-less" : ".step-more");
      for (let time = 0; time < Math.abs(Number(delta)); time++) await click(more);
    }
    return click(named("answer-check"));
  }
  if (kind === "pairs") {
    for (const pair of key.split(";")) await click(offer(pair));
    return click(named("answer-check"));
  }
  return click(`.answer-choice-${choices.findIndex(([each]) => each === key)}`);
}

const INSIDE = [
  { how: "keyboard, with no serious fault", level: 4, script: "chinese", by: settle },
  { how: "touch on a phone", level: 1, script: "latin", by: touch, window: [390, 844] },
  { how: "touch on a phone", level: 3, script: "latin", by: touch, window: [390, 844] },
];
for (const { how, level, script, by, window = [1280, 800] } of INSIDE) {
  test(`a trace inside the trainer is done by ${how}: level ${level}`, async () => {
    const data = await given("exercise", { generator: "trace.linked", level, seed: "1005", language: "zh", script });
    await media({ color_scheme: "dark" });
    await size(...window);
    await mount(data);
    const kinds = new Set();
    for (const question of asked(data)) {
      if (!isAsked()) await press("End"); // no farther than to the next question
      equal([isAsked(), bar().dataset.kind], [true, question.kind]);
      if (by === settle && !kinds.has(question.kind)) equal(await drive("faults"), [], question.kind);
      if (by === touch && question.kind === "changes") ok(endsOfLines().size <= 1, "they stand in columns");
      kinds.add(question.kind);
      await by(question);
      isRight(data);
      if (by === touch) await click(isShown(named("answer-onward")) ? named("answer-onward") : named("forward"));
      else await press("ArrowRight");
    }
    if (by === settle) for (const kind of ["changes", "pairs", "choice"]) ok(kinds.has(kind), kind);
    await press("End");
    ok(isDone());
    const verdict = $(".answers.result").innerText;
    const key = data.recording.exercise.mend === "set_right" ? "result_once" : "result";
    const words = data.text[`player.exercise.${key}`];
    ok(verdict.split(String(asked(data).length)).length > 2, "all at the first try");
    ok(verdict.startsWith(words.split("{")[0]) && verdict.includes(words.split("}").at(-1)), verdict);
  });
}

test("in a hall question, answers and verdict are large", async () => {
  const data = await game(CLAIMS, "zh");
  await media({ color_scheme: "dark" });
  await size(1920, 1080);
  await mount({ ...data, present: true }, { hall: true });
  const isLarge = (selector) => ok(parseFloat(getComputedStyle($(selector)).fontSize) >= 28, selector);
  await questionByQuestion(data, async (question) => {
    await settle(question);
    for (const part of [".say:not(.sizer)", ".answers .controls button", ".answers .judged"]) isLarge(part);
  });
  await toTheEnd();
  isLarge(".answers.result .judged");
  ok($(".answers.result .judged").getBoundingClientRect().bottom <= 1080);
});
