"""GPT-2's way to write bytes as printable text, so that token files are text files."""

from __future__ import annotations

from codecs import charmap_build, charmap_decode, charmap_encode
from collections.abc import Sequence
from io import BytesIO


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
