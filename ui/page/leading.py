"""Leading the browser to another page, even if a message of it was already on its way.

What the browser sends before it has heard where it is led carries the address that it is led
from. To follow that would undo the way; so for a moment such an address is an old one, and the
way is opened once more.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from time import monotonic
from typing import NoReturn

import streamlit as st
from streamlit.runtime.scriptrunner_utils.script_run_context import get_script_run_ctx

from bpe_lab.text import language
from ui.page.one_entry import in_one_entry
from ui.page.presenting import PRESENT, is_presenting

PAGE_FILES = Path(__file__).parents[2] / "pages"
ENTRY, LATEST, LEFT, LED = "leading", "latest address", "address left", "led"
WALKED = "step"  # the player writes it there by itself
# seconds for a drawn page to reach the browser
UNTIL_HEARD = 1.0
LONGEST = 10.0  # seconds for a page to be drawn, on a server that has just been started

Address = tuple[str, Mapping[str, str]]  # page and query


@dataclass(slots=True)
class _Left:
    """An address that the browser is led from, to ``goal`` if to another page."""

    address: Address
    goal: Address | None
    until: float
    is_reached: bool = False


def settle_address(page: str) -> bool:
    """Take note of the address, before it is changed, and say whether it is an old one."""
    held = in_one_entry(ENTRY)
    held[LATEST] = address = (page, _query())
    held[LED] = False
    if _goes_back():
        held.pop(LEFT, None)
    if not _is_under_way():
        return False
    left = _left()
    if left.goal == address:
        held[LED], left.is_reached = not left.is_reached, True
        return False
    return left.address == address


def is_led() -> bool:
    """Whether this run is the one that the way itself has begun, not a message's."""
    return bool(in_one_entry(ENTRY).get(LED))


def end_of_run() -> None:
    """The page is drawn whole: soon the browser has it."""
    if LEFT in in_one_entry(ENTRY):
        _left().until = min(_left().until, monotonic() + UNTIL_HEARD)


def query_left() -> Mapping[str, str]:
    """What the address that is left said, until the browser has heard where it is led."""
    return _left().address[1] if _is_under_way() else {}


def query_ahead() -> Mapping[str, str]:
    """What the address says where it is led, until it has heard."""
    goal = _left().goal if _is_under_way() else None
    return goal[1] if goal else {}


def leave_address() -> None:
    """What the address of this press says holds no longer; for callbacks."""
    page, _ = in_one_entry(ENTRY)[LATEST]
    _leave((page, _query()), None)


def lead_to(page: str, query: Mapping[str, str] | None = None) -> NoReturn:
    """Open ``page``, by its file's name; its address says ``query`` and what all pages' say."""
    everywhere = {"lang": language(), **({"mode": PRESENT} if is_presenting() else {})}
    goal = (page, {**(query or {}), **everywhere})
    _leave(in_one_entry(ENTRY)[LATEST], goal)
    _open(goal)


def lead_again() -> None:
    """Open the page anew that the old address was left for, if there is one."""
    if goal := _left().goal:
        _open(goal)


def _goes_back() -> bool:
    """Whether the reader pressed Back, Forward or a link of ours. Seen with Streamlit 1.67."""
    return bool(getattr(get_script_run_ctx(), "is_history_navigation", False))


def _query() -> Mapping[str, str]:
    return {name: value for name, value in st.query_params.items() if name != WALKED}


def _leave(address: Address, goal: Address | None) -> None:
    in_one_entry(ENTRY)[LEFT] = _Left(address, goal, monotonic() + LONGEST)


def _is_under_way() -> bool:
    return LEFT in in_one_entry(ENTRY) and monotonic() < _left().until


def _left() -> _Left:
    left: _Left = in_one_entry(ENTRY)[LEFT]
    return left


def _open(goal: Address) -> NoReturn:
    page, query = goal
    st.switch_page(str(PAGE_FILES / f"{page}.py"), query_params=dict(query))
