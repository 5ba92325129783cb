"""A comparison's runs, figures and states as people read them."""

from __future__ import annotations

from collections.abc import Mapping

from bpe_core.registry import SYSTEMS
from bpe_lab.cli.units import duration
from bpe_lab.compare.comparison import CompareEntry, ComparePlan, CompareTask, Training
from bpe_lab.compare.ideals import Ideals
from bpe_lab.compare.texts import BREAKING

LOSSY = " ≠"  # beside what was measured of a text that does not come back
PHASES: Mapping[str, str] = {
    "train": "learning",
    "count": "counting",
    "merge": "merging",
    "encode": "encoding",
    "check": "checking",
    "exchange": "with exchanged characters",
}


def name_of(system: str) -> str:
    """What people call it."""
    row = SYSTEMS.get(system)
    return row.title if row and row.title else system


def title_of(task: CompareTask) -> str:
    """A run in a few words.

    >>> title_of(CompareTask("zh", 32_000, "bytepiece"))
    'zh 32,000, BytePiece'
    """
    return f"{task.corpus} {task.vocab_size:,}, {name_of(task.system)}"


def state_of(entry: CompareEntry) -> str:
    """What has become of a run that has no figure to show."""
    if entry.state == "cut":
        return f"cut at {entry.cut_at:g} s"
    return {"done": "", "waiting": "not run", "absent": "not installed"}.get(
        entry.state, entry.state
    )


def figure(value: float | None, digits: int = 2) -> str | None:
    """With as many digits behind the point, so that a column's compare at a glance.

    >>> figure(4.8), figure(None)
    ('4.80', None)
    """
    return None if value is None else f"{value:.{digits}f}"


def megabytes(size: int) -> str | None:
    """None where the system did not tell.

    >>> megabytes(233_803_776), megabytes(2_200_000), megabytes(0)
    ('234', '2.2', None)
    """
    if not size:
        return None
    return f"{size / 1e6:.0f}" if size >= 1e7 else f"{size / 1e6:.1f}"


def lossless(figures: Ideals) -> str | None:
    """How many texts came back.

    >>> lossless(Ideals(unchanged=19, composed=2, texts=21))
    '19 of 21, 2 more as NFC'
    >>> lossless(Ideals(unchanged=3, texts=3))
    '3 of 3'
    """
    if figures.unchanged is None:
        return None
    more = f", {figures.composed} more as NFC" if figures.composed else ""
    return f"{figures.unchanged} of {figures.texts}{more}"


def compression(figures: Ideals) -> str | None:
    """Bytes per token of both sources.

    >>> compression(Ideals(same_source=4.9, other_source=1.0))
    '4.90, other source 1.00'
    >>> compression(Ideals(same_source=4.9, other_source=20.0, lossy=True))
    '4.90 ≠, other source 20.00 ≠'
    """
    if figures.same_source is None:
        return None
    mark = LOSSY if figures.lossy else ""
    other = f", other source {figures.other_source:.2f}{mark}" if figures.other_source else ""
    return f"{figures.same_source:.2f}{mark}{other}"


def trained(training: Training | None, entry: CompareEntry) -> str:
    """Time and memory."""
    if training is None:
        return state_of(entry)
    memory = f", {megabytes(training.own_bytes)} MB" if training.own_bytes else ""
    return duration(training.seconds) + memory


def ratio(value: float | None) -> str | None:
    """A factor.

    >>> ratio(1.8), ratio(None)
    ('× 1.80', None)
    """
    return None if value is None else f"× {value:.2f}"


def changed(entry: CompareEntry) -> tuple[list[str], list[str], list[str]]:
    """The texts by name that came back as NFC, came back changed, and were refused."""
    measured = entry.measured
    verdicts: list[tuple[str, str]] = []
    if measured:
        verdicts += [(check.name, check.verdict) for check in measured.checks]
        verdicts += [(f"held-out {each.corpus}", each.returned) for each in measured.encodings]
    nfc, other, refused = (
        [name for name, verdict in verdicts if verdict == wanted]
        for wanted in ("nfc", "other", "refused")
    )
    return nfc, other, refused


def how_measured(plan: ComparePlan) -> str:
    """What stands above the tables."""
    return (
        f"Each run in a process of its own, one after the other, cut at {plan.budget:g} s; up "
        f"to {plan.threads} threads. Peak memory is that of the whole process, in brackets how "
        "far it rose while learning. Bytes per token and encoding are of held-out texts: that "
        "of the corpus learned from (same source), those of the others (other source); "
        "encoding is a first pass on one thread. Lossless: of the held-out texts and "
        f"{len(BREAKING)} that break tokenizers. ≠: a held-out text does not come back."
    )
