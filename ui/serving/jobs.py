"""Work in the background: a line for the whole machine, and what belongs to a session.

A job works in a thread of the server, which mostly waits for processes; it draws nothing. Equal
jobs are one, which several readers watch; it is told to stop when the last of them leaves. What
a session has begun outlives a lost connection (`ui/serving/belongings.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Condition, Event, Thread
from typing import Any, Generic, Literal, Protocol, TypeAlias, TypeVar

import streamlit as st

from ui.serving.belongings import belongings

State: TypeAlias = Literal["waiting", "running", "done", "failed"]


class Work(Protocol):
    """What takes long. ``key`` is equal for work that does the same; None: no other does."""

    @property
    def key(self) -> Hashable: ...

    def run(self, stop: Event) -> None:
        """To its end, or until soon after ``stop`` is set."""


W = TypeVar("W", bound=Work)

SOON = 3.0  # seconds that a click waits for the work to end


@dataclass(slots=True, eq=False)
class Job:
    """Something that takes long; ``work`` returns soon after its event is set.

    Jobs with the same ``key`` do the same; None: no other does. ``about`` is for the page. A
    short one comes before long ones that are waiting.
    """

    work: Callable[[Event], None]
    key: Hashable = None
    about: Any = None
    is_short: bool = False
    readers: int = 1
    state: State = "waiting"
    error: BaseException | None = None
    stop: Event = field(default_factory=Event)

    @property
    def is_open(self) -> bool:
        """Whether it waits or works."""
        return self.state in ("waiting", "running")


@dataclass(slots=True)
class Line:
    """Jobs in the order of coming, short ones first, ``at_once`` at a time.

    >>> line, seen = Line(), []
    >>> job = line.join(Job(lambda stop: seen.append(stop.is_set())))
    >>> line.wait(job)
    >>> seen, job.state
    ([False], 'done')
    """

    at_once: int = 1
    jobs: list[Job] = field(default_factory=list)
    changed: Condition = field(default_factory=Condition)

    def join(self, job: Job) -> Job:
        """Put ``job`` into the line, or be one more reader of the one that does the same."""
        with self.changed:
            for same in self.jobs:
                if job.key is not None and same.key == job.key and not same.stop.is_set():
                    same.readers += 1
                    return same
            thread = Thread(target=self._run, args=[job], daemon=True)
            self.jobs.insert(self._position(job), job)
            try:
                thread.start()
            except RuntimeError:  # the system has no thread left
                self.jobs.remove(job)
                raise
        return job

    def _position(self, job: Job) -> int:
        """At the end; a short one behind those that run and those as short."""
        waits_long = (
            k for k, other in enumerate(self.jobs) if k >= self.at_once and not other.is_short
        )
        return next(waits_long, len(self.jobs)) if job.is_short else len(self.jobs)

    def leave(self, job: Job) -> None:
        """One reader less; with the last one it stops."""
        with self.changed:
            job.readers -= 1
            is_left = job.readers <= 0
        if is_left:
            self.stop(job)

    def others_wait(self) -> bool:
        """Whether somebody waits for a turn."""
        with self.changed:
            return len(self.jobs) > self.at_once

    def ahead_of(self, job: Job) -> int:
        """How many jobs come before this one."""
        with self.changed:
            return self.jobs.index(job) if job in self.jobs else 0

    def wait(self, job: Job, seconds: float | None = None) -> None:
        """Until ``job`` has ended, at most so long."""
        with self.changed:
            self.changed.wait_for(lambda: job not in self.jobs, seconds)

    def stop_all(self, seconds: float = 5.0) -> None:
        """End every job; for the end of the server."""
        with self.changed:
            jobs = list(self.jobs)
        for job in jobs:
            self.stop(job)
        for job in jobs:
            self.wait(job, seconds)

    def stop(self, job: Job) -> None:
        """Tell ``job`` to end; one that waits leaves the line."""
        job.stop.set()
        with self.changed:
            self.changed.notify_all()

    def _run(self, job: Job) -> None:
        with self.changed:
            self.changed.wait_for(lambda: job.stop.is_set() or self._has_turn(job))
            job.state = "running"
        try:
            if not job.stop.is_set():
                job.work(job.stop)
            job.state = "done"
        except BaseException as error:  # for the page to tell; a thread has nobody else
            job.error, job.state = error, "failed"
        finally:
            with self.changed:
                self.jobs.remove(job)
                self.changed.notify_all()

    def _has_turn(self, job: Job) -> bool:
        return self.jobs.index(job) < self.at_once


@dataclass(slots=True)
class SessionJobs:
    """The jobs of one reader, one per key."""

    line: Line
    jobs: dict[Hashable, Job] = field(default_factory=dict)
    left: set[Hashable] = field(default_factory=set)  # keys whose job was left
    cancelled: dict[Hashable, Hashable] = field(default_factory=dict)  # the last work's key

    def start(
        self,
        key: Hashable,
        work: Callable[[Event], None],
        *,
        same: Hashable = None,
        about: Any = None,
        is_short: bool = False,
    ) -> Job:
        """A job in the line, or the open one that does the ``same``; leaves the one before.

        To ask twice for the same is to ask once: a second press may come before its answer.
        """
        mine = self.get(key) if key not in self.left else None
        if mine is not None and mine.is_open and same is not None and mine.key == same:
            return mine
        self.stop(key)
        self.jobs[key] = self.line.join(Job(work, same, about, is_short))
        self.left.discard(key)
        return self.jobs[key]

    def get(self, key: Hashable) -> Job | None:
        """The job that was started last with this key."""
        return self.jobs.get(key)

    def forget(self, key: Hashable) -> None:
        """Let go of a job that is over, and of all that it holds."""
        self.jobs.pop(key, None)
        self.left.discard(key)

    def stop(self, key: Hashable) -> None:
        """Leave the job with this key; it ends unless others watch it."""
        if key in self.jobs and key not in self.left:
            self.left.add(key)
            self.line.leave(self.jobs[key])

    def cancel(self, key: Hashable, seconds: float = SOON) -> None:
        """Leave the job with this key, and wait until it has ended, if that is soon.

        One that others watch goes on for them and is forgotten here.
        """
        job = self.jobs.get(key)
        if job is None:
            return
        self.stop(key)
        if job.readers > 0:
            self.forget(key)
        else:
            self.line.wait(job, seconds)

    def stop_all(self) -> None:
        """The reader has left."""
        for key in list(self.jobs):
            self.stop(key)


@dataclass(frozen=True, slots=True)
class SessionWork(Generic[W]):
    """A reader's work of a ``kind``, one at a time: begun, looked up, cancelled.

    A job's ``about`` is its work, under way or over.
    """

    kind: str
    jobs: SessionJobs

    def begin(self, work: W, *, is_short: bool = False) -> W:
        """Put ``work`` in the machine's line in place of the session's before.

        Equal work of several readers is one: that one is returned.
        """
        same = None if work.key is None else (self.kind, work.key)
        run = self.way_to_run(work)
        begun: W = self.jobs.start(
            self.kind, run, same=same, about=work, is_short=is_short
        ).about
        return begun

    def way_to_run(self, work: W) -> Callable[[Event], None]:
        """What the job calls."""
        return work.run

    def mine(self) -> W | None:
        """What the session began last."""
        job = self.jobs.get(self.kind)
        return job.about if job is not None else None

    def job_of(self, work: W | None) -> Job | None:
        """Its job, under way or over, where the session has it."""
        job = self.jobs.get(self.kind)
        return job if job is not None and job.about is work else None

    def open_job(self) -> Job | None:
        """The job that waits or works, whatever it is about."""
        job = self.jobs.get(self.kind)
        return job if job is not None and job.is_open else None

    def cancel(self) -> None:
        """End the session's work; where others watch it, it goes on for them alone."""
        if (work := self.mine()) is not None:
            self.jobs.cancelled[self.kind] = work.key
        self.jobs.cancel(self.kind)

    def forget(self) -> None:
        """Let go of work that is over."""
        self.jobs.forget(self.kind)

    def was_cancelled(self, key: Hashable) -> bool:
        """Whether the work with this key is what the reader cancelled last."""
        return key is not None and self.jobs.cancelled.get(self.kind) == key


@st.cache_resource
def timing_line() -> Line:
    """One race at a time on this machine, or each would disturb the other's times."""
    return Line(at_once=1)


def session_races() -> SessionJobs:
    """The races of this session."""
    return _of_session("races", timing_line())


@st.cache_resource
def workshop_line() -> Line:
    """Two trainings at a time on this machine: more would only slow each other down."""
    return Line(at_once=2)


def session_trainings() -> SessionJobs:
    """The trainings of this session, and the long texts that it encodes."""
    return _of_session("trainings", workshop_line())


def _of_session(name: str, line: Line) -> SessionJobs:
    mine = belongings()
    if name not in mine.held:
        mine.held[name] = jobs = SessionJobs(line)
        mine.endings.append(jobs.stop_all)
    held: SessionJobs = mine.held[name]
    return held
