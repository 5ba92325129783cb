"""The same sentences in several languages: how unevenly a vocabulary serves them.

Article 1 of the Universal Declaration of Human Rights, by the language's code.
"""

from __future__ import annotations

import json
from collections.abc import Mapping
from functools import cache
from importlib.resources import files


@cache
def sentences() -> Mapping[str, str]:
    """The same in each language.

    >>> sentences()["zh"][:8]
    '人人生而自由，在'
    """
    data = files("bpe_core.texts").joinpath("samples", "article_one.json").read_bytes()
    by_language: dict[str, str] = json.loads(data)
    return by_language
