"""What the subword-nmt page learns from: a small text or a dictionary, and how much."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import streamlit as st

from bpe_core.errors import EmptyTextError, Notice
from bpe_core.systems.subword_nmt.word_counts import count_words, read_dictionary
from bpe_core.texts.corpus import sample
from bpe_lab.text import t
from ui.page.fields import number
from ui.page.links import keep, remember, seed
from ui.page.text_inputs import MOST_COUNT, OWN, UPLOAD, chosen_text, text_choice

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
SAMPLES = ("story_en", "story_zh")
TEXTS = (*PRESETS, *SAMPLES)
MERGES, MOST_MERGES = 20, 2000
MIN_FREQUENCY = 2


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
            name = text_choice("subword_text", TEXTS, notices, names="subword_text")
        with middle:
            merges = number("codes", MERGES, 1, MOST_MERGES, notices)
        with right, st.popover(t("input.options"), width="stretch"):
            least = number("min_frequency", MIN_FREQUENCY, 1, MOST_COUNT, notices)
            is_dictionary = _dictionary_field(notices, disabled=name not in (OWN, UPLOAD))
        words = _words(name, notices, is_dictionary=is_dictionary)
    if words is None:
        return None
    if not words:
        raise EmptyTextError
    line = LINES.get(name) or example_line(words)
    return Learning(name, tuple(words.items()), merges or MERGES, least or MIN_FREQUENCY, line)


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
        keep("own_learned", None)
        return PRESETS[name]
    if name in SAMPLES:
        keep("own_learned", None)
        return count_words(sample(name).text)
    corpus = chosen_text(name, notices, own="own_learned")
    if corpus is None:
        return None
    notices += corpus.notices()
    if is_dictionary:
        return read_dictionary(corpus.text.encode(), file=t(f"subword_text.{name}"))
    return count_words(corpus.text)


def _dictionary_field(notices: list[Notice], *, disabled: bool) -> bool:
    """Whether a text of the reader's is a list of words with their counts."""
    key, label = "dictionary", t("input.dictionary")
    switch = {"1": True, "0": False}
    notices += seed(key, False, param=key, label=label, read=switch.get)
    on = st.toggle(
        label,
        key=key,
        help=t("input.dictionary_help"),
        disabled=disabled,
        persist_state="session",
    )
    keep(key, "1" if on else None)
    remember(key, on)
    return on and not disabled
