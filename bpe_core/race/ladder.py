"""The ladder: every lane that can race, each rung leaving out work of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from importlib.util import find_spec
from typing import Literal, TypeAlias

from bpe_core.race.plan import Work
from bpe_core.train.tie_break import TIE_BREAKS, TieBreak

View: TypeAlias = Literal["", "every", "distinct"]


@dataclass(frozen=True, slots=True, kw_only=True)
class Lane:
    """One algorithm as it races.

    ``algorithm`` is its name in the registry (``TRAINERS`` or ``ENCODERS``), empty for a
    peer, which needs ``library``. ``view`` says which pre-tokens it gets: ``every``
    occurrence, or the ``distinct`` ones with their counts. Its merges are held equal to the
    others' under the ``tie_breaks`` that it shares with them; none: it has a rule of its own.
    ``fine``: it has fine events, so that its operations can be counted.
    """

    work: Work = "train"
    algorithm: str = ""
    library: str = ""
    view: View = ""
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    fine: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or find_spec(self.library) is not None


LANES: Mapping[str, Lane] = {
    "naive_every": Lane(algorithm="naive", view="every", fine=True),
    "naive": Lane(algorithm="naive", view="distinct", fine=True),
    "linked": Lane(algorithm="linked", view="distinct", fine=True),
    "merge_list": Lane(work="encode", algorithm="merge_list", view="every", fine=True),
    "rank_order_scan": Lane(
        work="encode", algorithm="rank_order_scan", view="every", fine=True
    ),
    "rank_order_heap": Lane(
        work="encode", algorithm="rank_order_heap", view="every", fine=True
    ),
    "cached": Lane(work="encode", algorithm="rank_order", view="distinct", fine=True),
    "tiktoken": Lane(work="encode", library="tiktoken"),
}


def lanes_of(work: Work) -> list[str]:
    """Names of the lanes for this work, slowest rung first.

    >>> lanes_of("encode")[:2]
    ['merge_list', 'rank_order_scan']
    """
    return [name for name, lane in LANES.items() if lane.work == work]
