"""What is measured and how, checked once at the door, and who takes part in which work.

What is not installed is reported as absent.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from random import Random
from string import ascii_lowercase
from typing import Literal, TypeAlias

from bpe_core.errors import OptionError
from bpe_core.runtime.machine import is_importable
from bpe_core.texts.corpus import END_OF_TEXT
from bpe_core.train.options import TrainOptions
from bpe_lab.measure.frame import (
    MOST_REPEATS,
    MOST_THREADS,
    all_threads,
    check_budget,
    check_number,
)

# "compile": every kernel into an empty folder; "ready": load what was compiled; "first": from
# the start of a process to the first ids.
Kind: TypeAlias = Literal["train", "encode", "decode", "compile", "ready", "first"]
STARTS: tuple[Kind, ...] = ("compile", "ready", "first")
# Encoders are called twice: the first pass of a fresh one, then a warm one.
PASSES: Mapping[Kind, int] = {"train": 1, "encode": 2, "decode": 1}

MOST_BUDGET = 3600.0  # seconds a run
HARD_BYTES = 1_000_000
HARD_BUDGET = 20.0  # seconds: who takes longer over a megabyte is reported as cut
HARD_VOCAB_SIZE = 1000


@dataclass(frozen=True, slots=True)
class Work:
    """One row of the table: ``text`` names a file of the folder that runs read.

    ``budget``, in seconds, is less than the plan's where a run is known to be short.
    """

    kind: Kind
    text: str = ""
    vocab_size: int = 0
    budget: float = MOST_BUDGET

    @property
    def name(self) -> str:
        """For records and progress.

        >>> Work("train", "held-out English", 1000).name, Work("compile").name
        ('train held-out English 1000', 'compile')
        """
        parts = (self.kind, self.text, str(self.vocab_size or ""))
        return " ".join(part for part in parts if part)

    @property
    def options(self) -> TrainOptions:
        """The options of trainers."""
        return TrainOptions(vocab_size=self.vocab_size, special_tokens=[END_OF_TEXT])


@dataclass(frozen=True, slots=True, kw_only=True)
class BenchPlan:
    """Which works, how often, with how many threads, and when a run is cut.

    A contender whose runs of one work have taken ``budget`` seconds together is not run again
    at it. Raises ``OptionError``.
    """

    works: tuple[Work, ...]
    repeats: int = 5
    budget: float = 120.0
    threads: int = 0  # 0: as many as this process may use

    def __post_init__(self) -> None:
        if not self.threads:
            object.__setattr__(self, "threads", all_threads())
        if not self.works or len(set(self.works)) < len(self.works):
            raise OptionError(
                name="work", value=len(self.works), rule="one or more, none twice"
            )
        check_number("repeats", self.repeats, 1, MOST_REPEATS)
        check_number("threads", self.threads, 1, MOST_THREADS)
        check_budget(self.budget, MOST_BUDGET)


@dataclass(frozen=True, slots=True)
class BenchTask:
    """One run: round ``number``, from 0, of ``contender`` at ``work``."""

    work: Work
    contender: str
    number: int
    threads: int


def hard_texts(size: int = HARD_BYTES) -> dict[str, bytes]:
    """Texts that are one pre-token, by name.

    >>> {name: len(text) for name, text in hard_texts(10).items()}
    {'run of a': 10, 'random letters': 10}
    """
    letters = Random(0).choices(ascii_lowercase.encode(), k=size)
    return {"run of a": b"a" * size, "random letters": bytes(letters)}


def hard_works() -> Iterator[Work]:
    """A megabyte in one pre-token, to train on and to encode."""
    for text in hard_texts(1):
        yield Work("train", text, HARD_VOCAB_SIZE, HARD_BUDGET)
        yield Work("encode", text, budget=HARD_BUDGET)


def start_works() -> Iterator[Work]:
    """What a user waits for before anything is done."""
    yield from (Work(kind) for kind in STARTS)


# What may not be compared, and why: ties, splits or a vocabulary of its own.
Own: TypeAlias = Literal["", "own_ties", "own_splits", "own_vocabulary"]
# In memory before the clock, and after it.
Form: TypeAlias = Literal[
    "bytes", "str", "array", "list", "lists", "documents", "lines", "model", "nothing"
]
OURS = "bpe-lab"  # what ratios refer to
LEFT_OUT = ("youtokentome", "bytepiece")  # built from source, which fails on most machines


@dataclass(frozen=True, slots=True)
class Contender:
    """One way to do a work: ``maker`` names the function that makes it ready.

    ``library`` is the package that it needs, empty for ours, and ``module`` what it is
    imported as, where that is not the same. ``threads``: it may use several.
    """

    maker: str
    library: str = ""
    takes: Form = "nothing"
    gives: Form = "nothing"
    threads: bool = False
    own: Own = ""
    module: str = ""

    @property
    def is_installed(self) -> bool:
        """Whether it can run here."""
        return not self.library or is_importable(self.module or self.library)


TRAINERS: Mapping[str, Contender] = {
    OURS: Contender("ours", "", "bytes", "model", threads=True),
    "bpe-lab linked": Contender("linked", "", "str", "model"),
    "gigatoken": Contender("gigatoken", "gigatoken", "bytes", "list", threads=True),
    "rustbpe": Contender("rustbpe", "rustbpe", "documents", "model", threads=True),
    "tokenizers": Contender("tokenizers", "tokenizers", "documents", "model", threads=True),
    "sentencepiece": Contender(
        "sentencepiece", "sentencepiece", "lines", "model", own="own_splits"
    ),
    "bpeasy": Contender("bpeasy", "bpeasy", "str", "model", threads=True, own="own_ties"),
}

ENCODERS: Mapping[str, Contender] = {
    OURS: Contender("ours", "", "bytes", "array", threads=True),
    "gigatoken": Contender("gigatoken", "gigatoken", "bytes", "array"),
    "gigatoken (documents)": Contender(
        "gigatoken_documents", "gigatoken", "documents", "array", threads=True
    ),
    "tiktoken": Contender("tiktoken", "tiktoken", "str", "list"),
    "tiktoken (threads)": Contender(
        "tiktoken_threads", "tiktoken", "documents", "lists", threads=True
    ),
    "tokenizers": Contender("tokenizers", "tokenizers", "documents", "lists", threads=True),
    "rs-bpe": Contender(
        "rs_bpe", "rs-bpe", "str", "list", own="own_vocabulary", module="rs_bpe"
    ),
}

DECODERS: Mapping[str, Contender] = {
    OURS: Contender("ours", "", "array", "bytes", threads=True),
    "gigatoken": Contender("gigatoken", "gigatoken", "array", "bytes"),
    "tiktoken": Contender("tiktoken", "tiktoken", "list", "bytes"),
    "tiktoken (threads)": Contender(
        "tiktoken_threads", "tiktoken", "lists", "bytes", threads=True
    ),
    "tokenizers": Contender("tokenizers", "tokenizers", "list", "str"),
}

STARTERS: Mapping[str, Contender] = {
    OURS: Contender("ours", "", "str", "array"),
    "gigatoken": Contender("gigatoken", "gigatoken", "str", "array"),
    "tiktoken": Contender("tiktoken", "tiktoken", "str", "list"),
    "tokenizers": Contender("tokenizers", "tokenizers", "str", "list"),
}

CONTENDERS: Mapping[Kind, Mapping[str, Contender]] = {
    "train": TRAINERS,
    "encode": ENCODERS,
    "decode": DECODERS,
    "compile": {OURS: Contender("compiled", "", "nothing", "nothing")},
    "ready": {OURS: Contender("loaded", "", "nothing", "nothing")},
    "first": STARTERS,
}
