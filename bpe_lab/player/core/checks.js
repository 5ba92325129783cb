/* What a recording must keep to: a number beyond its bounds ends in the player's failure message. */

/** A whole number within `least` and `most`, or the player's failure message. */
export function integer(number, least, most, name) {
  if (!Number.isInteger(number) || number < least || number > most) throw new Error(`${name}: ${number}`);
  return number;
}

export const MOST_BYTES = 4096;  // of a word that is drawn byte by byte

export function positiveNumber(number, name) {
  if (!Number.isFinite(number) || number <= 0) throw new Error(`${name}: ${number}`);
  return number;
}
