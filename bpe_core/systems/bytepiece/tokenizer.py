"""Whole texts to BytePiece's ids, and back; and all of BytePiece as a system.

Decoding gives the text with its characters composed: ``decode(model, encode(model, x))`` is
``normalized(x)``, for every model and every ``x``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.encode.decode_array import decode_array
from bpe_core.encode.whole_text import result_of
from bpe_core.errors import InputError, OptionError, TokenIdError
from bpe_core.model import BPEModel, Vocabulary
from bpe_core.runtime.arguments import as_integer, check_flag, check_ids
from bpe_core.runtime.per_model import PerModel
from bpe_core.runtime.progress import OnProgress, Phase, number_of_threads
from bpe_core.runtime.text import decode_utf8
from bpe_core.systems.bytepiece.bytepiece_texts import lines, normalized
from bpe_core.systems.bytepiece.bytepiece_training import train_bytepiece
from bpe_core.systems.bytepiece.compiled_unigram import Bytes, CompiledUnigram, Ids, Offsets
from bpe_core.systems.bytepiece.lattice import alpha_or_none, segment_taught
from bpe_core.systems.bytepiece.unigram_model import (
    BOS,
    EOS,
    FIRST_ID,
    SINGLE_BYTES,
    UnigramModel,
    check_unigram,
    read_bytepiece,
    write_bytepiece,
)
from bpe_core.systems.system import Segmented, laid_out, readable

Seed: TypeAlias = int | np.random.Generator | None

COMPILED = PerModel(CompiledUnigram.of)


def encode(
    model: UnigramModel,
    text: str,
    *,
    alpha: float | None = None,
    seed: Seed = None,
    add_bos: bool = False,
    add_eos: bool = False,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> Ids:
    """The ids of the likeliest segmentation; with ``alpha`` of one at random (`lattice.py`).

    ``alpha=-1`` is none, as in the package.
    ``seed``: the same one gives the same segmentation again; None another one each time.
    ``threads``: the most to use, by default one per processor; sampling uses a single one.
    ``on_progress`` gets the phase ``encode``, in bytes of the composed text; an exception that
    it raises ends the work and is passed on. Raises ``InputError("lone_surrogate")`` and
    ``OptionError``.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> encode(model, "aab", add_eos=True)
    array([100, 259,   2], dtype=uint32)
    """
    check_unigram(model)
    check_flag("add_bos", add_bos)
    check_flag("add_eos", add_eos)
    number_of_threads(threads)
    chance, random = alpha_or_none(alpha), generator(seed)
    data, offsets = lines_laid(text)
    phase = Phase(on_progress, "encode", len(data))
    compiled = COMPILED.of(model)
    if chance is None:
        tell = phase.reached
        ids = compiled.segment_many(data, offsets, threads=threads, tell=tell)
    else:
        ids = compiled.sample_many(data, offsets, chance, random, tell=phase.reached)
    phase.finished(len(data))
    ends = np.array([BOS] * add_bos + [EOS] * add_eos, np.uint32)
    return np.insert(ids, [0] * add_bos + [len(ids)] * add_eos, ends) if len(ends) else ids


def encode_short(model: UnigramModel, text: str) -> list[int]:
    """The likeliest segmentation of a short text, without compiled code.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> encode_short(model, "aab")
    [100, 259]
    """
    by_line = (result_of(segment_taught(model, line)) for line in lines(text))
    return [piece_id for ids in by_line for piece_id in ids]


def segment(
    model: UnigramModel,
    text: str,
    *,
    alpha: float | None = None,
    seed: Seed = None,
) -> list[bytes]:
    """The pieces of ``encode``, as bytes.

    >>> model = UnigramModel.of_counts({**dict.fromkeys(SINGLE_BYTES, 1), b"ab": 9})
    >>> segment(model, "aab")
    [b'a', b'ab']
    """
    ids = encode(model, text, alpha=alpha, seed=seed).tolist()
    return [model.pieces[piece_id - FIRST_ID] for piece_id in ids]


def decode(model: UnigramModel, ids: Iterable[int], *, errors: str = "ignore") -> str:
    """The text of ``ids``; bytes that are not characters are dropped, or see ``errors``.

    Raises like ``decode_bytes``, and with ``errors="strict"`` ``NotUTF8Error``.
    """
    return decode_utf8(decode_bytes(model, ids), errors=errors)


def decode_bytes(model: UnigramModel, ids: Iterable[int]) -> bytes:
    """The bytes of ``ids``, joined; 0, 1 and 2 have none. An array goes through compiled code.

    Raises ``TokenIdError`` naming the first id of no piece, ``InputError("not_an_id")`` for
    what is none.

    >>> model = UnigramModel.of_counts(dict.fromkeys(SINGLE_BYTES, 1))
    >>> decode_bytes(model, [1, 100, 2])
    b'a'
    """
    check_unigram(model)
    if isinstance(ids, np.ndarray):
        return _decode_array(model, ids)
    check_ids(ids)
    pieces: list[bytes] = []
    for position, piece_id in enumerate(ids):
        try:
            piece_id = as_integer("id", piece_id)
        except OptionError as error:
            raise InputError("not_an_id", value=piece_id, position=position) from error
        if not 0 <= piece_id < model.vocab_size:
            refuse(model, piece_id, position)
        if piece_id >= FIRST_ID:
            pieces.append(model.pieces[piece_id - FIRST_ID])
    return b"".join(pieces)


def _decode_array(model: UnigramModel, ids: NDArray[Any]) -> bytes:
    if ids.ndim != 1 or ids.dtype.kind not in "iu":
        description = f"{ids.dtype} in {ids.ndim} dimensions"
        raise OptionError(name="ids", value=description, rule="integers in one dimension")
    ids = ids.copy()  # another thread may write to what was just looked at
    wrong = (ids < 0) | (ids >= model.vocab_size)
    if wrong.any():
        position = int(wrong.argmax())
        refuse(model, int(ids[position]), position)
    return decode_array(_VOCABULARIES.of(model), ids[ids >= FIRST_ID])


def refuse(model: UnigramModel, piece_id: int, position: int) -> None:
    """Raise the error for an id of no piece."""
    raise TokenIdError(token_id=piece_id, position=position, last=model.vocab_size - 1)


def _vocabulary(model: UnigramModel) -> BPEModel:
    """The pieces as a vocabulary without merges: all that decoding needs."""
    byte_ids = tuple(model.ids[byte] for byte in SINGLE_BYTES)
    return BPEModel(Vocabulary((*[b""] * FIRST_ID, *model.pieces), byte_ids), ())


_VOCABULARIES = PerModel(_vocabulary)


def lines_laid(text: str) -> tuple[Bytes, Offsets]:
    """The lines of `bytepiece_texts.lines` end to end, and where each begins.

    >>> data, offsets = lines_laid("a\\n\\nb")
    >>> data.tobytes(), offsets.tolist()
    (b'a\\n\\nb', [0, 3, 4])
    """
    data = np.frombuffer(normalized(text).encode(), np.uint8)
    is_end = data == ord("\n")
    ends = np.flatnonzero(is_end[:-1] & ~is_end[1:]) + 1
    return data, np.unique(np.concatenate([[0], ends, [len(data)]]))


def generator(seed: Seed) -> np.random.Generator:
    """numpy's generator for ``seed``; raises ``OptionError``.

    >>> generator(-1)
    Traceback (most recent call last):
    bpe_core.errors.OptionError: seed=-1: an integer of at least 0
    """
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    return np.random.default_rng(as_integer("seed", seed, least=0))


@dataclass(frozen=True, slots=True)
class BytePiece:
    """Pieces of bytes and their counts; texts become arrays of ids."""

    model: UnigramModel

    @property
    def vocab_size(self) -> int:
        return self.model.vocab_size

    def encode(self, text: str) -> NDArray[np.uint32]:
        return encode(self.model, text, threads=1)

    def encode_short(self, text: str) -> list[int]:
        return encode_short(self.model, text)

    def decode(self, encoded: Iterable[int]) -> str:
        """Raises ``TokenIdError`` for an id of no piece."""
        return decode(self.model, encoded)

    def segment(self, text: str) -> Segmented:
        """Pieces of the composed text."""
        ids = self.encode_short(text)
        pieces = [self.model.pieces[piece_id - FIRST_ID] for piece_id in ids]
        return Segmented(normalized(text), laid_out(pieces, readable))

    def files(self) -> Mapping[str, bytes]:
        return {name: text.encode() for name, text in write_bytepiece(self.model).items()}


def train_system(
    corpus: Path,
    vocab_size: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> BytePiece:
    """With the package's own options, so only n-grams and pieces seen once are dropped.

    ``seed`` changes nothing. Raises like ``train_bytepiece``.
    """
    model = train_bytepiece(
        corpus, max_vocab_size=vocab_size, threads=threads, on_progress=on_progress
    )
    return BytePiece(model)


def load_system(files: Mapping[str, bytes]) -> BytePiece:
    """From BytePiece's JSON; raises ``FormatError``."""
    return BytePiece(read_bytepiece(files))
