"""Distinct pre-tokens as flat arrays and back."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bpe_core.count.pre_token_table import MAX_COUNT, PreTokenTable
from bpe_core.errors import OptionError

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
