"""The compiled scanners find the pre-tokens that `regex` finds, in batches of any size."""

from __future__ import annotations

import random
import unicodedata
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise, product
from pathlib import Path

import numpy as np
import pytest
import regex
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import NotUTF8Error, UnknownNameError
from bpe_core.kernels.scan import classes as kinds
from bpe_core.kernels.scan.valid_utf8 import BLOCK, valid_until
from bpe_core.pretokenize import scan as module
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.pretokenize.pre_tokens import split_pattern
from bpe_core.pretokenize.scan import COMPILED_PATTERNS, checked_utf8, read_only, scan
from bpe_core.pretokenize.scan import LONG as LONG_BYTES
from bpe_core.pretokenize.text_parts import ORDINARY, Parts, Text, parts_of, shares
from bpe_core.runtime.text import whole_characters
from tests.core import text_strategies as texts
from tests.core.pretokenize.test_patterns import one_of_each_kind
from tests.core.pretokenize.test_text_parts import as_array, pre_tokens
from tests.examples import examples
from tests.for_each import for_each

every_pattern = pytest.mark.parametrize("name", COMPILED_PATTERNS)

# One of each kind that a pattern tells apart: exhaustive texts are made of these.
ALPHABET = "'slA1! \n/\xa0\u0301"
ODD = (
    "'''sStTmMdDlLvVrReEſaA1１Ⅷ½!-/_ "
    "\t\n\r\xa0\x85\u3000  \u200b\u0301\u0e31\x1cß哈한ǅʰ🙂👩\u200d"
)
LONG = 300_000


def documents(found: Iterable[str]) -> tuple[list[str], Text, Parts]:
    """Texts end to end, each a part of its own, so that many are scanned at once."""
    kept = [text for text in found if text]
    sizes = np.array([len(text.encode()) for text in kept], np.int64)
    parts = Parts(np.cumsum(sizes), np.full(len(kept), ORDINARY, np.int32))
    return kept, as_array("".join(kept)), parts


def ends_by_regex(found: Iterable[str], name: str) -> list[int]:
    sizes = [len(piece.encode()) for text in found for piece in split_pattern(text, name)]
    return np.cumsum(sizes, dtype=np.int64).tolist()


def ends_by_scan(text: Text, parts: Parts, name: str, **limits: int) -> list[int]:
    ends: list[int] = []
    for batch in scan(text, parts, name, **limits):
        assert batch.start == (abs(ends[-1]) if ends else parts.start)
        ends += batch.ends.tolist()
    return ends


def check(found: Iterable[str], name: str) -> None:
    """All of ``found`` in one go; where they differ, the first text that does."""
    kept, array, parts = documents(found)
    if ends_by_scan(array, parts, name) != ends_by_regex(kept, name):
        for text in kept:
            alone = as_array(text)
            assert ends_by_scan(alone, parts_of(alone), name) == ends_by_regex([text], name), (
                text
            )
        pytest.fail("texts differ only where others stand beside them")


@every_pattern
def test_every_text_of_up_to_four_characters(name: str) -> None:
    check(("".join(p) for n in range(5) for p in product(ALPHABET, repeat=n)), name)


@pytest.mark.slow
@every_pattern
def test_every_text_of_five_characters(name: str) -> None:
    check(map("".join, product(ALPHABET, repeat=5)), name)


@every_pattern
def test_every_text_of_three_characters_at_every_place_of_a_block(name: str) -> None:
    """Blocks of 64 bytes are looked at together: before, across and behind their ends."""
    words, behind = "ab cde, " * 8, "x" * 70
    triples = ["".join(p) for p in product(ALPHABET, repeat=3)]
    check((words[:k] + p + behind for k in range(0, 64, 3) for p in triples[k % 3 :: 3]), name)
    check((words[:k] + p + behind for k in range(57, 64) for p in triples), name)


@every_pattern
def test_contractions_at_every_place_of_a_block(name: str) -> None:
    words, behind = "ab cde, " * 8, "x y" * 23
    ends = ["s", "t", "ll", "lle", "ve", "v", "re", "r", "S", "LL", "'s", " s", "š", "s's've"]
    befores = ("a", "1", " ", "'", "!", "\n", "é")
    shorts = [f"{before}'{end}" for before in befores for end in ends]
    check((words[:k] + short + behind for k in range(64) for short in shorts), name)


ASCII = "abcdefghijklmnopqrstuvwxyzABCD  \n\t\r'',.!/-12"


@every_pattern
def test_random_texts_longer_than_a_block(name: str) -> None:
    for alphabet in (ASCII, ASCII * 3 + "é哈", "ab  cd", "aB '.\n", "a'sS !1/\n"):
        check(odd_texts(name, alphabet, 1_000, 400), name)


def odd_texts(name: str, alphabet: str, number: int, longest: int) -> Iterator[str]:
    chosen = random.Random(f"{name} {number}")
    for _ in range(number):
        yield "".join(chosen.choices(alphabet, k=chosen.randint(1, longest)))


