"""Which runs a race has: sizes cut at characters, and what is left out after cut runs."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field

from bpe_core.runtime.text import as_text
from bpe_lab.measure.borders import border
from bpe_lab.race.events import Run
from bpe_lab.race.ladder import LANES, Lane
from bpe_lab.race.plan import WARM_UP, RacePlan

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


def planned_runs(plan: RacePlan, text: str | bytes) -> int:
    """Runs in all, at the most: timed, counted and warm-ups of the lanes that are installed.

    >>> planned_runs(RacePlan(lanes=("naive", "linked"), repeats=2), "low")
    8
    """
    lanes = _installed(plan)
    timed = len(lanes) * (plan.warm_ups + plan.repeats)
    return len(heats(plan, text)) * (timed + _counted(plan, lanes))


def longest(plan: RacePlan, text: str | bytes) -> float:
    """Seconds that all planned runs take at the most: their budgets, and short warm-ups.

    >>> longest(RacePlan(lanes=("naive_every", "linked"), repeats=1, counting=False), "low")
    22.0
    """
    lanes = _installed(plan)
    short = min(plan.budget, WARM_UP)
    warm_ups = sum(short if lane.algorithm else plan.budget for lane in lanes)
    runs = len(lanes) * plan.repeats + _counted(plan, lanes)
    return len(heats(plan, text)) * (plan.warm_ups * warm_ups + runs * plan.budget)


def _installed(plan: RacePlan) -> list[Lane]:
    return [LANES[name] for name in plan.lanes if LANES[name].is_installed]


def _counted(plan: RacePlan, lanes: Sequence[Lane]) -> int:
    """Counted runs of a heat."""
    return sum(lane.fine for lane in lanes) if plan.counting else 0


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
