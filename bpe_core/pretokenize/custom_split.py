"""Splitting by patterns written by users, and by chains of several: within a time limit.

`regex` has a timeout, but it measures the processor time of the whole process, all threads
together. In a full class that is mostly spent on others, so a pattern that times out goes on
from its last match until the time of this thread itself is spent.

In a chain each pattern cuts anew what the ones before have cut:

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
from dataclasses import dataclass
from itertools import chain, pairwise
from time import perf_counter, process_time
from typing import NamedTuple

import regex

from bpe_core.errors import PatternError
from bpe_core.pretokenize.custom_pattern import check_pattern, compile_custom
from bpe_core.pretokenize.patterns import CUSTOM, Step, compiled_pattern, is_chain, steps_of
from bpe_core.runtime.machine import thread_time

SECONDS = 1.0  # of this thread's processor time per text, plus one per million characters
WAIT = 20  # times that, in wall time
CROWD = 4  # times our time: the most that the process may take per match
MOST_QUOTED = 40  # characters of what is skipped

SHORT = 32  # characters of a piece whose cuts are remembered


@dataclass(slots=True)
class Guard:
    """The time that a custom pattern may still spend on one text, over all of its parts.

    ``matched``: whether it has matched anything yet.
    """

    seconds: float = SECONDS
    matched: bool = False


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
                except PatternError as error:
                    if error.rule not in ("matches_empty", "too_slow"):
                        raise
                    ahead = len(part[:offset].encode()) + int(str(error.values["position"]))
                    raise PatternError(error.rule, position=start + ahead) from error
                if len(text) <= SHORT:
                    known[text] = cuts
            if len(cuts) < 2:
                pieces.append((text, cut_by))
            else:
                pieces += [(cut, number) for cut in cuts]
            offset += len(text)
    return iter(pieces)


def guarded_split(
    part: str, pattern: str, guard: Guard, start: int = 0
) -> Iterator[tuple[str, int]]:
    """The pre-tokens of a part under a custom pattern, each with its alternative's number.

    The pre-tokens join to the part, or an error names the first byte, counted from ``start``,
    where they do not. All are matched before the first is yielded, so that the time taken is
    the pattern's own.
    """
    pre_tokens: list[tuple[str, int]] = []
    end, next_match = 0, len(part)
    for first, last, number in guarded_matches(part, pattern, guard, start):
        if first != end:
            next_match = first
            break
        end = last
        pre_tokens.append((part[first:last], number))
    guard.matched |= bool(pre_tokens)
    if end < len(part):
        if not guard.matched:
            raise PatternError("matches_nothing", position=start)
        skipped = part[end : min(next_match, end + MOST_QUOTED)]
        raise PatternError(
            "skips_text", position=_offset(part, end, start), skipped=repr(skipped)
        )
    return iter(pre_tokens)


def guarded_matches(
    part: str, pattern: str, guard: Guard, start: int = 0
) -> list[tuple[int, int, int]]:
    """Where a custom pattern matches, and by which alternative; there may be gaps between.

    Raises ``PatternError("matches_empty")`` and ``PatternError("too_slow")``.
    """
    compiled, groups = compile_custom(check_pattern(pattern))
    guard.seconds += SECONDS * len(part) / 1_000_000
    number_of = {group: number for number, group in enumerate(groups)}
    matches: list[tuple[int, int, int]] = []
    try:
        for match in _matches(compiled, part, guard):
            first, last = match.span()
            if first == last:
                raise PatternError("matches_empty", position=_offset(part, first, start))
            matches.append((first, last, number_of[match.lastindex or 1]))
    except (TimeoutError, MemoryError) as error:
        end = matches[-1][1] if matches else 0
        raise PatternError("too_slow", position=_offset(part, end, start)) from error
    return matches


def _offset(part: str, position: int, start: int) -> int:
    return start + len(part[:position].encode("utf-8", "surrogatepass"))


def _matches(
    compiled: regex.Pattern[str], part: str, guard: Guard
) -> Iterator[regex.Match[str]]:
    """All matches in a part; ``TimeoutError`` once the guard's seconds are spent.

    subtle: starting again at ``pos`` gives the same matches as going on would have, since
    look-behind, ``^`` and ``\\b`` see the text before it; the tests fuzz this.
    """
    end, crowd = 0, 1.0
    match: regex.Match[str] | None = None
    latest = perf_counter() + WAIT * guard.seconds
    while True:
        own, whole = thread_time(), process_time()
        allowed = max(guard.seconds * crowd, 1e-3)
        try:
            # `concurrent` lets other threads go on meanwhile.
            for match in compiled.finditer(part, pos=end, concurrent=True, timeout=allowed):
                yield match
            return
        except TimeoutError:
            end = match.end() if match else 0
            spent = thread_time() - own
            if spent >= guard.seconds or perf_counter() > latest:
                raise
            # A slow match starts again, so its limit must exceed the time that others take.
            crowd = min(CROWD, (process_time() - whole) / max(spent, 1e-6))
        finally:
            guard.seconds -= thread_time() - own


class Piece(NamedTuple):
    """Characters of a part, and whether they are a match of the step's pattern."""

    start: int
    end: int
    is_match: bool


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
