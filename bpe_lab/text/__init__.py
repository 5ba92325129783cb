"""What people read, in their language: ``t("key", name=value)``.

All catalogues hold the same keys with the same placeholders. Adding a language is its
catalogue and a row of ``LANGUAGES``.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextvars import ContextVar
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

from bpe_lab.html_pages import LANGS, page_words
from bpe_lab.text.plurals import noun
from bpe_lab.text.terms import plain
from bpe_lab.text.typography import NARROW, STOPS, numeral, spaced

FOLDER = Path(__file__).parent
DEFAULT = "en"
# What the command line says as well, by the first part of its keys.
BESIDE_THEIR_MODULES = {"error": "bpe_lab.lessons", "pattern_meaning": "bpe_core.pretokenize"}


@dataclass(frozen=True, slots=True)
class Language:
    """A language of the app: its ``name`` on the switch and its catalogue's ``file``.

    Numbers, plurals and screen readers go by ``tag`` (BCP 47). ``joiner`` stands between
    sentences; ``wide`` are its letters that are as wide as high (`typography.py`).
    """

    name: str
    file: str
    tag: str
    joiner: str = " "
    wide: str = ""


LANGUAGES: Mapping[str, Language] = {
    "en": Language("EN", "en.toml", "en"),
    "zh": Language("中文", "zh.toml", "zh-CN", joiner="", wide="\u2e80-\u9fff\uf900-\ufaff"),
}


@cache
def marked_catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by dotted key, with the marks of their terms (`terms.py`)."""
    with (FOLDER / LANGUAGES[language].file).open("rb") as file:
        texts = dict(_flat(tomllib.load(file)))
    return _words_of_the_core(language) | texts


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by dotted key, as they are read.

    >>> catalogue("zh")["goal.merge"]
    '合并'
    """
    return {key: plain(text) for key, text in marked_catalogue(language).items()}


def _words_of_the_core(language: str) -> dict[str, str]:
    """What the core has words for already; a language of the app alone brings its own."""
    if language not in LANGS:
        return {}
    return {
        key: words
        for part, package in BESIDE_THEIR_MODULES.items()
        for key, words in _flat(page_words(package, "words", language), f"{part}.")
    }


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")


@cache
def section(language: str, *prefixes: str, marks: bool = False) -> Mapping[str, str]:
    """The texts whose keys begin with one of ``prefixes``, with the marks of terms or not."""
    wanted = tuple(f"{prefix}." for prefix in prefixes)
    texts = marked_catalogue(language) if marks else catalogue(language)
    return {key: text for key, text in texts.items() if key.startswith(wanted)}


# The language of the run in this thread. A session's state, behind locks, took a twentieth of a
# page's time: a page asks for some hundred texts.
_of_this_run: ContextVar[str | None] = ContextVar("language", default=None)
_asked: list[Callable[[], str]] = []  # at most one


def speak(language: str) -> None:
    """Settle the language of this run."""
    _of_this_run.set(language if language in LANGUAGES else DEFAULT)


def ask_where_unsettled(ask: Callable[[], str]) -> None:
    """Have ``ask`` say the reader's language wherever none is settled."""
    _asked[:] = [ask]


def language() -> str:
    """The reader's language: as it is settled, else as whoever is asked says, else English."""
    settled = _of_this_run.get()
    if settled is not None:
        return settled
    chosen = _asked[0]() if _asked else DEFAULT
    return chosen if chosen in LANGUAGES else DEFAULT


def preferred(asked: str | None, locale: str | None) -> str:
    """The language to begin with: the link's, else the browser's, else English.

    >>> preferred(None, "zh-CN"), preferred("en", "zh-CN"), preferred("fr", None)
    ('zh', 'en', 'en')
    """
    if asked is not None and asked in LANGUAGES:
        return asked
    short = (locale or "").split("-")[0].lower()
    return short if short in LANGUAGES else DEFAULT


def t(key: str, /, **values: object) -> str:
    """The text of ``key`` in the reader's language, with its placeholders filled."""
    return fill(catalogue(language())[key], **values)


def marked(key: str) -> str:
    """The text of ``key``, which has no placeholders, with the marks of its terms."""
    return marked_catalogue(language())[key]


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after another, with what the language puts between them."""
    return LANGUAGES[language()].joiner.join(sentences)


def fill(template: str, /, **values: object) -> str:
    """``template`` with values at ``{name}``; ``{n:one|many}`` also adds the fitting `noun`.

    >>> fill("{n:byte|bytes} of {name}", n=1, name="x")
    '1 byte of x'
    """
    if "{" not in template and "}" not in template:  # most are asked for in every run
        return template
    return spaced(_pieces(template, values), LANGUAGES[language()].wide)


def _pieces(template: str, values: Mapping[str, object]) -> Iterator[str]:
    for literal, name, spec, _ in _FORMATTER.parse(template):
        yield literal
        if name is not None:
            value, _ = _FORMATTER.get_field(name, (), values)
            yield str(_FORMATTER.format_field(value, spec or ""))


def spacing(language: str) -> Mapping[str, str]:
    """What the player joins sentences by and sets values with (`typography.py`)."""
    of = LANGUAGES[language]
    letters = {"wide": of.wide, "narrow": NARROW, "stops": STOPS, "joiner": of.joiner}
    return {f"player.spacing.{name}": text for name, text in letters.items()}


def number_text(value: float, digits: int = 0) -> str:
    """A number as the reader's language groups it.

    >>> number_text(8192), number_text(2864.125, 2)
    ('8,192', '2,864.12')
    """
    return numeral(value, LANGUAGES[language()].tag, digits)


class _NounFormatter(string.Formatter):
    """Format specs with a bar are nouns."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        if "|" in format_spec:
            form = noun(format_spec, value, LANGUAGES[language()].tag)
            return f"{self.format_field(value, '')} {form}"
        if type(value) is int and not format_spec:
            return number_text(value)
        return super().format_field(value, format_spec)


_FORMATTER = _NounFormatter()
