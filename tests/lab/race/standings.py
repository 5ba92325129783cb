"""Standings of races that were never run, for tests of what is made of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from itertools import accumulate

from bpe_core.train.options import TrainOptions
from bpe_lab.measure.peers import Pair
from bpe_lab.measure.reasons import Reason
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.standing import (
    Item,
    LaneAbsent,
    LaneFailed,
    LaneLeftOut,
    Run,
    RunDone,
    Standing,
    Tally,
    TallyDone,
    apply,
)

SIZE = 1000


def before(*lanes: str, sizes: Sequence[int] = (SIZE,), **options: object) -> Standing:
    """A race at its start; ``options`` as in `RacePlan`."""
    options.setdefault("options", TrainOptions(num_merges=4))
    return Standing.before(RacePlan(lanes=lanes, sizes=tuple(sizes), **options), tuple(sizes))


def run(
    standing: Standing,
    lane: str,
    seconds: Sequence[float],
    *,
    done: Sequence[int] | None = None,
    size: int = SIZE,
    result: Sequence[Pair] = (),
    digest: str = "",
    cut: bool = False,
    peak_bytes: int = 0,
) -> Run:
    """Add a run of ``lane`` that told its parts at ``seconds`` after its start."""
    told = tuple(done or range(1, len(seconds) + 1))
    at = tuple(round(value * 1e9) for value in seconds)
    number = len(standing.lanes[lane].runs_of(size))
    added = Run(lane, size, number, told, at, cut=cut, peak_bytes=peak_bytes)
    apply(standing, RunDone(lane, added, tuple(result), digest))
    return added


def tally(
    standing: Standing,
    lane: str,
    items: Iterable[Item],
    *,
    size: int = SIZE,
    result: Sequence[Pair] = (),
    cut: bool = False,
) -> None:
    """Add a counted run of ``lane``."""
    counted = Tally(lane, size, tuple(items), laid_out=size, cut=cut)
    apply(standing, TallyDone(lane, counted, tuple(result)))


def absent(standing: Standing, lane: str) -> None:
    """``lane`` is not installed."""
    apply(standing, LaneAbsent(lane, "no_such_library"))


def failed(standing: Standing, lane: str) -> None:
    """``lane`` has ended in an error."""
    apply(standing, LaneFailed(lane, Reason("out of room")))


def left_out(standing: Standing, lane: str, *, size: int = SIZE, beaten_at: int = 9) -> None:
    """``lane`` is not run over ``size`` bytes."""
    apply(standing, LaneLeftOut(lane, size, beaten_at))


def clock(step: Callable[[int], float], parts: int, *, start: float = 0.0) -> list[float]:
    """Ends of parts 1 to ``parts``, part k taking ``step(k)`` seconds.

    >>> clock(lambda k: 0.5, 3, start=1.0)
    [1.5, 2.0, 2.5]
    """
    return list(accumulate((step(k) for k in range(1, parts + 1)), initial=start))[1:]
