"""What a processor can do and numba cannot express: LLVM code for it, which kernels call.

Nothing here checks bounds: a load or store must lie within its array.
"""

from __future__ import annotations

from typing import Any

from llvmlite import ir
from numba.core import types
from numba.extending import intrinsic

BYTE, INT, WORD, WIDE = (ir.IntType(bits) for bits in (8, 32, 64, 128))
BLOCK = 64  # bytes
BYTES = ir.VectorType(BYTE, BLOCK)
ANSWERS = 9  # to what is asked of a block
FOR_WRITING, KEEP_CLOSE, DATA = 1, 3, 1


def address_of(context: Any, builder: Any, signature: Any, args: Any) -> Any:
    """The address of entry ``args[1]`` of the array ``args[0]``."""
    array = context.make_array(signature.args[0])(context, builder, args[0])
    index = context.cast(builder, args[1], signature.args[1], types.intp)
    return builder.gep(array.data, [index])


@intrinsic
def load8(typing_context: Any, array: Any, i: Any) -> Any:
    """``array[i]`` … ``array[i + 7]`` as a uint64, the first byte lowest, at any offset."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = address_of(context, builder, signature, args)
        return builder.load(builder.bitcast(address, WORD.as_pointer()), align=1)

    return types.uint64(array, i), generate


@intrinsic
def store8(typing_context: Any, array: Any, i: Any, word: Any) -> Any:
    """The opposite: ``store8(array, i, word)``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = address_of(context, builder, signature, args)
        builder.store(args[2], builder.bitcast(address, WORD.as_pointer()), align=1)
        return context.get_dummy_value()

    return types.void(array, i, types.uint64), generate


@intrinsic
def trailing_zeros(typing_context: Any, word: Any) -> Any:
    """How many 0 a uint64 ends with; 64 where there is no 1."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        return builder.cttz(args[0], ir.IntType(1)(0))

    return types.int64(types.uint64), generate


@intrinsic
def fold(typing_context: Any, a: Any, b: Any) -> Any:
    """Both halves of the 128-bit product of two uint64, mixed: the heart of a hash."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        wide = builder.mul(*(builder.zext(number, WIDE) for number in args))
        high = builder.trunc(builder.lshr(wide, WIDE(64)), WORD)
        return builder.xor(high, builder.trunc(wide, WORD))

    return types.uint64(types.uint64, types.uint64), generate


@intrinsic
def masks_at(typing_context: Any, text: Any, i: Any) -> Any:
    """What ``BLOCK`` bytes from ``text[i]`` on are: the fields of ``ascii_blocks.Masks``."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = address_of(context, builder, signature, args)
        block = builder.load(builder.bitcast(address, BYTES.as_pointer()), align=1)

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
    return words(types.uint64, ANSWERS)(text, i), generate


def same(number: int) -> Any:
    """A block full of one number."""
    return ir.Constant(BYTES, [ir.Constant(BYTE, number)] * BLOCK)


@intrinsic
def prefetch(typing_context: Any, rows: Any, i: Any) -> Any:
    """Fetch ``rows[i]``, to be written; it changes nothing and never fails."""

    def generate(context: Any, builder: Any, signature: Any, args: Any) -> Any:
        address = builder.bitcast(
            address_of(context, builder, signature, args), BYTE.as_pointer()
        )
        kind = ir.FunctionType(ir.VoidType(), [BYTE.as_pointer(), INT, INT, INT])
        call = builder.module.declare_intrinsic("llvm.prefetch.p0", fnty=kind)
        builder.call(call, [address, *(INT(n) for n in (FOR_WRITING, KEEP_CLOSE, DATA))])
        return context.get_dummy_value()

    return types.void(rows, i), generate
