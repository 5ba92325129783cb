"""What is wrong, as a page that opens offline: both runs merge by merge, or both results."""

from __future__ import annotations

from collections.abc import Container, Iterator, Mapping, Sequence
from dataclasses import dataclass
from itertools import accumulate, islice, zip_longest
from typing import NamedTuple, cast

from bpe_core.train.compare_merges import BytePair
from bpe_lab.check.efforts import LATEST, MOST_BYTES, SLOWEST
from bpe_lab.check.endings import ending_of
from bpe_lab.check.faults import Fault
from bpe_lab.check.parting import parting_of, pre_tokens_of
from bpe_lab.check.reference import right_merges, right_tokens
from bpe_lab.check.report import Report, link_to
from bpe_lab.check.words import pair_words, written
from bpe_lab.html_pages import LANGUAGES, page_words, template

MOST_BEFORE, MOST_AFTER = 50, 20  # merges beside the one that differs
MOST_TOKENS = 400  # of a run that are drawn


class Token(NamedTuple):
    """A token as it is drawn, and whether a pre-token ends with it."""

    letters: str
    ends: bool


@dataclass(frozen=True, slots=True)
class Moment:
    """The text after so many merges in both runs; the merge that led there, if there is one."""

    merges: int
    theirs: str | None
    right: str | None
    their_tokens: Sequence[Token]
    right_tokens: Sequence[Token]

    @property
    def differs(self) -> bool:
        return self.theirs != self.right


def fault_page(report: Report, lab: str) -> str | None:
    """The page, in both languages; None where nothing is wrong."""
    fault = report.fault
    if fault is None:
        return None
    page, more = ("played.html", _played) if fault.difference else ("parted.html", _parted)
    return template(__package__, page).render(
        languages=LANGUAGES,
        words=words,
        verdict={each: _verdict(report, fault, words(each)) for each in LANGUAGES},
        text=written(fault.text[:MOST_TOKENS].encode()),
        source=report.names,
        state=fault.state,
        link=link_to(report, lab),
        alike=", ".join(str(exhibit.number) for exhibit in report.alike),
        **more(report, fault),
    )


def _played(report: Report, fault: Fault) -> Mapping[str, object]:
    """Both runs, merge by merge."""
    assert fault.difference, "asked where merges differ"
    moments, number = list(_moments(report, fault)), fault.difference.number
    return {
        "title": "title",
        "moments": moments,
        "before": next(k for k, moment in enumerate(moments) if moment.merges == number),
        "number": number + 1,
    }


def _parted(report: Report, fault: Fault) -> Mapping[str, object]:
    """Both results side by side, where the code gave one."""
    return {
        "title": "fault_title",
        "parting": parting_of(fault, report.convention.pattern),
        "what": "text" if fault.kind == "text" else "tokens",
        "specials": fault.specials,
        "merges": [pair_words(pair) for pair in fault.merges],
    }


def _moments(report: Report, fault: Fault) -> Iterator[Moment]:
    """From some merges before the one that differs to some after it."""
    assert fault.difference, "asked where merges differ"
    theirs = cast(Sequence[BytePair], fault.output)
    number, convention = fault.difference.number, report.convention
    last = min(number + MOST_AFTER, max(len(theirs), number + 1))
    right = right_merges(fault.text, last, convention, fault.specials)
    pairs = list(zip_longest(theirs[:last], right))
    ends = {*accumulate(map(len, pre_tokens_of(fault, convention.pattern)))}
    for merges in range(max(0, number - MOST_BEFORE), len(pairs) + 1):
        led = pairs[merges - 1] if merges else (None, None)
        their_pair, right_pair = (pair and pair_words(pair) for pair in led)
        their_tokens, our_tokens = (
            _drawn(right_tokens(fault.text, run[:merges], convention, fault.specials), ends)
            for run in (theirs, right)
        )
        yield Moment(merges, their_pair, right_pair, their_tokens, our_tokens)


def _drawn(tokens: Sequence[bytes], ends: Container[int]) -> list[Token]:
    """The first tokens of a run; ``ends`` are the bytes behind which pre-tokens end."""
    behind = accumulate(map(len, tokens))
    row = (
        Token(written(token), end in ends) for token, end in zip(tokens, behind, strict=True)
    )
    return list(islice(row, MOST_TOKENS))


def _verdict(report: Report, fault: Fault, own: Mapping[str, str]) -> str:
    """Which merge differs and what decided, or what went wrong in place of that."""
    difference = fault.difference
    if difference is None:
        kind, values = _kind(fault)
        return str(own[f"kind_{kind}"].format(**values))
    theirs, right = (
        pair and pair_words(pair) for pair in (difference.second, difference.first)
    )
    their_count, right_count = reversed(difference.counts or (0, 0))
    decided = "held_tie" if fault.ties_hold else difference.decided
    key = "stops" if theirs is None else "goes_on" if right is None else decided
    return own[str(key)].format(
        number=difference.number + 1,
        theirs=theirs,
        right=right,
        their_count=their_count,
        right_count=right_count,
        rule=own[f"tie_{report.convention.tie_break}"],
    )


def _kind(fault: Fault) -> tuple[str, Mapping[str, object]]:
    """The page's word for what went wrong, with its values."""
    if fault.kind not in ("broken", "cut"):
        return fault.kind, {"slowest": SLOWEST, "latest": LATEST, "most": MOST_BYTES}
    return ending_of(fault.sentence) or ("error", {"error": fault.sentence})


def words(language: str) -> Mapping[str, str]:
    """The page's words."""
    return page_words(__package__, "page_words", language)
