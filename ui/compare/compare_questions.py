"""What a reader can be asked before the systems' cuts are drawn."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from bpe_core.runtime.glyphs import visible
from bpe_lab.exercises.figure_questions import one_of_those
from bpe_lab.exercises.questions import Question
from bpe_lab.scenes.compare import Row, own_cuts
from ui.compare.system_marks import system_title
from ui.compare.text_table import fair
from ui.compare.text_trial import Tried
from ui.page.elements import as_code

AROUND = 6  # characters on either side of a cut


def compare_questions(systems: Sequence[Tried], text: str) -> list[Question | None]:
    """Who loses something of the text, and who cuts at a place where not all do."""
    ready = [each for each in systems if each.row is not None]
    losing = [each.system for each in ready if not fair(each)]
    keeping = [each.system for each in ready if fair(each)]
    return [one_of_those("who_loses", losing, keeping), _who_cuts(ready, text)]


def compare_word(name: str, value: object) -> object:
    """A system's name; a text as it is drawn."""
    if name in ("before", "after"):
        return as_code(visible(str(value).encode()))
    return system_title(str(value)) if name in ("choice", "answer", "right") else value


def _who_cuts(systems: Sequence[Tried], text: str) -> Question | None:
    rows = {each.system: each.row for each in systems if each.row is not None}
    offset = _asked_cut(list(rows.values()), text)
    if offset is None:
        return None
    cutting = [name for name, row in rows.items() if _cuts_at(row, offset)]
    others = [name for name in rows if name not in cutting]
    return one_of_those("who_cuts", cutting, others, _around(text, offset))


def _asked_cut(rows: Sequence[Row], text: str) -> int | None:
    """A cut between two characters that few make: there the answer is least to be guessed."""
    borders, at = set(), 0
    for character in text:
        borders.add(at)
        at += len(character.encode("utf-8", "replace"))
    offsets = sorted({cut.left for cut in own_cuts(rows)} & (borders - {0}))
    number = {at: sum(_cuts_at(row, at) for row in rows) for at in offsets}
    split = [at for at in offsets if 0 < number[at] < len(rows)]
    return min(split, key=lambda at: (number[at], at), default=None)


def _cuts_at(row: Row, offset: int) -> bool:
    return any(cut.left <= offset <= cut.right for cut in row.cuts)


def _around(text: str, offset: int) -> Mapping[str, object]:
    data = text.encode("utf-8", "replace")
    before, after = data[:offset].decode(), data[offset:].decode()
    return {"before": before[-AROUND:], "after": after[:AROUND]}
