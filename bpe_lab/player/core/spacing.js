/* What stands between a template and its values, by the reader's language (bpe_lab/text/typography.py has the rule). */

/** @import { Spacing } from "./types.js" */

import { own } from "./dom.js";

/** A language without letters as wide as high has no rule.
    @param {Record<string, string>} text
    @returns {Spacing | null} */
export function spacingOf(text) {
  const [wide, narrow, stops] = ["wide", "narrow", "stops"].map((name) => own(text, `player.spacing.${name}`));
  if (!wide) return null;
  return {
    none: new RegExp(`^(?:[${wide}${stops}][${wide}${stops}]|[${stops}].|.[${stops}])$`, "u"),
    one: new RegExp(`^(?:[${wide}][${narrow}]|[${narrow}%‰][${wide}])$`, "u"),
  };
}

/** Strings and lists of atoms, with no space or one where a value meets the template; what a token
    is drawn with stands as it is written.
    @param {Spacing | null} spacing
    @param {Iterable<string | any[]>} pieces
    @returns {(string | any[])[]} */
export function spaced(spacing, pieces) {
  const full = Array.from(pieces).filter((piece) => piece.length);
  if (!spacing) return full;
  for (let index = 1; index < full.length; index += 1) {
    const joint = between(spacing, full[index - 1], full[index]);
    if (joint === null) continue;
    full[index - 1] = cut(full[index - 1], / +$/, "", joint);
    full[index] = cut(full[index], /^ +/, typeof full[index - 1] === "string" ? "" : joint, "");
  }
  return full;
}

function between({ none, one }, before, after) {
  const [left, right] = [lettersOf(before, -1).trimEnd(), lettersOf(after, 0).trimStart()];
  if (!left || !right) return null;
  const ends = Array.from(left).at(-1) + Array.from(right)[0];
  return none.test(ends) ? "" : one.test(ends) ? " " : null;
}

function lettersOf(piece, at) {
  const letters = typeof piece === "string" ? piece : piece.at(at);
  return typeof letters === "string" ? letters : "";
}

const cut = (piece, spaces, before, after) => (typeof piece === "string" ? before + piece.replace(spaces, "") + after : piece);
