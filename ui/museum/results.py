"""What an exhibit makes of a text beside what is right, as HTML."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from bpe_core.museum import Exhibit, WrongTrainer
from bpe_core.museum.exhibit import Failure
from bpe_core.museum.right import right_train
from bpe_core.museum.side_by_side import MergeBeside, side_by_side
from bpe_core.train.compare_merges import BytePair
from ui.scenes.glyphs import visible
from ui.text import language, t


def results(exhibit: Exhibit, text: str) -> str:
    """Both results for ``text``: merges as a table until they part, else tokens or texts."""
    result, right = exhibit.result(text), exhibit.right(text)
    differs = result != right
    verdict = t("museum.differs" if differs else "museum.agrees")
    if isinstance(result, Failure):
        body = f"<p>{t('museum.raises', error=escape(result.error))}</p>"
    elif isinstance(exhibit, WrongTrainer):
        body = _merges(merges_beside(exhibit, text))
    else:
        body = _row("this_code", result) + _row("right_code", right)
    return (
        f'<div class="museum-results" lang="{language()}" role="status">'
        f'<p class="{"differs" if differs else "agrees"}">{verdict}</p>{body}</div>'
    )


def merges_beside(exhibit: WrongTrainer, text: str) -> list[MergeBeside]:
    """The merges of both until they part."""
    limit = len(text.encode())
    return list(side_by_side(text, exhibit.train(text, limit), right_train(text, limit)))


def _merges(rows: list[MergeBeside]) -> str:
    """A table of both trainers' merges, each with its count, and what decided at the end."""
    if not rows:
        return ""
    heads = "".join(
        f'<th scope="col">{t(f"museum.{name}")}</th><th scope="col">{t("museum.count")}</th>'
        for name in ("this_code", "right_code")
    )
    lines = "".join(
        f'<tr{" class=parts" if row.parts else ""}><th scope="row">{row.number + 1}</th>'
        f"<td>{_pair(row.wrong)}</td><td>{row.wrong_count if row.wrong else ''}</td>"
        f"<td>{_pair(row.right)}</td><td>{row.right_count if row.right else ''}</td></tr>"
        for row in rows
    )
    head = f'<tr><th scope="col">{t("museum.merge")}</th>{heads}</tr>'
    why = f"<p>{_why(rows[-1])}</p>" if rows[-1].parts else ""
    return f"<table><thead>{head}</thead><tbody>{lines}</tbody></table>{why}"


def _why(row: MergeBeside) -> str:
    """What decided where two trainers part."""
    values = {
        "wrong": _pair(row.wrong),
        "right": _pair(row.right),
        "wrong_count": row.wrong_count,
        "right_count": row.right_count,
    }
    if row.wrong is None:
        return t("museum.part_stop", **values)
    if row.right is None:
        return t("museum.part_go_on", **values)
    if row.wrong_count == row.right_count:
        return t("museum.part_tie", **values)
    return t("museum.part_count", **values)


def _pair(pair: BytePair | None) -> str:
    if pair is None:
        return f"<i>{t('museum.nothing')}</i>"
    return f"<code>{'+'.join(escape(visible(token)) for token in pair)}</code>"


def _row(name: str, items: Iterable[object]) -> str:
    """A result in a row: tokens, or the one text of a decoder."""
    drawn = "".join(f"<code>{escape(as_drawn(item))}</code>" for item in items)
    return f'<p class="museum-row"><span>{t(f"museum.{name}")}</span><b>{drawn}</b></p>'


def as_drawn(item: object) -> str:
    """A token, a text, or a pair of a merge list in one line.

    >>> as_drawn(b" a"), as_drawn((b"a", b"b")), as_drawn("你")
    ('␣a', 'a+b', '你')
    """
    if isinstance(item, tuple):
        return "+".join(map(as_drawn, item))
    return visible(item if isinstance(item, bytes) else str(item).encode())
