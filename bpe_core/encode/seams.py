"""Where no merge of a model can join two bytes, so that a pre-token can be cut there.

Two adjacent bytes get into one token by one kind of merge only: that of a token which ends with
the first and a token which begins with the second. If the model has no such merge, the bytes
before and behind are encoded separately, whatever the ranks. With the vocabulary of GPT-2 a
clause of Chinese falls into parts of one character or less.
"""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np
from numpy.typing import NDArray

from bpe_core.model import BPEModel

BYTES = 256


def seams(model: BPEModel, merges: NDArray[np.int64]) -> NDArray[np.bool_]:
    """Whether there is a seam between bytes a and b, at [256 * a + b]; ``merges`` by threes.

    subtle: none if whole pre-tokens are looked up first, since a part may be a token that
    merges do not make.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> is_seam = seams(model, np.array(model.merges[0]))
    >>> is_seam[256 * 99 + 104], is_seam[256 * 104 + 99]
    (np.False_, np.True_)
    """
    first, last = outer_bytes(model)
    left, right = merges[0::3], merges[1::3]
    is_seam = np.full(BYTES * BYTES, not model.whole_first)
    is_seam[BYTES * last[left] + first[right]] = False
    return is_seam


def outer_bytes(model: BPEModel) -> tuple[NDArray[np.int64], NDArray[np.int64]]:
    """The first and the last byte of every token; of an empty one, any."""
    data, ends = end_to_end(model.vocabulary)
    starts = np.minimum(np.concatenate([[0], ends[:-1]]), len(data) - 1)
    return data[starts].astype(np.int64), data[ends - 1].astype(np.int64)


def end_to_end(tokens: Iterable[bytes]) -> tuple[NDArray[np.uint8], NDArray[np.int64]]:
    """The tokens' bytes, and where each ends."""
    parts = list(tokens)
    ends = np.cumsum(np.fromiter(map(len, parts), np.int64, len(parts)))
    return np.frombuffer(b"".join(parts), np.uint8), ends
