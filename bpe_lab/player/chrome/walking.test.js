/* Steps, groups, the timeline, where a walk starts; swipes, and a walk that fails. */

import {
  $, $$, boxes, click, drive, equal, focused, given, hurried, isShown, media, mount, named, near, ok, press, rest, say, sendKey, sent, show, size, step, test, texts, until,
} from "/tests/browser/player/harness.js";

const WALK = await given("hanoi");
const LONG = await given("hanoi", { disks: 5, lifts: 10 });
const last = (data) => data.recording.steps.length - 1;
const where = () => $(".player .where").innerText;
const slider = () => $(".player [role=slider]");
const marks = () => $$(".timeline .mark:not(.ring .mark)");
const bars = () => $$(".timeline .groups rect");
const isPlaying = () => named("play").ariaLabel === "Pause";
const isPressed = (name) => named(name).ariaPressed === "true";
const changed = (data, recording) => ({ ...data, recording: { ...data.recording, ...recording } });
const patched = (at, patch) =>
  changed(WALK, { steps: WALK.recording.steps.map((each, place) => (place === at ? { ...each, patch } : each)) });

test("a walk of something else is drawn", async () => {
  await mount(WALK);
  equal([say(), where()], ["3 disks stand on the first peg.", "Move 1 of 7"]);
  await press("End");
  ok(say().startsWith("Disk 1 now stands on C."), say());
  const drawn = $$(".slot:not([data-gone])").map(({ dataset: { at, token } }) => [at, token]).sort();
  equal(drawn, [["6", "403"], ["7", "402"], ["8", "401"]], "the tower on the last peg");
});

test("keys move by steps, and with Shift by groups", async () => {
  await mount(LONG);
  await press("ArrowRight", "PageDown", "ArrowRight", "ArrowLeft", "PageUp");
  equal(step(), 1);
  await press("Shift+ArrowRight");
  equal(step(), 12, "the end of the first move");
  await press("Shift+ArrowRight", "Shift+ArrowLeft");
  equal(step(), 12);
  await press("End");
  equal(step(), last(LONG));
  await press("Home");
  equal(step(), 0);
});

/** The steps of a prelude come before the one that the address calls 0. */
const PRELUDE = changed(LONG, { prelude: 4, start: 0 });
const searchAfter = async (...keys) => {
  await hurried(() => keys.forEach(sendKey));
  return location.search;
};
const counted = () => texts(".player .count")[0];

test("a clicker runs through a prelude, and a second press ends it", async () => {
  await mount(PRELUDE);
  await press("PageDown", "PageDown");
  equal(step(), 0, "at the end of the prelude");
  await press("PageDown", "PageUp", "PageUp");
  equal(step(), -4, "back over it at once");
  await hurried(() => sendKey("PageDown"));
  equal(step(), 0, "it runs by itself, and no further");
});

test("what a prelude shows is counted by itself, and has an address", async () => {
  await mount(PRELUDE);
  equal([location.search, counted()], ["", "lead-in 0 / 4"]);
  equal([await searchAfter("ArrowRight", "ArrowRight"), counted()], ["?step=-2", "lead-in 2 / 4"]);
  equal([await searchAfter("ArrowRight", "ArrowRight", "ArrowRight"), counted()], ["?step=1", `step 1 / ${last(LONG) - 4}`]);
});

test("a walk calls its groups in words of its own", async () => {
  const data = await given("lattice");
  await mount(data);
  equal(named("by_group").textContent, data.text["bytepiece.instead.player.by_group"]);
});

test("whole groups by key, button, clicker and playing", async () => {
  await mount(LONG);
  ok(!isPressed("by_group"));
  await press("g");
  ok(isPressed("by_group"));
  await press("ArrowRight", "PageDown");
  equal(step(), 24);
  await press("PageUp");
  equal(step(), 12);
  await hurried(() => sendKey(" "));
  equal(step(), last(LONG), "played to its end");
  await press("Home");
  await click(named("by_step"));
  await press("ArrowRight");
  equal(step(), 1);
});

