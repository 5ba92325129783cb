/* The axes of a series, in units of 1/16 rem: x linear, y in powers of ten. */

import { numeral } from "../core/book.js";
import { positiveNumber } from "../core/checks.js";
import { atLeast } from "../core/least-type.js";

export const SERIES = {
  wide: { high: 168, left: 40, top: 10, below: 22 },
  narrow: { high: 176, left: 40, top: 22, below: 22 },
  lowest: 132, share: 0.19,  // of the window's height
  right: 12, font: 13, label: 14, line: 17, between: 5, least: 64,
};
const FEWEST_DECADES = 2;  // of less, ticks stand between them too
const MOST_LINES = 6;  // of the grid
const SUPERSCRIPTS = "⁰¹²³⁴⁵⁶⁷⁸⁹";

/** Sizes of its type: of numbers along the axes, of what stands at the lines' ends, and from line to line there. */
export function seriesType(book) {
  const label = atLeast(book, SERIES.label);
  return { font: atLeast(book, SERIES.font), label, line: (SERIES.line * label) / SERIES.label };
}

/** `{x, y}` from values to units, for a plot of `right` by `bottom`. */
export function seriesScales({ x, y }, { left, right, top, bottom }) {
  const [low, high] = [positiveNumber(y.low, "low"), positiveNumber(y.high, "high")];
  if (!(low < high)) throw new Error(`low: ${low}, high: ${high}`);
  if (!(Number.isFinite(x.first) && x.last >= x.first)) throw new Error(`first: ${x.first}, last: ${x.last}`);
  const across = Math.max(x.last - x.first, 1e-9);
  const up = Math.log(high / low);
  return {
    x: (value) => left + ((right - left) * (value - x.first)) / across,
    y: (value) => bottom - ((bottom - top) * Math.log(Math.max(value, Number.MIN_VALUE) / low)) / up,
  };
}

/** Powers of ten within the axis, thinned where they are many; where they are few, 2 and 5 of each too. */
export function logTicks(low, high) {
  const [first, last] = [Math.ceil(Math.log10(low) - 1e-9), Math.floor(Math.log10(high) + 1e-9)];
  const each = Math.max(1, Math.ceil((last - first + 1) / MOST_LINES));
  const factors = last - first < FEWEST_DECADES ? [1, 2, 5] : [1];
  const ticks = [];
  for (let power = first - 1; power <= last; power += power < first ? 1 : each)
    for (const factor of factors) ticks.push(factor * 10 ** power);
  return ticks.filter((tick) => tick >= low * 0.999 && tick <= high * 1.001).map((tick) => Number(tick.toPrecision(3)));
}

/** First, last and round numbers between, about `wanted` in all; between whole numbers whole ones. */
export function linearTicks(first, last, wanted) {
  const rough = (last - first) / wanted;
  if (!(rough > 0)) return [first];
  const ten = 10 ** Math.floor(Math.log10(rough));
  const least = Number.isInteger(first) && Number.isInteger(last) ? 1 : 0;
  const round = [1, 2, 3, 5, 6, 10].map((factor) => factor * ten).find((each) => each >= rough * 0.95) ?? 10 * ten;
  const step = Math.max(round, least);
  const between = [];
  for (let tick = Math.ceil(first / step) * step; tick < last - step * 0.4; tick += step) if (tick > first + step * 0.4) between.push(tick);
  return [first, ...between, last];
}

/** Numbers beyond a millionfold as powers of ten. */
export function tickWords(book, value) {
  const power = Math.log10(value);
  if (Number.isInteger(power) && (power > 6 || power < -4)) {
    const digits = String(Math.abs(power)).replace(/\d/g, (digit) => SUPERSCRIPTS[digit]);
    return `10${power < 0 ? "⁻" : ""}${digits}`;
  }
  return numeral(book, value);
}

/** Where labels of that height go so that none overlaps and all stay between `top` and `bottom`:
    as near as can be to where they want to be, in their order. `wanted` ascends. */
export function pushedApart(wanted, high, top, bottom) {
  const offsets = [];
  wanted.forEach((at, index) => offsets.push(Math.max(at, index ? offsets[index - 1] + high : top)));
  let limit = bottom;
  for (let index = offsets.length - 1; index >= 0; index--) {
    offsets[index] = Math.min(offsets[index], limit);
    limit = offsets[index] - high;
  }
  return offsets;
}
