"""Which of several pairs with the highest count is merged.

Trainers that do not compare all pairs have the same rules as keys: `tie_rule` (`indexed.py`),
`tie_key_of` (`linked.py`), and `tie_key` and `goes_first` (`kernels/train_loop.py`).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any, Literal, TypeAlias, get_args

from bpe_core.model import Pair
from bpe_core.runtime.text import ALPHABET_NUMBERS

TieBreak: TypeAlias = Literal["greatest", "first_seen", "lowest_ids", "lowest_gpt2_ids"]
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
    if tie_break == "lowest_gpt2_ids":
        return lambda pair: (-gpt2_id(pair[0]), -gpt2_id(pair[1]))
    return lambda pair: 0


def gpt2_id(token_id: int) -> int:
    """The id if bytes had those of GPT-2's vocabulary; later tokens keep theirs.

    >>> gpt2_id(ord("!")), gpt2_id(ord(" ")), gpt2_id(300)
    (0, 220, 300)
    """
    return ALPHABET_NUMBERS[token_id] if token_id < len(ALPHABET_NUMBERS) else token_id
