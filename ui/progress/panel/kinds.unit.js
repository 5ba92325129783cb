/* What the panel makes of the rows: kinds of questions, and links to exercises that ask them. */

import assert from "node:assert/strict";
import { test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { kindsOf } from "./kinds.js";
import { addressOf, newSeed } from "./links.js";

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
