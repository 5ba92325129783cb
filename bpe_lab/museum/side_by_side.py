"""An exhibit's run beside the right one on the same text, step by step, until they part."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest

from bpe_lab.museum.exhibit import Exhibit, WrongEncoder
from bpe_lab.museum.parts import count_pairs, ranks_of
from bpe_lab.museum.rows import Row
from bpe_lab.museum.runs import runs
from bpe_lab.museum.steps import Learned, Merged, Step


@dataclass(frozen=True, slots=True)
class Side:
    """One run after a step; the step is None where that run has ended, and at the start.

    ``figure`` is, of a trainer's pair, how often it stood in the text's pre-tokens at that
    moment; of an encoder's, its rank.
    """

    row: Row
    step: Step | None = None
    figure: int | None = None


@dataclass(frozen=True, slots=True)
class Moment:
    """Both runs after ``number`` steps."""

    number: int
    wrong: Side
    right: Side

    @property
    def parts(self) -> bool:
        """Whether the two part with this step."""
        return self.wrong.step != self.right.step


def side_by_side(exhibit: Exhibit, text: str) -> Iterator[Moment]:
    """The start, all steps that are the same, and the first that is not.

    >>> from bpe_lab.museum import EXHIBITS
    >>> for moment in side_by_side(EXHIBITS["dictionary_order"], "aab"):
    ...     print(moment.wrong.step, moment.right.step, moment.parts)
    None None False
    Learned(pair=(b'a', b'a')) Learned(pair=(b'a', b'b')) True
    """
    wrong_run, right_run = runs(exhibit, text)
    moment = Moment(0, Side(wrong_run.start), Side(right_run.start))
    yield moment
    steps = zip_longest(wrong_run.steps, right_run.steps)
    for number, (wrong, right) in enumerate(steps, 1):
        counted = moment.right.row  # as it was before this step
        moment = Moment(
            number,
            _side(exhibit, moment.wrong.row, wrong, counted),
            _side(exhibit, moment.right.row, right, counted),
        )
        yield moment
        if moment.parts:
            return


def _side(exhibit: Exhibit, row: Row, step: Step | None, counted: Row) -> Side:
    return Side(row.after(step), step, _figure(exhibit, step, counted))


def _figure(exhibit: Exhibit, step: Step | None, counted: Row) -> int | None:
    if isinstance(step, Learned):
        return count_pairs(word for _, word in counted.words())[step.pair]
    if isinstance(step, Merged) and isinstance(exhibit, WrongEncoder):
        return ranks_of(exhibit.merges).get(step.pair)
    return None
