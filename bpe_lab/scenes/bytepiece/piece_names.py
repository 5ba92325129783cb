"""Pieces of a model as a recording names them, and log-probabilities as they are written."""

from __future__ import annotations

from dataclasses import dataclass, field
from math import inf

from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from bpe_lab.scenes.derivation_tree import characters_of
from bpe_lab.scenes.recording import Json, TokenTable

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
