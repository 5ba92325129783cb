"""A model trained here: its n-grams, its words, every round of removing useless pieces."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.systems.bytepiece.bytepiece_events import CleanUpEvent
from bpe_core.systems.bytepiece.bytepiece_options import BytePieceOptions
from bpe_core.systems.bytepiece.clean_up import clean_up_taught, shared_out
from bpe_core.systems.bytepiece.composed_texts import training_texts
from bpe_core.systems.bytepiece.language_model import LanguageModel, language_model_of
from bpe_core.systems.bytepiece.pruning import counts_of
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES, UnigramModel
from bpe_lab.scenes.bytepiece.lesson_words import lesson_words
from bpe_lab.scenes.bytepiece.shuffled_words import lesson_text

OPTIONS = BytePieceOptions(min_count=8)


@dataclass(frozen=True, slots=True)
class Lesson:
    """The training: ``words`` distinct words, of which ``dropped`` were too rare.

    ``rounds`` are the events of every round on the others; ``model`` is what they left.
    """

    size: int
    values: LanguageModel
    words: int
    dropped: Mapping[bytes, int]
    rounds: tuple[tuple[CleanUpEvent, ...], ...]
    model: UnigramModel


def make_lesson() -> Lesson:
    """Train on the made-up text; the same as `train_bytepiece`, without compiled code.

    Cutting the text into words would need it, so these come along.
    """
    text = lesson_text()
    texts = list(training_texts(text))
    values = language_model_of(texts, order=OPTIONS.order, min_count=OPTIONS.min_count)
    table = PreTokenTable.from_counts(lesson_words())
    sizes = np.diff(table.ends, prepend=0)
    is_often = (sizes <= OPTIONS.max_piece_length) & (table.counts >= OPTIONS.min_count)
    keep = is_often | (sizes == 1)
    often, rare = counts_of(table, keep), counts_of(table, ~keep)
    counts = shared_out({**dict.fromkeys(SINGLE_BYTES, 1), **often}, rare)
    rounds, counts = cleaned(counts)
    return Lesson(
        size=len(text.encode()),
        values=values,
        words=len(table.counts),
        dropped=rare,
        rounds=rounds,
        model=UnigramModel.of_counts(counts),
    )


def cleaned(
    counts: dict[bytes, int],
) -> tuple[tuple[tuple[CleanUpEvent, ...], ...], dict[bytes, int]]:
    """Rounds until none takes a piece out, and the counts after them."""
    rounds = []
    before = -1
    while len(counts) != before:
        before = len(counts)
        events = []
        steps = clean_up_taught(counts, detail=True)
        while True:
            try:
                events.append(next(steps))
            except StopIteration as end:
                counts = end.value
                break
        rounds.append(tuple(events))
    return tuple(rounds), counts
