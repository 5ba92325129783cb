"""The walks that the pages offer on their own samples, as the pages make them.

Short samples stand whole. Of a long one there is what its page draws: the walks keep to their
own caps of bytes, steps and stretches. A page that lets its reader choose a part of a text
(a pre-token to encode, a token to take apart) has a part per screen, far too many to open each;
here are the first `PARTS` of every text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from itertools import islice

from bpe_core.encode.whole_text import encode, normalized
from bpe_core.model import BPEModel
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.registry import PRE_TOKENIZERS
from bpe_core.systems.subword_nmt.words import count_words
from bpe_core.texts.corpus import SAMPLES, WORDS, sample
from bpe_core.train.options import TrainOptions
from bpe_core.vocabularies import WHOLE_TEXTS, built_in
from bpe_lab.pages import CODES, MERGES, MIN_FREQUENCY, STORIES
from bpe_lab.scenes.bytepiece.bytepiece_lesson import make_lesson
from bpe_lab.scenes.bytepiece.lattice_walk import lattice_walk
from bpe_lab.scenes.bytepiece.states_walk import states_walk
from bpe_lab.scenes.encode.encoding_walk import word_walk
from bpe_lab.scenes.linked.linked_walk import linked_walk
from bpe_lab.scenes.pretokenize.cutting_walk import can_be_walked, cutting_walk
from bpe_lab.scenes.recording import Walk
from bpe_lab.scenes.subword_nmt.learning_walk import learn_walk
from bpe_lab.scenes.token_table import inventory
from bpe_lab.scenes.train.training_walk import training_walk
from bpe_lab.scenes.vocabulary.parts_walk import can_be_taken_apart, parts_walk
from tests.browser.player.hanoi import Json
from ui.bytepiece.bytepiece_inputs import TEXTS
from ui.subword_nmt import learning_inputs as subword_nmt

PARTS = 6
VOCABULARIES = ("lab", WHOLE_TEXTS)


def trained(walk: Callable[..., Walk], samples: Iterable[str] = SAMPLES) -> Iterator[Json]:
    """With the options that the page begins with."""
    for name in samples:
        corpus = sample(name)
        options = TrainOptions(num_merges=MERGES.default, special_tokens=corpus.special_tokens)
        yield walk(corpus, options).recording


def encoded() -> Iterator[Json]:
    """The first pre-tokens of every text, each once, with both vocabularies."""
    for model in map(built_in, VOCABULARIES):
        words: dict[bytes, None] = {}
        for name in (*WORDS, *SAMPLES):
            text = normalized(model, sample(name).text)
            counts = count_pre_tokens(text, pattern=model.pattern)
            words |= dict.fromkeys(islice(counts, PARTS))
        for word in words:
            yield word_walk(model, word.decode()).recording


def cut() -> Iterator[Json]:
    """By every pattern that can be walked."""
    for name in SAMPLES:
        for pattern in filter(can_be_walked, PRE_TOKENIZERS):
            yield cutting_walk(sample(name), pattern)


def taken_apart() -> Iterator[Json]:
    """The first tokens of every text that merges have made, each once, of both vocabularies."""
    for model in map(built_in, VOCABULARIES):
        table = inventory(model)
        ids = dict.fromkeys(token for name in SAMPLES for token in _first_tokens(model, name))
        for token_id in ids:
            if can_be_taken_apart(table, token_id):
                yield parts_walk(table, token_id)


def _first_tokens(model: BPEModel, name: str) -> Iterator[int]:
    return islice(dict.fromkeys(encode(model, sample(name).text)), PARTS)


def learned() -> Iterator[Json]:
    """The page's own counts, and its texts."""
    texts = {name: count_words(sample(name).text) for name in STORIES}
    for words in (*subword_nmt.PRESETS.values(), *texts.values()):
        yield learn_walk(
            words,
            num_merges=CODES.default,
            min_frequency=MIN_FREQUENCY.default or 1,
        ).recording


def searched() -> Iterator[Json]:
    """Both views of every text, the second with and without a new start where none is left."""
    lesson = make_lesson()
    for words in TEXTS.values():
        yield lattice_walk(lesson.model, words.encode())
        for robust in (False, True):
            yield states_walk(lesson.model, lesson.values, words.encode(), robust=robust)


SHORT = ("haha",)  # of Chinese, whose pairs overlap
# Pages whose first sample asks too much for the quick set.
SHORTEST: dict[str, Callable[[], Iterator[Json]]] = {
    "train": lambda: trained(training_walk, SHORT),
    "linked": lambda: trained(linked_walk, SHORT),
}
# By page: its walks, and how many questions they ask at least.
PAGES: dict[str, tuple[Callable[[], Iterator[Json]], int]] = {
    "train": (lambda: trained(training_walk), 450),
    "linked": (lambda: trained(linked_walk), 890),
    "encode": (encoded, 300),
    "pretokenize": (cut, 250),
    "vocabulary": (taken_apart, 150),
    "subword_nmt": (learned, 30),
    "bytepiece": (searched, 20),
}
