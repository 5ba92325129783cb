"""Every test of the race page has a line and races of its own."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event

import pytest

from bpe_lab.race.run import race
from tests.ui.race_page.pages import Stage


@pytest.fixture(autouse=True)
def stage(monkeypatch: pytest.MonkeyPatch) -> Iterator[Stage]:
    """A line and races of the test's own; each page that it opens is another reader's."""
    acted = Stage.put_up(monkeypatch)
    yield acted
    acted.line.stop_all()


@pytest.fixture
def held(stage: Stage) -> Stage:
    """Races do not end by themselves."""
    stage.held = Event()
    return stage


@pytest.fixture
def real(monkeypatch: pytest.MonkeyPatch) -> None:
    """Races as they are."""
    monkeypatch.setattr("ui.race.race_job.race", race)