test("a long walk shows its group above and all groups below", async () => {
  await mount(LONG);
  equal(bars().length, 31);
  equal(marks().length, 13, "the group's steps");
  equal(slider().ariaValueMax, String(last(LONG)));
  const bar = bars()[10].getBoundingClientRect();
  await drive("mouse", "click", bar.x + bar.width / 2, bar.y + 9);
  equal([where(), step()], ["Move 11 of 31", 121], "a click leads to where the group begins");
  equal(marks().length, 12);
  const end = bars()[30].getBoundingClientRect();
  await drive("mouse", "move", bar.x, bar.y + 5);
  await drive("mouse", "down");
  for (const share of [0.3, 0.7, 1]) {
    await drive("mouse", "move", bar.x + (end.right + 30 - bar.x) * share, end.y + 5);
  }
  await drive("mouse", "up");
  equal(step(), last(LONG), "dragging scrubs through the whole run");
});

test("the upper track scrubs within the group", async () => {
  await mount({ ...LONG, step: 130 });
  const { x, y, width } = marks()[2].getBoundingClientRect();
  await drive("mouse", "click", x + width / 2, y + 3);
  equal(step(), 123);
});

test("a group of too many steps is a plain scrubber", async () => {
  await mount(await given("hanoi", { disks: 3, lifts: 80 }));
  equal([marks().length, bars().length], [0, 7]);
});

for (const [groups, width] of [[31, 390], [243, 1280]]) {
  test(`a long walk of ${groups} short groups is one scrubber`, async () => {
    const data = groups === 31 ? await given("hanoi", { disks: 5, lifts: 1 }) : await given("race", { lanes: 2, stages: 243 });
    await media({ reduced_motion: "reduce" });
    await size(width, 800);
    await mount(data);
    const steps = data.recording.steps.length;
    ok(60 < steps && steps < 4 * groups);
    const track = $(".timeline .whole").getBoundingClientRect();
    ok(track.width > $(".timeline").getBoundingClientRect().width - 30);
    equal(marks().length, groups === 31 ? 31 : 0, "group starts, where they have room");
    equal(bars().length === 0, groups === 243);
    const { x: left, width: wide } = track; // the round ends of a line are not part of it
    for (const share of [0.5, 1, 0.25]) {
      await drive("mouse", "click", left + wide * share, track.y);
      near(step(), share * (steps - 1), 1.5);
      const place = left + (wide * step()) / (steps - 1);
      const ring = $(".timeline .ring circle").getBoundingClientRect();
      near([ring.x + ring.width / 2, $(".timeline .past").getBoundingClientRect().right], [place, place], 1);
    }
  });
}

test("the slider tells the place and the sentence", async () => {
  await mount(WALK);
  await press("End");
  ok(slider().ariaValueText.startsWith("Move 7 of 7. Disk 1 "));
  const steps = WALK.recording.steps.map((each, at) => ({ ...each, where: ["hanoi.place", { at }] }));
  await mount({ ...changed(WALK, { steps }), text: { ...WALK.text, "hanoi.place": "Place {at}" } });
  await press("ArrowRight");
  ok(slider().ariaValueText.startsWith("Place 1. "));
});

test("marked steps have signs of different shapes", async () => {
  await mount(WALK);
  const shapes = new Map($$(".timeline .mark-shape").map((node) => [node.dataset.mark, node.getAttribute("d")]));
  for (const mark of ["tie", "giddy", "stale"]) ok(shapes.has(mark), mark);
  equal(new Set(shapes.values()).size, shapes.size);
  equal($$(".timeline .pips circle").length, 5);
});

