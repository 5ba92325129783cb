"""Long work waits for the pages that others draw, but never for long and never for itself."""

from collections.abc import Callable, Iterator
from contextlib import contextmanager
from threading import Event, Thread
from time import monotonic

import pytest
from streamlit.testing.v1 import AppTest

from tests.paths import ROOT
from ui.serving.courtesy import Drawing

SHELL = ROOT / "ui" / "shell.py"
SOON, NEVER = 60.0, 600.0  # seconds: for a test that fails, and more than any test takes


@contextmanager
def drawn_elsewhere(pages: Drawing) -> Iterator[None]:
    """Another thread draws a page."""
    began, let_go = Event(), Event()

    def draw() -> None:
        with pages.page():
            began.set()
            let_go.wait(SOON)

    thread = Thread(target=draw)
    thread.start()
    assert began.wait(SOON)
    try:
        yield
    finally:
        let_go.set()
        thread.join(SOON)


def begun(work: Callable[[], None]) -> Thread:
    thread = Thread(target=work, daemon=True)
    thread.start()
    return thread


def is_at_work(thread: Thread, seconds: float) -> bool:
    """Whether it still is, after so long."""
    thread.join(seconds)
    return thread.is_alive()


def test_nobody_is_waited_for_where_nobody_draws() -> None:
    Drawing().give_way(NEVER)


def test_work_goes_on_when_the_page_has_been_drawn_and_sent() -> None:
    pages = Drawing()
    with drawn_elsewhere(pages):
        work = begun(lambda: pages.give_way(NEVER))
        assert is_at_work(work, 0.1)
    assert not is_at_work(work, SOON)
    assert monotonic() >= pages.sent_at > 0


def test_work_waits_for_all_pages() -> None:
    pages = Drawing()
    with drawn_elsewhere(pages):
        with drawn_elsewhere(pages):
            work = begun(lambda: pages.give_way(NEVER))
        assert is_at_work(work, 0.1)
    assert not is_at_work(work, SOON)


def test_work_does_not_wait_for_ever() -> None:
    pages = Drawing()
    with drawn_elsewhere(pages):
        pages.give_way(0.01)
        assert len(pages.threads) == 1


def test_two_pages_that_give_way_do_not_wait_for_each_other() -> None:
    pages = Drawing()

    def draw() -> None:
        with pages.page():
            for _ in range(5):
                pages.give_way(NEVER)

    both = [begun(draw), begun(draw)]
    assert not any(is_at_work(each, SOON) for each in both)
    assert pages.threads == set()


def test_a_page_that_gives_way_is_drawn_again_afterwards() -> None:
    pages = Drawing()
    with pages.page():
        pages.give_way()
        assert len(pages.threads) == 1


def test_who_draws_nothing_is_not_taken_for_a_page() -> None:
    pages = Drawing()
    pages.give_way()
    assert pages.threads == set()


def test_a_page_that_fails_is_waited_for_no_more() -> None:
    pages = Drawing()
    with pytest.raises(ValueError, match="broken"), pages.page():
        raise ValueError("broken")
    assert pages.threads == set()


def test_every_run_of_the_app_is_seen(monkeypatch: pytest.MonkeyPatch) -> None:
    pages = Drawing()
    monkeypatch.setattr("ui.serving.courtesy.DRAWING", pages)
    AppTest.from_file(str(SHELL), default_timeout=60).run()
    assert pages.sent_at > 0
    assert pages.threads == set()
