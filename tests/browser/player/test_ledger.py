"""The ledger unfolds into the room that its column has, and moves nothing else."""

from typing import Any

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.text import section
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import mounted
from tests.browser.player.lab import Lab

EDGES = """all => all.map((each) => each.getBoundingClientRect()).map(({ top, bottom }) =>
  [top, bottom].map(Math.round))"""
SCROLLS = "box => box.scrollHeight > box.clientHeight + 1"


def edges(visited: Visit, *names: str) -> Any:
    return [visited.page.locator(name).evaluate_all(EDGES) for name in names]


def test_unfolded_it_takes_the_room_of_its_column_and_no_more(lab: Lab) -> None:
    recording = linked_walk(sample("low"), TrainOptions(num_merges=3)).recording
    texts = section("en", "player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
    visited = lab(mounted(recording, text=texts, step=recording["start"]))
    others = [".columns", ".column", ".transport", ".panel:not([data-widget=ledger])"]
    before = edges(visited, *others)
    [[[top, folded]]] = edges(visited, ".ledger .box")
    visited.page.locator(".fold").click()
    [[[there, unfolded]], [[_, ledger]]] = edges(visited, ".ledger .box", ".ledger")
    assert edges(visited, *others) == before
    assert there == top
    assert unfolded > folded + 30
    box = visited.page.locator(".ledger .box")
    assert box.evaluate(SCROLLS), "more pairs than fit"
    assert abs(ledger - before[1][0][1]) <= 1, "it ends where its column ends"
    visited.press("ArrowRight", "ArrowRight")
    assert edges(visited, ".ledger .box") == [[[top, unfolded]]]
    visited.page.locator(".fold").click()
    assert edges(visited, ".ledger .box") == [[[top, folded]]]


def test_the_mark_on_a_first_position_is_whole(lab: Lab) -> None:
    """It reaches past its figure, and the cell cuts what lies outside."""
    recording = linked_walk(sample("low"), TrainOptions(num_merges=1)).recording
    texts = section("en", "player", "goal", "mark", "linked", "train", "tie_rule", "tie_name")
    visited = lab(mounted(recording, text=texts, step=recording["start"]))
    visited.press("n")
    mark = visited.page.locator(".ledger td [data-look=now]").first
    cell = visited.page.locator(".ledger td:has([data-look=now])").first
    assert mark.evaluate("mark => mark.previousSibling") is None
    assert mark.bounding_box()["x"] >= cell.bounding_box()["x"]