test("the start is shown first and left out of the address", async () => {
  await mount(await given("hanoi", { start: 5 }));
  equal(step(), 5);
  equal(await searchAfter("ArrowRight"), "?step=6");
  equal(await searchAfter("Home"), "?step=0");
  equal(await searchAfter(...Array(5).fill("ArrowRight")), "");
});

test("a step beyond the end is the last", async () => {
  await mount({ ...WALK, step: 900 });
  equal(step(), last(WALK));
});

test("a finger swipes over the stage", async () => {
  await size(390, 844);
  await mount(WALK);
  const swipe = (across) => {
    const at = (clientX) => ({ pointerType: "touch", isPrimary: true, pointerId: 7, bubbles: true, clientX, clientY: 200 });
    $(".stage").dispatchEvent(new PointerEvent("pointerdown", at(200)));
    $(".stage").dispatchEvent(new PointerEvent("pointerup", at(200 + across)));
    return step();
  };
  equal([-120, -120, 120, 20].map(swipe), [1, 2, 1, 1], "a tap is no swipe");
});

test("a rebuilt player keeps step, question and unit", async () => {
  const zh = await given("catalogue", { language: "zh" });
  await mount(WALK);
  await press("g", "q", "ArrowRight");
  ok($(".say[data-question]"));
  show(await given("hanoi", { language: "zh" }));
  ok($(".say[data-question]") && isPressed("by_group"));
  ok($(".player").innerText.includes(zh["player.reveal"]));
});

test("another language in the middle of a drag ends it", async () => {
  await mount(WALK);
  const { x, y } = $(".timeline").getBoundingClientRect();
  await drive("mouse", "move", x + 100, y + 19);
  await drive("mouse", "down");
  await drive("mouse", "move", x + 300, y + 19);
  show(await given("hanoi", { language: "zh" }));
  await drive("mouse", "up");
  $(".player").focus();
  await press("Home", "ArrowRight");
  equal($(".unseen[aria-live]").innerText, say());
});

test("a list is patched in place and only at its places", async () => {
  await mount(WALK);
  const BESIDE = [
    '{"$": 3, "length": 1}', '{"$": 3, "__proto__": {"cells": []}}', '{"$": 3, "3": {"cells": []}}',
    '{"$": 3, "-1": {"cells": []}}', '{"$": 3, "01": {"cells": []}}', '{"$": -1}', '{"$": 1.5}', '{"$": "3"}',
    '{"$": 1000000000, "999999999": {"cells": []}}',
  ];
  for (const patch of BESIDE) {
    show(patched(2, { heights: { rows: JSON.parse(patch) } }), false);
    ok($(".player .failed")?.innerText.includes("$"), patch);
    show(WALK, false);
    ok(!$(".player .failed"));
  }
  show(patched(1, { heights: { rows: { $: 2, 1: { cells: ["B", 7], look: "" } } } }), false);
  $(".player").focus();
  await press("ArrowRight");
  equal(texts(".table tbody tr").map((row) => row.replace(/\s+/g, " ")), ["A 3 3 2", "B 7", ""]);
});

test("a step that cannot be drawn stops the walk", async () => {
  await mount(patched(2, { pegs: { slots: { 0: 5 } } }));
  await click(named("stop_at"));
  await click(named("stop-giddy"));
  ok(named("stop-giddy").checked);
  await press("Escape", "+", "+");
  $(".player").focus();
  await hurried(() => sendKey(" "));
  ok($(".player .failed"));
  await press("ArrowRight");
  equal($$(".player .failed").length, 1);
});

test("a mark of any name can be stopped at", async () => {
  const steps = WALK.recording.steps.map((each) => ({ ...each, marks: ['"]\\ a'] }));
  await mount(changed(WALK, { steps }));
  await click(named("stop_at"));
  await click("[type=checkbox]");
  show(changed(await given("hanoi", { language: "zh" }), { steps }));
  await click(named("stop_at"));
  ok($("[type=checkbox]").checked);
});

