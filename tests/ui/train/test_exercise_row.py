"""The page's row of an exercise: begun, varied and left, and links that name none."""

from typing import Any

import pytest

from bpe_lab.exercises.draw import LEVELS
from bpe_lab.exercises.seed import Seed
from bpe_lab.pages import EXERCISE
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.test_pages import ROOT, errors_of, open_page, param, said

KIND = "trace.naive"


def button(at: Any, name: str) -> Any:
    return at.button(key=f"{KIND} {name}")


def has_row(at: Any) -> bool:
    return f"{KIND} leave" in [each.key for each in at.button]


@pytest.mark.parametrize("language", LANGUAGES)
def test_whoever_begins_gets_a_text_of_the_first_level(language: str) -> None:
    at = open_page("train", language)
    assert not has_row(at)
    button(at, "begin").click().run()
    errors_of(at)
    assert has_row(at)
    assert at.text_input(key=f"{KIND} seed").value == param(at, "exercise")[2:]
    assert param(at, "exercise").startswith("1-")
    rules = 'class="exercise-rules"'
    [shown] = [str(each.value) for each in at.get("html") if rules in str(each.value)]
    assert catalogue(language)["term.pre_token.meaning"] in shown
    assert not at.expander, "the list of merges tells the answers"


def test_level_script_and_seed_are_changed_and_linked() -> None:
    at = open_page("train", exercise="3-17F3")
    at.segmented_control(key=f"{KIND} level").select(4).run()
    assert param(at, "exercise") == "4-17F3"
    at.segmented_control(key=f"{KIND} script").select("chinese").run()
    assert param(at, "exercise") == "4-17F3-chinese"
    at.text_input(key=f"{KIND} seed").set_value(" 1zzz ").run()
    assert param(at, "exercise") == "4-1ZZZ-chinese"
    button(at, "another").click().run()
    assert param(at, "exercise") == "4-1000-chinese"
    button(at, "leave").click().run()
    errors_of(at)
    assert "exercise" not in at.query_params
    assert not has_row(at)


def test_whoever_has_left_one_goes_on_with_it() -> None:
    at = open_page("train", exercise="3-17F3-chinese")
    button(at, "leave").click().run()
    assert button(at, "begin").label == catalogue("en")["exercise.resume"]
    button(at, "begin").click().run()
    assert errors_of(at) == ""
    assert param(at, "exercise") == "3-17F3-chinese"


def test_a_seed_that_is_none_gets_a_sentence(language: str) -> None:
    at = open_page("train", language, exercise="3-17F3")
    for typed in ("", "abc", "27F3", "<b>", "17F3!"):
        at.text_input(key=f"{KIND} seed").set_value(typed).run()
        assert said(language, "error.LabError.seed") in errors_of(at), typed
    button(at, "another").click().run()
    assert not errors_of(at), "and a way out"


@pytest.mark.parametrize("link", ["no seed", "6-17F3"])
def test_a_link_to_no_exercise_gets_a_notice(language: str, link: str) -> None:
    at = open_page("train", language, exercise=link)
    errors_of(at)
    assert said(language, "notice.unknown_choice") in " ".join(n.value for n in at.info)
    assert not has_row(at)


@pytest.mark.parametrize(
    "link", ["", "0-17F3", "6-17F3", "3", "3-", "3-27F3", "٣-17F3", "x" * 999]
)
def test_what_is_no_exercise_is_read_as_none(link: str) -> None:
    assert EXERCISE.read(link) is None


def test_every_exercise_is_read_as_it_is_written() -> None:
    for level in LEVELS:
        for script in ("", "-chinese"):
            asked = f"{level}-{Seed(level * 999)}{script}"
            chosen = EXERCISE.read(asked)
            assert chosen is not None
            assert EXERCISE.write(chosen) == asked


@pytest.mark.parametrize(("query", "stays"), [({}, True), ({"text": "low"}, False)])
def test_an_exercise_waits_for_its_reader_unless_a_link_shows_something_else(
    query: dict[str, str], stays: bool
) -> None:
    at = open_page("train", exercise="3-17F3")
    at.switch_page(str(ROOT / "pages" / "why.py")).run()
    at.switch_page(str(ROOT / "pages" / "train.py"))
    at.query_params.pop("exercise")  # as a browser does, whose address is then another one
    at.query_params |= query
    at.run()
    assert errors_of(at) == ""
    assert has_row(at) == stays
    assert ("exercise" in at.query_params) == stays
