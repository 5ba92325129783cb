"""Measurements in the background: events folded as they come, outcomes for all readers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections import OrderedDict
from collections.abc import Callable, Generator, Hashable
from contextlib import closing
from dataclasses import dataclass, field
from functools import partial
from threading import Event, Lock
from time import monotonic
from typing import Any, ClassVar, Generic, Protocol, TypeVar

from ui.serving.jobs import SessionWork
from ui.serving.memory import MB

MOST = 16
BUDGET = 256 * MB  # of texts and times that stay in memory


class Standing(Protocol):
    """What the events of a measurement are folded into."""

    runs_done: int
    ended: bool
    cancelled: bool


S = TypeVar("S", bound=Standing)


def nobody_waits() -> bool:
    """For a measurement with no line behind it."""
    return False


@dataclass(slots=True, eq=False, weakref_slot=True)
class Measurement(ABC, Generic[S]):
    """One under way, or over. The thread that runs it writes, pages read copies."""

    now: S
    planned: int = 0  # runs in all, as far as can be told before
    gave_way: bool = False
    facts: dict[str, str] = field(default_factory=dict)
    lock: Lock = field(default_factory=Lock)
    longest: ClassVar[float]  # seconds; then it ends, if others wait

    @property
    @abstractmethod
    def key(self) -> Hashable:
        """Equal for measurements that do the same."""

    @property
    @abstractmethod
    def weight(self) -> int:
        """Bytes of memory, about."""

    @abstractmethod
    def events(self, stop: Event) -> Generator[Any, None, None]:
        """The work itself; notes the machine's ``facts``."""

    @abstractmethod
    def fold(self, event: Any) -> None:
        """Note in ``now`` what an event reports."""

    @abstractmethod
    def copied(self) -> S:
        """``now`` as a value that does not change any more."""

    def run(self, stop: Event, others_wait: Callable[[], bool] = nobody_waits) -> None:
        """Run it to its end. A long one gives way where others wait."""
        until = monotonic() + self.longest
        with closing(self.events(stop)) as events:
            for event in events:
                with self.lock:
                    self.fold(event)
                if monotonic() > until and not stop.is_set() and others_wait():
                    self.gave_way = True
                    stop.set()

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""
        return self.now.ended and not self.now.cancelled

    @property
    def has_outcome(self) -> bool:
        """Whether there is something to show of it, whole or not."""
        return self.is_whole or self.now.runs_done > 0

    @property
    def stopped_by(self) -> str:
        """Why it has not come to its end, as texts' keys name it."""
        if self.gave_way:
            return "gave_way"
        return "cancelled" if self.now.runs_done else "cancelled_at_once"

    def reached(self) -> dict[str, object]:
        """How far it is, as texts name it."""
        return {"done": self.now.runs_done, "planned": self.planned}

    def standing(self) -> S:
        """A copy that does not change any more."""
        with self.lock:
            return self.copied()


M = TypeVar("M", bound=Measurement[Any])


@dataclass(slots=True)
class LatestMeasurements(Generic[M]):
    """Those used last, ``most`` that weigh ``budget`` together; the last always.

    Safe for threads.
    """

    most: int = MOST
    budget: int = BUDGET
    by_key: OrderedDict[Hashable, M] = field(default_factory=OrderedDict)
    lock: Lock = field(default_factory=Lock)

    def run(
        self, measurement: M, stop: Event, others_wait: Callable[[], bool] = nobody_waits
    ) -> None:
        """Run one to its end; a whole one stays for all readers."""
        measurement.run(stop, others_wait)
        if measurement.is_whole:
            self.put(measurement)

    def put(self, measurement: M) -> None:
        """Hold one, in place of an earlier one with its key."""
        with self.lock:
            self.by_key[measurement.key] = measurement
            self.by_key.move_to_end(measurement.key)
            while len(self.by_key) > self.most or self._is_too_heavy():
                self.by_key.popitem(last=False)

    def get(self, key: Hashable) -> M | None:
        """The latest one with this key."""
        with self.lock:
            if key in self.by_key:
                self.by_key.move_to_end(key)
            return self.by_key.get(key)

    def _is_too_heavy(self) -> bool:
        weight = sum(measurement.weight for measurement in self.by_key.values())
        return len(self.by_key) > 1 and weight > self.budget


@dataclass(frozen=True, slots=True)
class SessionMeasurement(SessionWork[M]):
    """A reader's measurement of a kind; whole ones are ``latest``, for all readers."""

    latest: LatestMeasurements[M]

    def way_to_run(self, measurement: M) -> Callable[[Event], None]:
        """One that is whole is kept for all; a long one gives way."""
        return partial(self.latest.run, measurement, others_wait=self.jobs.line.others_wait)

    def current(self, key: Hashable) -> M | None:
        """The one with this key: the session's, else one that any reader has run.

        One that was cancelled stands behind a whole one.
        """
        mine, latest = self.mine(), self.latest.get(key)
        if mine is None or mine.key != key:
            return latest
        is_open = self.open_job() is not None
        return mine if latest is None or mine.is_whole or is_open else latest
