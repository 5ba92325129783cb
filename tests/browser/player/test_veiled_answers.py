"""What a question is asked over holds no answer: neither drawn nor in what is read aloud."""

from __future__ import annotations

from playwright.sync_api import expect

from bpe_core.systems.subword_nmt.word_counts import count_words
from bpe_core.texts.corpus import Corpus, sample
from bpe_core.train.options import TrainOptions
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.training_lesson import make_lesson
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.text import catalogue, section
from tests.browser.conftest import Visit, in_chinese
from tests.browser.player.hanoi import Json
from tests.browser.player.lab import Lab, named

SECTIONS = ("player", "mark", "goal", "bytepiece", "subword_nmt", "train", "linked", "question")
EXTRA = ("tie_rule", "tie_name")


def data(recording: Json, language: str) -> Json:
    words = dict(section(language, *SECTIONS, *EXTRA))
    return {"recording": recording, "text": words, "lang": language, "present": False}


def to_question(visited: Visit, recording: Json, name: str) -> Json:
    """Through the walk, each question before it shown, up to the first of this name."""
    visited.press("q", "q")
    asked = [each for step in recording["steps"] for each in step.get("questions", [])]
    for question in asked:
        for _ in range(len(recording["steps"])):
            if visited.page.locator(".answers").is_visible():
                break
            visited.press("ArrowRight")
        expect(visited.page.locator(".answers")).to_be_visible()
        if question["name"] == name:
            return question
        named(visited, "answer-show").click()
        visited.press("ArrowRight")
    raise AssertionError(f"{name} is not asked")


def names_in(visited: Visit) -> str:
    """What a screen reader says of the stage."""
    return str(
        visited.page.locator(".player").evaluate(
            "root => [...root.querySelectorAll('[aria-label], title, [title]')]"
            ".map(one => [one.getAttribute('aria-label'), one.getAttribute('title'),"
            " one.tagName === 'title' ? one.textContent : ''].join(' ')).join('\\n')"
        )
    )


@in_chinese
def test_the_best_way_is_not_lit_before_it_is_answered(lab: Lab, language: str) -> None:
    recording = lattice_walk(make_lesson().model, b"nowhere together")
    visited = lab(data(recording, language))
    question = to_question(visited, recording, "best_way")
    assert visited.page.locator(".lattice [data-look=path]").count() == 0
    assert catalogue(language)["player.lattice.look.path"] not in names_in(visited)
    (right,) = question["right"]
    index = [key for key, _ in question["choices"]].index(right)
    named(visited, f"answer-choice-{index}").click()
    assert (
        catalogue(language)["player.answer.right"]
        in visited.page.locator(".judged").inner_text()
    )
    visited.press("ArrowRight")
    assert visited.page.locator(".lattice [data-look=path]").count() > 0


def test_the_count_that_an_entry_is_checked_against_stands_on_top(lab: Lab) -> None:
    """Whatever it is: a count of 0 is as dark as any other."""
    options = TrainOptions(num_merges=6)
    recording = linked_walk(Corpus("low lower newest widest wide wider"), options).recording
    visited = lab(data(recording, "en"))
    question = to_question(visited, recording, "is_stale")
    (row,) = (each.partition(":")[2] for each in question["veil"] if "row" in each)
    first = visited.page.locator(".ledger tbody tr").first
    expect(first).to_have_attribute("data-pair", row)
    expect(first).to_have_attribute("data-look", "asked")


@in_chinese
def test_the_line_of_the_pairs_is_covered_while_one_is_asked_about(
    lab: Lab, language: str
) -> None:
    words = dict(count_words(sample("weather").text))
    recording = learn_walk(words, num_merges=3).recording
    visited = lab(data(recording, language))
    to_question(visited, recording, "is_set_aside")
    panel = visited.page.locator(".panel[data-widget=beads][data-veiled]")
    expect(panel.locator(".veil")).to_be_visible()
    named(visited, "answer-show").click()
    visited.press("ArrowRight")
    expect(visited.page.locator(".beads").first).to_be_visible()
