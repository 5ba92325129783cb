"""Segmentations at random beside their exact probabilities."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass
from math import exp, log

from bpe_core.systems.bytepiece.bytepiece_events import EndReached
from bpe_core.systems.bytepiece.lattice import drained
from bpe_core.systems.bytepiece.sampling import MOST_LISTED, sample_taught, segmentations
from bpe_core.systems.bytepiece.tokenizer import generator
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel

DRAWS = 1000
WAYS_DRAWN = 8
MOST_WAYS = 20_000  # listed one by one

Way = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Share:
    """A segmentation: how often it was drawn, and its probability."""

    way: Way
    drawn: int
    probability: float


@dataclass(frozen=True, slots=True)
class Samples:
    """The likeliest ``shares`` of ``ways``, of which ``seen`` different ones were drawn."""

    shares: tuple[Share, ...]
    ways: int
    seen: int
    is_listed: bool


def samples(model: UnigramModel, data: bytes, *, alpha: float, seed: int) -> Samples:
    """Draw ``DRAWS`` times; if there are few enough ways, all of them are listed."""
    counts = drawn(model, data, alpha, seed)
    ways = number_of_ways(model, data)
    is_listed = len(data) <= MOST_LISTED and ways <= MOST_WAYS
    if is_listed:
        known = {way.pieces: way.probability for way in segmentations(model, data, alpha)}
    else:
        total = log_total(model, data, alpha)
        known = {way: exp(alpha * worth(model, way) - total) for way in counts}
    order = sorted(known, key=lambda way: (-known[way], -counts[way], way))
    shares = tuple(Share(way, counts[way], known[way]) for way in order[:WAYS_DRAWN])
    return Samples(shares, ways, len(counts), is_listed)


def drawn(model: UnigramModel, data: bytes, alpha: float, seed: int) -> Counter[Way]:
    """How often each segmentation came."""
    numbers = generator(seed).random((DRAWS, len(data))).tolist()
    return Counter(_once(model, data, alpha, uniforms) for uniforms in numbers)


def _once(model: UnigramModel, data: bytes, alpha: float, uniforms: list[float]) -> Way:
    ids = drained(sample_taught(model, data, alpha, uniforms))
    return tuple(model.pieces[piece_id - FIRST_ID] for piece_id in ids)


def log_total(model: UnigramModel, data: bytes, alpha: float) -> float:
    """The log of the sum over all ways."""
    events = sample_taught(model, data, alpha, [0.0] * len(data), detail=True)
    return next(event.score for event in events if isinstance(event, EndReached))


def number_of_ways(model: UnigramModel, data: bytes) -> int:
    """How many ways there are to segment ``data``: with alpha 0 each weighs one."""
    return round(exp(min(log_total(model, data, 0.0), log(1e15))))


def worth(model: UnigramModel, way: Way) -> float:
    """The log-probability of a way."""
    return sum(model.log_probability(piece) for piece in way)
