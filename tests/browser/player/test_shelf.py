"""The shelf of learned tokens: each with the two that it was merged from."""

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import section
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import Lab

CUT = """all => all.filter((each) => each.scrollWidth > each.clientWidth)
  .map((each) => each.innerText)"""


def test_a_short_part_is_whole_however_long_the_other_is(lab: Lab) -> None:
    recording = training_walk(Corpus("我一把把把把住了"), TrainOptions(num_merges=10)).recording
    texts = section("zh", "player", "goal", "mark", "train", "tie_rule", "tie_name")
    data = mounted(recording, "zh", text=texts, step=len(recording["steps"]) - 1, present=True)
    visited = lab(data, viewport={"width": 1920, "height": 1080})
    visited.page.add_style_tag(content="html { font-size: 30px }")
    parts = visited.page.locator(".shelf .pair .letters")
    parts.first.wait_for()
    cut = parts.evaluate_all(CUT)
    assert cut, "a long part is"
    assert all(len(part) > 2 for part in cut)
