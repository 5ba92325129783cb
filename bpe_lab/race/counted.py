"""One counted run of a trainer: the operations of every merge, and what it had to touch."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from time import monotonic

from bpe_core.events import (
    Event,
    MergeDone,
    PositionVisited,
    PreTokenRewritten,
    PreTokenScanned,
    TokenMerged,
)
from bpe_core.pretokenize.pre_tokens import PreToken
from bpe_core.registry import TRAINERS
from bpe_core.train.operations import operations_by_merge
from bpe_lab.measure.guards import Say
from bpe_lab.measure.prologue import STARTED, STOPPED
from bpe_lab.race.events import Item, Pair
from bpe_lab.race.ladder import Lane
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.strip import CHANGED, LOOKED_AT, Strip
from bpe_lab.race.timed import merges_as_bytes
from bpe_lab.race.views import pre_tokens_of

MOST_PARTS = 4_096  # listed one by one; the work of the others is in the last item
LOOK_EVERY = 1_024  # events between two looks at the clock


@dataclass(frozen=True, slots=True)
class Counted:
    """A counted run, with the fields of `Tally`; ``merges`` is None for encoders."""

    items: list[Item]
    touched: list[str]
    cells: int
    laid_out: int
    cut: bool
    merges: tuple[Pair, ...] | None = None


class Touched:
    """Marks on a strip what a trainer's events touch."""

    def __init__(self, strip: Strip, pre_tokens: Sequence[PreToken]) -> None:
        self._strip = strip
        self._sizes = {start: len(data) for data, start, _ in pre_tokens}

    def seen(self, event: Event) -> None:
        """Mark the bytes of an event; those without a position pass."""
        match event:
            case PreTokenScanned(start=start):
                self._strip.mark(start, self._sizes[start], LOOKED_AT)
            case PreTokenRewritten(start=start):
                self._strip.mark(start, self._sizes[start], CHANGED)
            case PositionVisited(position=position):
                self._strip.mark(position, 1, LOOKED_AT)
            case TokenMerged(position=position, absorbed=absorbed):
                self._strip.mark(position, 1, CHANGED)
                self._strip.mark(absorbed, 1, CHANGED)


class Watch:
    """Whether the budget of a counted run has passed; looks at the clock now and then."""

    def __init__(self, budget: float) -> None:
        self._until, self._left = monotonic() + budget, LOOK_EVERY

    def has_passed(self) -> bool:
        """To be asked after every event."""
        self._left -= 1
        if self._left:
            return False
        self._left = LOOK_EVERY
        return monotonic() > self._until


def count_trainer(lane: Lane, text: str, plan: RacePlan, say: Say) -> Counted:
    """Setting up, every merge, and what came after the last one, also of a run that is cut.

    One stream of events feeds both folds. What is cut within a merge is in the last item.
    """
    watch = Watch(plan.budget)
    say(STARTED)
    pre_tokens = pre_tokens_of(text, plan, lane.view)
    size = len(text.encode())
    laid_out = size if lane.view == "every" else sum(len(data) for data, _, _ in pre_tokens)
    strip = Strip(size=size, laid_out=laid_out)
    touched = Touched(strip, pre_tokens)
    merge_events: list[MergeDone] = []
    cut = False

    def in_time(events: Iterable[Event]) -> Iterator[Event]:
        """The events until the budget has passed, each seen by ``touched`` first."""
        nonlocal cut
        for event in events:
            touched.seen(event)
            if isinstance(event, MergeDone):
                merge_events.append(event)
            yield event
            if watch.has_passed():
                cut = len(merge_events) != plan.options.merge_limit
                return

    items: list[Item] = []
    strips: list[str] = []
    trainer = TRAINERS[lane.algorithm]
    events = in_time(trainer(pre_tokens, plan.options, detail=True))
    for item in operations_by_merge(events, most=MOST_PARTS, names=trainer.counted):
        items.append(item)
        if len(strips) < min(len(merge_events), MOST_PARTS):
            strips.append(strip.taken())
    say(STOPPED)
    merges = merges_as_bytes(merge_events, plan.options)
    return Counted(items, strips, strip.cells, laid_out, cut, merges)
