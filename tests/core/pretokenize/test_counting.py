"""Compiled counting equals `count_pre_tokens`, in its order, with any threads and blocks."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Callable, Iterator
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import OptionError, UnknownNameError
from bpe_core.kernels.eight_bytes import random_keys
from bpe_core.pretokenize import counting
from bpe_core.pretokenize.counting import PreTokenCounter, count_table
from bpe_core.pretokenize.pre_token_table import MAX_COUNT, PreTokenTable
from bpe_core.pretokenize.pre_tokens import count_pre_tokens
from bpe_core.pretokenize.scan import COMPILED_PATTERNS
from bpe_core.pretokenize.text_parts import Block, parts_of
from bpe_core.runtime.progress import Progress
from bpe_core.texts.sources import blocks_of
from tests.core import text_strategies as texts
from tests.examples import examples
from tests.for_each import for_each
from tests.raising import raises


@pytest.fixture(autouse=True)
def share_out_small_texts(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let short texts take several threads, too."""
    monkeypatch.setattr(counting, "SMALL", 1)


def expected(given_texts: list[str], pattern: str, specials: list[str]) -> dict[bytes, int]:
    counts: Counter[bytes] = Counter()
    for text in given_texts:
        counts.update(count_pre_tokens(text, pattern=pattern, special_tokens=specials))
    return dict(counts)


def assert_counts(
    given_texts: list[str],
    pattern: str = "gpt2",
    specials: list[str] | None = None,
    threads: int | None = None,
    size: int = 2**25,
) -> None:
    specials = specials or []
    blocks = blocks_of(given_texts, pattern=pattern, special_tokens=specials, size=size)
    found = count_table(blocks, pattern=pattern, threads=threads).as_counts()
    assert list(found.items()) == list(expected(given_texts, pattern, specials).items())


@settings(max_examples=examples(300))
@given(
    given_texts=st.lists(texts.texts, max_size=8),
    pattern=st.sampled_from(COMPILED_PATTERNS),
    specials=st.lists(st.sampled_from(texts.SPECIALS), unique=True),
    threads=st.integers(1, 4),
    size=st.integers(1, 60),
)
def test_any_texts_in_blocks(
    given_texts: list[str], pattern: str, specials: list[str], threads: int, size: int
) -> None:
    assert_counts(given_texts, pattern, specials, threads, size)


# Sizes around those at which a pre-token is named in another way, and loads near a text's end.
words = st.builds(
    lambda letter, size, last: letter * (size - 1) + last,
    st.sampled_from("ab"),
    st.integers(1, 40),
    st.sampled_from("abc"),
)


@settings(max_examples=examples(300))
@given(st.lists(words, max_size=60), st.integers(1, 4), st.integers(1, 400))
def test_words_of_all_sizes(some: list[str], threads: int, size: int) -> None:
    assert_counts([" ".join(some), *some[:5]], threads=threads, size=size)


@pytest.mark.parametrize("threads", [1, 2, 3, 4])
def test_a_corpus(threads: int, shared: Callable[[str], Path]) -> None:
    text = shared("data/corpus.en").read_text("utf-8")
    assert_counts([text], specials=["<|endoftext|>"], threads=threads)
    assert_counts(text.splitlines(keepends=True), threads=threads, size=5000)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["english-21mb.txt", "chinese-21mb.txt"])
def test_large_corpora(name: str, shared: Callable[[str], Path]) -> None:
    path = shared(f"data/{name}")
    counts = list(count_pre_tokens(path.read_bytes()).items())
    for threads in (1, 2, 3):
        for size in (2**25, 3_000_000):
            table = count_table(blocks_of(path, size=size), threads=threads)
            assert list(table.as_counts().items()) == counts, (threads, size)


