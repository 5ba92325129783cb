"""Links of lessons: paths within the app, with the options of their page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from bpe_core.errors import BPELabError
from bpe_lab.fields import Choice, Field, Number, Switch
from bpe_lab.lessons.lesson_errors import (
    LessonChoiceError,
    LessonLinkError,
    LessonNumberError,
    LongLessonTextError,
    UnknownLinkOptionError,
    UnknownPageError,
)
from bpe_lab.pages import PAGES

MOST_OPTIONS = 30
LONGEST = 8000  # characters of a value


def address(link: str, more: Mapping[str, str]) -> str:
    """``link`` with ``more`` options.

    >>> address("/train?text=low", {"at": "end"}), address("/why", {})
    ('/train?text=low&at=end', '/why')
    """
    if not more:
        return link
    return f"{link}{'&' if '?' in link else '?'}{urlencode(more)}"


def page_of(link: str) -> str:
    """The page of a link, whether or not there is one of that name.

    >>> page_of("/train?text=low")
    'train'
    """
    return link.partition("?")[0].removeprefix("/")


def link_errors(link: str, line: int, key: str) -> Iterator[BPELabError]:
    """What is wrong with ``link``, which stands in ``line`` as the value of ``key``."""
    options = _options(link)
    if options is None:
        yield LessonLinkError(line=line, key=key, link=link)
        return
    page = page_of(link)
    if page not in PAGES:
        yield UnknownPageError(line=line, key=key, page=page, known=", ".join(PAGES))
        return
    known = PAGES[page].options
    for option, value in options:
        if option not in known:
            names = ", ".join(sorted(known)) or "–"
            yield UnknownLinkOptionError(
                line=line, key=key, option=option, page=page, known=names
            )
        elif error := wrong_value(known[option], value, line, f"{key} {option}"):
            yield error


def wrong_value(field: Field[Any], value: str, line: int, key: str) -> BPELabError | None:
    """What is wrong with ``value`` in ``line``, if anything.

    >>> print(wrong_value(Number("merges", 2, 1, 9), "10", 4, "step[1].link merges"))
    line 4, step[1].link merges: '10' is no whole number from 1 to 9
    """
    if isinstance(field, Choice | Switch) and field.read(value) is None:
        known = ", ".join(("1", "0") if isinstance(field, Switch) else field.options)
        return LessonChoiceError(line=line, key=key, value=value, known=known)
    if isinstance(field, Number) and field.read(value) is None:
        low, high = field.low, field.high
        return LessonNumberError(line=line, key=key, value=value, low=low, high=high)
    if len(value) > LONGEST:
        return LongLessonTextError(line=line, key=key, size=len(value), limit=LONGEST)
    return None


def _options(link: str) -> list[tuple[str, str]] | None:
    """The options of a path like ``/train?text=low``; None for anything else."""
    if not link.isascii() or not link.isprintable() or " " in link:
        return None
    try:
        parts = urlsplit(link)
        options = parse_qsl(
            parts.query,
            keep_blank_values=True,
            strict_parsing=bool(parts.query),
            errors="strict",
            max_num_fields=MOST_OPTIONS,
        )
    except ValueError:
        return None
    names = [name for name, _ in options]
    return options if _is_path(parts, link) and len(set(names)) == len(names) else None


def _is_path(parts: SplitResult, link: str) -> bool:
    """Whether it stays within the app: no scheme, no server, no fragment, one name."""
    elsewhere = parts.scheme or parts.netloc or parts.fragment
    return not elsewhere and link.startswith("/") and parts.path.count("/") == 1
