"""Codes learned here are those of PyPI's subword-nmt, and of counting anew, to exhaustion."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.runtime.progress import Progress
from bpe_core.systems.subword_nmt import (
    Codes,
    alphabet_of,
    count_words,
    learn,
    read_dictionary,
    write_codes,
)
from bpe_core.systems.subword_nmt import compiled_learning as compiled_module
from bpe_core.texts.corpus import sample
from tests.core.running import below_half, pruning
from tests.core.systems import subword_peer as peer
from tests.examples import examples

frequencies = st.sampled_from([1, 2, 2, 5])
engines = pytest.mark.parametrize("engine", ["indexed", "compiled"])


@pytest.fixture(scope="module")
def corpus(shared: Callable[[str], Path]) -> str:
    return shared("data/corpus.en").read_text("utf-8")


@pytest.fixture(scope="module")
def original_codes(corpus: str) -> str:
    """To exhaustion: until no pair occurs twice."""
    return peer.original_codes(corpus.splitlines(keepends=True))


@engines
def test_a_real_corpus_to_exhaustion(engine: str, corpus: str, original_codes: str) -> None:
    codes = learn(count_words(corpus), engine=engine)
    assert write_codes(codes) == original_codes
    assert len(codes) > 4_000


@engines
def test_a_real_corpus_up_to_a_number_of_symbols(engine: str, corpus: str) -> None:
    lines = corpus.splitlines(keepends=True)[:300]
    expected = peer.original_codes(lines, 900, total_symbols=True)
    codes = learn(count_words(lines), total_symbols=900, engine=engine)
    assert write_codes(codes) == expected
    assert len(codes) + alphabet_of(count_words(lines)).size == 900


@pytest.mark.slow
@engines
def test_a_real_corpus_until_no_pair_is_left(engine: str, corpus: str) -> None:
    expected = peer.original_codes(corpus.splitlines(keepends=True), 10**6, min_frequency=1)
    codes = learn(count_words(corpus), min_frequency=1, engine=engine)
    assert write_codes(codes) == expected


@pytest.mark.slow
def test_chinese_sentences_as_words(shared: Callable[[str], Path]) -> None:
    lines = shared("data/chinese-held-out.txt").read_text("utf-8").split("\n")[:400]
    expected = peer.original_codes([f"{line}\n" for line in lines], 1_000)
    words = count_words("\n".join(lines))
    for engine in ("indexed", "compiled"):
        assert write_codes(learn(words, num_merges=1_000, engine=engine)) == expected


def test_both_engines_on_a_story_in_chinese() -> None:
    words = count_words(sample("story_zh").text)
    codes = learn(words, min_frequency=1, engine="compiled")
    assert codes == learn(words, min_frequency=1, engine="indexed")
    assert len(codes) > 100


@settings(max_examples=examples(150))
@given(words=peer.tables, min_frequency=frequencies)
def test_any_words_as_counted_anew(words: dict[str, int], min_frequency: int) -> None:
    expected = peer.recounted(words, min_frequency)
    for engine in ("indexed", "compiled"):
        assert learn(words, min_frequency=min_frequency, engine=engine) == expected


@settings(max_examples=examples(150))
@given(words=peer.tables, min_frequency=frequencies, every=st.integers(1, 4))
def test_setting_pairs_aside_changes_no_codes(
    words: dict[str, int], min_frequency: int, every: int
) -> None:
    expected = peer.recounted(words, min_frequency)
    with pruning(every, below_half):
        assert learn(words, min_frequency=min_frequency, engine="indexed") == expected


@settings(max_examples=examples(150))
@given(words=peer.tables, min_frequency=frequencies)
def test_any_words_as_the_original(words: dict[str, int], min_frequency: int) -> None:
    """Line by line; where a merge makes a symbol again, up to that line.

    From there on the original counts such symbols twice.
    """
    assume(any(len(word) > 1 for word in words))
    codes = learn(words, min_frequency=min_frequency)
    again = peer.first_made_again(words, codes)
    if again is not None:
        codes = codes.first(again + 1)
    merges = len(codes) + (min_frequency > 1 and again is None)
    expected = peer.original_of_words(words, merges, min_frequency)
    assert write_codes(codes) == expected


def test_a_symbol_made_again_is_the_one_that_is_there() -> None:
    words = {"x</w>y": 40, "</w>a": 40, "x": 1, "xy": 90, "zx": 80}
    codes = learn(words, engine="indexed")
    assert ("x", "</w>") in codes.merges  # the same as the end of "zx"
    assert codes == learn(words, engine="compiled") == peer.recounted(words, 2)


def test_where_compiled_code_cannot_tell_the_generator_does() -> None:
    words = {"x</w>y": 40, "zx": 80}
    with mock.patch.object(
        compiled_module, "merge_slices", wraps=compiled_module.merge_slices
    ) as loop:
        learn(words, engine="compiled")
        assert loop.called
        loop.reset_mock()
        huge = {"abc": 2**62, "ab": 2**62}
        assert learn(huge, engine="compiled") == learn(huge, engine="indexed")
        assert not loop.called


def test_words_that_occur_more_often_than_32_bits_say() -> None:
    words = {"abab": 2**33, "ab": 2**32 - 1, "b": 2**40, "aab": 2**32, "ba": 3}
    assert learn(words, engine="compiled") == learn(words, engine="indexed")
    assert learn(words, engine="compiled") == peer.recounted(words, 2)


def test_a_dictionary_is_its_text() -> None:
    words = read_dictionary(b"low 5\nlower 2\nnewest 6\nwidest 3\n")
    expected = peer.original_codes(
        ["low 5\n", "lower 2\n", "newest 6\n", "widest 3\n"], is_dict=True
    )
    assert write_codes(learn(words)) == expected
    assert learn(words) == learn(
        count_words("low " * 5 + "lower " * 2 + "newest " * 6 + "widest " * 3)
    )


@engines
@pytest.mark.parametrize("words", [{}, {"a": 3}, {"a": 3, "b": 1}])
def test_words_without_a_pair_give_no_codes(engine: str, words: dict[str, int]) -> None:
    """Where the original raises."""
    assert learn(words, engine=engine) == Codes(())


@engines
def test_no_pair_is_as_frequent_as_no_machine_can_count(engine: str) -> None:
    assert learn({"low": 2}, min_frequency=2**70, engine=engine) == Codes(())


@engines
def test_white_space_other_than_the_space_is_part_of_words(engine: str) -> None:
    """The original replaces "a b" in the text "\\u3000 a b" too, where no such pair stands."""
    words = count_words("a\u3000b a\u3000b x\tab x\tab a\u3000b")
    assert list(words) == ["a\u3000b", "x\tab"]
    assert learn(words, engine=engine) == peer.recounted(words, 2)


@engines
def test_progress_is_told_and_cancels(engine: str) -> None:
    words = count_words(sample("story_en").text)
    told: list[Progress] = []
    codes = learn(words, num_merges=200, engine=engine, on_progress=told.append)
    assert told[0] == Progress("merge", 0, 200)
    assert told[-1] == Progress("merge", len(codes), 200)

    def cancel(progress: Progress) -> None:
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        learn(words, engine=engine, on_progress=cancel)


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"num_merges": -1}, "num_merges=-1: at least 0"),
        ({"num_merges": 3, "total_symbols": 9}, "num_merges=3: not beside total_symbols"),
        ({"total_symbols": 2}, "total_symbols=2: an integer of at least 3"),
        ({"min_frequency": 0}, "min_frequency=0: an integer of at least 1"),
    ],
)
def test_options_are_checked(options: dict[str, int], message: str) -> None:
    with pytest.raises(OptionError, match=message):
        learn({"low": 1}, **options)


@pytest.mark.parametrize("words", [{"a b": 1}, {"": 1}, {"a\n": 1}, {"low": 0}, {3: 1}])
def test_words_are_checked(words: dict[str, int]) -> None:
    with pytest.raises(OptionError):
        learn(words)


def test_an_unknown_engine_is_named() -> None:
    with pytest.raises(UnknownNameError, match="auto, indexed, compiled"):
        learn({"low": 1}, engine="fast")
