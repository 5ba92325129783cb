/* From one keyframe and patches to a snapshot a step.
   What a patch leaves alone keeps its identity, so a view can tell by `===` that it need not draw. */

/** @import { Recording, Snapshot } from "./types.js" */

export const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

/** JSON Merge Patch (RFC 7396), sharing with `target` all that the patch does not name.
    A list may be patched too: by its new length under "$" and the items that are others. */
function mergePatch(target, patch) {
  if (!isObject(patch)) return patch;
  if (Array.isArray(target) && "$" in patch) return mergeList(target, patch);
  const names = Object.keys(patch);
  if (names.length === 0 && isObject(target)) return target;
  // No prototype: a hostile name such as "__proto__" is a name like any other.
  const result = Object.assign(Object.create(null), isObject(target) ? target : null);
  for (const name of names) {
    if (patch[name] === null) delete result[name];
    else result[name] = mergePatch(result[name], patch[name]);
  }
  return result;
}

const MOST_ITEMS = 1_000_000;

/** Places are whole numbers below the length: "length" or "__proto__" would write something else. */
function mergeList(target, { $: length, ...items }) {
  if (!isIndex(length, MOST_ITEMS + 1)) throw new Error(`$: ${length}`);
  const result = target.slice(0, length);
  for (const name of Object.keys(items)) {
    const place = Number(name);
    if (String(place) !== name || !isIndex(place, length)) throw new Error(`$ ${length}: ${name}`);
    result[place] = items[name];
  }
  return result;
}

const isIndex = (number, end) => Number.isInteger(number) && number >= 0 && number < end;

/** All snapshots: `snapshots(recording)[step][widget]` is a state.
    @param {Recording} recording
    @returns {Snapshot[]} */
export function snapshots(recording) {
  let now = recording.first;
  return recording.steps.map((step) => (now = mergePatch(now, step.patch ?? {})));
}

/** Refuse what this player cannot draw.
    @param {Recording} recording */
export function checkRecording(recording) {
  if (recording?.version !== 1) throw new Error(`version ${recording?.version}`);
  const lists = ["goals", "tokens", "widgets", "steps"].filter((name) => !Array.isArray(recording[name]));
  const objects = ["layout", "first"].filter((name) => !isObject(recording[name]));
  if (lists.length || objects.length) throw new Error([...lists, ...objects].join(", "));
  if (!recording.steps.length) throw new Error("steps: 0");
}
