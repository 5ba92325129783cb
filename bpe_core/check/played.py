"""A failing run beside the right one, merge by merge, as a page that opens offline."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import zip_longest
from typing import cast

from bpe_core.check.faults import Fault
from bpe_core.check.reference import right_merges, right_tokens
from bpe_core.check.report import Report, link_to
from bpe_core.check.words import pair_words, written
from bpe_core.runtime.pages import LANGUAGES, page_words, template
from bpe_core.train.compare_merges import BytePair

MOST_BEFORE, MOST_AFTER = 50, 20  # merges beside the one that differs
MOST_TOKENS = 400  # of a run that are drawn


@dataclass(frozen=True, slots=True)
class Moment:
    """The text after so many merges in both runs; the merge that led there, if there is one."""

    merges: int
    theirs: str | None
    right: str | None
    their_tokens: Sequence[str]
    right_tokens: Sequence[str]

    @property
    def differs(self) -> bool:
        return self.theirs != self.right


def played_page(report: Report, lab: str) -> str | None:
    """The page, in both languages; None where the runs part in no merge."""
    fault = report.fault
    if fault is None or fault.difference is None:
        return None
    moments = list(_moments(report, fault))
    number = fault.difference.number
    return template(__package__, "played.html").render(
        languages=LANGUAGES,
        words=words,
        moments=moments,
        before=next(k for k, moment in enumerate(moments) if moment.merges == number),
        number=number + 1,
        verdict={language: _verdict(fault, words(language)) for language in LANGUAGES},
        text=fault.text[:MOST_TOKENS],
        source=", ".join(report.sources),
        link=link_to(report, lab),
    )


def _moments(report: Report, fault: Fault) -> Iterator[Moment]:
    """From some merges before the one that differs to some after it."""
    assert fault.difference, "asked where merges differ"
    theirs = cast(Sequence[BytePair], fault.output)
    number, convention = fault.difference.number, report.convention
    last = min(number + MOST_AFTER, max(len(theirs), number + 1))
    right = right_merges(fault.text, last, convention, fault.specials)
    pairs = list(zip_longest(theirs[:last], right))
    for merges in range(max(0, number - MOST_BEFORE), len(pairs) + 1):
        led = pairs[merges - 1] if merges else (None, None)
        their_pair, right_pair = (pair and pair_words(pair) for pair in led)
        their_tokens, our_tokens = (
            [
                written(token)
                for token in right_tokens(fault.text, run[:merges], convention, fault.specials)
            ][:MOST_TOKENS]
            for run in (theirs, right)
        )
        yield Moment(merges, their_pair, right_pair, their_tokens, our_tokens)


def _verdict(fault: Fault, own: Mapping[str, str]) -> str:
    """Which merge differs, and what decided."""
    difference = fault.difference
    assert difference, "asked where merges differ"
    theirs, right = (
        pair and pair_words(pair) for pair in (difference.second, difference.first)
    )
    their_count, right_count = reversed(difference.counts or (0, 0))
    key = "stops" if theirs is None else "goes_on" if right is None else difference.decided
    return own[str(key)].format(
        number=difference.number + 1,
        theirs=theirs,
        right=right,
        their_count=their_count,
        right_count=right_count,
    )


def words(language: str) -> Mapping[str, str]:
    """The page's words."""
    return page_words(__package__, "played_words", language)
