"""Bytes and text: UTF-8 in, GPT-2's characters, glyphs for the eye, texts in addresses.

UTF-8 has one gate here: strict by default, exact about what is wrong. Where bytes are shown,
every byte is visible, nothing is active, nothing confusable: a printable run stays as it is, a
space is drawn, a byte that is no whole character is hex, and what has no shape or changes the
shape of others (controls, direction marks, joiners) is named.
"""

from __future__ import annotations

import base64
import binascii
import unicodedata
import zlib
from codecs import (
    BOM_UTF16_BE,
    BOM_UTF16_LE,
    BOM_UTF32_BE,
    BOM_UTF32_LE,
    charmap_build,
    charmap_decode,
    charmap_encode,
    lookup_error,
    utf_8_decode,
)
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from io import BytesIO
from os import PathLike
from typing import ClassVar, TypeAlias

from bpe_core.errors import InputError, NotUTF8Error, OptionError, Phrase

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
    """``text`` as a str that has a UTF-8 form; raises ``InputError`` otherwise.

    For names and patterns, for what the app shows, and for systems whose originals raise, too.
    Raises ``NotUTF8Error`` for other bytes, and ``OptionError`` for what is no text.

    >>> as_text("a\\ud800")
    Traceback (most recent call last):
    bpe_core.errors.InputError: character 1 is U+D800, half of a surrogate pair
    """
    if not isinstance(text, str):
        return decode_utf8(as_bytes(text))
    try:
        text.encode()
    except UnicodeEncodeError as error:
        raise InputError(
            "lone_surrogate", position=error.start, code=ord(text[error.start])
        ) from error
    return text


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


# GPT-2's way to write bytes as printable text, so that token files are text files.


def byte_characters() -> list[str]:
    """GPT-2's printable character for every byte (openai/gpt-2, ``bytes_to_unicode``).

    Printable Latin-1 stands for itself, the 68 others move up to U+0100.

    >>> table = byte_characters()
    >>> table[ord("a")], table[ord(" ")], table[ord("\\n")]
    ('a', 'Ġ', 'Ċ')
    """
    printable = {*range(33, 127), *range(161, 173), *range(174, 256)}
    others = iter(range(256, 512))
    return [chr(value if value in printable else next(others)) for value in range(256)]


CHARACTERS = byte_characters()
# To Python it is a code page like any other, written and read without a loop.
_CODE_PAGE = "".join(CHARACTERS)
_BYTES = charmap_build(_CODE_PAGE)

# By byte: its number where bytes are numbered in the order of their characters, as in GPT-2's
# vocabulary and in those that Hugging Face trains.
_SORTED = sorted(CHARACTERS)
ALPHABET_NUMBERS = tuple(map(_SORTED.index, CHARACTERS))


def written(token: bytes) -> str:
    """A token in GPT-2's characters.

    >>> written(b" the")
    'Ġthe'
    """
    return charmap_decode(token, "strict", _CODE_PAGE)[0]


def read_all_back(texts: Sequence[str]) -> list[bytes]:
    """``read_back`` of each, in three quarters of the time: a character is a byte.

    >>> read_all_back(["Ġthe", "", "Ċ"])
    [b' the', b'', b'\\n']
    """
    data = BytesIO(read_back("".join(texts)))
    return [*map(data.read, map(len, texts))]


def read_back(text: str) -> bytes:
    """The bytes that ``text`` represents; raises ``KeyError`` for any other character.

    >>> read_back("Ġthe")
    b' the'
    """
    try:
        return charmap_encode(text, "strict", _BYTES)[0]
    except UnicodeEncodeError as error:
        raise KeyError(text[error.start]) from error


# How bytes are shown.


DrawnPart: TypeAlias = list[str]

SIGNS = {"\n": "⏎", "\t": "⇥", "\r": "␍", "\x00": "NUL"}
UNSHOWN = {"Cc", "Cf", "Cn", "Co", "Zl", "Zp", "Zs"}
CUT = "…"
MOST_IN_LINE = 200  # bytes of a token in a table or a sentence; GPT-2's longest has 128
MOST_DRAWN = 4_000  # of a token in a picture; the texts that are drawn have no more
NAME_SCALE = 0.75  # names are drawn smaller than glyphs


