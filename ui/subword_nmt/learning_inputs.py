"""What the subword-nmt page learns from: a small text or a dictionary, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core.errors import InputError, Notice
from bpe_core.systems.subword_nmt.words import count_words, read_dictionary
from bpe_core.texts.corpus import sample
from bpe_lab.pages import (
    CODES,
    DICTIONARY,
    MIN_FREQUENCY,
    OWN,
    OWN_LEARNED,
    STORIES,
    SUBWORD_TEXT,
    UPLOAD,
)
from bpe_lab.text import t
from ui.page.fields import link, number, select_box, toggle
from ui.page.text_inputs import chosen_text

# Words with their counts, as the paper gives its example (Sennrich et al. 2016).
PRESETS: Mapping[str, Mapping[str, int]] = {
    "paper": {"low": 5, "lower": 2, "newest": 6, "widest": 3},
    "refill": {"the": 90, "newest": 6, "low": 5, "widest": 3, "then": 3, "lower": 2},
    "runs": {"xxxy": 5, "xxxxy": 3},
    "banana": {"banana": 4, "bandana": 3, "ban": 2},
}
LINES = {
    "paper": "lowest newer löw",
    "refill": "lowest newer löw",
    "runs": "xxxxxy xyx",
    "banana": "bandanas cabana",
}
LINE_SIZE = 60  # characters of a text's beginning


@dataclass(frozen=True, slots=True)
class Learning:
    """What to learn from and how; ``words`` in the order of first occurrence.

    ``name`` is what the link calls it, ``line`` an example to segment.
    """

    name: str
    words: tuple[tuple[str, int], ...]
    num_merges: int
    min_frequency: int
    line: str


def learning_inputs(notices: list[Notice]) -> Learning | None:
    """The row of inputs; None while a file is still to be chosen.

    Adds to ``notices``; raises the errors of `bpe_core` for wrong settings.
    """
    with st.container(key="inputs"):
        left, middle, right = st.columns([5, 2, 2], vertical_alignment="bottom")
        with left:
            name = select_box(SUBWORD_TEXT, notices)
        with middle:
            merges = number(CODES, notices)
        with right, st.popover(t("input.options"), width="stretch"):
            least = number(MIN_FREQUENCY, notices)
            is_of_reader = name in (OWN, UPLOAD)
            has_counts = toggle(
                DICTIONARY,
                notices,
                label=t("input.dictionary"),
                about=t("input.dictionary_help"),
                disabled=not is_of_reader,
            )
        words = _words(name, notices, is_dictionary=is_of_reader and has_counts)
    if words is None:
        return None
    if not words:
        raise InputError("empty_text")
    line = LINES.get(name) or example_line(words)
    assert merges is not None, "an emptied field means the default"
    assert least is not None, "likewise"
    return Learning(name, tuple(words.items()), merges, least, line)


def example_line(words: Mapping[str, int]) -> str:
    """The first words of a text, as many as fit into a line; of a long one its beginning.

    >>> example_line({"low": 5, "lower": 2})
    'low lower'
    """
    line = ""
    for word in words:
        if line and len(line) + len(word) >= LINE_SIZE:
            break
        line = f"{line} {word}".strip()
    return line[:LINE_SIZE]


def _words(
    name: str, notices: list[Notice], *, is_dictionary: bool
) -> Mapping[str, int] | None:
    if name in PRESETS:
        link(OWN_LEARNED.param, None)
        return PRESETS[name]
    if name in STORIES:
        link(OWN_LEARNED.param, None)
        return count_words(sample(name).text)
    corpus = chosen_text(name, notices, own=OWN_LEARNED)
    if corpus is None:
        return None
    notices += corpus.notices()
    if is_dictionary:
        return read_dictionary(corpus.text.encode(), file=t(f"subword_text.{name}"))
    return count_words(corpus.text)
