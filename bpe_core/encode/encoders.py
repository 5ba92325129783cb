"""The encoders by name: adding one is its file, a row here, its lane, and its texts."""

from __future__ import annotations

from collections.abc import Callable, Generator, Mapping
from dataclasses import dataclass

from bpe_core.encode.linear import encode_linear, is_linear
from bpe_core.encode.other_encoders import (
    encode_by_merge_list,
    encode_leftmost,
    encode_longest_match,
)
from bpe_core.encode.rank_order import encode_by_heap, encode_by_rank, encode_by_scan
from bpe_core.encode.whole_text import PreTokenEncoder
from bpe_core.events import Event
from bpe_core.model import BPEModel


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderRow:
    """An encoder and all that the rest of the project has to know of it; called, it encodes.

    ``taught``: it yields every merge, and every look-up when asked for detail; others yield
    nothing and refuse ``detail``. ``rule``: by which rule it reaches the ids, drawn once for
    all encoders that share it. ``tries_all``: it goes through the whole list of merges.
    ``suits``: whether it takes a model at all; it raises ``InputError`` for others.
    """

    run: PreTokenEncoder
    taught: bool = True
    rule: str = "rank_order"
    tries_all: bool = False
    suits: Callable[[BPEModel], bool] = lambda model: True

    def __call__(
        self, model: BPEModel, pre_token: bytes, /, *, detail: bool = False
    ) -> Generator[Event, None, list[int]]:
        return self.run(model, pre_token, detail=detail)


def _encode_compiled(
    model: BPEModel, pre_token: bytes, /, *, detail: bool = False
) -> Generator[Event, None, list[int]]:
    from bpe_core.encode.encode_array import encode_compiled  # numpy

    return encode_compiled(model, pre_token, detail=detail)


ENCODERS: Mapping[str, EncoderRow] = {
    "merge_list": EncoderRow(
        run=encode_by_merge_list,
        rule="merge_list",
        tries_all=True,
        suits=lambda model: model.has_merge_list,
    ),
    "rank_order_scan": EncoderRow(run=encode_by_scan),
    "rank_order_heap": EncoderRow(run=encode_by_heap),
    "rank_order": EncoderRow(run=encode_by_rank),
    "linear": EncoderRow(run=encode_linear, rule="linear", suits=is_linear),
    "compiled": EncoderRow(run=_encode_compiled, taught=False),
}

# The functions of those that can be drawn and counted.
TAUGHT_ENCODERS: Mapping[str, PreTokenEncoder] = {
    name: row.run for name, row in ENCODERS.items() if row.taught
}

# Encoders that give other ids than byte-pair encoding for some words, to be compared with it.
SHORTCUTS: Mapping[str, PreTokenEncoder] = {
    "leftmost": encode_leftmost,
    "longest_match": encode_longest_match,
}
