"""Pre-tokenizers of several patterns: each cuts anew what the ones before have cut.

    chain:[["custom:\\p{N}{1,3}","isolated"],["gpt2","isolated"]]

So many a ``tokenizer.json`` has it: DeepSeek's three splits, StarCoder's digits before GPT-2's
pattern. A step sees each piece as a text of its own: what looks ahead sees its end. A step's
pattern need not take everything; what it leaves between its matches are pieces as well. The
behaviors are those of Hugging Face tokenizers:

    isolated               each match and each gap is a piece
    contiguous             adjoining matches are one piece
    merged_with_previous   a match belongs to the gap before it
    merged_with_next       a match belongs to the gap behind it

``inverted`` (a third entry, true) takes gaps for matches and matches for gaps.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from bpe_core.errors import PatternMatchesEmptyError, PatternTooSlowError
from bpe_core.pretokenize.guarded_split import Guard, guarded_matches, guarded_split
from bpe_core.pretokenize.patterns import CUSTOM, Step, compiled_pattern, is_chain, steps_of


class Piece(NamedTuple):
    """Characters of a part, and whether they are a match of the step's pattern."""

    start: int
    end: int
    is_match: bool


def split_custom(
    part: str, name: str, guard: Guard, start: int = 0
) -> Iterator[tuple[str, int]]:
    """The pre-tokens of a part under a custom pattern or a chain, each with a number.

    That is its alternative's, or that of the step in a chain which cut it last. Raises as
    `guarded_split` does.

    >>> from bpe_core.pretokenize.patterns import chain_of
    >>> chain = chain_of([Step(r"custom:\\p{N}"), Step("gpt2")])
    >>> list(split_custom("in 12", chain, Guard()))
    [('in', 1), (' ', 1), ('1', 0), ('2', 0)]
    """
    if not is_chain(name):
        return guarded_split(part, name.removeprefix(CUSTOM), guard, start)
    pieces = [(part, 0)] if part else []
    for number, step in enumerate(steps_of(name)):
        before, pieces = pieces, []
        offset = 0  # in characters
        for text, cut_by in before:
            try:
                cuts = merged(pieces_of(text, step, guard), step.behavior)
            except (PatternMatchesEmptyError, PatternTooSlowError) as error:
                ahead = start + len(part[:offset].encode()) + int(str(error.values["position"]))
                raise type(error)(position=ahead) from error
            if len(cuts) < 2:
                pieces.append((text, cut_by))
            else:
                pieces += [(text[cut.start : cut.end], number) for cut in cuts]
            offset += len(text)
    return iter(pieces)


def pieces_of(text: str, step: Step, guard: Guard) -> list[Piece]:
    """The matches of a step's pattern and the gaps between them."""
    if len(text) == 1:
        return [Piece(0, 1, True)]  # nothing to cut
    if step.pattern.startswith(CUSTOM):
        matches = guarded_matches(text, step.pattern.removeprefix(CUSTOM), guard)
        spans: Iterator[tuple[int, int]] = ((start, end) for start, end, _ in matches)
    else:
        pattern = compiled_pattern(step.pattern)
        assert pattern is not None, "a step's pattern is checked"
        spans = (match.span() for match in pattern.finditer(text))
    pieces: list[Piece] = []
    done = 0
    for start, end in spans:
        if done < start:
            pieces.append(Piece(done, start, step.inverted))
        pieces.append(Piece(start, end, not step.inverted))
        done = end
    if done < len(text):
        pieces.append(Piece(done, len(text), step.inverted))
    return pieces


def merged(pieces: list[Piece], behavior: str) -> list[Piece]:
    """``pieces`` with those joined that ``behavior`` joins.

    subtle: of several matches in a row, one alone belongs to its neighbor: the first from where
    that is.

    >>> pieces = [Piece(0, 1, False), Piece(1, 2, True), Piece(2, 3, True)]
    >>> [piece[:2] for piece in merged(pieces, "contiguous")]
    [(0, 1), (1, 3)]
    >>> [piece[:2] for piece in merged(pieces, "merged_with_previous")]
    [(0, 2), (2, 3)]
    """
    if behavior == "isolated":
        return pieces
    backwards = behavior == "merged_with_next"
    result: list[Piece] = []
    was_match = False
    for piece in reversed(pieces) if backwards else pieces:
        joins = piece.is_match == was_match
        if behavior != "contiguous":
            joins = piece.is_match and not was_match
        was_match = piece.is_match
        if joins and result:
            other = result.pop()
            start, end = min(piece.start, other.start), max(piece.end, other.end)
            piece = Piece(start, end, piece.is_match)
        result.append(piece)
    return result[::-1] if backwards else result
