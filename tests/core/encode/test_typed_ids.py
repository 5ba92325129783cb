"""Token ids as people type them."""

from __future__ import annotations

import contextlib

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.encode.typed_ids import parse_ids
from bpe_core.errors import NotAnIdError, TooManyIdsError
from tests.for_each import for_each


@given(ids=st.lists(st.integers(-(10**12), 10**12), max_size=30))
def test_python_lists_and_plain_rows_are_read(ids: list[int]) -> None:
    for typed in (str(ids), " ".join(map(str, ids)), ",".join(map(str, ids)), f"  {ids}\n"):
        assert parse_ids(typed, limit=100) == ids


@for_each(
    "typed, value, position",
    [
        ("1 2.5", "2.5", 1),
        ("1 x", "x", 1),
        ("--1", "--1", 0),
        ("1_0", "1_0", 0),
        ("٣", "٣", 0),
        ("9" * 40, "9" * 40, 0),
        ("1e3", "1e3", 0),
        ("0x10", "0x10", 0),
        ("+1", "+1", 0),
    ],
)
def test_what_is_no_integer_is_named(typed: str, value: str, position: int) -> None:
    with pytest.raises(NotAnIdError) as raised:
        parse_ids(typed, limit=100)
    assert raised.value.values == {"value": value, "position": position}


def test_too_many_are_refused() -> None:
    with pytest.raises(TooManyIdsError):
        parse_ids("1 " * 101, limit=100)


@given(typed=st.text(max_size=50))
def test_anything_typed_is_ids_or_a_clear_error(typed: str) -> None:
    with contextlib.suppress(NotAnIdError, TooManyIdsError):
        assert all(type(token_id) is int for token_id in parse_ids(typed, limit=5))
