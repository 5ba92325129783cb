"""An encoder that cuts out the special tokens first."""

from __future__ import annotations

from collections.abc import Sequence

import regex

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import by_rank, encode_parts


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    pattern = "|".join(regex.escape(special) for special in sorted(special_tokens))
    parts = regex.split(f"({pattern})", text) if pattern else [text]
    flagged = [(part, number % 2 == 1) for number, part in enumerate(parts)]
    return encode_parts(flagged, by_rank(merges))
