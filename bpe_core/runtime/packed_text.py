"""A short text as a parameter of an address, and back."""

from __future__ import annotations

import base64
import binascii
import zlib
from collections.abc import Callable

PACK_LIMIT = 1500  # characters of an address that a text may take
TOO_LONG = 100_000  # characters of a text that is not even tried


def pack(text: str, most: int = PACK_LIMIT) -> str | None:
    """A short text as a parameter; None where that has more than ``most`` characters.

    >>> unpack(100)(pack("low lower"))
    'low lower'
    """
    if len(text) > TOO_LONG:
        return None
    packed = base64.urlsafe_b64encode(zlib.compress(text.encode(), 9)).decode().rstrip("=")
    return packed if len(packed) <= most else None


def unpack(most: int) -> Callable[[str], str | None]:
    """A reader of packed texts of at most ``most`` characters, never inflating more.

    One that was cut is none.
    """

    def read(packed: str) -> str | None:
        try:
            data = base64.b64decode(packed + "=" * (-len(packed) % 4), b"-_", validate=True)
            inflating = zlib.decompressobj()
            text = inflating.decompress(data, 4 * most + 1).decode()
        except (binascii.Error, zlib.error, ValueError):
            return None
        return text if inflating.eof and len(text) <= most else None

    return read
