"""Translatable parts of error messages: a key with values."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import ClassVar


@dataclass(frozen=True, slots=True)
class Phrase:
    """A key of ``english`` and the values of its placeholders.

    Catalogues of other languages have the same keys in the table named ``section``.
    """

    section: ClassVar[str]
    english: ClassVar[Mapping[str, str]]

    key: str
    values: Mapping[str, object] = field(default_factory=dict)

    def __str__(self) -> str:
        return self.english[self.key].format(**self.values)
