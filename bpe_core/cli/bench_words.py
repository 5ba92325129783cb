"""A benchmark's works, times and verdicts as people read them."""

from __future__ import annotations

from collections.abc import Sequence

from bpe_core.bench.checks import Check, check
from bpe_core.bench.contenders import CONTENDERS, OURS
from bpe_core.bench.record import passes_of
from bpe_core.bench.standing import BenchStanding, times_as_long
from bpe_core.bench.works import Kind, Work
from bpe_core.cli.tables import cell_text
from bpe_core.race.summary import Band

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
    """As many as anybody made passes."""
    return max(1, *(passes_of(entry) for entry in standing.entries[work].values()))


def title_of(standing: BenchStanding, work: Work, place: int | None = None) -> str:
    """What was done, with the size of the text; ``place`` is the pass."""
    if work.kind in UNTIL:
        return UNTIL[work.kind]
    told = [work.text]
    if work.text in standing.texts:
        told.append(size_of(standing.texts[work.text].parts))
    if work.kind == "train":
        told.append(f"vocabulary {work.vocab_size:,}")
    if place is not None and rows_of(standing, work) > 1:
        told.append(PASSES[place])
    return ", ".join(told)


def size_of(size: int) -> str:
    """Bytes as people say them.

    >>> size_of(20_999_280), size_of(400_702), size_of(999)
    ('21.0 MB', '401 KB', '999 bytes')
    """
    if size >= 1_000_000:
        return f"{size / 1e6:.1f} MB"
    return f"{size / 1e3:.0f} KB" if size >= 1000 else f"{size} bytes"


def cell(standing: BenchStanding, work: Work, name: str, place: int) -> str | None:
    """Time, quartiles, ratio; what differs is marked; None: does not take part."""
    entry = standing.entries[work].get(name)
    if entry is None:
        return None
    band = entry.seconds(place) if place < passes_of(entry) else None
    if band is None:
        return state_of(standing, work, name)
    told = duration(band.middle)
    if len(entry.runs) > 1:
        told += f" ({_in_unit(band.lower, band.middle)}–{_in_unit(band.upper, band.middle)})"
    ratio = times_as_long(standing, work, name, place)
    if name != OURS and ratio:
        told += f", {cell_text(ratio)}×"
    return told + " ≠" * (check(standing, work, name).verdict in ("differs", "unsteady"))


def state_of(standing: BenchStanding, work: Work, name: str) -> str:
    """What has become of a contender that has no time to show."""
    entry = standing.entries[work][name]
    if entry.state == "cut":
        return f"cut at {cell_text(entry.cut_at)} s"
    return {"failed": "failed", "waiting": "not run"}.get(entry.state, "")


def duration(seconds: float) -> str:
    """Seconds, or milliseconds where there is not one.

    >>> duration(12.345), duration(0.01234)
    ('12.3 s', '12.3 ms')
    """
    return f"{_in_unit(seconds, seconds)} {'s' if seconds >= 1 else 'ms'}"


def _in_unit(seconds: float, beside: float) -> str:
    """In the unit of another time, without it."""
    return cell_text(seconds if beside >= 1 else seconds * 1e3)


def spread(band: Band | None) -> str | None:
    """Quartiles, without the median."""
    return f"{cell_text(band.lower)}–{cell_text(band.upper)}" if band else None


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
        place = f" at merge {held.at}" if work.kind == "train" else ""
        return f"differs from {held.against}{place}"
    return OWN[held.verdict]


def forms(kinds: Sequence[Kind], names: Sequence[str]) -> str:
    """What contenders take and give, and whether they use all threads."""
    told = []
    for name in names:
        who = next(CONTENDERS[kind][name] for kind in kinds if name in CONTENDERS[kind])
        told.append(
            f"{name}: {who.takes} → {who.gives}{'' if who.threads else ' (one thread)'}"
        )
    return "; ".join(told)
