/* When what was missed comes again: by days of the reader's calendar, so that what was missed in the evening is due
   the next morning, wherever the reader is by then. */

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
