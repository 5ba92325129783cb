/* How several things make one answer: in one order, whatever the order in which they were picked. */

const BETWEEN = ";";

/** The numbers in a name such as `101,115:-1`, which is what its place among others goes by. */
const numbersOf = (name) => (name.match(/\d+/g) ?? []).map(Number);

/** @param {string} one
    @param {string} other */
function inOrder(one, other) {
  const [first, second] = [numbersOf(one), numbersOf(other)];
  const unlike = first.findIndex((number, place) => number !== second[place]);
  return unlike < 0 ? Number(one > other) - Number(one < other) : first[unlike] - (second[unlike] ?? -1);
}

/** The key of an answer with these members, each once; nothing of none.
    @param {Iterable<string>} members */
export const keyOfMembers = (members) => [...new Set(members)].sort(inOrder).join(BETWEEN);

/** @param {string} key
    @returns {string[]} */
export const membersOf = (key) => key.split(BETWEEN).filter(Boolean);

/** The members, by their beginning before the colon, at which an answer is not as the right one, in their order.
    @param {Record<string, unknown>} about  what is said of each member that is offered
    @param {string} key
    @param {string} right
    @returns {string[]} */
export function unlikeMembers(about, key, right) {
  const [answered, wanted] = [key, right].map((each) => new Map(membersOf(each).map((member) => [beginning(member), member])));
  return Object.keys(about).sort(inOrder).filter((name) => answered.get(name) !== wanted.get(name));
}

/** What is said to positions that are not the right ones: of the first group with a wrong one among them, else of wrong
    ones elsewhere, else how many are missing.
    @param {import("../core/types.js").PositionReasons} reasons
    @param {string} key
    @param {string} right
    @returns {{say: import("../core/types.js").Text, at: number[]}} */
export function wrongPositions({ groups, elsewhere, missing }, key, right) {
  const [answered, wanted] = [key, right].map((each) => each.split(",").map(Number));
  const wrong = answered.filter((position) => !wanted.includes(position));
  for (const [positions, say] of groups) {
    const at = wrong.filter((position) => positions.includes(position));
    if (at.length) return { say, at };
  }
  if (wrong.length) return { say: elsewhere, at: wrong };
  return { say: [missing[0], { ...missing[1], missing: wanted.length - answered.length }], at: [] };
}

const beginning = (member) => member.split(":")[0];
