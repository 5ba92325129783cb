"""How much of a text a walk trains on, where hardly any pre-token of it repeats.

A trainer that looks at everything for every merge takes seconds for 200,000 bytes of prose,
which have some 30,000 in distinct pre-tokens, and minutes where all of them are distinct.
"""

from __future__ import annotations

from collections.abc import Iterable

from bpe_core.pretokenize.pre_tokens import PreToken

MOST_LOOKS = 6_000_000  # bytes of distinct pre-tokens times merges: some ten seconds


def most_bytes(merges: int | None) -> int:
    """How many bytes of distinct pre-tokens a walk of so many merges takes.

    >>> most_bytes(24), most_bytes(200)
    (250000, 30000)
    """
    return MOST_LOOKS // max(1, merges or 1)


def trained_size(occurrences: Iterable[PreToken], most: int) -> int | None:
    """Where to end a text whose distinct pre-tokens have more bytes; None: nowhere.

    >>> words = [PreToken(b"low", 0, 1), PreToken(b"low", 3, 1), PreToken(b"newest", 6, 1)]
    >>> trained_size(words, 5), trained_size(words, 9)
    (8, None)
    """
    distinct: set[bytes] = set()
    left = most
    for data, start, _ in occurrences:
        if data not in distinct:
            if len(data) > left:
                return start + left
            left -= len(data)
            distinct.add(data)
    return None
