"""A moment as a person says it, in the reader's language, and read back from that."""

from __future__ import annotations

import re
import unicodedata
from collections.abc import Iterator

from bpe_core.errors import MomentError
from bpe_lab.lessons.moment import Moment
from bpe_lab.pages import Page
from bpe_lab.text import catalogue, language, t

PREPARED = ("merge", "part")  # whose number 0 is what comes before the first
EDGES = ("start", "end")


def moment_words(moment: Moment) -> str:
    """A kind of step that nobody knows stands as it is."""
    if moment.is_edge:
        return t(f"draft.moment.{moment.unit}")
    unit = f"draft.moment.{moment.unit}"
    is_known = unit in catalogue(language())
    group = t(unit, number=moment.number) if is_known else str(moment)
    if moment.number == 0 and moment.unit in PREPARED:
        group = t("draft.moment.before")
    if not moment.kind or not is_known:
        return group
    nth = f" {moment.nth}" if moment.nth > 1 else ""
    return t("draft.moment.kind", group=group, kind=kind_words(moment.kind) + nth)


def kind_words(kind: str) -> str:
    """What a kind of step is called."""
    words = catalogue(language())
    keys = (f"draft.kind.{kind}", f"goal.{kind}", f"mark.{kind}")
    return next((words[key] for key in keys if key in words), kind)


def read_moment(typed: str, page: Page) -> Moment:
    """What ``typed`` names of this page's walks: as a lesson's file has it, or as
    ``moment_words`` says it, with any spaces and commas; raises ``MomentError``.
    """
    try:
        return Moment.read(typed)
    except MomentError:
        for moment in _with_the_numbers_of(typed, page):
            if _bare(moment_words(moment)) == _bare(typed):
                return moment
        raise


def _with_the_numbers_of(typed: str, page: Page) -> Iterator[Moment]:
    yield from map(Moment, EDGES)
    number, nth, *_ = [*map(int, re.findall(r"\d{1,6}", _bare(typed))), 0, 0]
    for unit in page.units:
        for kind in ("", *page.kinds):
            yield Moment(unit, number, kind, max(nth, 1))


def _bare(words: str) -> str:
    """Letters and digits alone, wide ones as narrow ones."""
    folded = unicodedata.normalize("NFKC", words).casefold()
    return "".join(character for character in folded if character.isalnum())
