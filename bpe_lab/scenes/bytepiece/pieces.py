"""Pieces of a unigram model as they are drawn: by name, as a text, drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, inf, log

from bpe_core.encode.whole_text import result_of
from bpe_core.events import SubGoal
from bpe_core.systems.bytepiece.bytepiece_events import EndReached
from bpe_core.systems.bytepiece.lattice import (
    MOST_LISTED,
    sample_taught,
    segmentations,
)
from bpe_core.systems.bytepiece.tokenizer import generator
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from bpe_lab.scenes.drawn_tokens import DrawnTokens, characters_of, flows
from bpe_lab.scenes.recording import Json, TokenTable, still, text

STYLES = ("text", "chips")
DRAWS = 1000
WAYS_DRAWN = 8
MOST_WAYS = 20_000  # listed one by one
Way = tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class Pieces(DrawnTokens):
    """The pieces of a model."""

    model: UnigramModel
    tokens: TokenTable = field(default_factory=TokenTable)

    def bytes_of(self, token_id: int) -> bytes:
        return self.model.pieces[token_id - FIRST_ID]

    def token_of(self, data: bytes) -> int:
        """The index of ``data``, as the piece that it is, else as text."""
        piece_id = self.model.ids.get(data)
        return self.piece(data) if piece_id is None else self.token(piece_id)

    def foot(self, data: bytes) -> Json:
        """The foot of both drawings: the characters of ``data`` over its bytes."""
        characters = characters_of(data)
        return {
            "size": len(data),
            "foot": [
                {"at": at, "size": len(each), "token": self.piece(each)}
                for at, each in characters
            ],
            "under": [f"{byte:02X}" for byte in data],
        }


def exact(score: float) -> str:
    """A log-probability, or a sum of some, as sentences and tables have it.

    >>> exact(-3.14159), exact(float("-inf")), exact(0.0)
    ('−3.14', '−∞', '0.00')
    """
    return _written(score, 2)


def brief(score: float) -> str:
    """The same as drawings have it.

    >>> brief(-12.345)
    '−12.3'
    """
    return _written(score, 1)


def _written(score: float, digits: int) -> str:
    if score == -inf:
        return "−∞"
    rounded = round(score, digits) + 0.0  # no "−0.0"
    return f"{rounded:.{digits}f}".replace("-", "−")


def code_widget(lines: Sequence[tuple[SubGoal, str] | tuple[SubGoal, str, str]]) -> Json:
    """One tab of pseudo-code; the catalogue has lines in words and the notes of lines."""
    title = "bytepiece.code.title"
    rows = [
        {
            "code": text(code) if code.startswith("bytepiece.code.") else code,
            "goal": goal,
            "note": f"bytepiece.code.{note[0]}" if note else None,
        }
        for goal, code, *note in lines
    ]
    tab = {"title": title, "first": 1, "lines": rows}
    return {"id": "code", "kind": "code", "title": title, "tabs": [tab]}


def pieces_board(model: UnigramModel, ids: Sequence[int]) -> Json:
    """A board of ``ids``, each a piece's: as running text, and as chips with their ids."""
    pieces = Pieces(model)
    return still(
        {style: {} for style in STYLES},
        widgets=flows(pieces, ids, styles=STYLES, section="bytepiece.text"),
        layout={"stage": [], "columns": [list(STYLES)]},
        tokens=pieces.tokens,
        title="bytepiece.text.title",
    )


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
    ids = result_of(sample_taught(model, data, alpha, uniforms))
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
