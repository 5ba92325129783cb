"""What every benchmark needs: fair timing, the machine it ran on, a file of figures."""

from __future__ import annotations

import argparse
import gc
import json
import shutil
import tempfile
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

import bpe_core
from bpe_core import BPEModel
from bpe_lab.measure.frame import turns
from bpe_lab.race.samples import machine as machine

ROOT = Path(__file__).parents[1]
DATA = ROOT.parent / "shared" / "data"
RESULTS = ROOT / "benchmarks" / "results"

# "cpu" passes over the time in which other programs have the processor.
CLOCKS: Mapping[str, Callable[[], float]] = {"cpu": process_time, "wall": perf_counter}


def corpus_parser(doc: str | None) -> argparse.ArgumentParser:
    """The options of every benchmark that trains on a corpus; ``doc`` gives the description."""
    parser = argparse.ArgumentParser(description=(doc or "").partition("\n")[0])
    parser.add_argument("--corpus", type=Path, default=DATA / "corpus.en")
    parser.add_argument("--vocab-size", type=int, default=500)
    return parser


def parsed(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """The options given; ends with a usage message where the corpus is not there."""
    given = parser.parse_args(argv)
    if not given.corpus.exists():
        parser.error(f"{given.corpus} is not there: give a text with --corpus")
    return given


def interleaved(
    lanes: Mapping[str, Callable[[], object]],
    *,
    repeats: int,
    warm_ups: int = 1,
    clock: str = "wall",
) -> dict[str, list[float]]:
    """Seconds of each lane's runs, in turn: a slow minute of the machine hits all lanes alike.

    The order is that of `turns`; ``clock`` is one of ``CLOCKS``.
    """
    now = CLOCKS[clock]
    seconds: dict[str, list[float]] = {name: [] for name in lanes}
    for repeat, name in turns(list(lanes), repeats=repeats, warm_ups=warm_ups):
        gc.collect()
        start = now()
        lanes[name]()
        took = now() - start
        if repeat >= 0:
            seconds[name].append(took)
    return seconds


def paired_ratios(above: Sequence[float], below: Sequence[float]) -> list[float]:
    """The ratio within each repeat, for its spread.

    >>> paired_ratios([2.0, 6.0], [1.0, 2.0])
    [2.0, 3.0]
    """
    return [a / b for a, b in zip(above, below, strict=True)]


def report(name: str, facts: Mapping[str, str], text: str, figures: Mapping[str, Any]) -> None:
    """Print a run's table and keep its figures beside the earlier ones."""
    print(f"## {name}\n")
    print(", ".join(f"{key} {value}" for key, value in facts.items()) + "\n")
    print(text)
    keep(name, {"machine": dict(facts), **figures})


def keep(name: str, saved: Mapping[str, Any]) -> None:
    """Write a run's figures beside the earlier ones."""
    RESULTS.mkdir(parents=True, exist_ok=True)
    (RESULTS / f"{name}.json").write_text(json.dumps(saved, indent=2) + "\n", "utf-8")


def marks(name: str) -> tuple[str, str]:
    """The lines of a document that the tables of a run stand between."""
    return f"<!-- {name}: begin -->", f"<!-- {name}: end -->"


def put_into(path: Path, name: str, shown: str) -> None:
    """Put the tables between the marks of a file, in place of those that are there."""
    begin_mark, end_mark = marks(name)
    before, begin, rest = path.read_text("utf-8").partition(begin_mark)
    _, end, after = rest.partition(end_mark)
    if not begin or not end:
        raise SystemExit(f"{path} has no lines {begin_mark} and {end_mark}")
    path.write_text(f"{before}{begin_mark}\n\n{shown}\n{end_mark}{after}", "utf-8")


def gpt2_model(data: Path = DATA) -> BPEModel | None:
    """GPT-2's vocabulary, if the data folder lies beside the project."""
    if not (data / "gpt2_vocab.json").exists():
        return None
    with tempfile.TemporaryDirectory() as folder:
        shutil.copy(data / "gpt2_vocab.json", Path(folder) / "vocab.json")
        shutil.copy(data / "gpt2_merges.txt", Path(folder) / "merges.txt")
        return bpe_core.load(folder)
