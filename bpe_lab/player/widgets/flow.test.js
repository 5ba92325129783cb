/* Texts in parts: flow, pattern and bytes, of whatever they may be parts. */

import { codes, flow, item, KINDS, LINE, LINE_END, music, note, NOTES, pattern } from "/tests/browser/player/bars.js";
import {
  $, $$, away, boxes, drive, equal, focused, hover, isShown, mount, ok, press, rest, size, step, test, texts,
} from "/tests/browser/player/harness.js";

const COUNTS = { kinds: { counts: { 0: 2, 1: 12345 } } };
const BOARD = await music([flow("line", LINE), flow("ids", LINE, "ids"), pattern(), codes()], { first: COUNTS });
const HOSTILE = ["<img src=x onerror='window.struck = 1'>", "a\u202eb", `e${"\u0301".repeat(100)}`];

/** Positions, or where there is none kinds, that are lit in the widget. */
const lit = (widget) => $$(`[data-widget=${widget}] [data-linked]`)
  .map(({ dataset }) => dataset.at ?? `kind ${dataset.kind}`).sort();
const inText = (at) => `[data-style=text] [data-at='${at}']`;

test("pointing at a token lights it everywhere, and its kind", async () => {
  await mount(BOARD);
  const { left, top } = $(inText(5)).getBoundingClientRect();
  await drive("mouse", "move", left + 4, top + 6);
  equal([lit("flow"), lit("pattern")], [["5", "5"], ["kind 0"]]);
  await hover("[data-style=ids] [data-at='11']");
  equal([lit("flow"), lit("bytes")], [["11", "11"], ["11"]]);
  await away();
  equal([lit("flow"), lit("pattern")], [[], []]);
});

test("pointing at a kind lights all of it", async () => {
  await mount(BOARD);
  await hover(".alternative[data-kind='1']");
  equal(lit("flow"), ["11", "11", "12", "12", "2", "2"]);
  equal(lit("pattern"), ["kind 1"]);
});

test("what holds several tokens stands for them all", async () => {
  await mount(BOARD);
  await hover(".character .face");
  equal([lit("bytes"), lit("flow")], [["11", "12"], ["11", "11", "12", "12"]]);
  await away();
  equal(texts("[data-style=text] .whole"), ["é"]);
  await hover("[data-style=text] .whole");
  equal(lit("flow"), ["11", "11", "12", "12"]);
  equal(texts("[data-style=text] .held [data-token]"), ["C3", "A9"]);
  equal($$("[data-style=text] .held [data-token]")[1].dataset.token, "201");
});

test("a drawing and a flow light each other, and what is pointed at outlives a step", async () => {
  const ribbon = { id: "drawn", kind: "ribbon", groups: [{ start: 0, size: 5, spans: [] }] };
  const first = { drawn: { slots: { 0: [0, 2, ""], 2: [1, 3, ""] } } };
  const patches = [{ drawn: { slots: { 2: [1, 3, "merged"] } } }];
  await mount(await music([ribbon, flow("line", LINE)], { first, patches }));
  await hover(".slot[data-at='2']");
  equal(lit("flow"), ["2"]);
  await hover(".flow [data-at='0']");
  equal(lit("ribbon"), ["0"]);
  $(".player").focus();
  await press("ArrowRight");
  await rest();
  equal(lit("flow"), ["0"]);
});

test("arrows go along the items", async () => {
  await mount(await music([flow("line", LINE), pattern()], { patches: [{}] }));
  equal($$(".flow [tabindex='0']").length, 1);
  $(".flow-item").focus();
  equal(focused().ariaLabel, "Do, by alternative 1");
  await press("ArrowRight", "ArrowRight");
  equal(focused().dataset.item, "2");
  equal(lit("pattern"), ["kind 0"]);
  await press("End");
  equal(focused().ariaLabel, "<fine>, id 900, from byte 13 on, special token");
  await press("ArrowRight", "Home", "ArrowLeft");
  equal(focused().dataset.item, "0");
  $(".alternative").focus();
  await press("ArrowDown", "ArrowDown", "ArrowDown");
  equal(focused().dataset.kind, "2");
  equal($$(".pattern [tabindex='0']").length, 1);
  equal(step(), 0, "no arrow reached the walk");
});

test("line ends of one token are one box, and a token has one number", async () => {
  const tokens = [note(1, [LINE_END, LINE_END]), note(2, [["glyph", "Do"], LINE_END, ["space"]])];
  await mount(await music([flow("line", [item(0, [0], { kind: 4 }), item(2, [1], { kind: 1 })])], { tokens }));
  equal($$(`${inText(0)} .run`).length, 0);
  equal([$$(`${inText(2)} .run`).length, $$(`${inText(2)} [data-number]`).length], [2, 1]);
  ok(boxes(`${inText(2)} .run`)[0].y > boxes(inText(0))[0].y, "the line has ended all the same");
});

