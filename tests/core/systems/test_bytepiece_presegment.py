"""The first cut by the states of bytes, held to all rows of states and to the original.

Compiled code cuts texts into the words that the taught search finds, and counts them.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable, Iterator
from functools import cache
from itertools import pairwise, product
from math import inf, log

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from bpe_core.encode.whole_text import result_of
from bpe_core.systems.bytepiece.bytepiece_events import (
    EndReached,
    PathLost,
    PathRestarted,
    SearchEvent,
    StateChosen,
    StateScored,
)
from bpe_core.systems.bytepiece.bytepiece_texts import text_blocks, training_texts
from bpe_core.systems.bytepiece.bytepiece_training import (
    BytePieceOptions,
    count_words,
    cut_words,
)
from bpe_core.systems.bytepiece.ngrams import (
    LanguageModel,
    language_model_of,
    presegment_taught,
)
from bpe_core.systems.bytepiece.unigram_model import SINGLE_BYTES
from tests.core import text_strategies as texts
from tests.core.systems.bytepiece_reference import sentences
from tests.core.systems.bytepieces import FROZEN, bytes_of

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


class Grams:
    """A language model as plain as can be: a dictionary of n-grams."""

    def __init__(self, data: Iterable[bytes], order: int, min_count: int) -> None:
        self.order = order
        counts = Counter(gram for text in data for gram in grams(text, order))
        counts.update(byte for byte in SINGLE_BYTES if byte not in counts)
        total = sum(counts[byte] for byte in SINGLE_BYTES)
        self._logs = {
            gram: np.log(count)
            for gram, count in counts.items()
            if len(gram) == 1 or count >= min_count
        } | {b"": np.log(total)}

    def value(self, ngram: bytes) -> float:
        if ngram not in self._logs:
            return -inf
        return float(self._logs[ngram] - self._logs[ngram[:-1]])


def grams(text: bytes, order: int) -> Iterator[bytes]:
    for start in range(len(text)):
        for end in range(start + 1, min(start + order, len(text)) + 1):
            yield text[start:end]


@cache
def frozen_grams() -> Grams:
    """Of what the original was trained on."""
    words = json.loads((FROZEN / "texts.json").read_text("utf-8"))["words"]
    data = [line for text in sentences(words) for line in training_texts(text)]
    return Grams(data, order=6, min_count=4)


def cut(values: Grams, data: bytes, **options: bool) -> list[bytes]:
    return result_of(presegment_taught(values, data, **options))


def cut_text(text: str, **options: bool) -> list[bytes]:
    lines = training_texts(text)
    return [word for line in lines for word in cut(frozen_grams(), line, **options)]


@pytest.mark.parametrize("ensure_unicode", [True, False])
def test_texts_are_cut_as_the_original_cuts_them(ensure_unicode: bool) -> None:
    """Most of these texts hold characters that were never seen: there the way is lost."""
    segment = json.loads((FROZEN / "texts.json").read_text("utf-8"))["segment"]
    made = json.loads((FROZEN / "words.json").read_text("utf-8"))[str(ensure_unicode)]
    for text, line in zip(segment, made, strict=True):
        words = [bytes.fromhex(word) for word in line.split()]
        assert cut_text(text, ensure_unicode=ensure_unicode) == words, text


def test_the_original_loses_its_way_at_a_character_never_seen() -> None:
    """And cuts all that follows in single bytes; before it, words are whole."""
    words = cut_text("the town the 哈 town the")
    lost = words.index("哈".encode()[:1])
    assert max(map(len, words[:lost])) > 3
    assert {len(word) for word in words[lost:]} == {1}


def test_robust_goes_on_behind_such_a_character() -> None:
    words = cut_text("the town the 哈 town the", robust=True)
    assert max(map(len, words[-2:])) > 3
    assert b"".join(words) == "the town the 哈 town the".encode()


@given(texts.texts, st.booleans())
def test_nothing_is_lost(text: str, robust: bool) -> None:
    composed = b"".join(training_texts(text))
    assert b"".join(cut_text(text, robust=robust)) == composed


def rows(order: int, size: int) -> Iterator[tuple[int, ...]]:
    """All rows of states that a text of so many bytes can have."""
    for row in product(range(order), repeat=size - 1):
        states = (0, *row)
        following = pairwise(states)
        if all(b in (0, min(a + 1, order - 1)) for a, b in following):
            yield states


small = st.builds(
    lambda data, order, min_count: Grams(data, order, min_count),
    st.lists(bytes_of(b"ab\xc3", max_size=8), max_size=8),
    st.integers(1, 4),
    st.integers(1, 4),
)


@given(small, bytes_of(b"ab\xc3", max_size=7).filter(bool))
def test_no_row_of_states_is_likelier(values: Grams, data: bytes) -> None:
    def score(states: tuple[int, ...]) -> float:
        total = 0.0
        for i, state in enumerate(states):
            total += values.value(data[i - state : i + 1]) if state <= i else -inf
        return total

    found = [
        event.state
        for event in presegment_taught(values, data, ensure_unicode=False, detail=True)
        if isinstance(event, StateChosen)
    ][::-1]
    assert tuple(found) in set(rows(values.order, len(data)))
    best = max(score(states) for states in rows(values.order, len(data)))
    assert score(tuple(found)) == pytest.approx(best, rel=1e-12)


@given(small, texts.texts.map(str.encode))
def test_ensure_unicode_cuts_no_character_but_where_the_way_is_lost(
    values: Grams, data: bytes
) -> None:
    events = list(presegment_taught(values, data, detail=True))
    if not any(isinstance(event, PathLost) for event in events):
        assert b"".join(word.decode().encode() for word in cut(values, data)) == data


@given(small, bytes_of(b"ab\xc3\xa9", max_size=8), st.booleans(), st.booleans())
def test_events_tell_all_scores_and_the_way_back(
    values: Grams, data: bytes, ensure_unicode: bool, robust: bool
) -> None:
    options = {"ensure_unicode": ensure_unicode, "robust": robust}
    scores: dict[tuple[int, int], float] = {}
    came_from: dict[tuple[int, int], int | None] = {}
    chosen: list[int] = []
    for event in presegment_taught(values, data, **options, detail=True):
        match event:
            case StateScored(i, state, value, score, before):
                scores[i, state], came_from[i, state] = score, before
                if score > -inf:
                    assert score == value + (0 if before is None else scores[i - 1, before])
                assert (before is None) == (i == 0)
            case PathRestarted(i, value, score, before):
                assert robust
                assert all(scores[i, state] == -inf for state in range(values.order))
                scores[i, 0], came_from[i, 0] = score, before
            case PathLost(i):
                assert not robust
                assert all(scores[i, state] == -inf for state in range(values.order))
            case EndReached(position, score) if data:
                assert position == len(data)
                assert score == max(scores[position - 1, s] for s in range(values.order))
            case StateChosen(i, state):
                if i < len(data) - 1:
                    assert came_from[i + 1, chosen[-1]] == state
                chosen.append(state)
    words = cut(values, data, **options)
    starts = np.cumsum([0, *map(len, words)])[:-1].tolist()
    assert starts == [i for i, state in enumerate(chosen[::-1]) if state == 0]


def lost(events: Iterable[SearchEvent]) -> list[SearchEvent]:
    return [event for event in events if isinstance(event, PathLost | PathRestarted)]


def test_a_way_is_lost_once_and_restarted_where_needed() -> None:
    values = Grams([b"ab" * 9], order=3, min_count=2)
    data = "ab的ab的".encode()
    assert lost(presegment_taught(values, data, detail=True)) == [PathLost(3)]
    restarted = lost(presegment_taught(values, data, robust=True, detail=True))
    positions = [event.position for event in restarted if isinstance(event, PathRestarted)]
    assert positions == [3, 4, 8, 9]


def test_a_likely_byte_stays_with_those_before_it() -> None:
    values = Grams([b"ab" * 50, b"c" * 20, b"ac"], order=2, min_count=1)
    assert values.value(b"ab") == pytest.approx(log(50 / 51))
    assert cut(values, b"abcab") == [b"ab", b"c", b"ab"]


def test_an_empty_text_has_no_words() -> None:
    assert cut(frozen_grams(), b"") == []


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
        for word in result_of(
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
