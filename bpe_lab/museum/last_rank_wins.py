"""An encoder that looks up ranks in a dictionary."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial

from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import encode_parts, merge_by_rank


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    ranks = {pair: rank for rank, pair in enumerate(merges)}
    merge = partial(merge_by_rank, ranks=ranks)
    return encode_parts(split_special(text, special_tokens), merge)
