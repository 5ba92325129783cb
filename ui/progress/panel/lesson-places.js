/* How far the reader came in each lesson that has a name of its own, in the browser's storage; never sent anywhere.
   A stored value may be damaged or hostile: what is no place is set aside. */

/** The scene where one stopped and the furthest, from 0; of how many; when, in milliseconds.
    @typedef {{scene: number, furthest: number, count: number, at: number}} Place */

export const KEY = "bpe-lab:lessons";
const VERSION = 1;
const MOST = 100;
const MOST_LETTERS = 20_000;
const NAME = /^[a-z0-9][\w-]{0,60}$/i;  // a reader's own file has none
const NUMBERS = /** @type {const} */ (["scene", "furthest", "count", "at"]);

const isPlace = (value) => typeof value === "object" && value !== null
  && NUMBERS.every((name) => Number.isSafeInteger(value[name]) && value[name] >= 0)
  && value.scene <= value.furthest && value.furthest < value.count;

/** The places in a stored text, by the name of the lesson.
    @param {string | null} text
    @returns {Map<string, Place>} */
export function placesIn(text) {
  try {
    const { version, lessons } = text && text.length <= MOST_LETTERS ? JSON.parse(text) : /** @type {any} */ ({});
    if (version !== VERSION || typeof lessons !== "object" || lessons === null) return new Map();
    const places = Object.entries(lessons).filter(([name, value]) => NAME.test(name) && isPlace(value));
    return new Map(places.slice(0, MOST).map(([name, value]) => [name, /** @type {Place} */ (value)]));
  } catch {
    return new Map();
  }
}

/** @returns {Map<string, Place>} */
export function allPlaces() {
  try {
    return placesIn(localStorage.getItem(KEY));
  } catch {
    return new Map();
  }
}

/** The reader is in a scene now.
    @param {string} lesson
    @param {{scene: number, count: number}} here */
export function notePlace(lesson, { scene, count }, at = Date.now()) {
  const places = allPlaces();
  const before = places.get(lesson);
  const furthest = Math.max(scene, before?.count === count ? before.furthest : 0);
  const place = { scene, furthest, count, at };
  if (NAME.test(lesson) && isPlace(place)) store(places.set(lesson, place));
}

export const deletePlaces = () => store(new Map());

/** @param {Map<string, Place>} places */
export function store(places) {
  try {
    if (places.size) localStorage.setItem(KEY, JSON.stringify({ version: VERSION, lessons: Object.fromEntries(places) }));
    else localStorage.removeItem(KEY);
  } catch { /* where a browser keeps nothing, nothing is known of lessons */ }
}

/** @param {Place} place */
export const isDone = ({ furthest, count }) => furthest === count - 1;

/** Where one stopped last, if that was before a lesson's end.
    @param {Map<string, Place>} places
    @returns {[string, Place] | undefined} */
export function lastPlace(places) {
  const [latest] = [...places].sort(([, one], [, other]) => other.at - one.at);
  return latest && latest[1].scene < latest[1].count - 1 ? latest : undefined;
}
