/* Rows in the browser's storage: damaged, refused, full. */

import assert from "node:assert/strict";
import { afterEach, test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { KEY, addRows, allRows, canStore, deleteRows, storedIn } from "./progress-store.js";

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
