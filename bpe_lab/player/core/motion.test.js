/* What moves is seen to move, at a pace that suits; and nothing moves for who wants none. */

import {
  $, $$, equal, given, media, mount, near, ok, press, sendKey, step, test,
} from "/tests/browser/player/harness.js";

const ROWS = [[0, 1], [1, 2], [2, 0]];

/** Pairs in a table: at step 1 the last comes first, at step 2 a new one is there. */
async function swapped(more = {}) {
  const data = await given("hanoi");
  const orders = [ROWS, [ROWS[2], ...ROWS.slice(0, 2)], [ROWS[2], [2, 1], ROWS[0]]];
  const states = orders.map((order) => ({ rows: order.map((pair, k) => ({ cells: [pair, 9 - k], look: "" })) }));
  const columns = [{ kind: "pair", title: "" }, { kind: "number", title: "" }];
  const recording = {
    ...data.recording,
    widgets: [{ id: "pairs", kind: "table", rows: 3, columns }],
    layout: { columns: [["pairs"]] },
    first: { pairs: states[0] },
    steps: states.map((pairs, at) => ({ ...data.recording.steps[at], ask: null, patch: at ? { pairs } : {} })),
  };
  return { ...data, ...more, recording };
}

/** Do `act` while every movement stands still at its start, to be looked at without a clock. */
async function held(act) {
  const { animate } = Element.prototype;
  const animations = [];
  Element.prototype.animate = function (...frames) {
    const animation = animate.apply(this, frames);
    animation.pause();
    animations.push(animation);
    return animation;
  };
  try {
    await act(animations);
  } finally {
    Element.prototype.animate = animate;
    animations.forEach((animation) => animation.cancel());
  }
}
const durations = (animations) => animations.map(({ effect }) => effect.getTiming().duration);

/** What `look` sees at an animation's start, half way, and just before its end. */
function through(animation, look) {
  const { duration } = animation.effect.getTiming();
  return [0, duration / 2, duration - 0.01].map((time) => {
    animation.currentTime = time;
    return look(animation.effect.target);
  });
}
const topOf = (node) => node.getBoundingClientRect().top;
const middleOf = (node) => {
  const { left, width } = node.getBoundingClientRect();
  return left + width / 2;
};
const opacityOf = (node) => Number(getComputedStyle(node).opacity);

test("a row that moves is seen at the places between", async () => {
  await mount(await swapped());
  await held(async (animations) => {
    const [first, , old] = $$("tbody tr").map(topOf);
    await press("ArrowRight");
    const row = $("tbody tr");
    const [start, half, end] = through(animations.find(({ effect }) => effect.target === row), topOf);
    near(start, old, 1.5, "it comes from where it stood");
    ok(first + 5 < half && half < old - 5, `half way ${half}, between ${first} and ${old}`);
    near(end, first, 0.5);
  });
});

test("what is new fades in", async () => {
  await mount(await swapped({ step: 1 }));
  await held(async () => {
    await press("ArrowRight");
    equal($$("tbody tr").map(opacityOf), [1, 0, 1]);
  });
});

test("a hall and a low speed give more time", async () => {
  for (const [present, keys, time] of [[false, [], 200], [true, [], 450], [true, ["-"], 900], [true, ["+"], 225]]) {
    await mount(await swapped({ present }));
    await held(async (animations) => {
      await press(...keys, "ArrowRight");
      equal([...new Set(durations(animations))], [time]);
    });
  }
});

test("steps that come faster than they last do not move", async () => {
  await mount(await swapped({ present: true }));
  await held((animations) => {
    ["-", "ArrowRight", "ArrowRight"].forEach(sendKey);
    equal(step(), 2);
    equal(animations.length, 3, "the first step's");
    ok(animations.every(({ playState }) => playState === "finished"), "and they are over");
  });
});

test("nothing moves for who wants no motion", async () => {
  const moving = () => $(".player").getAnimations({ subtree: true });
  for (const motion of ["no-preference", "reduce"]) {
    await media({ reduced_motion: motion });
    // A table's rows move by scripts, a ribbon's box by a style's transition.
    for (const data of [await swapped(), await given("training", { trainer: "train", text: "low low", merges: 1 })]) {
      const merge = data.recording.steps.findIndex(({ goal }) => goal === "merge");
      await mount({ ...data, step: Math.max(0, merge - 1) });
      await held((animations) => {
        const before = step();
        sendKey("ArrowRight");
        const seen = new Set([...animations, ...moving()]);
        equal(step(), before + 1);
        equal(seen.size > 0, motion === "no-preference", `${motion}: ${seen.size} move`);
      });
    }
  }
});

test("what is absorbed goes into the token before it", async () => {
  const data = await given("training", { trainer: "linked", text: "low low", merges: 1 });
  const dead = data.recording.steps.findIndex(({ patch }) =>
    Object.values(patch.lens?.slots ?? {}).some((slot) => slot?.[4] === "dead" || slot?.["4"] === "dead"));
  await mount({ ...data, step: dead - 1 });
  await held(async (animations) => {
    await press("ArrowRight");
    const [first, second] = ["now", "dead"].map((look) => middleOf($(`.lens-slot[data-look=${look}] .body`)));
    const departs = animations.find(({ effect }) => effect.target.matches(".lens .departed"));
    const seen = through(departs, (node) => [middleOf(node.querySelector(".body")), opacityOf(node)]);
    const [[start], [half], [end, opacity]] = seen;
    near([start, end], [second, first], 1);
    ok(first + 5 < half && half < second - 5, `half way ${half}`);
    ok(opacity < 0.05);
  });
});

test("a node of the tree rises", async () => {
  const data = await given("word", { text: " tech" });
  await mount({ ...data, step: data.recording.steps.findIndex(({ patch }) => "tree" in patch) - 1 });
  await held(async (animations) => {
    await press("ArrowRight");
    const rises = animations.find(({ effect }) => effect.target.matches(".node"));
    const seen = through(rises, (node) => [topOf(node.querySelector(".body")), opacityOf(node)]);
    const [[start, hidden], [half], [end, clear]] = seen;
    equal(hidden, 0);
    ok(start - 5 > half && half > end + 1, `${start}, ${half}, ${end}`);
    ok(clear > 0.95);
  });
});

test("a token grows over what it absorbs", async () => {
  const data = await given("training", { trainer: "train", text: "low low", merges: 1 });
  await mount({ ...data, step: data.recording.steps.findIndex(({ goal }) => goal === "merge") - 1 });
  sendKey("ArrowRight"); // on a busy machine it would have grown before anybody looks
  const grows = $(".player").getAnimations({ subtree: true }).find(({ transitionProperty }) => transitionProperty === "width");
  grows.pause();
  const [start, half, end] = through(grows, (node) => node.getBoundingClientRect().width);
  ok(start + 5 < half && half < end - 1, `${start}, ${half}, ${end}`);
});

test("an edge is not there before the parts that it leads to", async () => {
  const data = await given("sums", { text: "2×3+4²" });
  const [, made, after] = data.recording.steps.map(({ patch }) => Object.values(patch).find(({ nodes }) => nodes)?.nodes);
  const [[number, { parts }]] = Object.entries(made);
  made[number].parts = [];  // as a token that is taken apart: its parts are told later
  after[number] = { ...after[number], parts };
  await mount({ ...data, step: 1 });
  await held(async (animations) => {
    await press("ArrowRight");
    const { effect } = animations.find(({ effect: { target } }) => target.matches(".edges > .edges"));
    equal(opacityOf(effect.target), 0);
  });
});
