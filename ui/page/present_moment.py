"""The moment that a walk shows, said by the player in a run where somebody asks for it."""

from __future__ import annotations

from bpe_lab.lessons.moment import Moment
from ui.page.one_entry import in_one_entry

ENTRY, IS_ASKED, MOMENT, LEFT = "present moment", "is asked", "moment", "steps left"


def ask_for_moment() -> None:
    """Have the page say it in its next run."""
    in_one_entry(ENTRY)[IS_ASKED] = True


def is_asked() -> bool:
    """Whether somebody waits for it."""
    return IS_ASKED in in_one_entry(ENTRY)


def say_moment(moment: Moment | None, steps_left: int) -> None:
    """What the page's walk shows, if it has begun, and how many steps come after that."""
    held = in_one_entry(ENTRY)
    held[MOMENT], held[LEFT] = moment, steps_left


def take_moment() -> tuple[Moment | None, int]:
    """What was said since it was asked for; a page without a walk has nothing left."""
    held = in_one_entry(ENTRY)
    moment: Moment | None = held.get(MOMENT)
    steps_left: int = held.get(LEFT, 0)
    held.clear()
    return moment, steps_left
