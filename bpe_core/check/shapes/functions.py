"""Plain functions: ``train(text, vocab_size)``, ``encode`` and ``decode``.

``train`` gives the merges, alone or last of several values, or leaves them to the module.
``encode`` and ``decode`` get what it gave where they have a parameter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bpe_core.check.shapes.merge_lists import merges_of, tokens_by_id
from bpe_core.check.shapes.signatures import parameters, required
from bpe_core.check.shapes.solution import (
    ENCODES,
    RUNS_HERE,
    TRAINS_SPECIALS,
    Lesson,
    Loaded,
    Trained,
)

TITLE = "functions train, encode and decode"


class FunctionTokenizer:
    """Functions, and what the training gave."""

    def __init__(self, names: Mapping[str, Any], lesson: Lesson) -> None:
        self._learned = names["train"](lesson.text, 256 + len(lesson.merges))
        self._encode, self._decode = names["encode"], names["decode"]
        listed = merges_in(self._learned)
        self.merges, self._tokens = merges_of(listed), tokens_by_id(listed)

    def encode(self, text: str) -> Sequence[int]:
        return list(_with(self._encode, text, self._learned))

    def decode(self, ids: Sequence[int]) -> str:
        text = _with(self._decode, list(ids), self._learned)
        return text.decode() if isinstance(text, bytes) else str(text)

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        raise NotImplementedError("plain functions have no stream")

    def token(self, token_id: int) -> bytes | None:
        return self._tokens.get(token_id)


class Functions:
    """A module with a function ``train``."""

    def __init__(self, names: Mapping[str, Any]) -> None:
        self._names = names

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        arguments = [text, vocab_size, *([list(specials)] if specials else [])]
        return Trained(merges_of(merges_in(self._names["train"](*arguments))))

    def tokenizer(self, lesson: Lesson) -> FunctionTokenizer:
        return FunctionTokenizer(self._names, lesson)


def recognise(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The module, where it has a function ``train``."""
    train = names.get("train")
    if not callable(train) or isinstance(train, type) or len(parameters(train)) < 2:
        return None
    abilities = {RUNS_HERE}
    if callable(names.get("encode")) and callable(names.get("decode")):
        abilities.add(ENCODES)
    if "special_tokens" in parameters(train):
        abilities.add(TRAINS_SPECIALS)
    return Loaded(Functions(names), TITLE, frozenset(abilities))


def merges_in(learned: Any) -> Any:
    """The merges among what ``train`` gave: the last of several values.

    >>> merges_in(({0: b"a"}, [(b"a", b"b")]))
    [(b'a', b'b')]
    """
    return learned[-1] if isinstance(learned, tuple) and learned else learned


def _with(function: Callable[..., Any], value: Any, learned: Any) -> Any:
    """The function with as much of ``learned`` as it has parameters for."""
    if required(function) < 2:
        return function(value)
    if required(function) > 2 and isinstance(learned, tuple):
        return function(value, *learned)
    return function(value, merges_in(learned) if _wants_merges(function) else learned)


def _wants_merges(function: Callable[..., Any]) -> bool:
    return parameters(function)[1] == "merges"
