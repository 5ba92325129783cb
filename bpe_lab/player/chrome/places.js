/* Where the reader stood in each walk, for as long as the window stays: another page and the way
   back, or another text and the first one again, lead to the same step. */

/** @type {Map<string, number>} */
const places = new Map();

/** @param {string} recording  its id
    @returns {number | undefined} */
export const placeIn = (recording) => places.get(recording);

/** @param {string} recording
    @param {number} step
    @param {string} [scene]  of a lesson: several of them may show one walk, each at a place of its own */
export function keepPlace(recording, step, scene) {
  places.set(recording, step);
  if (scene) places.set(inScene(scene, recording), step);
}

/** A walk as a scene shows it. */
export const inScene = (scene, recording) => `${scene} ${recording}`;

/** How one is asked in the scenes where the reader has switched it.
    @type {Map<string, Record<string, "off" | "think" | "answer">>} */
const switched = new Map();
const USUAL = /** @type {const} */ ({ page: "off", present: "think" });
const NEVER = /** @type {const} */ ({ page: "off", present: "off" });

/** How one is asked where a scene opens: as the reader has switched it there, else as its mode says.
    @param {import("../core/types.js").Scene | undefined} scene
    @param {import("../core/types.js").Recording} recording
    @returns {Record<string, "off" | "think" | "answer">} */
export function asksIn(scene, recording) {
  if (!scene) return { ...USUAL };
  const isMarked = recording.steps.some(({ questions }) => Array.isArray(questions) && questions.length > 0);
  const byMode = scene.mode === "predict" ? { ...USUAL, page: isMarked ? "answer" : "think" } : NEVER;
  return { .../** @type {typeof USUAL} */ (switched.get(scene.name) ?? byMode) };
}

/** @param {string} scene  its name */
export const keepAsks = (scene, asks) => void switched.set(scene, { ...asks });

let opened = 0;

/** Whether a link asks for a moment, as its number says, to which nobody has gone yet.
    @param {number | undefined} opening */
export function isNewOpening(opening) {
  const isNew = Boolean(opening) && opening !== opened;
  if (isNew) opened = Number(opening);
  return isNew;
}
