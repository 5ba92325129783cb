/* Which steps a video shows, and for how long. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { passageOf, timesOf } from "./video.js";

/** A walk of steps told by their sub-goals, a string for each group. */
const walk = (...groups) => ({
  goals: ["count", "choose", "merge"],
  steps: groups.flatMap((goals, group) => [...goals].map((letter) => ({ group, goal: { c: "count", h: "choose", m: "merge" }[letter] }))),
});

test("a video is of one group", () => {
  assert.deepEqual(passageOf(walk("chm", "chmm", "chm"), 5), [3, 4, 5, 6]);
});

test("without groups, it is of one round of the sub-goals", () => {
  const each = walk("cchmchm");
  assert.deepEqual([0, 3, 4, 6].map((step) => passageOf(each, step)), [[0, 1, 2, 3], [0, 1, 2, 3], [4, 5, 6], [4, 5, 6]]);
});

test("of steps that are groups, it is of the next ones", () => {
  assert.deepEqual(passageOf(walk(..."mmm"), 1), [0, 1, 2], "or what there is");
  assert.equal(passageOf(walk(..."m".repeat(40)), 3).length, 16);
});

test("of a long group it shows what begins and ends, and some between", () => {
  const few = passageOf(walk("c".repeat(100)), 50);
  assert.deepEqual([few.length, few[0], few.at(-1)], [16, 0, 99]);
  const turning = passageOf(walk(`${"ccchhhmmm".repeat(4)}`, "c"), 7);
  assert.deepEqual(turning, [0, 3, 6, 9, 12, 15, 18, 21, 24, 27, 30, 33, 35]);
});

test("a sentence is held as long as it is read, and a video is short", () => {
  assert.deepEqual(timesOf([1, 40, 500]), [1000, 1800, 2500]);
  const times = timesOf(Array(16).fill(500));
  assert.deepEqual([Math.min(...times), times.reduce((total, time) => total + time)], [1250, 20_000]);
});
