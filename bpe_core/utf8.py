"""The one gate between bytes and text: strict by default, exact about what is wrong."""

from __future__ import annotations

from bpe_core.errors import LoneSurrogateError, NotUTF8Error


def decode_utf8(data: bytes, *, errors: str = "strict") -> str:
    """Decode ``data``; ``errors="replace"`` puts U+FFFD where it is not UTF-8.

    Line ends stay as they are. Raises ``NotUTF8Error`` naming the first bad byte.

    >>> decode_utf8(b"a\\r\\n")
    'a\\r\\n'
    >>> decode_utf8(b"caf\\xe9")
    Traceback (most recent call last):
    bpe_core.errors.NotUTF8Error: byte 0xE9 at offset 3 is not UTF-8 (unexpected end of data)
    """
    try:
        return data.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise NotUTF8Error(
            byte=data[error.start], position=error.start, reason=error.reason
        ) from error


def as_text(text: str | bytes) -> str:
    """``text`` as a str that has a UTF-8 form; raises ``LoneSurrogateError`` otherwise.

    >>> as_text("a\\ud800")
    Traceback (most recent call last):
    bpe_core.errors.LoneSurrogateError: character 1 is U+D800, a lone surrogate
    """
    if isinstance(text, bytes):
        return decode_utf8(text)
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise LoneSurrogateError(position=error.start, code=ord(text[error.start])) from error
    return text
