"""What can be wrong in a lesson file: one error, whose ``rule`` names the mistake."""

from __future__ import annotations

import unicodedata
from typing import Literal, TypeAlias

from bpe_core.errors import BPELabError, InputError
from bpe_core.short_message import short_message
from bpe_lab.html_pages import page_words

# Each has its sentence under this name, in `words/en.toml` and in every other language.
Rule: TypeAlias = Literal[
    "syntax",  # what is not TOML
    "version",  # a lesson of another version
    "unknown_key",
    "missing_key",
    "missing_language",  # a text that lacks a language of the title
    "not_text",
    "long_text",
    "control_character",
    "number",
    "not_a_table",
    "not_a_list",
    "list_length",
    "choice",
    "link_or_exercise",  # a step with both or neither
    "lone_key",  # a key that needs another one
    "seed",
    "link",  # what is no path of the app
    "unknown_page",
    "unknown_option",
    "no_walk",  # a moment on a page without a walk
    "ends_early",
    "moment",
]


class LessonError(InputError):
    """A mistake: its ``rule``, ``line`` and ``key``, and what the sentence of that rule names.

    >>> print(LessonError(rule="lone_key", line=3, key="step[1].at", other="link"))
    Line 3, step[1].at: this key has a meaning only beside link.
    """

    message = "line {line}, {key}: {rule}"

    def __init__(self, *, rule: Rule, line: int, key: str, **values: object) -> None:
        super().__init__(rule=rule, line=line, key=key, **values)
        self.rule = rule

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
