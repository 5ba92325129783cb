"""Lengths folded from events equal those of encoding with each prefix of the merges."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core import encode, train
from bpe_core.library import standard_library
from bpe_core.pretokenize.pre_tokens import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.registry import TAUGHT, Trainer
from bpe_core.texts.corpus import sample
from bpe_core.train.linked import train_linked
from bpe_core.train.options import TrainOptions
from bpe_core.train.sequence_lengths import sequence_lengths
from tests.examples import examples


def test_lengths_of_a_real_corpus_are_those_of_encoding_it() -> None:
    text = standard_library(150_000).text
    events = train_linked(
        lay_out(count_pre_tokens(text)), TrainOptions(num_merges=600), detail=True
    )
    lengths = [length for (length,) in sequence_lengths(events)]
    assert len(lengths) == 601
    for merges in (0, 1, 2, 17, 100, 333, 600):
        model = train(text, vocab_size=256 + merges)
        assert lengths[merges] == len(encode(model, text)), merges


@pytest.mark.parametrize("trainer", TAUGHT.values(), ids=TAUGHT.keys())
@given(text=st.text(st.sampled_from("aab ô你\n"), min_size=1, max_size=40))
@settings(max_examples=examples(50))
def test_every_taught_trainer_tells_the_same_lengths(trainer: Trainer, text: str) -> None:
    lengths = list(sequence_lengths(trainer(pre_tokenize(text), detail=True)))
    assert lengths[0] == (len(text.encode()),)
    for merges, (length,) in enumerate(lengths):
        model = train(text, vocab_size=256 + merges)
        assert length == len(encode(model, text))


def test_parts_are_counted_apart() -> None:
    english, chinese = sample("story_en").text, sample("story_zh").text
    border = len(english.encode())
    both = [
        *pre_tokenize(english),
        *(PreToken(data, border + start) for data, start, _ in pre_tokenize(chinese)),
    ]
    options = TrainOptions(num_merges=120)
    lengths = list(sequence_lengths(train_linked(both, options, detail=True), [border]))
    counts = {word: count_pre_tokens(english).get(word, 0) for word, *_ in both}
    for word, times in count_pre_tokens(chinese).items():
        counts[word] += times
    for merges in (0, 1, 40, 120):
        model = train(counts, vocab_size=256 + merges)
        told = tuple(len(encode(model, text)) for text in (english, chinese))
        assert lengths[merges] == told


def test_an_empty_corpus_has_no_tokens() -> None:
    assert list(sequence_lengths(train_linked([], detail=True))) == [(0,)]
