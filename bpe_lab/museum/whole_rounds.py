"""An encoder that merges the pair of the lowest rank, again and again."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise

from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Word, encode_parts, merged, ranks_of


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    ranks = ranks_of(merges)

    def merge(word: Word) -> Word:
        while pairs := [pair for pair in pairwise(word) if pair in ranks]:
            word = merged(word, min(pairs, key=ranks.__getitem__))
        return word

    return encode_parts(split_special(text, special_tokens), merge)
