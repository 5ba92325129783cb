"""What there is to choose from, by name: systems here, the other rows in their rooms."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.encode.encoders import ENCODERS, SHORTCUTS, TAUGHT_ENCODERS, EncoderRow
from bpe_core.formats.known_formats import FORMATS, ModelFormat, ModelReader
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.runtime.arguments import look_up
from bpe_core.systems.system import Deferred, Method, System
from bpe_core.train.trainers import TAUGHT, TRAINERS, Trainer, TrainerRow
from bpe_core.warm import AT_START

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

PRE_TOKENIZERS: Mapping[str, str | None] = PATTERNS


def _sentencepiece(train: str, method: Method, *, title: str) -> System:
    return System(
        Deferred("sentencepiece", train),
        Deferred("sentencepiece", "load_sentencepiece"),
        unit="characters",
        method=method,
        library="sentencepiece",
        title=title,
    )


# Whole systems, each with a trainer, files and pieces of its own.
SYSTEMS: Mapping[str, System] = {
    "bpe": System(
        Deferred("byte_level", "train_byte_level"),
        Deferred("byte_level", "load_byte_level"),
        unit="bytes",
        method="bpe",
        title="BPE (this lab)",
        kernels=AT_START,
    ),
    "bbpe": System(
        Deferred("bbpe", "train_bbpe"),
        Deferred("bbpe", "load_bbpe"),
        unit="bytes",
        method="bpe",
        title="BBPE",
        kernels=AT_START,
    ),
    "subword_nmt": System(
        Deferred("subword_nmt.subword_nmt_system", "train_subword_nmt"),
        Deferred("subword_nmt.subword_nmt_system", "load_subword_nmt"),
        unit="characters",
        method="bpe",
        title="subword-nmt",
        kernels=("train",),
        spaces_are_free=True,
    ),
    "bytepiece": System(
        Deferred("bytepiece.tokenizer", "train_system"),
        Deferred("bytepiece.tokenizer", "load_system"),
        unit="bytes",
        method="unigram",
        title="BytePiece",
        kernels=("texts", "bytepiece"),
    ),
    "sentencepiece_bpe": _sentencepiece("train_bpe", "bpe", title="SentencePiece BPE"),
    "sentencepiece_unigram": _sentencepiece(
        "train_unigram", "unigram", title="SentencePiece Unigram"
    ),
    "sentencepiece_default": _sentencepiece(
        "train_default", "unigram", title="SentencePiece default"
    ),
}
