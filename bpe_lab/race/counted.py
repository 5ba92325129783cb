"""One counted run: the operations of every part, and what each had to touch.

A part is a merge of a trainer, or a pre-token that an encoder takes. What it touched is a row
of cells, few enough to be drawn, however long the text is.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from itertools import accumulate
from time import monotonic
from typing import NamedTuple

from bpe_core.events import (
    BorderAsked,
    Event,
    MergeDone,
    MergeTried,
    PairRanked,
    PositionVisited,
    PrefixTried,
    PreTokenRewritten,
    PreTokenScanned,
    TokenMerged,
    TokenTaken,
)
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import PreToken, lay_out
from bpe_core.registry import ENCODERS, TRAINERS
from bpe_core.train.fold import fold_model
from bpe_core.train.operations import operations_by_merge
from bpe_lab.measure.guards import Say
from bpe_lab.measure.messages import STARTED, STOPPED
from bpe_lab.measure.peers import Pair
from bpe_lab.race.plan import Lane, RacePlan, pieces_of, pre_tokens_of
from bpe_lab.race.standing import Item

MOST_PARTS = 4_096  # listed one by one; the work of the others is in the last item
LOOK_EVERY = 1_024  # events between two looks at the clock
MOST_CELLS = 240
FEWEST_CELLS = 8
UNTOUCHED, LOOKED_AT, CHANGED = b"012"


class Counted(NamedTuple):
    """A counted run: the last fields of `Tally`, then those of `TallyDone`."""

    items: tuple[Item, ...]
    touched: tuple[str, ...]
    cells: int
    laid_out: int
    cut: bool
    merges: tuple[Pair, ...] = ()


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
    merges = tuple(fold_model(merge_events, plan.options).merges_as_bytes())
    return Counted(tuple(items), tuple(strips), strip.cells, laid_out, cut, merges)


def count_encoder(lane: Lane, text: str, model: BPEModel, budget: float, say: Say) -> Counted:
    """No set-up, every pre-token in the text's order, and all behind those listed singly.

    A lane that encodes no pre-token twice has a ``cache_look_ups`` for every occurrence, and
    no other work for those in its cache. A pre-token that is taken whole needs none either.
    """
    watch = Watch(budget)
    say(STARTED)
    pieces = pieces_of(text, model)
    offsets = offsets_of(pieces, lane)
    caches = lane.view == "distinct"
    laid_out = sum(map(len, set(pieces) if caches else pieces))
    strip = Strip(size=len(text.encode()), laid_out=laid_out)
    items: list[Counter[str]] = [Counter()]
    strips: list[str] = []
    work: Counter[str] = Counter()
    known: set[bytes] = set()
    cut = False
    for data, start in zip(pieces, offsets, strict=True):
        strip.mark(start, len(data), LOOKED_AT)
        is_known = data in known
        if caches:
            work["cache_look_ups"] += 1
            known.add(data)
        whole = is_known or (model.whole_first and data in model.ordinary_ids)
        for event in () if whole else ENCODERS[lane.algorithm](model, data, detail=True):
            count_work(event, work)
            if isinstance(event, TokenMerged | TokenTaken):
                strip.mark(start, len(data), CHANGED)
            if watch.has_passed():
                cut = True
                break
        if cut:
            break
        if len(strips) < MOST_PARTS:
            items.append(work)
            strips.append(strip.taken())
            work = Counter()
    say(STOPPED)
    return Counted((*items, work), tuple(strips), strip.cells, laid_out, cut)


def count_work(event: Event, work: Counter[str]) -> None:
    """Add to ``work`` the operations of an encoder's event.

    ``look_ups``: pairs or prefixes that were looked for; ``tries``: merges of the list that
    were tried; ``merges``: tokens made of two. Taking a token whole is none.

    >>> work = Counter()
    >>> count_work(MergeTried(0, 3, 1), work)
    >>> work
    Counter({'look_ups': 3, 'tries': 1})
    """
    match event:
        case MergeTried(pairs=pairs):
            work["look_ups"] += pairs
            work["tries"] += 1
        case PairRanked() | PrefixTried():
            work["look_ups"] += 1
        case BorderAsked(look_ups=look_ups):
            work["look_ups"] += look_ups
        case TokenMerged():
            work["merges"] += 1


def offsets_of(pieces: list[bytes], lane: Lane) -> list[int]:
    """Where each occurrence stands on the lane's strip: distinct ones end to end, or all.

    >>> pieces = [b"a", b" a", b" a"]
    >>> offsets_of(pieces, Lane(view="every")), offsets_of(pieces, Lane(view="distinct"))
    ([0, 1, 3], [0, 1, 1])
    """
    if lane.view == "distinct":
        start_of = {data: start for data, start, _ in lay_out(Counter(pieces))}
        return [start_of[piece] for piece in pieces]
    return list(accumulate(map(len, pieces), initial=0))[:-1]


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


class Strip:
    """What was touched since the last look, on ``cells`` cells for ``laid_out`` bytes.

    >>> strip = Strip(size=6, laid_out=6)
    >>> strip.mark(0, 3, LOOKED_AT)
    >>> strip.mark(2, 1, CHANGED)
    >>> strip.taken(), strip.taken()
    ('112000', '000000')
    """

    def __init__(self, *, size: int, laid_out: int) -> None:
        self.laid_out, self.cells = laid_out, cells_for(size, laid_out)
        self._levels = bytearray([UNTOUCHED] * self.cells)

    def mark(self, start: int, size: int, level: int) -> None:
        """All cells that hold one of the ``size`` bytes from ``start`` on, unless higher."""
        first = start * self.cells // self.laid_out
        last = ((start + size) * self.cells - 1) // self.laid_out
        for cell in range(first, last + 1):
            self._levels[cell] = max(self._levels[cell], level)

    def taken(self) -> str:
        """The digits, and a fresh strip."""
        digits = self._levels.decode("ascii")
        self._levels = bytearray([UNTOUCHED] * self.cells)
        return digits


def cells_for(size: int, laid_out: int) -> int:
    """One cell per byte in a short text; of a long one ``MOST_CELLS`` stand for all its bytes.

    >>> cells_for(97, 60), cells_for(1_000, 1_000), cells_for(1_000, 250), cells_for(1_000, 1)
    (60, 240, 60, 8)
    """
    if size <= MOST_CELLS or not laid_out:
        return laid_out
    return min(MOST_CELLS, max(FEWEST_CELLS, round(MOST_CELLS * laid_out / size)))
