"""Kernels that check every access: whoever reads beyond an array gets an ``IndexError``.

numba checks indexes if it is told so before it compiles; what the instructions of eight and of
64 bytes read and write is checked here.
"""

from __future__ import annotations

import os
import sys
from typing import Any


def check_bounds() -> None:
    """Have all kernels of this process checked; none may be there yet.

    For a process of its own, in which numba compiles every kernel.
    """
    os.environ["NUMBA_BOUNDSCHECK"], os.environ["BPE_LAB_KERNELS"] = "1", "numba"
    assert "numba" not in sys.modules, "kernels are there already, and check nothing"
    from bpe_core.kernels import instructions

    block = instructions.BLOCK
    names = {"load8": entries_of_eight, "store8": entries_of_eight, "masks_at": lambda _: block}
    for name, entries in names.items():
        setattr(instructions, name, checked(getattr(instructions, name), entries))
    _check_that_it_checks()


def entries_of_eight(array: Any) -> int:
    """How many entries of an array of this type eight bytes are."""
    return max(1, 64 // array.dtype.bitwidth)


def checked(instruction: Any, entries: Any) -> Any:
    """The same instruction, which first asks whether all of its entries are in the array."""
    from numba.extending import overload

    def called(array: Any, i: Any, word: Any = None) -> Any:
        raise NotImplementedError("only kernels call it")

    @overload(called)
    def _body(array: Any, i: Any, word: Any = None) -> Any:
        count = entries(array)

        def two(array: Any, i: Any, word: Any = None) -> Any:
            if i < 0 or i + count > len(array):
                raise IndexError("an instruction reads beyond an array")
            return instruction(array, i)

        def three(array: Any, i: Any, word: Any = None) -> Any:
            if i < 0 or i + count > len(array):
                raise IndexError("an instruction writes beyond an array")
            return instruction(array, i, word)

        return two if word is None or getattr(word, "value", word) is None else three

    return called


def _check_that_it_checks() -> None:
    """Both kinds of access end where an array ends."""
    import numpy as np

    from bpe_core.kernels.decode_ids import Tokens, write_tokens
    from bpe_core.kernels.eight_bytes import hash_bytes

    tokens = Tokens(np.zeros(8, np.uint8), np.zeros(1, np.uint64))
    for beyond in (
        lambda: hash_bytes(np.zeros(4, np.uint8), 0, 9),
        lambda: write_tokens(tokens, np.zeros(8, np.uint8), np.array([7], np.uint32), 0, 8),
    ):
        try:
            beyond()
        except IndexError:
            continue
        raise AssertionError("a kernel read beyond an array")
