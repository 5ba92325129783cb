"""Splitting by patterns written by users: within a time limit, and covering all of the text.

`regex` has a timeout, but it measures the processor time of the whole process, all threads
together. In a full class that is mostly spent on others, so a pattern that times out goes on
from its last match until the time of this thread itself is spent.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter, process_time, thread_time

import regex

from bpe_core.errors import (
    PatternMatchesEmptyError,
    PatternMatchesNothingError,
    PatternSkipsTextError,
    PatternTooSlowError,
)
from bpe_core.pretokenize.custom_pattern import check_pattern, compile_custom

SECONDS = 1.0  # of this thread's processor time per text, plus one per million characters
WAIT = 20  # times that, in wall time
CROWD = 4  # times our time: the most that the process may take per match
MOST_QUOTED = 40  # characters of what is skipped


@dataclass(slots=True)
class Guard:
    """The time that a custom pattern may still spend on one text, over all of its parts."""

    seconds: float = SECONDS
    matched: bool = False


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
            raise PatternMatchesNothingError(position=start)
        skipped = part[end : min(next_match, end + MOST_QUOTED)]
        raise PatternSkipsTextError(position=_offset(part, end, start), skipped=repr(skipped))
    return iter(pre_tokens)


def guarded_matches(
    part: str, pattern: str, guard: Guard, start: int = 0
) -> list[tuple[int, int, int]]:
    """Where a custom pattern matches, and by which alternative; there may be gaps between.

    Raises ``PatternMatchesEmptyError`` and ``PatternTooSlowError``.
    """
    compiled, groups = compile_custom(check_pattern(pattern))
    guard.seconds += SECONDS * len(part) / 1_000_000
    number_of = {group: number for number, group in enumerate(groups)}
    matches: list[tuple[int, int, int]] = []
    try:
        for match in _matches(compiled, part, guard):
            first, last = match.span()
            if first == last:
                raise PatternMatchesEmptyError(position=_offset(part, first, start))
            matches.append((first, last, number_of[match.lastindex or 1]))
    except (TimeoutError, MemoryError) as error:
        end = matches[-1][1] if matches else 0
        raise PatternTooSlowError(position=_offset(part, end, start)) from error
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
