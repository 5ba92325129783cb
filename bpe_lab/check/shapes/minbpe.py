"""minbpe: a class that trains itself on a text, with ``merges`` and ``vocab`` by id."""

from __future__ import annotations

import inspect
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bpe_core.errors import BPELabError
from bpe_core.pretokenize.patterns import pattern_name
from bpe_lab.check.shapes.solution import (
    Ability,
    Lesson,
    Loaded,
    Trained,
    call,
    is_abstract,
    merges_in,
    merges_of,
    required,
    role_of,
    roles,
    size_for,
    tokens_by_id,
    vocabulary_in,
    vocabulary_of,
)

FIRST_SPECIAL = 100_000  # above all ids that are learned here
METHODS = ("train", "encode", "decode")
PATTERNS = ("pattern", "compiled_pattern", "pat", "PATTERN", "PAT")  # where it has its own


class MinBPETokenizer:
    """One object that has learned."""

    note = ""

    def __init__(self, kind: type, lesson: Lesson) -> None:
        own, learned = trained(kind, lesson.text, 256 + len(lesson.merges))
        self._own = own
        self.merges, self._tokens = merges_of(merges_in(learned)), _tokens(learned)
        self._specials = {token: FIRST_SPECIAL + k for k, token in enumerate(lesson.specials)}
        if self._specials:
            own.register_special_tokens(dict(self._specials))

    def encode(self, text: str) -> Sequence[int]:
        if self._specials:
            return list(self._own.encode(text, allowed_special="all"))
        return list(self._own.encode(text))

    def decode(self, ids: Sequence[int]) -> str:
        return str(self._own.decode(list(ids)))

    def stream(self, pieces: Iterable[str]) -> Iterator[int]:
        raise NotImplementedError("minbpe's classes have no stream")

    def token(self, token_id: int) -> bytes | None:
        specials = {number: token.encode() for token, number in self._specials.items()}
        return specials.get(token_id, self._tokens.get(token_id))


class MinBPE:
    """A fresh object for every training."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        _, learned = trained(self._kind, text, vocab_size)
        return Trained(merges_of(merges_in(learned)), tuple(_tokens(learned).values()))

    def tokenizer(self, lesson: Lesson) -> MinBPETokenizer:
        return MinBPETokenizer(self._kind, lesson)


def trained(kind: type, text: str, vocab_size: int) -> tuple[Any, Any]:
    """An object that has learned, and what holds its merges: itself, or what ``train`` gave.

    A class method makes the object; the size may also be one of the constructor's.
    """
    if isinstance(inspect.getattr_static(kind, "train"), classmethod):
        own = result = call(kind.train, text=text, **size_for(kind.train, vocab_size))  # type: ignore[attr-defined]  # `_fits` has asked
    else:
        own = call(kind, **size_for(kind, vocab_size)) if _is_sized(kind) else kind()
        result = call(own.train, text=text, **size_for(own.train, vocab_size))
    return own, own if hasattr(own, "merges") else result


def recognize(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The first class, or the one of that name, that trains, encodes and decodes.

    One that others are derived from, and that leaves a method to these, comes behind them.
    """
    fitting = {
        name: kind for name, kind in names.items() if wanted in ("", name) and _fits(kind)
    }
    for name, kind in sorted(fitting.items(), key=lambda item: is_abstract(item[1], METHODS)):
        abilities = {Ability.TRAINS, Ability.ENCODES, Ability.RUNS_HERE, Ability.DECODES_PARTS}
        if hasattr(kind, "register_special_tokens"):
            abilities |= {
                Ability.ENCODES_SPECIALS,
                Ability.ENCODES_SEVERAL,
                Ability.REGISTERS_SPECIALS,
            }
        pattern = "" if _is_sized(kind) else _pattern(kind())
        return Loaded(MinBPE(kind), f"minbpe's {name}", frozenset(abilities), pattern)
    return None


def _fits(kind: object) -> bool:
    if not isinstance(kind, type) or getattr(kind, "_is_protocol", False):
        return False
    if not all(callable(getattr(kind, name, None)) for name in METHODS):
        return False
    if not {role_of(name) for name in required(kind)} <= {"vocab_size", "merge_count"}:
        return isinstance(inspect.getattr_static(kind, "train"), classmethod)
    takes = roles(kind.train)  # type: ignore[attr-defined]  # it is callable
    sized = bool(takes & {"vocab_size", "merge_count"}) or _is_sized(kind)
    return "text" in takes and sized


def _is_sized(kind: type) -> bool:
    """Whether its constructor takes the size."""
    return bool(roles(kind) & {"vocab_size", "merge_count"})


def _tokens(learned: Any) -> dict[int, bytes]:
    """Its tokens by id: those that it tells, else those of its merges."""
    vocabulary = vocabulary_in(learned)
    if not vocabulary:
        return tokens_by_id(merges_in(learned))
    return {number: bytes(token) for number, token in vocabulary_of(vocabulary).items()}


def _pattern(own: Any) -> str:
    """The name of its pattern; without one it cuts nothing."""
    values = (getattr(own, name, None) for name in PATTERNS)
    texts = (getattr(value, "pattern", value) for value in values)  # one may be compiled
    text = next((text for text in texts if isinstance(text, str) and text), "")
    try:
        return pattern_name(text) if text else "none"
    except BPELabError:
        return ""
