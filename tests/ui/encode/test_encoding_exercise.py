"""An encoding trace of one's own: what it asks, what it hides, and its page."""

from __future__ import annotations

from itertools import product

import pytest

from bpe_lab.exercises.draw import LEVELS, MATERIAL, Script, draw, model_of
from bpe_lab.exercises.seed import Seed
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.recording import Json
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import open_page
from tests.ui.test_questions import PLACEHOLDER, sentences

EVERY = list(product(LEVELS, MATERIAL))


def recorded(level: int, script: Script, number: int = 7) -> Json:
    exercise = draw("trace.encode", level, Seed(number), script)
    model = model_of(exercise.text, exercise.options)
    return word_walk(model, exercise.word, exercise).recording


@pytest.mark.parametrize(("level", "script"), EVERY)
def test_every_question_is_whole_and_hides_the_ranks(level: int, script: Script) -> None:
    recording = recorded(level, script)
    assert recording["exercise"]["level"] == level
    shown = {widget["id"] for widget in recording["widgets"]}
    assert shown == {"tree", "merges", "ranks"}, "no other rule tells the end"
    questions = [each for step in recording["steps"] for each in step.get("questions", [])]
    assert len(questions) >= 3
    for question in questions:
        assert question["veil"] == ["ranks"]
        assert not set(question["right"]) & question["wrong"].keys()
        if question["kind"] == "cuts":
            borders = [str(at) for _, at in question["cells"][1:]]
            assert set(question["right"][0].split(",")) <= {*borders, "none"}
            assert question["borders"].keys() <= set(borders)
        for key, values in sentences(question):
            for language in LANGUAGES:
                wanted = set(PLACEHOLDER.findall(catalogue(language)[key])) - {"at"}
                assert wanted <= values.keys(), (language, key)
        for language in LANGUAGES:
            assert f"question.name_{question['name']}" in catalogue(language)


@pytest.mark.parametrize("script", MATERIAL)
def test_the_list_of_merges_stands_still_and_is_all_of_it(script: Script) -> None:
    recording = recorded(4, script)
    rows = recording["first"]["merges"]["rows"]
    assert [row["cells"][0] for row in rows] == list(range(8))
    assert all("merges" not in step["patch"] for step in recording["steps"])


def test_the_fourth_level_asks_the_end_then_the_merges_then_what_needs_no_heap() -> None:
    names = [
        each["name"]
        for step in recorded(4, "latin", 14340)["steps"]
        for each in step.get("questions", [])
    ]
    assert names[:3] == ["final_cuts", "next_merge", "cuts_after"]
    assert set(names[3:-1]) == {"new_rank", "next_merge", "cuts_after"}
    assert names[-1] == "refused_by", "the word has a match that does not fit"


def test_the_page_of_an_exercise(language: str) -> None:
    at = open_page("encode", language, exercise="3-17F3-chinese")
    assert not at.exception
    assert not at.warning
    assert at.query_params["exercise"] == "3-17F3-chinese"


@pytest.mark.parametrize("wrong", ["9-17F3", "3-27F3", "3-17F3-greek", "<b>"])
def test_a_wrong_link_is_told_and_the_walk_is_there(wrong: str) -> None:
    at = open_page("encode", "en", exercise=wrong)
    assert not at.exception
    assert len(at.warning) + len(at.info) >= 1
    assert "exercise" not in at.query_params
