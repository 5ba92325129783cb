"""The folder that all runs read: every corpus as two files, checked to be UTF-8."""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import NamedTuple

from bpe_core.errors import EmptyTextError, InputError, NothingHeldOutError, TextTooLargeError
from bpe_core.registry import look_up
from bpe_core.runtime.text import whole_characters
from bpe_core.texts.corpus import held_out_from
from bpe_lab.compare.events import TextSizes

MOST_BYTES = 1_000_000_000  # of a text
TRAINING, HELD_OUT = "training", "held-out"


class Source(NamedTuple):
    """A corpus: what is learned from and what is encoded; None: the last part of the first."""

    training: Path | bytes
    held_out: Path | bytes | None = None


def lay_out(
    folder: Path, corpora: tuple[str, ...], sources: Mapping[str, Source]
) -> dict[str, TextSizes]:
    """Write the texts of ``corpora``, and return how many bytes they have.

    Raises ``EmptyTextError``, ``TextTooLargeError``, ``NotUTF8Error``,
    ``NothingHeldOutError``, ``UnknownNameError``, ``OSError``.
    """
    sizes = {}
    for index, name in enumerate(corpora):
        source = look_up("corpus", sources, name)
        try:
            training, held_out = texts_of(source)
        except InputError as error:
            error.add_note(name)  # which of them
            raise
        path_of(folder, TRAINING, index).write_bytes(training)
        path_of(folder, HELD_OUT, index).write_bytes(held_out)
        sizes[name] = TextSizes(len(training), len(held_out))
    return sizes


def path_of(folder: Path, kind: str, index: int) -> Path:
    """A text's file; corpora are named by their index, since names may be anything."""
    return folder / f"{kind}-{index}.txt"


def texts_of(source: Source) -> tuple[bytes, bytes]:
    """What is learned from and what is held out."""
    training = read(source.training)
    if source.held_out is not None:
        return training, read(source.held_out)
    at = held_out_from(training)
    if not training[at:]:
        raise NothingHeldOutError(size=len(training))
    return training[:at], training[at:]


def read(text: Path | bytes) -> bytes:
    """Bounded, and UTF-8."""
    size = len(text) if isinstance(text, bytes) else text.stat().st_size
    if size > MOST_BYTES:
        raise TextTooLargeError(size=size, limit=MOST_BYTES)
    data = text if isinstance(text, bytes) else text.read_bytes()
    if not data:
        raise EmptyTextError
    whole_characters(data)
    return data
