"""Which sheets a reader wants, and how many; all of it in the link."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.exercises.draw import MATERIAL, Script
from bpe_lab.exercises.seed import Seed
from bpe_lab.fields import choice
from bpe_lab.pages import COPIES, SHEET_KIND, SHEET_LEVEL, SHEET_SCRIPT, SHEET_SEED
from bpe_lab.text import language, t
from ui.page.fields import number, select_box, text_line

FIRST = str(Seed(0))
WRITTEN_IN: dict[str, Script] = {"zh": "chinese"}
COLUMNS = (4, 2, 3, 2, 2)


class Wanted(NamedTuple):
    """Sheets of one kind, of the seeds from ``seed`` on."""

    kind: str
    level: int
    script: Script
    seed: Seed
    copies: int


def wanted(notices: list[Notice]) -> Wanted:
    """What the row of fields says.

    Raises ``LabError("seed")`` for a seed that was typed wrong.
    """
    columns = st.columns(COLUMNS, vertical_alignment="bottom")
    with columns[0]:
        kind = select_box(SHEET_KIND, notices, named=lambda name: t(f"sheets.kind.{name}"))
    with columns[1]:
        level = number(SHEET_LEVEL, notices)
    with columns[2]:
        script = select_box(
            choice(SHEET_SCRIPT.param, *_scripts()),
            notices,
            named=lambda name: t(f"exercise.script_{name}"),
        )
    with columns[3]:
        typed = text_line(
            SHEET_SEED,
            notices,
            key="sheet_seed",
            label=t("exercise.seed"),
            placeholder=FIRST,
            about=t("sheets.seed_help"),
        ).strip()
    with columns[4]:
        copies = number(COPIES, notices)
    assert level is not None, "an emptied field means the default"
    assert copies is not None, "likewise"
    return Wanted(kind, level, script, Seed.read(typed or FIRST), copies)


def _scripts() -> tuple[Script, ...]:
    """All scripts, first the one that the reader's language is written in."""
    own = WRITTEN_IN.get(language(), "latin")
    return (own, *(each for each in MATERIAL if each != own))
