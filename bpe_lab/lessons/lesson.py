"""A lesson: a row of steps through the app, in one language or several."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from types import MappingProxyType
from typing import Literal, TypeAlias, get_args
from urllib.parse import urlencode

from bpe_lab.exercises.draw import exercise_name
from bpe_lab.html_pages import LANGS, Lang
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import PAGE_OF_EXERCISE

VERSION = 1  # of the file
Mode: TypeAlias = Literal["watch", "predict", "do"]
MODES: tuple[Mode, ...] = get_args(Mode)
MOST_LEVEL, MOST_MINUTES = 5, 240


@dataclass(frozen=True, slots=True)
class Wording:
    """What people read, in the languages that it is written in; plain text, never markup.

    >>> Wording({"en": "Ties", "zh": "平局"}).text("zh"), Wording({"en": "Ties"}).text("zh")
    ('平局', 'Ties')
    """

    by_language: Mapping[Lang, str] = field(default_factory=lambda: MappingProxyType({}))

    def text(self, language: str) -> str:
        """In ``language``; else in the first of those that it has; empty where it has none."""
        texts = {str(name): text for name, text in self.by_language.items()}
        return texts.get(language, next(iter(texts.values()), ""))

    @property
    def languages(self) -> tuple[Lang, ...]:
        """Those that it is written in, in their fixed order."""
        return tuple(each for each in LANGS if each in self.by_language)

    def __bool__(self) -> bool:
        return bool(self.by_language)


NOTHING = Wording()


@dataclass(frozen=True, slots=True, kw_only=True)
class Step:
    """One step: a scene, which is a ``link``, or an ``exercise``.

    ``at`` is the moment of the scene's walk that is shown, ``until`` the last one of the scene.
    ``title`` names the step in a list, ``text`` is for the reader, ``note`` for the lecturer
    alone; ``ask`` is for the hall, and ``answer`` answers it. What is not given is empty.
    """

    link: str = ""
    at: Moment | None = None
    until: Moment | None = None
    mode: Mode = "watch"
    exercise: str = ""
    level: int = 1
    seed: str = ""
    script: str = "latin"
    title: Wording = NOTHING
    text: Wording = NOTHING
    note: Wording = NOTHING
    ask: Wording = NOTHING
    answer: Wording = NOTHING

    @property
    def page(self) -> str:
        """The name of the page that it opens.

        >>> Step(link="/train?text=low").page, Step(exercise="trace.encode").page
        ('train', 'encode')
        """
        return self.address.lstrip("/").partition("?")[0]

    @property
    def address(self) -> str:
        """The path in the app that opens it, its moment included.

        >>> Step(link="/train?text=low", at=Moment.read("merge 2, choose")).address
        '/train?text=low&at=merge+2%2C+choose'
        >>> Step(exercise="trace.linked", level=2, seed="17F3").address
        '/linked?exercise=2-17F3'
        """
        if self.exercise:
            name = exercise_name(self.level, self.seed, self.script)
            return address("/" + PAGE_OF_EXERCISE[self.exercise], {"exercise": name})
        return address(self.link, {"at": str(self.at)} if self.at else {})


@dataclass(frozen=True, slots=True, kw_only=True)
class Lesson:
    """A whole lesson; ``id`` is its file's name without the ending.

    ``level`` is 1 to 5, from the easiest on. ``outcomes`` say what one can do afterwards.
    """

    title: Wording
    level: int
    minutes: int
    outcomes: tuple[Wording, ...]
    steps: tuple[Step, ...]
    id: str = ""

    @property
    def asking(self) -> tuple[int, ...]:
        """The numbers from 0 of the steps with marked questions: exercises and predictions."""
        return tuple(
            number
            for number, step in enumerate(self.steps)
            if step.exercise or step.mode == "predict"
        )

    @property
    def languages(self) -> tuple[Lang, ...]:
        """Those of its title, in which all of it is written."""
        return self.title.languages


def address(link: str, more: Mapping[str, str]) -> str:
    """``link`` with ``more`` options.

    >>> address("/train?text=low", {"at": "end"}), address("/why", {})
    ('/train?text=low&at=end', '/why')
    """
    if not more:
        return link
    return f"{link}{'&' if '?' in link else '?'}{urlencode(more)}"
