"""Compiled code cuts texts into the words that the taught search finds, and counts them."""

from __future__ import annotations

from collections import Counter
from itertools import pairwise

from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.systems.bytepiece.bytepiece_texts import text_blocks, training_texts
from bpe_core.systems.bytepiece.bytepiece_training import (
    BytePieceOptions,
    count_words,
    cut_words,
)
from bpe_core.systems.bytepiece.lattice import drained
from bpe_core.systems.bytepiece.ngrams import (
    LanguageModel,
    language_model_of,
    presegment_taught,
)
from tests.core import text_strategies as texts

# Few letters, so that many ways are equal; one character of each size; digits; line ends.
LETTERS = "aaabb é中😀7\n"
made_of_few = st.text(st.sampled_from(LETTERS), max_size=30)
models = st.builds(
    lambda learned, order, min_count: language_model_of(
        [text.encode() for text in learned], order=order, min_count=min_count
    ),
    st.lists(st.one_of(made_of_few, made_of_few.map(lambda text: text * 5)), max_size=4),
    st.integers(1, 7),
    st.integers(1, 6),
)
how = st.builds(
    lambda unicode, robust, digits: BytePieceOptions(
        ensure_unicode=unicode, robust=robust, isolate_digits=digits
    ),
    st.booleans(),
    st.booleans(),
    st.booleans(),
)


def compiled(model: LanguageModel, options: BytePieceOptions, text: str) -> list[bytes]:
    words = []
    for block in text_blocks(text, isolate_digits=options.isolate_digits):
        data = block.data.tobytes()
        for start, ends in cut_words(model, options, block, 0, block.size):
            borders = [start, *ends.tolist()]
            words += [data[a:b] for a, b in pairwise(borders)]
    return words


def taught(model: LanguageModel, options: BytePieceOptions, text: str) -> list[bytes]:
    return [
        word
        for line in training_texts(text, isolate_digits=options.isolate_digits)
        for word in drained(
            presegment_taught(
                model,
                line,
                ensure_unicode=options.ensure_unicode,
                robust=options.robust,
            )
        )
    ]


@given(models, how, st.one_of(made_of_few, texts.texts))
@example(language_model_of([], min_count=1), BytePieceOptions(), "中中")
@example(language_model_of([], min_count=1), BytePieceOptions(robust=True), "中中")
def test_words_are_those_of_the_taught_search(
    model: LanguageModel, options: BytePieceOptions, text: str
) -> None:
    assert compiled(model, options, text) == taught(model, options, text)


def test_equal_ways_are_told_apart_like_the_taught_search_does() -> None:
    """All n-grams as likely as each other: every sum meets another that rounds to the same."""
    model = language_model_of([b"ab" * 50, b"ba" * 50, b"aabb" * 50], min_count=1)
    options = BytePieceOptions()
    for text in ("abab" * 20, "aabbab" * 30, "b" * 90):
        assert compiled(model, options, text) == taught(model, options, text)


def test_long_lines_of_single_bytes_have_room() -> None:
    model = language_model_of([b"a"], min_count=9)
    text = ("😀" * 10_000 + "\n" * 100) * 3
    words = compiled(model, BytePieceOptions(ensure_unicode=False), text)
    assert len(words) == len(text.encode())


@given(models, how, st.lists(made_of_few, max_size=6), st.integers(1, 3))
def test_words_are_counted(
    model: LanguageModel, options: BytePieceOptions, source: list[str], threads: int
) -> None:
    blocks = text_blocks(source, isolate_digits=options.isolate_digits, size=40)
    counted = count_words(blocks, model, options, threads=threads)
    expected = Counter(word for text in source for word in taught(model, options, text))
    assert counted.as_counts() == expected