@every_pattern
def test_random_texts_of_odd_characters(name: str) -> None:
    check(odd_texts(name, ODD, 5_000, 16), name)


@every_pattern
def test_random_runs_longer_and_shorter_than_eight_bytes(name: str) -> None:
    check(odd_texts(name, "abcdefghijklmnopqrst'sAB 1é\n", 5_000, 90), name)
    check(odd_texts(name, "aaaaaaaaaaaaaaaaaaaaaaaé ", 5_000, 90), name)
    check(odd_texts(name, " " * 20 + "\n\u3000a!", 5_000, 90), name)


@pytest.mark.slow
@every_pattern
def test_many_random_texts_of_odd_characters(name: str) -> None:
    check(odd_texts(name, ODD, 100_000, 16), name)


CONTEXTS = ("a{0}b", " {0} 1", "A{0}'S", "!{0}\n", "{0}{0}", "'{0}", "1{0}'{0}")
# All planes that have characters; the table of classes is that of `regex` for all the others.
POINTS = [k for k in (*range(0x32400), *range(0xE0000, 0xE0200)) if not 0xD800 <= k < 0xE000]


@every_pattern
def test_code_points_of_each_kind_in_every_context(name: str) -> None:
    """And every 17th in one of them; each one's class is compared below."""
    kinds = map(chr, one_of_each_kind())
    check((context.format(c) for c in kinds for context in CONTEXTS), name)
    check((CONTEXTS[k % len(CONTEXTS)].format(chr(k)) for k in POINTS[::17]), name)


@pytest.mark.slow
@every_pattern
def test_every_code_point_in_every_context(name: str) -> None:
    for context in CONTEXTS:
        check((context.format(chr(k)) for k in POINTS), name)


@given(
    text=texts.texts,
    name=st.sampled_from(COMPILED_PATTERNS),
    tokens=texts.special_tokens,
    most=st.integers(1, 9),
    size=st.integers(1, 20),
)
def test_any_text_in_batches_of_any_size(
    text: str, name: str, tokens: tuple[str, ...], most: int, size: int
) -> None:
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    ends = ends_by_scan(array, parts, name, most=most, size=size)
    found = [array[a:b].tobytes().decode() for a, b in pairwise([0, *map(abs, ends)])]
    numbers = iter(parts.special[parts.special != ORDINARY].tolist())
    told = [
        f"[{next(numbers)}]" if end < 0 else piece
        for piece, end in zip(found, ends, strict=True)
    ]
    assert told == list(pre_tokens(array, parts, name))


@given(
    text=texts.texts.map(lambda text: 3 * text),
    name=st.sampled_from(COMPILED_PATTERNS),
    tokens=texts.special_tokens,
    count=st.integers(1, 7),
)
def test_shares_make_up_the_whole(
    text: str, name: str, tokens: tuple[str, ...], count: int
) -> None:
    array = as_array(text)
    parts = parts_of(array, [token.encode() for token in tokens])
    dealt = shares(array, parts, name, count)
    found = [end for share in dealt for end in ends_by_scan(array, share, name)]
    assert found == ends_by_scan(array, parts, name)


@every_pattern
def test_a_batch_has_the_size_that_was_asked_for(name: str) -> None:
    array = as_array("ab " * 10_000)
    for batch in scan(array, parts_of(array), name, most=100, size=120):
        assert 0 < len(batch.ends) <= 100
        if name != "none":
            assert abs(batch.ends[-1]) - batch.start < 120 + 64


