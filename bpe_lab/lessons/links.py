"""Links of lessons: paths within the app, with the options of their page."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from urllib.parse import SplitResult, parse_qsl, urlencode, urlsplit

from bpe_core.errors import BPELabError
from bpe_lab.lessons.lesson_errors import (
    LessonLinkError,
    UnknownLinkOptionError,
    UnknownPageError,
)
from bpe_lab.lessons.pages import PAGES
from bpe_lab.lessons.values import wrong_value

MOST_OPTIONS = 30


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
