"""A trained model of SentencePiece, as its own library reads it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import TokenIdError
from bpe_core.formats.files import check_size
from bpe_core.formats.rules import WHOLE, broken
from bpe_core.systems.system import Piece, Segmented
from bpe_core.utf8 import as_text

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

FILE = "sentencepiece.model"

Place = tuple[int, int]  # start and end, in bytes


@dataclass(frozen=True)
class SentencePiece:
    """A model of the library, as it is kept in its file."""

    model: bytes
    processor: SentencePieceProcessor = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "processor", _opened(self.model))

    @property
    def vocab_size(self) -> int:
        return self.processor.get_piece_size()

    def encode(self, text: str) -> NDArray[np.int32]:
        """Ids; the whole text is one sentence to it. Raises ``LoneSurrogateError``."""
        data = as_text(text).encode()
        ids: NDArray[np.int32] = self.processor.encode(data, return_type="numpy")
        return ids

    def decode(self, encoded: Iterable[int]) -> str:
        """Raises ``TokenIdError`` for an id of no token."""
        ids, last = [int(token_id) for token_id in encoded], self.vocab_size - 1
        for position, token_id in enumerate(ids):
            if not 0 <= token_id <= last:
                raise TokenIdError(token_id=token_id, position=position, last=last)
        text: str = self.processor.decode(ids)
        return text

    def segment(self, text: str) -> Segmented:
        """Pieces of the given text, not of what normalizing made of it.

        So a ``,`` may stand for the three bytes of a full-width one. Bytes that it drops
        belong to no piece, or to that behind them.
        """
        data = as_text(text).encode()
        found = self.processor.encode(data, return_type="offset_mapping")
        names = [piece.decode("utf-8", "replace") for piece in found["pieces"]]
        are_bytes = self.processor.is_byte(found["ids"])
        places = spread(found["offsets"], are_bytes)
        rows = zip(names, places, strict=True)
        return Segmented(text, tuple(Piece(name, start, end) for name, (start, end) in rows))

    def files(self) -> Mapping[str, bytes]:
        return {FILE: self.model}


def spread(places: Sequence[Place], are_bytes: Sequence[bool]) -> list[Place]:
    """``places`` with a byte for each piece that is one.

    The library gives a character in bytes to the last of them, and nothing to the others.

    >>> spread([(0, 1), (1, 1), (1, 1), (1, 4)], [False, True, True, True])
    [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    told = list(places)
    first = 0  # of the bytes of one character
    for k, ((start, end), is_byte) in enumerate(zip(places, are_bytes, strict=True)):
        if is_byte and start < end:
            for j in range(first, k):
                told[j] = min(start + j - first, end), min(start + j - first + 1, end)
            told[k] = min(start + k - first, end), end
        if not is_byte or start < end:
            first = k + 1
    return told


def _opened(model: bytes) -> SentencePieceProcessor:
    from sentencepiece import SentencePieceProcessor

    check_size(FILE, len(model))
    if not model:  # it would say nothing and open none
        raise broken(FILE, WHOLE, "no_sentencepiece")
    try:
        return SentencePieceProcessor(model_proto=model)
    except RuntimeError as error:
        raise broken(FILE, WHOLE, "no_sentencepiece") from error


def load_sentencepiece(files: Mapping[str, bytes]) -> SentencePiece:
    """From ``sentencepiece.model``; raises ``FormatError``."""
    if FILE not in files:
        raise broken(FILE, WHOLE, "missing", others=", ".join(files))
    return SentencePiece(files[FILE])
