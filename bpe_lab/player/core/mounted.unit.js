/* Mounts that come one over another, and their ends in any order. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { mounting } from "./mounted.js";

/** A mounting function, and what the objects made by it were told. */
function mounted() {
  const told = [];
  const mount = mounting(() => {
    const number = told.push([]) - 1;
    const tell = (word) => told[number].push(word);
    return { open: tell, close: () => tell("close") };
  });
  return { mount, told };
}

test("an element keeps its object, which is told what changes", () => {
  const { mount, told } = mounted();
  const parentElement = {};
  mount({ data: "first", parentElement });
  mount({ data: new TextEncoder().encode('"second"'), parentElement });
  assert.deepEqual(told, [["first", "second"]]);
});

test("the end of a mount that another has followed closes nothing", () => {
  const { mount, told } = mounted();
  const parentElement = {};
  const ends = ["first", "second"].map((data) => mount({ data, parentElement }));
  ends[0]();
  assert.deepEqual(told, [["first", "second"]]);
  ends[1]();
  ends[1]();
  assert.deepEqual(told, [["first", "second", "close"]]);
});

test("what is mounted after the end is another object", () => {
  const { mount, told } = mounted();
  const parentElement = {};
  mount({ data: "first", parentElement })();
  mount({ data: "second", parentElement });
  assert.deepEqual(told, [["first", "close"], ["second"]]);
});
