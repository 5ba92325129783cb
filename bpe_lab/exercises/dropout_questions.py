"""The question that BPE-dropout answers: which pieces a word can come to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import islice
from typing import NamedTuple, cast

from bpe_core.systems.subword_nmt import END, SEPARATOR, Codes
from bpe_lab.exercises.questions import Answer, Question, Reason

LEAST_LETTERS, MOST_LETTERS = 4, 16  # of a word that can be taken in
MOST_MERGED, MOST_UNMADE = 2, 2  # of the pieces that are offered, beside a single character


class Origin(NamedTuple):
    """How a piece comes about: the number of its code, from 1, and the two parts."""

    code: int
    left: str
    right: str


def possible_pieces(codes: Codes, word: str) -> dict[str, Origin | None]:
    """Every piece that a word can come to with dropout, as it is written; None: a character.

    Any merge may be skipped, so a piece can come if one of its codes joins two that can, in
    whatever order of ranks.

    >>> codes = Codes((("w", "e"), ("l", "o"), ("we", "r</w>")))
    >>> sorted(possible_pieces(codes, "lower"))
    ['e@@', 'l@@', 'lo@@', 'o@@', 'r', 'w@@', 'we@@', 'wer']
    """
    return _possible(_symbols(codes, word), _numbers(codes))


def _possible(
    symbols: list[str], numbers: Mapping[tuple[str, str], int]
) -> dict[str, Origin | None]:
    size = len(symbols)
    origins: dict[tuple[int, int], Origin | None] = {(at, at + 1): None for at in range(size)}
    pieces: dict[str, Origin | None] = {}
    for length in range(1, size + 1):
        for start in range(size - length + 1):
            span = start, start + length
            for middle in range(start + 1, start + length):
                pair = _joined(symbols, start, middle), _joined(symbols, middle, span[1])
                if {(start, middle), (middle, span[1])} <= origins.keys() and pair in numbers:
                    parts = _piece(symbols, start, middle), _piece(symbols, middle, span[1])
                    origins.setdefault(span, Origin(numbers[pair], *parts))
            if span in origins and (piece := _piece(symbols, *span)):
                pieces.setdefault(piece, origins[span])
    return pieces


def _numbers(codes: Codes) -> dict[tuple[str, str], int]:
    """The number of each code; a pair that occurs twice has its first."""
    return {pair: number for number, pair in reversed(list(enumerate(codes.merges, 1)))}


def _symbols(codes: Codes, word: str) -> list[str]:
    return [*word[:-1], word[-1] + END] if codes.ends_glued else [*word, END]


def _joined(symbols: list[str], start: int, end: int) -> str:
    return "".join(symbols[start:end])


def _piece(symbols: list[str], start: int, end: int) -> str:
    """As it is written: all but the last of a word with its mark."""
    letters = _joined(symbols, start, end)
    # In version 0.1 the last letter may be left without the end of the word.
    if END in letters or symbols[end:] == [END]:
        return letters.removesuffix(END)
    return letters + SEPARATOR


def dropout_pieces(codes: Codes, words: Iterable[str]) -> Question | None:
    """Which of a few pieces can come of the word that has most; None where none has enough."""
    best: tuple[str, dict[str, Origin | None]] = ("", {})
    numbers = _numbers(codes)
    for word in dict.fromkeys(words):
        if LEAST_LETTERS <= len(word) <= MOST_LETTERS:
            pieces = _possible(_symbols(codes, word), numbers)
            if _number_merged(pieces) > _number_merged(best[1]):
                best = word, pieces
    return _question(codes, *best) if best[0] else None


def _number_merged(pieces: Mapping[str, Origin | None]) -> int:
    return sum(origin is not None for origin in pieces.values())


def _question(codes: Codes, word: str, pieces: Mapping[str, Origin | None]) -> Question | None:
    merged = [piece for piece, origin in pieces.items() if origin is not None]
    unmade = _unmade(codes, word, pieces)
    if not unmade:
        return None
    single = next(piece for piece, origin in pieces.items() if origin is None)
    # The longest ones, since they need most merges, and one that needs none.
    right = frozenset([*sorted(merged, key=_letters, reverse=True)[:MOST_MERGED], single])
    reasons = {piece: _why_possible(piece, pieces[piece]) for piece in right} | unmade
    choices = tuple(sorted(reasons))

    def otherwise(answer: Answer) -> Reason:
        """That of the first of them at which it errs; those that cannot come go first."""
        errors = sorted(
            cast(frozenset[str], answer) ^ right, key=lambda each: (each in right, each)
        )
        return reasons[errors[0]]

    return Question(
        ask="dropout_pieces",
        kind="choices",
        values={"word": word},
        right=frozenset([right]),
        choices=choices,
        otherwise=otherwise,
    )


def _why_possible(piece: str, origin: Origin | None) -> Reason:
    if origin is None:
        return Reason("piece_single", {"piece": piece})
    return Reason("piece_possible", {"piece": piece, **origin._asdict()})


def _unmade(codes: Codes, word: str, pieces: Mapping[str, Origin | None]) -> dict[str, Reason]:
    """A few that look possible: two that can stand side by side, but that no code joins."""
    symbols = _symbols(codes, word)
    size = len(word)
    reasons: dict[str, Reason] = {}
    for length in range(size, 1, -1):
        for start in range(size - length + 1):
            whole = _piece(symbols, start, start + length)
            if whole in pieces:
                continue
            for middle in range(start + 1, start + length):
                left = _piece(symbols, start, middle)
                right = _piece(symbols, middle, start + length)
                if left in pieces and right in pieces and _is_long(left, right):
                    values = {"piece": whole, "left": left, "right": right}
                    reasons.setdefault(whole, Reason("piece_unmade", values))
    return dict(islice(reasons.items(), MOST_UNMADE))


def _is_long(left: str, right: str) -> bool:
    """Whether one of them is merged itself: two single characters mislead nobody."""
    return max(_letters(left), _letters(right)) > 1


def _letters(piece: str) -> int:
    return len(piece.removesuffix(SEPARATOR))
