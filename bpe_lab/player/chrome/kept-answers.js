/* What came of the exercise at hand, for as long as its window is open: a page that is loaded anew, or that one comes
   back to, goes on with it. */

const NAME = "bpe-lab:exercise";

/** @param {string} recording  its id
    @param {object} answers */
export function keepAnswers(recording, answers) {
  try {
    sessionStorage.setItem(NAME, JSON.stringify({ recording, answers }));
  } catch {
    // A browser that stores nothing here forgets them with the page.
  }
}

/** What is kept of this recording.
    @param {string} recording
    @returns {any} */
export function answersOf(recording) {
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
