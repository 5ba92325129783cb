/* Progress as files: one to take along and read in again, and the marks as a table. */

/** @import { Row } from "../../../bpe_lab/player/core/progress.js" */

import { MOST_ROWS, rowOf } from "../../../bpe_lab/player/core/progress.js";

const FORMAT = "bpe-lab progress";
const VERSION = 1;
export const MOST_BYTES = 2_000_000;
const COLUMNS = ["lesson", "exercise", "generator", "seed", "step", "kind", "first_try", "tries", "shown", "seconds"];
const FORMULA = /^[=+\-@\t\r]/;
const QUOTED = /[",\r\n]/;

/** @param {Row[]} rows */
export const exportOf = (rows) => `${JSON.stringify({ format: FORMAT, version: VERSION, rows }, null, 1)}\n`;

/** The rows of a file, or the name of what is wrong with it and in which row.
    @param {string} text
    @returns {{rows: Row[]} | {fault: string, values: Record<string, number>}} */
export function rowsOfExport(text) {
  const read = parsed(text);
  const fault = faultOf(read);
  if (fault) return { fault, values: { most: MOST_ROWS } };
  const rows = read.rows.map(rowOf);
  const wrong = rows.indexOf(null);
  return wrong < 0 ? { rows } : { fault: "fault_row", values: { row: wrong + 1 } };
}

function parsed(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** What is wrong with the file as a whole; null where it only depends on its rows. */
function faultOf(read) {
  if (read === undefined) return "fault_no_json";
  if (read?.format !== FORMAT) return "fault_other_file";
  if (read.version !== VERSION || !Array.isArray(read.rows)) return "fault_version";
  return read.rows.length > MOST_ROWS ? "fault_many" : null;
}

/** The marks, a row for each answer. An answer within a lesson is noted as one of its page, so that column is empty.
    @param {Row[]} rows */
export const markSheetOf = (rows) => [COLUMNS, ...rows.map(cellsOf)].map((cells) => `${cells.map(cell).join(",")}\r\n`).join("");

const cellsOf = (row) => COLUMNS.map((name) => (name === "generator" && !row.seed ? "" : row[name] ?? ""));

/** A cell; a spreadsheet would calculate what begins like a formula.
    @param {string | number | boolean} value */
export function cell(value) {
  const text = typeof value === "boolean" ? String(Number(value)) : String(value);
  const harmless = FORMULA.test(text) ? `'${text}` : text;
  return QUOTED.test(harmless) ? `"${harmless.replaceAll('"', '""')}"` : harmless;
}
