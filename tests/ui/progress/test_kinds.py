"""Links from kinds of questions to their exercises, and what the panel knows of the pages."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from bpe_lab.exercises.draw import asks_of, draw
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.pages import EXERCISE
from bpe_lab.player.parts import SECTIONS
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.page.test_asking import everything
from tests.ui.progress.node import evaluate, row
from tests.ui.test_pages import errors_of, open_page
from ui.progress.panel import EXERCISE_OF, _data, levels

Kind = dict[str, Any]
# A race has to be run before its walk is there; boards have none.
WALKED = ["pretokenize", "vocabulary", "subword_nmt", "bytepiece"]
BEFORE_FIGURES: dict[tuple[str, str], dict[str, str]] = {
    ("why", "most_tokens"): {"ask": "1"},
    ("race", "factor"): {"view": "growth", "ask": "1"},
    ("race", "least_work"): {"ask": "answer"},
    ("subword_nmt", "dropout_pieces"): {"dropout": "30", "ask": "1"},
}


def data(language: str = "en") -> dict[str, Any]:
    read: dict[str, Any] = json.loads(_data(language))
    return read


def asked_on(page: str, name: str, exercise: str = "", script: str = "latin") -> Kind:
    """A kind of question that was met, with or without an exercise."""
    [its_page] = [each for each in data("zh")["pages"] if each["page"] == page]
    met = {"exercise": exercise or f"predict.{page}", "seed": "17F3" if exercise else ""}
    return {"page": its_page, "kind": name, "rows": [row(kind=name, script=script, **met)]}


def addresses(kinds: list[Kind]) -> list[Any]:
    """Where the panel links each of these kinds of questions to."""
    links = evaluate(
        "links",
        "return args[0].map((each) => it.addressOf(each, args[1]))",
        *(kinds, data("zh")),
    )
    return [urlsplit(link) for link in links]


def test_a_link_leads_to_an_exercise_that_asks_the_kind() -> None:
    exercises = {page: exercise for page, exercise in EXERCISE_OF.items() if exercise}
    scripts = ("latin", "chinese")
    asks = [
        (page, name, exercise, script)
        for page, exercise in exercises.items()
        for name in levels(exercise)
        for script in scripts
    ]
    assert {(exercise, name) for _, name, exercise, _ in asks} == {
        (exercise, name) for exercise in exercises.values() for name in asks_of(exercise, 4)
    }
    links = addresses([asked_on(*each) for each in asks])
    for (page, name, exercise, script), link in zip(asks, links, strict=True):
        query = parse_qs(link.query)
        chosen = EXERCISE.read(query["exercise"][0])
        assert (link.path, query["lang"]) == (page, ["zh"])
        assert chosen is not None
        assert (chosen.script, chosen.seed == "17F3") == (script, False)
        assert name in asks_of(exercise, chosen.level)
        assert draw(exercise, chosen.level, Seed.read(chosen.seed), chosen.script).text


def test_other_kinds_are_linked_to_the_view_that_asks() -> None:
    walked = [asked_on(page, "final_cuts") for page in WALKED]
    before = [asked_on(page, name) for page, name in BEFORE_FIGURES]
    links = addresses([*walked, *before])
    for link in links[: len(WALKED)]:
        query = dict(parse_qsl(link.query))
        at = open_page(link.path, query.pop("lang"), **query)
        assert errors_of(at) == ""
        assert re.search(r"\w_player\b", everything(at)), f"a walk on {link.path}"
    for link, asks_by in zip(links[len(WALKED) :], BEFORE_FIGURES.values(), strict=True):
        assert dict(parse_qsl(link.query)) == {**asks_by, "lang": "zh"}


def test_the_browser_draws_a_seed_from_all_of_the_generator_s() -> None:
    seeds = data()["seed"]
    for number, digit in ((0, 0), (NUMBERS - 1, -1)):
        drawn = seeds["first"] + seeds["digits"][digit] * (seeds["length"] - 1)
        assert Seed.read(drawn) == Seed(number)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_browser_gets_names_of_all_questions_of_its_exercises(language: str) -> None:
    text = data(language)["text"]
    for kind in filter(None, EXERCISE_OF.values()):
        assert {f"question.name_{ask}" for ask in levels(kind)} <= text.keys()
    parts = ("progress.", "question.name_", "player.spacing.", "again.")
    assert all(key.startswith(parts) for key in text), "nothing else of the catalogue is sent"


@pytest.mark.parametrize("page", EXERCISE_OF)
def test_a_page_that_is_linked_has_the_exercise(page: str) -> None:
    source = (ROOT / "pages" / f"{page}.py").read_text("utf-8")
    names = set(re.findall(r'"(trace\.\w+)"', source))
    assert names == {EXERCISE_OF[page]} - {""}, (
        "EXERCISE_OF in ui/progress/panel.py names the exercise of each page that has one"
    )


def test_every_page_whose_walk_asks_is_in_the_panel() -> None:
    """A walk that asks is worded by the catalogue's section of questions."""
    asking = {path.stem for path in (ROOT / "pages").glob("*.py") if asks(path)}
    asking |= {page for page, names in SECTIONS.items() if "question" in names}
    rooms = {path.parent.name for path in (ROOT / "ui").glob("*/*.py") if asks(path)}
    assert (asking | rooms) - SHARED == set(EXERCISE_OF)


SHARED = {"page", "progress"}  # rooms of all pages


def asks(path: Path) -> bool:
    """A walk's questions are worded by a section, a board's are asked first."""
    source = path.read_text(encoding="utf-8")
    return '"question"' in source or "asked_first(" in source


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_question_before_figures_has_a_name_in_the_panel(language: str) -> None:
    before = "asking.ask_"
    asked = {key.removeprefix(before) for key in catalogue(language) if key.startswith(before)}
    assert len(asked) > 10
    assert {f"question.name_{ask}" for ask in asked} <= data(language)["text"].keys()
