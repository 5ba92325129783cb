/* Rows from elsewhere are whole or set aside; two lists become one. */

import assert from "node:assert/strict";
import { test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { MOST_ROWS, merged, rowOf } from "./progress-rows.js";

const row = (members) => ({ ...ROW, ...members });

test("a whole row is itself without what stands beside", () => {
  const strange = JSON.parse(JSON.stringify(ROW).replace("{", '{"more":"<b>","__proto__":{"at":0},'));
  assert(Object.hasOwn(strange, "__proto__"));
  assert.deepEqual(rowOf(strange), ROW);
});

for (const [name, value] of [
  ["exercise", "=1+1"],
  ["exercise", "trace.naive<script>"],
  ["exercise", 5],
  ["generator", 32],
  ["seed", "17U3"],
  ["seed", null],
  ["level", 2.5],
  ["script", "x".repeat(21)],
  ["step", -1],
  ["kind", ""],
  ["kind", "constructor()"],
  ["first_try", 1],
  ["shown", "no"],
  ["tries", 1e9],
  ["seconds", -1],
  ["seconds", null],
  ["at", 8.65e15],
  ["at", "today"],
]) {
  test(`a damaged row is none: ${name} ${value}`, () => assert.equal(rowOf(row({ [name]: value })), null));
}

for (const name of Object.keys(ROW)) {
  test(`a row that lacks a member is none: ${name}`, () => {
    const lacking = row({});
    delete lacking[name];
    assert.equal(rowOf(lacking), null);
  });
}

test("what is no row is none", () => {
  for (const value of [null, 5, "row", [], [[]], {}]) assert.equal(rowOf(value), null);
});

test("two lists become one in the order of time without doubles", () => {
  const one = [row({ at: 3 }), row({ at: 1 })];
  const other = [row({ at: 2 }), row({ at: 3 }), row({ at: 3, step: 9 })];
  const rows = merged(one, other);
  assert.deepEqual(rows.map(({ at }) => at), [1, 2, 3, 3]);
  assert.deepEqual(merged(rows, [...one, ...other]), rows);
});

test("of too many rows the newest stay", () => {
  const rows = Array.from({ length: 2500 }, (_, at) => row({ at }));
  const all = merged(rows.slice(0, 1200), rows.slice(900));
  assert.equal(MOST_ROWS, 2000);
  assert.deepEqual([all.length, all[0].at, all.at(-1).at], [2000, 500, 2499]);
});
