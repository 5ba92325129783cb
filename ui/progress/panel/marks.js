/* Marks of questions that the server asked, into the reader's own rows: each once, however often they are handed over. */

import { addRows, rowOf, tellAnswered } from "../../../bpe_lab/player/core/progress.js";

/** What was noted on this page; what the reader has deleted since then stays deleted.
    @type {Set<string>} */
const noted = new Set();

/** @param {any[]} marks  rows, each with its lesson's scene, if it was asked in one */
export function noteMarks(marks) {
  const fresh = marks.filter((mark) => !noted.has(JSON.stringify(mark)));
  for (const mark of fresh) noted.add(JSON.stringify(mark));
  const rows = fresh.map(rowOf).filter((row) => row !== null);
  if (rows.length) addRows(rows);
  for (const { scene, tries } of fresh) if (scene && tries > 0) tellAnswered(scene);
}