test("a player that is taken away is silent", async () => {
  await mount(WALK);
  sendKey("ArrowRight");
  await hurried(show(WALK, false).leave);
  await size(1000, 500);
  await rest();
  equal($$(".player").length, 0);
  equal(sent, []);
});

test("Escape closes a menu before it leaves, a click elsewhere closes it as well", async () => {
  await mount({ ...WALK, present: true });
  const open = () => $$(".menu[data-open]").length;
  await click(named("share"));
  equal(open(), 1);
  await press("Escape");
  equal(sent, []);
  ok(focused() === named("share"));
  await press("Escape");
  equal(sent, [["leave", true]]);
  await click(named("share"));
  await click(".stage");
  equal(open(), 0);
  ok(!isShown($(".menu")) && boxes(".stage").length);
});

test("a film begins by itself at its own pace, once", async () => {
  const film = { ...changed(WALK, { pace: 1 }), plays: true };
  await mount(film);
  await until(() => step() === last(WALK), "its end, in less time than a step of another walk takes");
  await press("Home");
  show(film);
  await rest();
  equal(step(), 0, "the page runs again, and it stays where it is");
});

test("a film waits where a link leads, and for a reader who wants less motion", async () => {
  const film = { ...changed(WALK, { pace: 1 }), plays: true };
  await mount({ ...film, step: 2 });
  equal([step(), isPlaying()], [2, false]);
  await media({ reduced_motion: "reduce" });
  await mount(film);
  equal([step(), isPlaying()], [0, false]);
  await media({ reduced_motion: "no-preference" });
});

test("a clicker leads a film from group to group, and its slider goes over all of it", async () => {
  await mount(changed(LONG, { pace: 500 }));
  const stood = [];
  for (const key of ["PageDown", "PageDown", "PageUp", "PageUp", "ArrowRight"]) {
    await press(key);
    stood.push(step());
  }
  equal(stood, [12, 24, 12, 0, 1], "an arrow goes by a step");
  const { right, top, height } = slider().getBoundingClientRect();
  await drive("mouse", "click", right - 2, top + height / 4);
  equal(step(), last(LONG));
});

test("a scene is not run past by an arrow, by playing or by whole groups, and the next press leads on", async () => {
  const heard = [];
  const listen = ({ detail }) => heard.push(detail.way);
  window.addEventListener("bpe-lab:beyond", listen);
  const scene = { name: "ties 1", mode: "watch", begins: 6, ends: 8 };
  await mount({ ...LONG, step: 6, scene });
  await press("Shift+ArrowRight");
  equal(step(), 8, "a group ends later");
  await press("ArrowRight", "Shift+ArrowRight", "PageDown");
  equal([step(), heard], [8, ["next", "next", "next"]]);
  await press("ArrowLeft", "ArrowLeft", "ArrowLeft");
  equal([step(), heard.at(-1)], [6, "back"]);
  await press("+", "+", " ");
  await until(() => named("play").ariaLabel === LONG.text["player.play"]);
  equal(step(), 8);
  window.removeEventListener("bpe-lab:beyond", listen);
});

test("the board to come is drawn for the lecturer, and the hall sees nothing of it", async () => {
  let toCome;
  const listen = ({ detail }) => (toCome = detail);
  window.addEventListener("bpe-lab:stepped", listen);
  await mount({ ...WALK, present: true, scene: { name: "ties 2", mode: "watch", begins: 0, ends: 1 } });
  const { xml, words, wide, high } = await toCome();
  equal($$(".player").length, 1);
  const board = new DOMParser().parseFromString(xml, "application/xhtml+xml").documentElement;
  await press("PageDown");
  equal(board.querySelector(".stage").textContent, $(".player .stage").textContent);
  equal(say(), words);
  ok(wide > 0 && high > 0);
  equal(await toCome(), undefined, "where the scene ends");
  window.removeEventListener("bpe-lab:stepped", listen);
});
