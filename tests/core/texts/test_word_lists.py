"""Word lists: what they know, how they grow, and that their cut loses nothing."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core import errors
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.texts.word_lists import WordList, growth, words_of

WORDS = st.lists(st.sampled_from(["a", " a", "b", " the", "你好", "\n", ","]))


@given(st.text())
def test_the_words_of_a_text_joined_are_the_text(text: str) -> None:
    words = words_of(text)
    assert "".join(words) == text
    assert {word.encode() for word in words} == count_pre_tokens(text).keys()


def test_chinese_without_spaces_is_one_word_up_to_the_next_sign() -> None:
    assert words_of("林姨在小镇上烤面包。") == ["林姨在小镇上烤面包", "。"]


@given(WORDS)
def test_a_list_of_all_words_knows_each_by_its_place(words: list[str]) -> None:
    known = WordList.of(words)
    assert len(known) == len(set(words))
    assert [known.id_of(word) for word in known.entries] == list(range(len(known)))
    assert all(known.id_of(word) is not None for word in words)
    counts = [words.count(word) for word in known.entries]
    assert counts == sorted(counts, reverse=True)


@given(WORDS, WORDS)
def test_unknown_words_are_counted_as_each_shorter_list_would(
    read: list[str], text: list[str]
) -> None:
    known = WordList.of(read)
    for size, unknown in known.unknown_by_size(text, range(len(known) + 2)):
        shorter = WordList.of(read, size=size)
        assert unknown == sum(shorter.id_of(word) is None for word in text)


@given(WORDS, st.integers(1, 5))
def test_growth_ends_at_all_words(words: list[str], every: int) -> None:
    steps = list(growth(words, every=every))
    assert steps[0] == (0, 0)
    assert steps[-1] == (len(words), len(set(words)))
    for read, distinct in steps:
        assert distinct == len(set(words[:read]))
    assert [read for read, _ in steps] == sorted({read for read, _ in steps})


def test_a_negative_size_is_refused() -> None:
    with pytest.raises(errors.OptionError, match="size=-1"):
        WordList.of(["a"], size=-1)
