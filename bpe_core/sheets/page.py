"""Sheets and keys as HTML that prints on A4 and on Letter."""

from __future__ import annotations

from collections.abc import Sequence
from functools import cache

from jinja2 import Environment, PackageLoader, StrictUndefined

from bpe_core.exercises.traces import CLAIMS
from bpe_core.sheets.sheet import Sheet
from bpe_core.sheets.tables import Content
from bpe_core.sheets.wording import Words, words


def sheets_page(
    sheets: Sequence[Sheet], language: str, *, key: bool = False, zoom: float = 1
) -> str:
    """All ``sheets``, each from a page of its own on; with ``key`` what they leave out.

    On a screen they are ``zoom`` times as large as on paper.

    Raises ``UnknownNameError`` for a language that sheets are not written in.
    """
    catalogue = words(language)
    return (
        _environment()
        .get_template("sheets.html")
        .render(
            sheets=sheets,
            key=key,
            zoom=zoom,
            language=language,
            text=lambda section, name, **values: catalogue[section][name].format(**values),
            title=lambda table: _words(catalogue, "title", table.title),
            content=lambda content: _words(catalogue, "cell", content),
            what_to_do=lambda sheet: catalogue["do"][_to_do(sheet)],
        )
    )


def _to_do(sheet: Sheet) -> str:
    if sheet.kind == "cuts":
        return "find_cut" if sheet.level == CLAIMS else "cuts"
    return "find" if sheet.level == CLAIMS else "fill"


def _words(catalogue: Words, section: str, content: Content) -> str:
    if isinstance(content, str):
        return content
    return catalogue[section][content.key].format(**content.values)


@cache
def _environment() -> Environment:
    return Environment(
        loader=PackageLoader("bpe_core.sheets", "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
