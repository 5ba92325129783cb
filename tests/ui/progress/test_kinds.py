"""What the panel makes of the rows: kinds of questions, and links to their exercises."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from bpe_core.exercises.draw import draw
from bpe_core.exercises.seed import NUMBERS, Seed
from bpe_core.exercises.traces import asks_of
from bpe_lab.player.walk_texts import SECTIONS
from bpe_lab.text import LANGUAGES, catalogue
from tests.paths import ROOT
from tests.ui.page.test_asking import everything
from tests.ui.progress.node import evaluate, row
from tests.ui.test_pages import errors_of, open_page
from ui.page.exercise_inputs import read_exercise
from ui.progress.panel import EXERCISE_OF, _data, levels

NOW = 1_750_000_000_000


def data(language: str = "en") -> dict[str, Any]:
    read: dict[str, Any] = json.loads(_data(language))
    return read


def kinds(rows: list[dict[str, object]]) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = evaluate(
        "kinds", "return it.kindsOf(...args)", rows, data(), NOW
    )
    return found


def test_one_kind_is_asked_on_a_page_with_or_without_an_exercise() -> None:
    rows = [row(at=1), row(at=2, exercise="predict.train", seed="", first_try=False)]
    (kind,) = kinds(rows)
    assert (kind["page"]["page"], kind["kind"]) == ("train", "next_pair")
    assert (kind["answered"], kind["missed"]) == (2, 1)
    assert kind["days"] < 0


def test_what_this_version_cannot_word_is_left_out() -> None:
    strange = [row(kind="constructor"), row(kind="no_such"), row(exercise="trace.unheard_of")]
    assert kinds([*strange, row(exercise="predict.constructor")]) == []


def test_an_answer_from_a_fast_clock_is_one_of_now() -> None:
    (kind,) = kinds([row(at=NOW + 10**12, first_try=False)])
    assert kind["days"] == 1


@pytest.mark.parametrize("script", ["latin", "chinese"])
@pytest.mark.parametrize("page", [page for page, kind in EXERCISE_OF.items() if kind])
def test_a_link_leads_to_an_exercise_that_asks_the_kind(page: str, script: str) -> None:
    exercise = EXERCISE_OF[page]
    rows = [row(exercise=exercise, kind=ask, script=script) for ask in levels(exercise)]
    linked = kinds(rows)
    assert {kind["kind"] for kind in linked} == asks_of(exercise, 4)
    for kind in linked:
        address = evaluate("links", "return it.addressOf(...args)", kind, data("zh"))
        asked = parse_qs(urlsplit(address).query)
        chosen = read_exercise(asked["exercise"][0])
        assert urlsplit(address).path == page
        assert asked["lang"] == ["zh"]
        assert chosen is not None
        assert (chosen.script, chosen.seed == "17F3") == (script, False)
        assert kind["kind"] in asks_of(exercise, chosen.level)
        assert draw(exercise, chosen.level, Seed.read(chosen.seed), chosen.script).text


def test_a_question_that_no_exercise_asks_is_linked_to_its_page() -> None:
    (kind,) = kinds([row(exercise="predict.encode", kind="next_merge", seed="")])
    kind["page"]["levels"] = {}
    assert evaluate("links", "return it.addressOf(...args)", kind, data()) == (
        "encode?ask=answer&lang=en"
    )


# A race has to be run before its walk is there; boards have none.
WALKED = ["pretokenize", "vocabulary", "subword_nmt", "bytepiece"]


@pytest.mark.parametrize("page", WALKED)
def test_a_page_without_an_exercise_is_linked_to_the_view_that_asks(page: str) -> None:
    (kind,) = kinds([row(exercise=f"predict.{page}", kind="final_cuts", seed="")])
    address = evaluate("links", "return it.addressOf(...args)", kind, data())
    query = dict(parse_qsl(urlsplit(address).query))
    at = open_page(urlsplit(address).path, query.pop("lang"), **query)
    assert errors_of(at) == ""
    assert re.search(r"\w_player\b", everything(at)), "a walk"


def test_a_new_seed_is_any_of_the_generator_s_that_is_not_known() -> None:
    script = """
      const [seeds, numbers] = args;
      const bounds = [0, 1 - 2 ** -53].map((one) => it.newSeed(seeds, new Set(), () => one));
      const draws = [0, 0, 0, 0.5, 0.5, 0.5];
      return [...bounds, it.newSeed(seeds, new Set([bounds[0]]), () => draws.shift())];
    """
    lowest, highest, other = evaluate("links", script, data()["seed"], NUMBERS)
    assert Seed.read(lowest) == Seed(0)
    assert Seed.read(highest) == Seed(NUMBERS - 1)
    assert Seed.read(other).number not in (0, NUMBERS - 1)


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


@pytest.mark.parametrize(
    ("page", "kind", "asks_by"),
    [
        ("why", "most_tokens", {"ask": "1"}),
        ("race", "factor", {"view": "growth", "ask": "1"}),
        ("race", "least_work", {"ask": "answer"}),
        ("subword_nmt", "dropout_pieces", {"dropout": "30", "ask": "1"}),
    ],
)
def test_a_question_before_figures_is_linked_with_the_page_asking(
    page: str, kind: str, asks_by: dict[str, str]
) -> None:
    (met,) = kinds([row(exercise=f"predict.{page}", kind=kind, seed="")])
    address = evaluate("links", "return it.addressOf(...args)", met, data())
    assert dict(parse_qsl(urlsplit(address).query)) == {**asks_by, "lang": "en"}
