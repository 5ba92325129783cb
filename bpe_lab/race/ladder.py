"""The ladder: every lane that can race, each rung leaving out work of the one before it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from bpe_core.registry import ENCODERS, TRAINERS, EncoderRow, TrainerRow
from bpe_core.runtime.installed import is_importable
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
    or, with ``own_splits``, it does not even split the text as they do.
    ``fine``: it has fine events, so that its operations can be counted. ``races_libraries``:
    it belongs to the field of the libraries, as they do themselves.
    """

    work: Work = "train"
    algorithm: str = ""
    library: str = ""
    view: View = ""
    tie_breaks: tuple[TieBreak, ...] = TIE_BREAKS
    own_splits: bool = False
    fine: bool = False
    races_libraries: bool = False

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or is_importable(self.library)


def _ours(work: Work) -> dict[str, Lane]:
    """The lanes that the algorithms' rows ask for."""
    rows: Mapping[str, Row] = TRAINERS if work == "train" else ENCODERS
    return {
        name: Lane(
            work=work,
            algorithm=algorithm,
            view=view,
            fine=row.taught,
            races_libraries=row.races_libraries,
        )
        for algorithm, row in rows.items()
        for name, view in row.lanes.items()
    }


# Lanes of libraries: those of our own algorithms stand in their rows.
PEERS: Mapping[str, Lane] = {
    "huggingface": Lane(library="tokenizers", tie_breaks=("lowest_gpt2_ids",)),
    "rustbpe": Lane(library="rustbpe", tie_breaks=("lowest_ids",)),
    "gigatoken": Lane(library="gigatoken", tie_breaks=("lowest_ids", "lowest_gpt2_ids")),
    # Characters and splits of its own.
    "sentencepiece": Lane(library="sentencepiece", tie_breaks=(), own_splits=True),
    "tiktoken": Lane(work="encode", library="tiktoken"),
}


def ladder() -> dict[str, Lane]:
    """Every lane by name, ours before those of libraries."""
    return {**_ours("train"), **_ours("encode"), **PEERS}


LANES: Mapping[str, Lane] = ladder()


def lanes_of(work: Work) -> list[str]:
    """Names of the lanes for this work, slowest rung first.

    >>> lanes_of("encode")[:2]
    ['merge_list', 'rank_order_scan']
    """
    return [name for name, lane in LANES.items() if lane.work == work]
