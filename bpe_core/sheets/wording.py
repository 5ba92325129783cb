"""The words of sheets, a file per language."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Literal, TypeAlias

from bpe_core.errors import UnknownNameError

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")
Words: TypeAlias = Mapping[str, Mapping[str, str]]


@cache
def words(language: str) -> Words:
    """Sentences and heads by section and name.

    Raises ``UnknownNameError`` for a language that has none.

    >>> words("en")["cell"]["pair"]
    'pair'
    """
    if language not in LANGUAGES:
        raise UnknownNameError.among("language", language, LANGUAGES)
    file = files("bpe_core.sheets") / "words" / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
