/* Progress as files: read in whole or not at all, and marks that a spreadsheet may open. */

import assert from "node:assert/strict";
import { test } from "node:test";

import ROW from "../../../tests/ui/progress/row.json" with { type: "json" };
import { cell, exportOf, markSheetOf, rowsOfExport } from "./files.js";

const exported = (members) => JSON.stringify({ format: "bpe-lab progress", version: 1, rows: [ROW], ...members });

test("what is written is read", () => {
  const rows = [ROW, { ...ROW, at: 5, kind: "its_count", first_try: false, seconds: 0.1 }];
  assert.deepEqual(rowsOfExport(exportOf(rows)), { rows });
});

for (const [text, fault] of [
  ["", "fault_no_json"],
  ["\x89PNG", "fault_no_json"],
  ["null", "fault_other_file"],
  ["[]", "fault_other_file"],
  ['{"widgets": []}', "fault_other_file"],
  [exported({ version: 2 }), "fault_version"],
  [exported({ rows: {} }), "fault_version"],
  [exported({ rows: Array(2001).fill(0) }), "fault_many"],
]) {
  test(`another file is refused: ${text.slice(0, 60)}`, () => {
    assert.partialDeepStrictEqual(rowsOfExport(text), { fault });
  });
}

test("one damaged row refuses the whole file and is named", () => {
  const text = exported({ rows: [ROW, ROW, { ...ROW, tries: "1" }] });
  assert.deepEqual(rowsOfExport(text), { fault: "fault_row", values: { row: 3 } });
});

test("marks have the columns of a mark sheet", () => {
  const predicted = { ...ROW, exercise: "predict.train", generator: 0, seed: "", first_try: false, shown: true, tries: 2 };
  assert.equal(markSheetOf([ROW, predicted]), [
    "lesson,exercise,generator,seed,step,kind,first_try,tries,shown,seconds\r\n",
    ",trace.naive,1,17F3,4,next_pair,1,1,0,2.5\r\n",
    ",predict.train,,,4,next_pair,0,2,1,2.5\r\n",
  ].join(""));
});

test("no cell begins a formula", () => {
  for (const sign of ["=", "+", "-", "@", "\t", "\r"]) {
    assert.equal(cell(`${sign}HYPERLINK("x,y")`), `"'${sign}HYPERLINK(""x,y"")"`);
  }
  assert.equal(cell("\r1"), "\"'\r1\"");
});
