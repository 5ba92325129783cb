r"""Glossaries: patterns of what stays whole, such as names or placeholders.

A word that is matched as a whole is left alone; inside a word, what matches is isolated first,
and the parts between are segmented as words of their own. Patterns are tried in their order,
each on the parts that the one before left, so a later one may cut what an earlier one
isolated.

Here a pattern is a unit, also with alternatives and groups in it: the original reads ``a|b`` as
"begins with a, or ends with b" and repeats the text of groups. ``\w`` and ``\d`` are those of
`regex`, after Unicode's own list: an accent that follows its letter is part of a word, ``½`` is
not; to the original's `re` it is the other way round.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from time import thread_time

import regex

from bpe_core.errors import PatternTooSlowError
from bpe_core.pretokenize.custom_pattern import check_pattern, compile_custom
from bpe_core.runtime.arguments import as_tuple, check_type

SECONDS = 1.0  # of a thread's processor time per text
PER_CHARACTER = 1e-5  # plus so much per character
SHARED = 4  # times that: the limit for all threads of the process, which `regex` counts


@dataclass(slots=True)
class Clock:
    """The time that the patterns may still spend on one text."""

    seconds: float

    @classmethod
    def of(cls, text: str) -> Clock:
        return cls(SECONDS + PER_CHARACTER * len(text))

    @contextmanager
    def running(self) -> Iterator[float]:
        """Returns the time limit for `regex`; raises ``PatternTooSlowError``."""
        began = thread_time()
        try:
            yield max(SHARED * self.seconds, 1e-3)
        except (TimeoutError, MemoryError) as error:
            raise PatternTooSlowError(position=0) from error
        finally:
            self.seconds -= thread_time() - began


class Glossaries:
    """Checked patterns; raises ``OptionError``, ``PatternError`` for anything else."""

    def __init__(self, patterns: Iterable[str]) -> None:
        # subtle: a str would be one pattern per character.
        listed = as_tuple("glossaries", patterns, "a list of patterns")
        for pattern in listed:
            check_type("glossaries", pattern, str, "every one a str")
        checked = [check_pattern(pattern) for pattern in listed]
        self._compiled = [compile_custom(pattern)[0] for pattern in checked]

    def __len__(self) -> int:
        return len(self._compiled)

    def parts(self, word: str, clock: Clock) -> list[tuple[str, bool]]:
        """``word`` in parts, each with a flag: does it stay whole?

        >>> Glossaries(["USA"]).parts("1934USABUSA", Clock(1.0))
        [('1934', False), ('USA', True), ('B', False), ('USA', True)]
        """
        parts = [word]
        with clock.running() as limit:
            for pattern in self._compiled:
                parts = [part for whole in parts for part in _isolated(whole, pattern, limit)]
            return [(part, self._match_whole(part, limit)) for part in parts]

    def _match_whole(self, part: str, limit: float) -> bool:
        return any(_is_whole(part, pattern, limit) for pattern in self._compiled)


def _isolated(word: str, pattern: regex.Pattern[str], limit: float) -> Iterator[str]:
    """The matches, and the parts before, between and behind them."""
    end = 0
    if not _is_whole(word, pattern, limit):
        for match in pattern.finditer(word, concurrent=True, timeout=limit):
            if match.end() > match.start():
                yield from filter(None, (word[end : match.start()], match.group()))
                end = match.end()
    if end < len(word):
        yield word[end:]


def _is_whole(word: str, pattern: regex.Pattern[str], limit: float) -> bool:
    return pattern.fullmatch(word, concurrent=True, timeout=limit) is not None
