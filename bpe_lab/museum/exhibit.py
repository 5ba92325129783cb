"""What hangs in the museum: a function that is wrong in one idea, and a text that shows it."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache
from inspect import getsource
from typing import Any, ClassVar, Literal, Protocol, TypeAlias

from bpe_core.train.compare_merges import BytePair
from bpe_lab.museum.parts import Failure, Merges, Specials
from bpe_lab.museum.right import right_decode, right_encode, right_train

Kind: TypeAlias = Literal["trainer", "encoder", "decoder"]
_source_of = cache(getsource)  # finding a function's end takes 1.5 ms, in every rerun


@dataclass(frozen=True, slots=True)
class Sighting:
    """Where the bug was seen in public. ``fixed`` is None where nobody can say."""

    title: str
    link: str
    fixed: bool | None = None


def issue(repository: str, number: int, *, fixed: bool | None = None) -> Sighting:
    """An issue or a pull request; GitHub leads from one to the other."""
    link = f"https://github.com/{repository}/issues/{number}"
    return Sighting(f"{repository}#{number}", link, fixed)


# Merges learned, tokens, or a text of one item; of trainer, encoder and decoder.
Result: TypeAlias = tuple[BytePair, ...] | tuple[bytes, ...] | tuple[str, ...]


class Train(Protocol):
    """At most ``merges`` merges of ``text``, in the order in which they were learned."""

    def __call__(self, text: str, merges: int) -> list[BytePair]: ...


class Encode(Protocol):
    """The tokens of ``text`` by ``merges``, the lowest rank first."""

    def __call__(
        self, text: str, merges: Merges, special_tokens: Specials = ...
    ) -> list[bytes]: ...


class Decode(Protocol):
    """The text of tokens."""

    def __call__(self, tokens: Sequence[bytes]) -> str: ...


@dataclass(frozen=True, slots=True, kw_only=True)
class Exhibit(ABC):
    """A function that is wrong in one idea, and is shown by its source.

    ``text`` is the smallest text that shows it, ``harmless`` one without its trap, ``fault`` a
    part of the line at fault, which stands only there, ``seen`` where it was met in public. A
    ``convention`` is not wrong, but it is not ours.
    """

    kind: ClassVar[Kind]

    number: int
    text: str
    harmless: str
    fault: str
    seen: tuple[Sighting, ...] = ()
    convention: bool = False

    @property
    @abstractmethod
    def function(self) -> Any:
        """The function itself."""

    @abstractmethod
    def run(self, text: str) -> Result:
        """What the exhibit makes of ``text``."""

    @abstractmethod
    def right(self, text: str) -> Result:
        """What is right for ``text``."""

    @property
    def name(self) -> str:
        """Its function's name, and its key in ``EXHIBITS``."""
        return str(self.function.__name__)

    @property
    def code(self) -> str:
        """Its source."""
        return _source_of(self.function)

    @property
    def fault_line(self) -> int:
        """The number of the line at fault in ``code``, from 1."""
        before, _, _ = self.code.partition(self.fault)
        return before.count("\n") + 1

    def result(self, text: str) -> Result | Failure:
        """What ``run`` gives, or the error that it raises."""
        try:
            return self.run(text)
        except Exception as error:  # any: exhibits are wrong on purpose
            return Failure.of(error)

    def differs(self, text: str) -> bool:
        """Whether ``text`` shows the bug."""
        return self.result(text) != self.right(text)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongTrainer(Exhibit):
    """A trainer with GPT-2's pattern; of equal counts the greatest pair should win."""

    kind: ClassVar[Kind] = "trainer"
    train: Train

    @property
    def function(self) -> Train:
        return self.train

    def run(self, text: str) -> Result:
        return tuple(self.train(text, len(text.encode())))

    def right(self, text: str) -> Result:
        return tuple(right_train(text, len(text.encode())))


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongEncoder(Exhibit):
    """An encoder, and the merges and special tokens with which ``text`` shows its bug.

    Its texts should be cut by ``pattern``.
    """

    kind: ClassVar[Kind] = "encoder"
    encode: Encode
    merges: tuple[BytePair, ...]
    special_tokens: tuple[str, ...] = ()
    pattern: str = "gpt2"

    @property
    def function(self) -> Encode:
        return self.encode

    def run(self, text: str) -> Result:
        return tuple(self.encode(text, self.merges, self.special_tokens))

    def right(self, text: str) -> Result:
        tokens = right_encode(text, self.merges, self.special_tokens, pattern=self.pattern)
        return tuple(tokens)


@dataclass(frozen=True, slots=True, kw_only=True)
class WrongDecoder(Exhibit):
    """A decoder; it gets the single bytes of a text as tokens, since nothing was learned."""

    kind: ClassVar[Kind] = "decoder"
    decode: Decode

    @property
    def function(self) -> Decode:
        return self.decode

    def run(self, text: str) -> Result:
        return (self.decode(right_encode(text, ())),)

    def right(self, text: str) -> Result:
        return (right_decode(right_encode(text, ())),)
