"""Leading the browser to another page, even if a message of it was already on its way.

What the browser sends before it has heard where it is led carries the address that it is led
from. To follow that would undo the way; so for a moment such an address is an old one, and the
way is opened once more. The same holds where a reader has pressed another page's title and, at
once, something on the page that is still there.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from pathlib import Path
from time import monotonic
from typing import NoReturn
from urllib.parse import parse_qsl, urlencode

import streamlit as st

from bpe_lab.text import language
from ui.page.presenting import PRESENT, is_presenting
from ui.page.session import held
from ui.serving.streamlit_private import of_browser

PAGE_FILES = Path(__file__).parents[2] / "pages"
HOME = "home"
WALKED = "step"  # the player writes it there by itself
# seconds for a drawn page to reach the browser
UNTIL_HEARD = 1.0
LONGEST = 10.0  # seconds for a page to be drawn, on a server that has just been started

Query = Mapping[str, str]
Goal = tuple[str, Query]  # a page and what its address says


@dataclass(slots=True)
class _Left:
    """A page and its query that the browser is led from, to ``goal`` if to another page."""

    page: str
    query: Query
    goal: Goal | None = None
    until: float = 0.0
    is_reached: bool = False


@dataclass(slots=True)
class Leading:
    """Where the browser is led, and from where.

    ``page`` and ``address`` are those of the latest message; ``arrives``: it is the one that
    the way itself has begun. ``left`` is an address that the browser is led from, ``behind``
    one that the reader has just left, ``drawn`` what was drawn last; ``goal`` is to be opened
    once more.
    """

    page: str = ""
    address: str = ""
    arrives: bool = False
    left: _Left | None = None
    behind: _Left | None = None
    drawn: _Left | None = None
    goal: Goal | None = None


def settle_address(page: str) -> bool:
    """Take note of the address, before it is changed, and say whether it is an old one."""
    leading = held(Leading)
    address, is_by_history = _asked()
    leading.page, leading.address, leading.arrives = page, address, False
    if is_by_history:
        leading.left = None
    left, query = leading.left, _query(address)
    if left is not None and monotonic() < left.until:
        if left.goal == (page, query):
            leading.arrives, left.is_reached = not left.is_reached, True
            return False
        if (left.page, left.query) == (page, query):
            leading.goal = left.goal
            return True
    return _is_behind(page, query, is_by_history=is_by_history)


def _is_behind(page: str, query: Query, *, is_by_history: bool) -> bool:
    """Whether readers have just left this address by themselves; else note what they leave.

    subtle: Streamlit's navigation drops the query, and the shell writes one into every address.
    So who goes back at once has another address than a message of the page that was left.
    """
    leading = held(Leading)
    behind = None if is_by_history else leading.behind
    is_recent = behind is not None and monotonic() < behind.until
    if behind and behind.goal and is_recent and (behind.page, behind.query) == (page, query):
        leading.goal = behind.goal[0], {**behind.goal[1], **_everywhere()}
        return True
    drawn = leading.drawn
    if drawn is not None and drawn.page != page:
        goal = (page or HOME, query)
        leading.behind = replace(drawn, goal=goal, until=monotonic() + LONGEST)
    return False


def is_arrival() -> bool:
    """Whether this run is the one that the way itself has begun, not a message's."""
    return held(Leading).arrives


def end_of_run() -> None:
    """The page is drawn whole: soon the browser has it."""
    leading = held(Leading)
    query = {name: value for name, value in st.query_params.items() if name != WALKED}
    leading.drawn = _Left(leading.page, query)
    for left in (leading.left, leading.behind):
        if left is not None:
            left.until = min(left.until, monotonic() + UNTIL_HEARD)


def query_left() -> Query:
    """What the address that is left said, until the browser has heard where it is led."""
    left = _under_way()
    return left.query if left else {}


def query_ahead() -> Query:
    """What the address says where it is led, until it has heard."""
    left = _under_way()
    return left.goal[1] if left and left.goal else {}


def leave_address() -> None:
    """What the address of this press says holds no longer; for callbacks."""
    held(Leading).address, _ = _asked()
    _leave(None)


def lead_to(page: str, query: Query | None = None) -> NoReturn:
    """Open ``page``, by its file's name; its address says ``query`` and what all pages' say."""
    goal = (page, {**(query or {}), **_everywhere()})
    _leave(goal)
    _open(goal)


def lead_again() -> None:
    """Open the page anew that the old address was left for, if there is one."""
    leading = held(Leading)
    goal, leading.goal = leading.goal, None
    if goal is not None:
        _open(goal)


def _everywhere() -> Query:
    return {"lang": language(), **({"mode": PRESENT} if is_presenting() else {})}


def _asked() -> tuple[str, bool]:
    """The query of the address that the browser is at, and whether Back or a link led there."""
    query, is_by_history = of_browser()
    return urlencode(st.query_params) if query is None else query, is_by_history


def _query(address: str) -> Query:
    query = dict(parse_qsl(address, keep_blank_values=True))
    query.pop(WALKED, None)
    return query


def _leave(goal: Goal | None) -> None:
    leading = held(Leading)
    leading.left = _Left(leading.page, _query(leading.address), goal, monotonic() + LONGEST)


def _under_way() -> _Left | None:
    left = held(Leading).left
    return left if left is not None and monotonic() < left.until else None


def _open(goal: Goal) -> NoReturn:
    page, query = goal
    st.switch_page(str(PAGE_FILES / f"{page}.py"), query_params=dict(query))
