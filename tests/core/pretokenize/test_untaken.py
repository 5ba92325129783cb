"""Whoever takes stretches from the ends of a text, all of them make up the whole."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise
from threading import Barrier
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pretokenize import untaken as module
from bpe_core.pretokenize.text_parts import Parts, border_from, parts_of
from bpe_core.pretokenize.untaken import Untaken
from tests.core import text_strategies as texts
from tests.core.pretokenize.test_text_parts import as_array, pre_tokens

WORDS = as_array("The quick brown fox, 1,234 times!\n" * 3_000)


@given(
    text=texts.texts.map(lambda text: 3 * text),
    name=texts.patterns,
    tokens=texts.special_tokens,
    takers=st.integers(1, 4),
    least=st.integers(1, 40),
    turns=st.lists(st.booleans(), max_size=30),
)
def test_stretches_make_up_the_whole(
    text: str,
    name: str,
    tokens: tuple[str, ...],
    takers: int,
    least: int,
    turns: list[bool],
) -> None:
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    untaken = Untaken(array, parts, name, takers, least)
    front: list[Parts] = []
    back: list[Parts] = []
    for from_front in turns:
        taken = untaken.first() if from_front else untaken.last()
        if taken is not None:
            (front if from_front else back).append(taken)
    while (taken := untaken.first()) is not None:
        front.append(taken)
    assert untaken.last() is None
    in_order = [*front, *reversed(back)]
    assert all(taken.start < taken.end for taken in in_order)
    assert [taken.start for taken in in_order] == [0, *(t.end for t in in_order)][
        : len(in_order)
    ]
    assert (in_order[-1].end if in_order else 0) == len(array)
    found = [piece for taken in in_order for piece in pre_tokens(array, taken, name)]
    assert found == list(pre_tokens(array, parts, name))


def test_one_thread_takes_everything_at_once() -> None:
    untaken = Untaken(WORDS, parts_of(WORDS), "gpt2", 1, 10)
    assert untaken.first() == parts_of(WORDS)
    assert untaken.first() is untaken.last() is None


def test_stretches_become_smaller_down_to_what_is_worth_a_visit() -> None:
    untaken, sizes = Untaken(WORDS, parts_of(WORDS), "gpt2", 2, 1_000), []
    while (taken := untaken.last()) is not None:
        sizes.append(taken.end - taken.start)
    assert sizes[0] == pytest.approx(len(WORDS) / 4, abs=10)
    assert all(size < before + 10 for before, size in pairwise(sizes))
    assert all(size == pytest.approx(1_000, abs=10) for size in sizes[-4:-1])


@pytest.mark.parametrize(
    "text",
    ["low lower " * 400 + "x" * 3_000, "low " * 400 + "x" * 3_000 + " newest widest" * 100],
    ids=["at the end", "amidst"],
)
def test_what_has_no_safe_cut_does_not_take_the_rest_with_it(text: str) -> None:
    array, sizes = as_array(text), []
    untaken = Untaken(array, parts_of(array), "gpt2", 2, 100)
    while (taken := untaken.last()) is not None:
        sizes.append(taken.end - taken.start)
    assert len(sizes) > 5
    assert sum(size >= 3_000 for size in sizes) == 1
    assert max(sizes) < 3_000 + len(text) // 4 + 10


def test_a_text_without_safe_cuts_is_taken_as_a_whole() -> None:
    array = as_array("x" * 10_000)
    for name in ("gpt2", "none"):
        untaken = Untaken(array, parts_of(array), name, 3, 10)
        assert untaken.last() == parts_of(array)
        assert untaken.first() is None


def test_threads_take_every_byte_once(monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*arguments: Any) -> int:
        sleep(2e-4)  # so that another thread comes while this one looks for a cut
        return border_from(*arguments)

    monkeypatch.setattr(module, "border_from", slowly)
    untaken = Untaken(WORDS, parts_of(WORDS), "gpt2", 4, 500)
    visits, together = np.zeros(len(WORDS), np.int64), Barrier(4)

    def take(k: int) -> int:
        together.wait()
        count = 0
        while (taken := untaken.last() if k else untaken.first()) is not None:
            visits[taken.start : taken.end] += 1
            count += 1
        return count

    with ThreadPoolExecutor(4) as pool:
        counts = list(pool.map(take, range(4)))
    assert (visits == 1).all()
    assert sum(count > 0 for count in counts) > 1
