/* What to practice: which kinds of questions were missed, when each comes again, and exercises that ask them.
   It comes again by days of the reader's calendar, so that what was missed in the evening is due the next morning,
   wherever the reader is by then. */

/** @import { Row } from "../../../bpe_lab/player/core/progress.js" */

export const INTERVALS = [1, 3, 7];  // days
const DAY = 86_400_000;

/** The number of the day that a moment lies in, by the browser's clock and its time zone of now.
    @param {number} at */
export const dayOf = (at) => Math.floor((at - new Date(at).getTimezoneOffset() * 60_000) / DAY);

/** The day on which a kind of question is due again; null where it was never missed, or came right after the last
    interval too. A day on which it was missed leads back to the first interval, whatever else came right on it. A day
    on which it came right at the first try leads to the next interval, once it is due: what comes right before has not
    waited long enough to say anything.
    @param {{at: number, first_try: boolean}[]} answers  in the order of time
    @param {(at: number) => number} day
    @returns {number | null} */
export function dueDay(answers, day = dayOf) {
  let interval = 0;
  /** @type {number | null} */
  let due = null;
  for (const [today, isMissed] of missedByDay(answers, day)) {
    if (isMissed) {
      interval = 0;
      due = today + INTERVALS[0];
    } else if (due !== null && today >= due) {
      interval += 1;
      due = interval < INTERVALS.length ? today + INTERVALS[interval] : null;
    }
  }
  return due;
}

/** By day, whether an answer of it was not right at the first try. */
function missedByDay(answers, day) {
  /** @type {Map<number, boolean>} */
  const days = new Map();
  for (const { at, first_try } of answers) days.set(day(at), Boolean(days.get(day(at))) || !first_try);
  return days;
}

/** A page that asks questions, the first level of its exercise that asks each, and what its address needs
    besides, for some kinds another thing than for the rest.
    @typedef {{page: string, title: string, exercise: string, levels: Record<string, number>, view: Record<string, string>, views?: Record<string, Record<string, string>>}} Page
    @typedef {{page: Page, kind: string, rows: Row[], answered: number, missed: number, days: number | null}} Kind */

const PREDICTED = "predict.";

/** In the order of the pages, then as they were first met; `days` is how many days from now one is due, 0 or less
    where it is due today. What this version has no page or words for is left out.
    @param {Row[]} rows
    @param {{pages: Page[], text: Record<string, string>}} data
    @param {number} now
    @returns {Kind[]} */
export function kindsOf(rows, { pages, text }, now) {
  const worded = rows.filter(({ kind }) => Object.hasOwn(text, `question.name_${kind}`));
  return pages.flatMap((page) => {
    const isOf = ({ exercise }) => exercise === page.exercise || exercise === PREDICTED + page.page;
    const byKind = Map.groupBy(worded.filter(isOf), ({ kind }) => kind);
    return [...byKind].map(([kind, rows]) => kindOf(page, kind, rows, now));
  });
}

/** An answer from a clock that was fast counts as one of now. */
function kindOf(page, kind, rows, now) {
  const due = dueDay(rows.map(({ at, first_try }) => ({ at: Math.min(at, now), first_try })));
  const missed = rows.filter(({ first_try }) => !first_try).length;
  return { page, kind, rows, answered: rows.length, missed, days: due === null ? null : due - dayOf(now) };
}

/** What Python says of seeds: their digits, the first one, and how many there are.
    @typedef {{digits: string, first: string, length: number}} Seeds */

const TRIES = 20;

/** A seed that is none of `known`, or any once the reader seems to know them all.
    @param {Seeds} seeds
    @param {Set<string>} known */
export function newSeed({ digits, first, length }, known, random = Math.random) {
  let seed = "";
  for (let tries = 0; tries < TRIES && (!seed || known.has(seed)); tries += 1) {
    const rest = Array.from({ length: length - 1 }, () => digits[Math.floor(random() * digits.length)]);
    seed = first + rest.join("");
  }
  return seed;
}

/** An exercise that asks the kind of question, in the script of the last one; where the page has no exercise, the page's view that asks.
    @param {Kind} kind
    @param {{language: string, scripts: string[], seed: Seeds}} data */
export function addressOf({ page, kind, rows }, data) {
  const level = page.levels[kind];
  if (!level) return pageAddress(page.page, page.views?.[kind] ?? page.view, data);
  const last = rows.findLast(({ seed }) => seed)?.script ?? "";
  const script = data.scripts.indexOf(last) > 0 ? `-${last}` : "";
  const seed = newSeed(data.seed, new Set(rows.map((row) => row.seed)));
  return pageAddress(page.page, { exercise: `${level}-${seed}${script}` }, data);
}

/** Of the kinds that an exercise asks, the one that was missed most often for how often it was answered; of equal ones
    the last met.
    @param {Kind[]} kinds
    @returns {Kind | undefined} */
export function weakest(kinds) {
  const share = ({ missed, answered }) => missed / answered;
  return kinds.filter(({ page, kind }) => page.levels[kind]).reduce(
    (worst, each) => (worst && share(worst) > share(each) ? worst : each), /** @type {Kind | undefined} */ (undefined));
}

export const firstAddress = (data) => pageAddress("train", { exercise: `1-${newSeed(data.seed, new Set())}` }, data);

/** Beside the page's own address, whatever path the server answers under. */
const pageAddress = (page, query, { language }) => `${page}?${new URLSearchParams({ ...query, lang: language })}`;
