"""A student's code in our terms: what the checks ask of it, whatever its shape.

Shapes read its functions and values by what stands here: what a parameter is for is told by its
name; merges and vocabularies come in many forms. All of it runs in the student's process.
"""

from __future__ import annotations

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any, Protocol, TypeAlias

from bpe_core.model import ALL_BYTES
from bpe_core.runtime.text import read_back

BytePair: TypeAlias = tuple[bytes, bytes]

REVERSED, LACKS_SPECIALS = "reversed", "lacks specials"  # vocabularies


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


Parameters: TypeAlias = Mapping[str, inspect.Parameter]

# What a parameter is for -> the names that students give it; the first row that fits counts.
# A file of the vocabulary is its role too: `from_files` has no other.
ROLES: Mapping[str, re.Pattern[str]] = {
    "special_tokens": re.compile(r"\w*special\w*"),
    "other": re.compile(
        r"(?!.*(merge|vocab|token))((n|num|max|min)_\w+|(out|save|log)\w*|verbose|debug|seed"
        r"|\w*(chunk|batch|block|buffer|cache|worker|thread)\w*)"
    ),
    "vocab_size": re.compile(r"vocab\w*_(size|len\w*)|n_vocab|(\w+_)?size|num_tokens"),
    "merge_count": re.compile(r"(n|num|max|total|number_of|num_of)_?merges?|merges?_count"),
    "vocab": re.compile(r"\w*vocab\w*|id_?(to|2)_?(token|bytes)|itos"),
    "merges": re.compile(r"\w*merge\w*"),
    "path": re.compile(r"\w*(path|file)\w*|fname"),
    "ids": re.compile(r"\w*ids|tokens|indices"),
    "text": re.compile(r"\w*(text|corpus|string|sentence|document|content|data)\w*|s"),
}
BY_POSITION = (inspect.Parameter.POSITIONAL_ONLY, inspect.Parameter.POSITIONAL_OR_KEYWORD)
REST = (inspect.Parameter.VAR_POSITIONAL, inspect.Parameter.VAR_KEYWORD)


def role_of(name: str) -> str:
    """What a parameter is for; "" where its name tells nothing.

    >>> [role_of(name) for name in ("corpus", "vocab_size", "num_merges", "vocab", "k")]
    ['text', 'vocab_size', 'merge_count', 'vocab', '']
    >>> [role_of(name) for name in ("num_processes", "chunk_size", "out_path", "vocab_len")]
    ['other', 'other', 'other', 'vocab_size']
    """
    return next((role for role, own in ROLES.items() if own.fullmatch(name.lower())), "")


def parameters(function: Callable[..., Any]) -> Parameters:
    """Its parameters by name, without ``self``; none where Python cannot tell.

    >>> [*parameters(lambda text, vocab_size, *, verbose=False: None)]
    ['text', 'vocab_size', 'verbose']
    """
    try:
        return inspect.signature(function).parameters
    except (TypeError, ValueError):
        return {}


def roles(function: Callable[..., Any]) -> set[str]:
    """What its parameters are for.

    >>> sorted(roles(lambda text, vocab_size, verbose=False: None))
    ['text', 'vocab_size']
    """
    return {role_of(name) for name in parameters(function)} - {"", "other"}


def required(function: Callable[..., Any]) -> list[str]:
    """The arguments that it must have by position.

    >>> required(lambda ids, merges, errors="strict": None)
    ['ids', 'merges']
    """
    return [name for name, each in parameters(function).items() if _is_required(each)]


def call(function: Callable[..., Any], /, **values: Any) -> Any:
    """Call it with ``values``, each where a parameter is for it, in whatever order these are.

    A parameter that it must have, and whose name tells nothing, gets the first value that is
    left; what nobody takes is left out.

    >>> call(lambda merges, vocab, k: (merges, vocab, k), vocab=1, merges=2, special_tokens=3)
    (2, 1, 3)
    """
    takes, left = parameters(function), dict(values)
    if not takes or all(each.kind in REST for each in takes.values()):
        return function(*values.values())
    arguments: dict[str, Any] = {}
    for name in takes:
        if role_of(name) in left:
            arguments[name] = left.pop(role_of(name))
    for name in required(function):
        if name not in arguments and left and not role_of(name):
            arguments[name] = left.pop(next(iter(left)))
    bound = inspect.signature(function).bind_partial()
    bound.arguments.update({name: arguments[name] for name in takes if name in arguments})
    return function(*bound.args, **bound.kwargs)


def size_for(train: Callable[..., Any], vocab_size: int, specials: int = 0) -> dict[str, int]:
    """How much a trainer is to learn, in the way that it is asked: a size, or merges."""
    if "merge_count" in roles(train) and "vocab_size" not in roles(train):
        return {"merge_count": vocab_size - 256 - specials}
    return {"vocab_size": vocab_size}


