"""What a page shows of one training run: its recording and its list of merges."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_core.errors import Notice
from ui.scenes.recording import Json


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
