"""The one gate between bytes and text: strict by default, exact about what is wrong."""

from __future__ import annotations

from codecs import (
    BOM_UTF16_BE,
    BOM_UTF16_LE,
    BOM_UTF32_BE,
    BOM_UTF32_LE,
    lookup_error,
    utf_8_decode,
)
from collections.abc import Mapping
from os import PathLike
from typing import ClassVar, TypeAlias

from bpe_core.errors import LoneSurrogateError, NotUTF8Error, OptionError
from bpe_core.phrases import Phrase

AnyText: TypeAlias = str | bytes | bytearray | memoryview

STEP = 2**17  # bytes to check at a time; the decoded text fits into the processor's cache
LFS_POINTER = b"version https://git-lfs"  # stands in the place of a file that was not fetched
# subtle: UTF-32's little-endian mark begins with UTF-16's, so it is looked for first.
MARKS: Mapping[bytes, str] = {
    BOM_UTF32_LE: "UTF-32",
    BOM_UTF32_BE: "UTF-32",
    BOM_UTF16_LE: "UTF-16",
    BOM_UTF16_BE: "UTF-16",
}
PYTHONS: Mapping[str, str] = {  # its decoder's reasons
    "invalid start byte": "start",
    "invalid continuation byte": "continuation",
    "unexpected end of data": "cut",
}


class TextFlaw(Phrase):
    """What is wrong with a text, or with a line that should hold one.

    >>> str(TextFlaw("encoded", {"encoding": "UTF-16"}))
    'it is UTF-16, by its first bytes; save it as UTF-8'
    """

    __slots__ = ()
    section = "text_flaw"
    english: ClassVar[Mapping[str, str]] = {
        "start": "invalid start byte",
        "continuation": "invalid continuation byte",
        "cut": "unexpected end of data",
        "encoded": "it is {encoding}, by its first bytes; save it as UTF-8",
        # of a line of JSON, or of the file around it
        "pointer": "a Git LFS pointer, not the file itself; fetch that by git lfs pull",
        "marked": "a byte order mark; save the file as UTF-8 without one",
        "no_json": "not JSON from column {column} on",
        "no_object": "no JSON object",
        "no_field": "no field {field!r} among {known}; the option text_field names another",
        "no_text": "{field!r} holds no text, but {value}",
        "half": "{field!r} has half a character, U+{code:04X}, as its character {position}; "
        "write both halves, or leave it out",
    }


def encoding_marked(data: bytes | memoryview) -> str | None:
    """The encoding, other than UTF-8, whose byte order mark ``data`` begins with.

    >>> encoding_marked("low".encode("utf-16"))
    'UTF-16'
    """
    beginning = bytes(data[:4])
    return next((name for mark, name in MARKS.items() if beginning.startswith(mark)), None)


def not_utf8(data: bytes | memoryview, error: UnicodeDecodeError, start: int) -> NotUTF8Error:
    """The error of ours for Python's; ``start`` is where ``data`` begins in its text."""
    reason = PYTHONS.get(error.reason)
    flaw = TextFlaw(reason) if reason else error.reason
    if start == 0 and (encoding := encoding_marked(data)):
        flaw = TextFlaw("encoded", {"encoding": encoding})
    return NotUTF8Error(byte=data[error.start], position=start + error.start, reason=flaw)


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
        raise not_utf8(data, error, 0) from error


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
            raise not_utf8(step, error, start + done) from error
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


def as_characters(text: AnyText) -> str:
    r"""``text`` as a str that has a UTF-8 form: halves of a pair become one character.

    A half by itself becomes U+FFFD. So tiktoken takes a str, and whatever trains, counts or
    encodes byte by byte here. Raises ``NotUTF8Error`` for other bytes, and ``OptionError`` for
    what is no text.

    >>> as_characters("\ud83d\udc4d") == "\U0001f44d", as_characters("a\udc4d") == "a\ufffd"
    (True, True)
    """
    if not isinstance(text, str):
        return decode_utf8(as_bytes(text))
    try:
        text.encode()
    except UnicodeEncodeError:
        return text.encode("utf-16-le", "surrogatepass").decode("utf-16-le", "replace")
    return text


def utf8_of(text: str) -> bytes:
    """The UTF-8 of ``as_characters(text)``."""
    try:
        return text.encode()
    except UnicodeEncodeError:
        return as_characters(text).encode()


def as_text(text: AnyText) -> str:
    """``text`` as a str that has a UTF-8 form; raises ``LoneSurrogateError`` otherwise.

    For names and patterns, for what the app shows, and for systems whose originals raise, too.
    Raises ``NotUTF8Error`` for other bytes, and ``OptionError`` for what is no text.

    >>> as_text("a\\ud800")
    Traceback (most recent call last):
    bpe_core.errors.LoneSurrogateError: character 1 is U+D800, half of a surrogate pair
    """
    if not isinstance(text, str):
        return decode_utf8(as_bytes(text))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise LoneSurrogateError(position=error.start, code=ord(text[error.start])) from error
    return text
