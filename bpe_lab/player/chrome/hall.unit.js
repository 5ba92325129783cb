/* Keys of the hall's tools. */

import assert from "node:assert/strict";
import { test } from "node:test";

import { isForHall, lessonActOf, toolOf } from "./hall.js";

test("a key is a tool's without others held", () => {
  const tools = [...".。．BblLsS"].map((key) => toolOf({ key }));
  assert.deepEqual(tools, [...Array(5).fill("blank"), "laser", "laser", "code", "code"]);
  assert.equal(toolOf({ key: "b", ctrlKey: true }), undefined);
  assert.equal(toolOf({ key: "s", isComposing: true }), undefined);
  assert.equal(toolOf({ key: "x" }), undefined);
});

test("a lesson's keys lead past its walk", () => {
  const held = (key) => lessonActOf({ key, shiftKey: true });
  assert.deepEqual([...["r", "R", "o"].map((key) => lessonActOf({ key })), held("PageDown"), held("PageUp")], ["answer", "answer", "notes", "next", "back"]);
  assert.deepEqual([lessonActOf({ key: "PageDown" }), held("R"), lessonActOf({ key: "r", ctrlKey: true })], [undefined, undefined, undefined]);
});

test("the lecturer's window passes a clicker's keys on, and none that is its own", () => {
  const passed = ["PageDown", "PageUp", "ArrowLeft", "ArrowRight", " ", ".", "。", "b", "r"];
  assert.deepEqual([...passed, "ArrowDown", "Tab", "Enter", "Escape", "o", "s", "x"].filter((key) => isForHall({ key })), passed);
  assert.deepEqual([isForHall({ key: "PageDown", shiftKey: true }), isForHall({ key: "PageDown", ctrlKey: true })], [true, false]);
});
