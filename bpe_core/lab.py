"""The public face: train, encode, decode, save and load a byte-level BPE tokenizer."""

from __future__ import annotations

import warnings
from collections.abc import Iterable, Mapping
from dataclasses import replace
from pathlib import Path

from bpe_core.count.pre_token_table import PreTokenTable
from bpe_core.encode.compiled_decoding import decode_array
from bpe_core.encode.compiled_encoding import encode_array
from bpe_core.encode.encode_file import EncodedFile, encode_file
from bpe_core.encode.encode_iterable import encode_iterable
from bpe_core.encode.whole_text import decode, decode_bytes, encode
from bpe_core.formats.detect import detect
from bpe_core.formats.folders import read_files, write_texts
from bpe_core.formats.unicode_versions import recorded_unicode, unicode_notice
from bpe_core.model import BPEModel, check_model
from bpe_core.pretokenize.pinned import pinned
from bpe_core.pretokenize.pre_tokens import check_collection
from bpe_core.registry import FORMATS, look_up
from bpe_core.runtime.progress import OnProgress, Progress
from bpe_core.runtime.same_file import as_path
from bpe_core.shards.count_shards import count_shards
from bpe_core.shards.counts_file import load_counts
from bpe_core.shards.encode_shards import encode_shards
from bpe_core.train.compare_merges import MergeDifference, compare_merges
from bpe_core.train.pipeline import train, train_from_counts

__all__ = [
    "EncodedFile",
    "MergeDifference",
    "OnProgress",
    "PreTokenTable",
    "Progress",
    "compare_merges",
    "count_shards",
    "decode",
    "decode_array",
    "decode_bytes",
    "detect",
    "encode",
    "encode_array",
    "encode_file",
    "encode_iterable",
    "encode_shards",
    "load",
    "load_counts",
    "save",
    "train",
    "train_from_counts",
]


def save(model: BPEModel, path: str | Path, *, format: str = "gpt2") -> None:  # noqa: A002  # the name that users know
    """Write ``model`` to the folder ``path``, all files of the format or none.

    Whenever it is killed, ``load`` gives the model that was there or this one. Raises
    ``FormatError`` for a model that the format cannot hold, and ``OSError``.
    """
    check_model(model)
    write_texts(as_path("path", path), look_up("format", FORMATS, format).write(model))


def load(
    path: str | Path,
    *,
    format: str | None = None,  # noqa: A002  # the name that users know
    pattern: str | None = None,
    special_tokens: Iterable[str] | Mapping[str, int] | None = None,
    unicode: str | None = None,
) -> BPEModel:
    """Read a tokenizer's file, or a folder of them, in any format.

    ``pattern`` and ``special_tokens`` override the files, or add what these leave open.
    ``unicode="16.0"`` pins the letters, digits and marks of the pattern to that version, which
    is tiktoken's, whatever the installed `regex` has. Without it, a model that was saved under
    another version is a ``UnicodeWarning``. Raises ``FormatError`` naming the file, the
    location and the rule, ``UnknownNameError``, and ``OptionError`` for a custom pattern.
    """
    if special_tokens is not None:
        check_collection("special_tokens", special_tokens)
    files = read_files(as_path("path", path))
    read = look_up("format", FORMATS, format or detect(files)).read
    model = read(files, pattern=pattern, special_tokens=special_tokens)
    if unicode is not None:
        return replace(model, pattern=pinned(model.pattern, unicode))
    if notice := unicode_notice(recorded_unicode(files), model):
        warnings.warn(str(notice), UnicodeWarning, stacklevel=2)
    return model
