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

let opened = 0;

/** Whether a link asks for a moment, as its number says, to which nobody has gone yet.
    @param {number | undefined} opening */
export function isNewOpening(opening) {
  const isNew = Boolean(opening) && opening !== opened;
  if (isNew) opened = Number(opening);
  return isNew;
}
