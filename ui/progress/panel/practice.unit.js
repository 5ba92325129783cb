/* What the panel makes of the rows: kinds of questions, when each comes again, and links to exercises that ask it. */

import assert from "node:assert/strict";
import { after, test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { addressOf, dayOf, dueDay, kindsOf, newSeed } from "./practice.js";

const NOW = 1_750_000_000_000;
const SEEDS = { digits: "0123ABCD", first: "1", length: 4 };
const page = (name, exercise, levels) => ({ page: name, title: name, exercise, levels, view: { ask: "answer" } });
const DATA = {
  pages: [page("train", "trace.naive", { next_pair: 3 }), page("encode", "", {})],
  text: { "question.name_next_pair": "next pair", "question.name_next_merge": "next merge" },
  language: "en",
  scripts: ["latin", "chinese"],
  seed: SEEDS,
};
const kinds = (...rows) => kindsOf(rows.map((members) => ({ ...ROW, ...members })), DATA, NOW);

test("one kind is asked on a page with or without an exercise", () => {
  const found = kinds({ at: 1 }, { at: 2, exercise: "predict.train", seed: "", first_try: false });
  assert.deepEqual(found.map(({ page, kind, answered, missed }) => [page.page, kind, answered, missed]),
    [["train", "next_pair", 2, 1]]);
  assert(found[0].days < 0);
});

test("what this version cannot word is left out", () => {
  const strange = [{ kind: "constructor" }, { kind: "no_such" }, { exercise: "trace.unheard_of" }];
  assert.deepEqual(kinds(...strange, { exercise: "predict.constructor" }), []);
});

test("an answer from a fast clock is one of now", () => {
  const [{ days }] = kinds({ at: NOW + 1e12, first_try: false });
  assert.equal(days, 1);
});

test("a question that no exercise asks is linked to its page", () => {
  const [kind] = kinds({ exercise: "predict.encode", kind: "next_merge", seed: "" });
  assert.equal(addressOf(kind, DATA), "encode?ask=answer&lang=en");
});

test("a new seed is any of the generator's that is not known", () => {
  const drawn = (...numbers) => () => numbers.shift();
  const draws = (number) => drawn(...Array(3).fill(number));
  assert.equal(newSeed(SEEDS, new Set(), draws(0)), "1000");
  assert.equal(newSeed(SEEDS, new Set(), draws(1 - 2 ** -53)), "1DDD");
  assert.equal(newSeed(SEEDS, new Set(["1000"]), drawn(0, 0, 0, 0.5, 0.5, 0.5)), "1AAA");
});

const MISSED = ["2026-05-04T09:00", false];
const HOME = process.env.TZ;

after(() => { process.env.TZ = HOME; });

/** Milliseconds of a local time; the clock is the zone's from now on. */
function at(moment, zone) {
  process.env.TZ = zone;
  return new Date(moment).getTime();
}

/** Days from `now` on; the browser stands in `nowZone` by then. */
function dueIn(answers, now, zone = "UTC", nowZone = zone) {
  const rows = answers.map(([moment, first_try]) => ({ at: at(moment, zone), first_try }));
  const present = at(now, nowZone);
  const due = dueDay(rows);
  return due === null ? null : due - dayOf(present);
}

test("the intervals are one, three and seven days", () => {
  const [first, second, third] = ["2026-05-05", "2026-05-08", "2026-05-15"];
  const answers = [MISSED];
  for (const [day, following] of [[first, 3], [second, 7]]) {
    assert.equal(dueIn(answers, `${day}T00:00`), 0);
    answers.push([`${day}T10:00`, true]);
    assert.equal(dueIn(answers, `${day}T11:00`), following);
  }
  assert.equal(dueIn(answers, `${third}T00:00`), 0);
  answers.push([`${third}T10:00`, true]);
  assert.equal(dueIn(answers, `${third}T11:00`), null, "it came right after the last one, too");
});

test("a day begins at midnight", () => {
  assert.equal(dueIn([MISSED], "2026-05-04T23:59:59"), 1);
  assert.equal(dueIn([MISSED], "2026-05-05T00:00:00"), 0);
  assert.equal(dueIn([MISSED], "2026-05-07T12:00"), -2);
});

test("what was never missed is not due", () => {
  assert.equal(dueIn([], "2026-05-05T09:00"), null);
  assert.equal(dueIn([["2026-05-04T09:00", true]], "2026-06-05T09:00"), null);
});

test("a miss outweighs all that came right on its day", () => {
  for (const order of [[true, false], [false, true], [false, true, true]]) {
    const answers = order.map((right, index) => [`2026-05-04T09:0${index}`, right]);
    assert.equal(dueIn(answers, "2026-05-04T10:00"), 1, String(order));
  }
});

test("what comes right before it is due changes nothing", () => {
  const answers = [MISSED, ["2026-05-05T09:00", true]];
  assert.equal(dueIn(answers, "2026-05-05T10:00"), 3);
  assert.equal(dueIn([...answers, ["2026-05-07T09:00", true]], "2026-05-07T10:00"), 1);
});

test("the next interval begins when it was answered", () => {
  assert.equal(dueIn([MISSED, ["2026-05-20T09:00", true]], "2026-05-20T10:00"), 3);
});

test("missed again it goes back to one day", () => {
  const answers = [MISSED, ["2026-05-05T09:00", true], ["2026-05-08T09:00", false]];
  assert.equal(dueIn(answers, "2026-05-08T10:00"), 1);
  assert.equal(dueIn([...answers, ["2026-05-09T09:00", true]], "2026-05-09T10:00"), 3);
});

for (const zone of ["Pacific/Kiritimati", "Asia/Shanghai", "Asia/Kathmandu", "America/New_York"]) {
  test(`a day is the reader's own in ${zone}`, () => {
    const late = [["2026-05-04T23:30", false]];
    assert.equal(dueIn(late, "2026-05-04T23:59", zone), 1);
    assert.equal(dueIn(late, "2026-05-05T00:00", zone), 0);
  });
}

for (const [missed, midnight] of [
  ["2026-03-28T23:30", "2026-03-29T00:00"],  // a day of 23 hours
  ["2026-03-29T01:30", "2026-03-30T00:00"],
  ["2026-10-25T23:30", "2026-10-26T00:00"],  // after one of 25
  ["2026-10-25T00:30", "2026-10-26T00:00"],
]) {
  test(`a day of 23 or 25 hours is a day: ${missed}`, () => {
    assert.equal(dueIn([[missed, false]], midnight, "Europe/Berlin"), 0);
  });
}

test("seven days over the change of the clock end at midnight", () => {
  const answers = [["2026-03-21T20:00", false], ["2026-03-22T20:00", true], ["2026-03-25T23:50", true]];
  assert.equal(dueIn(answers, "2026-03-31T23:59", "Europe/Berlin"), 1);
  assert.equal(dueIn(answers, "2026-04-01T00:00", "Europe/Berlin"), 0);
});

test("who has traveled counts days where they are", () => {
  const late = [["2026-05-04T23:30", false]];
  // 11:30 of the same day in New York, where it is due from the next midnight on.
  assert.equal(dueIn(late, "2026-05-04T23:59", "Asia/Shanghai", "America/New_York"), 1);
  assert.equal(dueIn(late, "2026-05-05T00:00", "Asia/Shanghai", "America/New_York"), 0);
  // Eastwards a new day has begun, and with it another midnight has to come.
  assert.equal(dueIn(late, "2026-05-05T06:00", "America/New_York", "Asia/Shanghai"), 1);
  assert.equal(dueIn(late, "2026-05-06T00:00", "America/New_York", "Asia/Shanghai"), 0);
});
