"""What happens in a race, as typed events; `standing.py` folds them.

Parts are merges for trainers and pre-tokens for encoders. Times are nanoseconds from the
start of a run, with the text in memory: pre-tokenization is in them.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TypeAlias

from bpe_lab.measure.learned import Pair as Pair
from bpe_lab.measure.reasons import Reason

Item: TypeAlias = Mapping[str, int]  # operation name -> how many


@dataclass(frozen=True, slots=True)
class Run:
    """One timed run of a lane.

    ``done[k]`` parts were done ``at[k]`` nanoseconds after the start; both ascend, as fine as
    the lane reports: every merge, slices of them, or only the end. ``pre_tokenized`` is when
    the pre-tokens lay ready (0 where the lane does not say). A run that was ``cut`` by its
    budget ends with what it had done by then, perhaps with nothing.
    """

    lane: str
    size: int
    number: int
    done: tuple[int, ...]
    at: tuple[int, ...]
    pre_tokenized: int = 0
    cut: bool = False
    peak_bytes: int = 0  # how far the memory of the lane's process has risen; 0: not known

    @property
    def seconds(self) -> float:
        """From the start to the last part done; 0 where there was none."""
        return self.at[-1] / 1e9 if self.at else 0.0


@dataclass(frozen=True, slots=True)
class Tally:
    """One untimed run of a lane, counted.

    ``items[0]`` is the set-up, ``items[k + 1]`` the work of part k, the last one what came
    after the last part; only the first 4,096 parts are listed one by one, the work of later
    ones is in the last item. ``touched[k]`` is part k on the lane's strip of ``cells`` cells,
    one digit per cell: 0 left alone, 1 looked at, 2 changed. The strip stands for ``laid_out``
    bytes: all of the text, or its distinct pre-tokens end to end. ``cut``: the budget ended it.
    """

    lane: str
    size: int
    items: tuple[Item, ...]
    touched: tuple[str, ...] = ()
    cells: int = 0
    laid_out: int = 0
    cut: bool = False


@dataclass(frozen=True, slots=True)
class RaceEvent:
    """Base of all events of a race."""

    lane: str


@dataclass(frozen=True, slots=True)
class LaneReady(RaceEvent):
    """The lane's process has loaded the text; versions of the libraries that it runs.

    Told again by the process that follows one that its budget had ended.
    """

    versions: Mapping[str, str] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class LaneAbsent(RaceEvent):
    """The lane needs ``library``, which is not installed."""

    library: str


@dataclass(frozen=True, slots=True)
class LaneFailed(RaceEvent):
    """The lane ended in an error, or its process did; it takes no further part."""

    reason: Reason


@dataclass(frozen=True, slots=True)
class LaneLeftOut(RaceEvent):
    """The lane is not timed over ``size`` bytes: it did not one part of ``beaten_at``."""

    size: int
    beaten_at: int


@dataclass(frozen=True, slots=True)
class RunStarted(RaceEvent):
    """``number`` below 0 is a warm-up; ``counted`` runs are not timed."""

    size: int
    number: int
    counted: bool = False


@dataclass(frozen=True, slots=True)
class Reached(RaceEvent):
    """A run under way has done ``done`` parts after ``at`` nanoseconds; about ten a second."""

    size: int
    number: int
    done: int
    at: int


@dataclass(frozen=True, slots=True)
class RunDone(RaceEvent):
    """A timed run ended or was cut; ``result`` holds what it made on the first run of a heat.

    For trainers the merges, as bytes; for encoders nothing. ``digest`` stands for all that
    was made, so that later runs and encoders can be compared.
    """

    run: Run
    result: tuple[Pair, ...] = ()
    digest: str = ""


@dataclass(frozen=True, slots=True)
class TallyDone(RaceEvent):
    """A counted run ended or was cut; ``result`` as in `RunDone`."""

    tally: Tally
    result: tuple[Pair, ...] = ()


@dataclass(frozen=True, slots=True)
class RaceEnded(RaceEvent):
    """No event follows; ``lane`` is empty. ``cancelled``: it was stopped from outside.

    ``others``: as many cores as programs that are not of the race took on average while it
    ran; None where the system does not say.
    """

    cancelled: bool
    others: float | None = field(default=None, compare=False)  # no two races measure the same
