"""The questions that subword-nmt answers, read off its runs and its codes.

Learning: which pairs are set aside or come back, and what a count becomes once a word is
rewritten, which counts as often as it occurs. Dropout: which pieces a word can come to.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from itertools import islice
from typing import NamedTuple, cast

from bpe_core.events import (
    CandidatesScanned,
    CountChanged,
    Event,
    MergeDone,
    PairsRestored,
    PairsSetAside,
    PreTokenRewritten,
)
from bpe_core.model import Pair
from bpe_core.state import TrainState, apply
from bpe_core.systems.subword_nmt import END, SEPARATOR, Codes
from bpe_lab.exercises.questions import Answer, Question, QuestionAt, Remark, either, one_right

# --- Which pairs wait, which come back

ASIDE, CANDIDATE = "aside", "candidate"
ENOUGH, RECALLED = "enough", "recalled"
MOST_OF_A_KIND = 2  # of each right answer, in a whole run
NEAR = 1.0  # a count that reaches the threshold so narrowly is worth a question


def set_aside_questions(events: Iterable[Event]) -> Iterator[QuestionAt]:
    """What a reader of a run with ``detail`` is asked, a few times each."""
    asked: list[object] = []
    for each in _all_questions(list(events)):
        right = min(map(str, each.question.right))
        if asked.count(right) < MOST_OF_A_KIND:
            asked.append(right)
            yield each


def _all_questions(events: list[Event]) -> Iterator[QuestionAt]:
    state, rare = TrainState(), True
    for index, event in enumerate(events):
        after = events[index + 1] if index + 1 < len(events) else None
        if isinstance(event, CandidatesScanned):
            if isinstance(after, PairsSetAside):
                if question := _at_the_border(state, rare=rare):
                    yield QuestionAt(index, question)
                    rare = not rare
            elif state.set_aside and (question := _enough(state, after)):
                yield QuestionAt(index, question)
        apply(state, event)


def _at_the_border(state: TrainState, *, rare: bool) -> Question | None:
    """On a pair next to the threshold, of the other side where this one has none."""
    counts, threshold = state.pair_counter, state.threshold
    for side in (rare, not rare):
        if pair := at_the_border(counts, threshold, rare=side):
            return is_set_aside(pair, counts[pair], threshold)
    return None


def _enough(state: TrainState, after: Event | None) -> Question | None:
    """Where the counts decide it and it is a near thing."""
    highest = max(state.pair_counter.values(), default=0)
    is_restored = isinstance(after, PairsRestored)
    # subtle: they also come back after a merge that made a known symbol again.
    if is_restored != (highest < state.threshold) or highest >= state.threshold + NEAR:
        return None
    return is_enough(highest, state.threshold)


def at_the_border(counts: Mapping[Pair, int], threshold: float, *, rare: bool) -> Pair | None:
    """The pair nearest to the threshold, below it where ``rare``; None where there is none.

    >>> at_the_border({(1, 2): 9, (2, 3): 4, (3, 4): 3}, 4, rare=False)
    (2, 3)
    """
    of_side = [pair for pair, count in counts.items() if (count < threshold) is rare]
    return min(of_side, key=lambda pair: (abs(counts[pair] - threshold), pair), default=None)


def is_set_aside(pair: Pair, count: int, threshold: float) -> Question:
    """Whether a pair of this count is set aside.

    >>> is_set_aside((1, 2), 3, 3).right
    frozenset({'candidate'})
    """
    is_rare, values = count < threshold, {"pair": pair, "threshold": threshold}
    key = "below_threshold" if is_rare else "reaches_threshold"
    reason = Remark(key, {"pair": pair, "count": count, "threshold": threshold})
    return either(
        "is_set_aside", (ASIDE, CANDIDATE), is_first=is_rare, reason=reason, values=values
    )


def is_enough(highest: int, threshold: float) -> Question:
    """Whether the best candidate is surely the best of all pairs.

    >>> is_enough(4, 4.5).right
    frozenset({'recalled'})
    """
    is_sure = highest >= threshold
    key = "highest_reaches" if is_sure else "highest_below"
    reason = Remark(key, {"count": highest, "threshold": threshold})
    return either(
        "is_enough",
        (ENOUGH, RECALLED),
        is_first=is_sure,
        reason=reason,
        values={"threshold": threshold},
    )


# --- What a count becomes

EVERY = 2  # merges
MOST_ASKED = 4  # in a run


def word_questions(events: Iterable[Event]) -> Iterator[QuestionAt]:
    """What the count of a pair becomes: in turn one that falls and one that rises."""
    state, weight, asked, last_asked, rises = TrainState(), 0, 0, -EVERY, False
    merges = 0
    for index, event in enumerate(events):
        match event:
            case PreTokenRewritten(start=start):
                weight = state.weight_at[start]
            case MergeDone():
                merges += 1
            case CountChanged(delta=delta) if (
                asked < MOST_ASKED and merges - last_asked >= EVERY and (delta > 0) is rises
            ):
                yield QuestionAt(index, changed_count(event, weight))
                asked, last_asked, rises = asked + 1, merges, not rises
        apply(state, event)


def changed_count(event: CountChanged, weight: int) -> Question:
    """The count of a pair once a word of this weight is rewritten.

    >>> question = changed_count(CountChanged((1, 2), -6, 4), 3)
    >>> question.judge(4).is_right, question.judge(7).reason.key
    (True, 'once_per_place')
    """
    before = event.count - event.delta
    values = {"pair": event.pair, "before": before, "times": weight}
    occurrences = abs(event.delta) // weight
    by_one, by_weight = (before - 1, before + 1), (before - weight, before + weight)

    def reason(answer: Answer) -> Remark:
        # subtle: where the word occurs once, both are the same numbers, and the latter is said.
        if answer in by_weight:
            if occurrences > 1:
                return Remark("once_per_place", {**values, "places": occurrences})
            return Remark("other_way_round", values)
        return Remark("counted_once" if answer in by_one else "count_unchanged", values)

    return one_right(
        "changed_count",
        "number",
        event.count,
        reason,
        likely=[answer for answer in (before, *by_one, *by_weight) if answer >= 0],
        values=values,
    )


# --- Which pieces dropout can give

LEAST_LETTERS, MOST_LETTERS = 4, 16  # of a word that can be taken in
MOST_MERGED, MOST_UNMADE = 2, 2  # of the pieces that are offered, beside a single character


class Origin(NamedTuple):
    """How a piece comes about: the number of its code, from 1, and the two parts."""

    code: int
    left: str
    right: str


def possible_pieces(
    codes: Codes, word: str, numbers: Mapping[tuple[str, str], int]
) -> dict[str, Origin | None]:
    """Every piece that a word can come to with dropout, as it is written; None: a character.

    Any merge may be skipped, so a piece can come if one of its codes joins two that can, in
    whatever order of ranks. ``numbers`` are those of ``codes``.

    >>> codes = Codes((("w", "e"), ("l", "o"), ("we", "r</w>")))
    >>> sorted(possible_pieces(codes, "lower", numbers_of(codes)))
    ['e@@', 'l@@', 'lo@@', 'o@@', 'r', 'w@@', 'we@@', 'wer']
    """
    symbols = _symbols(codes, word)
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


def numbers_of(codes: Codes) -> dict[tuple[str, str], int]:
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
    numbers = numbers_of(codes)
    for word in dict.fromkeys(words):
        if LEAST_LETTERS <= len(word) <= MOST_LETTERS:
            pieces = possible_pieces(codes, word, numbers)
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

    def otherwise(answer: Answer) -> Remark:
        """That of the first of them at which it errs; those that cannot come go first."""
        errors = sorted(
            cast(frozenset[str], answer) ^ right, key=lambda each: (each in right, each)
        )
        return reasons[errors[0]]

    return one_right(
        "dropout_pieces", "choices", right, otherwise, values={"word": word}, choices=choices
    )


def _why_possible(piece: str, origin: Origin | None) -> Remark:
    if origin is None:
        return Remark("piece_single", {"piece": piece})
    return Remark("piece_possible", {"piece": piece, **origin._asdict()})


def _unmade(codes: Codes, word: str, pieces: Mapping[str, Origin | None]) -> dict[str, Remark]:
    """A few that look possible: two that can stand side by side, but that no code joins."""
    symbols = _symbols(codes, word)
    size = len(word)
    reasons: dict[str, Remark] = {}
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
                    reasons.setdefault(whole, Remark("piece_unmade", values))
    return dict(islice(reasons.items(), MOST_UNMADE))


def _is_long(left: str, right: str) -> bool:
    """Whether one of them is merged itself: two single characters mislead nobody."""
    return max(_letters(left), _letters(right)) > 1


def _letters(piece: str) -> int:
    return len(piece.removesuffix(SEPARATOR))
