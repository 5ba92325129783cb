/* What a reader has answered, a row each: which rows are whole, how two lists of them become one, and where they are
   stored. */

/**
 * A settled answer. `exercise` is the kind of exercise, or `predict.` and the page where none was done, and then
 * without generator, level, seed and script. `kind` names the question; `at` is when, in milliseconds.
 * @typedef {{exercise: string, generator: number, seed: string, level: number, script: string, step: number,
 *   kind: string, first_try: boolean, tries: number, shown: boolean, seconds: number, at: number}} Row
 */

export const MOST_ROWS = 2000;
const LATEST = 8.64e15;  // milliseconds that a Date can hold

const whole = (least, most) => (value) => Number.isInteger(value) && value >= least && value <= most;
const written = (pattern) => (value) => typeof value === "string" && pattern.test(value);
const flag = (value) => typeof value === "boolean";

/** What each member of a row must be.
    @type {Record<string, (value: unknown) => boolean>} */
const MEMBERS = {
  exercise: written(/^[a-z_]{1,20}\.[a-z_]{1,20}$/),
  generator: whole(0, 31),
  seed: written(/^(?:[0-9A-HJKMNP-TV-Z]{4})?$/),
  level: whole(0, 9),
  script: written(/^[a-z_]{0,20}$/),
  step: whole(0, 1e6),
  kind: written(/^[a-z_]{1,40}$/),
  first_try: flag,
  tries: whole(0, 1e4),
  shown: flag,
  seconds: (value) => typeof value === "number" && value >= 0 && value <= 1e6,
  at: whole(0, LATEST),
};
const NAMES = Object.keys(MEMBERS);

/** The row that a value from elsewhere is, with nothing beside a row's members; null of what is none.
    @param {any} value
    @returns {Row | null} */
export function rowOf(value) {
  if (typeof value !== "object" || value === null) return null;
  if (!NAMES.every((name) => Object.hasOwn(value, name) && MEMBERS[name](value[name]))) return null;
  return /** @type {Row} */ (Object.fromEntries(NAMES.map((name) => [name, value[name]])));
}

/** The same answer is the same text. @param {Row} row */
const textOf = (row) => JSON.stringify(NAMES.map((name) => row[name]));

/** The rows of both lists, none twice, in the order of time; of too many the newest.
    @param {Row[]} one
    @param {Row[]} other
    @returns {Row[]} */
export function merged(one, other) {
  const byText = new Map([...one, ...other].map((row) => [textOf(row), row]));
  return [...byText.values()].sort((first, second) => first.at - second.at).slice(-MOST_ROWS);
}

/* The rows in the browser's storage, under one key for all tabs. Where nothing can be stored they last as long as
   the page. A stored value may be damaged or hostile: what is no row is set aside. */

export const KEY = "bpe-lab:progress";
const VERSION = 1;
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
  const onStorage = (/** @type {StorageEvent} */ { key, newValue }) => {
    if (key !== null && key !== KEY) return;
    if (newValue === null) Object.assign(ofPage(), { deletions: 0, rows: [] });  // the browser's data were cleared
    else mend(newValue);
    changed();
  };
  window.addEventListener("storage", onStorage);
  return () => window.removeEventListener("storage", onStorage);
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
