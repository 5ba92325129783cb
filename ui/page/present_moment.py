"""The moment that a walk shows, said by the player in a run where somebody asks for it."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_lab.lessons.moment import Moment
from ui.page.session import held


@dataclass(slots=True)
class PresentMoment:
    """What the page's walk shows, if it has begun, and how many steps come after that."""

    is_asked: bool = False
    moment: Moment | None = None
    steps_left: int = 0


def ask_for_moment() -> None:
    """Have the page say it in its next run."""
    held(PresentMoment).is_asked = True


def is_asked() -> bool:
    """Whether somebody waits for it."""
    return held(PresentMoment).is_asked


def say_moment(moment: Moment | None, steps_left: int) -> None:
    """Note what the walk shows."""
    present = held(PresentMoment)
    present.moment, present.steps_left = moment, steps_left


def take_moment() -> tuple[Moment | None, int]:
    """What was said since it was asked for; a page without a walk has nothing left."""
    present = held(PresentMoment)
    answer = present.moment, present.steps_left
    present.is_asked, present.moment, present.steps_left = False, None, 0
    return answer
