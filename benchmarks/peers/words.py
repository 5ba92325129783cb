"""A benchmark's works, times and verdicts as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from benchmarks.peers.checks import Check, check
from benchmarks.peers.contenders import CONTENDERS, OURS
from benchmarks.peers.record import passes_of
from benchmarks.peers.standing import BenchStanding, times_as_long
from benchmarks.peers.works import Kind, Work
from bpe_lab.cli.report import cell_text, duration, in_unit_of, size_of

PASSES = ("first pass", "warm")
UNTIL = {
    "compile": "compile all kernels, after install",
    "ready": "load all kernels, later starts",
    "first": "from process start to the first ids",
}
OWN = {
    "own_ties": "own ties",
    "own_splits": "own splits",
    "own_vocabulary": "own vocabulary",
    "alone": "alone",
    "nothing": "",
}


def rows_of(standing: BenchStanding, work: Work) -> int:
    """The most passes that any contender made."""
    return max(1, *(passes_of(entry) for entry in standing.entries[work].values()))


def title_of(standing: BenchStanding, work: Work, pass_index: int | None = None) -> str:
    """What was done, with the size of the text; ``pass_index`` is that of the pass."""
    if work.kind in UNTIL:
        return UNTIL[work.kind]
    parts = [work.text]
    if work.text in standing.texts:
        parts.append(size_of(standing.texts[work.text].parts))
    if work.kind == "train":
        parts.append(f"vocabulary {work.vocab_size:,}")
    if pass_index is not None and rows_of(standing, work) > 1:
        parts.append(PASSES[pass_index])
    return ", ".join(parts)


def cell(standing: BenchStanding, work: Work, name: str, pass_index: int) -> str | None:
    """Time, quartiles, ratio; what differs is marked; None: does not take part."""
    entry = standing.entries[work].get(name)
    if entry is None:
        return None
    band = entry.seconds(pass_index) if pass_index < passes_of(entry) else None
    if band is None:
        return state_of(standing, work, name)
    text = duration(band.middle)
    if len(entry.runs) > 1:
        lower, upper = (
            in_unit_of(band.middle, seconds) for seconds in (band.lower, band.upper)
        )
        text += f" ({lower}–{upper})"
    ratio = times_as_long(standing, work, name, pass_index)
    if name != OURS and ratio:
        text += f", {cell_text(ratio)}×"
    return text + " ≠" * (check(standing, work, name).verdict in ("differs", "unsteady"))


def state_of(standing: BenchStanding, work: Work, name: str) -> str:
    """What has become of a contender that has no time to show."""
    entry = standing.entries[work][name]
    if entry.state == "cut":
        return f"cut at {cell_text(entry.cut_at)} s"
    return {"failed": "failed", "waiting": "not run"}.get(entry.state, "")


def verdict(held: Check, work: Work) -> str:
    """What a contender made, beside another's.

    >>> verdict(Check("differs", "tiktoken", 0, 0), Work("encode", "english"))
    'differs from tiktoken'
    """
    if held.verdict == "equal":
        return f"equal to {held.against}"
    if held.verdict == "unsteady":
        return "differs from run to run"
    if held.verdict == "differs":
        where = (
            f" at merge {held.at + 1}" if work.kind == "train" and held.at is not None else ""
        )
        return f"differs from {held.against}{where}"
    return OWN[held.verdict]


def forms(kinds: Sequence[Kind], names: Sequence[str]) -> str:
    """What contenders take and give, and whether they use all threads."""
    parts = []
    for name in names:
        who = next(CONTENDERS[kind][name] for kind in kinds if name in CONTENDERS[kind])
        parts.append(
            f"{name}: {who.takes} → {who.gives}{'' if who.threads else ' (one thread)'}"
        )
    return "; ".join(parts)
