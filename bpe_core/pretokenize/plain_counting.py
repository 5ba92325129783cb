"""Counting the pre-tokens of blocks by `regex` and a dict: for texts too short to compile for.

The same counts, in the same order, as the compiled `counting.py` has.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from bpe_core.pretokenize.custom_split import Guard
from bpe_core.pretokenize.pre_tokens import split_pattern
from bpe_core.pretokenize.text_parts import (
    ORDINARY,
    Block,
    Parts,
    Text,
    counted_from_item,
    shares,
    spans,
)
from bpe_core.runtime.progress import OnProgress, Phase

STEP = 2**18  # bytes between two reports of progress


def count_blocks(
    blocks: Iterable[Block], *, pattern: str = "gpt2", on_progress: OnProgress | None = None
) -> dict[bytes, int]:
    """How often each distinct pre-token occurs, in the order of first occurrence.

    Raises ``PatternError``; bytes are counted from the start of a text.

    >>> from bpe_core.texts.sources import blocks_of
    >>> count_blocks(blocks_of(["to be or ", "not to be"]))
    {b'to': 1, b' be': 2, b' or': 1, b' ': 1, b'not': 1, b' to': 1}
    """
    counts: Counter[str] = Counter()
    phase, done = Phase(on_progress, "count", None), 0
    for text, parts, items in blocks:
        guard, size = Guard(), len(text)
        for share in shares(text, parts, pattern, 1 + size // STEP):
            with counted_from_item(items):
                _count(counts, text, share, pattern, guard)
            phase.reached(done + share.end)
        done += size
    phase.finished(done)
    return {pre_token.encode(): count for pre_token, count in counts.items()}


def _count(counts: Counter[str], text: Text, share: Parts, pattern: str, guard: Guard) -> None:
    for start, end, number in spans(share):
        if number == ORDINARY:
            part = str(text[start:end].data, "utf-8")
            counts.update(split_pattern(part, pattern, guard=guard, start=start))
