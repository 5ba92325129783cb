"""Plain functions: ``train(text, vocab_size)``, ``encode`` and ``decode``; or a command.

``train`` gives the merges, alone or among several values, or leaves them to the module.
``encode`` and ``decode`` get what it gave where they have a parameter for it.

A command, in any language, reads a text and writes ``merges.txt``: one merge per line, two
tokens in GPT-2's characters with a space between; a first line that begins with ``#version`` is
skipped.
"""

from __future__ import annotations

import shlex
import subprocess
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from pathlib import Path
from typing import Any

from bpe_core.runtime.text import read_back
from bpe_lab.check.shapes.solution import (
    Ability,
    Lesson,
    Loaded,
    Tokenizer,
    Trained,
    call,
    merges_in,
    merges_of,
    parameters,
    required,
    role_of,
    roles,
    size_for,
    tokens_by_id,
    vocabulary_in,
    vocabulary_of,
)

TITLE = "functions train, encode and decode"
# A function that trains, encodes or decodes by another name has the verb in that name.
NAMES: Mapping[str, Sequence[str]] = {
    "train": ("train", "train_bpe", "bpe_train", "learn_bpe", "train_tokenizer"),
    "encode": ("encode", "bpe_encode", "encode_bpe", "tokenize", "encode_text"),
    "decode": ("decode", "bpe_decode", "decode_bpe", "detokenize", "decode_ids"),
}
COMMAND_TITLE = "a command that writes merges.txt"
TEXT, OUT = "text.txt", "merges.txt"


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


def recognize(names: Mapping[str, Any], wanted: str) -> Loaded | None:
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


class Command:
    """``{text}``, ``{size}``, ``{merges}`` and ``{out}`` in its words are filled in."""

    def __init__(self, words: Sequence[str]) -> None:
        self._words = words

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        source, out = Path(TEXT).absolute(), Path(OUT).absolute()
        source.write_bytes(text.encode())
        out.unlink(missing_ok=True)
        values = {"text": source, "size": vocab_size, "merges": vocab_size - 256, "out": out}
        words = [word.format(**values) for word in self._words]
        done = subprocess.run(
            words, stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, check=False
        )
        if done.returncode:
            raise RuntimeError(f"the command ended with code {done.returncode}")
        return Trained(tuple(_merges(out)))

    def tokenizer(self, lesson: Lesson) -> Tokenizer:
        raise NotImplementedError("a command only trains")


def load_command(line: str) -> Loaded:
    """The command of a line, as a shell cuts it."""
    return Loaded(Command(shlex.split(line)), COMMAND_TITLE, frozenset([Ability.TRAINS]))


def _merges(file: Path) -> list[tuple[bytes, bytes]]:
    lines = file.read_text("utf-8").split("\n")
    pairs = (line.split(" ") for line in lines if line and not line.startswith("#version"))
    return [(read_back(left), read_back(right)) for left, right in pairs]
