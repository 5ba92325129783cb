/* A recording as a page sends it, deflated and in letters under its id; its snapshots; and what it must keep to. */

/** @import { Packed, Recording, Snapshot } from "./types.js" */

import { inflateSync } from "fflate";
import { isObject } from "./dom.js";

/*! fflate, Copyright (c) 2026 Arjun Barrett, MIT License. Permission is hereby granted, free of charge, to any person obtaining a copy of this software
and associated documentation files (the "Software"), to deal in the Software without restriction, including without
limitation the rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software,
and to permit persons to whom the Software is furnished to do so, subject to the following conditions: The above
copyright notice and this permission notice shall be included in all copies or substantial portions of the Software.
THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS OR
COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE. */

const decoder = new TextDecoder();

/** @param {Packed} packed
    @returns {Recording} */
export function unpacked({ deflated }) {
  const bytes = Uint8Array.from(atob(deflated), (letter) => letter.charCodeAt(0));
  return JSON.parse(decoder.decode(inflateSync(bytes)));
}

/* From one keyframe and patches to a snapshot a step.
   What a patch leaves alone keeps its identity, so a view can tell by `===` that it need not draw. */

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
