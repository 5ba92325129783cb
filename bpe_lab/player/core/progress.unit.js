/* Rows from elsewhere are whole or set aside; two lists become one. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { KEY, MOST_ROWS, addRows, allRows, canStore, deleteRows, merged, rowOf, storedIn } from "./progress.js";

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

/** A storage of one text. */
const store = (storage) => Object.defineProperty(globalThis, "localStorage", { value: storage, configurable: true });
const own = Object.getOwnPropertyDescriptor(globalThis, "localStorage");

afterEach(() => {
  delete globalThis[Symbol.for(KEY)];
  Object.defineProperty(globalThis, "localStorage", own ?? { value: undefined, configurable: true });
});

for (const text of [
  null,
  "",
  "{",
  "null",
  "5",
  '"rows"',
  "[]",
  "{}",
  '{"version":2,"rows":[]}',
  '{"version":1,"rows":{"length":3}}',
  '{"version":1}',
  "[".repeat(100_000),
]) {
  test(`a damaged value holds no rows: ${text?.slice(0, 40)}`, () => {
    assert.deepEqual(storedIn(text), { deletions: 0, rows: [] });
  });
}

test("of a damaged list the whole rows stay", () => {
  const [early, late] = [{ ...ROW, at: 1 }, { ...ROW, at: 2 }];
  const text = JSON.stringify({ version: 1, deletions: -4, rows: [late, null, { ...ROW, seed: "<>" }, early, 7] });
  assert.deepEqual(storedIn(text), { deletions: 0, rows: [early, late] });
});

test("without a storage rows last as long as the page", () => {
  const refuse = () => { throw new DOMException("denied", "SecurityError"); };
  store({ getItem: refuse, setItem: refuse, removeItem: refuse });
  addRows([ROW]);
  assert.equal(canStore(), false);
  assert.deepEqual(allRows(), [ROW]);
  deleteRows();
  assert.deepEqual(allRows(), []);
});

test("a storage without any room is said to be none", () => {
  store({ getItem: () => null, setItem() { throw new Error("quota"); } });
  assert.equal(canStore(), true);
  addRows([ROW]);
  assert.equal(canStore(), false);
  assert.equal(allRows().length, 1);
});

test("a full storage takes the newest", () => {
  let kept = null;
  store({
    getItem: () => kept,
    setItem(_, text) {
      if (text.length > 60_000) throw new Error("quota");
      kept = text;
    },
  });
  addRows(Array.from({ length: 1000 }, (_, at) => ({ ...ROW, at })));
  const { rows } = storedIn(kept);
  assert.deepEqual([rows.length, rows.at(-1)?.at, allRows().length], [200, 999, 1000]);
});
