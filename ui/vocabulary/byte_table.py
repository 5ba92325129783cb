"""The byte table of GPT-2 and BBPE, drawn: 256 bytes, and a typed text written with it."""

from __future__ import annotations

from html import escape

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.glyphs import visible
from bpe_core.runtime.utf8 import as_text
from bpe_lab.pages import BYTE_TEXT
from bpe_lab.scenes.vocabulary.vocabulary_tables import (
    FIRST_MOVED,
    ByteCell,
    Spelled,
    byte_cells,
    spelled,
)
from bpe_lab.text import language, t
from ui.page.fields import text_line

START = "无 the"
LARGE = 16  # bytes of a text that are drawn large
KINDS = ("ascii", "latin", "moved")
DIGITS = "0123456789ABCDEF"
SPACE = 0x20  # the byte that is told of before a reader has pointed at one


def byte_text(notices: list[Notice]) -> str:
    """The text to write with the table; a lone surrogate has no bytes and is refused."""
    typed = text_line(BYTE_TEXT, notices, placeholder=START, live=True)
    return as_text(typed) or START


def byte_table(text: str) -> None:
    """The table on the left, how to read it and the text on the right."""
    cells, letters = byte_cells(), spelled(text)
    st.html(
        f'<div class="byte-view" lang="{language()}">'
        f'<div class="byte-lesson"><h2>{escape(t("vocabulary.bytes.title"))}</h2>'
        f"<p>{escape(t('vocabulary.bytes.why'))}</p>"
        f"{_legend(cells)}{_spelling(letters)}</div>"
        f"{_grid(cells, set(text.encode()))}</div>"
    )


def _legend(cells: list[ByteCell]) -> str:
    """What the three kinds are, with how many bytes are of each."""
    kinds = [cell.kind for cell in cells]
    items = "".join(
        f'<li class="{kind}"><b>{kinds.count(kind)}</b>'
        f"<span>{escape(t(f'vocabulary.bytes.kind.{kind}'))}</span></li>"
        for kind in KINDS
    )
    return f'<ul class="byte-kinds">{items}</ul>'


def _spelling(letters: list[Spelled]) -> str:
    """Each character of the text over its bytes over their characters, then all in a row."""
    columns = "".join(
        f"<li><b>{escape(letter.glyph)}</b>{''.join(map(_byte, letter.data))}</li>"
        for letter in letters
    )
    whole = "".join(letter.characters for letter in letters)
    dense = " dense" if len(whole) > LARGE else ""
    label = escape(t("vocabulary.bytes.spelling"))
    return (
        f'<ul class="byte-spelling{dense}" aria-label="{label}">'
        f'{columns}</ul><p class="byte-result{dense}">{escape(t("vocabulary.bytes.result"))} '
        f"<code>{escape(whole)}</code></p>"
    )


def _byte(value: int) -> str:
    cell = byte_cells()[value]
    return (
        f'<span class="{cell.kind}"><i>{value:02X}</i>'
        f"<code>{escape(cell.character)}</code></span>"
    )


def _grid(cells: list[ByteCell], used: set[int]) -> str:
    """Sixteen rows of sixteen, by the byte's two digits; a cell holds what it tells."""
    heads = "".join(f'<th scope="col">_{digit}</th>' for digit in DIGITS)
    rows = "".join(
        f'<tr><th scope="row">{DIGITS[row]}_</th>'
        + "".join(_cell(cell, cell.value in used) for cell in cells[16 * row : 16 * row + 16])
        + "</tr>"
        for row in range(16)
    )
    first = escape(meaning(cells[SPACE]))
    return (
        f'<div class="byte-grid"><p class="tell">{first}</p>'
        f"<table><caption>{escape(t('vocabulary.bytes.caption'))}</caption>"
        f"<thead><tr><td></td>{heads}</tr></thead><tbody>{rows}</tbody></table></div>"
    )


def _cell(cell: ByteCell, is_used: bool) -> str:
    used = " used" if is_used else ""
    return (
        f'<td tabindex="0" class="{cell.kind}{used}">{escape(cell.character)}'
        f'<span class="tell">{escape(meaning(cell))}</span></td>'
    )


def meaning(cell: ByteCell) -> str:
    """What a byte is, what it stands as, and its part in UTF-8."""
    digits, code = f"{cell.value:02X}", f"U+{ord(cell.character):04X}"
    role = t(f"vocabulary.bytes.role.{cell.role}")
    if cell.kind != "moved":
        return t("vocabulary.bytes.same", byte=digits, character=cell.character, role=role)
    return t(
        "vocabulary.bytes.moved",
        byte=digits,
        name=_name(cell.value),
        character=cell.character,
        code=code,
        number=ord(cell.character) - FIRST_MOVED + 1,
        role=role,
    )


def _name(value: int) -> str:
    """A byte of ASCII by its sign, " ␣"; nothing where a byte is no character by itself."""
    return f" {visible(bytes([value]))}" if value < 0x80 else ""
