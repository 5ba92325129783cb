"""The table of a session, as both views show it."""

from __future__ import annotations

from dataclasses import dataclass

from ui.compare.compare_job import Comparing, session_table
from ui.page.job_page import JobPage
from ui.page.session import held


@dataclass(slots=True)
class LastTable:
    """The table that the session has seen last, for the view of one text."""

    comparing: Comparing | None = None


def page_of(comparing: Comparing | None) -> JobPage[Comparing]:
    """A table's page, in either view."""
    return JobPage(name="compare", texts="compare", own=session_table(), work=comparing)


def last_table() -> Comparing | None:
    """The table that the session has seen last."""
    return held(LastTable).comparing


def hold(comparing: Comparing) -> None:
    """Hold a table for the other view."""
    held(LastTable).comparing = comparing
