"""The one gate between bytes and text: strict by default, exact about what is wrong."""

from __future__ import annotations

from codecs import lookup_error, utf_8_decode
from os import PathLike
from typing import TypeAlias

from bpe_core.errors import LoneSurrogateError, NotUTF8Error, OptionError

AnyText: TypeAlias = str | bytes | bytearray | memoryview

STEP = 2**17  # bytes to check at a time; the decoded text fits into the processor's cache


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
        lookup_error(errors)
    except (LookupError, TypeError) as error:
        rule = "strict, replace, ignore or another of Python's ways to handle errors"
        raise OptionError(name="errors", value=errors, rule=rule) from error
    try:
        return data.decode("utf-8", errors)
    except UnicodeDecodeError as error:
        raise NotUTF8Error(
            byte=data[error.start], position=error.start, reason=error.reason
        ) from error


def whole_characters(data: bytes | memoryview, *, start: int = 0, at_end: bool = True) -> int:
    """How many of the first bytes are whole characters: all of them if the text ends here.

    Otherwise the last character may be cut. Raises ``NotUTF8Error`` with the offset counted
    from ``start``, the offset of the first byte in its text. Takes little memory.

    >>> whole_characters("né".encode()[:2], at_end=False)
    1
    """
    view, done = memoryview(data), 0
    while done < len(view):
        step = view[done : done + STEP]
        try:
            _, used = utf_8_decode(step, "strict", at_end and done + len(step) == len(view))
        except UnicodeDecodeError as error:
            position = start + done + error.start
            byte = step[error.start]
            raise NotUTF8Error(byte=byte, position=position, reason=error.reason) from error
        if not used:
            break
        done += used
    return done


def as_bytes(text: bytes | bytearray | memoryview) -> bytes:
    """The bytes of a text that is no str; raises ``OptionError`` for what is no text at all.

    >>> as_bytes(bytearray(b"low"))
    b'low'
    """
    if isinstance(text, bytes):
        return text
    if isinstance(text, bytearray) or (isinstance(text, memoryview) and text.itemsize == 1):
        return bytes(text)
    rule = "a text: str, or its UTF-8 as bytes, bytearray or memoryview"
    if isinstance(text, PathLike):
        rule += "; read the file first, or use encode_file"
    value = text if isinstance(text, PathLike) else type(text).__name__
    raise OptionError(name="text", value=value, rule=rule)


def as_text(text: AnyText) -> str:
    """``text`` as a str that has a UTF-8 form; raises ``LoneSurrogateError`` otherwise.

    Raises ``NotUTF8Error`` for other bytes, and ``OptionError`` for what is no text.

    >>> as_text("a\\ud800")
    Traceback (most recent call last):
    bpe_core.errors.LoneSurrogateError: character 1 is U+D800, a lone surrogate
    """
    if not isinstance(text, str):
        return decode_utf8(as_bytes(text))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise LoneSurrogateError(position=error.start, code=ord(text[error.start])) from error
    return text