def described(name: str, function: Callable[..., Any]) -> str:
    """A function as its first line says it, without types and defaults.

    >>> described("train", lambda text, k, verbose=False: None)
    'train(text, k, verbose)'
    """
    return f"{name}({', '.join(parameters(function))})"


def is_abstract(kind: type, methods: Iterable[str]) -> bool:
    """Whether a class leaves one of its methods to those that are derived from it."""
    codes = (getattr(getattr(kind, name, None), "__code__", None) for name in methods)
    return inspect.isabstract(kind) or any(
        code and "NotImplementedError" in code.co_names for code in codes
    )


def _is_required(parameter: inspect.Parameter) -> bool:
    return parameter.default is inspect.Parameter.empty and parameter.kind in BY_POSITION


def merges_of(value: Any) -> tuple[BytePair, ...]:
    """Pairs of bytes from a list of pairs, or from a mapping of pairs to ids or ranks.

    A pair is of bytes, of ids, or of texts in GPT-2's characters. An id that the mapping does
    not name is that of a byte, or of a merge from 256 on. Raises ``ValueError`` for others.

    >>> merges_of({(97, 98): 256, (256, 99): 257})
    ((b'a', b'b'), (b'ab', b'c'))
    >>> merges_of([("Ġ", "a")])
    ((b' ', b'a'),)
    >>> merges_of([((97, 98), 256)])
    ((b'a', b'b'),)
    """
    try:
        return tuple(_merges(value))
    except (TypeError, ValueError, KeyError) as error:
        beginning = repr(value)[:60]
        raise ValueError(f"no merges, as pairs of tokens or of ids: {beginning}") from error


def _merges(value: Any) -> Iterator[BytePair]:
    value = _mapped(value)
    if isinstance(value, Mapping):
        value = dict(sorted(value.items(), key=lambda item: item[1]))
    tokens: dict[int, bytes] = dict(enumerate(ALL_BYTES))
    for number, pair in enumerate(value):
        left, right = (_token(each, tokens) for each in pair)
        new_id = value[pair] if isinstance(value, Mapping) else 256 + number
        if isinstance(new_id, int):
            tokens.setdefault(new_id, left + right)
        yield left, right


def tokens_by_id(value: Any) -> dict[int, bytes]:
    """The tokens that a mapping of pairs to ids, or a list of merges, gives.

    >>> tokens_by_id({(97, 98): 300})[300]
    b'ab'
    """
    merges, value = merges_of(value), _mapped(value)
    ids = (
        sorted(value.values()) if isinstance(value, Mapping) else range(256, 256 + len(merges))
    )
    joined = (left + right for left, right in merges)
    return dict(enumerate(ALL_BYTES)) | dict(zip(ids, joined, strict=True))


def vocabulary_of(value: Any) -> dict[int, bytes]:
    """A vocabulary by id, whichever way round it is.

    >>> vocabulary_of({b"a": 0})
    {0: b'a'}
    """
    items = value.items() if isinstance(value, Mapping) else enumerate(value)
    return {
        (key if isinstance(key, int) else token): (token if isinstance(key, int) else key)
        for key, token in items
    }


def merges_in(result: Any) -> Any:
    """The merges among what a trainer gave: the last of several values that is made of pairs.

    >>> merges_in(({0: b"a"}, [(b"a", b"b")])), merges_in(({(97, 98): 256}, {0: b"a"}))
    ([(b'a', b'b')], {(97, 98): 256})
    """
    own = getattr(result, "merges", None)
    if own is not None:
        return own
    if not isinstance(result, tuple | list) or _are_merges(result):
        return result
    return next((value for value in reversed(result) if _are_merges(value)), result)


def vocabulary_in(result: Any) -> Any:
    """The vocabulary among what a trainer gave; None where there is none.

    >>> vocabulary_in(([(b"a", b"b")], {0: b"a"}))
    {0: b'a'}
    """
    values = result if isinstance(result, tuple) else (getattr(result, "vocab", None),)
    return next((value for value in values if value and not _are_merges(value)), None)


def _are_merges(value: Any) -> bool:
    return isinstance(value, Mapping | Sequence) and (
        all(map(_is_pair, value)) or all(map(_is_numbered_pair, value))
    )


def _mapped(value: Any) -> Any:
    """A list of pairs with their ids as a mapping; others as they are."""
    listed = isinstance(value, list) and value and all(map(_is_numbered_pair, value))
    return dict(value) if listed else value


def _is_numbered_pair(value: Any) -> bool:
    """Whether it is a pair with the id of what it is merged to."""
    return (
        isinstance(value, tuple | list)
        and len(value) == 2
        and _is_pair(value[0])
        and isinstance(value[1], int)
    )


def _is_pair(value: Any) -> bool:
    if not isinstance(value, tuple | list) or len(value) != 2:
        return False
    return all(isinstance(token, bytes | int | str) for token in value)


def _token(value: Any, tokens: Mapping[int, bytes]) -> bytes:
    if isinstance(value, int):
        return tokens[value]
    return read_back(value) if isinstance(value, str) else bytes(value)
