"""What people read, in their language: ``t("key", name=value)``.

The catalogues ``en.toml`` and ``zh.toml`` hold the same keys with the same placeholders.
"""

from __future__ import annotations

import string
import tomllib
from collections.abc import Iterable, Iterator, Mapping
from functools import cache
from pathlib import Path
from typing import Any

import streamlit as st

LANGUAGES = ("en", "zh")
NAMES = {"en": "EN", "zh": "中文"}
DEFAULT = "en"


@cache
def catalogue(language: str) -> Mapping[str, str]:
    """All texts of a language by dotted key.

    >>> catalogue("zh")["goal.merge"]
    '合并'
    """
    with (Path(__file__).parent / f"{language}.toml").open("rb") as file:
        return dict(_flat(tomllib.load(file)))


def _flat(table: Mapping[str, Any], prefix: str = "") -> Iterator[tuple[str, str]]:
    for key, value in table.items():
        if isinstance(value, str):
            yield prefix + key, value
        else:
            yield from _flat(value, f"{prefix}{key}.")


@cache
def section(language: str, *prefixes: str) -> Mapping[str, str]:
    """The texts whose keys begin with one of ``prefixes``."""
    wanted = tuple(f"{prefix}." for prefix in prefixes)
    return {key: text for key, text in catalogue(language).items() if key.startswith(wanted)}


def language() -> str:
    """The reader's language: the session's, which the shell has settled, else English."""
    chosen = st.session_state.get("lang", DEFAULT)
    return chosen if chosen in LANGUAGES else DEFAULT


def preferred(asked: str | None, locale: str | None) -> str:
    """The language to begin with: the link's, else the browser's, else English.

    >>> preferred(None, "zh-CN"), preferred("en", "zh-CN"), preferred("fr", None)
    ('zh', 'en', 'en')
    """
    if asked in LANGUAGES:
        return asked
    short = (locale or "").split("-")[0].lower()
    return short if short in LANGUAGES else DEFAULT


def t(key: str, /, **values: object) -> str:
    """The text of ``key`` in the reader's language, with its placeholders filled."""
    return fill(catalogue(language())[key], **values)


def joined(sentences: Iterable[str]) -> str:
    """Sentences one after another; Chinese puts no space between them."""
    return ("" if language() == "zh" else " ").join(sentences)


def fill(template: str, /, **values: object) -> str:
    """``template`` with values at ``{name}``; ``{n:one|many}`` also adds the fitting noun.

    >>> fill("{n:byte|bytes} of {name}", n=1, name="x")
    '1 byte of x'
    """
    return _FORMATTER.vformat(template, (), values)


class _NounFormatter(string.Formatter):
    """Format specs with a bar are nouns: the first for one, the second for any other number."""

    def format_field(self, value: Any, format_spec: str) -> Any:
        one, bar, many = format_spec.partition("|")
        if bar:
            return f"{self.format_field(value, '')} {one if value == 1 else many}"
        if type(value) is int and not format_spec and abs(value) >= 10_000:
            return f"{value:,}"  # as the player groups them
        return super().format_field(value, format_spec)


_FORMATTER = _NounFormatter()
