"""SentencePiece by its own library: BPE and Unigram over characters, `▁` for a space.

With its defaults it loses text: it normalizes (NFKC and more: a full-width comma becomes a
comma), puts a space in front, makes one space of several, trims the ends, takes a line end for
a space and forgets characters that are rare. ``DEFAULT`` is just that, with Unigram, its
default model. ``LOSSLESS`` turns all of that off, and allows pieces of spaces alone, as every
other system does; otherwise each space of an indentation takes a token of its own:

    normalization_rule_name="identity"    the one option that the BytePiece article sets
    add_dummy_prefix=False
    remove_extra_whitespaces=False
    allow_whitespace_only_pieces=True     Python code: 4.1 bytes per token instead of 2.4
    byte_fallback=True                    rare characters and line ends as bytes: 256 ids
    max_sentence_length                   texts with long lines train it, too

What remains is `▁` itself: it is decoded to a space, so a text with one comes back changed.

In all three ``hard_vocab_limit`` is off, so that a short text gives a smaller vocabulary and
not an error; the rest are the library's defaults (a character coverage of 0.9995, among
others).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from io import BytesIO
from pathlib import Path
from typing import TYPE_CHECKING, Any, TypeAlias

import numpy as np
from numpy.typing import NDArray

from bpe_core.errors import InputError, OptionError, TokenIdError
from bpe_core.formats.format_rules import WHOLE, broken
from bpe_core.formats.model_files import check_size
from bpe_core.runtime.progress import OnProgress, number_of_threads
from bpe_core.runtime.text import as_text
from bpe_core.systems.system import Piece, Segmented

if TYPE_CHECKING:
    from sentencepiece import SentencePieceProcessor

Options: TypeAlias = Mapping[str, Any]
Span: TypeAlias = tuple[int, int]  # start and end, in bytes

FILE = "sentencepiece.model"
MOST_TOKENS = 2**31 - 1  # what it parses as a number
LONGEST_LINE = 2**30  # bytes; longer texts are left out, and a higher limit is not accepted
PART = 2**13  # bytes; BPE takes longer for each byte of a longer text
TOO_SMALL = re.compile(r"smaller than required_chars\. \d+ vs (\d+)")

DEFAULT: Options = {}
LOSSLESS: Options = {
    "normalization_rule_name": "identity",
    "add_dummy_prefix": False,
    "remove_extra_whitespaces": False,
    "allow_whitespace_only_pieces": True,
    "byte_fallback": True,
    "max_sentence_length": LONGEST_LINE,
}


def train_sentencepiece(
    corpus: Path,
    vocab_size: int,
    *,
    model_type: str,
    options: Options,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> SentencePiece:
    """By the library's ``options``; ``seed`` changes nothing, and progress is not reported.

    Raises ``InputError("characters_need_more")``, ``InputError("library_failed")``,
    ``OptionError``, ``OSError``.
    """
    from sentencepiece import SentencePieceTrainer

    if not isinstance(vocab_size, int) or not 0 < vocab_size <= MOST_TOKENS:
        rule = f"an integer from 1 to {MOST_TOKENS}"
        raise OptionError(name="vocab_size", value=vocab_size, rule=rule)
    corpus.open("rb").close()  # a missing file is not a failure of the library
    model = BytesIO()
    try:
        SentencePieceTrainer.train(
            input=[str(corpus)],  # as a list: a name alone is split at commas
            model_writer=model,
            model_type=model_type,
            vocab_size=vocab_size,
            hard_vocab_limit=False,
            num_threads=number_of_threads(threads),
            minloglevel=2,
            **options,
        )
    except RuntimeError as error:
        raise _own_error(error, vocab_size) from error
    return SentencePiece(model.getvalue())


def _own_error(error: RuntimeError, vocab_size: int) -> InputError:
    """The library's error as one of ours."""
    if match := TOO_SMALL.search(str(error)):
        return InputError("characters_need_more", vocab_size=vocab_size, minimum=int(match[1]))
    return InputError("library_failed", library="SentencePiece", reason=str(error))


train_bpe = partial(train_sentencepiece, model_type="bpe", options=LOSSLESS)
train_unigram = partial(train_sentencepiece, model_type="unigram", options=LOSSLESS)
train_default = partial(train_sentencepiece, model_type="unigram", options=DEFAULT)


