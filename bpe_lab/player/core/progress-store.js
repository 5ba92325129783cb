/* The rows in the browser's storage, under one key for all tabs. Where nothing can be stored they last as long as
   the page. A stored value may be damaged or hostile: what is no row is set aside. */

/** @import { Row } from "./progress-rows.js" */

import { merged, rowOf } from "./progress-rows.js";

export const KEY = "bpe-lab:progress";
export const VERSION = 1;
const MOST_LETTERS = 2e6;  // some four times as many as the most rows have
const FEWER = 200;  // rows, where the storage is full

/** How often all was deleted, and the rows since then.
    @typedef {{deletions: number, rows: Row[]}} Stored */

/** What this page itself has written, for the player's module and the panel's alike: another tab may have written
    over it at the same moment, or nothing could be stored.
    @returns {Stored & {isStored: boolean}} */
const ofPage = () => (globalThis[Symbol.for(KEY)] ??= { deletions: 0, rows: [], isStored: true });

/** @param {string | null} text
    @returns {Stored} */
export function storedIn(text) {
  try {
    const { version, deletions, rows } = text && text.length <= MOST_LETTERS ? JSON.parse(text) : /** @type {any} */ ({});
    if (version !== VERSION || !Array.isArray(rows)) return { deletions: 0, rows: [] };
    return {
      deletions: Number.isSafeInteger(deletions) && deletions > 0 ? deletions : 0,
      rows: merged(rows.map(rowOf).filter((row) => row !== null), []),
    };
  } catch {
    return { deletions: 0, rows: [] };
  }
}

/** @returns {string | null} */
function storedText() {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

/** Whether there is a storage that took what was last written. */
export function canStore() {
  try {
    return Boolean(localStorage) && ofPage().isStored;
  } catch {
    return false;
  }
}

/** Store the rows, the newest of them where there is no room for all.
    @param {Stored} all */
function store({ deletions, rows }) {
  for (const most of [rows.length, FEWER]) {
    try {
      localStorage.setItem(KEY, JSON.stringify({ version: VERSION, deletions, rows: rows.slice(-most) }));
      ofPage().isStored = true;
      return;
    } catch { /* no room, or no storage: the page has them */ }
  }
  ofPage().isStored = false;
}

/** What is stored, with what this page alone has; that is forgotten once another tab has deleted all.
    @param {string | null} text
    @returns {Stored} */
function together(text) {
  const own = ofPage();
  const stored = storedIn(text);
  if (stored.deletions > own.deletions) Object.assign(own, { deletions: stored.deletions, rows: [] });
  return { deletions: own.deletions, rows: merged(stored.deletions < own.deletions ? [] : stored.rows, own.rows) };
}

/** All rows, the oldest first.
    @returns {Row[]} */
export const allRows = () => together(storedText()).rows;

/** Add rows to those that are stored by now.
    @param {Row[]} rows */
export function addRows(rows) {
  const { deletions, rows: before } = together(storedText());
  const own = ofPage();
  own.rows = merged(own.rows, rows);
  store({ deletions, rows: merged(before, rows) });
}

/** Delete all rows, in all tabs. */
export function deleteRows() {
  const deletions = together(storedText()).deletions + 1;
  Object.assign(ofPage(), { deletions, rows: [] });
  store({ deletions, rows: [] });
}

/** Call back whenever another tab has written; what it has written over is written again.
    @param {() => void} changed
    @returns {() => void} ends it */
export function watchRows(changed) {
  const heard = (/** @type {StorageEvent} */ { key, newValue }) => {
    if (key !== null && key !== KEY) return;
    if (newValue === null) Object.assign(ofPage(), { deletions: 0, rows: [] });  // the browser's data were cleared
    else mend(newValue);
    changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}

/** @param {string} text */
function mend(text) {
  const all = together(text);
  if (JSON.stringify(all) !== JSON.stringify(storedIn(text))) store(all);
}

/** Says on the window, by `detail`, which scene of a lesson its reader has answered. */
export const ANSWERED = "bpe-lab:answered";

/** @param {string} scene  its name */
export const tellAnswered = (scene) => void window.dispatchEvent(new CustomEvent(ANSWERED, { detail: scene }));
