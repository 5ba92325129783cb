"""This project and its peers in turn on 21 MB of English and of Chinese, for docs/speed.md.

    python -m benchmarks.peers
    python -m benchmarks.peers --work train --repeats 3
    python -m benchmarks.peers --write            # and put the tables into docs/speed.md
    python -m benchmarks.peers --write --again    # those of the last run, without a new one

What is not installed is told as absent; ``uv sync --group test`` installs all that can be.
Every time taken goes to ``benchmarks/results/peers.json``, the tables to ``peers.md``.
"""

from __future__ import annotations

import argparse
from collections.abc import Mapping, Sequence
from pathlib import Path

import typer
from rich.console import Console

from benchmarks import measure
from benchmarks.bench.checks import all_same
from benchmarks.bench.command import libraries, run
from benchmarks.bench.record import record_of
from benchmarks.bench.report import markdown, report
from benchmarks.bench.tables import details
from benchmarks.bench.works import BenchPlan, Work, hard_works, start_works
from benchmarks.measure import DATA, ROOT, gpt2_model, keep, marks, put_into
from bpe_lab.cli.stopping import stoppable
from bpe_lab.cli.tables import table
from bpe_lab.measure.machine import machine

SPEED = ROOT / "docs" / "speed.md"
NAME = "peers"
BEGIN, END = marks(NAME)
ALL = "\n## All figures\n\n"

TEXTS: Mapping[str, str] = {
    "English": "english-21mb.txt",
    "Chinese": "chinese-21mb.txt",
    "held-out English": "english-held-out.txt",
    "held-out Chinese": "chinese-held-out.txt",
}
WORKS: Mapping[str, Sequence[Work]] = {
    "train": (
        Work("train", "English", 1_000),
        Work("train", "English", 32_000),
        Work("train", "Chinese", 32_000),
    ),
    "encode": tuple(Work("encode", text) for text in TEXTS),
    "decode": (Work("decode", "English"), Work("decode", "Chinese")),
    "hard": tuple(hard_works()),
    "start": tuple(start_works()),
}


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--data", type=Path, default=DATA, help="the folder of the texts")
    parser.add_argument("--work", nargs="+", choices=WORKS, default=list(WORKS))
    parser.add_argument("--repeats", type=int, default=5)
    parser.add_argument(
        "--budget", type=float, default=120.0, help="seconds until a run is cut"
    )
    parser.add_argument("--threads", type=int, default=0, help="for each library; 0: all cores")
    parser.add_argument("--details", action="store_true", help="show all figures")
    parser.add_argument(
        "--write", action="store_true", help="put the tables into docs/speed.md"
    )
    parser.add_argument("--again", action="store_true", help="show the last run's table")
    return parser.parse_args(argv)


def main(argv: Sequence[str] | None = None) -> None:
    """Run, print, keep; exits with 1 where contenders that should agree do not."""
    given = arguments(argv)
    if given.again:
        shown = (measure.RESULTS / f"{NAME}.md").read_text("utf-8").partition(ALL)[0]
        print(shown, end="")
        return put_into(SPEED, NAME, shown) if given.write else None
    plan = BenchPlan(
        works=tuple(work for kind in WORKS if kind in given.work for work in WORKS[kind]),
        repeats=given.repeats,
        budget=given.budget,
        threads=given.threads,
    )
    texts = {name: given.data / file for name, file in TEXTS.items()}
    used = {work.text for work in plan.works} & set(texts)
    missing = [str(texts[name]) for name in sorted(used) if not texts[name].exists()]
    if missing:
        raise SystemExit(f"not there: {', '.join(missing)}; `bpe-lab bench` needs no texts")
    try:
        with stoppable() as stop:
            standing = run(plan, texts, gpt2_model(given.data), stop)
    except typer.Exit as ended:
        raise SystemExit(ended.exit_code) from None
    facts = machine(libraries())
    report(Console(), standing, facts, show_details=given.details)
    keep(NAME, record_of(standing, facts))
    shown, figures = markdown(standing, facts), details(standing)
    everything = shown + ALL + table(figures.headers, figures.rows) + "\n"
    (measure.RESULTS / f"{NAME}.md").write_text(everything, "utf-8")
    if given.write:
        put_into(SPEED, NAME, shown)
    if not all_same(standing):
        raise SystemExit(1)
    return None


if __name__ == "__main__":
    main()
