"""A run of a page may end at any look into its state: what a job has brought is not lost."""

from __future__ import annotations

from collections.abc import Callable, Iterator, MutableMapping
from contextlib import suppress
from itertools import count
from threading import Event
from types import SimpleNamespace
from typing import Any

import pytest

from bpe_core.train.options import TrainOptions
from ui.serving import belongings
from ui.serving.jobs import Line, SessionJobs
from ui.serving.memory import Memory, Room
from ui.serving.store import Store
from ui.workshop import training_job, trying
from ui.workshop.training_job import Setup, Trained, Work
from ui.workshop.trying import Trial


class RunEnds(BaseException):
    """As Streamlit ends a run in favor of the next."""


class State(MutableMapping[str, Any]):
    """A session's state; the look after ``looks`` more ends the run, none if that is None."""

    def __init__(self, looks: int) -> None:
        self.entries: dict[str, Any] = {}
        self.looks: int | None = looks

    def _look(self) -> None:
        if self.looks == 0:
            self.looks = None
            raise RunEnds
        if self.looks is not None:
            self.looks -= 1

    def __getitem__(self, key: str) -> Any:
        self._look()
        return self.entries[key]

    def __setitem__(self, key: str, value: Any) -> None:
        self._look()
        self.entries[key] = value

    def __delitem__(self, key: str) -> None:
        self._look()
        del self.entries[key]

    def __iter__(self) -> Iterator[str]:
        return iter(self.entries)

    def __len__(self) -> int:
        return len(self.entries)


@pytest.fixture(scope="module")
def work() -> Work:
    """A training that is over."""
    setup = Setup("story_en", TrainOptions(vocab_size=260), "gpt2")
    work = Work(setup, memory=Memory(lambda: None), store=Store())
    work.run(Event())
    assert work.result is not None
    return work


def after_every_end(
    take: Callable[[], Any], about: Any, module: Any, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Any]:
    """What a second run takes of a job that is over, for every look that can end the first."""
    room = Room()
    monkeypatch.setattr(module, "room", lambda: room)
    for looks in count():
        state, jobs = State(looks), SessionJobs(Line())
        jobs.line.wait(jobs.start(module.JOB, lambda stop: None, about=about))
        for place in (module, belongings):
            monkeypatch.setattr(place, "st", SimpleNamespace(session_state=state))
        monkeypatch.setattr(module, "session_trainings", lambda jobs=jobs: jobs)
        with suppress(RunEnds):
            take()
        is_whole, state.looks = state.looks is not None, None
        yield take()
        assert jobs.get(module.JOB) is None, "the job is let go of"
        if is_whole:
            assert looks >= 2
            return


def test_a_training(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    take = training_job.trained_here
    for taken in after_every_end(take, work, training_job, monkeypatch):
        assert taken is work.result


def test_a_trial(work: Work, monkeypatch: pytest.MonkeyPatch) -> None:
    trained = work.result
    assert isinstance(trained, Trained)
    trial = Trial(trained.model, "mine", b"low lower")
    trial.run(Event())
    assert trial.result is not None

    def take() -> Any:
        return trying._settled(trying.page_of_trial(), trained)

    for taken in after_every_end(take, trial, trying, monkeypatch):
        assert taken is trial.result
