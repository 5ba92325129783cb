"""Which sheets a reader wants, and how many; all of it in the link."""

from __future__ import annotations

from typing import NamedTuple

import streamlit as st

from bpe_core.errors import Notice
from bpe_lab.exercises.kinds import LEVELS
from bpe_lab.exercises.material import MATERIAL, Script
from bpe_lab.exercises.seed import LENGTH, Seed
from bpe_lab.sheets.sheet import SHEETS
from bpe_lab.text import language, t
from ui.page.fields import choice, number
from ui.page.links import keep, remember, seed_text

MOST_COPIES = 60  # of one download; each takes up to a sixteenth of a second
FIRST = str(Seed(0))
KINDS = tuple(SHEETS)
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

    Raises ``SeedError`` for a seed that was typed wrong.
    """
    columns = st.columns(COLUMNS, vertical_alignment="bottom")
    with columns[0]:
        kind = choice("sheet_kind", KINDS, notices, named=lambda name: t(f"sheets.kind.{name}"))
    with columns[1]:
        level = number("sheet_level", LEVELS[0], LEVELS[0], LEVELS[-1], notices)
    with columns[2]:
        script = choice(
            "sheet_script",
            _scripts(),
            notices,
            named=lambda name: t(f"exercise.script_{name}"),
        )
    with columns[3]:
        typed = _seed(notices)
    with columns[4]:
        copies = number("copies", 1, 1, MOST_COPIES, notices)
    assert level is not None, "an emptied field means the default"
    assert copies is not None, "likewise"
    return Wanted(kind, level, script, Seed.read(typed or FIRST), copies)


def _scripts() -> tuple[Script, ...]:
    """All scripts, first the one that the reader's language is written in."""
    own = WRITTEN_IN.get(language(), "latin")
    return (own, *(each for each in MATERIAL if each != own))


def _seed(notices: list[Notice]) -> str:
    label = t("exercise.seed")
    notices += seed_text("sheet_seed", param="seed", label=label, most=2 * LENGTH)
    typed = st.text_input(
        label,
        key="sheet_seed",
        max_chars=2 * LENGTH,
        placeholder=FIRST,
        help=t("sheets.seed_help"),
        persist_state="session",
    ).strip()
    keep("seed", typed or None)
    remember("sheet_seed", typed)
    return typed
