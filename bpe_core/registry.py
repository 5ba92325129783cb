"""What there is to choose from, by name: systems here, the other rows in their rooms."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.encode.encoders import ENCODERS, SHORTCUTS, TAUGHT_ENCODERS, EncoderRow
from bpe_core.formats.known_formats import FORMATS, ModelFormat, ModelReader
from bpe_core.pretokenize.patterns import PATTERNS
from bpe_core.runtime.arguments import look_up
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

PRE_TOKENIZERS: Mapping[str, str | None] = PATTERNS

OUR_KERNELS = ("texts", "train")

# Whole systems, each with a trainer, files and pieces of its own.
SYSTEMS: Mapping[str, System] = {
    "bpe": System(
        train_byte_level,
        load_byte_level,
        unit="bytes",
        method="bpe",
        title="BPE (this lab)",
        kernels=OUR_KERNELS,
    ),
    "bbpe": System(
        train_bbpe, load_bbpe, unit="bytes", method="bpe", title="BBPE", kernels=OUR_KERNELS
    ),
    "subword_nmt": System(
        train_subword_nmt,
        load_subword_nmt,
        unit="characters",
        method="bpe",
        title="subword-nmt",
        kernels=("train",),
        spaces_are_free=True,
    ),
    "bytepiece": System(
        train_bytepiece,
        load_bytepiece,
        unit="bytes",
        method="unigram",
        title="BytePiece",
        kernels=("texts", "bytepiece"),
    ),
    "sentencepiece_bpe": sentencepiece.system(
        "bpe", sentencepiece.LOSSLESS, title="SentencePiece BPE"
    ),
    "sentencepiece_unigram": sentencepiece.system(
        "unigram", sentencepiece.LOSSLESS, title="SentencePiece Unigram"
    ),
    "sentencepiece_default": sentencepiece.system(
        "unigram", sentencepiece.DEFAULT, title="SentencePiece default"
    ),
}
