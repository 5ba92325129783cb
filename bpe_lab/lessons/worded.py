"""What is wrong with a lesson file, in the reader's language."""

from __future__ import annotations

import unicodedata

from bpe_core.errors import BPELabError
from bpe_core.short_message import short_message
from bpe_lab.html_pages import page_words


def sentence(problem: BPELabError, language: str) -> str:
    """The sentence for ``problem``; an error of elsewhere says its own, in English.

    What the file itself says stands in it without control characters.

    >>> from bpe_lab.lessons.lesson_errors import LoneKeyError
    >>> sentence(LoneKeyError(line=3, key="step[1].at", other="link"), "en")
    'Line 3, step[1].at: this key has a meaning only beside link.'
    """
    template = page_words(__package__, "words", language).get(type(problem).__name__)
    text = short_message(template, problem.values) if template else str(problem)
    return "".join("\ufffd" if unicodedata.category(c)[0] == "C" else c for c in text)
