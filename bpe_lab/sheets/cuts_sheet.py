"""Sheets of lines to be cut: where a pattern cuts them, and by which of its alternatives.

Short lines are drawn until several alternatives take a part.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import NamedTuple

from bpe_core.pretokenize.patterns import alternatives
from bpe_core.pretokenize.pre_tokens import split_by_alternative
from bpe_lab.exercises.draw import CLAIMS, Script
from bpe_lab.exercises.pretoken_questions import written
from bpe_lab.exercises.seed import Draws, Seed
from bpe_lab.sheets.tables import Cell, Cut, Label, Table

VISIBLE = str.maketrans({" ": "␣", "\n": "⏎"})


def cuts_sheet(level: int, seed: Seed, script: Script) -> Iterator[Table]:
    """The pattern's alternatives, then the lines."""
    pattern = cutting(level, script).pattern
    rows = [
        [Cell(str(number)), Cell(written(alternative)), Cell(Label(alternative.name))]
        for number, alternative in enumerate(alternatives(pattern), 1)
    ]
    title = Label("alternatives", {"pattern": pattern})
    yield Table(title, ("", Label("alternative"), Label("takes")), rows, "wide")
    draws = Draws(f"sheet cuts {script} {seed}")
    for number, line in enumerate(lines_to_cut(level, seed, script), 1):
        table = _line(Label("line", {"number": number}), line, pattern)
        yield _with_an_error(table, draws) if level == CLAIMS else table


def _line(title: Label, line: str, pattern: str) -> Table:
    """The characters, and below the first of each pre-token what took it."""
    characters, takers = [Cell(Label("text"))], [Cell(Label("taken_by"))]
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


# --- The lines

LINES = 6
FEWEST_CHARACTERS, MOST_CHARACTERS = 12, 18
TRIES = 10_000

WORDS: Mapping[Script, Sequence[str]] = {
    "latin": ("we", "they", "low", "lower", "byte", "pair", "tree", "is", "a", "Zoë"),
    "chinese": ("我们", "今天", "学习", "分词", "字", "对", "BPE", "是", "你好", "token"),
}
MARKS: Mapping[Script, Sequence[str]] = {
    "latin": (",", ".", "!", "?!", "(", ")"),
    "chinese": ("，", "。", "！", "？", "（", "）"),
}
SHORT = ("'s", "'re", "'ll", "'t", "n't")
NUMBERS = ("7", "42", "300", "1024", "31415")
SPACES = ("  ", "   ", " \n", "\n\n")


class Cutting(NamedTuple):
    """Of a level: the pattern, what comes between words, how many alternatives a line needs."""

    pattern: str
    between: Sequence[Sequence[str]]
    alternatives: int


def cutting(level: int, script: Script) -> Cutting:
    """Marks; contractions and numbers; runs of white space; another pattern."""
    marks, space = MARKS[script], (" ",)
    match level:
        case 1:
            return Cutting("gpt2", (marks, space), 2)
        case 2:
            return Cutting("gpt2", (marks, space, SHORT, NUMBERS), 3)
        case 3:
            return Cutting("gpt2", (marks, NUMBERS, SPACES), 4)
        case _:
            return Cutting("cl100k", (marks, space, SHORT, NUMBERS, SPACES), 4)


def lines_to_cut(level: int, seed: Seed, script: Script) -> list[str]:
    """``LINES`` different ones.

    >>> lines_to_cut(1, Seed(0), "latin")[0]
    'low tree they.?!'
    """
    draws = Draws(f"cuts {level} {script} {seed}")
    wanted, words = cutting(level, script), WORDS[script]
    lines: dict[str, None] = {}
    for _ in range(TRIES):
        line = _line_drawn(draws, words, wanted.between)
        if _fits(line, wanted):
            lines[line] = None
        if len(lines) == LINES:
            return list(lines)
    raise AssertionError(f"no {LINES} lines in {TRIES} fit level {level}, {script}, {seed}")


def _line_drawn(draws: Draws, words: Sequence[str], between: Sequence[Sequence[str]]) -> str:
    """Words, and one or two parts after each."""
    line = ""
    while len(line) < FEWEST_CHARACTERS:
        line += draws.one_of(words)
        for _ in range(1 + draws.below(2)):
            line += draws.one_of(draws.one_of(between))
    return line


def _fits(line: str, wanted: Cutting) -> bool:
    if len(line) > MOST_CHARACTERS or line != line.strip():
        return False
    pieces = list(split_by_alternative(line, wanted.pattern))
    return len(pieces) > 3 and len({number for _, number in pieces}) >= wanted.alternatives
