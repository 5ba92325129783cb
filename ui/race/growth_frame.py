"""The race by size before it is run: its question, its axes, and where lines will be drawn."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape
from math import log2

from bpe_lab.text import language, number_text, t

LABELS = 5  # sizes that are named, or they touch


def frame_html(sizes: Sequence[int]) -> str:
    """An empty chart whose marks are the ``sizes`` in bytes that will be run."""
    named = set(sizes[:: max(1, len(sizes) // LABELS)])
    marks = "".join(
        f'<i style="left: {share:.1%}">{number_text(size) if size in named else ""}</i>'
        for size, share in zip(sizes, shares(sizes), strict=True)
    )
    return (
        f'<section class="growth-frame" lang="{language()}">'
        f"<h2>{escape(t('race.plan.question'))}</h2>"
        f"<p>{escape(t('race.plan.y'))}</p>"
        f'<div class="plot"><p>{escape(t("race.plan.lines"))}</p>{marks}</div>'
        f'<p class="x">{escape(t("race.plan.x"))}</p></section>'
    )


def shares(sizes: Sequence[int]) -> list[float]:
    """Where sizes stand on a logarithmic axis, from 0 to 1.

    >>> shares([1024, 2048, 4096])
    [0.0, 0.5, 1.0]
    """
    low, high = log2(min(sizes)), log2(max(sizes))
    return [(log2(size) - low) / ((high - low) or 1.0) for size in sizes]
