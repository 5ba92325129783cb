"""The texts that systems learn from: built-in ones and the reader's files."""

from __future__ import annotations

import re
from functools import cache

from bpe_core.errors import NoLibraryError
from bpe_core.texts.corpus import sample
from bpe_core.texts.standard_library import library_bytes
from bpe_lab.text import catalogue
from ui.page.text_inputs import MB

LIBRARY = {"library_1m": MB, "library_130k": 133_000, "library": None}
HELP = "help"
OURS = {"lab_en": "en", "lab_zh": "zh"}  # this lab's own texts, by language
STORIES = ("story_en", "story_zh")
UPLOADS = ("upload", "upload_2")


@cache
def built_in(name: str) -> bytes:
    """A built-in text as UTF-8, made once for all readers; raises ``NoLibraryError``.

    >>> "分词" in built_in("lab_zh").decode()
    True
    """
    if name in LIBRARY:
        return library_bytes(LIBRARY[name])
    if name == HELP:
        return _help().encode()
    return _ours(OURS[name]).encode() if name in OURS else sample(name).text.encode()


def _help() -> str:
    """What Python's ``help()`` has to say: English prose, as old as this Python."""
    try:
        from pydoc_data.topics import topics
    except ImportError as error:  # left out of some small installations
        raise NoLibraryError(folder="pydoc_data") from error
    return "\n\n".join(topics.values())


def _ours(language: str) -> str:
    """The sentences of the catalogue, without their placeholders, a line each."""
    texts = (re.sub(r"\{\w+(:[^}]*)?\}", "", text) for text in catalogue(language).values())
    return (
        "\n".join(text for text in texts if " " in text or "，" in text or "。" in text) + "\n"
    )
