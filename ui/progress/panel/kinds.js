/* The rows by kind of question: on which page, how often answered and missed, and when it is due again. */

/** @import { Row } from "../../../bpe_lab/player/core/progress.js" */

import { dayOf, dueDay } from "./schedule.js";

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
