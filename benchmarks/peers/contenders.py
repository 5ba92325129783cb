"""Who takes part in which work. What is not installed is reported as absent."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchmarks.peers.works import Kind
from bpe_core.runtime.machine import is_importable

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
