"""An encoder whose vocabulary is a file of printable characters."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.pretokenize.pre_tokens import split_special
from bpe_core.runtime.text import CHARACTERS, read_back, written
from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Word, encode_parts, merge_by_rank, ranks_of

UNKNOWN = b"<unk>"


def byte_characters() -> list[str]:
    """The character for every byte: printable Latin-1 for itself, the others from U+0100."""
    printable = {*range(33, 127), *range(161, 256)}
    others = iter(range(256, 512))
    return [chr(value if value in printable else next(others)) for value in range(256)]


def encode(
    text: str, merges: Sequence[BytePair], special_tokens: Sequence[str] = ()
) -> list[bytes]:
    """The tokens of ``text``, special ones included."""
    characters = byte_characters()
    ranks = ranks_of(
        (written(left).encode(), written(right).encode()) for left, right in merges
    )

    def merge(word: Word) -> Word:
        letters = [characters[token[0]].encode() for token in word]
        return [token_of(entry.decode()) for entry in merge_by_rank(letters, ranks)]

    return encode_parts(split_special(text, special_tokens), merge)


def token_of(entry: str) -> bytes:
    """The token that is written so in the file."""
    return read_back(entry) if set(entry) <= set(CHARACTERS) else UNKNOWN
