"""BBPE (OctopusMind, `BBPE`): byte-level BPE whose ids follow the alphabet.

The original's rule: GPT-2's pattern; at every step the most frequent pair, among equal
counts the one that comes first in a scan of the corpus; a vocabulary of all 256 bytes,
in GPT-2's characters, and of the merged tokens; ids in the order of code points, so that
all of them change with every training. Files and ids are interchangeable.

Where the original has faults, this one has none:

    the original                                     here
    counts all pairs of the whole corpus again       the compiled trainer: the same merges
        for every merge
    ``IndexError`` once no pair is left              training ends, with a smaller vocabulary
    loses the last merge of a file that does not     reads it
        end with a line end
    goes through all merges for every new word       the pair of lowest rank first
    remembers every word, without a limit            a bounded memory of pre-tokens
    ``KeyError`` for a byte that the vocabulary      the byte has an id behind the last one
        lacks (files of other makers)
    ``KeyError`` for an id of no token               ``TokenIdError``, which names its index
    threads that wait for each other (the GIL)       threads that do not

Applying the merges in order gives the same tokens as taking the lowest rank first, if each
merge comes after those that made its two parts. All vocabularies trained by BBPE or GPT-2 are
of that kind; for merges in another order only the lowest rank first is byte-pair encoding.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from bpe_core.formats.gpt2 import read_bbpe, write_bbpe
from bpe_core.model import BPEModel, Merge, Vocabulary
from bpe_core.runtime.progress import OnProgress, number_of_threads
from bpe_core.runtime.text import written
from bpe_core.systems.byte_level import ByteLevel, learned
from bpe_core.train.options import TrainOptions


@dataclass(frozen=True, slots=True)
class BBPE(ByteLevel):
    """A model with BBPE's files, and tokens in its characters.

    >>> bbpe = load_bbpe({"vocab.json": b'{"ch": 0, "h": 1}', "merges.txt": b"c h"})
    Traceback (most recent call last):
    bpe_core.errors.FormatError: merges.txt, line 1: 'c' is not in the vocabulary
    >>> bbpe = load_bbpe({"vocab.json": b'{"c": 0, "ch": 1, "h": 2}', "merges.txt": b"c h"})
    >>> bbpe.encode("hch").tolist(), bbpe.tokenize(" ch"), bbpe.decode([1, 2])
    ([2, 1], ['Ġ', 'ch'], 'chh')
    """

    def tokenize(self, text: str) -> list[str]:
        """The tokens in GPT-2's characters."""
        tokens = self.model.vocabulary.tokens
        return [self.written(tokens[token_id]) for token_id in self.encode(text).tolist()]

    def encode_batch(
        self, texts: Sequence[str], *, threads: int | None = None
    ) -> list[NDArray[np.uint32]]:
        """The ids of each text; in ``threads``, by default one per processor."""
        with ThreadPoolExecutor(number_of_threads(threads)) as pool:
            return list(pool.map(self.encode, texts))

    def written(self, token: bytes) -> str:
        return written(token)

    def files(self) -> Mapping[str, bytes]:
        return {name: text.encode() for name, text in write_bbpe(self.model).items()}


def train_bbpe(
    corpus: Path,
    vocab_size: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BBPE:
    """BBPE's merges, its ids; ``seed`` changes nothing. Raises like ``bpe_core.train``."""
    options = TrainOptions(vocab_size=vocab_size, tie_break="first_seen")
    model = learned(corpus, options, threads=threads, on_progress=on_progress)
    return BBPE(in_order_of_characters(model))


def load_bbpe(files: Mapping[str, bytes]) -> BBPE:
    """From ``vocab.json`` and ``merges.txt``; raises ``FormatError``."""
    return BBPE(read_bbpe(files))


def in_order_of_characters(model: BPEModel) -> BPEModel:
    """The same without special tokens, with ids in the order of the tokens in files.

    >>> one = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> in_order_of_characters(one).vocabulary[:3]
    (b'!', b'"', b'#')
    """
    tokens = [token for token in model.vocabulary.tokens if token]
    ordered = tuple(sorted(tokens, key=written))
    ids = {token: token_id for token_id, token in enumerate(ordered)}
    merges = tuple(
        Merge(ids[left], ids[right], ids[left + right])
        for left, right in model.merges_as_bytes()
    )
    vocabulary = Vocabulary(ordered, tuple(ids[bytes([value])] for value in range(256)))
    return BPEModel(vocabulary, merges, pattern=model.pattern, tie_break=model.tie_break)
