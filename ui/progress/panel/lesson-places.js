/* How far the reader came in each lesson that has a name of its own, in the browser's storage; never sent anywhere.
   A stored value may be damaged or hostile: what is no place is set aside. */

/** The scene where one stopped and the furthest, from 0; of how many; when, in milliseconds; which scenes ask, and
    which of those are answered.
    @typedef {{scene: number, furthest: number, count: number, at: number, asks?: number[], answered?: number[]}} Place */

export const KEY = "bpe-lab:lessons";
const VERSION = 1;
const MOST = 100;
const MOST_LETTERS = 20_000;
const NAME = /^[a-z0-9][\w-]{0,60}$/i;  // a reader's own file has none
const NUMBERS = /** @type {const} */ (["scene", "furthest", "count", "at"]);
const LISTS = /** @type {const} */ (["asks", "answered"]);

const isPlace = (value) => typeof value === "object" && value !== null
  && NUMBERS.every((name) => Number.isSafeInteger(value[name]) && value[name] >= 0)
  && value.scene <= value.furthest && value.furthest < value.count
  && LISTS.every((name) => value[name] === undefined || isScenes(value[name], value.count));

const isScenes = (list, count) => Array.isArray(list) && list.length <= count
  && list.every((scene) => Number.isSafeInteger(scene) && scene >= 0 && scene < count);

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
    @param {{scene: number, count: number, asks?: number[]}} here  `asks` is not told to whoever presents: a hall answers
      otherwise */
export function notePlace(lesson, { scene, count, asks }, at = Date.now()) {
  const places = allPlaces();
  const before = places.get(lesson);
  const isSame = before?.count === count; // a lesson that has changed is another one
  const asking = asks ?? (isSame ? before.asks : undefined) ?? [];
  const answered = (isSame ? before.answered : undefined) ?? [];
  const furthest = Math.max(scene, isSame ? before.furthest : 0);
  const place = { scene, furthest, count, at, asks: asking, answered: answered.filter((each) => asking.includes(each)) };
  if (NAME.test(lesson) && isPlace(place)) store(places.set(lesson, place));
}

/** A scene is answered.
    @param {string} name  of the scene, as walks have it: its lesson and its number from 0 */
export function noteAnswered(name) {
  const places = allPlaces();
  const [lesson, scene] = name.split(" ");
  const place = places.get(lesson);
  if (!place?.asks?.includes(Number(scene)) || place.answered?.includes(Number(scene))) return;
  store(places.set(lesson, { ...place, answered: [...place.answered ?? [], Number(scene)] }));
}

export const deletePlaces = () => store(new Map());

/** @param {Map<string, Place>} places */
export function store(places) {
  try {
    if (places.size) localStorage.setItem(KEY, JSON.stringify({ version: VERSION, lessons: Object.fromEntries(places) }));
    else localStorage.removeItem(KEY);
  } catch { /* where a browser keeps nothing, nothing is known of lessons */ }
}

/** How far one is with a lesson: done are those whose last scene was seen and whose questions are answered.
    @param {Place} place
    @returns {"begun" | "partly" | "done"} */
export function stateOf({ furthest, count, asks = [], answered = [] }) {
  if (furthest < count - 1) return "begun";
  return answered.length < asks.length ? "partly" : "done";
}

/** Where one goes on with the last lesson: in the scene where one stopped before its end, else in the first that was
    skipped.
    @param {Map<string, Place>} places
    @returns {{name: string, scene: number, count: number, isSkipped: boolean} | undefined} */
export function lastPlace(places) {
  const [latest] = [...places].sort(([, one], [, other]) => other.at - one.at);
  if (!latest) return undefined;
  const [name, { scene, count, asks = [], answered = [] }] = latest;
  const skipped = asks.find((each) => !answered.includes(each));
  const isSkipped = scene === count - 1;
  const next = isSkipped ? skipped : scene;
  return next === undefined ? undefined : { name, scene: next, count, isSkipped };
}
