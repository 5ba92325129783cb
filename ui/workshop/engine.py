"""The core's calls for long texts as the workshop makes them, and how far and fast they are."""

from __future__ import annotations

import os
from collections import deque
from collections.abc import Callable, Hashable, Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field, replace
from math import log1p
from pathlib import Path
from threading import Event, Thread
from time import perf_counter
from typing import ClassVar, Generic, NamedTuple, TypeVar

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.whole_text import decode_bytes
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress, Phase, Progress, number_of_threads
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from ui.serving.courtesy import give_way
from ui.serving.memory import MOST_TOKEN_BYTES

STATM = Path("/proc/self/statm")
RECENT = 1.0  # seconds over which the pace is measured
PAUSE = 0.02  # seconds between two looks at the memory

Result = TypeVar("Result")


class Cancelled(Exception):  # noqa: N818  # no fault
    """Raised by a callback to end the call that it is called from."""


def until(stop: Event, on_progress: OnProgress) -> OnProgress:
    """A callback that hands on to ``on_progress``, and ends the call once ``stop`` is set."""

    def tell(progress: Progress) -> None:
        if stop.is_set():
            raise Cancelled
        on_progress(progress)

    return tell


def pausing(stop: Event) -> Callable[[], None]:
    """What work does between its parts: give way, or end once ``stop`` is set."""

    def pause() -> None:
        give_way()
        if stop.is_set():
            raise Cancelled

    return pause


def learned(
    text: memoryview, options: TrainOptions, pattern: str, tell: OnProgress
) -> BPEModel:
    """The model of a text; raises what ``train`` and ``tell`` raise.

    Also ``InputError("tokens_too_long")``: a text of one letter has tokens as long as itself.
    """
    bounded = replace(options, most_token_bytes=MOST_TOKEN_BYTES)
    return train_model(text, bounded, pattern=pattern, threads=threads(), on_progress=tell)


def encoded(model: BPEModel, text: bytes, tell: OnProgress) -> NDArray[np.uint32]:
    """The ids of a text of the reader's own, in which special tokens count as such."""
    from bpe_core.encode.encode_array import encode_array  # the page opens before it loads

    specials = tuple(model.special_tokens)
    return encode_array(
        model, text, allowed_special=specials, threads=threads(), on_progress=tell
    )


def threads() -> int:
    """All processors but one, which is for the pages of other readers."""
    return max(1, number_of_threads(None) - 1)


def warm_up(model: BPEModel) -> None:
    """Lay out what the vocabulary needs, and know no text: a clock then tells a first pass."""
    from bpe_core.encode.encode_array import forget

    nothing: OnProgress = lambda progress: None  # noqa: E731
    forget(model)
    decoded(model, encoded(model, b"warm", nothing), nothing)


def decoded(model: BPEModel, ids: NDArray[np.uint32], tell: OnProgress) -> bytes:
    """The bytes of ``ids``."""
    phase = Phase(tell, "decode", len(ids))
    data = decode_bytes(model, ids)
    phase.finished(len(ids))
    return data


class Span(NamedTuple):
    """A phase that is over: seconds, and the most bytes above the beginning of the work.

    ``done`` are the units that it went through.
    """

    phase: str
    seconds: float
    memory: int
    done: int


class Now(NamedTuple):
    """A moment of the work; never changes, so that a page can read it at any time."""

    phase: str
    done: int
    total: int | None
    since: float  # the clock when the phase began
    pace: float  # units a second in the last second or so
    spans: tuple[Span, ...]

    @property
    def share(self) -> float:
        """Of the phase, from 0 to 1."""
        return min(1.0, self.done / self.total) if self.total else 0.0

    def span(self, clock: float) -> Span:
        """The phase so far."""
        return Span(self.phase, clock - self.since, 0, self.done)

    def left(self, clock: float) -> float | None:
        """Seconds until the phase ends, as far as can be told; None: nothing tells.

        The pairs of later merges are ever rarer, about as one over the merge's number, so that
        the work grows like the logarithm of the merges made; other phases are even.
        """
        if not (self.total and self.done):
            return None
        share = log1p(self.done) / log1p(self.total) if self.phase == "merge" else self.share
        return max(0.0, (clock - self.since) * (1 / share - 1))


NOTHING = Now("", 0, None, 0.0, 0.0, ())


@dataclass(slots=True)
class Meter:
    """Told by the thread that works; `now` is read by pages.

    >>> meter = Meter()
    >>> with meter:
    ...     meter.begin("count")
    ...     meter.note(Progress("count", 5, 5))
    ...     meter.note(Progress("merge", 1, 2))
    >>> [(span.phase, span.done) for span in meter.now.spans]
    [('count', 5), ('merge', 1)]
    """

    now: Now = NOTHING
    before: int = 0  # bytes in memory when the work began
    highest: int = 0  # since the phase began
    seen: deque[tuple[float, int]] = field(default_factory=deque)  # clock, units done
    over: Event = field(default_factory=Event)

    def __enter__(self) -> Meter:
        self.before = self.highest = resident()
        Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self.over.set()
        self._end()

    def begin(self, phase: str, total: int | None = None) -> None:
        """The phase before ends here."""
        self._end()
        self.highest = resident()
        self.now = Now(phase, 0, total, perf_counter(), 0.0, self.now.spans)
        self.seen.clear()

    def note(self, progress: Progress) -> None:
        """What a long call reports; a phase that was not begun begins."""
        if progress.phase != self.now.phase:
            self.begin(progress.phase)
        done, total = progress.done, progress.total
        self.now = self.now._replace(done=done, total=total, pace=self._pace(done))

    def _pace(self, done: int) -> float:
        clock = perf_counter()
        while self.seen and clock - self.seen[0][0] > RECENT:
            self.seen.popleft()
        at, before = self.seen[0] if self.seen else (self.now.since, self.now.done)
        self.seen.append((clock, done))
        return (done - before) / max(clock - at, 1e-9)

    @contextmanager
    def apart(self) -> Iterator[None]:
        """What is taken within and stays belongs to no phase: code that is loaded once."""
        started = resident()
        yield
        self.before += max(0, resident() - started)

    def _end(self) -> None:
        now = self.now
        if not now.phase:
            return
        most = max(self.highest, resident()) - self.before
        span = Span(now.phase, perf_counter() - now.since, max(0, most), now.done)
        self.now = NOTHING._replace(spans=(*now.spans, span))

    def _watch(self) -> None:
        while not self.over.wait(PAUSE):
            self.highest = max(self.highest, resident())


@dataclass(slots=True, eq=False, kw_only=True)
class Metered(Generic[Result]):
    """Work of the workshop under way, or over; ``result`` is None until it is whole.

    The page takes the result over, and of work that was cancelled nothing is kept.
    """

    meter: Meter = field(default_factory=Meter)
    result: Result | None = None
    has_outcome: ClassVar[bool] = False
    stopped_by: ClassVar[str] = "cancelled"

    @property
    def key(self) -> Hashable:
        """None: no other work does the same."""
        return None

    @property
    def is_whole(self) -> bool:
        """Whether it came to its end."""
        return self.result is not None

    def reached(self) -> dict[str, object]:
        """No sentence needs it."""
        return {}


def resident() -> int:
    """Bytes that this process has in memory; 0 where the system does not tell."""
    with suppress(OSError, ValueError, IndexError, AttributeError):
        return int(STATM.read_text().split()[1]) * os.sysconf("SC_PAGE_SIZE")
    return 0
