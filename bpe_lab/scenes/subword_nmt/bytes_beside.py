"""The same words learned as bytes: what another alphabet and another border of words change."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.runtime.glyphs import visible
from bpe_core.systems.subword_nmt import SEPARATOR, Alphabet, Codes, Segmenter, alphabet_of
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_lab.scenes.recording import Text, text
from bpe_lab.scenes.subword_nmt.segments import Lane, Placed, line_pieces

SPACE = b" "


@dataclass(frozen=True, slots=True)
class Beside:
    """One line under both; ``unknown`` are characters that the codes' text did not hold."""

    line: str
    lanes: tuple[Lane, Lane]
    unknown: tuple[str, ...]
    alphabet: int
    merges: int
    byte_merges: int


def byte_level(words: Mapping[str, int], *, num_merges: int, min_frequency: int) -> BPEModel:
    """Byte-level BPE on the same words, each behind a space, as GPT-2's pattern cuts them."""
    counts = {SPACE + word.encode(): times for word, times in words.items()}
    options = TrainOptions(num_merges=num_merges, min_count=min_frequency)
    return train_model(counts, options, trainer="linked")


def beside(words: Mapping[str, int], codes: Codes, model: BPEModel, line: str) -> Beside:
    """``line``, with a space before its first word, cut by the codes and by the model."""
    spaced = f" {line.strip()}"
    alphabet = alphabet_of(words)
    pieces = line_pieces(Segmenter(codes), spaced)
    strange = [piece for piece in pieces if is_unknown(piece, alphabet)]
    lanes = (
        Lane(
            text("page.subword_nmt"),
            pieces,
            _say(strange),
            frozenset(piece.span for piece in strange),
        ),
        Lane(text("subword_nmt.lane.bytes"), list(_tokens(model, spaced))),
    )
    return Beside(
        line=spaced,
        lanes=lanes,
        unknown=tuple(dict.fromkeys(piece.written[0] for piece in strange)),
        alphabet=alphabet.size,
        merges=len(codes),
        byte_merges=len(model.merges),
    )


def is_unknown(piece: Placed, alphabet: Alphabet) -> bool:
    """Whether a piece is a character that the text never has at this position of a word."""
    symbol = piece.written
    if len(symbol) == 1:
        return symbol not in alphabet.final
    return (
        len(symbol) == 3 and symbol.endswith(SEPARATOR) and symbol[0] not in alphabet.internal
    )


def _say(strange: list[Placed]) -> Text | None:
    return text("subword_nmt.lane.unknown", pieces=len(strange)) if strange else None


def _tokens(model: BPEModel, line: str) -> Iterator[Placed]:
    start = 0
    for token_id in encode(model, line):
        data = model.vocabulary[token_id]
        yield Placed(visible(data), start, start + len(data), data)
        start += len(data)
