"""What a page shows of one training run: its recording and its list of merges."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.errors import Notice
from bpe_lab.scenes.recording import Json


@dataclass(frozen=True, slots=True)
class MergeRow:
    """One merge for tables, charts and downloads; ``tokens`` is what the text has after it."""

    rank: int
    left: bytes
    right: bytes
    token_id: int
    token: bytes
    count: int
    replaced: int
    tokens: int


@dataclass(frozen=True, slots=True)
class Walk:
    """One run, ready to be shown."""

    recording: Json
    merges: tuple[MergeRow, ...]
    start_tokens: int
    notices: tuple[Notice, ...]


def character_border(text: str, cap: int) -> int:
    """The size of the longest beginning of ``text`` in whole characters of ``cap`` bytes."""
    return len(text[:cap].encode()[:cap].decode(errors="ignore").encode())


def step_of_merge(number: int, *, chosen: bool = True) -> int:
    """The step, from 0, of a naive walk that chooses merge ``number``: three steps a merge.

    Where there is no such merge any more (not ``chosen``), the step that says why.

    >>> step_of_merge(0), step_of_merge(1), step_of_merge(2, chosen=False)
    (1, 4, 6)
    """
    return 3 * number + chosen
