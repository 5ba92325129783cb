"""The symbols that words start as: characters, with ``</w>`` at the last one of a word.

    word        "low"
    symbols     "l", "o", "w</w>"
    data        b"low</w>", the word as a pre-token: its symbols end to end

Symbols are identified by their text. So a corpus with a literal ``</w>`` can make one that
exists already: "w" + "</w>" inside a word is the "w</w>" that ends another.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import NamedTuple

from bpe_core.pretokenize.pre_tokens import PreToken

END = "</w>"
END_BYTES = END.encode()


class Alphabet(NamedTuple):
    """The distinct characters inside words, and those at their ends (without ``</w>``)."""

    internal: frozenset[str]
    final: frozenset[str]

    @property
    def size(self) -> int:
        """The number of symbols before the first merge."""
        return len(self.internal) + len(self.final)


def alphabet_of(words: Iterable[str]) -> Alphabet:
    """The symbols of ``words`` before the first merge.

    >>> [sorted(part) for part in alphabet_of(["low", "we"])]
    [['l', 'o', 'w'], ['e', 'w']]
    """
    words = list(words)
    internal = frozenset().union(*(word[:-1] for word in words))
    return Alphabet(internal, frozenset(word[-1] for word in words))


def by_count(words: Mapping[str, int]) -> list[tuple[str, int]]:
    """Words with their counts, the frequent ones first: the original's table."""
    return sorted(words.items(), key=lambda item: -item[1])


def pre_tokens_of(words: Mapping[str, int]) -> Iterator[PreToken]:
    """Words as pre-tokens, end to end.

    >>> [tuple(p) for p in pre_tokens_of({"we": 1, "low": 2})]
    [(b'low</w>', 0, 2), (b'we</w>', 7, 1)]
    """
    start = 0
    for word, count in by_count(words):
        data = word.encode() + END_BYTES
        yield PreToken(data, start, count)
        start += len(data)


def cut(data: bytes) -> list[bytes]:
    """The symbols of a word's pre-token.

    >>> cut("né</w>".encode())
    [b'n', b'\\xc3\\xa9</w>']
    """
    characters = [character.encode() for character in data[: -len(END_BYTES)].decode()]
    characters[-1] += END_BYTES
    return characters
