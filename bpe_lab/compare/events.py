"""What happens in a comparison, as it happens."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, NamedTuple, TypeAlias

from bpe_lab.compare.plan import Task
from bpe_lab.measure.outcomes import Cut, Ended, Failed, Prepared, Started

# What decoding gave: the text; its composed form (Unicode NFC); something else; nothing, since
# the system raised an error.
Verdict: TypeAlias = Literal["same", "nfc", "other", "refused"]
# What a run is doing; while it trains, also the phases of `bpe_core.runtime.progress`.
STEPS = ("train", "encode", "check", "exchange")


class TextSizes(NamedTuple):
    """Bytes of a corpus: what is learned from, and what is held out."""

    training: int
    held_out: int


class Training(NamedTuple):
    """What learning took. ``vocab_size`` may be less than was asked for.

    ``before_bytes`` is what the process had in memory when the clock started, with libraries
    and compiled code; ``peak_bytes`` the most it had until the clock stopped. 0: not known.
    """

    seconds: float
    peak_bytes: int
    before_bytes: int
    vocab_size: int

    @property
    def own_bytes(self) -> int:
        """How far memory rose: what learning itself took."""
        return max(0, self.peak_bytes - self.before_bytes)


class Encoding(NamedTuple):
    """The held-out text of ``corpus``, encoded once by the fresh system.

    ``size`` is in bytes; ``distinct`` tokens of the vocabulary were used. ``returned`` says
    what decoding gave; it is not timed.
    """

    corpus: str
    size: int
    tokens: int
    distinct: int
    seconds: float
    returned: Verdict

    @property
    def bytes_per_token(self) -> float:
        """The article's measure of compression."""
        return self.size / max(1, self.tokens)

    @property
    def came_back(self) -> bool:
        """Whether decoding gave the text, composed or not; else tokens hold less than it."""
        return self.returned in ("same", "nfc")

    @property
    def bytes_per_second(self) -> float:
        """How fast it was encoded."""
        return self.size / max(1e-9, self.seconds)


class Check(NamedTuple):
    """A text of `breaking`, by name, encoded and decoded; ``came_back`` is cut at 200."""

    name: str
    verdict: Verdict
    came_back: str


class Language(NamedTuple):
    """The same sentences in one language (`languages`), and their tokens."""

    name: str
    size: int
    characters: int
    tokens: int

    @property
    def bytes_per_token(self) -> float:
        """What a token stands for on average."""
        return self.size / max(1, self.tokens)


class Exchange(NamedTuple):
    """Tokens of a text, and with its characters' roles exchanged (see `exchange`).

    Learned anew each time, from ``size`` bytes.
    """

    size: int
    before: int
    after: int

    @property
    def ratio(self) -> float:
        """1: the system only counts. Above: it leans on what characters are."""
        return self.after / max(1, self.before)


class Measured(NamedTuple):
    """All that a run has measured.

    ``exchange`` is None where the system cannot learn from so small a text.
    """

    encodings: tuple[Encoding, ...]
    checks: tuple[Check, ...] = ()
    languages: tuple[Language, ...] = ()
    exchange: Exchange | None = None
    file_bytes: int = 0
    version: str = ""


@dataclass(frozen=True, slots=True)
class Absent:
    """The library that a system needs is not installed: none of its runs begins."""

    system: str
    library: str


@dataclass(frozen=True, slots=True)
class Reached:
    """How far a run is in a phase; ``total`` is None where nobody knows it."""

    task: Task
    phase: str
    done: int
    total: int | None


@dataclass(frozen=True, slots=True)
class Learned:
    """The training is over; encoding and checks follow."""

    task: Task
    training: Training


@dataclass(frozen=True, slots=True)
class Encoded:
    """All held-out texts are encoded; checks follow."""

    task: Task
    encodings: tuple[Encoding, ...]


@dataclass(frozen=True, slots=True)
class Done:
    """A run has come to its end."""

    task: Task
    measured: Measured


Outcome: TypeAlias = Done | Cut[Task] | Failed[Task]
RunEvent: TypeAlias = Started[Task] | Reached | Learned | Encoded | Outcome
CompareEvent: TypeAlias = Prepared[TextSizes] | Absent | RunEvent | Ended
