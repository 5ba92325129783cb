"""Plain functions: ``train(text, vocab_size)``, ``encode`` and ``decode``.

``train`` gives the merges, alone or among several values, or leaves them to the module.
``encode`` and ``decode`` get what it gave where they have a parameter for it.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any

from bpe_lab.check.shapes.merge_lists import (
    merges_in,
    merges_of,
    tokens_by_id,
    vocabulary_in,
    vocabulary_of,
)
from bpe_lab.check.shapes.signatures import (
    call,
    parameters,
    required,
    role_of,
    roles,
    size_for,
)
from bpe_lab.check.shapes.solution import Ability, Lesson, Loaded, Trained

TITLE = "functions train, encode and decode"
# A function that trains, encodes or decodes by another name has the verb in that name.
NAMES: Mapping[str, Sequence[str]] = {
    "train": ("train", "train_bpe", "bpe_train", "learn_bpe", "train_tokenizer"),
    "encode": ("encode", "bpe_encode", "encode_bpe", "tokenize", "encode_text"),
    "decode": ("decode", "bpe_decode", "decode_bpe", "detokenize", "decode_ids"),
}


class FunctionTokenizer:
    """Functions, and what the training gave."""

    note = ""

    def __init__(self, functions: Mapping[str, Callable[..., Any]], lesson: Lesson) -> None:
        train = functions["train"]
        size = size_for(train, 256 + len(lesson.merges))
        self._learned = call(train, text=lesson.text, **size)
        self._encode, self._decode = functions["encode"], functions["decode"]
        listed, vocabulary = merges_in(self._learned), vocabulary_in(self._learned)
        self.merges = merges_of(listed)
        self._tokens = vocabulary_of(vocabulary) if vocabulary else tokens_by_id(listed)

    def encode(self, text: str) -> Sequence[int]:
        return list(self._with(self._encode, text))

    def decode(self, ids: Sequence[int]) -> str:
        text = self._with(self._decode, list(ids))
        return text.decode() if isinstance(text, bytes) else str(text)

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        raise NotImplementedError("plain functions have no stream")

    def token(self, token_id: int) -> bytes | None:
        return self._tokens.get(token_id)

    def _with(self, function: Callable[..., Any], value: Any) -> Any:
        """The function with as much of what was learned as it must have parameters for."""
        needed, learned = required(function), self._learned
        if len(needed) < 2:
            return function(value)
        vocabulary = vocabulary_in(learned) or dict(self._tokens)
        parts = {"merges": merges_in(learned), "vocab": vocabulary}
        if isinstance(learned, tuple) and not any(role_of(name) in parts for name in needed):
            return function(value, *learned[: len(needed) - 1])
        own = next((name for name in needed if role_of(name) in ("text", "ids")), needed[0])
        arguments = {name: parts.get(role_of(name), learned) for name in needed}
        return function(*(arguments | {own: value}).values())


class Functions:
    """A module with a function that trains."""

    def __init__(self, functions: Mapping[str, Callable[..., Any]]) -> None:
        self._functions = functions

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        train = self._functions["train"]
        own = {"special_tokens": list(specials)} if specials else {}
        size = size_for(train, vocab_size, len(specials))
        return Trained(merges_of(merges_in(call(train, text=text, **size, **own))))

    def tokenizer(self, lesson: Lesson) -> FunctionTokenizer:
        return FunctionTokenizer(self._functions, lesson)


def recognise(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The module, where it has a function that trains."""
    functions = {verb: function for verb in NAMES if (function := _function(names, verb))}
    train = functions.get("train")
    if train is None or len(parameters(train)) < 2:
        return None
    abilities = {Ability.TRAINS, Ability.RUNS_HERE}
    if len(functions) == len(NAMES):
        abilities.add(Ability.ENCODES)
    if "special_tokens" in roles(train):
        abilities |= {Ability.TRAINS_SPECIALS, Ability.TRAINS_SEVERAL}
    return Loaded(Functions(functions), TITLE, frozenset(abilities))


def _function(names: Mapping[str, Any], verb: str) -> Callable[..., Any] | None:
    usual = (names.get(name) for name in NAMES[verb])
    return next((each for each in usual if callable(each) and not isinstance(each, type)), None)
