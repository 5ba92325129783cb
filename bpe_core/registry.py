"""Algorithms and formats by name: adding one is its file and a row here."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import NamedTuple, Protocol, TypeVar

from bpe_core.encode.compiled_encoding import encode_compiled
from bpe_core.encode.leftmost import encode_leftmost
from bpe_core.encode.longest_match import encode_longest_match
from bpe_core.encode.merge_list import encode_by_merge_list
from bpe_core.encode.rank_order import encode_by_heap, encode_by_rank, encode_by_scan
from bpe_core.encode.whole_text import PreTokenEncoder
from bpe_core.errors import UnknownNameError
from bpe_core.formats.assemble import Specials
from bpe_core.formats.bbpe_files import read_bbpe, write_bbpe
from bpe_core.formats.gpt2 import read_gpt2, write_gpt2
from bpe_core.formats.huggingface import read_huggingface, write_huggingface
from bpe_core.formats.subword_nmt_codes import read_subword_nmt, write_subword_nmt
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
from bpe_core.train.trainers import TAUGHT, TRAINERS, Trainer

__all__ = [
    "ENCODERS",
    "FORMATS",
    "PRE_TOKENIZERS",
    "SHORTCUTS",
    "SYSTEMS",
    "TAUGHT",
    "TAUGHT_ENCODERS",
    "TRAINERS",
    "ModelFormat",
    "ModelReader",
    "Trainer",
    "look_up",
]

Row = TypeVar("Row")


class ModelReader(Protocol):
    """Files by name in, a checked model out; the caller may add what files leave open."""

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

# Encoders that yield every merge, and with ``detail`` every look-up.
TAUGHT_ENCODERS: Mapping[str, PreTokenEncoder] = {
    "merge_list": encode_by_merge_list,
    "rank_order": encode_by_rank,
    "rank_order_scan": encode_by_scan,
    "rank_order_heap": encode_by_heap,
}

# All encoders; those that are not taught yield nothing and refuse ``detail``.
ENCODERS: Mapping[str, PreTokenEncoder] = {
    **TAUGHT_ENCODERS,
    "compiled": encode_compiled,
}

# Encoders that give other ids than byte-pair encoding for some words, to be compared with it.
SHORTCUTS: Mapping[str, PreTokenEncoder] = {
    "leftmost": encode_leftmost,
    "longest_match": encode_longest_match,
}

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