@dataclass(frozen=True)
class SentencePiece:
    """A model of the library, as it is stored in its file."""

    model: bytes
    processor: SentencePieceProcessor = field(init=False, repr=False, compare=False)
    parts_lines: bool = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        processor = opened(self.model)
        object.__setattr__(self, "processor", processor)
        object.__setattr__(self, "parts_lines", _parts_lines(processor))

    @property
    def vocab_size(self) -> int:
        return self.processor.get_piece_size()

    def encode(self, text: str) -> NDArray[np.int32]:
        """The ids of the whole text. Raises ``InputError("lone_surrogate")``.

        Those of one sentence, except that Unigram adds up scores of 32 bits along a sentence:
        behind tens of kilobytes two segmentations whose scores hardly differ look alike
        to it. Parts tell them apart.
        """
        data = as_text(text).encode()
        parts = cut_behind_lines(data) if self.parts_lines else [data]
        ids = self.processor.encode(parts, return_type="numpy", num_threads=1)
        return np.concatenate(ids)

    def encode_short(self, text: str) -> NDArray[np.int32]:
        return self.encode(text)

    def decode(self, encoded: Iterable[int]) -> str:
        """Raises ``TokenIdError`` for an id of no token."""
        ids, last = [int(token_id) for token_id in encoded], self.vocab_size - 1
        for position, token_id in enumerate(ids):
            if not 0 <= token_id <= last:
                raise TokenIdError(token_id=token_id, position=position, last=last)
        text: str = self.processor.decode(ids)
        return text

    def segment(self, text: str) -> Segmented:
        """Pieces of the original text, not of the normalized one.

        So a ``,`` may stand for the three bytes of a full-width one. Dropped bytes belong to
        no piece, or to the one behind them.
        """
        data = as_text(text).encode()
        mapping = self.processor.encode(data, return_type="offset_mapping")
        names = [piece.decode("utf-8", "replace") for piece in mapping["pieces"]]
        are_bytes = self.processor.is_byte(mapping["ids"])
        spans = spread(mapping["offsets"], are_bytes)
        rows = zip(names, spans, strict=True)
        return Segmented(text, tuple(Piece(name, start, end) for name, (start, end) in rows))

    def files(self) -> Mapping[str, bytes]:
        return {FILE: self.model}


def spread(spans: Sequence[Span], are_bytes: Sequence[bool]) -> list[Span]:
    """``spans`` with one byte for each piece that is a byte.

    The library assigns the span of such a character to its last byte, and none to the others.

    >>> spread([(0, 1), (1, 1), (1, 1), (1, 4)], [False, True, True, True])
    [(0, 1), (1, 2), (2, 3), (3, 4)]
    """
    result = list(spans)
    first = 0  # of the bytes of one character
    for k, ((start, end), is_byte) in enumerate(zip(spans, are_bytes, strict=True)):
        if is_byte and start < end:
            for j in range(first, k):
                result[j] = min(start + j - first, end), min(start + j - first + 1, end)
            result[k] = min(start + k - first, end), end
        if not is_byte or start < end:
            first = k + 1
    return result


def cut_behind_lines(data: bytes, size: int = PART) -> list[bytes]:
    """Parts of at least ``size`` bytes that end with a line, except for the last one.

    >>> cut_behind_lines(b"a\\nb\\nc", size=2)
    [b'a\\nb\\n', b'c']
    """
    parts, start = [], 0
    while (end := data.find(b"\n", start + size) + 1) > 0:
        parts.append(data[start:end])
        start = end
    return [*parts, data[start:]]


def _parts_lines(processor: SentencePieceProcessor) -> bool:
    """Whether a line end is a token of its own, and does not affect its neighbors."""
    whole, before, behind = (processor.encode(data) for data in (b" \n ", b" \n", b" "))
    came_back: str = processor.decode(whole)
    return bool(whole == before + behind and came_back == " \n ")


def opened(model: bytes, file: str = FILE) -> SentencePieceProcessor:
    """The library's processor; raises ``FormatError``."""
    from sentencepiece import SentencePieceProcessor

    check_size(file, len(model))
    if not model:  # the library would not report it
        raise broken(file, WHOLE, "no_sentencepiece")
    try:
        return SentencePieceProcessor(model_proto=model)
    except RuntimeError as error:
        raise broken(file, WHOLE, "no_sentencepiece") from error


def load_sentencepiece(files: Mapping[str, bytes]) -> SentencePiece:
    """From ``sentencepiece.model``; raises ``FormatError``."""
    if FILE not in files:
        raise broken(FILE, WHOLE, "missing", others=", ".join(files))
    return SentencePiece(files[FILE])
