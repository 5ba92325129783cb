"""n-grams are counted, and their values taken, as a dictionary of all of them would."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from itertools import pairwise
from math import inf

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.runtime.progress import Progress
from bpe_core.systems.bytepiece.composed_texts import training_texts
from bpe_core.systems.bytepiece.language_model import (
    LanguageModel,
    language_model_of,
    learn_language_model,
)
from bpe_core.systems.bytepiece.ngram_counting import (
    LONGEST_ORDER,
    WindowCounter,
    Windows,
    count_windows,
    merged,
    windows_of,
)
from bpe_core.systems.bytepiece.training_blocks import text_blocks
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
from tests.core import text_strategies as texts

orders = st.integers(1, LONGEST_ORDER)
# Zeros and the highest byte: those that packed numbers could mistake for others.
data = st.lists(
    st.lists(st.sampled_from(b"\x00\x01ab\xff"), max_size=20).map(bytes), max_size=6
)


def grams_of(source: Iterable[bytes], order: int) -> Counter[bytes]:
    """Every n-gram of every size, one by one."""
    return Counter(
        text[i:end]
        for text in source
        for i in range(len(text))
        for end in range(i + 1, min(i + order, len(text)) + 1)
    )


def as_counts(windows: Windows, order: int, least: int = 1) -> dict[bytes, int]:
    return {
        int(gram).to_bytes(size, "big"): int(count)
        for size in range(1, order + 1)
        for gram, count in zip(*windows.grams(size, least), strict=True)
    }


@given(data, orders, st.integers(1, 4))
def test_windows_of_one_size_count_those_of_all(
    source: list[bytes], order: int, least: int
) -> None:
    expected = {g: n for g, n in grams_of(source, order).items() if n >= least}
    assert as_counts(windows_of(source, order), order, least) == expected


@given(st.lists(texts.texts, max_size=3), orders, st.integers(1, 3), st.booleans())
def test_compiled_counting_gives_the_same_windows(
    source: list[str], order: int, threads: int, isolate_digits: bool
) -> None:
    blocks = text_blocks(source, isolate_digits=isolate_digits, size=30)
    found = count_windows(blocks, order=order, threads=threads)
    taught = [t for s in source for t in training_texts(s, isolate_digits=isolate_digits)]
    expected = windows_of(taught, order)
    np.testing.assert_array_equal(found.distinct, expected.distinct)
    np.testing.assert_array_equal(found.counts, expected.counts)


@given(data, data)
def test_runs_merge_into_that_of_all(a: list[bytes], b: list[bytes]) -> None:
    both = merged(windows_of(a, 6), windows_of(b, 6))
    assert as_counts(both, 6) == grams_of(a + b, 6)
    assert (np.diff(both.distinct.astype(object)) > 0).all()


def test_a_counter_keeps_few_runs() -> None:
    counter = WindowCounter(6)
    for k in range(100):
        counter.add(windows_of([bytes([k, 255 - k])], 6))
        sizes = [len(run.distinct) for run in counter.runs]
        assert all(2 * b <= a for a, b in pairwise(sizes))
    assert int(counter.total().counts.sum()) == 200


def plain_value(counts: Counter[bytes], gram: bytes, min_count: int) -> float:
    """By logarithms of single numbers, as the original takes them."""
    if len(gram) > 1 and counts[gram] < min_count:
        return -inf
    total = sum(counts[byte] for byte in SINGLE_BYTES)
    before = counts[gram[:-1]] if len(gram) > 1 else total
    return float(np.log(counts[gram]) - np.log(before))


@given(data, st.integers(1, 6), st.integers(1, 4))
def test_values_are_those_of_single_logarithms_to_the_last_bit(
    source: list[bytes], order: int, min_count: int
) -> None:
    counts = grams_of(source, order)
    seen = set(counts)
    counts.update(byte for byte in SINGLE_BYTES if byte not in counts)
    model = language_model_of(source, order=order, min_count=min_count)
    assert model.order == order
    for gram in {*counts, *seen, b"zz", b"\x00\x00"}:
        if len(gram) <= order:
            assert model.value(gram) == plain_value(counts, gram, min_count), gram
    assert model.value(b"") == model.value(bytes(order + 1)) == -inf


def test_logarithms_of_arrays_are_those_of_numbers() -> None:
    counts = np.concatenate(
        [np.arange(1, 5000), np.random.default_rng(1).integers(1, 2**53, 5000)]
    )
    assert np.log(counts).tolist() == [float(np.log(count)) for count in counts.tolist()]


def test_all_bytes_have_a_value_without_any_text() -> None:
    windows = count_windows([])
    model: LanguageModel = learn_language_model(windows, order=6, min_count=2)
    assert {model.value(byte) for byte in SINGLE_BYTES} == {float(np.log(1) - np.log(256))}
    assert [len(grams) for grams in model.grams] == [256, 0, 0, 0, 0, 0]


def test_progress_is_told_and_ends_the_count() -> None:
    told: list[Progress] = []
    count_windows(text_blocks(["to be\n"] * 9, size=6), on_progress=told.append)
    assert [told[0], told[-1]] == [Progress("ngrams", 0, None), Progress("ngrams", 54, None)]

    def stop(progress: Progress) -> None:
        if progress.done:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        count_windows(text_blocks(["to be\n"] * 9), on_progress=stop)
