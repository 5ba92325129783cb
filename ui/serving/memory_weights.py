"""The memory of cached results, estimated from their contents.

A result is weighed in parts, each told by itself, so that what two results share counts once.
The numbers are measured (`docs/decisions/serving.md`).
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from sys import getsizeof
from typing import TypeAlias

import pyarrow as pa

from bpe_core.errors import BPELabError
from bpe_core.model import BPEModel
from bpe_core.runtime.glyphs import MOST_IN_LINE
from bpe_core.systems.bytepiece.unigram_model import UnigramModel
from bpe_lab.scenes.token_table import Inventory

MB = 2**20
MERGE, TOKEN = 250, 160  # bytes of memory; a token's own bytes beside
PIECE = 350  # with its number, its count, its logarithm and its place in compiled tables
ROW, ROW_BYTE = 350, 4  # of a table: a row, and each byte of its token as text and as hex
OTHER = 5 * MB  # a full recording
SMALL = 2**10

Parts: TypeAlias = dict[int, int]  # id of a part: bytes


def parts_of(value: object) -> Parts:
    """The parts of a result and the memory of each.

    >>> sum(parts_of({"merges.txt": "a" * 1000}).values()) > 1000
    True
    """
    return dict(_parts(value))


def total(weighed: Iterable[Parts]) -> int:
    """The memory of results together.

    >>> total([{1: 10, 2: 5}, {1: 10}])
    15
    """
    together: Parts = {}
    for parts in weighed:
        together |= parts
    return sum(together.values())


def model_weight(model: BPEModel) -> int:
    """A model's bytes of memory."""
    tokens = model.vocabulary.tokens
    return MERGE * len(model.merges) + TOKEN * len(tokens) + sum(map(len, tokens))


def unigram_weight(model: UnigramModel) -> int:
    """That of pieces with all that follows from them."""
    return PIECE * len(model.pieces) + 2 * sum(map(len, model.pieces))


def table_weight(model: BPEModel) -> int:
    """Those of the table of a model's vocabulary, in which long tokens are cut."""
    tokens = model.vocabulary.tokens
    return ROW * len(tokens) + ROW_BYTE * sum(min(len(t), MOST_IN_LINE) for t in tokens)


def _parts(value: object) -> Iterator[tuple[int, int]]:
    match value:
        case BPEModel():
            yield id(value), model_weight(value)
        case UnigramModel():
            yield id(value), unigram_weight(value)
        case Inventory():
            yield id(value), table_weight(value.model)
            yield from _parts(value.model)
        case str() | bytes() | int() | float() | None:
            yield id(value), getsizeof(value)
        case pa.Table():
            yield id(value), value.nbytes
        case tuple() | list():
            for each in value:
                yield from _parts(each)
        case Mapping():
            for each in value.values():
                yield from _parts(each)
        case BPELabError():
            yield id(value), SMALL
        case _:
            yield id(value), OTHER
