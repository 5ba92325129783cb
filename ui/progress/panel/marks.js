/* Marks of questions that the server asked, into the reader's own rows: each once, however often they are handed over. */

import { addRows, rowOf, tellAnswered } from "../../../bpe_lab/player/core/progress.js";

/** What was noted on this page; what the reader has deleted since then stays deleted.
    @type {Set<string>} */
const noted = new Set();

/** @param {{rows: any[], scenes: string[]}} marks  rows, and the names of a lesson's scenes that are answered */
export function noteMarks({ rows, scenes }) {
  const added = fresh(rows).map(rowOf).filter((row) => row !== null);
  if (added.length) addRows(added);
  for (const scene of fresh(scenes)) tellAnswered(scene);
}

/** What of a list is not noted yet; from here on it is.
    @param {any[]} list */
function fresh(list) {
  const isNew = (each) => !noted.has(JSON.stringify(each));
  const found = list.filter(isNew);
  for (const each of found) noted.add(JSON.stringify(each));
  return found;
}
