"""Large arrays begin where a large page does, and small ones are numpy's own."""

from __future__ import annotations

import numpy as np
import pytest

from bpe_core.runtime import large_arrays as module
from bpe_core.runtime.large_arrays import LARGE_PAGE, WORTH, empty, joined, zeros
from tests.for_each import for_each


@for_each("kind", [np.uint64, np.uint32])
@for_each("size", [0, 8, WORTH - 8, WORTH, WORTH + 8, 3 * WORTH])
def test_an_array_has_its_length_and_begins_a_page_if_it_is_large(
    kind: type[np.uint64] | type[np.uint32], size: int
) -> None:
    length = size // np.dtype(kind).itemsize
    for array in (empty(length, kind), zeros(length, kind)):
        assert (len(array), array.dtype) == (length, kind)
        if size >= WORTH and module.IS_LINUX:
            assert array.ctypes.data % LARGE_PAGE == 0
        assert array.flags.c_contiguous
        assert array.flags.writeable


def test_zeros_are_zero_whatever_was_there(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "empty", np.ones)
    assert not zeros(WORTH // 8, np.uint64).any()


def test_elsewhere_arrays_take_no_more_than_they_need(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(module, "IS_LINUX", False)
    assert empty(WORTH, np.uint8).base is None
    assert zeros(WORTH, np.uint8).base is None


@pytest.mark.parametrize("threads", [1, 2, 5])
def test_arrays_are_joined_in_order(threads: int) -> None:
    numbers = np.arange(1_000, dtype=np.uint32)
    out = np.empty(1_007, np.uint32)
    out[:10] = numbers[:10]
    others = [numbers[10:10], numbers[10:400], numbers[400:401], numbers[401:]]
    result = joined(out, 10, others, threads=threads)
    assert result is out
    assert result.tolist() == numbers.tolist()


def test_an_array_that_does_not_fit_is_refused() -> None:
    for space, more in ((1, 4), (0, 1)):
        with pytest.raises(ValueError, match="too few"):
            joined(np.empty(4 + space, np.uint32), 4, [np.zeros(more, np.uint32)])
