"""An encoder that merges until no pair of neighbours is left in the list."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Word, encode_parts, merged_once


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    known = set(merges)

    def merge(word: Word) -> Word:
        while pairs := [pair for pair in pairwise(word) if pair in known]:
            word = merged_once(word, pairs[0])
        return word

    return encode_parts(split_special(text, special_tokens), merge)
