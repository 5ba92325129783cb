"""The table of the BytePiece article on 21 MB of Chinese and English, for docs/comparison.md.

    python -m benchmarks.comparison
    python -m benchmarks.comparison --write            # and put the tables into the document
    python -m benchmarks.comparison --write --again    # those of the last run

All that was found goes to ``benchmarks/results/comparison.json``; ``bpe-lab compare --from``
reads it, too.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from io import StringIO
from pathlib import Path

from rich.console import Console

from benchmarks import measure
from benchmarks.measure import DATA, ROOT, keep, put_into
from bpe_core.registry import SYSTEMS
from bpe_lab.cli.compare import libraries, run_comparison, sections
from bpe_lab.cli.report import draw
from bpe_lab.cli.terminal import stoppable
from bpe_lab.compare.comparison import ComparePlan
from bpe_lab.compare.kept import SavedComparison, read_record, record_of
from bpe_lab.compare.runs import CorpusParts
from bpe_lab.measure.machine import machine

DOCUMENT = ROOT / "docs" / "comparison.md"
NAME = "comparison"
TEXTS: Mapping[str, tuple[str, str]] = {
    "Chinese": ("chinese-21mb.txt", "chinese-held-out.txt"),
    "English": ("english-21mb.txt", "english-held-out.txt"),
}


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the texts")
    parser.add_argument("--system", nargs="+", choices=SYSTEMS, default=list(SYSTEMS))
    parser.add_argument("--vocab-size", type=int, default=32_000)
    parser.add_argument("--budget", type=float, default=300.0, help="seconds of a run")
    parser.add_argument("--threads", type=int, default=0, help="0: all cores")
    parser.add_argument("--write", action="store_true", help=f"put the tables into {DOCUMENT}")
    parser.add_argument("--again", action="store_true", help="show the last run's tables")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> None:
    """Run, print, keep; exits with 1 where a system failed."""
    given = arguments(argv)
    kept = last() if given.again else run(given)
    shown = markdown(kept)
    print(shown, end="")
    if given.write:
        put_into(DOCUMENT, NAME, shown)
    if any(entry.state == "failed" for entry in kept.standing.entries.values()):
        raise SystemExit(1)


def run(given: argparse.Namespace) -> SavedComparison:
    """All systems on both corpora, once."""
    sources = {
        name: CorpusParts(given.data / training, given.data / held_out)
        for name, (training, held_out) in TEXTS.items()
    }
    paths = [path for source in sources.values() for path in source if isinstance(path, Path)]
    missing = [str(path) for path in paths if not path.exists()]
    if missing:
        raise SystemExit(f"not there: {', '.join(missing)}; `bpe-lab compare` takes any texts")
    plan = ComparePlan(
        corpora=tuple(sources),
        systems=tuple(given.system),
        vocab_sizes=(given.vocab_size,),
        budget=given.budget,
        threads=given.threads,
    )
    facts = machine(libraries(plan))
    with stoppable() as stop:
        standing = run_comparison(plan, sources, stop)
    if standing.cancelled:
        raise SystemExit(stop.code)
    keep(NAME, record_of(standing, facts))
    return SavedComparison(standing, facts)


def last() -> SavedComparison:
    """The run that was kept."""
    return read_record((measure.RESULTS / f"{NAME}.json").read_bytes(), f"{NAME}.json")


def markdown(kept: SavedComparison) -> str:
    """All tables."""
    file = StringIO()
    parts = sections(kept.standing, kept.facts, show_details=True)
    draw(Console(file=file), parts, markdown=True)
    return file.getvalue()


if __name__ == "__main__":
    main()
