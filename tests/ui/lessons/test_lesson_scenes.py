"""The lessons that come along: each scene opens, in both languages, at the moment it names."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import replace
from threading import Event
from typing import Any
from urllib.parse import parse_qsl, urlsplit

import pytest

from bpe_core.texts.corpus import sample
from bpe_core.train.options import TrainOptions
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.moment import Moment
from bpe_lab.lessons.shelf import course
from bpe_lab.pages import PAGES
from bpe_lab.player.parts import unpacked
from bpe_lab.scenes.moments import step_of
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.race_page.pages import Stage
from tests.ui.test_pages import errors_of, open_page
from tests.ui.test_questions import WALKS
from ui.page.asking import ASK
from ui.page.session import ENTRY
from ui.page.visit import Visit
from ui.player.position import ShownWalk

CAUTION = "tokens.trap"


def scenes() -> Iterator[Any]:
    """Each address once, however many lessons lead to it, and that of each last moment.

    A race has its walk once it is over.
    """
    seen = set()
    for lesson in course().values():
        for number, step in enumerate(lesson.steps, 1):
            has_walk = step.until and step.page != "race"
            ends = replace(step, at=step.until) if has_walk else step
            for name, each in (("", step), (" ends", ends)):
                if each.address not in seen:
                    seen.add(each.address)
                    yield pytest.param(each, id=f"{lesson.id} {number}{name}")


def opened(address: str, language: str) -> Any:
    parts = urlsplit(address)
    return open_page(parts.path.strip("/") or "home", language, **dict(parse_qsl(parts.query)))


def position_of(at: Any) -> Any:
    """What the link of a page has asked for."""
    walk = at.session_state[ENTRY][Visit].of_page.get(ShownWalk)
    return walk and walk.position


def moment(name: str) -> int:
    """The step of a moment of the walk of ``low``."""
    walk = training_walk(sample("low"), TrainOptions(num_merges=6))
    return step_of(walk.recording, Moment.read(name))


def notices_of(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def notices_of_the_link(at: Any) -> str:
    """All but the caution that belongs to a text with special tokens."""
    caution = catalogue("en")[CAUTION].partition("{")[0]
    return " ".join(each.value for each in at.info if not each.value.startswith(caution))


@pytest.fixture
def one_line_of_races(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """The scene's own line, and a race that starts by itself is still under way."""
    stage = Stage.put_up(monkeypatch)
    stage.held = Event()
    yield
    stage.line.stop_all()


@pytest.mark.usefixtures("one_line_of_races")
@pytest.mark.parametrize("step", list(scenes()))
def test_each_scene_opens_as_it_says(step: Step) -> None:
    at = opened(step.address, "en")
    assert errors_of(at) == ""
    assert notices_of_the_link(at) == ""
    position = position_of(at)
    assert (position is not None and position.opening > 0) == (step.at is not None)
    if step.mode == "predict" and ASK not in PAGES[step.page].options:
        # A scene that counts as one that asks, and never asks, would leave its lesson undone.
        assert any(each.get("questions") for each in walk_of(at)[position.step or 0 :])


def walk_of(at: Any) -> list[Any]:
    """The steps that the page sends to its player."""
    sent = [json.loads(each.proto.bytes or b"{}") for each in at.get("bidi_component")]
    walks: list[Any] = [unpacked(each["recording"]) for each in sent if "recording" in each]
    return max((walk["steps"] for walk in walks), key=len)


def test_the_walks_of_races_have_the_last_moments_of_their_scenes() -> None:
    ends = {
        step.until
        for lesson in course().values()
        for step in lesson.steps
        if step.page == "race" and step.until
    }
    recording = next(WALKS["race"]())
    assert [step_of(recording, each) for each in ends] == [3]


def test_lessons_that_come_along_are_written_in_both_languages() -> None:
    assert course()
    for lesson in course().values():
        assert lesson.languages == tuple(LANGUAGES)


@pytest.mark.parametrize("asked", ["merge 99, choose", "the second merge"])
def test_a_moment_that_is_not_there_is_said(language: str, asked: str) -> None:
    at = opened(f"/train?text=low&merges=6&at={asked}", language)
    assert errors_of(at) == ""
    assert asked.split(",")[0] in notices_of(at).replace("\\", "")


def test_a_moment_is_taken_out_of_the_address_and_a_step_goes_before_it() -> None:
    at = opened("/train?text=low&merges=6&at=merge 2, choose", "en")
    assert "at" not in at.query_params
    assert position_of(at).step == moment("merge 2, choose")
    both = opened("/train?text=low&merges=6&at=merge 2, choose&step=7", "en")
    assert "at" not in both.query_params
    assert position_of(both).step == moment("merge 3, choose")


@pytest.mark.parametrize(
    ("number", "name"),
    [("0", "merge 1, count"), ("4", "merge 2, choose"), ("-1", "merge 1, scan 10")],
)
def test_numbers_in_links_lead_where_they_led_before_a_walk_had_a_prelude(
    number: str, name: str
) -> None:
    at = opened(f"/train?text=low&merges=6&step={number}", "en")
    assert notices_of_the_link(at) == ""
    assert position_of(at).step == moment(name)


@pytest.mark.parametrize("number", ["-12", "19"])
def test_a_number_beyond_either_end_is_said(number: str) -> None:
    at = opened(f"/train?text=low&merges=6&step={number}", "en")
    assert number.removeprefix("-") in notices_of(at)


@pytest.mark.parametrize(
    "address",
    ["/pretokenize?passage=intj", "/train?text=low", "/linked?text=low", "/encode?words=tech"],
)
def test_a_link_names_the_panel_in_sight_and_one_that_is_not_there_is_said(
    language: str, address: str
) -> None:
    at = opened(f"{address}&panel=code", language)
    assert b'"panel":"code"' in at.get("bidi_component")[0].proto.bytes
    other = opened(f"{address}&panel=nothing", language)
    assert b'"panel"' not in other.get("bidi_component")[0].proto.bytes
    assert "nothing" in notices_of(other)
    assert "panel" not in other.query_params


def test_another_moment_is_followed_on_the_page_that_is_open() -> None:
    at = opened("/train?text=low&merges=6&at=merge 2, choose", "en")
    at.query_params["at"] = "merge 3, merge"
    at.run()
    position = position_of(at)
    assert (position.step, position.opening) == (moment("merge 3, merge"), 2)
