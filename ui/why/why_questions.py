"""What a reader can be asked before the three ways are compared."""

from __future__ import annotations

from collections.abc import Iterator

from bpe_core.encode.whole_text import encode
from bpe_core.exercises.figure_questions import most_tokens, unknown_words
from bpe_core.exercises.questions import Question
from bpe_core.model import BPEModel
from bpe_core.texts.word_lists import words_of
from ui.page.plain import as_code
from ui.scenes.glyphs import visible
from ui.scenes.why.three_ways import ThreeWays

MOST_WORDS = 60  # of the text, the first of which are chosen from
LONGEST = 24  # characters of one


def why_questions(ways: ThreeWays, text: str, model: BPEModel) -> list[Question | None]:
    """Which of its words takes most tokens, and how many words the list does not have."""
    tokens = {word: len(encode(model, word)) for word in _choosable(text)}
    words = ways.figures[0]
    return [
        most_tokens(tokens),
        unknown_words(words.unknown, words.length, words.vocabulary) if words.length else None,
    ]


def why_word(name: str, value: object) -> object:
    """A word as it is drawn, a number as it is."""
    if name in ("choice", "word", "right", "answer") and isinstance(value, str):
        return as_code(visible(value.encode()))
    return value


def _choosable(text: str) -> Iterator[str]:
    words = dict.fromkeys(words_of(text)[:MOST_WORDS])
    return (word for word in words if len(word) <= LONGEST and word.strip().isalpha())
