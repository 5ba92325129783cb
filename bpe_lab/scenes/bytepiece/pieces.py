"""Pieces of a unigram model as they are drawn: by name, as a text, drawn at random."""

from __future__ import annotations

from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from math import exp, inf, log

from bpe_core.events import SubGoal
from bpe_core.systems.bytepiece.bytepiece_events import EndReached
from bpe_core.systems.bytepiece.lattice import drained
from bpe_core.systems.bytepiece.sampling import MOST_LISTED, sample_taught, segmentations
from bpe_core.systems.bytepiece.tokenizer import generator
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from bpe_lab.scenes.drawn_tokens import characters_of, shared_characters
from bpe_lab.scenes.recording import Json, TokenTable, still, text

NO_ID = -1  # of text that is drawn and is no piece


@dataclass(frozen=True, slots=True)
class Pieces:
    """The token table of one recording over one model."""

    model: UnigramModel
    tokens: TokenTable = field(default_factory=TokenTable)

    def piece(self, piece_id: int) -> int:
        """The index of a piece in the table."""
        return self.tokens.index(piece_id, self.model.pieces[piece_id - FIRST_ID])

    def of_bytes(self, data: bytes) -> int:
        """The index of ``data``, as the piece that it is, else as text."""
        piece_id = self.model.ids.get(data)
        return self.text(data) if piece_id is None else self.piece(piece_id)

    def text(self, data: bytes) -> int:
        """The index of bytes that are drawn as text and not as a piece."""
        return self.tokens.index(NO_ID, data, kind="piece")

    def foot(self, data: bytes) -> Json:
        """The foot of both drawings: the characters of ``data`` over its bytes."""
        characters = characters_of(data)
        return {
            "size": len(data),
            "foot": [
                {"at": at, "size": len(each), "token": self.text(each)}
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


COUNT, CHOOSE, MERGE = SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE
LATTICE = (
    (CHOOSE, "score[0] = 0"),
    (CHOOSE, "for start in 0 … n−1:"),
    (CHOOSE, "bytepiece.code.pieces_line"),
    (CHOOSE, "    if score[start] + log p(piece) > score[end]:"),
    (CHOOSE, "bytepiece.code.sum_line"),
    (MERGE, "end = n; while end > 0:"),
    (MERGE, "bytepiece.code.take_line"),
)
LATTICE_LINES = {"start": [1], "weigh": [2, 3], "keep": [2, 3, 4], "back": [5], "take": [6]}
STATES = (
    (COUNT, "bytepiece.code.value_line", "value"),
    (CHOOSE, "score[i][0] = max(score[i−1][s] for all s) + value[i][0]", "score"),
    (CHOOSE, "score[i][s+1] = score[i−1][s] + value[i][s+1]", "last"),
    (MERGE, "bytepiece.code.back_line"),
    (MERGE, "bytepiece.code.cut_line"),
)
STATES_LINES = {"values": [0], "scores": [1, 2], "end": [3], "cut": [4]}


def code_widget(lines: Sequence[tuple[SubGoal, str] | tuple[SubGoal, str, str]]) -> Json:
    """One tab of pseudo-code; the catalogue has lines in words and the notes of lines."""
    title = "bytepiece.code.title"
    rows = [
        {
            "code": _code(code),
            "goal": goal,
            "note": f"bytepiece.code.{note[0]}" if note else None,
        }
        for goal, code, *note in lines
    ]
    tab = {"title": title, "first": 1, "lines": rows}
    return {"id": "code", "kind": "code", "title": "bytepiece.code.title", "tabs": [tab]}


def _code(line: str) -> Json:
    """A line as it is, or its words in the reader's language."""
    return text(line) if line.startswith("bytepiece.code.") else line


PIECE_CAP = 2000  # pieces that are drawn
STYLES = ("text", "chips")


def pieces_board(model: UnigramModel, ids: Sequence[int]) -> Json:
    """A board of ``ids``, each a piece's."""
    pieces = Pieces(model)
    drawn = ids[:PIECE_CAP]
    rest = len(ids) - len(drawn)
    flow: Json = {"kind": "flow", "items": _items(pieces, drawn)}
    if rest:
        flow["more"] = text("bytepiece.text.more", tokens=rest)
    return still(
        {style: {} for style in STYLES},
        widgets=[
            {**flow, "id": style, "style": style, "title": f"bytepiece.text.{style}"}
            for style in STYLES
        ],
        layout={"stage": [], "columns": [list(STYLES)]},
        tokens=pieces.tokens,
        title="bytepiece.text.title",
    )


def _items(pieces: Pieces, ids: Sequence[int]) -> list[Json]:
    """Pieces that share a character are grouped under what they make."""
    items = []
    for group, data in shared_characters(
        ids, lambda each: pieces.model.pieces[each - FIRST_ID]
    ):
        tokens = [[pieces.piece(piece_id), at] for piece_id, at in group]
        item: Json = {"at": group[0][1], "tokens": tokens}
        if len(group) > 1:
            item["glyph"] = pieces.text(data)
        items.append(item)
    return items


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
