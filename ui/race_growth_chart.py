"""Growth on the page."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal, TypeAlias

from bpe_core.race.standing import Standing
from ui.drawn import Drawn

Against: TypeAlias = Literal["size", "merges"]
Measure: TypeAlias = Literal["time", "merging", "each", "operations"]


def growth_chart(
    standing: Standing,
    *,
    against: Against,
    measure: Measure,
    facts: Mapping[str, str],
    corpus_name: str,
) -> Drawn:
    raise NotImplementedError
