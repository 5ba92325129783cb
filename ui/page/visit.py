"""What lasts until another page opens: the lesson's scene, the walk's moment, the title.

A page opens by a link, by the navigation, by the browser's Back or Forward.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, TypeVar

from bpe_lab.lessons.lesson import Mode
from bpe_lab.lessons.moment import Moment
from bpe_lab.text import catalogue, fill, language
from ui.page.fields import Inputs
from ui.page.session import held

Kind = TypeVar("Kind")
LONGEST_TITLE = 32  # letters of a text in a title
CUT = "…"
MOST_TITLES = 1000  # titles kept: each run asks for the page's twice


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


@dataclass(slots=True)
class Title:
    """The text that the page shows, as the tab's title names it."""

    about: str = ""


def name_text(text: str) -> None:
    """Let the title of this page's tab name ``text``."""
    here(Title).about = shortened(text)


def tab_title(page: str) -> str:
    """``page`` with the text that it showed last, if it shows one."""
    return _title(language(), page, here(Title).about)


@lru_cache(MOST_TITLES)
def _title(language: str, page: str, about: str) -> str:
    text = catalogue(language)
    name = text["app.name"]
    if about:
        return fill(text["app.tab_about"], page=page, about=about, name=name)
    return fill(text["app.tab"], page=page, name=name)


def shortened(text: str) -> str:
    r"""The beginning of ``text`` in one line, without what has no shape of its own.

    >>> shortened("low  lower\n\u202enewest")
    'low lower newest'
    >>> shortened("a" * 40)
    'aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa…'
    """
    seen = "".join(each if each.isprintable() else " " for each in text[: 4 * LONGEST_TITLE])
    line = " ".join(seen.split())
    return line if len(line) <= LONGEST_TITLE else line[:LONGEST_TITLE].rstrip() + CUT
