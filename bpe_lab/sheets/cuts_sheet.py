"""Where a pattern cuts lines into pre-tokens, and by which of its alternatives."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.pretokenize.patterns import alternatives
from bpe_core.pretokenize.pre_tokens import split_by_alternative
from bpe_lab.exercises.draw import CLAIMS, Script
from bpe_lab.exercises.pretoken_questions import written
from bpe_lab.exercises.seed import Draws, Seed
from bpe_lab.sheets.lines_to_cut import cutting, lines_to_cut
from bpe_lab.sheets.tables import Cell, Cut, Phrase, Table

VISIBLE = str.maketrans({" ": "␣", "\n": "⏎"})


def cuts_sheet(level: int, seed: Seed, script: Script) -> Iterator[Table]:
    """The pattern's alternatives, then the lines."""
    pattern = cutting(level, script).pattern
    rows = [
        [Cell(str(number)), Cell(written(alternative)), Cell(Phrase(alternative.name))]
        for number, alternative in enumerate(alternatives(pattern), 1)
    ]
    title = Phrase("alternatives", {"pattern": pattern})
    yield Table(title, ("", Phrase("alternative"), Phrase("takes")), rows, "wide")
    draws = Draws(f"sheet cuts {script} {seed}")
    for number, line in enumerate(lines_to_cut(level, seed, script), 1):
        table = _line(Phrase("line", {"number": number}), line, pattern)
        yield _with_an_error(table, draws) if level == CLAIMS else table


def _line(title: Phrase, line: str, pattern: str) -> Table:
    """The characters, and below the first of each pre-token what took it."""
    characters, takers = [Cell(Phrase("text"))], [Cell(Phrase("taken_by"))]
    for text, number in split_by_alternative(line, pattern):
        for index, character in enumerate(text):
            is_cut = index == 0 and len(characters) > 1
            cut: Cut = "asked" if is_cut else "none"
            characters.append(Cell(character.translate(VISIBLE), cut=cut))
            takers.append(Cell("" if index else str(number + 1), is_asked=True))
    return Table(title, (), [characters, takers], "row")


def _with_an_error(table: Table, draws: Draws) -> Table:
    """All cuts are shown, but one that is missing or one that is too many."""
    (head, *characters), takers = table.rows
    here = 1 + draws.below(len(characters) - 1)
    printed: list[Cell] = []
    for index, cell in enumerate(characters):
        is_cut = cell.cut == "asked"
        cut: Cut = "shown" if is_cut else "none"
        if index == here:
            cut = "asked" if is_cut else "wrong"
        printed.append(cell._replace(cut=cut))
    return Table(table.title, table.heads, [[head, *printed], takers], table.shape)
