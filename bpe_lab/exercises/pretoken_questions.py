"""The questions that cutting a text by a pattern answers, read off the splitter's matches."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass

import regex

from bpe_core.pretokenize.patterns import Alternative, alternatives
from bpe_core.pretokenize.pre_tokens import ordinary_parts, split_by_alternative
from bpe_lab.exercises.questions import Answer, Question, Remark, cuts_question, one_right

MOST_CHARACTERS = 14  # of a stretch, so that its borders can be weighed one by one
MOST_CHOICES = 5


@dataclass(frozen=True, slots=True)
class Piece:
    """A pre-token: where it starts in bytes, where in its part, and what took it."""

    text: str
    start: int
    index: int
    number: int

    @property
    def data(self) -> bytes:
        """Its bytes."""
        return self.text.encode()


@dataclass(frozen=True, slots=True)
class Stretch:
    """A few pre-tokens in a row, and the part of the text that they were matched in."""

    part: str
    pieces: tuple[Piece, ...]
    pattern: str

    @property
    def text(self) -> str:
        """What is to be cut."""
        return "".join(piece.text for piece in self.pieces)

    @property
    def start(self) -> int:
        """The offset of its first byte."""
        return self.pieces[0].start

    def characters(self) -> Iterator[tuple[str, int]]:
        """Each character with its offset in bytes."""
        at = self.start
        for character in self.text:
            yield character, at
            at += len(character.encode())


def stretches(text: str, pattern: str, special_tokens: Iterable[str] = ()) -> Iterator[Stretch]:
    """The whole text in stretches of whole pre-tokens; a long one is a stretch of its own.

    >>> [stretch.text for stretch in stretches("I'm  here, aren't I?", "gpt2")]
    ["I'm  here,", " aren't I?"]
    """
    for start, part in ordinary_parts(text, special_tokens):
        row: list[Piece] = []
        for piece in _pieces(part, start, pattern):
            if row and piece.index + len(piece.text) - row[0].index > MOST_CHARACTERS:
                yield Stretch(part, tuple(row), pattern)
                row = []
            row.append(piece)
        if row:
            yield Stretch(part, tuple(row), pattern)


def _pieces(part: str, start: int, pattern: str) -> Iterator[Piece]:
    index = 0
    for text, number in split_by_alternative(part, pattern):
        yield Piece(text, start, index, number)
        start, index = start + len(text.encode()), index + len(text)


def pretoken_questions(stretch: Stretch, seen: set[str]) -> list[Question]:
    """What a stretch is asked for, where its cuts have a reason that is not ``seen`` yet.

    Adds to ``seen``. Where the cuts are, and what took the first piece of a kind that is new.
    """
    if len(stretch.pieces) < 2:
        return []
    cuts = where_cut(stretch)
    in_order = alternatives(stretch.pattern)
    kinds = {f"{reason.key} {reason.values['code']}" for reason in cuts.borders.values()} - seen
    new = next((p for p in stretch.pieces if in_order[p.number].source not in seen), None)
    if not kinds and new is None:
        return []
    seen |= kinds | {in_order[piece.number].source for piece in stretch.pieces}
    if new is None or len(in_order) < 2:
        return [cuts]
    return [cuts, which_alternative(stretch, new)]


def written(alternative: Alternative) -> str:
    """An alternative as people write it: its space has to be seen."""
    return alternative.source.replace(" ", "␣")


def where_cut(stretch: Stretch) -> Question:
    """At which borders between characters the pattern cuts."""
    borders: dict[int, Remark] = {}
    for piece, following in zip(stretch.pieces, (*stretch.pieces[1:], None), strict=True):
        at = piece.start
        for index, character in enumerate(piece.text):
            if index:
                borders[at] = _inside(stretch, piece, index, at)
            at += len(character.encode())
        if following:
            borders[at] = _between(stretch, piece, following)
    right = frozenset(piece.start for piece in stretch.pieces[1:])
    return cuts_question("pretoken_cuts", right, borders, {"pieces": len(stretch.pieces)})


def _values(stretch: Stretch, piece: Piece, at: int) -> dict[str, object]:
    """The piece, the alternative that took it, and a border."""
    code = written(alternatives(stretch.pattern)[piece.number])
    return {"piece": piece.data, "number": piece.number + 1, "code": code, "position": at}


def _inside(stretch: Stretch, piece: Piece, index: int, at: int) -> Remark:
    """Why a pre-token is not cut."""
    values = _values(stretch, piece, at)
    is_after_space = index == 1 and piece.text[0] == " " and not piece.text.isspace()
    if is_after_space:
        return Remark("space_goes_along", values, (at,))
    if piece.text.startswith("'") and piece.number == 0:
        return Remark("contraction_first", values, (at,))
    return Remark("one_match", values, (at,))


def _between(stretch: Stretch, piece: Piece, following: Piece) -> Remark:
    """Why there is a cut behind ``piece``."""
    at = following.start
    alternative = alternatives(stretch.pattern)[piece.number]
    values: dict[str, object] = {**_values(stretch, piece, at), "next": following.data}
    if alternative.name == "all_but_last" and following.text[0].isspace():
        return Remark("look_ahead", values, (at,))
    if following.text[0] == " " and not following.text.isspace():
        return Remark("space_taken", {**_values(stretch, following, at)}, (at,))
    return Remark("match_ends", {**values, "next": following.text[0].encode()}, (at,))


def which_alternative(stretch: Stretch, piece: Piece) -> Question:
    """Which alternative of the pattern took ``piece``: the first that matches there."""
    in_order = alternatives(stretch.pattern)
    wrong = {
        number: _not_by(stretch, piece, number, alternative)
        for number, alternative in enumerate(in_order)
        if number != piece.number
    }
    # Those that match there as well mislead most, then the neighbors.
    others = sorted(
        wrong,
        key=lambda number: (
            wrong[number].key == "does_not_match",
            abs(number - piece.number),
            number,
        ),
    )[: MOST_CHOICES - 1]
    choices = tuple(sorted([*others, piece.number]))
    answers: dict[Answer, Remark] = {number: wrong[number] for number in others}
    values = {"piece": piece.data, "position": piece.start}
    return one_right(
        "which_alternative",
        "choice",
        piece.number,
        lambda answer: answers.get(answer, Remark("other_which_alternative", values)),
        likely=answers,
        values=values,
        choices=choices,
        choice_words={
            number: Remark("alternative", _of_choice(number, in_order[number]))
            for number in choices
        },
    )


def _of_choice(number: int, alternative: Alternative) -> dict[str, object]:
    return {"number": number + 1, "code": written(alternative), "takes": alternative}


def _not_by(stretch: Stretch, piece: Piece, number: int, alternative: Alternative) -> Remark:
    """Why an alternative did not take the piece: no match there, or it comes later."""
    match = regex.compile(alternative.source).match(stretch.part, piece.index)
    values: dict[str, object] = {
        "piece": piece.data,
        "number": number + 1,
        "code": written(alternative),
        "position": piece.start,
        "character": piece.text[0].encode(),
        "first": piece.number + 1,
    }
    if match is None:
        return Remark("does_not_match", values, (piece.start,))
    taken = match.group().encode()
    if taken == piece.data:
        return Remark("comes_later", values, (piece.start,))
    return Remark("takes_other", {**values, "taken": taken}, (piece.start,))
