/* Keys of the hall's tools. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { toolOf } from "./hall-keys.js";

test("a key is a tool's without others held", () => {
  const tools = [...".。．BblLsS"].map((key) => toolOf({ key }));
  assert.deepEqual(tools, [...Array(5).fill("blank"), "laser", "laser", "code", "code"]);
  assert.equal(toolOf({ key: "b", ctrlKey: true }), undefined);
  assert.equal(toolOf({ key: "s", isComposing: true }), undefined);
  assert.equal(toolOf({ key: "x" }), undefined);
});
