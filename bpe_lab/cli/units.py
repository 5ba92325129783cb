"""Sizes and times as people read them."""

from __future__ import annotations

from bpe_lab.cli.tables import cell_text
from bpe_lab.measure.record import Band


def size_of(size: int) -> str:
    """Bytes as people say them.

    >>> size_of(20_999_280), size_of(400_702), size_of(999)
    ('21.0 MB', '401 KB', '999 bytes')
    """
    if size >= 1_000_000:
        return f"{size / 1e6:.1f} MB"
    return f"{size / 1e3:.0f} KB" if size >= 1000 else f"{size} bytes"


def duration(seconds: float) -> str:
    """Seconds, or milliseconds where there is not one.

    >>> duration(12.345), duration(0.01234)
    ('12.3 s', '12.3 ms')
    """
    return f"{in_unit_of(seconds, seconds)} {'s' if seconds >= 1 else 'ms'}"


def in_unit_of(other: float, seconds: float) -> str:
    """``seconds`` in the unit that ``duration`` gives another time, without it."""
    return cell_text(seconds if other >= 1 else seconds * 1e3)


def spread(band: Band | None, *, bound: bool = False) -> str | None:
    """Quartiles, without the median; ``bound``: the upper one is at least as high."""
    return (
        f"{cell_text(band.lower)}–{'≥' if bound else ''}{cell_text(band.upper)}"
        if band
        else None
    )
