"""A page about work in the background: to come, under way, over, elsewhere, gone wrong."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from threading import Event
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from bpe_core.errors import InputError
from bpe_lab.text import catalogue
from bpe_lab.text.messages import message
from ui.serving.jobs import Line, SessionJobs, SessionWork

SOON = 60.0  # seconds; nothing takes them but a test that fails


@dataclass(eq=False)
class ActedWork:
    """Work that goes on until it is let go or stopped; a race's texts speak of it."""

    key: str | None = "walk"
    fails: BaseException | None = None
    began: Event = field(default_factory=Event)
    let_go: Event = field(default_factory=Event)
    is_whole: bool = False
    done: int = 0

    def run(self, stop: Event) -> None:
        """To its end, or until it is stopped."""
        self.began.set()
        while not self.let_go.wait(0.005):
            if stop.is_set():
                return
        if self.fails is not None:
            raise self.fails
        self.is_whole, self.done = True, 6

    @property
    def has_outcome(self) -> bool:
        """Whether a part is done."""
        return self.done > 0

    @property
    def stopped_by(self) -> str:
        """As a race says it."""
        return "cancelled" if self.done else "cancelled_at_once"

    def reached(self) -> dict[str, object]:
        """As a race counts."""
        return {"done": self.done, "planned": 6}


Own = SessionWork[ActedWork]


@pytest.fixture
def own() -> Iterator[Own]:
    """A reader's work in a line of its own."""
    work: Own = SessionWork("walk", SessionJobs(Line()))
    yield work
    work.jobs.line.stop_all()


def page(own, walk, shown) -> None:  # type: ignore[no-untyped-def]
    """About ``shown``, if it was begun; its button begins ``walk``."""
    import streamlit as st

    from ui.page.job_page import JobPage

    mine = own.mine()
    work = mine if mine is shown else None
    this = JobPage(name="race", texts="race", own=own, work=work)
    this.button("Start", lambda: own.begin(walk) and None, is_primary=True)
    this.elsewhere()
    this.body(
        before=lambda: st.text("before"),
        live=lambda walk: this.live(lambda: st.text(f"live {walk.done}")),
        after=lambda walk: st.text(f"after {walk.done}"),
    )


def opened(own: Own, walk: ActedWork, shown: ActedWork | None = None) -> AppTest:
    return AppTest.from_function(page, args=(own, walk, shown or walk)).run()


def begun(own: Own, walk: ActedWork, shown: ActedWork | None = None) -> AppTest:
    at = opened(own, walk, shown)
    assert texts(at) == ["before"]
    at.button(key="race_start").click().run()
    assert walk.began.wait(SOON)
    return at.run()


def ended(own: Own, walk: ActedWork) -> None:
    walk.let_go.set()
    job = own.job_of(walk)
    assert job is not None
    own.jobs.line.wait(job, SOON)


def texts(at: Any) -> list[str]:
    assert not at.exception, at.exception
    return [each.value for each in at.text]


def test_a_press_begins_it_one_watches_it_and_its_outcome_stays(own: Own) -> None:
    walk = ActedWork()
    at = begun(own, walk)
    assert texts(at) == ["live 0"]
    assert [button.key for button in at.button] == ["race_cancel"]
    ended(own, walk)
    assert texts(at.run()) == ["after 6"]
    assert not at.info
    assert [button.key for button in at.button] == ["race_start"]


def test_what_is_cancelled_says_so_and_shows_what_it_has(own: Own) -> None:
    walk = ActedWork()
    at = begun(own, walk)
    at.button(key="race_cancel").click().run()
    assert texts(at) == ["before"]
    assert [info.value for info in at.info] == [catalogue("en")["race.cancelled_at_once"]]
    assert own.was_cancelled("walk")
    walk.done = 2
    assert texts(at.run()) == ["after 2"]
    assert "2 of 6" in at.info[0].value


@pytest.mark.parametrize(
    ("fails", "says"),
    [
        (ZeroDivisionError(), catalogue("en")["race.broken"]),
        (MemoryError(), catalogue("en")["job.out_of_memory"]),
        (InputError("empty_text"), message(InputError("empty_text"))),
    ],
)
def test_what_went_wrong_is_told_in_its_own_words(
    own: Own, fails: BaseException, says: str
) -> None:
    walk = ActedWork(fails=fails)
    at = begun(own, walk)
    ended(own, walk)
    assert texts(at.run()) == ["before"]
    assert [error.value for error in at.error] == [says]


def test_work_with_other_settings_is_told_of_until_it_ends(own: Own) -> None:
    walk = ActedWork()
    at = begun(own, walk, shown=ActedWork("another"))
    assert texts(at) == ["before"]
    assert "0 of 6" in at.caption[0].value
    at.button(key="race_cancel_other").click().run()
    assert not at.run().caption
    assert texts(at) == ["before"]


def test_equal_work_of_two_readers_is_one_and_each_of_no_key_its_own() -> None:
    line = Line(at_once=4)
    readers: list[Own] = [SessionWork("walk", SessionJobs(line)) for _ in range(2)]
    walks = [ActedWork(), ActedWork()]
    assert [own.begin(walk) for own, walk in zip(readers, walks, strict=True)] == [walks[0]] * 2
    readers[0].cancel()
    assert readers[0].mine() is None, "it goes on for the other alone"
    assert readers[1].open_job() is not None
    alone = [ActedWork(None), ActedWork(None)]
    assert [own.begin(walk) for own, walk in zip(readers, alone, strict=True)] == alone
    assert not readers[0].was_cancelled(None)
    line.stop_all()
