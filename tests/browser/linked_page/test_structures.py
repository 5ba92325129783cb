"""What stands on the page is what the trainer has."""

import json
from collections.abc import Iterator

import pytest
from playwright.sync_api import expect

from bpe_core.pretokenize.pre_tokens import pre_tokenize
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.state import TrainState, apply
from tests.browser.conftest import Visit
from tests.browser.linked_page.reading import Open, drawn, walk_of
from tests.browser.looks import laid_out
from tests.paths import DATA
from tests.ui.linked.linked_structures import state_as_shown
from tests.ui.test_pages import said

STALE = "linked.say.popped_stale"
GOLDEN = json.loads((DATA / "lecture.json").read_text(encoding="utf-8"))["positions_corpus"]


def states_of(corpus: Corpus) -> Iterator[TrainState]:
    """The trainer's own structures after every event."""
    state = TrainState()
    pre_tokens = pre_tokenize(corpus.text, special_tokens=corpus.special_tokens)
    options = TrainOptions(special_tokens=corpus.special_tokens)
    for event in train_linked(pre_tokens, options, detail=True):
        apply(state, event)
        yield state


def unfold(visited: Visit) -> None:
    """Show all pairs, where there are more than the rows on top."""
    fold = visited.page.locator("[data-widget=ledger] button.fold")
    if fold.is_visible() and fold.get_attribute("aria-expanded") == "false":
        fold.click()
        visited.player().focus()


def test_the_page_shows_the_lecture_s_structures_after_every_merge(
    server: str, visit: Open
) -> None:
    corpus = sample("intj")
    recording = walk_of(corpus).recording
    ends = [
        k for k, s in enumerate(recording["steps"]) if s["say"][0].startswith("linked.say.done")
    ]
    wanted = {
        k: state_as_shown(state) for k, state in enumerate(states_of(corpus)) if k in ends
    }
    visited = visit(f"{server}/linked?text=intj").ready()
    visited.player().focus()
    unfold(visited)
    for end, golden in zip(ends, GOLDEN["states_after_merge"], strict=True):
        visited.press("Shift+ArrowRight")
        while visited.step() < end:
            visited.press("ArrowRight")
        while visited.step() > end:
            visited.press("ArrowLeft")
        shown = drawn(visited, recording)
        assert shown == wanted[end], f"step {end}"
        assert {str(at): token for at, token in shown["token_at"].items()} == golden["token_at"]
        assert {str(at): to for at, to in shown["next"].items()} == golden["next"]
        assert {str(at): to for at, to in shown["prev"].items()} == golden["prev"]
        counts = sorted(count for count in shown["pair_counter"].values() if count)
        assert counts == sorted(count for *_, count in golden["pair_counts"])


@pytest.mark.parametrize("name", ["aaaaa", "abc_abd", "aaaa", "abab"])
def test_every_step_of_every_case(server: str, visit: Open, name: str) -> None:
    corpus = sample(name)
    recording = walk_of(corpus).recording
    sentences = [step["say"][0] for step in recording["steps"]]
    stale = [step["say"][1] for step in recording["steps"] if step["say"][0] == STALE]
    assert bool(stale) == (name == "abc_abd")
    assert not stale or (stale[0]["count"], stale[0]["now"]) == (3, 1)
    visited = visit(f"{server}/linked?text={name}").ready()
    visited.player().focus()
    visited.press("Home")
    for step, state in enumerate(states_of(corpus)):
        assert visited.step() == step
        unfold(visited)
        assert drawn(visited, recording) == state_as_shown(state), visited.say()
        if sentences[step] == STALE:
            values = recording["steps"][step]["say"][1]
            a_stale_entry_says_what_it_was_pushed_with(visited, values["count"], values["now"])
        visited.press("ArrowRight")


def a_stale_entry_says_what_it_was_pushed_with(visited: Visit, count: int, now: int) -> None:
    sentence = visited.say()
    assert str(count) in sentence
    assert str(now) in sentence
    assert said("en", "linked.say.popped_stale").split("{")[-1].split("}")[-1] in sentence
    heap = visited.page.locator("[data-widget=heap]")
    expect(heap.locator("[data-look=stale]").first).to_be_attached()


def test_no_line_of_code_is_cut_and_what_runs_is_in_sight(server: str, visit: Open) -> None:
    """Long lines go on below; where not all that is lit fits, the line that ran last stays."""
    recording = walk_of(sample("intj")).recording
    keys = [step["say"][0] for step in recording["steps"]]
    visited = visit(f"{server}/linked?text=intj&step={keys.index('linked.say.count_own')}")
    visited.ready()
    visited.page.locator("[data-widget=code]").get_by_role("tab", name="Python").click()
    listing = visited.page.locator("[data-widget=code] .listing:visible")
    wide, marks = listing.evaluate("""node => [
      Math.max(...[...node.querySelectorAll("li, code")].map(
        (each) => each.scrollWidth - each.clientWidth)),
      node.querySelectorAll("[title]").length]""")
    assert wide <= 0
    assert marks > 10, "a mark where a report was folded away"
    last = listing.locator("[aria-current]").last
    expect(last).to_contain_text("touched[changed] = None")
    laid_out(visited)
    box, whole = last.bounding_box(), listing.bounding_box()
    assert box
    assert whole
    assert whole["y"] <= box["y"]
    assert box["y"] + box["height"] <= whole["y"] + whole["height"] + 1


def test_what_is_written_is_what_the_attributes_say(server: str, visit: Open) -> None:
    visited = visit(f"{server}/linked?text=intj&step=151").ready()
    for row in visited.page.locator("[data-widget=ledger] tr[data-pair]").all():
        count, delta, places = row.locator("td").all_inner_texts()[-3:]
        assert count == row.get_attribute("data-count")
        positions = (row.get_attribute("data-positions") or "").split(",")
        assert places.split() == positions
        assert delta == "" or delta[0] in "+−"
    for chip in visited.page.locator(".lens .run[data-current] .slot").all():
        at = chip.get_attribute("data-at")
        strip = visited.page.locator(f".lane.now .cell[data-at='{at}']")
        assert chip.locator(".id").text_content() == strip.get_attribute("data-token")
    for cell in visited.page.locator("[data-widget=heap] li[data-index]").all()[:5]:
        words = cell.inner_text().split()
        assert cell.get_attribute("data-index") == words[-1]
        assert cell.get_attribute("data-count") == words[-2]
