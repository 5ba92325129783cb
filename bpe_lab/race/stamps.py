"""The clock of a timed run: stamps of time, progress on the way, the budget."""

from __future__ import annotations

import gc
from sys import getsizeof
from time import perf_counter_ns

from bpe_lab.measure.guards import Say
from bpe_lab.measure.memory import at_rest, forget_peak, high_water
from bpe_lab.measure.prologue import STARTED, STOPPED

TELL_EVERY = 100_000_000  # nanoseconds


class Stamps:
    """Parts done and when, from its making on, with all garbage collected, until `stop`.

    ``say`` hears when the clock starts and stops and, ten times a second at most, what the
    run has reached; ``budget`` is in seconds. ``peak_bytes`` is how far the memory of this
    process rose above what it had before its first run and ``text``, which is given.
    """

    def __init__(self, text: str, budget: float, say: Say) -> None:
        self.done: list[int] = []
        self.at: list[int] = []
        self.pre_tokenized = self.peak_bytes = 0
        self._say, self._budget = say, round(budget * 1e9)
        self._next_look = min(TELL_EVERY, self._budget)
        gc.collect()
        self._before = at_rest() + getsizeof(text)
        forget_peak()
        say(STARTED)
        self._start = perf_counter_ns()

    def ready(self) -> bool:
        """The pre-tokens are ready; returns whether to go on."""
        self.pre_tokenized = perf_counter_ns() - self._start
        return self.pre_tokenized < self._budget

    def take(self, done: int) -> bool:
        """So many parts are done now; returns whether to go on."""
        now = perf_counter_ns() - self._start
        self.done.append(done)
        self.at.append(now)
        return now < self._next_look or self._look(done, now)

    def stop(self) -> None:
        """The run is over; what follows is no part of it."""
        self.peak_bytes = max(0, high_water() - self._before)
        self._say(STOPPED)

    def _look(self, done: int, now: int) -> bool:
        self._say({"reached": [done, now]})
        self._next_look = min(now + TELL_EVERY, self._budget)
        return now < self._budget
