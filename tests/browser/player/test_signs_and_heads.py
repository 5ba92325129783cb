"""Signs above the timeline, heads of panels, and lit lines say what belongs to the step."""

from itertools import pairwise

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import section
from tests.browser.player.hanoi import Json, hanoi, mounted
from tests.browser.player.lab import WALK, Lab

EDGES = """all => all.map((each) => each.getBoundingClientRect())
  .map(({ left, right }) => [left, right])"""


def test_signs_never_overlap_and_the_rarer_kind_stays(lab: Lab) -> None:
    game = hanoi(4)
    steps = [
        {**each, "marks": ["character" if number % 7 == 3 else "tie"]}
        for number, each in enumerate(game["steps"])
    ]
    visited = lab(
        mounted({**game, "id": "signs", "steps": steps}), viewport={"width": 900, "height": 700}
    )
    signs = visited.page.locator(".timeline .signs path")
    boxes = sorted(signs.evaluate_all(EDGES))
    assert len(boxes) > 8
    assert all(right <= left for (_, right), (left, _) in pairwise(boxes))
    rare = sum("character" in each["marks"] for each in steps)
    assert visited.page.locator(".timeline .signs [data-mark=character]").count() == rare


def test_a_state_may_have_a_title_of_its_own(lab: Lab) -> None:
    steps = [*WALK["steps"]]
    steps[2] = {**steps[2], "patch": {**steps[2]["patch"], "why": {"title": "hanoi.pegs"}}}
    steps[3] = {**steps[3], "patch": {**steps[3]["patch"], "why": {"title": None}}}
    visited = lab(mounted({**WALK, "id": "titles", "steps": steps}, step=1))
    heads = []
    for _ in range(3):
        heads.append(visited.page.locator(".panel[data-widget=note] h2").inner_text())
        visited.press("ArrowRight")
    assert heads == ["Why?", "Pegs", "Why?"]


def test_a_lit_line_wears_the_colour_of_its_own_sub_goal(lab: Lab) -> None:
    """Where a merge is done, the loop that ends is one of the repair."""
    recording: Json = linked_walk(Corpus("low low"), TrainOptions(num_merges=1)).recording
    done = [step["say"][0] for step in recording["steps"]].index("linked.say.done")
    texts = section("en", "player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
    visited = lab(mounted(recording, text=texts, step=done - 1))
    lit = visited.page.locator(".listing li[data-wears]").last
    ground = "node => getComputedStyle(node).backgroundColor"
    grounds = [lit.evaluate(ground)]
    visited.press("ArrowRight")
    assert visited.page.locator(".player[data-now=merge]").count() == 1
    grounds.append(lit.evaluate(ground))
    assert grounds[0] == grounds[1]


def test_the_last_cell_of_the_heap_s_array_is_whole(lab: Lab) -> None:
    """Its strip is measured beside the words that count the rest."""
    recording: Json = linked_walk(Corpus("low lower newest"), TrainOptions()).recording
    texts = section("en", "player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
    words = {**texts, "player.heap.more": "and {entries} more entries"}
    visited = lab(mounted(recording, text=words, step=recording["start"]))
    cells = visited.page.locator(".cells")
    edge = cells.bounding_box()
    inside = [cell.bounding_box() for cell in cells.locator("li").all()]
    cut = [
        box
        for box in inside
        if box["x"] < edge["x"] + edge["width"] - 0.5 < box["x"] + box["width"] - 1
    ]
    assert len(inside) > 6
    assert cut == []