test("a line ends where the text has a line's end", async () => {
  await mount(BOARD);
  const tops = [0, 2, 5].map((at) => boxes(inText(at))[0].y);
  equal(new Set(tops).size, 1);
  const [first, second] = boxes(`${inText(8)} .run`);
  ok(tops[0] < first.y && first.y < second.y);
  equal(first.x, second.x);
});

for (const style of ["text", "chips", "ids"]) {
  test(`hostile letters stay letters: ${style}`, async () => {
    const tokens = [...HOSTILE.map((letters, at) => note(500 + at, [["glyph", letters]])), note(600, [["glyph", "after"]])];
    const items = tokens.map((_, at) => item(10 * at, [at]));
    await mount(await music([flow("line", items, style), pattern([[HOSTILE[0], "x"]])], { tokens }));
    equal($$(".player img").length, 0);
    equal(/** @type {any} */ (window).struck, undefined);
    equal($(".pattern code").innerText, HOSTILE[0]);
    if (style === "ids") return;
    ok($("[data-at='0']").innerText.startsWith(HOSTILE[0].slice(0, 8)));
    const [before, after] = [10, 30].map((at) => boxes(`[data-at='${at}']`)[0]);
    ok(before.height < 80, `${before.height} high`);
    ok(Math.abs(before.y - after.y) < 40 || after.x < before.x);
  });
}

test("a pattern says how often each alternative matched", async () => {
  await mount(BOARD);
  equal(texts(".alternative").map((row) => row.split("\n").at(-1)), ["2", "12,345", "0"]);
  equal($$(".alternative code").map((code) => code.textContent), KINDS.map(([code]) => code));
  equal($$(".alternative").map(({ dataset }) => "none" in dataset), [false, false, true]);
  await mount(await music([pattern()]));
  equal($$("[data-column=matches]").length, 0);
});

test("bytes in hex and in decimal", async () => {
  await mount(BOARD);
  equal(texts(".byte .value"), ["C3", "A9", "0A"]);
  equal(texts(".byte .decimal"), ["195", "169", "10"]);
  equal($$(".character").map(({ dataset }) => "many" in dataset), [true, false]);
});

test("looks and lit items follow the step", async () => {
  const first = { line: { lit: [0], looks: { 1: "differs" } } };
  await mount(await music([flow("line", LINE)], { first, patches: [{ line: { lit: [2, 3], looks: { 1: null } } }] }));
  const having = (name) => $$(".flow-item").filter(({ dataset }) => name in dataset).map(({ dataset }) => dataset.item);
  equal([having("lit"), having("look")], [["0"], ["1", "5"]]);
  await press("ArrowRight");
  equal([having("lit"), having("look")], [["2", "3"], ["5"]]);
});

test("a long text scrolls and tells where it was cut", async () => {
  const items = Array.from({ length: 4000 }, (_, at) => item(3 * at, [at % 2], { kind: at % 3 }));
  const more = ["bars.more", { bars: 5 }];
  await mount(await music([flow("line", items, "text", { rows: 4, more }), pattern()]));
  equal($$(".flow-item").length, 4000);
  const box = $("[data-widget=flow] .scroller");
  ok(box.clientHeight < 250);
  equal([box.tabIndex, box.ariaLabel], [0, "The line"]);
  ok(box.innerText.trimEnd().endsWith("and 5 bars more"));
  $(".flow-item").focus();
  await press("End");
  equal(focused().dataset.item, "3999");
  ok(box.scrollTop > 500);
  await hover(".alternative");
  equal($$(".flow [data-linked]").length, 1334);
});

for (const language of ["en", "zh"]) {
  test(`a phone has room for long alternatives: ${language}`, async () => {
    const code = String.raw`[^\r\n\p{L}\p{N}]?[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]*[\p{Ll}\p{Lm}\p{Lo}\p{M}]+(?i:'s|'t|'re|'ve|'m|'ll|'d)?`;
    const widgets = [
      ...["text", "chips", "ids"].map((style) => flow(style, LINE, style)),
      pattern([[code, "bars.long"], ["x".repeat(300), "bars.long"]]), codes(),
    ];
    const tokens = NOTES.with(1, note(301, [["glyph", "x".repeat(300)]]));
    await size(390, 844);
    await mount(await music(widgets, { first: COUNTS, tokens, language }));
    ok(document.documentElement.scrollWidth <= 390);
    for (const { right } of boxes(":is(.bit, .alternative, .character)")) ok(right <= 390);
    equal($(".pattern code").textContent, code);
    ok(isShown($(".pattern code")));
  });
}
