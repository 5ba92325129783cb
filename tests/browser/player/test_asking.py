"""An open question: what holds its answer is hidden, and playing waits for the reader."""

import re
from collections.abc import Callable
from typing import Any

import pytest
from playwright.sync_api import expect

from bpe_core.texts.corpus import Corpus
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import built_in
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit
from tests.browser.player.hanoi import Json, mounted
from tests.browser.player.lab import PANELS, WALK, Lab, named, question, refocused

HIDDEN = catalogue("en")["player.veiled"]
TEXT = "low lower newest widest"
RECORDINGS: dict[str, tuple[Callable[[], Json], tuple[str, ...]]] = {
    "train": (lambda: training_walk(Corpus(TEXT), TrainOptions()).recording, ("train",)),
    "linked": (
        lambda: linked_walk(Corpus(TEXT), TrainOptions(num_merges=3)).recording,
        ("linked", "train"),
    ),
    "encode": (lambda: word_walk(built_in("lab"), "lowest").recording, ("encode",)),
    "subword_nmt": (
        lambda: learn_walk({"lower": 2, "newest": 6}, num_merges=3).recording,
        ("subword_nmt", "linked", "train"),
    ),
}
# All that a panel says below its title, to the eye and to a screen reader.
SAID = """panel => {
  const isSaid = (node) =>
    node.checkVisibility() && !node.closest("[inert], header, .more, .fold, .rank-foot");
  const isText = (node) => node.nodeType === Node.TEXT_NODE;
  const texts = (node) => [...node.childNodes].filter(isText).map(({ data }) => data);
  const words = (node) => [node.ariaLabel, node.title, ...texts(node)];
  const said = [...panel.querySelectorAll("*")].filter(isSaid);
  return said.flatMap(words).filter(Boolean).join(" ");
}"""


def veiled(*names: str, game: Json = WALK) -> Json:
    """The game, its questions with a veil."""
    steps = [{**each, **({"veil": names} if "ask" in each else {})} for each in game["steps"]]
    return {**game, "id": f"veil {names}", "steps": steps}


def panel(visited: Visit, kind: str) -> Any:
    return visited.page.locator(f".panel[data-widget={kind}]")


def test_a_column_is_hidden_and_its_rows_are_in_the_order_of_letters(lab: Lab) -> None:
    visited = lab(mounted(veiled("heights.number"), present=True, step=8))
    figures = panel(visited, "table").locator("tbody [data-column=number]")
    before = figures.all_inner_texts()
    assert "?" not in before
    visited.press("PageDown")
    assert question(visited)
    assert figures.all_inner_texts() == ["?", "?", "?"]
    visited.press("ArrowLeft")
    assert figures.all_inner_texts() == before


def test_a_covered_panel_says_nothing_and_keeps_its_room(lab: Lab) -> None:
    visited = lab(mounted(veiled("why", "heights.nothing_known"), present=True))
    visited.press("PageDown")
    assert question(visited)
    for kind in ("note", "table"):
        assert "Lucas" not in panel(visited, kind).evaluate(SAID)
        assert set(panel(visited, kind).evaluate(SAID).split()) == {"?", *HIDDEN.split()}
    heights = [panel(visited, kind).bounding_box()["height"] for kind in ("note", "table")]
    visited.press("PageDown")
    assert visited.step() == 1
    assert "Lucas" in panel(visited, "note").evaluate(SAID)
    assert [
        panel(visited, kind).bounding_box()["height"] for kind in ("note", "table")
    ] == heights


def test_a_panel_that_is_covered_leaves_the_focus_to_the_player(lab: Lab) -> None:
    visited = lab(mounted(veiled("heap", game=PANELS), present=True))
    visited.page.locator(".cells li").first.focus()
    visited.press("PageDown")
    assert question(visited)
    assert refocused(visited)
    visited.press("PageDown")
    assert visited.step() == 1


@pytest.mark.parametrize("page", RECORDINGS)
def test_no_question_gives_its_answer_away(page: str, lab: Lab) -> None:
    make, sections = RECORDINGS[page]
    recording = make()
    texts = section("en", "player", "goal", "mark", "tie_rule", "tie_name", *sections)
    asked = [number for number, step in enumerate(recording["steps"]) if "ask" in step][:3]
    assert asked
    visited = lab(mounted(recording, text=texts, present=True, step=0))
    kind_of = {each["id"]: each["kind"] for each in recording["widgets"]}
    for number in asked:
        visited.press("Shift+ArrowRight")
        if not question(visited):  # the end of a group comes before
            visited.press("Shift+ArrowRight")
        assert question(visited)
        assert visited.step() == number - 1
        for name in {each.split(".")[0] for each in recording["steps"][number]["veil"]}:
            if kind_of[name] != "code":  # its code has digits; values are `.values`
                assert not re.search(r"\d", panel(visited, kind_of[name]).evaluate(SAID)), name
        expect(visited.page.locator(".values:not(:empty)")).to_have_count(0)
        rows = visited.page.locator(":is(.table, .ledger) tbody tr:not([data-blank])")
        letters = [words for words in rows.all_inner_texts() if words.strip()]
        assert letters == sorted(letters, key=lambda words: words.replace("␣", " "))


def test_playing_waits_at_a_question_until_the_reader_goes_on(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True))
    play = visited.page.get_by_role("button", name="Play")
    visited.press("+", "+", "Space")
    expect(visited.page.locator(".say[data-question]")).to_have_count(1)
    expect(play).to_have_count(1)
    assert visited.step() == 0
    visited.press("Space")
    assert visited.step() >= 1, "the answer comes at once"
    expect(visited.page.get_by_role("button", name="Pause")).to_have_count(1)
    visited.press("Space")


def test_a_question_without_a_veil_is_asked_as_ever(lab: Lab) -> None:
    visited = lab(mounted(WALK, present=True))
    visited.press("PageDown")
    assert question(visited)
    expect(visited.page.locator("[data-veiled]")).to_have_count(0)
    assert named(visited, "reveal").is_visible()
