"""What code does to a text, step by step; exhibits' own code is watched while it runs.

Step
├── Learned      by a trainer
├── CutOff       ┐
├── Merged       ├ by an encoder
├── TokensGiven  ┘
├── TextShown    by a decoder
└── Failure      by any that is wrong
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass
from typing import TypeAlias

from bpe_core.train.compare_merges import BytePair


@dataclass(frozen=True, slots=True)
class Learned:
    """``pair`` is the next merge, wherever it stands."""

    pair: BytePair


@dataclass(frozen=True, slots=True)
class CutOff:
    """The next pre-token of the text, or a special token."""

    data: bytes
    is_special: bool = False


@dataclass(frozen=True, slots=True)
class Merged:
    """``pair`` is merged in the pre-token that was cut off last.

    ``at`` are the first bytes of its left tokens, from the pre-token's first byte.
    """

    pair: BytePair
    at: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class TokensGiven:
    """The tokens of the whole text."""

    tokens: tuple[bytes, ...]


@dataclass(frozen=True, slots=True)
class TextShown:
    """The next token adds ``text``, which may be empty, to what is shown."""

    text: str


@dataclass(frozen=True, slots=True)
class Failure:
    """What stands in the place of a result, or a step, if the code has raised an error."""

    error: str

    @classmethod
    def of(cls, error: Exception) -> Failure:
        return cls(f"{type(error).__name__}: {error}")


Step: TypeAlias = Learned | CutOff | Merged | TokensGiven | TextShown | Failure


def facts_of(step: Step, figure: int | None = None) -> tuple[str, dict[str, object]]:
    """What a step is called, and the values that tell it; ``figure`` is its pair's.

    >>> facts_of(Merged((b"a", b"b"), (0,)), 3)
    ('merged', {'pair': (b'a', b'b'), 'rank': 3})
    """
    match step:
        case Learned(pair):
            return "learned", {"pair": pair, "count": figure}
        case Merged(pair):
            return "merged", {"pair": pair, "rank": figure}
        case CutOff(data, is_special):
            return "special" if is_special else "pre_token", {"piece": data}
        case TokensGiven(tokens):
            return "given", {"tokens": len(tokens)}
        case TextShown(text):
            return ("shown", {"piece": text.encode()}) if text else ("held", {})
        case Failure(error):
            return "failure", {"error": error}


_watcher: ContextVar[list[Step] | None] = ContextVar("watcher", default=None)


@contextmanager
def watched() -> Iterator[list[Step]]:
    """The steps of what runs meanwhile in this thread, added as they are taken.

    >>> with watched() as steps:
    ...     report(CutOff(b"a"))
    >>> steps
    [CutOff(data=b'a', is_special=False)]
    """
    steps: list[Step] = []
    before = _watcher.set(steps)
    try:
        yield steps
    finally:
        _watcher.reset(before)


def report(step: Step) -> None:
    """Add a step for whoever watches; mostly nobody does."""
    if (steps := _watcher.get()) is not None:
        steps.append(step)
