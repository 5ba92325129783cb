"""What files are called that a reader saves of a walk."""

from __future__ import annotations

import re

LONGEST = 24  # characters of each part


def file_name(page: str, about: str) -> str:
    """The page and what it shows, without an ending; letters of all scripts, digits and ``-``.

    >>> file_name("train", "story_en"), file_name("encode", " 你好/../x")
    ('bpe-lab-train-story-en', 'bpe-lab-encode-你好-x')
    >>> file_name("encode", "?!")
    'bpe-lab-encode'
    """
    parts = (re.sub(r"[\W_]+", "-", part)[:LONGEST].strip("-") for part in (page, about))
    return "-".join(["bpe-lab", *filter(None, parts)])
