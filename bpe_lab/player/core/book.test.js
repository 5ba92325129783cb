/* Sentences: nouns by the plural categories of the reader's language, values as a page sets them. */

import { walk } from "/tests/browser/player/bars.js";
import { $, equal, given, mount, ok, say, sendKey, show, step, test } from "/tests/browser/player/harness.js";

const NAMED = "one=nuta|few=nuty|many=nut|other=nuty-x";
const SAID = [
  ["pl", NAMED, "1 nuta, 2 nuty, 5 nut, 22 nuty"],
  ["en", NAMED, "1 nuta, 2 nuty-x, 5 nuty-x, 22 nuty-x"],
  ["en", "note|notes", "1 note, 2 notes, 5 notes, 22 notes"],
  ["zh-CN", "one=x|other=个音", "1 个音, 2 个音, 5 个音, 22 个音"],
];

/** A walk whose steps say `sentence` of `values`. */
async function saying(sentence, values, language = "en") {
  const data = await walk({ language, text: { "tune.say": sentence } });
  const steps = data.recording.steps.map((each) => ({ ...each, say: ["tune.say", values] }));
  return { ...data, recording: { ...data.recording, steps } };
}

test("a noun has the form of its number", async () => {
  for (const [lang, forms, sentence] of SAID) {
    const values = { a: 1, b: 2, c: 5, d: 22 };
    const words = Object.keys(values).map((name) => `{${name}:${forms}}`).join(", ");
    await mount({ ...(await saying(words, values)), lang });
    equal(say(), sentence, lang);
  }
});

// The rule and its cases are those of tests/ui/test_typography.py.
test("values are set as the page sets them", async () => {
  const values = { a: "1%", b: "3 毫秒", c: "朴素法", d: 8192 };
  const sentence = "多用{a}（朴素法），用时 {b}。速度是{c}的，比 {c} 快，{d}个";
  await mount(await saying(sentence, values, "zh"));
  equal(say(), "多用 1%（朴素法），用时 3 毫秒。速度是朴素法的，比朴素法快，8,192 个");
});

for (const page of ["train", "linked", "encode", "subword_nmt"]) {
  test(`a recording that version 0.1 wrote plays to its end: ${page}`, async () => {
    const data = await given("recording_before", { page });
    await mount(data);
    sendKey("Home");
    data.recording.steps.forEach(({ say: [key] }, at) => {
      equal(step(), at);
      ok(say() && !say().includes("{"), `every value has its place: ${say()}`);
      ok(!say().includes(key), `the catalogue has the text of ${key}`);
      sendKey("ArrowRight");
    });
    show(data, false);
    ok(!$(".player .failed"));
  });
}
