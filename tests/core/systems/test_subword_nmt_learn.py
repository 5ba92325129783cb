"""Codes learned here are those of PyPI's subword-nmt, and of counting anew, to exhaustion."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import groupby, pairwise
from pathlib import Path
from unittest import mock

import pytest
from hypothesis import assume, given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.events import (
    CountsBuilt,
    MergeDone,
    PairChosen,
    PairsRestored,
    PreTokenCut,
    PreTokenIndexed,
    PreTokenPlaced,
    Stopped,
    StopReason,
    SubGoal,
    TokenNamed,
)
from bpe_core.runtime.progress import Progress
from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt import (
    Codes,
    alphabet_of,
    count_words,
    fold_codes,
    learn,
    learning_events,
    read_dictionary,
    write_codes,
)
from bpe_core.systems.subword_nmt import compiled_learning as compiled_module
from bpe_core.systems.subword_nmt.learn import first_names
from bpe_core.texts.corpus import sample
from bpe_core.train.operations import Operations
from tests.core.running import below_half, pruning
from tests.core.systems import subword_peer as peer
from tests.core.train.test_replay_law import assert_indexed_state, assert_known_tokens, hold
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


# --- Learning's events replay to the learner's own structures, symbol by symbol


LECTURE = {"low": 5, "lower": 2, "newest": 6, "widest": 3}


@settings(max_examples=examples(100))
@given(words=peer.tables, every=st.integers(1, 3))
def test_the_replay_law(words: dict[str, int], every: int) -> None:
    def same(state: TrainState, real: dict[str, object]) -> None:
        assert_indexed_state(state, real)
        assert_known_tokens(state, real)

    with pruning(every, below_half):
        hold(learning_events(words, min_frequency=1, num_merges=12, detail=True), same)


@settings(max_examples=examples(100))
@given(words=peer.tables)
def test_the_state_ends_as_the_words_are_segmented(words: dict[str, int]) -> None:
    state = TrainState()
    for event in learning_events(words, detail=True):
        apply(state, event)
    counts: Counter[tuple[int, int]] = Counter()
    for start in state.starts:
        tokens = [token_id for _, token_id in state.tokens_of(start)]
        assert tokens, "a word never has no symbol"
        for pair in pairwise(tokens):
            counts[pair] += state.weight_at[start]
    assert state.pair_counter | state.set_aside == counts
    whole = {
        b"".join(state.token_bytes[t] for _, t in state.tokens_of(start)).decode()
        for start in state.starts
    }
    assert whole == {f"{word}</w>" for word in words}


@settings(max_examples=examples(100))
@given(words=peer.tables)
def test_detail_changes_nothing_and_every_prefix_is_smaller_codes(
    words: dict[str, int],
) -> None:
    events = list(learning_events(words, detail=True))
    whole = [event for event in events if isinstance(event, MergeDone | Stopped)]
    assert whole == list(learning_events(words))
    codes = learn(words, engine="indexed")
    assert fold_codes(events, words) == codes
    for number in range(len(codes) + 1):
        assert fold_codes(whole[:number], words) == codes.first(number)


def test_words_are_placed_named_cut_and_indexed_the_frequent_first() -> None:
    events = list(learning_events({"we": 1, "low": 2}, num_merges=0, detail=True))
    assert events[:6] == [
        PreTokenPlaced(0, b"low</w>", 2),
        TokenNamed(256, b"l"),
        TokenNamed(257, b"o"),
        TokenNamed(258, b"w</w>"),
        PreTokenCut(0, (256, 257, 258)),
        PreTokenIndexed(0, 2),
    ]
    assert events[6:] == [
        PreTokenPlaced(7, b"we</w>", 1),
        TokenNamed(259, b"w"),
        TokenNamed(260, b"e</w>"),
        PreTokenCut(7, (259, 260)),
        PreTokenIndexed(7, 1),
        CountsBuilt(3),
        Stopped(StopReason.TARGET_REACHED),
    ]


def test_a_merge_chooses_merges_and_repairs() -> None:
    events = learning_events(LECTURE, num_merges=2, detail=True)
    goals = [goal for goal, _ in groupby(event.goal for event in events)]
    assert goals[:3] == [SubGoal.COUNT, SubGoal.CHOOSE, SubGoal.MERGE]
    assert goals[3] == SubGoal.REPAIR


def test_the_names_of_symbols_are_those_that_events_give() -> None:
    named = {
        event.token_id: event.data.decode()
        for event in learning_events(LECTURE, num_merges=0, detail=True)
        if isinstance(event, TokenNamed)
    }
    assert named == first_names(LECTURE)


def test_a_symbol_made_again_has_its_first_id_and_restores_all() -> None:
    words = {"x</w>y": 40, "zx": 80}
    state, after = TrainState(), []
    made_again = False
    for event in learning_events(words, detail=True):
        if isinstance(event, PairChosen):
            made_again = event.new_id in state.token_bytes
        apply(state, event)
        if made_again:
            after.append(type(event))
    assert MergeDone in after
    assert after.index(PairsRestored) > after.index(MergeDone)
    assert not state.set_aside


def test_work_is_counted_as_for_bytes() -> None:
    work = Operations()
    for event in learning_events(LECTURE, detail=True):
        work.seen(event)
    assert work.counts["first_count"] == work.counts["first_index"] == 2 + 4 + 5 + 5
    assert work.counts["words_rewritten"] > 5
