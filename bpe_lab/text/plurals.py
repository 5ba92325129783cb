"""The noun that fits a number, by the rules of CLDR for the reader's language.

    {n:byte|bytes}                        the first for one, the second for any other number
    {n:one=bajt|few=bajty|other=bajtów}   by categories, for languages with more forms

The player reads the same templates, with its browser's copy of the same rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from numbers import Integral, Real

from babel import Locale
from babel.plural import PluralRule

OTHER = "other"


def noun(forms: str, value: object, tag: str) -> str:
    """The form for ``value`` in the language whose tag is ``tag``.

    >>> noun("byte|bytes", 1, "en"), noun("byte|bytes", 3, "en")
    ('byte', 'bytes')
    >>> [noun("one=bajt|few=bajty|other=bajtów", number, "pl") for number in (1, 2, 5)]
    ['bajt', 'bajty', 'bajtów']
    """
    named = by_category(forms)
    return named.get(category(value, tag), named[OTHER])


@cache
def by_category(forms: str) -> Mapping[str, str]:
    """The forms by category; two without names are those for one and for any other number.

    >>> by_category("byte|bytes")
    {'one': 'byte', 'other': 'bytes'}
    """
    parts = [form.partition("=") for form in forms.split("|")]
    if all(equals for _, equals, _ in parts):
        return {name: form for name, _, form in parts}
    one, other = forms.split("|")
    return {"one": one, OTHER: other}


def category(value: object, tag: str) -> str:
    """The plural category of a number; what is none has the category of any other number.

    >>> category(2, "pl"), category(2, "zh-CN"), category("2", "pl")
    ('few', 'other', 'other')
    """
    if not isinstance(value, Real):
        return OTHER
    return _category(int(value) if isinstance(value, Integral) else float(value), tag)


@lru_cache(maxsize=4096)
def _category(number: int | float, tag: str) -> str:
    """Kept, since a page says the same numbers again in every run."""
    return rule(tag)(number)


@cache
def rule(tag: str) -> PluralRule:
    """The language's rule."""
    return Locale.parse(tag, sep="-").plural_form
