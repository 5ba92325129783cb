"""BytePiece's training, ours and PyPI's package in turn: seconds, memory, the same pieces.

    BPE_LAB_BYTEPIECE_PYTHON=…/bin/python python -m benchmarks.bytepiece TEXT
    … --vocab-size 32000 --min-count 8 --workers 2 --repeats 3

The environment variable names an interpreter that has the package; how to make one stands in
`tests/core/systems/bytepiece_reference.py`. Without it, ours runs alone. Each run is a process
of its own, whose memory is told twice: the most that one process had, and the most that all of
a run's processes had together, shared pages counted once (Linux). Figures go to
``benchmarks/results/bytepiece.json``; exits with 1 where the files of pieces differ.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from hashlib import sha256
from pathlib import Path
from statistics import median
from threading import Event, Thread
from typing import Any, NamedTuple

from benchmarks import bytepiece_run
from benchmarks.measure import DATA, ROOT, machine, report
from bpe_lab.cli.report import table
from bpe_lab.measure.frame import turns

PYTHON = "BPE_LAB_BYTEPIECE_PYTHON"
LOOK = 0.2  # seconds between two looks at memory
PROC = Path("/proc")
MB = 1e6


class Run(NamedTuple):
    """What one training took, and the digest of its file of pieces."""

    seconds: float
    largest: int
    together: int
    pieces: int
    digest: str


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("text", type=Path, nargs="?", default=DATA / "chinese-21mb.txt")
    parser.add_argument("--vocab-size", type=int, default=32_000)
    parser.add_argument("--min-count", type=int, default=8)
    parser.add_argument("--workers", type=int, default=2, help="threads of ours, processes")
    parser.add_argument("--repeats", type=int, default=1)
    given = parser.parse_args(argv)
    if not given.text.exists():
        parser.error(f"{given.text} is not there: give a text")
    return given


def main(argv: Sequence[str] | None = None) -> None:
    given = arguments(argv)
    lanes = commands(os.environ.get(PYTHON))
    runs: dict[str, list[Run]] = {name: [] for name in lanes}
    for _, name in turns(list(lanes), repeats=given.repeats, warm_ups=0):
        runs[name].append(one_run(lanes[name], given))
    digests = {run.digest for taken in runs.values() for run in taken}
    figures = {name: [run._asdict() for run in taken] for name, taken in runs.items()}
    report(
        "bytepiece",
        {**machine(), "text": given.text.name, "min_count": str(given.min_count)},
        shown(runs, same=len(digests) == 1),
        {"workers": given.workers, "vocab_size": given.vocab_size, **figures},
    )
    if len(digests) > 1:
        raise SystemExit(1)


def commands(python: str | None) -> Mapping[str, list[str]]:
    """Who runs, and how."""
    lanes = {"ours": [sys.executable, "-m", "benchmarks.bytepiece_run", "ours"]}
    if python:
        # -I: this file's folder, where another `bytepiece` stands, is not looked into.
        lanes["PyPI"] = [python, "-I", str(Path(bytepiece_run.__file__)), "original"]
    return lanes


def one_run(command: Sequence[str], given: argparse.Namespace) -> Run:
    """A training in a process of its own."""
    words = [given.text.resolve(), given.vocab_size, given.min_count, given.workers]
    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryFile() as told:
        child = subprocess.Popen(
            [*command, *map(str, words), folder],
            cwd=ROOT,
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=told,
        )
        with child:
            together, (out, _) = watched(child)
        if child.returncode:
            told.seek(0)
            raise SystemExit(told.read().decode(errors="replace")[-2000:])
        said, file = json.loads(out), (Path(folder) / "bytepiece.model").read_bytes()
    pieces = len(json.loads(file))
    return Run(said["seconds"], said["largest"], together, pieces, sha256(file).hexdigest())


def watched(child: subprocess.Popen[bytes]) -> tuple[int, tuple[Any, Any]]:
    """The most memory that the process and those below it had, and what it said."""
    ended, seen = Event(), [0]

    def watch() -> None:
        while not ended.wait(LOOK):
            seen.append(sum(map(memory, with_children(child.pid))))

    thread = Thread(target=watch)
    thread.start()
    try:
        said = child.communicate()
    finally:
        ended.set()
        thread.join()
    return max(seen), said


def with_children(process: int) -> list[int]:
    """The process and all that descend from it."""
    found = [process]
    for parent in found:
        for told in PROC.glob(f"{parent}/task/*/children"):
            found += map(int, read(told).split())
    return found


def memory(process: int) -> int:
    """Bytes, of shared pages this process's part; 0 where nobody tells."""
    for line in read(PROC / str(process) / "smaps_rollup").splitlines():
        if line.startswith("Pss:"):
            return int(line.split()[1]) * 1024
    return 0


def read(path: Path) -> str:
    """What the system tells of a process, nothing of one that has ended."""
    try:
        return path.read_text()
    except OSError:
        return ""


def shown(runs: Mapping[str, Sequence[Run]], *, same: bool) -> str:
    head = ["", "seconds", "largest process, MB", "together, MB", "pieces"]
    rows = [
        [
            name,
            f"{median([run.seconds for run in taken]):.2f}",
            f"{max(run.largest for run in taken) / MB:.0f}",
            f"{max(run.together for run in taken) / MB:.0f}",
            str(taken[0].pieces),
        ]
        for name, taken in runs.items()
    ]
    told = table(head, rows)
    if len(runs) < 2:
        return f"{told}\n\n{PYTHON} names no interpreter with PyPI's package."
    ratio = median([r.seconds for r in runs["PyPI"]]) / median(
        [r.seconds for r in runs["ours"]]
    )
    equal = "the same" if same else "DIFFERENT"
    return f"{told}\n\nThe files of pieces are {equal}; ours is {ratio:.1f} times as fast."


if __name__ == "__main__":
    main()
