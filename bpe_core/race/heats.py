"""Which runs a race has: sizes cut at characters, and turns that take no lane's side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TypeVar

from bpe_core.race.events import Run
from bpe_core.race.ladder import LANES
from bpe_core.race.plan import RacePlan
from bpe_core.runtime.utf8 import as_text

T = TypeVar("T")

MOST_CUT_RUNS = 3  # enough for quartiles


def heats(plan: RacePlan, text: str | bytes) -> tuple[int, ...]:
    """The sizes of the heats in bytes: those of the plan, at borders of characters.

    Sizes beyond the text become one, the whole text; a size within the first character takes
    that character. Raises ``NotUTF8Error``, ``LoneSurrogateError``.

    >>> heats(RacePlan(lanes=("linked",), sizes=(2, 4, 100, 200)), "héllo")
    (1, 4, 6)
    """
    data = text if isinstance(text, bytes) else as_text(text).encode()
    return tuple(sorted({border(data, size) for size in plan.sizes or (len(data),)}))


def border(data: bytes, size: int) -> int:
    """The end of the last character that lies within the first ``size`` bytes.

    >>> border("aé".encode(), 2), border("é".encode(), 1)
    (1, 2)
    """
    end = min(size, len(data))
    while 0 < end < len(data) and is_inside(data[end]):
        end -= 1
    while end == 0 or (end < len(data) and is_inside(data[end])):
        end += 1
    return end


def is_inside(byte: int) -> bool:
    """Whether this byte of UTF-8 continues a character."""
    return byte & 0b1100_0000 == 0b1000_0000


def planned_runs(plan: RacePlan, text: str | bytes) -> int:
    """Runs in all, at the most: timed, counted and warm-ups of the lanes that are installed.

    >>> planned_runs(RacePlan(lanes=("naive", "linked"), repeats=2), "low")
    8
    """
    lanes = [LANES[name] for name in plan.lanes if LANES[name].is_installed]
    timed = len(lanes) * (plan.warm_ups + plan.repeats)
    counted = sum(lane.fine for lane in lanes) if plan.counting else 0
    return len(heats(plan, text)) * (timed + counted)


def turns(lanes: Sequence[T], *, repeats: int, warm_ups: int) -> Iterator[tuple[int, T]]:
    """(number, lane) in turn, so that a slow minute of the machine hits all lanes alike.

    The order turns round with every repeat: no lane always runs after the same one.

    >>> [f"{lane}{number}" for number, lane in turns("ab", repeats=2, warm_ups=1)]
    ['a-1', 'b-1', 'b0', 'a0', 'a1', 'b1']
    """
    order = list(lanes)
    for number in range(-warm_ups, repeats):
        yield from ((number, lane) for lane in order)
        order.reverse()


@dataclass(slots=True)
class Cuts:
    """Which runs of a heat are left out after cut ones, so that a race ends.

    A cut warm-up is the lane's last. A timed run that was cut with not one part done is not
    repeated; otherwise a lane has at most three cut runs, enough for quartiles.
    """

    warm_ups: set[str] = field(default_factory=set)
    runs: Counter[str] = field(default_factory=Counter)
    beaten: set[str] = field(default_factory=set)

    def note(self, run: Run) -> None:
        """Take a run into account."""
        if run.cut and run.number < 0:
            self.warm_ups.add(run.lane)
        elif run.cut:
            self.runs[run.lane] += 1
            if not run.done:
                self.beaten.add(run.lane)

    def leave_out(self, lane: str, number: int) -> bool:
        """Whether this run is not made."""
        if number < 0:
            return lane in self.warm_ups
        return lane in self.beaten or self.runs[lane] >= MOST_CUT_RUNS
