"""Stanford CS336: ``run_train_bpe``, and a ``Tokenizer`` of a vocabulary and merges."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bpe_core.check.shapes.cs336_files import write_files
from bpe_core.check.shapes.merge_lists import merges_of, vocabulary_of
from bpe_core.check.shapes.signatures import parameters
from bpe_core.check.shapes.solution import (
    ENCODES,
    ENCODES_OVERLAPPING,
    ENCODES_SPECIALS,
    READS_FILES,
    RUNS_HERE,
    STREAMS,
    TAKES_MERGES,
    TRAINS_SPECIALS,
    Lesson,
    Loaded,
    Trained,
)
from bpe_core.model import ALL_BYTES

TITLE = "CS336's run_train_bpe and Tokenizer"
TRAIN = ("run_train_bpe", "train_bpe")
MAKE = ("get_tokenizer", "Tokenizer", "BPETokenizer")
# The assignment's tests always give it, so that code may count on it.
SPECIALS = ("<|endoftext|>",)
TEXT = "text.txt"


class CS336Tokenizer:
    """A tokenizer that was given our merges."""

    def __init__(self, make: Callable[..., Any], lesson: Lesson) -> None:
        self.merges = tuple(lesson.merges)
        joined = dict.fromkeys(left + right for left, right in self.merges)
        specials = [special.encode() for special in lesson.specials]
        self._vocabulary = dict(enumerate([*ALL_BYTES, *specials, *joined]))
        values: tuple[object, ...] = (dict(self._vocabulary), list(self.merges))
        if lesson.form:
            values = write_files(lesson.form, self._vocabulary, self.merges)
            make = make.from_files  # type: ignore[attr-defined]  # asked of a class that has it
        self._own = make(*values, list(lesson.specials))

    def encode(self, text: str) -> Sequence[int]:
        return list(self._own.encode(text))

    def decode(self, ids: Sequence[int]) -> str:
        return str(self._own.decode(list(ids)))

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        return iter(self._own.encode_iterable(pieces))

    def token(self, token_id: int) -> bytes | None:
        return self._vocabulary.get(token_id)


class CS336:
    """The trainer reads a file; the tokenizer is made of what a trainer gives."""

    def __init__(self, train: Callable[..., Any], make: Callable[..., Any] | None) -> None:
        self._train, self._make = train, make

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        path = Path(TEXT)
        path.write_bytes(text.encode())
        vocabulary, merges = self._train(path.absolute(), vocab_size, list(specials))
        return Trained(merges_of(merges), tuple(vocabulary_of(vocabulary).values()))

    def tokenizer(self, lesson: Lesson) -> CS336Tokenizer:
        assert self._make, "asked only where it encodes"
        return CS336Tokenizer(self._make, lesson)


def recognise(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The solution, where a trainer takes a path, a size and special tokens."""
    train = _trainer(names)
    if train is None:
        return None
    make = _maker(names, wanted)
    abilities = {RUNS_HERE, TRAINS_SPECIALS}
    if make:
        abilities |= {ENCODES, ENCODES_SPECIALS, ENCODES_OVERLAPPING, TAKES_MERGES}
        if not isinstance(make, type) or hasattr(make, "encode_iterable"):
            abilities.add(STREAMS)
        if hasattr(make, "from_files"):
            abilities.add(READS_FILES)
    return Loaded(CS336(train, make), TITLE, frozenset(abilities), "gpt2", SPECIALS)


def _trainer(names: Mapping[str, Any]) -> Callable[..., Any] | None:
    """What trains on the file of a path: by its name, else by what it takes."""
    for function in _functions(names, TRAIN):
        first, *others = (*parameters(function), "", "")
        by_name = len(others) > 3 and any(names.get(name) is function for name in TRAIN)
        if "path" in first and (by_name or others[:2] == ["vocab_size", "special_tokens"]):
            return function
    return None


def _maker(names: Mapping[str, Any], wanted: str) -> Callable[..., Any] | None:
    """What makes a tokenizer of a vocabulary, merges and special tokens."""
    if wanted:
        names = {name: value for name, value in names.items() if name == wanted}
    for make in _functions(names, MAKE):
        encodes = not isinstance(make, type) or hasattr(make, "encode")
        if encodes and {"vocab", "merges"} <= set(parameters(make)):
            return make
    return None


def _functions(names: Mapping[str, Any], first: Sequence[str]) -> list[Callable[..., Any]]:
    """What can be called, the usual names first."""
    usual = [names[name] for name in first if name in names]
    return [value for value in (*usual, *names.values()) if callable(value)]
