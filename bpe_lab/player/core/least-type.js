/* The least type of a drawing while presenting, in units of 1/16 rem: what a hall can read from its last row.
   The style sheet has the same for what is no drawing (`--least`, `--drawn`). */

/** @import { Book } from "./types.js" */

export const LEAST_TYPE = { letters: 14.75, id: 13.45, stage: 18.75 };

/** @param {Pick<Book, "present">} book
    @param {number} size
    @param {keyof typeof LEAST_TYPE} [kind] */
export const atLeast = ({ present }, size, kind = "letters") =>
  (present ? Math.max(size, LEAST_TYPE[kind]) : size);
