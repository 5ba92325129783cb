/* A line of music as a recording: notes in a row, their kinds, their codes. */

import { given } from "/tests/browser/player/harness.js";

const TEXTS = {
  "bars.line": "The line",
  "bars.again": "The line, transposed",
  "bars.kinds": "Kinds of notes",
  "bars.codes": "Codes",
  "bars.more": "and {bars} bars more",
  "bars.long": "a long note",
  "bars.short": "a short note",
  "bars.rest": "silence",
  "bars.say": "Listen to {note}.",
};
export const LINE_END = ["name", "⏎"];
export const KINDS = [["[A-G]♮", "bars.long"], ["[a-g]|é", "bars.short"], [" +", "bars.rest"]];

export const note = (id, parts, kind = "learned") => ({ id, kind, parts, width: 2 });
export const NOTES = [
  note(300, [["glyph", "Do"]]),
  note(301, [["space"], ["glyph", "re"]]),
  note(302, [["glyph", "mi"], LINE_END]),
  note(303, [LINE_END, ["space"], ["space"]], "piece"),
  note(200, [["hex", "C3"]], "byte"),
  note(201, [["hex", "A9"]], "byte"),
  note(7, [["glyph", "é"]], "piece"),
  note(900, [["glyph", "<fine>"]], "special"),
];

/** An item of these tokens, one byte each where they are several. */
export const item = (at, tokens, more = {}) =>
  ({ at, tokens: tokens.map((token, place) => [token, at + place]), ...more });
export const LINE = [
  item(0, [0], { kind: 0 }),
  item(2, [1], { kind: 1 }),
  item(5, [2], { kind: 0 }),
  item(8, [3], { kind: 2 }),
  item(11, [4, 5], { glyph: 6, kind: 1 }),
  item(13, [7], { look: "special" }),
];

export const flow = (id, items, style = "text", more = {}) =>
  ({ id, kind: "flow", title: "bars.line", style, items, ...more });
export const pattern = (rows = KINDS) => ({
  id: "kinds",
  kind: "pattern",
  title: "bars.kinds",
  alternatives: rows.map(([code, key], kind) => ({ code, note: [key, {}], kind })),
});

/** The letter é and a line's end after eleven bytes that are not drawn. */
export const codes = () => ({
  id: "codes",
  kind: "bytes",
  title: "bars.codes",
  characters: [{ at: 11, size: 2, token: 6 }, { at: 13, size: 1, token: 3 }],
  values: [...Array(11).keys(), 0xc3, 0xa9, 0x0a],
  decimal: true,
});

/** A board of these widgets, in a column each below the first; a walk where there are `patches`. */
export async function music(widgets, { first = {}, patches = [], tokens = NOTES, language = "en", ...more } = {}) {
  const page = await given("page", { language });
  const recording = {
    version: 1,
    id: `${widgets.map(({ id }) => id)} ${patches.length}`,
    goals: ["count"],
    groups: 1,
    tokens,
    widgets,
    layout: { stage: [widgets[0].id], columns: widgets.slice(1).map(({ id }) => [id]) },
    first,
    steps: [{}, ...patches].map((patch) => ({ goal: "count", group: 0, say: ["bars.say", { note: { token: 0 } }], patch })),
  };
  return { ...page, recording, name: "A line of music", ...more, text: { ...page.text, ...TEXTS, ...more.text } };
}

/** The line beside itself as chips, and the kinds of its notes. */
export const board = (options = {}) => music([flow("line", LINE), flow("chips", LINE, "chips"), pattern()], options);

/** The line as a walk of two steps. */
export const walk = (options = {}) => music([flow("line", LINE)], { patches: [{ line: { lit: [1] } }], ...options });
