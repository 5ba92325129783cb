"""Tests that nobody here wrote, as one command: passed of total for each suite.

    python -m benchmarks.strangers
    python -m benchmarks.strangers --suite minbpe "beside tiktoken"   # parts of names do
    python -m benchmarks.strangers --from FOLDER    # checkouts as FOLDER/OWNER/REPOSITORY
    python -m benchmarks.strangers --texts 10000 --seed 1

A suite whose package is not installed, or whose files cannot be fetched, is listed as that.
Exits with 1 if a suite that ran failed, or if none ran.
"""

from __future__ import annotations

import argparse
import sys
from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path
from typing import NamedTuple

from benchmarks.strangers.outcome import Effort, NotRunError, Outcome, Suite
from benchmarks.strangers.suites import SUITES
from bpe_lab.cli.report import table

HEADERS = ("suite", "passed of total", "source and version")


class Row(NamedTuple):
    """A line of the table; ``outcome`` is None where the suite did not run."""

    name: str
    text: str
    source: str
    outcome: Outcome | None = None


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--suite", nargs="+", default=[""], help="parts of the suites' names")
    parser.add_argument(
        "--from", dest="own", type=Path, help="a folder with checkouts: OWNER/REPOSITORY/…"
    )
    parser.add_argument("--texts", type=int, default=Effort().texts, help="fuzzed texts each")
    parser.add_argument("--seed", type=int, default=Effort().seed)
    options = parser.parse_args(argv)
    if options.own is not None and not options.own.is_dir():
        parser.error(f"{options.own} is no folder")
    if not chosen(options.suite):
        parser.error(f"no suite of that name; there are: {', '.join(SUITES)}")
    return options


def chosen(parts: Sequence[str]) -> dict[str, Suite]:
    """The suites whose names have one of ``parts`` in them."""
    return {
        name: suite
        for name, suite in SUITES.items()
        if any(part.lower() in name.lower() for part in parts)
    }


def main(argv: Sequence[str] | None = None) -> None:
    """Run, print the table and the first failures; exits with 1 where something failed."""
    options = arguments(argv)
    effort = Effort(options.texts, options.seed)
    rows = list(run(chosen(options.suite), effort, options.own))
    print(table(HEADERS, [row[:3] for row in rows]))
    for row in rows:
        for failure in row.outcome.failures if row.outcome else ():
            print(f"\n{row.name}: {failure}")
    outcomes = [row.outcome for row in rows if row.outcome]
    if not outcomes or any(outcome.failed for outcome in outcomes):
        raise SystemExit(1)


def run(suites: Mapping[str, Suite], effort: Effort, own: Path | None) -> Iterator[Row]:
    """One suite after the other; one that breaks down has failed, and the others go on."""
    for name, suite in suites.items():
        print(f"{name} …", file=sys.stderr, flush=True)
        source = ""
        try:
            source = suite.source()
            outcome = suite.run(effort, own)
        except NotRunError as error:
            yield Row(name, str(error), source)
            continue
        except Exception as error:  # any library's
            outcome = Outcome(0, 1, failures=(f"{type(error).__name__}: {error}",))
        yield Row(name, outcome.text, source, outcome)
