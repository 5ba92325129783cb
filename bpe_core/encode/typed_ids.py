"""Token ids as people type them."""

from __future__ import annotations

import re

from bpe_core.errors import NotAnIdError, TooManyIdsError

MOST_DIGITS = 18


def parse_ids(typed: str, *, limit: int) -> list[int]:
    """Integers separated by spaces, commas or brackets, at most ``limit`` of them.

    Whether a vocabulary has them is checked when they are decoded.

    >>> parse_ids("[257, 256] -1", limit=9)
    [257, 256, -1]
    >>> parse_ids("257, 2.5", limit=9)
    Traceback (most recent call last):
    bpe_core.errors.NotAnIdError: '2.5' at position 1 is not a token id, an integer
    """
    parts = [part for part in re.split(r"[\s,;，、\[\]()]+", typed) if part]
    if len(parts) > limit:
        raise TooManyIdsError(count=len(parts), limit=limit)
    ids = []
    for position, part in enumerate(parts):
        if not re.fullmatch(rf"-?[0-9]{{1,{MOST_DIGITS}}}", part):
            raise NotAnIdError(value=part, position=position)
        ids.append(int(part))
    return ids