def parts_of(token: bytes) -> list[DrawnPart]:
    """The parts to draw, in order; a long token is cut.

    >>> parts_of("ô\\n".encode()[1:] + b" a")
    [['hex', 'B4'], ['name', '⏎'], ['space'], ['glyph', 'a']]
    """
    if len(token) > MOST_DRAWN:
        return [*parts_of(beginning(token, MOST_DRAWN)), ["name", CUT]]
    parts: list[DrawnPart] = []
    for character in token.decode("utf-8", "surrogateescape"):
        part = _part(character)
        if part[0] == "glyph" and parts and parts[-1][0] == "glyph":
            parts[-1][1] += character
        else:
            parts.append(part)
    return parts


def _part(character: str) -> DrawnPart:
    code = ord(character)
    if 0xDC80 <= code <= 0xDCFF:  # a byte that surrogateescape could not decode
        return ["hex", f"{code - 0xDC00:02X}"]
    if character == " ":
        return ["space"]
    if character in SIGNS:
        return ["name", SIGNS[character]]
    category = unicodedata.category(character)
    if category in UNSHOWN:
        return ["name", f"U+{code:04X}"]
    if category.startswith("M"):  # a mark needs a base
        return ["glyph", "◌" + character]
    return ["glyph", character]


def visible(token: bytes) -> str:
    r"""A token as one line of text; a long one is cut.

    >>> visible(b" \xc3"), len(visible(b"a" * 10**6))
    ('␣<C3>', 201)
    """
    if len(token) > MOST_IN_LINE:
        return visible_whole(beginning(token, MOST_IN_LINE)) + CUT
    return visible_whole(token)


def visible_whole(token: bytes) -> str:
    """The same with no part cut off, for files."""
    return "".join(map(_glyph, token.decode("utf-8", "surrogateescape")))


def beginning(token: bytes, most: int) -> bytes:
    """The first ``most`` bytes or a few less, so that no character is cut apart.

    >>> beginning("a你".encode(), 3), beginning("a你".encode(), 4)
    (b'a', b'a\\xe4\\xbd\\xa0')
    """
    end = most
    while most - 3 <= end < len(token) and token[end] & 0xC0 == 0x80:  # inside a character
        end -= 1
    return token[:end]


@lru_cache(maxsize=2**17)
def _glyph(character: str) -> str:
    """One character, cached: tables show every token of a vocabulary."""
    return _sign(*_part(character))


def _sign(kind: str, text: str = "␣") -> str:
    return f"<{text}>" if kind == "hex" else text


def width_of(parts: list[DrawnPart]) -> float:
    """Columns of a monospaced font: 1 a narrow character, 2 a wide one.

    >>> width_of([["glyph", "a你"], ["space"], ["hex", "C3"]])
    6.0
    """
    return float(sum(_part_width(part) for part in parts))


def _part_width(part: DrawnPart) -> float:
    if part[0] == "space":
        return 1
    if part[0] == "name":
        return len(part[1]) * NAME_SCALE
    return sum(_columns(character) for character in part[1])


def _columns(character: str) -> int:
    if unicodedata.combining(character):
        return 0
    return 2 if unicodedata.east_asian_width(character) in "WF" else 1


def is_whole(token: bytes) -> bool:
    """Whether the bytes are whole characters."""
    try:
        token.decode()
    except UnicodeDecodeError:
        return False
    return True


def is_long_character(token: bytes) -> bool:
    """Whether the bytes are one character of several bytes.

    >>> [is_long_character(token) for token in ("é".encode(), b"a", "éa".encode())]
    [True, False, False]
    """
    return len(token) > 1 and is_whole(token) and len(token.decode()) == 1


def completes_character(left: bytes, right: bytes) -> bool:
    r"""Whether two tokens that are not both whole characters become whole ones together.

    >>> completes_character(b"\xc3", b"\xa9"), completes_character(b"a", b"b")
    (True, False)
    """
    return is_whole(left + right) and not (is_whole(left) and is_whole(right))


# A short text as a parameter of an address, and back.


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
