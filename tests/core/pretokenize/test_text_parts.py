"""Texts are cut at special tokens as the slow way does, and for threads where it is safe."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from itertools import pairwise, product
from threading import Barrier
from time import sleep
from typing import Any

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.pretokenize import text_parts as module
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.pretokenize.pre_tokens import split_pattern, split_special
from bpe_core.pretokenize.text_parts import (
    ORDINARY,
    SAFE_CUTS,
    Parts,
    Text,
    Untaken,
    border_from,
    first_cut,
    last_cut,
    parts_of,
    settled_parts,
    shares,
)
from tests.core import text_strategies as texts

NAMES = tuple(PATTERNS)
every_pattern = pytest.mark.parametrize("name", NAMES)
# One of each kind that a rule tells apart, and what contractions are made of.
ALPHABET = "a' \n/!1S\u0301\u3000"


def as_array(text: str) -> Text:
    return np.frombuffer(text.encode(), np.uint8)


def pieces(text: Text, parts: Parts) -> Iterator[tuple[bytes, int]]:
    """Each part's bytes and its special token's number."""
    start = parts.start
    for end, number in zip(parts.ends.tolist(), parts.special.tolist(), strict=True):
        yield text[start:end].tobytes(), number
        start = end


def pre_tokens(text: Text, parts: Parts, name: str) -> Iterator[str]:
    """What ``parts`` are cut into, special tokens in brackets."""
    for data, number in pieces(text, parts):
        if number == ORDINARY:
            yield from split_pattern(data.decode(), name)
        else:
            yield f"[{number}]"


def split_slowly(text: str, tokens: tuple[str, ...]) -> list[tuple[bytes, int]]:
    return [
        (part.encode(), tokens.index(part) if is_special else ORDINARY)
        for part, is_special in split_special(text, tokens)
    ]


@given(text=texts.texts, tokens=texts.special_tokens)
def test_parts_are_those_of_split_special(text: str, tokens: tuple[str, ...]) -> None:
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    assert list(pieces(array, parts)) == split_slowly(text, tokens)
    assert parts.ends.dtype == np.int64
    assert parts.special.dtype == np.int32
    assert parts.end == len(array)


@pytest.mark.parametrize("most", [module.MOST_SEARCHES, 1])
@pytest.mark.parametrize("many", [module.MANY, 0])
@given(data=st.data())
def test_special_tokens_that_overlap(most: int, many: int, data: st.DataObject) -> None:
    tokens = data.draw(st.lists(st.text("ab<哈", min_size=1, max_size=4), unique=True))
    text = data.draw(st.text("ab<哈", max_size=20))
    array = as_array(text)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "MOST_SEARCHES", most)
        patch.setattr(module, "MANY", many)
        parts = parts_of(array, [token.encode() for token in tokens])
    assert list(pieces(array, parts)) == split_slowly(text, tuple(tokens))


@pytest.mark.parametrize("many", [module.MANY, 0])
def test_a_special_token_may_be_named_twice(monkeypatch: pytest.MonkeyPatch, many: int) -> None:
    monkeypatch.setattr(module, "MANY", many)
    text = as_array("ab aa abb")
    parts = parts_of(text, [b"aa", b"ab", b"aa", b"ab"])
    assert parts.ends[parts.special >= 0].tolist() == [2, 5, 8]


@pytest.mark.parametrize("form", ["<|{}|>", "{}", "a{}"])
def test_thousands_of_special_tokens(form: str) -> None:
    tokens = tuple(form.format(k) for k in range(1000, 3000))
    text = "".join(f"{'<|a哈' * (k % 3)}{form.format(k)}" for k in range(500, 3500, 7))
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    assert list(pieces(array, parts)) == split_slowly(text, tokens)


@every_pattern
def test_every_safe_cut_in_short_texts(name: str) -> None:
    """At each place that a rule allows, both halves alone have the pre-tokens of the whole."""
    cuts = 0
    for text in map("".join, product(ALPHABET, repeat=4)):
        array, whole = as_array(text), list(split_pattern(text, name))
        places = {first_cut(array, name, k, len(array)) for k in range(1, len(array))}
        for place in places - {len(array)}:
            assert last_cut(array, name, 0, place) == place
            halves = array[:place].tobytes().decode(), array[place:].tobytes().decode()
            assert [p for half in halves for p in split_pattern(half, name)] == whole, (
                text,
                place,
            )
            cuts += 1
    assert (cuts > 1_000) == (SAFE_CUTS[name] is not None)


@every_pattern
@pytest.mark.parametrize("window", [1, 2, 7, 4_096])
def test_cuts_are_safe_whatever_the_window_and_the_nearest_within_it(
    name: str, window: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    rule = module.cut_rule(name, backwards=False)
    text = "哈哈   \n\n!/\n//é'll ſ\u0301\u0301,,,,,,,,, 𝄞𝄞𝄞𝄞. x\r\n" * 2
    array = as_array(text)
    places = [len(text[: m.start()].encode()) for m in rule.finditer(text)] if rule else []
    monkeypatch.setattr(module, "WINDOW", window)
    for k in range(1, len(array) + 1):
        after = [place for place in places if place >= k]
        before = [place for place in places if place <= k]
        first, last = first_cut(array, name, k, len(array)), last_cut(array, name, 0, k)
        assert first in {*after, len(array)}
        assert last in {*before, 0}
        if window > len(array) or (after and after[0] < k + window):
            assert first == min(after, default=len(array))
        if window > len(array) or (before and before[-1] > k - window):
            assert last == max(before, default=0)


def test_a_pre_token_of_megabytes_is_not_searched_for_a_cut() -> None:
    array = as_array("a" * 3_000_000 + " b" * 1_000)
    searched: list[int] = []
    find = module.cut_in

    def counted(text: Any, rule: Any, start: int, end: int, version: str) -> int | None:
        searched.append(end - start)
        return find(text, rule, start, end, version)

    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(module, "cut_in", counted)
        first_cut(array, "o200k", 1, len(array))
        last_cut(array, "o200k", 0, 3_000_000)
    assert sum(searched) < 30_000


@given(
    text=texts.texts.map(lambda text: 3 * text),
    name=texts.patterns,
    tokens=texts.special_tokens,
    count=st.integers(1, 7),
)
def test_shares_make_up_the_whole(
    text: str, name: str, tokens: tuple[str, ...], count: int
) -> None:
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    dealt = shares(array, parts, name, count)
    assert len(dealt) <= count
    assert [share.start for share in dealt] == [0, *(s.end for s in dealt)][: len(dealt)]
    assert (dealt[-1].end if dealt else 0) == len(array)
    found = [piece for share in dealt for piece in pre_tokens(array, share, name)]
    assert found == list(pre_tokens(array, parts, name))


@pytest.mark.parametrize("name", [name for name in NAMES if SAFE_CUTS[name]])
def test_shares_are_about_equal(name: str) -> None:
    array = as_array("The quick brown fox, 1,234 times!\n" * 100)
    for count in range(1, 8):
        sizes = [
            share.end - share.start for share in shares(array, parts_of(array), name, count)
        ]
        assert len(sizes) == count
        assert max(sizes) - min(sizes) < 60


def test_documents_are_dealt_out_whole_where_their_ends_are_near() -> None:
    array = as_array("x" * 100)
    parts = Parts(np.array([50, 100]), np.full(2, ORDINARY, np.int32))
    assert [share.end for share in shares(array, parts, "gpt2", 2)] == [50, 100]
    assert [share.end for share in shares(array, parts, "none", 4)] == [50, 100]


@given(text=texts.texts, more=texts.texts, name=texts.patterns, tokens=texts.special_tokens)
def test_what_is_settled_stays(
    text: str, more: str, name: str, tokens: tuple[str, ...]
) -> None:
    """The settled parts of a beginning, and those of the rest, are the parts of all."""
    given_tokens = [token.encode() for token in tokens]
    whole, beginning = as_array(text + more), as_array(text)
    settled = settled_parts(beginning, name, given_tokens)
    assert settled.end <= len(beginning)
    rest = whole[settled.end :]
    found = [
        *pre_tokens(whole, settled, name),
        *pre_tokens(rest, parts_of(rest, given_tokens), name),
    ]
    assert found == list(pre_tokens(whole, parts_of(whole, given_tokens), name))


@pytest.mark.parametrize("name", [name for name in NAMES if SAFE_CUTS[name]])
def test_little_waits_for_more(name: str) -> None:
    array = as_array("to be or not to be " * 1_000)
    assert len(array) - settled_parts(array, name, [b"<|endoftext|>"]).end < 20


def test_nothing_is_settled_without_a_safe_cut() -> None:
    assert settled_parts(as_array("a b c"), "none").end == 0
    assert settled_parts(as_array("a b<|x|>c"), "none", [b"<|x|>"]).end == 8
    assert settled_parts(as_array("a b<|x|>"), "none", [b"<|x|>", b"<|x|><|x|>"]).end == 0
    assert settled_parts(as_array(" " * 100_000), "gpt2").end == 0


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
