"""Splitting by patterns that users write: held to their time, and to taking all of a text.

`regex` can stop by the clock, but by the processor time of the whole process, all threads
together. In a full class that is mostly other people's, so a pattern that runs out of it
goes on from its last match until this thread's own time is spent.
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

SECONDS = 1.0  # of this thread's processor time in a text, one more a million characters
WAIT = 20  # times that, by the clock on the wall
CROWD = 4  # at most this many times our time may the process take in one go
SHOWN = 40  # characters of what is skipped


@dataclass(slots=True)
class Guard:
    """What a custom pattern may still spend on one text, whatever parts it comes in."""

    seconds: float = SECONDS
    matched: bool = False


def guarded_split(
    part: str, pattern: str, guard: Guard, start: int = 0
) -> Iterator[tuple[str, int]]:
    """The pre-tokens of a part under a custom pattern, each with its alternative's number.

    The pieces join to the part, or an error names the first byte, counted from ``start``, at
    which they do not. All are found before the first is given, so that the time taken
    is the pattern's own.
    """
    compiled, groups = compile_custom(check_pattern(pattern))
    guard.seconds += SECONDS * len(part) / 1_000_000
    number_of = {group: number for number, group in enumerate(groups)}
    pieces: list[tuple[str, int]] = []
    end, found = 0, len(part)

    def offset(position: int) -> int:
        return start + len(part[:position].encode("utf-8", "surrogatepass"))

    try:
        for match in _matches(compiled, part, guard):
            if match.start() != end:
                found = match.start()
                break
            if match.end() == end:
                raise PatternMatchesEmptyError(position=offset(end))
            end = match.end()
            pieces.append((match.group(), number_of[match.lastindex or 1]))
    except (TimeoutError, MemoryError) as error:
        raise PatternTooSlowError(position=offset(end)) from error
    guard.matched |= bool(pieces)
    if end < len(part):
        if not guard.matched:
            raise PatternMatchesNothingError(position=start)
        skipped = part[end : min(found, end + SHOWN)]
        raise PatternSkipsTextError(position=offset(end), skipped=repr(skipped))
    return iter(pieces)


def _matches(
    compiled: regex.Pattern[str], part: str, guard: Guard
) -> Iterator[regex.Match[str]]:
    """All matches in a part; ``TimeoutError`` once the guard's seconds are spent.

    subtle: beginning at ``pos`` gives the matches that going on would have given, since
    look-behind, ``^`` and ``\\b`` see the text before it; the tests fuzz this.
    """
    end, crowd = 0, 1.0
    latest = perf_counter() + WAIT * guard.seconds
    while True:
        own, whole = thread_time(), process_time()
        allowed = max(guard.seconds * crowd, 1e-3)
        try:
            # `concurrent` lets other threads go on meanwhile.
            for match in compiled.finditer(part, pos=end, concurrent=True, timeout=allowed):
                end = match.end()
                yield match
            return
        except TimeoutError:
            spent = thread_time() - own
            if spent >= guard.seconds or perf_counter() > latest:
                raise
            # A match that takes long begins anew, so it needs room for what others take.
            crowd = min(CROWD, (process_time() - whole) / max(spent, 1e-6))
        finally:
            guard.seconds -= thread_time() - own
