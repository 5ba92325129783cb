"""A share of the documents, drawn by a seed; a document is taken whole or not at all."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from random import Random

from bpe_core.pretokenize.text_parts import ORDINARY, Block

LEFT_OUT = 0  # as if it were a special token, which is not counted


class Draw:
    """Whether the next document is in the sample; the same for the same seed and shard."""

    def __init__(self, share: float, seed: int, shard: int) -> None:
        self._share = share
        self._random = Random(f"{seed}/{shard}")

    def next(self) -> bool:
        return self._random.random() < self._share


def sampled_rows(rows: Iterable[str], draw: Draw) -> Iterator[str]:
    """The rows that are in the sample."""
    return (row for row in rows if draw.next())


def sampled_blocks(blocks: Iterable[Block], draw: Draw) -> Iterator[Block]:
    """One text whose documents end at special tokens, with only the sample to be counted.

    subtle: a document may go on in the next block, so what was drawn for it goes on as well.
    """
    is_in = draw.next()
    for text, parts, items in blocks:
        special = parts.special.copy()
        for k, number in enumerate(parts.special.tolist()):
            if number != ORDINARY:
                is_in = draw.next()
            elif not is_in:
                special[k] = LEFT_OUT
        yield Block(text, parts._replace(special=special), items)
