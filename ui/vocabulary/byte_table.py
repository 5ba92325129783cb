"""The byte table of GPT-2 and BBPE, drawn: 256 bytes, and a typed text written with it."""

from __future__ import annotations

from functools import cache

import streamlit as st

from bpe_core.errors import Notice
from bpe_core.runtime.text import as_text, visible
from bpe_lab.pages import BYTE_TEXT
from bpe_lab.scenes.vocabulary.vocabulary_tables import (
    FIRST_MOVED,
    ByteCell,
    byte_cells,
    spelled,
)
from bpe_lab.text import language, t
from ui.page.fields import text_line
from ui.page.markup import Cell, Column, Html, TableRow, html_of, table

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
        html_of(
            *("vocabulary", "byte_view"),
            cells=cells,
            counts={kind: sum(cell.kind == kind for cell in cells) for kind in KINDS},
            letters=letters,
            is_dense=sum(len(letter.characters) for letter in letters) > LARGE,
            first=meaning(cells[SPACE]),
            grid=_grid(cells, set(text.encode())),
        )
    )


def _grid(cells: list[ByteCell], used: set[int]) -> Html:
    """Sixteen rows of sixteen, by the byte's two digits; a cell holds what it tells."""
    contents = _contents(language())
    drawn = [
        Cell(content, f"{cell.kind}{' used' if cell.value in used else ''}", is_stop=True)
        for cell, content in zip(cells, contents, strict=True)
    ]
    columns = [Column(""), *(Column(f"_{digit}") for digit in DIGITS)]
    rows = [TableRow(drawn[16 * n : 16 * n + 16], Cell(f"{DIGITS[n]}_")) for n in range(16)]
    return table(columns, rows, caption=t("vocabulary.bytes.caption"), are_cards=False)


@cache
def _contents(language: str) -> list[Html]:
    """Each byte's character with what it tells, made once in each language."""
    return [
        html_of("vocabulary", "byte", cell.character, meaning(cell)) for cell in byte_cells()
    ]


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
