/* The draft in the browser's storage, for all tabs: the draft itself, which the page of lessons alone writes, and
   beside it the scenes that were added on other pages since. Where nothing can be stored both last as long as the
   page. What is stored may be damaged or hostile: the server reads of it what it knows. */

export const DRAFT = "bpe-lab:lesson-draft";
export const SCENES = "bpe-lab:lesson-scenes";
const MOST_LETTERS = 1_000_000;

/** @typedef {{stamp: number, draft: string, scenes: number}} Stored */
/** @typedef {{id: string}} Scene */

/** What the storage did not take.
    @type {Map<string, string>} */
const unstored = new Map();

function read(key) {
  try {
    const text = unstored.get(key) ?? localStorage.getItem(key);
    return text && text.length <= MOST_LETTERS ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function write(key, value) {
  const text = JSON.stringify(value);
  try {
    localStorage.setItem(key, text);
    unstored.delete(key);
  } catch {
    unstored.set(key, text);
  }
}

/** @returns {Stored | undefined} */
export function storedDraft() {
  const value = read(DRAFT);
  const isDraft = Number.isSafeInteger(value?.stamp) && value.stamp > 0 && typeof value.draft === "string";
  return isDraft ? { stamp: value.stamp, draft: value.draft, scenes: Number.isSafeInteger(value.scenes) ? value.scenes : 0 } : undefined;
}

/** @param {Stored} draft */
export const storeDraft = (draft) => write(DRAFT, draft);

/** @returns {Scene[]} */
export function storedScenes() {
  const values = read(SCENES);
  return Array.isArray(values) ? values.filter((value) => typeof value?.id === "string") : [];
}

/** @param {Scene[]} scenes */
export const storeScenes = (scenes) => write(SCENES, scenes);

/** How many scenes the lesson has by now. */
export const countScenes = () => (storedDraft()?.scenes ?? 0) + storedScenes().length;

/** Call back whenever another tab has written.
    @param {() => void} changed
    @returns {() => void} ends it */
export function watchStore(changed) {
  const heard = (/** @type {StorageEvent} */ { key }) => {
    if (key === null || key === DRAFT || key === SCENES) changed();
  };
  window.addEventListener("storage", heard);
  return () => window.removeEventListener("storage", heard);
}
