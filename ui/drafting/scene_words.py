"""A scene in one line: its page, its text and the moment, in the reader's language."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import parse_qsl, urlsplit

from bpe_core.runtime.packed_text import unpack
from bpe_lab.lessons.here import OWN_TEXTS
from bpe_lab.lessons.lesson import Step
from bpe_lab.lessons.links import page_of
from bpe_lab.pages import PAGES
from bpe_lab.text import catalogue, language, t
from ui.drafting.moments import moment_words
from ui.page.tab_title import shortened

MOST_TEXT = 20_000  # characters of a text of the reader's own
SEPARATOR = " · "


def scene_line(step: Step) -> str:
    """Plain text, never markup."""
    return SEPARATOR.join(_parts(step))


def _parts(step: Step) -> Iterator[str]:
    page = step.page if step.exercise else page_of(step.link)
    yield t(f"page.{page}") if page in PAGES else shortened(page)
    if step.exercise:
        yield t("draft.exercise", level=step.level, seed=step.seed)
        return
    query = dict(parse_qsl(urlsplit(step.link).query, keep_blank_values=True))
    if text := _text(query):
        yield text
    if step.at:
        yield moment_words(step.at)


def _text(query: Mapping[str, str]) -> str:
    """What the text is called that the link chooses."""
    for option, own in OWN_TEXTS.items():
        if query.get(option) == "own":
            return shortened(unpack(MOST_TEXT)(query.get(own, "")) or "")
        if option in query:
            name = query[option]
            return shortened(catalogue(language()).get(f"sample.{name}", name))
    return ""
