"""The words that BytePiece's first cut makes of the lesson's text, which come along counted.

``python -m scripts.lesson_words`` has cut it, and writes the file again.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path

from bpe_core.errors import FormatError
from bpe_core.formats.model_files import json_of

FILE = Path(__file__).with_name("lesson_words.json")


def lesson_words() -> Mapping[bytes, int]:
    """Each with its count; raises ``FormatError``."""
    return counts_in(FILE.read_bytes(), FILE.name)


def counts_in(data: bytes, file: str) -> Mapping[bytes, int]:
    """An object of words and counts.

    >>> counts_in(b'{"low": 2}', "a.json")
    {b'low': 2}
    >>> counts_in(b'{"low": 0}', "a.json")
    Traceback (most recent call last):
    bpe_core.errors.FormatError: a.json, words: an object of counts from 1 on
    """
    words = json_of(file, data)
    if not isinstance(words, dict) or not all(
        type(count) is int and count > 0 for count in words.values()
    ):
        raise FormatError(file=file, where="words", rule="an object of counts from 1 on")
    return {word.encode(): count for word, count in words.items()}
