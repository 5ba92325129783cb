"""A sheet by its kind, level and seed; sheets and keys as pages that print on A4 and Letter.

The same seed gives the same sheet everywhere.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bpe_core.errors import OptionError, UnknownNameError
from bpe_lab.exercises.draw import CLAIMS, Exercise, Script, check_drawn, draw
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.html_pages import page_words, template
from bpe_lab.sheets.cuts_sheet import cuts_sheet
from bpe_lab.sheets.tables import Content, Table
from bpe_lab.sheets.trace_sheets import encode_sheet, linked_sheet, naive_sheet

MOST_COPIES = 200
Words: TypeAlias = Mapping[str, Mapping[str, str]]


@dataclass(frozen=True, slots=True)
class Sheet:
    """What is to be worked on (a text, a word, or nothing but the tables), and the tables."""

    kind: str
    level: int
    script: Script
    seed: Seed
    subject: str
    tables: Sequence[Table]


Maker: TypeAlias = Callable[[int, Seed, Script], tuple[str, Sequence[Table]]]


def _traced(kind: str, tables_of: Callable[[Exercise], Iterator[Table]]) -> Maker:
    """A sheet of the exercise that the app has under the same seed."""

    def make(level: int, seed: Seed, script: Script) -> tuple[str, Sequence[Table]]:
        exercise = draw(kind, level, seed, script)
        return exercise.word or exercise.text, tuple(tables_of(exercise))

    return make


def _cuts(level: int, seed: Seed, script: Script) -> tuple[str, Sequence[Table]]:
    return "", tuple(cuts_sheet(level, seed, script))


SHEETS: Mapping[str, Maker] = {
    "trace.naive": _traced("trace.naive", naive_sheet),
    "trace.linked": _traced("trace.linked", linked_sheet),
    "trace.encode": _traced("trace.encode", encode_sheet),
    "cuts": _cuts,
}


def make_sheet(kind: str, level: int, seed: Seed, script: Script = "latin") -> Sheet:
    """The sheet that ``seed`` names.

    Raises ``UnknownNameError`` for no kind or script of ours, ``OptionError`` for no level.

    >>> make_sheet("trace.naive", 3, Seed.read("17F3")).subject
    'stla erer erst'
    """
    if kind not in SHEETS:
        raise UnknownNameError.among("kind of sheet", kind, SHEETS)
    check_drawn(level, script)
    return Sheet(kind, level, script, seed, *SHEETS[kind](level, seed, script))


def make_sheets(
    kind: str, level: int, seed: Seed, copies: int, script: Script = "latin"
) -> list[Sheet]:
    """``copies`` sheets of the seeds from ``seed`` on.

    Raises as ``make_sheet``, and ``OptionError`` unless 1 to ``MOST_COPIES`` are wanted.
    """
    if not 1 <= copies <= MOST_COPIES:
        raise OptionError(name="copies", value=copies, rule=f"1 to {MOST_COPIES}")
    seeds = (Seed((seed.number + k) % NUMBERS, seed.generator) for k in range(copies))
    return [make_sheet(kind, level, each, script) for each in seeds]


# --- Pages


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
