/* Since when a lesson's notes are open, for as long as their window is: a reload goes on. */

const STORED = "bpe-lab:lesson-begun";

/** The time at which `lesson` began, in milliseconds: now, if nothing is known of it or it is to begin anew.
    @param {string} lesson */
export function startOf(lesson, anew = false) {
  const stored = anew ? null : read();
  if (stored?.lesson === lesson && stored.at <= Date.now()) return stored.at;
  const begun = { lesson, at: Date.now() };
  try {
    sessionStorage.setItem(STORED, JSON.stringify(begun));
  } catch { /* where a browser keeps nothing, a reload begins anew */ }
  if (!canStore()) unstored = begun;
  return begun.at;
}

/** @type {{lesson: string, at: number} | null} */
let unstored = null;

function canStore() {
  try {
    return Boolean(sessionStorage);
  } catch {
    return false;
  }
}

function read() {
  try {
    const value = JSON.parse(sessionStorage.getItem(STORED) ?? "null");
    return typeof value?.at === "number" ? value : unstored;
  } catch {
    return unstored;
  }
}

/** Minutes and seconds from one time to another: `7:05`. */
export function clockText(begun, now) {
  const seconds = Math.max(0, Math.floor((now - begun) / 1000));
  return `${Math.floor(seconds / 60)}:${String(seconds % 60).padStart(2, "0")}`;
}

export const minutesOver = (begun, now, minutes) => now - begun > minutes * 60_000;