@every_pattern
def test_long_runs_of_one_thing(name: str) -> None:
    """In time that grows with the text, not with its square."""
    for text in (
        *(character * LONG for character in "aA 1!'"),
        " " * LONG + "a",
        "\n" * LONG + " ",
        " \n" * (LONG // 2) + " a",
        "!" + "\n/" * (LONG // 2),
        "哈" * (LONG // 3) + "A" * LONG,
        "哈A" * (LONG // 4),
        "\u0301" * (LONG // 2),
        "\u3000" * (LONG // 3) + "a",
    ):
        array = as_array(text)
        ends = ends_by_scan(array, parts_of(array), name, size=4_096)
        assert ends == ends_by_regex([text], name), text[:2] + text[-1]


@every_pattern
@pytest.mark.parametrize("file", ["english-held-out.txt", "chinese-held-out.txt", "corpus.en"])
def test_real_text(file: str, name: str, shared: Callable[[str], Path]) -> None:
    real_text(shared(f"data/{file}"), name, 300_000)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("file", "name"),
    [
        ("english-21mb.txt", "gpt2"),
        ("english-21mb.txt", "o200k"),
        ("chinese-21mb.txt", "cl100k_tiktoken"),
        ("chinese-21mb.txt", "qwen2"),
    ],
)
def test_whole_corpora(file: str, name: str, shared: Callable[[str], Path]) -> None:
    real_text(shared(f"data/{file}"), name, None)


def real_text(path: Path, name: str, size: int | None) -> None:
    """Up to ``size`` bytes of a file as one document."""
    with path.open("rb") as file:
        text = file.read(size).decode(errors="ignore")
    array = as_array(text)
    assert ends_by_scan(array, parts_of(array), name) == ends_by_regex([text], name)


def test_nothing_at_all() -> None:
    assert list(scan(as_array(""), parts_of(as_array("")), "gpt2")) == []


def test_all_named_patterns_are_compiled() -> None:
    assert set(COMPILED_PATTERNS) == set(PATTERNS)
    with pytest.raises(UnknownNameError, match="whitespace"):
        next(scan(as_array("a"), parts_of(as_array("a")), "gpt5"))


def test_no_byte_outside_the_parts_is_read() -> None:
    """A part that ends within a word: what stands before and behind is not taken."""
    array = as_array("xxabcdefghijklmn")
    for end in range(3, 16):
        parts = Parts(np.array([end]), np.full(1, ORDINARY, np.int32), 2)
        for name in COMPILED_PATTERNS:
            assert ends_by_scan(array, parts, name) == [end]


@pytest.mark.parametrize(
    ("flag", "pattern"),
    [
        (kinds.LETTER, r"\p{L}"),
        (kinds.NUMBER, r"\p{N}"),
        (kinds.SPACE, r"\s"),
        (kinds.NEWLINE, r"[\r\n]"),
        (kinds.UPPER, r"[\p{Lu}\p{Lt}\p{Lm}\p{Lo}\p{M}]"),
        (kinds.LOWER, r"[\p{Ll}\p{Lm}\p{Lo}\p{M}]"),
    ],
)
def test_the_table_of_classes_is_that_of_regex(flag: int, pattern: str) -> None:
    text = "".join(map(chr, range(kinds.CODE_POINTS)))
    found = np.zeros(kinds.CODE_POINTS, bool)
    found[[match.start() for match in regex.finditer(pattern, text)]] = True
    assert ((kinds.classes() & flag > 0) == found).all()


def test_white_space_is_not_what_python_takes_for_it() -> None:
    for point in (0x1C, 0x1D, 0x1E, 0x1F):
        assert chr(point).isspace()
        assert unicodedata.category(chr(point)) == "Cc"
        assert kinds.classes()[point] == 0


# Ends of every range of bytes that the decoder tells apart, behind a first byte.
BORDERS = bytes((0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF))
FIRST_BYTES = bytes((0x00, 0x7F, *range(0x80, 0x100)))


def until(data: bytes) -> int:
    return valid_until(read_only(np.frombuffer(data, np.uint8)))


def until_in_python(data: bytes) -> int:
    try:
        data.decode()
    except UnicodeDecodeError as error:
        return error.start
    return len(data)


@pytest.mark.parametrize(
    ("before", "behind", "longest"),
    [("", "", 2), ("", "a" * 8, 3), ("好", "", 3), ("好", "a" * 8, 2)],
)
def test_every_first_byte_before_every_border(before: str, behind: str, longest: int) -> None:
    for size in range(longest + 1):
        for first, *rest in product(FIRST_BYTES, *[BORDERS] * size):
            data = before.encode() + bytes((first, *rest)) + behind.encode()
            assert until(data) == until_in_python(data), data


@settings(max_examples=examples(300))
@given(
    parts=st.lists(st.one_of(st.binary(max_size=6), st.text(max_size=6).map(str.encode))),
    before=st.integers(0, 2 * BLOCK),
    behind=st.integers(0, 2 * BLOCK),
)
def test_any_bytes_anywhere_in_a_text(parts: list[bytes], before: int, behind: int) -> None:
    data = b"a" * before + b"".join(parts) + b"a" * behind
    assert until(data) == until_in_python(data)


@for_each("tail", [b"", "好".encode(), "好".encode()[:2], b"\xff", b"\xed\xa0\x80"])
@for_each("at_end", [False, True])
def test_a_long_text_is_judged_as_a_short_one(tail: bytes, *, at_end: bool) -> None:
    data = "好 a".encode() * (LONG_BYTES // 5) + b"b" * 7 + tail
    assert len(data) >= LONG_BYTES

    def outcome(check: Callable[..., int]) -> int | str:
        try:
            return check(data, start=9, at_end=at_end)
        except NotUTF8Error as error:
            return str(error)

    assert outcome(checked_utf8) == outcome(whole_characters)


def test_a_long_text_is_checked_by_the_kernel(monkeypatch: pytest.MonkeyPatch) -> None:
    slow: list[int] = []
    monkeypatch.setattr(
        module, "whole_characters", lambda data, **_: slow.append(len(data)) or len(data)
    )
    assert checked_utf8(b"a" * LONG_BYTES) == LONG_BYTES
    assert slow == [0]
