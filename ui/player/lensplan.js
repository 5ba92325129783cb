/* Where the lens puts each token, in units of 1/16 rem: the group in focus large in the middle,
   its neighbours at both sides. A position stands still as long as its group is in focus. */

const LENS = {
  wide: { height: 164, middle: 84, sizes: [57.6, 48, 38.4] },
  narrow: { height: 178, middle: 76, sizes: [47, 38.4] },
};
const LENS_NEAR = 38.4;  // a chip of a group that is not in focus
const LENS_STEP = 1.5;  // from chip to chip, in chips: half a chip is for the links
const LENS_BETWEEN = 36;
const LENS_EDGE = { wide: 26, narrow: 13 };
const LENS_FADE = 0.09;

/** `{runs, place(position), fade, …}`: a run is a group with its chips' size and left end. */
function planLens(groups, book, width, narrow, focus) {
  const face = LENS[narrow ? "narrow" : "wide"];
  const frame = { ...face, width, narrow, edge: LENS_EDGE[narrow ? "narrow" : "wide"], book };
  const middle = groups.findIndex((group) => group.special == null && holds(group, focus));
  const runs = middle < 0 ? fromStart(groups, frame) : around(groups, frame, middle, focus);
  const current = runs.find((run) => run.current);
  const key = `${width} ${narrow} ${middle} ${current?.shown.join()}`;
  return { ...frame, key, runs, current, fade: fades(runs, frame), place: (position) => placeIn(runs, position) };
}

const holds = ({ start, size }, position) => position >= start && position < start + size;

const runWidth = ({ size, special }, chip, book) =>
  special == null ? (size * LENS_STEP - (LENS_STEP - 1)) * chip : specialChipWidth(book, special);

const specialChipWidth = (book, special) => Math.min(SPECIAL_WIDTH, tokenAt(book, special).width * 7.2 + 14);

const makeRun = (group, chip, left, book) => ({ group, chip, left, width: runWidth(group, chip, book) });

/** No focus: the first groups, all of one size, in the middle if they are few. */
function fromStart(groups, { width, edge, book }) {
  const runs = [];
  let left = edge;
  for (const group of groups) {
    if (left > width) break;
    runs.push(makeRun(group, LENS_NEAR, left, book));
    left += runs.at(-1).width + LENS_BETWEEN;
  }
  const free = width - edge - (left - LENS_BETWEEN);
  if (free > 0) for (const run of runs) run.left += free / 2;
  return runs;
}

function around(groups, frame, middle, focus) {
  const current = inFocus(groups[middle], frame, focus);
  const runs = [current];
  if (frame.narrow) return runs;
  const near = (place, left) => makeRun(groups[place], LENS_NEAR, left, frame.book);
  for (let place = middle - 1, right = current.left; place >= 0 && right > LENS_BETWEEN; place--) {
    const run = near(place, 0);
    right = run.left = right - LENS_BETWEEN - run.width;
    runs.unshift(run);
  }
  let left = current.left + current.width;
  for (let place = middle + 1; place < groups.length && left < frame.width; place++) {
    const run = near(place, left + LENS_BETWEEN);
    left = run.left + run.width;
    runs.push(run);
  }
  return runs;
}

/** The group in focus with the largest chips that fit; one that does not is shown in part. */
function inFocus(group, { width, sizes, edge, book }, focus) {
  const room = width - 2 * edge;
  const chip = sizes.find((size) => runWidth(group, size, book) <= room);
  if (chip) {
    const left = (width - runWidth(group, chip, book)) / 2;
    return { ...makeRun(group, chip, left, book), current: true, shown: [0, group.size - 1] };
  }
  const [size] = sizes.slice(-2);
  const [first, last] = windowOf(group, Math.floor((room / size + LENS_STEP - 1) / LENS_STEP), focus - group.start);
  const left = width / 2 - ((first + last) / 2 * LENS_STEP + 0.5) * size;
  return { ...makeRun(group, size, left, book), current: true, shown: [first, last] };
}

/** The window turns like a page, so that it stands still for several steps of the focus. */
function windowOf({ size }, slots, focus) {
  const page = Math.max(1, Math.ceil(slots / 2));
  const wanted = Math.floor(focus / page) * page - Math.floor(page / 2);
  const first = Math.max(0, Math.min(size - slots, wanted));
  return [first, first + slots - 1];
}

/** The centre of a position's chip, its size, and its run; also outside the lens. */
function placeIn(runs, position) {
  const run = runs.find(({ group }) => holds(group, position));
  return run && { run, chip: run.chip, x: chipAt(run, position) };
}

const chipAt = ({ group, chip, left }, position) => left + ((position - group.start) * LENS_STEP + 0.5) * chip;

/** The positions of a run that the lens shows at least in part. */
function positionsShown({ group, chip, left }, width) {
  const at = (x) => (x - left) / (LENS_STEP * chip);
  const first = Math.max(0, Math.ceil(at(-chip)));
  const last = Math.min(group.size - 1, Math.floor(at(width)));
  return range(group.start + first, group.start + last + 1);
}

/** How far each edge fades: where the row goes on, and never over what the lens is about. */
function fades(runs, { width, edge }) {
  const [first, last, focus] = [runs[0], runs.at(-1), runs.find((run) => run.current)];
  if (!first) return [0, 0];
  const [left, right] = [first.left, width - last.left - last.width];
  const most = width * LENS_FADE;
  const within = (room, beyond) => (beyond >= edge - 1 ? 0 : Math.max(edge * 0.75, Math.min(most, room - 6)));
  if (!focus) return [0, within(most + 6, right)];
  const [from, to] = focus.shown.map((slot) => chipAt(focus, focus.group.start + slot));
  return [within(from - focus.chip / 2, left), within(width - to - focus.chip / 2, right)];
}
