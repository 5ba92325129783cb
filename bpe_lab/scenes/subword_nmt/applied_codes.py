"""What codes make of a line: its pieces in lanes over its bytes, byte-level BPE beside them."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from random import Random

from bpe_core.encode.whole_text import encode
from bpe_core.model import BPEModel
from bpe_core.runtime.text import DrawnPart, parts_of, visible
from bpe_core.systems.subword_nmt import SEPARATOR, Alphabet, Codes, Segmenter, alphabet_of
from bpe_core.train.options import TrainOptions
from bpe_core.train.pipeline import train_model
from bpe_lab.scenes.recording import Json, Text, TokenTable, still, text

PITCH = 40  # units of a byte at least: room for a letter and its mark
_WORD = re.compile(r"[^ \r\n]+")
SPACE = b" "


@dataclass(frozen=True, slots=True)
class Placed:
    """A piece as it is written, and its bytes in the line.

    ``data`` is what to draw in its place: the bytes of a token, which may be no characters.
    """

    written: str
    start: int
    end: int
    data: bytes = b""

    @property
    def span(self) -> tuple[int, int]:
        return self.start, self.end


@dataclass(frozen=True, slots=True)
class Lane:
    """One way to cut the line; pieces in ``marked`` are lit."""

    title: Text
    pieces: Sequence[Placed]
    say: Text | None = None
    marked: frozenset[tuple[int, int]] = frozenset()


def line_pieces(
    segmenter: Segmenter, line: str, *, dropout: float = 0.0, seed: int | None = None
) -> list[Placed]:
    """The pieces of every word of ``line``, all but the last of a word with their mark.

    >>> from bpe_core.systems.subword_nmt import Codes
    >>> [p.written for p in line_pieces(Segmenter(Codes((("l", "o"),))), "low")]
    ['lo@@', 'w']
    """
    chance = Random(seed)
    placed: list[Placed] = []
    for word in _WORD.finditer(line):
        at = len(line[: word.start()].encode())
        pieces = segmenter.pieces(word[0], dropout=dropout, seed=chance)
        for number, piece in enumerate(pieces, 1):
            end = at + len(piece.encode())
            mark = SEPARATOR if number < len(pieces) else ""
            placed.append(Placed(piece + mark, at, end))
            at = end
    return placed


def piece_counts(segmenter: Segmenter, words: Mapping[str, int]) -> Counter[str]:
    """How often each piece, as it is written, occurs in the training text."""
    counts: Counter[str] = Counter()
    # One text, so that glossaries share its time.
    lines = segmenter.segment("\n".join(words)).split("\n")
    for line, times in zip(lines, words.values(), strict=True):
        for piece in line.split(" "):
            counts[piece] += times
    return counts


def differing(pieces: Iterable[Placed], plain: Iterable[Placed]) -> frozenset[tuple[int, int]]:
    """Spans that ``plain`` does not make."""
    return frozenset(p.span for p in pieces) - frozenset(p.span for p in plain)


def lanes_board(lanes: Sequence[Lane], line: str, *, title: str) -> Json:
    """The lanes as a still picture."""
    tokens = TokenTable(draw=_piece_parts)
    widget: Json = {
        "id": "lanes",
        "kind": "lanes",
        "title": title,
        "size": max(1, len(line.encode())),
        "pitch": PITCH,
        "lanes": [{"id": str(k), "title": lane.title} for k, lane in enumerate(lanes)],
    }
    state = {str(k): _lane_state(lane, tokens) for k, lane in enumerate(lanes)}
    return still(
        {"lanes": {"lanes": state}},
        widgets=[widget],
        layout={"stage": [], "columns": [["lanes"]]},
        tokens=tokens,
        title=title,
    )


def _lane_state(lane: Lane, tokens: TokenTable) -> Json:
    slots = {
        str(piece.start): [
            tokens.index(piece.written, piece.data or piece.written.encode(), "piece"),
            piece.end - piece.start,
            "differs" if piece.span in lane.marked else "",
        ]
        for piece in lane.pieces
    }
    aside = text("subword_nmt.lane.pieces", pieces=len(lane.pieces))
    drawn: Json = {"slots": slots, "aside": aside}
    return {**drawn, "say": lane.say} if lane.say else drawn


def _piece_parts(piece: bytes) -> list[DrawnPart]:
    """The letters, and the mark that says that the word goes on, small."""
    mark = SEPARATOR.encode()
    if not piece.endswith(mark):
        return parts_of(piece)
    return [*parts_of(piece.removesuffix(mark)), ["name", SEPARATOR]]


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
