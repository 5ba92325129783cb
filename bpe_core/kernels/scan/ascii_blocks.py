"""Sixty-four bytes of ASCII at a time: one bit of a word for each of them.

``masks_at(text, i)`` asks every byte of text[i] … text[i + 63] the same six questions, bit k
for byte i + k. The processor compares 16 or 32 bytes in one instruction; numba cannot
express that, so this file generates LLVM code, which adapts itself to the processor.
"""

from __future__ import annotations

from typing import Any, NamedTuple

import numpy as np
from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

BLOCK = 64
BYTE, WORD = ir.IntType(8), ir.IntType(64)
BYTES = ir.VectorType(BYTE, BLOCK)


class Masks(NamedTuple):
    """What the bytes of a block are: a bit for each."""

    capital: np.uint64
    small: np.uint64
    letter: np.uint64
    number: np.uint64
    space: np.uint64
    blank: np.uint64
    newline: np.uint64
    apostrophe: np.uint64
    high: np.uint64  # not ASCII


def same(number: int) -> Any:
    """A block full of one number."""
    return ir.Constant(BYTES, [ir.Constant(BYTE, number)] * BLOCK)


def classify(typing_context: Any, text: Any, i: Any) -> Any:
    """The types and the code of ``masks_at(text, i)``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        array = context.make_array(signature.args[0])(context, builder, args[0])
        index = context.cast(builder, args[1], signature.args[1], types.intp)
        address = builder.bitcast(builder.gep(array.data, [index]), BYTES.as_pointer())
        block = builder.load(address, align=1)

        def among(block: Any, first: str, last: str) -> Any:
            shifted = builder.sub(block, same(ord(first)))
            return builder.icmp_unsigned("<=", shifted, same(ord(last) - ord(first)))

        blank = builder.icmp_unsigned("==", block, same(ord(" ")))
        capital, small = among(block, "A", "Z"), among(block, "a", "z")
        answers = (
            capital,
            small,
            builder.or_(capital, small),
            among(block, "0", "9"),
            builder.or_(blank, among(block, "\t", "\r")),
            blank,
            builder.or_(*(builder.icmp_unsigned("==", block, same(ord(c))) for c in "\r\n")),
            builder.icmp_unsigned("==", block, same(ord("'"))),
            builder.icmp_signed("<", block, same(0)),
        )
        words = [builder.bitcast(answer, WORD) for answer in answers]
        return context.make_tuple(builder, signature.return_type, words)

    words: Any = types.UniTuple
    return words(types.uint64, len(Masks._fields))(text, i), generate


masks_at: Any = intrinsic(classify)
