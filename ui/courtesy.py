"""Long work in the server's process gives way to the pages of other readers.

Python's threads take turns: a page that is drawn beside long work has the interpreter for half
of the time. Work that pauses between its parts leaves most of it to the page.
"""

from __future__ import annotations

from time import sleep

MOMENT = 0.015  # seconds, about half of what a page's run takes


def give_way() -> None:
    """Do nothing for a moment."""
    sleep(MOMENT)
