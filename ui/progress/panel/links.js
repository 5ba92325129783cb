/* Addresses of exercises with texts that the reader has not met. */

/** @import { Kind } from "./kinds.js" */

/** What Python says of seeds: their digits, the first one, and how many there are.
    @typedef {{digits: string, first: string, length: number}} Seeds */

const TRIES = 20;

/** A seed that is none of `known`, or any once the reader seems to know them all.
    @param {Seeds} seeds
    @param {Set<string>} known */
export function newSeed({ digits, first, length }, known, random = Math.random) {
  let seed = "";
  for (let tries = 0; tries < TRIES && (!seed || known.has(seed)); tries += 1) {
    const rest = Array.from({ length: length - 1 }, () => digits[Math.floor(random() * digits.length)]);
    seed = first + rest.join("");
  }
  return seed;
}

/** An exercise that asks the kind of question, in the script of the last one; where the page has no exercise, the page's view that asks.
    @param {Kind} kind
    @param {{language: string, scripts: string[], seed: Seeds}} data */
export function addressOf({ page, kind, rows }, data) {
  const level = page.levels[kind];
  if (!level) return pageAddress(page.page, page.views?.[kind] ?? page.view, data);
  const last = rows.findLast(({ seed }) => seed)?.script ?? "";
  const script = data.scripts.indexOf(last) > 0 ? `-${last}` : "";
  const seed = newSeed(data.seed, new Set(rows.map((row) => row.seed)));
  return pageAddress(page.page, { exercise: `${level}-${seed}${script}` }, data);
}

/** Of the kinds that an exercise asks, the one that was missed most often for how often it was answered; of equal ones
    the last met.
    @param {Kind[]} kinds
    @returns {Kind | undefined} */
export function weakest(kinds) {
  const share = ({ missed, answered }) => missed / answered;
  return kinds.filter(({ page, kind }) => page.levels[kind]).reduce(
    (worst, each) => (worst && share(worst) > share(each) ? worst : each), /** @type {Kind | undefined} */ (undefined));
}

export const firstAddress = (data) => pageAddress("train", { exercise: `1-${newSeed(data.seed, new Set())}` }, data);

/** Beside the page's own address, whatever path the server answers under. */
const pageAddress = (page, query, { language }) => `${page}?${new URLSearchParams({ ...query, lang: language })}`;
