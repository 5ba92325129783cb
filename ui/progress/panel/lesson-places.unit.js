/* When a lesson is done: its last scene was seen, and what it asks is answered. */

import assert from "node:assert/strict";
import { beforeEach, test } from "node:test";

import { allPlaces, lastPlace, noteAnswered, notePlace, placesIn, stateOf } from "./lesson-places.js";

beforeEach(() => {
  let stored = null;
  const value = { getItem: () => stored, setItem: (/** @type {string} */ _name, text) => void (stored = text) };
  Object.defineProperty(globalThis, "localStorage", { value, configurable: true });
});

const COUNT = 4, ASKS = [1, 3];
const visit = (...scenes) => scenes.forEach((scene) => notePlace("one", { scene, count: COUNT, asks: ASKS }));
const placed = () => /** @type {any} */ (allPlaces().get("one"));
const state = () => stateOf(placed());

test("a lesson is done once its last scene is seen and all that it asks is answered", () => {
  visit(0, 1);
  noteAnswered("one 1");
  assert.equal(state(), "begun");
  visit(3);
  assert.equal(state(), "partly");
  assert.deepEqual(placed().answered, [1]);
  for (const name of ["one 1", "one 2", "other 3", "one", "one 99"]) noteAnswered(name);
  assert.equal(state(), "partly", "no scene counts twice, and none that asks nothing");
  noteAnswered("one 3");
  assert.equal(state(), "done");
  visit(0);
  assert.equal(state(), "done", "whoever comes again has done it");
});

test("one goes on where one stopped, and after the last scene with what was skipped", () => {
  const next = () => lastPlace(allPlaces());
  assert.equal(next(), undefined);
  visit(0, 2);
  assert.deepEqual([next()?.scene, next()?.isSkipped], [2, false]);
  visit(3);
  noteAnswered("one 3");
  assert.deepEqual([next()?.scene, next()?.isSkipped], [1, true], "and it is said that it was");
  noteAnswered("one 1");
  assert.equal(next(), undefined);
});

test("a hall answers otherwise", () => {
  notePlace("one", { scene: 3, count: COUNT });
  assert.equal(state(), "done");
  visit(3);
  assert.equal(state(), "partly");
  notePlace("one", { scene: 0, count: COUNT });
  assert.deepEqual(placed().asks, ASKS, "what was known is kept");
});

test("a lesson that has changed begins anew", () => {
  visit(1, 3);
  noteAnswered("one 1");
  notePlace("one", { scene: 0, count: 5, asks: [4] });
  assert.deepEqual([state(), placed().answered], ["begun", []]);
});

test("what is no place is set aside, and one of an earlier version is whole", () => {
  const place = { scene: 3, furthest: 3, count: COUNT, at: 1 };
  const read = (members) => placesIn(JSON.stringify({ version: 1, lessons: { one: { ...place, ...members } } })).get("one");
  assert.equal(stateOf(/** @type {any} */ (read({}))), "done");
  for (const asks of ["1", [COUNT], [-1], [0.5], Array(9).fill(0), null]) assert.equal(read({ asks }), undefined);
});
