"""What an exhibit makes of a text beside what is right, as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bpe_core.runtime.glyphs import visible
from bpe_lab.museum import Exhibit, WrongTrainer
from bpe_lab.museum.steps import Failure
from bpe_lab.text import language, t
from ui.museum.comparison import Comparison


def results(exhibit: Exhibit, compared: Comparison) -> str:
    """Whether they part, and the tokens or texts of both; of merges the walk tells more."""
    result, right = compared.result, compared.right
    if isinstance(result, Failure):
        body = f"<p>{t('museum.raises', error=escape(result.error))}</p>"
    elif isinstance(exhibit, WrongTrainer):
        body = ""
    else:
        body = _row("wrong_run", result) + _row("right_run", right)
    return (
        f'<div class="museum-results" lang="{language()}" role="status">'
        f'<p class="{"differs" if result != right else "agrees"}">{_verdict(compared)}</p>'
        f"{body}</div>"
    )


def _verdict(compared: Comparison) -> str:
    if compared.result != compared.right:
        return t("museum.differs")
    return t("museum.agrees" if compared.question is None else "museum.agrees_after_all")


def _row(name: str, items: Iterable[object]) -> str:
    """A result in a row: tokens, or the one text of a decoder."""
    drawn = "".join(f"<code>{escape(as_drawn(item))}</code>" for item in items)
    return f'<p class="museum-row"><span>{t(f"museum.walk.{name}")}</span><b>{drawn}</b></p>'


def as_drawn(item: object) -> str:
    """A token, a text, or a pair of a merge list in one line.

    >>> as_drawn(b" a"), as_drawn((b"a", b"b")), as_drawn("你")
    ('␣a', 'a+b', '你')
    """
    if isinstance(item, tuple):
        return "+".join(map(as_drawn, item))
    return visible(item if isinstance(item, bytes) else str(item).encode())
