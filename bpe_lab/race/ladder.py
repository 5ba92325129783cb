"""The ladder: every lane that can race, each rung leaving out work of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bpe_core.registry import ENCODERS, TRAINERS, EncoderRow, TrainerRow
from bpe_core.runtime.machine import is_importable
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak
from bpe_lab.race.plan import Work

View: TypeAlias = Literal["", "every", "distinct"]
Row: TypeAlias = TrainerRow | EncoderRow


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One algorithm as it races.

    ``algorithm`` is its name in the registry (``TRAINERS`` or ``ENCODERS``), empty for a
    peer, which needs ``library``. ``view`` says which pre-tokens it gets: ``every``
    occurrence, or the ``distinct`` ones with their counts. Its merges are held equal to the
    others' under the ``tie_breaks`` that it shares with them; none: it has a rule of its own,
    or, with ``own_splits``, it does not even split the text as they do. ``races_libraries``:
    it belongs to the field of the libraries, as they do themselves.
    """

    work: Work = "train"
    algorithm: str = ""
    library: str = ""
    view: View = ""
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    own_splits: bool = False
    races_libraries: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or is_importable(self.library)

    @property
    def fine(self) -> bool:
        """Whether it has fine events, so that its operations can be counted."""
        rows: Mapping[str, Row] = TRAINERS if self.work == "train" else ENCODERS
        return bool(self.algorithm) and rows[self.algorithm].taught


OURS: Mapping[str, Lane] = {
    "naive_every": Lane(algorithm="naive", view="every"),
    "naive": Lane(algorithm="naive", view="distinct"),
    "indexed": Lane(algorithm="indexed", view="distinct"),
    "linked": Lane(algorithm="linked", view="distinct", races_libraries=True),
    "compiled": Lane(algorithm="compiled", view="distinct", races_libraries=True),
    "merge_list": Lane(work="encode", algorithm="merge_list", view="every"),
    "rank_order_scan": Lane(work="encode", algorithm="rank_order_scan", view="every"),
    "rank_order_heap": Lane(work="encode", algorithm="rank_order_heap", view="every"),
    # With the distinct pre-tokens it encodes none twice.
    "cached": Lane(
        work="encode", algorithm="rank_order", view="distinct", races_libraries=True
    ),
    "compiled_encode": Lane(
        work="encode", algorithm="compiled", view="distinct", races_libraries=True
    ),
}

PEERS: Mapping[str, Lane] = {
    "huggingface": Lane(library="tokenizers", tie_breaks=("lowest_gpt2_ids",)),
    "rustbpe": Lane(library="rustbpe", tie_breaks=("lowest_ids",)),
    "gigatoken": Lane(library="gigatoken", tie_breaks=("lowest_ids", "lowest_gpt2_ids")),
    # Characters and splits of its own.
    "sentencepiece": Lane(library="sentencepiece", tie_breaks=(), own_splits=True),
    "tiktoken": Lane(work="encode", library="tiktoken"),
}


LANES: Mapping[str, Lane] = {**OURS, **PEERS}


def lanes_of(work: Work) -> list[str]:
    """Names of the lanes for this work, slowest rung first.

    >>> lanes_of("encode")[:2]
    ['merge_list', 'rank_order_scan']
    """
    return [name for name, lane in LANES.items() if lane.work == work]
