"""Texts of any size, and those that come in pieces, to token ids with bounded memory."""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from functools import partial
from os import PathLike
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.compiled import Encoder
from bpe_core.encode.encode_array import MODEL_ENCODERS, composed
from bpe_core.encode.id_file import IdFile, format_named, smallest_type
from bpe_core.encode.whole_text import (
    SHORT,
    AllowedSpecial,
    allowed_of,
    check_no_strips,
    encode,
)
from bpe_core.errors import OptionError
from bpe_core.model import BPEModel
from bpe_core.pretokenize.text_parts import ORDINARY, Block, counted_from_item, parts_of, spans
from bpe_core.runtime.arguments import as_integer, has_items
from bpe_core.runtime.files import as_path, check_apart, whole_file
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads
from bpe_core.runtime.text import AnyText, as_bytes, utf8_of, whole_characters
from bpe_core.texts.corpus import check_no_file_name
from bpe_core.texts.sources import OneText, Source, blocks_of, settled_beginning, source_size

Ids: TypeAlias = NDArray[np.uint32]

FILE_BLOCK = 8 * 2**20  # bytes of text at a time
STREAM_BLOCK = 2**16  # bytes to collect before they are encoded


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
    block: int = FILE_BLOCK,
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

    Raises like ``encode_array`` and ``blocks_of``, ``InputError("is_a_folder")``,
    ``InputError("overwrites_input")`` if ``target`` is a file that is read, and ``OptionError``
    if it is not a regular file.
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
    encoder: Encoder | None,
    model: BPEModel,
    block: Block,
    special_ids: Ids,
    threads: int | None,
    tell: Callable[[int], object],
) -> Ids:
    """The ids of a block, compiled if the model has tables."""
    if encoder is None:
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


def encode_iterable(
    model: BPEModel,
    texts: Iterable[AnyText],
    *,
    allowed_special: AllowedSpecial = (),
    block: int = STREAM_BLOCK,
) -> Iterator[int]:
    """Yield the ids of ``encode("".join(texts))``, while the texts come.

    ``texts`` are the pieces of one text, in order, such as the lines of an open file; a cut may
    be anywhere, within a word, a special token, a surrogate pair or, in bytes, a character.
    Special tokens are treated as in ``encode``. Pieces are taken as ids are asked for, until
    ``block`` bytes are there that are not yet encoded, or twice what had to wait; so the first
    ids come after ``block`` bytes, with ``block=1`` about as soon as a pre-token has ended.

    Memory: some 30 times ``block`` or, where that is longer, the longest stretch in which no
    pre-token is sure to have ended; and up to 80 MB for known pre-tokens. A pre-token that
    never ends, like an endless run of letters, is held until it does: it yields nothing, and
    memory grows with it. So does the whole text with a custom pattern, and with ``none`` what
    is between special tokens.

    Raises ``InputError("unknown_special_token")`` and ``OptionError`` at once; later, after ids
    of what came before, ``NotUTF8Error`` with the offset in the whole text, and ``OptionError``
    for a piece that is no text.

    >>> from bpe_core.model import Merge, Vocabulary
    >>> model = BPEModel(Vocabulary.of_bytes([b"ch"]), (Merge(99, 104, 256),))
    >>> list(encode_iterable(model, ["tec", "h"]))
    [116, 101, 256]
    """
    allowed_special = allowed_of(model, allowed_special)
    check_no_strips(model, allowed_special, "a text in pieces")
    block = as_integer("block", block, least=1)
    if isinstance(texts, str | bytes | bytearray | memoryview):  # one piece
        texts = [texts]
    if isinstance(texts, Mapping) or not has_items(texts):
        raise OptionError(name="texts", value=texts, rule="an iterable of str or bytes")
    return _ids_of_pieces(model, texts, allowed_special, block)


def _ids_of_pieces(
    model: BPEModel, texts: Iterable[AnyText], allowed_special: tuple[str, ...], block: int
) -> Iterator[int]:
    special_ids = np.array(
        [model.special_tokens[token] for token in allowed_special], np.uint32
    )
    specials = [token.encode() for token in allowed_special]
    done = 0
    for part in _blocks_of_pieces(texts, model.pattern, specials, block):
        done += len(part.text)
        if done <= SHORT:
            yield from encode(model, part.text.tobytes(), allowed_special=allowed_special)
        else:
            encoder = MODEL_ENCODERS.of(model)
            yield from ids_of(encoder, model, part, special_ids, None, _unheard).tolist()


def _blocks_of_pieces(
    texts: Iterable[AnyText], pattern: str, specials: list[bytes], size: int
) -> Iterator[Block]:
    """The whole text in blocks that no pre-token and no special token crosses."""
    pieces: list[bytes] = []
    held, checked, start, wanted = 0, 0, 0, size
    for piece in _in_utf8(texts):
        pieces.append(piece)
        held += len(pieces[-1])
        if held < wanted:
            continue
        data = b"".join(pieces)
        checked += whole_characters(
            memoryview(data)[checked:], start=start + checked, at_end=False
        )
        whole = np.frombuffer(data, np.uint8)[:checked]
        parts = settled_beginning(whole, pattern, specials)
        if parts.end:
            yield Block(whole[: parts.end], parts)
        pieces = [data[parts.end :]]
        held, checked, start = held - parts.end, checked - parts.end, start + parts.end
        wanted = max(size, 2 * held)  # or a long pre-token would be searched again and again
    data = b"".join(pieces)
    whole_characters(memoryview(data)[checked:], start=start + checked)
    whole = np.frombuffer(data, np.uint8)
    if data:
        yield Block(whole, parts_of(whole, specials))


def _in_utf8(texts: Iterable[AnyText]) -> Iterator[bytes]:
    """The pieces as bytes; the first half of a surrogate pair waits for the second."""
    half = ""
    for text in texts:
        if isinstance(text, str):
            whole = half + text
            half = whole[-1:] if "\ud800" <= whole[-1:] <= "\udbff" else ""
            yield utf8_of(whole.removesuffix(half))
        elif isinstance(text, bytes | bytearray | memoryview):
            if half and text:
                yield utf8_of(half)
                half = ""
            yield as_bytes(text)
        else:
            raise OptionError(name="texts", value=text, rule="its items are str or bytes")
    yield utf8_of(half)


def _unheard(_: int) -> None:
    """Nobody asks how far it is."""
