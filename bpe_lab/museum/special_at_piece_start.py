"""An encoder that goes through the text once: a special token, or a pre-token."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import by_rank, single_bytes, special_word

PATTERN = regex.compile(PATTERNS["gpt2"] or "")


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    merge = by_rank(merges)
    longest_first = sorted(special_tokens, key=len, reverse=True)
    tokens: list[bytes] = []
    start = 0
    while start < len(text):
        special = next((each for each in longest_first if text.startswith(each, start)), "")
        if special:
            tokens += special_word(special)
            start += len(special)
        elif piece := PATTERN.match(text, start):
            tokens += merge(single_bytes(piece.group()))
            start = piece.end()
    return tokens
