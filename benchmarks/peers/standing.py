"""A benchmark: what happens in it, where it stands, and whether contenders made the same.

What they made is compared by digests, part by part, where it should be the same.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Literal, TypeAlias

from benchmarks.peers.calls import BYTES, IDS
from benchmarks.peers.trails import Trail, differs_at
from benchmarks.peers.works import CONTENDERS, OURS, BenchPlan, BenchTask, Own, Work
from bpe_lab.measure.frame import AnyStanding, Cut, Ended, Entry, Failed, Prepared, Started
from bpe_lab.measure.record import Band, quartiles


@dataclass(frozen=True, slots=True)
class Absent:
    """A library is not installed."""

    work: Work
    contender: str
    library: str


@dataclass(frozen=True, slots=True)
class Done:
    """A run has ended: ``seconds`` of each pass, the first one fresh, and its ``trails``.

    ``peak_bytes`` is the most memory that its process has had, interpreter and input
    included; 0: not known. ``trails`` are what it made, by what can be compared (see
    ``calls``).
    """

    task: BenchTask
    seconds: tuple[float, ...]
    peak_bytes: int = 0
    version: str = ""
    trails: Mapping[str, Trail] = field(default_factory=dict)


Outcome: TypeAlias = Done | Cut[BenchTask] | Failed[BenchTask]
BenchEvent: TypeAlias = Prepared[Trail] | Absent | Started[BenchTask] | Outcome | Ended


@dataclass(slots=True, kw_only=True)
class BenchEntry(Entry):
    """One contender at one work; ``state`` is that of its last run.

    ``runs`` are those that came to their end.
    """

    runs: list[Done] = field(default_factory=list)

    def seconds(self, pass_index: int = 0) -> Band | None:
        """Quartiles of pass ``pass_index``; None unless all of its runs came to their end."""
        if self.state != "done":
            return None
        return quartiles([run.seconds[pass_index] for run in self.runs])

    @property
    def peak_bytes(self) -> int:
        """The most that a run took; 0 where it is not known."""
        return max((run.peak_bytes for run in self.runs), default=0)


@dataclass(slots=True, kw_only=True)
class BenchStanding(AnyStanding[BenchPlan]):
    """All entries, by work and contender, and what the texts are."""

    texts: Mapping[str, Trail] = field(default_factory=dict)
    entries: dict[Work, dict[str, BenchEntry]]

    @classmethod
    def before(cls, plan: BenchPlan) -> BenchStanding:
        """Nothing has run."""
        entries = {w: {name: BenchEntry() for name in CONTENDERS[w.kind]} for w in plan.works}
        return cls(plan=plan, entries=entries)


def apply(standing: BenchStanding, event: BenchEvent) -> None:
    """Take an event into account."""
    if isinstance(event, Prepared):
        standing.texts = event.texts
    elif isinstance(event, Ended):
        standing.end(event)
    elif isinstance(event, Absent):
        standing.entries[event.work][event.contender].state = "absent"
    elif isinstance(event, Done | Cut | Failed):
        standing.runs_done += 1
        entry = standing.entries[event.task.work][event.task.contender]
        if isinstance(event, Done):
            entry.state = "done"
            entry.runs.append(event)
        else:
            entry.note(event)


def times_as_long(
    standing: BenchStanding, work: Work, name: str, pass_index: int
) -> float | None:
    """The contender's median over ours; None where one of them has none."""
    entries = standing.entries[work]
    above, below = entries[name].seconds(pass_index), entries[OURS].seconds(pass_index)
    return above.middle / max(below.middle, 1e-9) if above and below else None


def ratio_spread(
    standing: BenchStanding, work: Work, name: str, pass_index: int
) -> Band | None:
    """Quartiles of the rounds' own ratios to ours, of two rounds or more that both ended."""
    above, below = (
        _by_round(standing.entries[work][who].runs, pass_index) for who in (name, OURS)
    )
    ratios = [above[number] / max(below[number], 1e-9) for number in above if number in below]
    return quartiles(ratios) if len(ratios) > 1 else None


def _by_round(runs: Sequence[Done], pass_index: int) -> dict[int, float]:
    return {run.task.number: run.seconds[pass_index] for run in runs}


# --- Did all make the same?

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
    trails = entry.runs[0].trails if entry.runs else {}
    if not trails or "" in trails:
        return Check(CONTENDERS[work.kind][name].own or "nothing")
    if not is_steady(entry):
        return Check("unsteady")
    comparisons = [
        compared(trail, other, against)
        for rule, trail in trails.items()
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


def is_steady(entry: BenchEntry) -> bool:
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
