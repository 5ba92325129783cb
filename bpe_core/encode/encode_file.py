"""Texts of any size to a file of token ids, with bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.allowed_special import AllowedSpecial, allowed_of, check_no_strips
from bpe_core.encode.compiled_encoding import MODEL_ENCODERS, composed
from bpe_core.encode.encoder import Encoder
from bpe_core.encode.id_file import IdFile, format_named, smallest_type
from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.pretokenize.text_parts import ORDINARY, Block, counted_from_item, spans
from bpe_core.runtime.arguments import as_integer, has_items
from bpe_core.runtime.files import as_path, check_apart, whole_file
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads
from bpe_core.texts.sources import OneText, Source, blocks_of, check_no_file_name, source_size

Ids: TypeAlias = NDArray[np.uint32]

BLOCK = 8 * 2**20  # bytes of text at a time


@dataclass(frozen=True, slots=True)
class EncodedFile:
    """The file of ids, bytes of text read, ids written, and the type that holds them."""

    path: Path
    size: int
    count: int
    dtype: np.dtype[Any]


def encode_file(
    model: BPEModel,
    source: Source,
    target: str | PathLike[str],
    *,
    allowed_special: AllowedSpecial = (),
    threads: int | None = None,
    on_progress: OnProgress | None = None,
    block: int = BLOCK,
) -> EncodedFile:
    """Write the ids of ``source`` to ``target``, the same as ``encode_array``, in blocks.

    ``source`` is a ``Path`` of a file, a text, or an iterable of these, whose items are
    texts of their own, their ids end to end. ``target`` is a numpy file if it ends in ``.npy``
    (``numpy.load(target, mmap_mode="r")``), decimal text if in ``.txt``, ``.ids`` or without a
    suffix, else bare integers: little-endian, of 16 bits where the vocabulary has at most
    65,536 ids, else of 32.

    Memory: at most ten times ``block`` bytes, and 80 MB per thread for known pre-tokens, unless
    a text has no safe cut for longer than a block; custom patterns have none.
    ``target`` is complete, or as it was before: after an error, on a full disk (``OSError``)
    and if ``on_progress``, which gets the phase ``encode`` in bytes, raises.

    A ``str`` that is the name of a file is refused, since a ``Path`` must have been meant.

    Raises like ``encode_array`` and ``blocks_of``, ``IsAFolderError``, ``OverwritesInputError``
    if ``target`` is a file that is read, and ``OptionError`` if it is not a regular file.
    """
    path, specials = as_path("target", target), allowed_of(model, allowed_special)
    check_no_strips(model, specials, "a file in blocks")
    number_of_threads(threads)
    block = as_integer("block", block, least=1)
    encoder = MODEL_ENCODERS.of(model)
    special_ids = np.array([model.special_tokens[token] for token in specials], np.uint32)
    phase = Phase(on_progress, "encode", source_size(source) if on_progress else None)
    dtype, size = smallest_type(model), 0
    check_no_file_name(source)
    texts = apart(source, path)
    blocks = blocks_of(texts, pattern=model.pattern, special_tokens=specials, size=block)
    with whole_file(path) as file:
        ids = IdFile(file, format_named(path), dtype)
        for text in blocks:
            end = size + len(text.text)
            tell = partial(_tell, phase, size, end)
            ids.write(ids_of(encoder, model, text, special_ids, threads, tell))
            phase.reached(end)
            size = end
        ids.end()
        phase.finished(size)  # the last chance to cancel
    return EncodedFile(path, size, ids.count, dtype)


def apart(source: Source, target: Path) -> Source:
    """``source``, whose files are not ``target``; those of an iterator are checked in turn."""
    if isinstance(source, Path):
        check_apart([target], [source])
    if isinstance(source, OneText | Mapping) or not has_items(source):
        return source  # what is no source is refused by whoever reads it
    if isinstance(source, Collection):
        check_apart([target], [item for item in source if isinstance(item, Path)])
        return source
    return _apart_in_turn(source, target)


def _apart_in_turn(source: Iterable[OneText], target: Path) -> Iterator[OneText]:
    for item in source:
        if isinstance(item, Path):
            check_apart([target], [item])
        yield item


def ids_of(
    encoder: Encoder,
    model: BPEModel,
    block: Block,
    special_ids: Ids,
    threads: int | None,
    tell: Callable[[int], object],
) -> Ids:
    """The ids of a block, compiled if the model has tables."""
    if encoder.tables is None:
        return in_python(model, block, special_ids)
    block = composed(block) if model.normalization else block
    with counted_from_item(block.items):
        return encoder.encode(block, special_ids, threads, tell)


def _tell(phase: Phase, before: int, end: int, done: int) -> None:
    """subtle: composing may have made the text longer."""
    phase.reached(min(before + done, end))


def in_python(model: BPEModel, block: Block, special_ids: Ids) -> Ids:
    """The ids of a block for a model that has no compiled tables."""
    ids: list[int] = []
    for start, end, number in spans(block.parts):
        if number == ORDINARY:
            ids += encode(model, block.text[start:end].tobytes())
        else:
            ids.append(int(special_ids[number]))
    return np.array(ids, np.uint32)
