"""Work in the background: a line for the whole machine, and what belongs to a session.

A job works in a thread of the server, which mostly waits for processes; it draws nothing. When
a reader leaves, the session's jobs are told to stop.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import dataclass, field
from threading import Condition, Event, Thread
from typing import Literal, TypeAlias

import streamlit as st

State: TypeAlias = Literal["waiting", "running", "done", "failed"]


@dataclass(slots=True, eq=False)
class Job:
    """Something that takes long; ``work`` returns soon after its event is set."""

    work: Callable[[Event], None]
    state: State = "waiting"
    error: Exception | None = None
    stop: Event = field(default_factory=Event)

    @property
    def is_open(self) -> bool:
        """Whether it waits or works."""
        return self.state in ("waiting", "running")


@dataclass(slots=True)
class Line:
    """Jobs in the order of coming, ``at_once`` at a time.

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
        """Put ``job`` at the end; it begins when its turn comes."""
        with self.changed:
            self.jobs.append(job)
        Thread(target=self._run, args=[job], daemon=True).start()
        return job

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
        except Exception as error:  # for the page to tell; a thread has nobody else
            job.error, job.state = error, "failed"
        finally:
            with self.changed:
                self.jobs.remove(job)
                self.changed.notify_all()

    def _has_turn(self, job: Job) -> bool:
        return self.jobs.index(job) < self.at_once


@dataclass(slots=True)
class SessionJobs:
    """The jobs of one reader, one a key."""

    line: Line
    jobs: dict[Hashable, Job] = field(default_factory=dict)

    def start(self, key: Hashable, work: Callable[[Event], None]) -> Job:
        """A new job in the line; the one that had this key before is told to stop."""
        self.stop(key)
        self.jobs[key] = self.line.join(Job(work))
        return self.jobs[key]

    def get(self, key: Hashable) -> Job | None:
        """The job that was started last with this key."""
        return self.jobs.get(key)

    def stop(self, key: Hashable) -> None:
        """Tell the job with this key to end."""
        if key in self.jobs:
            self.line.stop(self.jobs[key])

    def stop_all(self) -> None:
        """The reader has left."""
        for key in self.jobs:
            self.stop(key)


@st.cache_resource
def timing_line() -> Line:
    """One race at a time on this machine, or each would disturb the other's times."""
    return Line(at_once=1)


@st.cache_resource(scope="session", show_spinner=False, on_release=SessionJobs.stop_all)
def session_races() -> SessionJobs:
    """The races of this session."""
    return SessionJobs(timing_line())
