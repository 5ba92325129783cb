"""Dropout: the original's pieces under the same seed, the right shares, and nothing kept."""

from __future__ import annotations

import random
from collections import Counter

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError
from bpe_core.systems.subword_nmt import Codes, Segmenter, count_words, join_pieces, learn
from bpe_core.texts.corpus import sample
from tests.core.systems import subword_peer as peer
from tests.examples import examples

TEXT = sample("story_en").text
STORY = learn(count_words(TEXT))
ABC = Codes((("a", "b"), ("ab", "c</w>")))


@settings(max_examples=examples(60))
@given(
    seed=st.integers(0, 2**32),
    dropout=st.sampled_from([0.05, 0.1, 0.5, 0.9, 1.0]),
    glossaries=st.sampled_from([[], ["th"]]),
)
def test_a_seed_gives_what_it_gives_the_original(
    seed: int, dropout: float, glossaries: list[str]
) -> None:
    lines = TEXT.splitlines(keepends=True)[:12]
    theirs = peer.original_with_dropout(
        peer.original(STORY, None, glossaries), lines, dropout, seed
    )
    ours = Segmenter(STORY, glossaries=glossaries)
    assert ours.segment("".join(lines), dropout=dropout, seed=seed) == theirs
    chance = random.Random(seed)
    assert "".join(ours.segment(x, dropout=dropout, seed=chance) for x in lines) == theirs


def test_without_a_seed_every_call_is_another() -> None:
    segmenter = Segmenter(STORY)
    assert len({segmenter.segment(TEXT, dropout=0.5) for _ in range(4)}) == 4


def test_nothing_left_to_chance_is_kept() -> None:
    """The original keeps what dropout gave, and gives it to whoever asks next."""
    theirs, ours = peer.original(STORY), Segmenter(STORY)
    plain = Segmenter(STORY).segment("the morning bread")
    assert ours.segment("the morning bread", dropout=1.0) != plain
    assert ours.segment("the morning bread") == plain
    assert theirs.segment("the morning bread", 1.0) != plain
    assert theirs.segment("the morning bread") != plain  # the fault that is not ours

    # And the other way: what is kept is not read under dropout.
    assert ours.segment("the morning bread", dropout=1.0) != plain


def test_all_and_nothing() -> None:
    segmenter = Segmenter(ABC)
    assert segmenter.segment("abc", dropout=1.0, seed=1) == "a@@ b@@ c"
    assert segmenter.segment("abc", dropout=0.0, seed=1) == "abc"


@pytest.mark.parametrize("p", [0.1, 0.3, 0.7])
def test_every_merge_is_left_out_with_its_probability(p: float) -> None:
    """Of "abc": with p nothing is merged; else "ab", and then all with 1 - p."""
    runs, segmenter, chance = 20_000, Segmenter(ABC), random.Random(11)
    found = Counter(segmenter.segment("abc", dropout=p, seed=chance) for _ in range(runs))
    shares = {"a@@ b@@ c": p, "ab@@ c": (1 - p) * p, "abc": (1 - p) ** 2}
    assert found.keys() == shares.keys()
    for segmented, share in shares.items():
        deviation = (runs * share * (1 - share)) ** 0.5
        assert abs(found[segmented] - runs * share) < 5 * deviation


@settings(max_examples=examples(100))
@given(word=peer.words_in(list("abc")), dropout=st.floats(0, 1), seed=st.integers(0, 99))
def test_pieces_join_to_the_word(word: str, dropout: float, seed: int) -> None:
    segmented = Segmenter(ABC).segment(f"{word} {word}", dropout=dropout, seed=seed)
    assert join_pieces(segmented) == f"{word} {word}"
    assert "".join(Segmenter(ABC).pieces(word, dropout=dropout, seed=seed)) == word


def test_dropped_pieces_pass_the_vocabulary() -> None:
    segmenter = Segmenter(ABC, vocabulary={"abc", "c"})
    found = {segmenter.segment("abc", dropout=0.5, seed=seed) for seed in range(40)}
    assert found == {"abc", "a@@ b@@ c"}


@pytest.mark.parametrize("dropout", [-0.1, 1.5, float("nan"), "0.1"])
def test_a_probability_is_checked(dropout: float) -> None:
    with pytest.raises(OptionError, match="a probability"):
        Segmenter(ABC).segment("abc", dropout=dropout)
