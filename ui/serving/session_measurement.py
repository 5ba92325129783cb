"""The measurement of a kind that a session has in hand: begun, looked up, cancelled."""

from __future__ import annotations

from collections.abc import Hashable
from dataclasses import dataclass
from functools import partial
from typing import Any, Generic, TypeVar

from ui.serving.belongings import belongings
from ui.serving.jobs import Job, SessionJobs
from ui.serving.measurements import LatestMeasurements, Measurement

M = TypeVar("M", bound=Measurement[Any])


@dataclass(frozen=True, slots=True)
class SessionMeasurement(Generic[M]):
    """One at a time with the ``kind``; whole ones are ``latest``, for all readers."""

    kind: str
    jobs: SessionJobs
    latest: LatestMeasurements[M]

    def begin(self, measurement: M, *, is_short: bool) -> M:
        """Put one in the machine's line in place of the session's one before.

        Equal ones of several readers are one: that one is returned.
        """
        work = partial(self.latest.run, measurement, others_wait=self.jobs.line.others_wait)
        same = (self.kind, measurement.key)
        job = self.jobs.start(self.kind, work, same=same, about=measurement, is_short=is_short)
        belongings().held[self._held] = job.about
        begun: M = job.about
        return begun

    def mine(self) -> M | None:
        """The one that the session began last."""
        measurement: M | None = belongings().held.get(self._held)
        return measurement

    def current(self, key: Hashable) -> M | None:
        """The one with this key: the session's, else one that any reader has run.

        One that was cancelled stands behind a whole one.
        """
        mine, latest = self.mine(), self.latest.get(key)
        if mine is None or mine.key != key:
            return latest
        is_open = self.open_job() is not None
        return mine if latest is None or mine.is_whole or is_open else latest

    def job_of(self, measurement: M | None) -> Job | None:
        """Its job, under way or over, where the session has it."""
        job = self.jobs.get(self.kind)
        return job if job is not None and job.about is measurement else None

    def open_job(self) -> Job | None:
        """The job that waits or works, whatever it is about."""
        job = self.jobs.get(self.kind)
        return job if job is not None and job.is_open else None

    def cancel(self) -> None:
        """End the session's one; where others watch it, it goes on for them alone."""
        self.jobs.cancel(self.kind)
        if self.jobs.get(self.kind) is None:
            belongings().held.pop(self._held, None)

    @property
    def _held(self) -> str:
        return f"{self.kind} of session"
