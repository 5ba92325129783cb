"""The race by size asks first: nothing of its times is sent before the answers."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from bpe_lab.race.plan import RacePlan
from bpe_lab.race.standing import LaneReady, RaceEvent
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.charts.charts_sent import charts_of
from tests.ui.page.test_asking import everything, press, texts
from tests.ui.race_page.pages import Stage, html, race_page
from tests.ui.standings import run
from tests.ui.test_pages import errors_of

SECONDS = 7e-3  # for one byte
FIGURES = ('class="seen"', 'class="measured-how"', 'class="repeat-how"')
POWERS = {"naive": 2, "linked": 1}


def growing(plan: RacePlan, size: int) -> Iterator[RaceEvent]:
    """Each lane by a power of its own of the text's size."""
    for lane in plan.lanes:
        yield LaneReady(lane)
        yield run(lane, lambda k, s=SECONDS * size ** POWERS[lane]: s * k / 5, 5, size=size)  # type: ignore[misc]  # bound now


@pytest.mark.parametrize("language", LANGUAGES)
def test_growth_is_not_sent_before_the_last_answer(stage: Stage, language: str) -> None:
    stage.told = growing
    at = race_page(language, view="growth", race_text="story_en", ask="1")
    at = stage.settled(press(at, "race_start"))
    assert errors_of(at) == ""
    words = catalogue(language)
    for lane, factor in (("naive", "4"), ("linked", "2")):
        assert words["asking.veiled"] in everything(at)
        assert words[f"lane.{lane}.title"] in at.radio[0].label
        assert not charts_of(at)
        assert not at.get("download_button")
        assert words["race.against.merges"] not in everything(at)
        assert not [part for part in FIGURES if part in html(at)]
        at.radio[0].set_value(factor)
        press(at, "growth_check")
        assert words["asking.right"] in texts(at)
        if lane == "naive":
            press(at, "growth_onward")
    assert errors_of(at) == ""
    assert words["asking.veiled"] not in everything(at)
    assert not [part for part in FIGURES if part not in html(at)]
    assert len(charts_of(at)) == 1
    assert len(at.get("download_button")) == 4
