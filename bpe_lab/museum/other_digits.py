"""An encoder for a model that was trained with Llama 3's pattern."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import by_rank, encode_parts

PATTERN = regex.compile(
    r"(?i:'s|'t|'re|'ve|'m|'ll|'d)"
    r"|[^\r\n\p{L}\p{N}]?\p{L}+"
    r"|\p{N}+"
    r"| ?[^\s\p{L}\p{N}]+[\r\n]*"
    r"|\s*[\r\n]+"
    r"|\s+(?!\S)"
    r"|\s+"
)


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    parts = split_special(text, special_tokens)
    return encode_parts(parts, by_rank(merges), cut=PATTERN.findall)
