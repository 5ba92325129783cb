"""When a page opens: by a link, by the navigation, by the browser's Back or Forward."""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import Any, TypeVar

from bpe_lab.lessons.lesson import Mode
from bpe_lab.lessons.moment import Moment
from ui.page.fields import Inputs
from ui.page.session import held

Kind = TypeVar("Kind")


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


@dataclass(slots=True)
class Visit:
    """What is held until another page opens: values of small classes, one of each."""

    page: str | None = None
    scene: Scene | None = None
    of_page: dict[type, Any] = field(default_factory=dict)


def here(kind: type[Kind]) -> Kind:
    """This visit's one value of ``kind``, made without arguments at its first use."""
    of_page = held(Visit).of_page
    if kind not in of_page:
        of_page[kind] = kind()
    value: Kind = of_page[kind]
    return value


def show_scene(scene: Scene | None) -> None:
    """Have the page show ``scene``, or none."""
    held(Visit).scene = scene


def scene_here() -> Scene | None:
    """The scene that the page shows, if it does."""
    return held(Visit).scene


def arrive(page: str) -> None:
    """Let ``page`` read the address anew if the reader comes from another one."""
    visit = held(Visit)
    if visit.page != page:
        end_visit()
        visit.page = page


def end_visit() -> None:
    """Let the page read its link anew, whatever it shows."""
    visit = held(Visit)
    visit.page = visit.scene = None
    visit.of_page.clear()
    held(Inputs).seeded.clear()


def page_here() -> str:
    """The page that is open, by its address; empty for the first one."""
    return held(Visit).page or ""
