/* What came of the exercise at hand, for as long as its window is open: a page that is loaded anew, or that one comes
   back to, goes on with it. */

const NAME = "bpe-lab:exercise";

/** @param {import("./walking.js").Walking} walking */
export function keepAnswers({ recording, answering, progress }) {
  const { score, missed, caught, alarms, steps } = answering;
  const { answered, free, isFound } = progress;
  const answers = { score, missed, caught, alarms, steps: [...steps], answered: [...answered], free, isFound };
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ recording: recording.id, answers }));
  } catch {
    // A browser that stores nothing here forgets them with the page.
  }
}

/** Go on with what is kept of this recording.
    @param {import("./walking.js").Walking} walking */
export function takeUpAnswers(walking) {
  const answers = answersOf(walking.recording.id);
  if (!answers) return;
  const { score, missed, caught, alarms, steps, answered, free, isFound } = answers;
  Object.assign(walking.answering, { score, missed, caught, alarms, steps: new Map(steps) });
  Object.assign(walking.progress, { answered: new Set(answered), free, isFound });
}

/** @param {string} recording  its id
    @returns {any} */
function answersOf(recording) {
  try {
    const kept = JSON.parse(sessionStorage.getItem(NAME) ?? "null");
    return kept?.recording === recording ? kept.answers : undefined;
  } catch {
    return undefined;
  }
}

export function forgetAnswers() {
  try {
    sessionStorage.removeItem(NAME);
  } catch {
    // Nothing is kept.
  }
}
