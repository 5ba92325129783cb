"""The public face: train, encode, decode, save and load a byte-level BPE tokenizer."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path

from bpe_core.encode.text import decode, encode
from bpe_core.formats.files import write_texts
from bpe_core.formats.recognise import detect, read_files
from bpe_core.model import BPEModel
from bpe_core.patterns import pattern_text
from bpe_core.pretokenize import check_counts, count_pre_tokens, lay_out
from bpe_core.registry import FORMATS, TRAINERS, look_up
from bpe_core.train.fold import fold_model
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TieBreak

__all__ = ["decode", "detect", "encode", "load", "save", "train"]

AUTO_TRAINER = "linked"


def train(
    text_or_pre_token_counts: str | bytes | Mapping[bytes, int],
    *,
    vocab_size: int,
    special_tokens: Sequence[str] = (),
    pattern: str = "gpt2",
    trainer: str = "auto",
    tie_break: TieBreak = "greatest",
    min_count: int = 1,
) -> BPEModel:
    """Learn merges until the vocabulary has ``vocab_size`` tokens or no pair is left.

    Takes a text (str or UTF-8 bytes) or the counts of its pre-tokens. Raises the classes
    below ``InputError``, each naming what is wrong.

    >>> model = train("low lower newest widest", vocab_size=259)
    >>> model.merges_as_bytes()
    [(b'w', b'e'), (b's', b't'), (b'l', b'o')]
    >>> model.vocabulary[256]
    b'we'
    """
    options = TrainOptions(
        vocab_size=vocab_size,
        special_tokens=special_tokens,
        tie_break=tie_break,
        min_count=min_count,
    )
    pattern_text(pattern)
    run = look_up("trainer", TRAINERS, AUTO_TRAINER if trainer == "auto" else trainer)
    counts = text_or_pre_token_counts
    if isinstance(counts, str | bytes):
        counts = count_pre_tokens(counts, pattern=pattern, special_tokens=special_tokens)
    else:
        check_counts(counts)
    return fold_model(run(lay_out(counts), options), options, pattern=pattern)


def save(model: BPEModel, path: str | Path, *, format: str = "gpt2") -> None:  # noqa: A002  # the name that users know
    """Write ``model`` to the folder ``path``, all files of the format or none.

    Raises ``FormatError`` for a model that the format cannot hold, and ``OSError``.
    """
    write_texts(Path(path), look_up("format", FORMATS, format).write(model))


def load(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the name that users know
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
) -> BPEModel:
    """Read a tokenizer's file, or a folder of them; the format is seen from what is there.

    ``pattern`` and ``special_tokens`` say what files leave open, and overrule them. Raises
    ``FormatError`` naming the file, the place and the rule.
    """
    files = read_files(Path(path))
    read = look_up("format", FORMATS, format or detect(files)).read
    return read(files, pattern=pattern, special_tokens=special_tokens)
