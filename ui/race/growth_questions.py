"""What a reader can be asked before the growth is drawn: what twice the text costs."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_lab.exercises.figure_questions import factor
from bpe_lab.exercises.questions import Question
from bpe_lab.race.growth import growth_of
from bpe_lab.race.standing import Standing
from bpe_lab.text import t
from ui.charts.numbers import time_text, times_text

MOST_ASKED = 2  # lanes


def growth_questions(standing: Standing) -> Sequence[Question | None]:
    """The factor of the lane that grows most, and of the one that grows least."""
    grown = [
        (question.right, question)
        for growth in growth_of(standing)
        if growth.measure == "total" and (question := factor(growth.lane, growth.points))
    ]
    ranked = sorted(grown, key=lambda each: -max(int(str(answer)) for answer in each[0]))
    ends = ranked[:1] + ranked[1:][-1:]
    return [question for _, question in ends][:MOST_ASKED]


def growth_word(name: str, value: object) -> object:
    """Lanes, times and factors as the page writes them."""
    match name, value:
        case "lane", str():
            return t(f"lane.{value}.title")
        case (("first" | "last"), float()):
            return time_text(value)
        case "factor", float():
            return times_text(value)
        case (("choice" | "answer"), str()):
            return f"× {value}"
        case _:
            return int(value) if isinstance(value, float) else value
