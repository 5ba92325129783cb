"""What the checks ask of a student's code, whatever its shape; runs in the child."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

BytePair: TypeAlias = tuple[bytes, bytes]


@dataclass(frozen=True, slots=True)
class Lesson:
    """What a tokenizer is made of: a text to learn from, or the merges themselves.

    With a ``form``, it is made of files in that form. A vocabulary that is given has bytes,
    special tokens and merges in this order, or is ``reversed``, or ``lacks specials``.
    """

    text: str
    merges: Sequence[BytePair]
    specials: Sequence[str] = ()
    form: str = ""
    vocabulary: str = ""

    @property
    def vocab_size(self) -> int:
        """Bytes, special tokens and merges."""
        return 256 + len(self.specials) + len(self.merges)


@dataclass(frozen=True, slots=True)
class Trained:
    """The merges in order, and all tokens where the code tells them.

    ``ids`` are those of the tokens where they have to count from 0. ``note`` names what a
    shape's own tests would not take for the same.
    """

    merges: tuple[BytePair, ...]
    tokens: tuple[bytes, ...] | None = None
    ids: tuple[int, ...] | None = None
    note: str = ""


class Tokenizer(Protocol):
    """A tokenizer of the student's; ``merges`` are those that it encodes by.

    ``note`` is that of `Trained`, on the ids that it gave last.
    """

    merges: tuple[BytePair, ...]
    note: str

    def encode(self, text: str) -> Sequence[int]:
        """The ids of a text."""

    def decode(self, ids: Sequence[int]) -> str:
        """The text of ids."""

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        """The ids of a text that comes in pieces, where the shape has that."""

    def token(self, token_id: int) -> bytes | None:
        """The bytes of an id; None where nothing tells."""


class Solution(Protocol):
    """A student's code in one shape."""

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        """Learn merges."""

    def tokenizer(self, lesson: Lesson) -> Tokenizer:
        """What encodes and decodes."""


@dataclass(frozen=True, slots=True)
class Loaded:
    """A solution with what it can be asked, names of `Ability`, and how it cuts texts.

    ``pattern`` is "" where the code does not tell it.
    """

    solution: Solution
    title: str
    abilities: frozenset[str]
    pattern: str = ""
    specials: tuple[str, ...] = ()
    names: Mapping[str, Any] = field(default_factory=dict)


REVERSED, LACKS_SPECIALS = "reversed", "lacks specials"  # vocabularies


class Ability(StrEnum):
    """What a shape may be able to do."""

    TRAINS = "trains"
    ENCODES = "encodes"
    STREAMS = "streams"
    RUNS_HERE = "runs here"  # in the process whose memory is looked at
    TRAINS_SPECIALS = "trains specials"
    ENCODES_SPECIALS = "encodes specials"
    # One may be the beginning of another: the longest is taken, as CS336 asks for, or, where
    # they are registered in an order, perhaps the first.
    ENCODES_OVERLAPPING = "encodes overlapping specials"
    TRAINS_SEVERAL = "trains several specials"
    ENCODES_SEVERAL = "encodes several specials"
    STREAMS_SPECIALS = "streams specials"
    APPENDS_SPECIALS = "appends specials"  # that the vocabulary which it is given lacks
    REGISTERS_SPECIALS = "registers specials"
    READS_FILES = "reads files"  # its tokenizer is also made of files
    DECODES_PARTS = "decodes parts"  # the ids of a part of a character, as U+FFFD
    TAKES_MERGES = "takes merges"  # its tokenizer is made of any merges that it is given
    READS_TEXT_FILES = "reads text files"  # its trainer is given a path


def in_hex(merges: Iterable[tuple[bytes, bytes]]) -> list[list[str]]:
    """Merges as JSON has them.

    >>> in_hex([(b"a", b"b")])
    [['61', '62']]
    """
    return [[left.hex(), right.hex()] for left, right in merges]
