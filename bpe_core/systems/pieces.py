"""Tokens of bytes as pieces: the span of each, and bytes in readable form."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from bpe_core.systems.system import Piece

FIRST_ESCAPE = 0xDC00  # added by "surrogateescape" to a byte that is not part of a character


def laid_out(
    tokens: Iterable[bytes], write: Callable[[bytes], str], start: int = 0
) -> tuple[Piece, ...]:
    """``tokens`` end to end from ``start`` on, each written by ``write``.

    >>> laid_out([b"lo", b"w"], readable)
    (Piece(written='lo', start=0, end=2), Piece(written='w', start=2, end=3))
    """
    pieces = []
    for token in tokens:
        end = start + len(token)
        pieces.append(Piece(write(token), start, end))
        start = end
    return tuple(pieces)


def readable(token: bytes) -> str:
    """Whole characters as they are, other bytes as ``<E4>``.

    >>> readable("你".encode() + b"\\xe4\\xbd")
    '你<E4><BD>'
    """
    text = token.decode("utf-8", "surrogateescape")
    if text.isascii():
        return text
    return "".join(map(_with_bytes_named, text))


def _with_bytes_named(character: str) -> str:
    value = ord(character) - FIRST_ESCAPE
    return f"<{value:02X}>" if 0x80 <= value <= 0xFF else character
