"""The ladder: every lane that can race, each rung leaving out work of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal, TypeAlias

from bpe_core.race.plan import Work
from bpe_core.registry import ENCODERS, TRAINERS
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak

View: TypeAlias = Literal["", "every", "distinct"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One algorithm as it races.

    ``algorithm`` is its name in the registry (``TRAINERS`` or ``ENCODERS``), empty for a
    peer, which needs ``library``. ``view`` says which pre-tokens it gets: ``every``
    occurrence, or the ``distinct`` ones with their counts. Its merges are held equal to the
    others' under the ``tie_breaks`` that it shares with them; none: it has a rule of its own,
    or, with ``own_splits``, it does not even split the text as they do.
    ``fine``: it has fine events, so that its operations can be counted.
    """

    work: Work = "train"
    algorithm: str = ""
    library: str = ""
    view: View = ""
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    own_splits: bool = False
    fine: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or find_spec(self.library) is not None


def _ours(name: str, algorithm: str, view: View, work: Work = "train") -> dict[str, Lane]:
    """The lane of an algorithm that is registered; none of one that is not."""
    if algorithm not in (TRAINERS if work == "train" else ENCODERS):
        return {}
    fine = algorithm != "compiled"  # whose loop does not come back between its steps
    return {name: Lane(work=work, algorithm=algorithm, view=view, fine=fine)}


LANES: Mapping[str, Lane] = {
    **_ours("naive_every", "naive", "every"),
    **_ours("naive", "naive", "distinct"),
    **_ours("indexed", "indexed", "distinct"),
    **_ours("linked", "linked", "distinct"),
    **_ours("compiled", "compiled", "distinct"),
    # Lowest ids too, but in an alphabet of another order.
    "huggingface": Lane(library="tokenizers", tie_breaks=()),
    "rustbpe": Lane(library="rustbpe", tie_breaks=("lowest_ids",)),
    "gigatoken": Lane(library="gigatoken", tie_breaks=("lowest_ids",)),
    # Characters and splits of its own.
    "sentencepiece": Lane(library="sentencepiece", tie_breaks=(), own_splits=True),
    **_ours("merge_list", "merge_list", "every", "encode"),
    **_ours("rank_order_scan", "rank_order_scan", "every", "encode"),
    **_ours("rank_order_heap", "rank_order_heap", "every", "encode"),
    **_ours("cached", "rank_order", "distinct", "encode"),
    **_ours("compiled_encode", "compiled", "distinct", "encode"),
    "tiktoken": Lane(work="encode", library="tiktoken"),
}


def lanes_of(work: Work) -> list[str]:
    """Names of the lanes for this work, slowest rung first.

    >>> lanes_of("encode")[:2]
    ['merge_list', 'rank_order_scan']
    """
    return [name for name, lane in LANES.items() if lane.work == work]
