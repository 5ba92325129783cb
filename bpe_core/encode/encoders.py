"""The encoders by name: adding one is its file, a row here, and its texts."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass, field

from bpe_core.encode.compiled_encoding import encode_compiled
from bpe_core.encode.leftmost import encode_leftmost
from bpe_core.encode.longest_match import encode_longest_match
from bpe_core.encode.merge_list import encode_by_merge_list
from bpe_core.encode.rank_order import encode_by_heap, encode_by_rank, encode_by_scan
from bpe_core.encode.whole_text import PreTokenEncoder
from bpe_core.events import Event
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import View


@dataclass(frozen=True, slots=True, kw_only=True)
class EncoderRow:
    """An encoder and all that the rest of the project has to know of it; called, it encodes.

    ``taught``: it yields every merge, and every look-up when asked for detail; others yield
    nothing and refuse ``detail``. ``rule``: by which rule it reaches the ids, drawn once for
    all encoders that share it. ``tries_all``: it goes through the whole list of merges.
    ``lanes``: its lanes in a race by name, each with the pre-tokens that it gets; one with the
    ``distinct`` ones encodes none twice. ``races_libraries``: they belong to the field of the
    libraries.
    """

    run: PreTokenEncoder
    taught: bool = True
    rule: str = "rank_order"
    tries_all: bool = False
    lanes: Mapping[str, View] = field(default_factory=dict)
    races_libraries: bool = False

    def __call__(
        self, model: BPEModel, pre_token: bytes, /, *, detail: bool = False
    ) -> Generator[Event, None, list[int]]:
        return self.run(model, pre_token, detail=detail)


ENCODERS: Mapping[str, EncoderRow] = {
    "merge_list": EncoderRow(
        run=encode_by_merge_list,
        rule="merge_list",
        tries_all=True,
        lanes={"merge_list": "every"},
    ),
    "rank_order_scan": EncoderRow(run=encode_by_scan, lanes={"rank_order_scan": "every"}),
    "rank_order_heap": EncoderRow(run=encode_by_heap, lanes={"rank_order_heap": "every"}),
    "rank_order": EncoderRow(
        run=encode_by_rank, lanes={"cached": "distinct"}, races_libraries=True
    ),
    "compiled": EncoderRow(
        run=encode_compiled,
        taught=False,
        lanes={"compiled_encode": "distinct"},
        races_libraries=True,
    ),
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
