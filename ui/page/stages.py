"""What pages say in HTML of work to come and of work under way: steps in a list, a bar."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bpe_lab.text import language


def plan_html(page: str, title: str, aside: str, steps: Iterable[str], *, tag: str) -> str:
    """What will be run, before it is; ``steps`` are HTML, ``tag`` their list."""
    return (
        f'<section class="{page}-plan" lang="{language()}"><h2>{escape(title)}</h2>'
        f"<p>{escape(aside)}</p><{tag}>{''.join(steps)}</{tag}></section>"
    )


def step_html(title: str, text: str, *, mark: str = "", is_now: bool = False) -> str:
    """A step with its explanation or its state; ``mark`` is HTML."""
    now = ' class="now"' if is_now else ""
    return f"<li{now}>{mark}<strong>{escape(title)}</strong> <span>{escape(text)}</span></li>"


def bar_html(sentence: str, share: float) -> str:
    """A bar that is filled from 0 to 1; ``sentence`` is what it measures."""
    percent = round(100 * share)
    return (
        f'<div class="bar" role="progressbar" aria-label="{escape(sentence)}" '
        f'aria-valuemin="0" aria-valuemax="100" aria-valuenow="{percent}">'
        f'<i style="width: {percent}%"></i></div>'
    )
