"""Pages of HTML that open without a server: a template, and words in several languages."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import Any, Literal, TypeAlias

from jinja2 import Environment, PackageLoader, StrictUndefined, Template

from bpe_core.errors import UnknownNameError

Language: TypeAlias = Literal["en", "zh"]
LANGUAGES: tuple[Language, ...] = ("en", "zh")


@cache
def template(package: str, name: str) -> Template:
    """A template beside the modules of ``package``; what it is given is escaped."""
    environment = Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    return environment.get_template(name)


@cache
def page_words(package: str, folder: str, language: str) -> Mapping[str, Any]:
    """The words of a package's pages: the file of ``language`` in its ``folder``.

    Raises ``UnknownNameError`` for a language that has none.
    """
    if language not in LANGUAGES:
        raise UnknownNameError.among("language", language, LANGUAGES)
    file = files(package) / folder / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
