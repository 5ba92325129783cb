"""One counted run of an encoder: the look-ups and merges of every pre-token."""

from __future__ import annotations

from collections import Counter

from bpe_core.events import Event, MergeTried, PairRanked, PrefixTried, TokenMerged, TokenTaken
from bpe_core.model import BPEModel
from bpe_core.pretokenize import PreToken, lay_out
from bpe_core.race.counted import MOST_PARTS, Counted, Watch
from bpe_core.race.ladder import Lane
from bpe_core.race.stamps import STARTED, STOPPED, Say
from bpe_core.race.strip import CHANGED, LOOKED_AT, Strip
from bpe_core.race.views import pieces_of
from bpe_core.registry import ENCODERS


def count_work(event: Event, work: Counter[str]) -> None:
    """Add to ``work`` the operations that an encoder's event tells of.

    ``look_ups``: pairs or prefixes that were looked for; ``tokens_merged``: tokens made.

    >>> work = Counter()
    >>> count_work(MergeTried(0, 3, 1), work)
    >>> work
    Counter({'look_ups': 3})
    """
    match event:
        case MergeTried(pairs=pairs):
            work["look_ups"] += pairs
        case PairRanked() | PrefixTried():
            work["look_ups"] += 1
        case TokenMerged() | TokenTaken():
            work["tokens_merged"] += 1


def parts_of(pieces: list[bytes], lane: Lane) -> list[PreToken]:
    """Every occurrence at its place, or the distinct ones end to end with their counts.

    >>> parts_of([b"a", b" a", b" a"], Lane(view="distinct"))[1]
    PreToken(data=b' a', start=1, weight=2)
    """
    if lane.view == "distinct":
        return list(lay_out(Counter(pieces)))
    parts, start = [], 0
    for piece in pieces:
        parts.append(PreToken(piece, start))
        start += len(piece)
    return parts


def count_encoder(lane: Lane, text: str, model: BPEModel, budget: float, say: Say) -> Counted:
    """No set-up, every pre-token, and what lies behind those that are told one by one.

    ``cache_look_ups`` are what a lane that encodes no pre-token twice does instead: one for
    every occurrence. A pre-token that is taken whole needs no other.
    """
    watch = Watch(budget)
    say(STARTED)
    parts = parts_of(pieces_of(text, model), lane)
    laid_out = sum(len(data) for data, _, _ in parts)
    strip = Strip(size=len(text.encode()), laid_out=laid_out)
    items: list[Counter[str]] = [Counter()]
    strips: list[str] = []
    work: Counter[str] = Counter()
    cut = False
    for data, start, weight in parts:
        if lane.view == "distinct":
            work["cache_look_ups"] += weight
        strip.mark(start, len(data), LOOKED_AT)
        whole = model.whole_first and data in model.ordinary_ids
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
