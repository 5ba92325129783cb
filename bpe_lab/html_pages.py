"""Pages of HTML that open without a server: a template, and words in several languages."""

from __future__ import annotations

import os
import tomllib
from collections.abc import Mapping
from functools import cache
from importlib.resources import files
from typing import TYPE_CHECKING, Any, Literal, TypeAlias

from bpe_core.errors import UnknownNameError

if TYPE_CHECKING:
    from jinja2 import Environment, Template

Lang: TypeAlias = Literal["en", "zh"]
LANGS: tuple[Lang, ...] = ("en", "zh")
VARIABLES = ("BPE_LAB_LANG", "LC_ALL", "LC_MESSAGES", "LANG")  # the first that is set decides


def language_here(environment: Mapping[str, str] = os.environ) -> Lang:
    """The language of whoever runs this process, else English.

    >>> language_here({"LANG": "zh_CN.UTF-8"}), language_here({"LC_ALL": "C", "LANG": "zh_CN"})
    ('zh', 'en')
    """
    locale = next((environment[name] for name in VARIABLES if environment.get(name)), "")
    return next((each for each in LANGS if locale.lower().startswith(each)), "en")


@cache
def environment(package: str) -> Environment:
    """The templates beside the modules of ``package``; what they are given is escaped."""
    # subtle: in a browser words are read from here as well, and there is no jinja2.
    from jinja2 import Environment, PackageLoader, StrictUndefined

    return Environment(
        loader=PackageLoader(package, "."),
        autoescape=True,
        undefined=StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )


@cache
def template(package: str, name: str) -> Template:
    """One of them, compiled once."""
    return environment(package).get_template(name)


@cache
def page_words(package: str, folder: str, language: str) -> Mapping[str, Any]:
    """The words of a package's pages: the file of ``language`` in its ``folder``.

    Raises ``UnknownNameError`` for a language that has none.
    """
    if language not in LANGS:
        raise UnknownNameError.among("language", language, LANGS)
    file = files(package) / folder / f"{language}.toml"
    return tomllib.loads(file.read_text("utf-8"))
