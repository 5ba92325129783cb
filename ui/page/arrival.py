"""When a page opens: by a link, by the navigation, by the browser's Back or Forward."""

from __future__ import annotations

from dataclasses import dataclass

from bpe_lab.lessons.lesson import Mode
from bpe_lab.lessons.moment import Moment
from ui.page.links import SEEDED
from ui.page.one_entry import in_one_entry

VISIT = "visit"  # what is held until another page opens
_SCENE = "scene of a lesson"  # that the page shows, if it does


@dataclass(frozen=True, slots=True)
class Scene:
    """A scene of a lesson: its name, which no other has, and how it is shown.

    ``is_last`` of its lesson: there a page that asks before its figures asks all that it has.
    A walk begins at ``begins``, else where it starts, and is shown to ``until`` or to the
    step before ``before``, else to its end.
    """

    name: str
    mode: Mode = "watch"
    begins: Moment | None = None
    until: Moment | None = None
    before: Moment | None = None
    is_last: bool = False


def show_scene(scene: Scene | None) -> None:
    """Have the page show ``scene``, or none."""
    in_one_entry(VISIT)[_SCENE] = scene


def scene_here() -> Scene | None:
    """The scene that the page shows, if it does."""
    scene: Scene | None = in_one_entry(VISIT).get(_SCENE)
    return scene


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
