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
from itertools import chain, pairwise
from typing import NamedTuple

from bpe_core.errors import PatternMatchesEmptyError, PatternTooSlowError
from bpe_core.pretokenize.guarded_split import Guard, guarded_matches, guarded_split
from bpe_core.pretokenize.patterns import CUSTOM, Step, compiled_pattern, is_chain, steps_of

SHORT = 32  # characters of a piece whose cuts are remembered


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
        # Most short pieces of a text are there again and again.
        known: dict[str, list[str]] = {}
        for text, cut_by in before:
            if (cuts := known.get(text)) is None:
                try:
                    cuts = cut_by_step(text, step, guard)
                except (PatternMatchesEmptyError, PatternTooSlowError) as error:
                    ahead = len(part[:offset].encode()) + int(str(error.values["position"]))
                    raise type(error)(position=start + ahead) from error
                if len(text) <= SHORT:
                    known[text] = cuts
            if len(cuts) < 2:
                pieces.append((text, cut_by))
            else:
                pieces += [(cut, number) for cut in cuts]
            offset += len(text)
    return iter(pieces)


def cut_by_step(text: str, step: Step, guard: Guard) -> list[str]:
    """A piece, cut anew.

    >>> cut_by_step("a1b", Step(r"custom:\\p{N}", "merged_with_previous"), Guard())
    ['a1', 'b']
    """
    if len(text) == 1:
        return [text]
    spans = spans_of(text, step.pattern, guard)
    if step.behavior == "isolated":
        borders = pairwise([0, *chain.from_iterable(spans), len(text)])
        return [text[start:end] for start, end in borders if start < end]
    pieces = merged(pieces_of(len(text), spans, inverted=step.inverted), step.behavior)
    return [text[start:end] for start, end, _ in pieces]


def spans_of(text: str, pattern: str, guard: Guard) -> list[tuple[int, int]]:
    """Where a step's pattern matches."""
    if pattern.startswith(CUSTOM):
        matches = guarded_matches(text, pattern.removeprefix(CUSTOM), guard)
        return [(start, end) for start, end, _ in matches]
    compiled = compiled_pattern(pattern)
    assert compiled is not None, "a step's pattern is checked"
    return [match.span() for match in compiled.finditer(text)]


def pieces_of(size: int, spans: list[tuple[int, int]], *, inverted: bool) -> list[Piece]:
    """The matches at ``spans`` and the gaps between them, in a text of so many characters."""
    pieces: list[Piece] = []
    done = 0
    for start, end in spans:
        if done < start:
            pieces.append(Piece(done, start, inverted))
        pieces.append(Piece(start, end, not inverted))
        done = end
    if done < size:
        pieces.append(Piece(done, size, inverted))
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
