"""The moment that a walk shows, said by the player in a run where somebody asks for it."""

from __future__ import annotations

from bpe_core.lessons.moment import Moment
from ui.page.one_entry import in_one_entry

ENTRY, IS_ASKED, MOMENT = "present moment", "is asked", "moment"


def ask_for_moment() -> None:
    """Have the page say it in its next run."""
    in_one_entry(ENTRY)[IS_ASKED] = True


def is_asked() -> bool:
    """Whether somebody waits for it."""
    return IS_ASKED in in_one_entry(ENTRY)


def say_moment(moment: Moment) -> None:
    """What the page's walk shows."""
    in_one_entry(ENTRY)[MOMENT] = moment


def take_moment() -> Moment | None:
    """What was said since it was asked for, if the page has a walk that has begun."""
    held = in_one_entry(ENTRY)
    moment: Moment | None = held.get(MOMENT)
    held.clear()
    return moment
