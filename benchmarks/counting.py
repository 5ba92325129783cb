"""Five megabytes counted: by the command, in Python, by tiktoken and by tokenizers, in turn.

    python -m benchmarks.counting                  # English and Chinese, half and half
    python -m benchmarks.counting TEXT --rounds 9

Every run is a process of its own, timed from its start to its end; within it, Python's three
say what opening GPT-4o's vocabulary took, a first call and a second one. tiktoken reads ranks,
tokenizers a ``tokenizer.json``, both written from ours before the first run. Ids must be equal,
and the command's count the same, else it exits with 1.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

from benchmarks import counting_run
from benchmarks.counting_run import CALLS, HUGGING_FACE, PATTERN, RANKS
from benchmarks.measure import DATA, paired_ratios, report
from bpe_lab.cli.report import table
from bpe_lab.measure.frame import turns
from bpe_lab.measure.machine import machine
from bpe_lab.measure.record import quartiles

HALF = 2_500_000  # bytes of each language
FILES = ("english-21mb.txt", "chinese-21mb.txt")
COMMAND, _, TIKTOKEN, TOKENIZERS = LANES = (
    "bpe-lab tokens",
    "count_tokens",
    "tiktoken",
    "tokenizers",
)


def run(lane: str, text: Path, folder: Path, *, with_ids: bool) -> dict[str, Any]:
    """A process, and the seconds from its start to its end."""
    command = [sys.executable, "-m", "bpe_lab", "tokens", "gpt-4o", str(text), "--json"]
    if lane != COMMAND:
        command = [
            sys.executable,
            str(Path(counting_run.__file__)),
            lane,
            str(text),
            str(folder),
        ]
        command += ["ids"] if with_ids else []
    # Imports are those of an installed program, whatever this one was started with.
    kept = {k: v for k, v in os.environ.items() if k != "PYTHONDONTWRITEBYTECODE"}
    start = perf_counter()
    done = subprocess.run(command, check=True, capture_output=True, text=True, env=kept)
    took = perf_counter() - start
    answer: dict[str, Any] = json.loads(done.stdout)
    if lane == COMMAND:
        answer = {"tokens": answer["models"][0]["tokens"], "seconds": {}, "ids": ""}
    answer["seconds"]["process"] = took
    return answer


def lay_out(folder: Path) -> None:
    """GPT-4o's vocabulary as the peers read it, without special tokens."""
    from bpe_core import BPEModel
    from bpe_core.formats.huggingface import write_huggingface
    from bpe_core.formats.tiktoken import write_tiktoken
    from bpe_core.pretokenize.patterns import pattern_text
    from bpe_core.vocabularies import o200k

    model = o200k()
    plain = BPEModel(model.vocabulary, model.merges, model.special_tokens, model.pattern)
    (folder / RANKS).write_text(write_tiktoken(plain)["vocabulary.tiktoken"], "utf-8")
    (folder / HUGGING_FACE).write_text(write_huggingface(plain)[HUGGING_FACE], "utf-8")
    (folder / PATTERN).write_text(str(pattern_text(model.pattern)), "utf-8")


def mixed(folder: Path) -> Path:
    """Half English, half Chinese, whole characters."""
    halves = [(DATA / name).read_bytes()[:HALF].decode("utf-8", "ignore") for name in FILES]
    path = folder / "mixed.txt"
    path.write_text("".join(halves), "utf-8", newline="")
    return path


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("text", nargs="?", type=Path, help="UTF-8; else the data folder's")
    parser.add_argument("--rounds", type=int, default=5)
    given = parser.parse_args(argv)
    if given.text is None and not all((DATA / name).exists() for name in FILES):
        parser.error(f"{DATA} has no {' and '.join(FILES)}: give a text")
    with tempfile.TemporaryDirectory() as temporary:
        folder = Path(temporary)
        lay_out(folder)
        text = given.text or mixed(folder)
        size = text.stat().st_size
        runs: dict[str, list[dict[str, Any]]] = {lane: [] for lane in LANES}
        for number, lane in turns(list(LANES), repeats=given.rounds, warm_ups=1):
            answer = run(lane, text, folder, with_ids=number < 0)
            runs[lane].append(answer)
    counts = {answer["tokens"] for answers in runs.values() for answer in answers}
    ids = {answers[0]["ids"] for answers in runs.values()} - {""}
    timed = {lane: [each["seconds"] for each in answers[1:]] for lane, answers in runs.items()}
    tokens = " or ".join(f"{count:,}" for count in sorted(counts))
    equal = "equal" if len(counts) == len(ids) == 1 else "DIFFERENT"
    report(
        "counting",
        {**machine(["numba", "numpy", TIKTOKEN, TOKENIZERS]), "kernels": kernels()},
        f"{size:,} bytes, {tokens} tokens, ids {equal}; seconds, "
        f"medians of {given.rounds} rounds in turn; in brackets how many times tiktoken's, "
        f"quartiles of the rounds' own ratios.\n\n{times(timed)}",
        {"bytes": size, "tokens": sorted(counts), "seconds": timed},
    )
    if equal != "equal":
        raise SystemExit(1)


def kernels() -> str:
    """Whether ours come from a wheel, or numba compiled them at an earlier start."""
    from bpe_core.kernels.objects import library

    return "numba's" if library() is None else "built"


def times(timed: Mapping[str, Sequence[Mapping[str, float]]]) -> str:
    columns = ("process", *CALLS)
    rows = [[lane, *(cell(timed, lane, column) for column in columns)] for lane in LANES]
    return table(["", "whole process", "open", "first call", "second call"], rows)


def cell(
    timed: Mapping[str, Sequence[Mapping[str, float]]], lane: str, column: str
) -> str | None:
    """The median, and the quartiles of its ratios to tiktoken's.

    >>> rounds = {"a": [{"first": 1.0}, {"first": 2.0}], "tiktoken": [{"first": 2.0}] * 2}
    >>> cell(rounds, "a", "first"), cell(rounds, "a", "open")
    ('1.50 (0.62 to 0.88)', None)
    """
    seconds, others = (
        [each[column] for each in timed[who] if column in each] for who in (lane, TIKTOKEN)
    )
    if not seconds:
        return None
    median = f"{quartiles(seconds)[1]:.2f}"
    if lane == TIKTOKEN:
        return median
    low, _, high = quartiles(paired_ratios(seconds, others))
    return f"{median} ({low:.2f} to {high:.2f})"


if __name__ == "__main__":
    main()
