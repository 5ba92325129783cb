"""What is printed after a check: the rungs, then the fault, on the smallest text."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from bpe_core.train.compare_merges import MergeDifference
from bpe_lab.check.evidence import Alike
from bpe_lab.check.faults import Fault
from bpe_lab.check.report import Report, link_to, reproduction
from bpe_lab.check.shrink import has_shrinker
from bpe_lab.check.words import STATE, TIE_RULES, exhibit_words, pair_words
from bpe_lab.cli.tables import Table

LONGEST = 200  # characters of a text that is printed
MOST_MERGES = 12  # before the one that differs
WITHOUT_SHRINKER = (
    "The text is not made smaller, since hypothesis is not installed: "
    "pip install 'bpe-lab[check]'"
)


def report_parts(report: Report, lab: str) -> Iterator[Table | str]:
    """A table of rungs and sentences, in order."""
    yield f"{report.names}: {report.title}. {convention_words(report)}"
    yield Table(["check", ""], [[rung.name, rung.state] for rung in report.rungs])
    yield from (f"{rung.name}: {note}" for rung in report.rungs for note in rung.notes)
    yield f"{report.held} of {report.public} public checks hold."
    if fault := report.fault:
        yield from fault_parts(fault, report.alike)
        if not has_shrinker():
            yield WITHOUT_SHRINKER
        if link := link_to(report, lab):
            yield f"The lab's walk up to there: {link}"
    others = [rung for rung in report.rungs if rung.fault and rung.fault is not report.fault]
    for rung in others:
        assert rung.fault, "only these were taken"
        yield f"And {rung.name}:"
        yield from fault_parts(rung.fault, rung.alike)


def fault_parts(fault: Fault, alike: Sequence[Alike]) -> Iterator[Table | str]:
    """What is wrong on which text, what else does that, and how to try it."""
    yield f"On {text_words(fault.text)}, {fault.sentence}."
    if fault.difference:
        yield runs_table(fault.difference, fault.output)
    if fault.state:
        yield STATE
    if alike:
        yield f"Same output as the museum's {exhibit_words(alike)}: evidence, not proof."
    if fault.request:
        yield f"To try it: {reproduction(fault)}"


def convention_words(report: Report) -> str:
    """The convention that it keeps to; what is not ours is named as that.

    It is what all is held against.
    """
    convention = report.convention
    rule = TIE_RULES[convention.tie_break]
    words = f"Its convention: texts cut by {convention.pattern}; of equal counts {rule}"
    words = f"{words.removesuffix(',')} is merged"
    if not convention.overlaps:
        words += "; overlaps not counted, a + a once in aaa"
    if convention.tie_break != "greatest":
        words += " (CS336 wants the greatest: --tie-break greatest holds it to that)"
    return f"{words}."


def runs_table(difference: MergeDifference, output: Sequence[Any]) -> Table:
    """Both runs up to the first merge that differs, with the two counts there."""
    start = max(0, difference.number - MOST_MERGES)
    same = [
        [str(number + 1), pair_words(pair), pair_words(pair), ""]
        for number, pair in enumerate(output[start : difference.number], start)
    ]
    right, theirs = (
        pair and pair_words(pair) for pair in (difference.first, difference.second)
    )
    right_count, their_count = difference.counts or ("", "")
    counts = f"yours {their_count}, right {right_count}"
    last = [str(difference.number + 1), theirs or "none", right or "none", counts]
    return Table(["merge", "yours", "right", "stands there"], [*same, last])


def text_words(text: str) -> str:
    """A text between quotation marks, its beginning where it is long.

    >>> text_words("aab")
    "the text 'aab'"
    """
    if len(text) <= LONGEST:
        return f"the text {text!r}"
    return f"a text of {len(text):,} characters that begins {text[:40]!r}"
