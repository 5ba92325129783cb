"""Whether contenders made the same where they should: compared by digests, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from benchmarks.peers.calls import BYTES, IDS
from benchmarks.peers.contenders import CONTENDERS, OURS, Own
from benchmarks.peers.standing import BenchStanding, Entry
from benchmarks.peers.trails import Trail, differs_at
from benchmarks.peers.works import Work

# "unsteady": its own runs differ; "alone": nobody made what could be compared with it.
Verdict: TypeAlias = Literal["equal", "differs", "unsteady", "alone", "nothing"] | Own

TEXT = "the text"  # what decoders are compared with
REFERENCES = {IDS: ("tiktoken", OURS)}


@dataclass(frozen=True, slots=True)
class Check:
    """What a contender made, compared with that of ``against``.

    The first ``parts`` are the same; ``at`` is the first that is not, or where one of the two
    ended and the other went on.
    """

    verdict: Verdict
    against: str = ""
    parts: int = 0
    at: int | None = None


def checks(standing: BenchStanding, work: Work) -> dict[str, Check]:
    """Of every contender that is installed."""
    entries = standing.entries[work]
    return {
        name: check(standing, work, name)
        for name, entry in entries.items()
        if entry.state != "absent"
    }


def check(standing: BenchStanding, work: Work, name: str) -> Check:
    """Compare what a contender made with its reference."""
    entry = standing.entries[work][name]
    own = CONTENDERS[work.kind][name].own
    if own or not entry.runs or not entry.runs[0].trails:
        return Check(own or "nothing")
    if not is_steady(entry):
        return Check("unsteady")
    comparisons = [
        compared(trail, other, against)
        for rule, trail in entry.runs[0].trails.items()
        for against, other in references(standing, work, rule, name)
    ]
    wrong = [held for held in comparisons if held.verdict != "equal"]
    return (wrong or comparisons or [Check("alone")])[0]


def references(
    standing: BenchStanding, work: Work, rule: str, name: str
) -> list[tuple[str, Trail]]:
    """Whom ``name`` is compared with under ``rule``: the text, tiktoken, or ours.

    A contender that has no reference itself is compared with all others.
    """
    if rule == BYTES:
        return [(TEXT, standing.texts[work.text])]
    trails = {
        other: entry.runs[0].trails[rule]
        for other, entry in standing.entries[work].items()
        if entry.runs and rule in entry.runs[0].trails and other != name
    }
    chosen = next((who for who in REFERENCES.get(rule, (OURS,)) if who in trails), None)
    return list(trails.items()) if chosen is None else [(chosen, trails[chosen])]


def is_steady(entry: Entry) -> bool:
    """Whether all runs of a contender ended in the same."""
    first = entry.runs[0].trails
    return all(
        (trail.parts, trail.digests[-1:]) == (first[rule].parts, first[rule].digests[-1:])
        for run in entry.runs[1:]
        for rule, trail in run.trails.items()
        if rule in first
    )


def compared(trail: Trail, other: Trail, against: str) -> Check:
    """Two trails of the same rule.

    >>> from benchmarks.peers.trails import of_ids
    >>> compared(of_ids([1, 2]), of_ids([1, 2]), "tiktoken")
    Check(verdict='equal', against='tiktoken', parts=2, at=None)
    """
    at = differs_at(trail, other)
    shorter = min(trail.parts, other.parts)
    if at is None and trail.parts != other.parts:
        at = shorter
    verdict: Verdict = "equal" if at is None else "differs"
    return Check(verdict, against, shorter if at is None else at, at)


def all_same(standing: BenchStanding) -> bool:
    """Whether nothing failed and nothing that was compared differs."""
    outcomes = [
        held for work in standing.plan.works for held in checks(standing, work).values()
    ]
    entries = [entry for works in standing.entries.values() for entry in works.values()]
    differ = any(held.verdict in ("differs", "unsteady") for held in outcomes)
    return not differ and not any(entry.state == "failed" for entry in entries)
