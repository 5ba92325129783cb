"""The bar of long work: what it says, the seconds that it keeps, when it stays away."""

from __future__ import annotations

import io
import sys
from pathlib import Path

import pytest
from rich.console import Console

from bpe_core.runtime.progress import Progress
from bpe_lab.cli import terminal as terminal_module
from bpe_lab.cli.terminal import Meter, meter_of


@pytest.fixture
def screen(monkeypatch: pytest.MonkeyPatch) -> io.StringIO:
    """What a terminal on stderr would show; every report is drawn."""
    drawn = io.StringIO()
    terminal = Console(file=drawn, force_terminal=True, width=120)
    monkeypatch.setattr(terminal_module, "console", lambda stderr: terminal)
    monkeypatch.setattr(terminal_module, "at_terminal", lambda: True)
    return drawn


def refresh(meter: Meter) -> None:
    """Draw now what is drawn four times a second, if anything is."""
    if meter._bars is not None:
        meter._bars.refresh()


def drawn_by(meter: Meter, screen: io.StringIO, *steps: Progress) -> list[str]:
    """The screen after every step."""
    shown = []
    with meter:
        for step in steps:
            screen.truncate(0)
            screen.seek(0)
            meter(step)
            refresh(meter)
            shown.append(screen.getvalue())
    return shown


def test_a_phase_after_the_other_has_the_bar(screen: io.StringIO) -> None:
    counting, merging = drawn_by(
        Meter(), screen, Progress("count", 5, 10), Progress("merge", 3, 4)
    )
    assert "counting pre-tokens" in counting
    assert "50%" in counting
    assert "merging" in merging
    assert "75%" in merging
    assert "counting" not in merging


def test_compiling_is_a_phase_of_its_own_once(
    screen: io.StringIO, monkeypatch: pytest.MonkeyPatch
) -> None:
    done: list[str] = []
    monkeypatch.setattr(terminal_module, "warm", done.extend)
    monkeypatch.setattr(terminal_module, "is_warm", lambda parts: set(parts) <= set(done))
    meter = Meter()
    with meter:
        terminal_module.compile_first(meter, "count", "train")
        refresh(meter)
        shown = screen.getvalue()
        terminal_module.compile_first(meter, "train")
    assert done == ["count", "train"]
    assert "compiling, this once" in shown
    assert list(meter.seconds) == ["compile"]


def test_the_seconds_of_a_phase_that_comes_again_are_added(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    times = iter([10.0, 11.0, 20.0, 22.0, 30.0, 33.0])
    monkeypatch.setattr(terminal_module, "perf_counter", lambda: next(times))
    meter = Meter()
    for phase in ("count", "merge", "count"):
        meter(Progress(phase, 0, 1))
        meter(Progress(phase, 1, 1))
    assert meter.seconds == {"count": 4.0, "merge": 2.0}


@pytest.mark.parametrize(
    ("out", "on_screen", "is_drawn"),
    [(None, True, False), (None, False, True), ("ids.npy", True, True)],
)
def test_no_bar_is_drawn_into_results_on_the_same_screen(
    out: str | None,
    on_screen: bool,
    is_drawn: bool,
    screen: io.StringIO,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: on_screen)
    meter = meter_of(Path(out) if out else None)
    (shown,) = drawn_by(meter, screen, Progress("encode", 1, 2))
    assert ("encoding" in shown) == is_drawn
