"""subword-nmt as a system: codes in, pieces of words out, each as it is written."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path

from bpe_core.errors import InputError
from bpe_core.formats.recognize import Role, part
from bpe_core.runtime.progress import OnProgress
from bpe_core.runtime.text import as_text
from bpe_core.systems.subword_nmt.learn import FILE, Codes, learn, read_codes, write_codes
from bpe_core.systems.subword_nmt.segmenter import SEPARATOR, Segmenter, join_pieces
from bpe_core.systems.subword_nmt.words import alphabet_of, count_words, words_of
from bpe_core.systems.system import Piece, Segmented, laid_out

_WORD = re.compile(r"[^ \r\n]+")


@dataclass(frozen=True, slots=True)
class Written:
    """A segmented text; its items are the pieces.

    Spaces and line ends are between pieces: they are not tokens, and cost none.

    >>> list(Written("lo@@ w\\n"))
    ['lo@@', 'w']
    """

    text: str

    def __len__(self) -> int:
        return len(words_of(self.text))

    def __iter__(self) -> Iterator[str]:
        return iter(words_of(self.text))


@dataclass(frozen=True)
class SubwordNMT:
    """Codes and a segmenter. Characters that no code contains stay alone."""

    codes: Codes
    segmenter: Segmenter = field(init=False, repr=False, compare=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "segmenter", Segmenter(self.codes))

    @property
    def vocab_size(self) -> int:
        """The symbols in the codes: those that they merge and the results."""
        parts = {symbol for pair in self.codes.merges for symbol in pair}
        return len(parts | {left + right for left, right in self.codes.merges})

    def encode(self, text: str) -> Written:
        """The output of ``apply-bpe``."""
        return Written(self.segmenter.segment(text))

    def encode_short(self, text: str) -> Written:
        return self.encode(text)

    def decode(self, encoded: Written) -> str:
        """Several spaces have become one, and ``@@`` before a space is gone."""
        return join_pieces(encoded.text)

    def segment(self, text: str) -> Segmented:
        """Pieces of the original text; spaces and line ends belong to none."""
        cut = cache(self.segmenter.pieces)
        pieces: list[Piece] = []
        start, seen = 0, 0  # in bytes, in characters
        for word in _WORD.finditer(as_text(text)):
            start += len(text[seen : word.start()].encode())
            *others, last = laid_out(map(str.encode, cut(word[0])), bytes.decode, start)
            pieces += [piece._replace(written=piece.written + SEPARATOR) for piece in others]
            pieces.append(last)
            start = last.end
            seen = word.end()
        return Segmented(text, tuple(pieces))

    def files(self) -> Mapping[str, bytes]:
        return {FILE: write_codes(self.codes).encode()}


def train_subword_nmt(
    corpus: Path,
    vocab_size: int,
    *,
    seed: int = 0,
    threads: int | None = None,
    on_progress: OnProgress | None = None,
) -> SubwordNMT:
    """Codes up to ``vocab_size`` symbols, alphabet included, of pairs that occur twice.

    ``seed`` and ``threads`` change nothing. Raises ``InputError("characters_need_more")`` where
    the alphabet alone is larger, and what ``count_words`` raises.
    """
    words = count_words(corpus, on_progress=on_progress)
    alphabet = alphabet_of(words).size
    if vocab_size < alphabet:
        raise InputError("characters_need_more", vocab_size=vocab_size, minimum=alphabet)
    return SubwordNMT(learn(words, num_merges=vocab_size - alphabet, on_progress=on_progress))


def load_subword_nmt(files: Mapping[str, bytes]) -> SubwordNMT:
    """From the file of codes; raises ``FormatError``."""
    file, data = part(files, Role.CODES)
    return SubwordNMT(read_codes(data, file=file))
