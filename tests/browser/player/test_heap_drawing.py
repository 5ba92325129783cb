"""In the heap no word lies on an edge or a box, and no figure is cut."""

import pytest

from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import section
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import WALK, Lab

SIZES = {True: (1920, 1080, 24), False: (1280, 800, 16)}
TEXTS = ("player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
# At every step: what lies on what. A word's box has some room above and below its letters.
FAULTS = """() => {
  const root = document.getElementById("host").shadowRoot;
  const [player, heap] = [".player", ".heap"].map((name) => root.querySelector(name));
  const last = Number(player.querySelector("[role=slider]").getAttribute("aria-valuemax"));
  const box = (node) => node.getBoundingClientRect();
  const faults = new Set();
  const inner = ({ left, right, top, bottom, height }) =>
    ({ left, right, top: top + height / 5, bottom: bottom - height / 5 });
  const meet = (one, other) => one.left < other.right && other.left < one.right
    && one.top < other.bottom && other.top < one.bottom;
  const textBox = (node) => {
    const range = document.createRange();
    range.selectNodeContents(node);
    return range.getBoundingClientRect();
  };
  const pointsOf = (edge) => {
    const matrix = edge.getScreenCTM();
    return Array.from({ length: 25 }, (_, k) => {
      const point = edge.getPointAtLength((k / 24) * edge.getTotalLength());
      const { x, y } = point.matrixTransform(matrix);
      return { left: x, right: x, top: y, bottom: y };
    });
  };
  let seen = 0;
  for (let step = 0; step <= last; step++) {
    const key = step ? "ArrowRight" : "Home";
    player.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    const all = (name) => [...heap.querySelectorAll(`svg ${name}`)];
    const words = all(":is(.waits, .was, .taken)").filter((node) => node.textContent);
    const [bodies, edges] = [all(".body"), all(".edge:not([data-gone])")];
    const drawing = box(heap.querySelector("svg"));
    for (const word of words) {
      const [name, letters] = [word.textContent, inner(box(word))];
      const on = (point) => meet(letters, point);
      seen++;
      if (letters.right > drawing.right || letters.left < drawing.left - 1)
        faults.add(`${name} sticks out`);
      if (bodies.some((body) => on(box(body)))) faults.add(`${name} on a box`);
      if (edges.some((edge) => pointsOf(edge).some(on))) faults.add(`${name} on an edge`);
    }
    for (const item of heap.querySelectorAll(".item")) {
      const parts = [".letters", "b"].map((name) => textBox(item.querySelector(name)));
      const isCut = item.scrollWidth > item.clientWidth || parts[0].right > parts[1].left + 0.5;
      if (isCut) faults.add(`${item.textContent} is cut`);
    }
  }
  return [seen > 10, [...faults]];
}"""


@pytest.mark.slow
def test_words_lie_on_nothing_and_no_figure_is_cut(lab: Lab) -> None:
    visited = lab(mounted(WALK))
    for language, text, present in (
        ("en", sample("abc_abd"), True),
        ("zh", sample("grip"), True),
        ("zh", Corpus("哈哈哈哈"), False),
    ):
        wide, high, size = SIZES[present]
        visited.page.set_viewport_size({"width": wide, "height": high})
        visited.page.evaluate("px => document.documentElement.style.fontSize = `${px}px`", size)
        recording = linked_walk(text, TrainOptions(num_merges=2)).recording
        words = section(language, *TEXTS)
        data = mounted(recording, language, text=words, present=present)
        visited.page.evaluate("data => window.remount(data)", data)
        assert visited.page.evaluate(FAULTS) == [True, []], (language, present)
