"""The race page as tests open and read it; races that are acted instead of run."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from dataclasses import dataclass, field
from itertools import cycle
from threading import Event
from typing import Any

import pytest
import streamlit as st

from bpe_core.runtime.text import pack
from bpe_lab.measure.frame import Ended
from bpe_lab.race.plan import RacePlan, heats
from bpe_lab.race.standing import LaneReady, RaceEvent
from bpe_lab.text import LANGUAGES, catalogue
from tests.ui.standings import run, runs
from tests.ui.test_pages import open_page
from tests.ui.under_way import settled
from ui.race.race_job import Racing
from ui.serving.jobs import Line, SessionJobs
from ui.serving.measurements import LatestMeasurements

SOON = 120.0  # seconds; real races have them on a busy machine
VIEWS = ("lockstep", "timing", "growth")
# Each view in one language: what both say is in the catalogues, whatever the view.
VIEWS_IN_TURN = tuple(zip(VIEWS, cycle(LANGUAGES), strict=False))
Told = Callable[[RacePlan, int], Iterable[RaceEvent]]


def quickly(plan: RacePlan, size: int) -> Iterator[RaceEvent]:
    """Every lane ends its runs at once, each half as long as the one before it."""
    for place, lane in enumerate(plan.lanes):
        yield LaneReady(lane)
        for event in runs(lane, 1 / 2**place, 5, plan.repeats):
            yield run(lane, lambda k: k / 5, 5, number=event.run.number, size=size)  # type: ignore[attr-defined]


@dataclass
class Stage:
    """Where races are acted instead of run; ``held`` ones go on until let go or stopped."""

    line: Line = field(default_factory=Line)
    latest: LatestMeasurements[Racing] = field(default_factory=LatestMeasurements)
    told: Told = quickly
    held: Event | None = None
    has_begun: Event = field(default_factory=Event)
    plans: list[RacePlan] = field(default_factory=list)

    @classmethod
    def put_up(cls, patch: pytest.MonkeyPatch) -> Stage:
        """Have the race page act its races on a new stage."""
        stage = cls()
        patch.setattr("ui.race.race_job.race", stage.race)
        patch.setattr("ui.race.race_job.session_races", stage.jobs)
        patch.setattr("ui.race.race_job.latest_races", lambda: stage.latest)
        return stage

    def race(
        self, plan: RacePlan, text: str, *, model: object = None, stop: Event
    ) -> Iterator[RaceEvent]:
        """Stands in for the real one."""
        self.plans.append(plan)
        for size in heats(plan, text):
            yield from self.told(plan, size)
        self.has_begun.set()
        while self.held and not self.held.wait(0.005) and not stop.is_set():
            pass
        yield Ended(cancelled=stop.is_set())

    def jobs(self) -> SessionJobs:
        """Those of the reader whose page is being drawn."""
        jobs: SessionJobs = st.session_state.setdefault("jobs", SessionJobs(self.line))
        return jobs

    def settled(self, at: Any) -> Any:
        """The page once no race is left, drawn anew by itself."""
        return settled(at, self.line, SOON)


def race_page(language: str = "en", **query: str) -> Any:
    return open_page("race", language, **{"race_text": "intj", "repeats": "1"} | query)


def own(text: str) -> dict[str, str]:
    packed = pack(text)
    assert packed is not None
    return {"race_text": "own", "own_race": packed}


def racing_of(at: Any) -> Racing:
    """The race that the page's reader began last."""
    racing: Racing = at.session_state["jobs"].get("race").about
    return racing


def infos(at: Any) -> str:
    return " ".join(element.value for element in at.info)


def warnings(at: Any) -> str:
    return " ".join(element.value for element in at.warning)


def html(at: Any) -> str:
    return " ".join(element.value for element in at.get("html"))


def keys(at: Any) -> set[str]:
    return {button.key for button in at.button}


def filled(language: str, key: str, **values: object) -> str:
    return catalogue(language)[key].format(**values)
