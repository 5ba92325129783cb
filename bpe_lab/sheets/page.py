"""Sheets and keys as HTML that prints on A4 and on Letter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TypeAlias

from bpe_lab.exercises.draw import CLAIMS
from bpe_lab.html_pages import page_words, template
from bpe_lab.sheets.sheet import Sheet
from bpe_lab.sheets.tables import Content

Words: TypeAlias = Mapping[str, Mapping[str, str]]


def sheets_page(
    sheets: Sequence[Sheet], language: str, *, key: bool = False, zoom: float = 1
) -> str:
    """All ``sheets``, each from a page of its own on; with ``key`` what they leave out.

    On a screen they are ``zoom`` times as large as on paper.

    Raises ``UnknownNameError`` for a language that sheets are not written in.
    """
    catalogue = words(language)
    return template(__package__, "sheets.html").render(
        sheets=sheets,
        key=key,
        zoom=zoom,
        language=language,
        text=lambda section, name, **values: catalogue[section][name].format(**values),
        title=lambda table: _words(catalogue, "title", table.title),
        content=lambda content: _words(catalogue, "cell", content),
        what_to_do=lambda sheet: catalogue["do"][_to_do(sheet)],
    )


def words(language: str) -> Words:
    """Sentences and heads by section and name; a cell may say what an alternative takes."""
    of_sheets = page_words(__package__, "words", language)
    takes = page_words("bpe_core.pretokenize", "words", language)
    return {**of_sheets, "cell": {**of_sheets["cell"], **takes}}


def _to_do(sheet: Sheet) -> str:
    if sheet.kind == "cuts":
        return "find_cut" if sheet.level == CLAIMS else "cuts"
    return "find" if sheet.level == CLAIMS else "fill"


def _words(catalogue: Words, section: str, content: Content) -> str:
    if isinstance(content, str):
        return content
    return catalogue[section][content.key].format(**content.values)
