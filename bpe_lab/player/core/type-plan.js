/* How much larger than its least size a walk's type may be: by what it needs and what there is.
   Sizes are shares of the least one. */

const MOST = 1.6;
const LEAST_STEP = 0.03;  // less is not seen
const SPARE = 0.99;  // a font that comes later may need a little more

/** In hundredths; what is less than a step above the least size is that size. */
function rounded(scale) {
  const hundredths = Math.floor(scale * 100) / 100;
  return hundredths < 1 + LEAST_STEP ? 1 : hundredths;
}

/** The first size to try, where `high` of `room` is used at the least one; at `most` the widths would ask for
    another layout.
    @param {{high: number, room: number, most: number}} needs */
export const firstScale = ({ high, room, most }) => rounded(Math.min(MOST, most, (SPARE * room) / high));

/** The next one, where `high` of `room` is used at `scale`, which is too large.
    @param {number} scale
    @param {{high: number, room: number}} needs */
export const nextScale = (scale, { high, room }) =>
  rounded(Math.min(scale - LEAST_STEP, (scale * SPARE * room) / high));
