"""Our own byte-level BPE as a system: GPT-2's pattern, compiled training and encoding."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.encode_array import encode_array
from bpe_core.encode.whole_text import decode, encode, normalized
from bpe_core.formats.gpt2 import read_gpt2, write_gpt2
from bpe_core.model import BPEModel
from bpe_core.runtime.progress import OnProgress
from bpe_core.systems.system import Segmented, laid_out, readable
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import COMPILED, train_model

PATTERN = "gpt2"


@dataclass(frozen=True, slots=True)
class ByteLevel:
    """A byte-level model; texts become arrays of ids."""

    model: BPEModel

    @property
    def vocab_size(self) -> int:
        return len(self.model.vocabulary)

    def encode(self, text: str) -> NDArray[np.uint32]:
        return encode_array(self.model, text, threads=1)

    def encode_short(self, text: str) -> list[int]:
        return encode(self.model, text)

    def decode(self, encoded: Iterable[int]) -> str:
        """Raises ``TokenIdError`` for an id of no token."""
        return decode(self.model, encoded)

    def segment(self, text: str) -> Segmented:
        tokens = map(self.model.vocabulary.tokens.__getitem__, self.encode_short(text))
        return Segmented(normalized(self.model, text), laid_out(tokens, self.written))

    def written(self, token: bytes) -> str:
        """A token in readable form."""
        return readable(token)

    def files(self) -> Mapping[str, bytes]:
        return {name: text.encode() for name, text in write_gpt2(self.model).items()}


def train_byte_level(
    corpus: Path,
    vocab_size: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> ByteLevel:
    """The merges of the most frequent pairs; ties go to the greatest pair of bytes.

    ``seed`` changes nothing. Raises like ``bpe_core.train``.
    """
    options = TrainOptions(vocab_size=vocab_size)
    return ByteLevel(learned(corpus, options, threads=threads, on_progress=on_progress))


def learned(
    corpus: Path, options: TrainOptions, *, threads: int | None, on_progress: OnProgress | None
) -> BPEModel:
    """A model of the file's texts, by compiled code, however short they are."""
    return train_model(
        corpus,
        options,
        pattern=PATTERN,
        trainer=COMPILED,
        threads=threads,
        on_progress=on_progress,
    )


def load_byte_level(files: Mapping[str, bytes]) -> ByteLevel:
    """From GPT-2's pair of files; raises ``FormatError``."""
    return ByteLevel(read_gpt2(files))
