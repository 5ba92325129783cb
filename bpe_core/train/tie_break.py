"""Which of several pairs with the highest count is merged."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

from bpe_core.model import Pair

TieBreak: TypeAlias = Literal["greatest", "first_seen", "lowest_ids"]
TIE_BREAKS: tuple[TieBreak, ...] = get_args(TieBreak)


def preference(
    tie_break: TieBreak, token_bytes: Sequence[bytes] | Mapping[int, bytes]
) -> Callable[[Pair], Any]:
    """What to compare between pairs of equal count; the greatest value wins.

    ``first_seen`` gives all the same value: the first in the order of counting wins.

    >>> max([(98, 97), (97, 99)], key=preference("greatest", [bytes([b]) for b in range(256)]))
    (98, 97)
    """
    if tie_break == "greatest":
        return lambda pair: (token_bytes[pair[0]], token_bytes[pair[1]])
    if tie_break == "lowest_ids":
        return lambda pair: (-pair[0], -pair[1])
    return lambda pair: 0
