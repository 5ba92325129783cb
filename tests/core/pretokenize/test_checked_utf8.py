"""Compiled code finds bytes that are not UTF-8 where Python's decoder does."""

from __future__ import annotations

from collections.abc import Callable
from itertools import product

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from bpe_core.errors import NotUTF8Error
from bpe_core.kernels.scan.valid_utf8 import BLOCK, valid_until
from bpe_core.pretokenize import checked_utf8 as module
from bpe_core.pretokenize.checked_utf8 import LONG, checked_utf8
from bpe_core.pretokenize.scan import read_only
from bpe_core.runtime.utf8 import whole_characters
from tests.examples import examples
from tests.for_each import for_each

# Ends of every range of bytes that the decoder tells apart, behind a first byte.
BORDERS = bytes((0x00, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC0, 0xFF))
FIRST = bytes((0x00, 0x7F, *range(0x80, 0x100)))


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
        for first, *rest in product(FIRST, *[BORDERS] * size):
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
    data = "好 a".encode() * (LONG // 5) + b"b" * 7 + tail
    assert len(data) >= LONG

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
    assert checked_utf8(b"a" * LONG) == LONG
    assert slow == [0]
