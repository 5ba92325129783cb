"""What can be wrong in a lesson file: one error, whose ``rule`` names the mistake."""

from __future__ import annotations

import unicodedata
from typing import ClassVar

from bpe_core.errors import BPELabError, InputError, short_message
from bpe_lab.html_pages import page_words


class LessonError(InputError):
    """A mistake: its ``rule``, ``line`` and ``key``, and what the sentence of that rule names.

    The sentences are in ``words``, and so are the rules.

    >>> print(LessonError("lone_key", line=3, key="step[1].at", other="link"))
    Line 3, step[1].at: this key has a meaning only beside link.
    """

    messages: ClassVar = page_words(__package__, "words", "en")["LessonError"]

    def __str__(self) -> str:
        return sentence(self, "en")


def sentence(problem: BPELabError, language: str) -> str:
    """The sentence for ``problem``; an error of elsewhere says its own, in English.

    What the file itself says stands in it without control characters.
    """
    if isinstance(problem, LessonError):
        words = page_words(__package__, "words", language)[LessonError.__name__]
        text = short_message(words[problem.rule], problem.values)
    else:
        text = str(problem)
    return "".join("\ufffd" if unicodedata.category(c)[0] == "C" else c for c in text)
