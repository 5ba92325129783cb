"""A sheet by its kind, level and seed: the same seed gives the same sheet everywhere."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from bpe_core.errors import OptionError, UnknownNameError
from bpe_lab.exercises.draw import Exercise, Script, check_drawn, draw
from bpe_lab.exercises.seed import NUMBERS, Seed
from bpe_lab.sheets.cuts_sheet import cuts_sheet
from bpe_lab.sheets.encode_sheet import encode_sheet
from bpe_lab.sheets.linked_sheet import linked_sheet
from bpe_lab.sheets.naive_sheet import naive_sheet
from bpe_lab.sheets.tables import Table

MOST_COPIES = 200


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
