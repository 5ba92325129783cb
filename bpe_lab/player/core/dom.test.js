/* A step changes what stands there; what it says again stays the very same element. */

import { become } from "/bpe_lab/player/core/dom.js";
import { $$, equal, given, mount, ok, sendKey, test } from "/tests/browser/player/harness.js";

// What stands in an element, what is wanted there, and how many of its nodes stay (texts count).
const CHANGES = {
  "said again": ["<b>5</b> of <i>7</i>", "<b>5</b> of <i>7</i>", 5],
  "another word": ["<b>5</b> of <i>7</i>", "<b>6</b> of <i>7</i>", 5],
  "an attribute more": ["<b>5</b>", "<b title='y'>5</b>", 2],
  "an attribute less": ["<b lang='en' title='x'>5</b>", "<b title='y'>5</b>", 2],
  "another element": ["<b>5</b><i>7</i>", "<u>5</u><i>7</i>", 2],
  "another style": ["<b style='top: 1px'>5</b> 7", "<b style='top: 2px'>5</b> 7", 1],
  "more at the end": ["<b>5</b>", "<b>5</b> and <i>7</i>", 2],
  "less at the end": ["<b>5</b> and <i>7</i>", "<b>5</b>", 2],
  "nothing any more": ["<b>5</b>", "", 0],
  "a text for an element": ["<b>5</b>", "5", 0],
};
const below = (node) => [...node.childNodes].flatMap((each) => [each, ...below(each)]);
const made = (markup) => Object.assign(document.createElement("p"), { innerHTML: markup });

for (const [name, [before, after, stay]] of Object.entries(CHANGES)) {
  test(`an element becomes like another and keeps its own: ${name}`, () => {
    const node = made(before);
    const old = new Set(below(node));
    become(node, [...made(after).childNodes].map((each) => (each instanceof Text ? each.data : each)));
    ok(node.isEqualNode(made(after)), node.outerHTML);
    equal(below(node).filter((each) => old.has(each)).length, stay);
  });
}

/** The parts of the player as they are seen, without what is hidden. */
const drawn = () => $$(".head, .narration, .panel, .transport").map((part) => {
  const copy = part.cloneNode(true);
  copy.querySelectorAll("[data-gone]").forEach((hidden) => hidden.remove());
  return copy;
});

for (const [name, values] of [["hanoi", { disks: 3, lifts: 10 }], ["trains"], ["sums"]]) {
  test(`a step is drawn the same forwards and backwards: ${name}`, async () => {
    const data = await given(name, values);
    await mount(data);
    const steps = data.recording.steps.length;
    for (let step = 0; step < steps; step++) sendKey("ArrowRight"); // all is made once
    sendKey("Home");
    const forwards = [drawn()];
    for (let step = 1; step < steps; step++) {
      sendKey("ArrowRight");
      forwards.push(drawn());
    }
    for (let step = steps - 2; step >= 0; step--) {
      sendKey("ArrowLeft");
      const back = drawn();
      equal(back.length, forwards[step].length);
      back.forEach((part, at) => ok(part.isEqualNode(forwards[step][at]),
        `step ${step}: ${forwards[step][at].outerHTML}\n  back: ${part.outerHTML}`));
    }
  });
}

// Or the style of every token is computed again: 7,600 elements, a tenth of a second.
test("the edges of a box that scrolls concern nothing within", async () => {
  await mount(await given("hanoi"));
  const all = $$(".scroller, .listing");
  ok(all.length);
  for (const box of all) {
    const inherited = (isEdge) => {
      for (const edge of ["data-above", "data-below"]) box.toggleAttribute(edge, isEdge);
      return String([...box.firstElementChild.computedStyleMap()].filter(([name]) => name.startsWith("--")));
    };
    equal(inherited(false), inherited(true), box.className);
  }
});
