/* Where the reader stood in each walk, for as long as the window stays: another page and the way
   back, or another text and the first one again, lead to the same step. */

/** @type {Map<string, number>} */
const places = new Map();

/** @param {string} recording  its id
    @returns {number | undefined} */
export const placeIn = (recording) => places.get(recording);

/** @param {string} recording
    @param {number} step */
export const keepPlace = (recording, step) => void places.set(recording, step);

let opened = 0;

/** Whether a link asks for a moment, as its number says, to which nobody has gone yet.
    @param {number | undefined} opening */
export function isNewOpening(opening) {
  const isNew = Boolean(opening) && opening !== opened;
  if (isNew) opened = Number(opening);
  return isNew;
}
