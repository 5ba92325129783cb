/* How one is asked along a walk: not at all, to think, or to answer. Presenting has a way of its own, and every
   scene of a lesson, for as long as the window stays. */

/** @import { Recording, Scene } from "../core/types.js" */
/** @typedef {"off" | "think" | "answer"} Way */
/** @typedef {Record<string, Way>} Ways */

/** @type {Ways} */
const USUAL = { page: "off", present: "think" };
/** @type {Ways} */
const NEVER = { page: "off", present: "off" };

/** The ways of scenes where the reader has switched them, by the scene's name.
    @type {Map<string, Ways>} */
const switched = new Map();

/** @param {Scene} scene
    @param {Recording} recording
    @returns {Ways} */
function byMode({ mode }, { steps }) {
  const isMarked = steps.some(({ questions }) => Array.isArray(questions) && questions.length > 0);
  return mode === "predict" ? { ...USUAL, page: isMarked ? "answer" : "think" } : NEVER;
}

export class Asks {
  ways = { ...USUAL };

  /** @param {() => boolean} presents  whether the walk is presented now */
  constructor(presents) {
    this.presents = presents;
  }

  get place() {
    return this.presents() ? "present" : "page";
  }

  get way() {
    return this.ways[this.place];
  }

  /** As the reader has switched it in a scene, else as its mode says; outside scenes as usual.
      @param {Scene | undefined} scene
      @param {Recording} recording */
  enter(scene, recording) {
    this.ways = { ...(scene ? switched.get(scene.name) ?? byMode(scene, recording) : USUAL) };
  }

  /** Be asked this way; a scene asks so whenever it is opened again.
      @param {Way} way
      @param {Scene | undefined} [scene] */
  choose(way, scene) {
    this.ways[this.place] = way;
    if (scene) switched.set(scene.name, { ...this.ways });
  }

  /** The way after the present one, round those that a walk has.
      @param {{last: number, asked: (from: number, to: number) => number | undefined, quizzed: (from: number, to: number) => number | undefined}} routes
      @returns {Way} */
  following({ last, asked, quizzed }) {
    /** @type {(Way | false)[]} */
    const all = ["off", asked(0, last) !== undefined && "think", quizzed(0, last) !== undefined && "answer"];
    const ways = all.filter((way) => way !== false);
    return ways[(ways.indexOf(this.way) + 1) % ways.length];
  }
}
