"""When a page opens: by a link, by the navigation, by the browser's Back or Forward."""

from __future__ import annotations

from ui.page.links import SEEDED
from ui.page.one_entry import in_one_entry

VISIT = "visit"  # what is held until another page opens
SCENE = "scene of a lesson"  # that the page shows, if it does


def arrive(page: str) -> None:
    """Let ``page`` read the address anew if the reader comes from another one."""
    visit = in_one_entry(VISIT)
    if visit.get("page") != page:
        visit.clear()
        visit["page"] = page
        in_one_entry(SEEDED).clear()


def page_here() -> str:
    """The page that is open, by its address; empty for the first one."""
    return str(in_one_entry(VISIT).get("page", ""))
