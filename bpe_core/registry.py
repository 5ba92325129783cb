"""What there is to choose from, by name. Adding an algorithm is one file and one row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from bpe_core.encode.encoders import ENCODERS, SHORTCUTS, TAUGHT_ENCODERS, EncoderRow
from bpe_core.errors import UnknownNameError
from bpe_core.formats.assemble import Specials
from bpe_core.formats.bbpe import read_bbpe, write_bbpe
from bpe_core.formats.gpt2 import read_gpt2, write_gpt2
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.subword_nmt import read_subword_nmt, write_subword_nmt
from bpe_core.formats.tiktoken import read_tiktoken, write_tiktoken
from bpe_core.model import BPEModel
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.systems import sentencepiece
from bpe_core.systems.bbpe import load_bbpe, train_bbpe
from bpe_core.systems.byte_level import load_byte_level, train_byte_level
from bpe_core.systems.deferred import (
    load_bytepiece,
    load_subword_nmt,
    train_bytepiece,
    train_subword_nmt,
)
from bpe_core.systems.system import System
from bpe_core.train.trainers import TAUGHT, TRAINERS, Trainer, TrainerRow

__all__ = [
    "ENCODERS",
    "FORMATS",
    "PRE_TOKENIZERS",
    "SHORTCUTS",
    "SYSTEMS",
    "TAUGHT",
    "TAUGHT_ENCODERS",
    "TRAINERS",
    "EncoderRow",
    "ModelFormat",
    "ModelReader",
    "Trainer",
    "TrainerRow",
    "look_up",
]

Row = TypeVar("Row")


class ModelReader(Protocol):
    """Files by name in, a checked model out; what files leave open, the caller may say."""

    def __call__(
        self,
        files: Mapping[str, bytes],
        *,
        pattern: str | None = ...,
        special_tokens: Specials | None = ...,
    ) -> BPEModel: ...


class ModelFormat(NamedTuple):
    """How a model becomes files, by name, and files become a model; both are pure."""

    write: Callable[[BPEModel], dict[str, str]]
    read: ModelReader


PRE_TOKENIZERS: Mapping[str, str | None] = PATTERNS

FORMATS: Mapping[str, ModelFormat] = {
    "gpt2": ModelFormat(write_gpt2, read_gpt2),
    "bbpe": ModelFormat(write_bbpe, read_bbpe),
    "tiktoken": ModelFormat(write_tiktoken, read_tiktoken),
    "huggingface": ModelFormat(write_huggingface, read_huggingface),
    "subword_nmt": ModelFormat(write_subword_nmt, read_subword_nmt),
}

# Whole systems, each with a trainer, files and pieces of its own.
SYSTEMS: Mapping[str, System] = {
    "bpe": System(train_byte_level, load_byte_level, unit="bytes", method="bpe"),
    "bbpe": System(train_bbpe, load_bbpe, unit="bytes", method="bpe"),
    "subword_nmt": System(train_subword_nmt, load_subword_nmt, unit="characters", method="bpe"),
    "bytepiece": System(train_bytepiece, load_bytepiece, unit="bytes", method="unigram"),
    "sentencepiece_bpe": sentencepiece.system("bpe", sentencepiece.LOSSLESS),
    "sentencepiece_unigram": sentencepiece.system("unigram", sentencepiece.LOSSLESS),
    "sentencepiece_default": sentencepiece.system("unigram", sentencepiece.DEFAULT),
}


def look_up(kind: str, table: Mapping[str, Row], name: str) -> Row:
    """``table[name]``, or an error that lists the known names.

    >>> look_up("shortcut", SHORTCUTS, "fast")
    Traceback (most recent call last):
    bpe_core.errors.UnknownNameError: no shortcut named 'fast'; known: leftmost, longest_match
    """
    if name not in table:
        raise UnknownNameError.among(kind, name, table)
    return table[name]