@pytest.mark.parametrize("letter", ["a", " ", "哈", "^", "1"])
def test_a_million_bytes_in_one_pre_token(letter: str) -> None:
    long = letter * (10**6 // len(letter.encode()))
    assert_counts(["to be " + long, long, long + "x"], threads=2)


@pytest.mark.parametrize("given_texts", [[], [""], ["<|x|>"], ["<|x|><|x|>", "<|x|>"]])
def test_without_pre_tokens_the_table_is_empty(given_texts: list[str]) -> None:
    blocks = blocks_of(given_texts, special_tokens=["<|x|>"])
    table = count_table(blocks)
    assert [len(array) for array in table] == [0, 0, 0]
    assert [array.dtype for array in table] == [np.uint8, np.int64, np.int64]


def numbered(count: int) -> Block:
    text = np.frombuffer(b"".join(b" aaaaaaa%07d" % k for k in range(count)), np.uint8)
    return Block(text, parts_of(text))


def test_numbered_words_are_found_after_few_looks() -> None:
    # Two pre-tokens each: a word that is always the same, and a number of seven digits.
    count = 2**20
    counter = PreTokenCounter(random_keys(), 0)
    for _ in counter.count(*numbered(count)[:2], "gpt2"):
        pass
    counts = counter.as_table().counts
    assert len(counts) == counter.rows == count + 1
    assert counts[0] == count
    assert (counts[1:] == 1).all()
    slots = counter.table.slots
    home = (slots[slots > 0] >> 32) * np.uint64(len(slots)) >> 32
    steps = (np.flatnonzero(slots) - home.astype(np.int64)) % len(slots)
    assert 2 * counter.rows <= len(slots)
    assert steps.mean() < 0.6  # of a table half full: 0.5
    assert steps.max() < 200


def pieces_of(data: bytes, size: int) -> Block:
    """A block in parts of ``size`` bytes."""
    text = np.frombuffer(data, np.uint8)
    parts = parts_of(text)
    ends = np.arange(size, len(data) + 1, size)
    return Block(text, parts._replace(ends=ends, special=np.full(len(ends), -1, np.int32)))


def counted_with(keys: list[int], data: bytes, size: int) -> dict[bytes, int]:
    counter = PreTokenCounter(np.array(keys, np.uint64), 0)
    for _ in counter.count(*pieces_of(data, size)[:2], "none"):
        pass
    return counter.as_table().as_counts()


def cut(data: bytes, size: int) -> dict[bytes, int]:
    return dict(Counter(data[i : i + size] for i in range(0, len(data), size)))


def test_short_ones_with_the_same_hash_stay_apart() -> None:
    # A factor of the hash is the tail and a key: here it is 0, for all of three bytes.
    data = b"".join(b"%03d" % (k % 500) for k in range(1200))
    assert counted_with([1, 3 << 56, 5, 7], data, 3) == cut(data, 3)


@pytest.mark.parametrize("place", [8, 12, 16, 23])
def test_long_ones_with_the_same_hash_stay_apart(place: int) -> None:
    # The last eight bytes are the key, so that a factor is 0: the same words for all.
    key = b"_all the"
    rows = [bytearray(b"the same before " + b"and also" + key) for _ in range(50)]
    for k, row in enumerate(rows):
        row[place] = ord("A") + k % 20
    data = b"".join(rows)
    keys = [1, 2, 3, int.from_bytes(key, "little")]
    assert counted_with(keys, data, 32) == cut(data, 32)


@for_each("place", range(24, 32))
def test_long_ones_that_differ_in_their_last_bytes_stay_apart(place: int) -> None:
    # The key makes the hash of the first half 0, and zeros behind it that of all.
    key = b"_all the"
    rows = [bytearray(b"the same" + key + bytes(8) + b"and also") for _ in range(50)]
    for k, row in enumerate(rows):
        row[place] = ord("A") + k % 20
    data = b"".join(rows)
    assert counted_with([1, 2, 3, int.from_bytes(key, "little")], data, 32) == cut(data, 32)


def test_long_ones_of_other_sizes_with_the_same_hash_stay_apart() -> None:
    key = b"_all the"
    # The second is how the first begins.
    rows = [b"x" * 32 + key + key, b"x" * 32 + key, b"x" * 24 + key, b"x" * 32 + key]
    sizes = [len(row) for row in rows]
    text = np.frombuffer(b"".join(rows), np.uint8)
    ends, special = np.cumsum(sizes), np.full(len(sizes), -1, np.int32)
    keys = np.array([1, 2, 3, int.from_bytes(key, "little")], np.uint64)
    counter = PreTokenCounter(keys, 0)
    for _ in counter.count(text, parts_of(text)._replace(ends=ends, special=special), "none"):
        pass
    assert counter.as_table().as_counts() == {rows[0]: 1, rows[1]: 2, rows[2]: 1}


def test_keys_are_drawn_anew() -> None:
    assert random_keys().tolist() != random_keys().tolist()


def test_the_text_may_go_away() -> None:
    data = bytearray(b"to be or not to be, that is an uncharacteristically long question")
    text = np.frombuffer(data, np.uint8)
    table = count_table([Block(text, parts_of(text))])
    counts = count_pre_tokens(bytes(data))
    data[:] = bytes(len(data))
    assert table.as_counts() == counts


def test_progress_is_told_from_the_callers_thread() -> None:
    told: list[tuple[Progress, bool]] = []
    here = threading.current_thread()
    block = numbered(100_000)

    def note(progress: Progress) -> None:
        told.append((progress, threading.current_thread() is here))

    count_table([block, block], threads=2, on_progress=note)
    size = 2 * len(block.text)
    assert told[0] == (Progress("count", 0, None), True)
    assert told[-1] == (Progress("count", size, None), True)
    done = [progress.done for progress, _ in told]
    assert done == sorted(done)
    assert all(in_caller for _, in_caller in told)


@pytest.mark.parametrize("threads", [1, 2])
def test_what_a_callback_raises_ends_the_work(threads: int) -> None:
    block = numbered(100_000)
    taken = 0

    def endless() -> Iterator[Block]:
        nonlocal taken
        while True:
            taken += 1
            yield block

    def cancel(progress: Progress) -> None:
        if progress.done:
            raise InterruptedError(progress)

    before = threading.active_count()
    with pytest.raises(InterruptedError):
        count_table(endless(), threads=threads, on_progress=cancel)
    assert taken >= 1
    assert threading.active_count() == before


def test_what_the_blocks_raise_comes_out() -> None:
    def broken() -> Iterator[Block]:
        yield numbered(10)
        raise OSError("gone")

    with pytest.raises(OSError, match="gone"):
        count_table(broken())


def test_more_than_32_bits_can_number_is_refused() -> None:
    counter = PreTokenCounter(random_keys(), 0)
    with raises("InputError.text_too_large", match="4294967296"):
        counter.reserve(1, 2**32 + 1)


def test_other_patterns_and_no_threads_are_refused() -> None:
    with pytest.raises(UnknownNameError):
        count_table([numbered(1)], pattern="gpt3")
    with pytest.raises(OptionError, match="threads"):
        count_table([], threads=0)


# --- Distinct pre-tokens as flat arrays and back


counts = st.dictionaries(st.binary(min_size=1, max_size=20), st.integers(1, MAX_COUNT))


@given(counts)
def test_a_table_holds_counts_in_their_order(given_counts: dict[bytes, int]) -> None:
    table = PreTokenTable.from_counts(given_counts)
    assert list(table.as_counts().items()) == list(given_counts.items())
    assert table.data.tobytes() == b"".join(given_counts)


def test_its_arrays_are_what_kernels_take() -> None:
    for table in (PreTokenTable.from_counts({}), PreTokenTable.from_counts({b"to": 2})):
        assert (table.data.dtype, table.ends.dtype) == (np.uint8, np.int64)
        assert table.counts.dtype == np.int64
        assert not table.data.flags.writeable


def test_no_pre_tokens_are_an_empty_table() -> None:
    table = PreTokenTable.from_counts({})
    assert [len(array) for array in table] == [0, 0, 0]
    assert table.as_counts() == {}


def test_a_count_beyond_64_bits_is_named() -> None:
    with pytest.raises(OptionError, match="9223372036854775808"):
        PreTokenTable.from_counts({b"a": 1, b"b": MAX_COUNT + 1})
