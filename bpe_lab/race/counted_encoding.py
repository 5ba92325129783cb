"""One counted run of an encoder: the look-ups and merges of every pre-token."""

from __future__ import annotations

from collections import Counter
from itertools import accumulate

from bpe_core.events import Event, MergeTried, PairRanked, PrefixTried, TokenMerged, TokenTaken
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import lay_out
from bpe_core.registry import ENCODERS
from bpe_lab.measure.guards import Say
from bpe_lab.measure.prologue import STARTED, STOPPED
from bpe_lab.race.counted import MOST_PARTS, Counted, Watch
from bpe_lab.race.ladder import Lane
from bpe_lab.race.strip import CHANGED, LOOKED_AT, Strip
from bpe_lab.race.views import pieces_of


def count_work(event: Event, work: Counter[str]) -> None:
    """Add to ``work`` the operations of an encoder's event.

    ``look_ups``: pairs or prefixes that were looked for; ``tries``: merges of the list that
    were tried; ``merges``: tokens made.

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
        case TokenMerged() | TokenTaken():
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
            if isinstance(event, TokenMerged):
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
    return Counted([*items, work], strips, strip.cells, laid_out, cut)
