/* What a reader has answered, a row each: which rows are whole, and how two lists of them become one. */

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
