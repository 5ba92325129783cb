"""BytePiece as a system: Unigram over bytes, of the text with its characters composed."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bpe_core.runtime.progress import OnProgress
from bpe_core.systems.bytepiece.bytepiece_file import read_bytepiece, write_bytepiece
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.composed_texts import normalized
from bpe_core.systems.bytepiece.tokenizer import decode, encode, encode_short
from bpe_core.systems.bytepiece.unigram_model import FIRST_ID, UnigramModel
from bpe_core.systems.pieces import laid_out, readable
from bpe_core.systems.system import Segmented


@dataclass(frozen=True, slots=True)
class BytePiece:
    """Pieces of bytes and their counts; texts become arrays of ids."""

    model: UnigramModel

    @property
    def vocab_size(self) -> int:
        return self.model.vocab_size

    def encode(self, text: str) -> NDArray[np.uint32]:
        return encode(self.model, text, threads=1)

    def encode_short(self, text: str) -> list[int]:
        return encode_short(self.model, text)

    def decode(self, encoded: Iterable[int]) -> str:
        """Raises ``TokenIdError`` for an id of no piece."""
        return decode(self.model, encoded)

    def segment(self, text: str) -> Segmented:
        """Pieces of the composed text."""
        ids = self.encode_short(text)
        pieces = [self.model.pieces[piece_id - FIRST_ID] for piece_id in ids]
        return Segmented(normalized(text), laid_out(pieces, readable))

    def files(self) -> Mapping[str, bytes]:
        return {name: text.encode() for name, text in write_bytepiece(self.model).items()}


def train_system(
    corpus: Path,
    vocab_size: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BytePiece:
    """With the package's own options, so only n-grams and pieces seen once are dropped.

    ``seed`` changes nothing. Raises like ``train_bytepiece``.
    """
    model = train_bytepiece(
        corpus, max_vocab_size=vocab_size, threads=threads, on_progress=on_progress
    )
    return BytePiece(model)


def load_system(files: Mapping[str, bytes]) -> BytePiece:
    """From BytePiece's JSON; raises ``FormatError``."""
    return BytePiece(read_bytepiece(files))
