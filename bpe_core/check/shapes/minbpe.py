"""minbpe: a class that trains itself on a text, with ``merges`` and ``vocab`` by id."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from bpe_core.check.shapes.merge_lists import merges_of
from bpe_core.check.shapes.signatures import parameters
from bpe_core.check.shapes.solution import (
    ENCODES,
    ENCODES_SPECIALS,
    REGISTERS_SPECIALS,
    RUNS_HERE,
    Lesson,
    Loaded,
    Trained,
)
from bpe_core.errors import BPELabError
from bpe_core.pretokenize.patterns import pattern_name

FIRST_SPECIAL = 100_000  # above all ids that are learned here


class MinBPETokenizer:
    """One object that has learned."""

    def __init__(self, own: Any, lesson: Lesson) -> None:
        own.train(lesson.text, 256 + len(lesson.merges))
        self._own = own
        self.merges = merges_of(own.merges)
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
        token = specials.get(token_id, self._own.vocab.get(token_id))
        return None if token is None else bytes(token)


class MinBPE:
    """A fresh object for every training."""

    def __init__(self, kind: type) -> None:
        self._kind = kind

    def train(self, text: str, vocab_size: int, specials: Sequence[str]) -> Trained:
        own = self._kind()
        own.train(text, vocab_size)
        return Trained(merges_of(own.merges), tuple(map(bytes, own.vocab.values())))

    def tokenizer(self, lesson: Lesson) -> MinBPETokenizer:
        return MinBPETokenizer(self._kind(), lesson)


def recognise(names: Mapping[str, Any], wanted: str) -> Loaded | None:
    """The first class, or the one of that name, that trains, encodes and decodes."""
    for name, kind in names.items():
        if isinstance(kind, type) and wanted in ("", name) and _fits(kind):
            abilities = {ENCODES, RUNS_HERE}
            if hasattr(kind, "register_special_tokens"):
                abilities |= {ENCODES_SPECIALS, REGISTERS_SPECIALS}
            return Loaded(
                MinBPE(kind), f"minbpe's {name}", frozenset(abilities), _pattern(kind())
            )
    return None


def _fits(kind: type) -> bool:
    train, *others = (getattr(kind, name, None) for name in ("train", "encode", "decode"))
    if not callable(train) or not all(map(callable, others)):
        return False
    return {"text", "vocab_size"} <= set(parameters(train))


def _pattern(own: Any) -> str:
    """The name of its pattern; without one it cuts nothing."""
    text = getattr(own, "pattern", "")
    if not isinstance(text, str) or not text:
        return "none"
    try:
        return pattern_name(text)
    except BPELabError:
        return ""
