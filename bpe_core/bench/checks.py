"""Whether contenders made the same where they should: compared by digests, part by part."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

from bpe_core.bench.calls import BYTES, IDS
from bpe_core.bench.contenders import CONTENDERS, OURS, Own
from bpe_core.bench.standing import BenchStanding, Entry
from bpe_core.bench.trails import Trail, differs_at
from bpe_core.bench.works import Work

# "unsteady": its own runs differ; "alone": nobody made what could be compared with it.
Verdict: TypeAlias = Literal["equal", "differs", "unsteady", "alone", "nothing"] | Own

TEXT = "the text"  # what decoders are held against
REFERENCES = {IDS: ("tiktoken", OURS)}


@dataclass(frozen=True, slots=True)
class Check:
    """What a contender made, held ``against`` another's.

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
    """Hold a contender against the reference of what it made."""
    entry = standing.entries[work][name]
    own = CONTENDERS[work.kind][name].own
    if own or not entry.runs or not entry.runs[0].made:
        return Check(own or "nothing")
    if not is_steady(entry):
        return Check("unsteady")
    found = [
        compared(trail, other, against)
        for rule, trail in entry.runs[0].made.items()
        for against, other in references(standing, work, rule, name)
    ]
    wrong = [held for held in found if held.verdict != "equal"]
    return (wrong or found or [Check("alone")])[0]


def references(
    standing: BenchStanding, work: Work, rule: str, name: str
) -> list[tuple[str, Trail]]:
    """Whom ``name`` is held against in what ``rule`` names: the text, tiktoken, ours.

    Ours, and tiktoken's, which has nobody above it, against all others that made it.
    """
    if rule == BYTES:
        return [(TEXT, standing.texts[work.text])]
    made = {
        other: entry.runs[0].made[rule]
        for other, entry in standing.entries[work].items()
        if entry.runs and rule in entry.runs[0].made and other != name
    }
    chosen = next((who for who in REFERENCES.get(rule, (OURS,)) if who in made), None)
    return list(made.items()) if chosen is None else [(chosen, made[chosen])]


def is_steady(entry: Entry) -> bool:
    """Whether all runs of a contender ended in the same."""
    first = entry.runs[0].made
    return all(
        (trail.parts, trail.digests[-1:]) == (first[rule].parts, first[rule].digests[-1:])
        for run in entry.runs[1:]
        for rule, trail in run.made.items()
        if rule in first
    )


def compared(trail: Trail, other: Trail, against: str) -> Check:
    """Two trails of the same rule.

    >>> from bpe_core.bench.trails import of_ids
    >>> compared(of_ids([1, 2]), of_ids([1, 2]), "tiktoken")
    Check(verdict='equal', against='tiktoken', parts=2, at=None)
    """
    place = differs_at(trail, other)
    shorter = min(trail.parts, other.parts)
    if place is None and trail.parts != other.parts:
        place = shorter
    verdict: Verdict = "equal" if place is None else "differs"
    return Check(verdict, against, shorter if place is None else place, place)


def all_same(standing: BenchStanding) -> bool:
    """Whether nothing failed and nothing that was compared differs."""
    found = [held for work in standing.plan.works for held in checks(standing, work).values()]
    entries = [entry for works in standing.entries.values() for entry in works.values()]
    differ = any(held.verdict in ("differs", "unsteady") for held in found)
    return not differ and not any(entry.state == "failed" for entry in entries)
