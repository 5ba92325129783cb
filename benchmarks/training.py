"""Time and memory of training, pre-tokenization included, beside the peers that are installed.

    python -m benchmarks.training
    python -m benchmarks.training --corpus FILE --vocab-size 32000 --only linked --repeats 3

Time is taken in one process, lanes interleaved; peak memory in a process of its own a lane.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TypeAlias

from benchmarks.measure import (
    ROOT,
    corpus_parser,
    interleaved,
    machine,
    parsed,
    report,
    table,
)
from bpe_core.corpus import END_OF_TEXT, from_file
from bpe_core.events import Event, MergeDone
from bpe_core.pretokenize import PreToken, count_pre_tokens, lay_out, pre_tokenize
from bpe_core.race.memory import forget_peak, high_water
from bpe_core.race.peers import PEERS, Peer, installed
from bpe_core.race.summary import quartiles
from bpe_core.registry import TRAINERS, Trainer
from bpe_core.train.options import TrainOptions

Lane: TypeAlias = Callable[[str, int], object]
SPECIALS = [END_OF_TEXT]


def raw(text: str) -> Iterable[PreToken]:
    """Every occurrence at its position, as the lecture lays them out."""
    return pre_tokenize(text, special_tokens=SPECIALS)


def distinct(text: str) -> Iterable[PreToken]:
    """Every distinct pre-token once, weighted by its count."""
    return lay_out(count_pre_tokens(text, special_tokens=SPECIALS))


def merges_of(
    trainer: Trainer, view: Callable[[str], Iterable[PreToken]], text: str, vocab_size: int
) -> list[Event]:
    """All merges of a run of ours."""
    run = trainer(view(text), options_for(vocab_size))
    return [event for event in run if isinstance(event, MergeDone)]


def options_for(vocab_size: int) -> TrainOptions:
    return TrainOptions(vocab_size=vocab_size, special_tokens=SPECIALS)


OURS: Mapping[str, Lane] = {
    "naive, raw positions": partial(merges_of, TRAINERS["naive"], raw),
    **{name: partial(merges_of, trainer, distinct) for name, trainer in TRAINERS.items()},
}


def check_equal(lanes: Iterable[str], text: str, vocab_size: int) -> None:
    """Our lanes must make the same merges before anyone compares their speed."""
    results = {name: OURS[name](text, vocab_size) for name in lanes if name in OURS}
    first = next(iter(results.values()), None)
    for name, merges in results.items():
        if merges != first:
            raise SystemExit(f"{name} makes other merges than the lane before it")


def peak_memory(lane: str, corpus: Path, vocab_size: int) -> int:
    """Bytes that ``lane`` needs at its peak beyond the loaded text, from a fresh process."""
    command = [sys.executable, "-m", "benchmarks.training", "--memory-of", lane]
    command += ["--corpus", str(corpus.resolve()), "--vocab-size", str(vocab_size)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=True)
    return int(json.loads(done.stdout.splitlines()[-1]))


def own_peak(lane: Lane, text: str, vocab_size: int) -> int:
    """How far the peak of this process rises while ``lane`` runs."""
    forget_peak()  # that of importing and loading
    before = high_water()
    lane(text, vocab_size)
    return high_water() - before


def peer_lane(peer: Peer) -> Lane:
    """A peer behind the arguments of a lane; what it learned is not asked."""
    return lambda text, size: peer(text, options_for(size), "gpt2")()


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    lanes = [*OURS, *PEERS]
    parser = corpus_parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=lanes, help="lanes to run")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument("--memory-of", choices=lanes, help=argparse.SUPPRESS)
    return parsed(parser, argv)


def main(argv: Sequence[str] | None = None) -> None:
    given = arguments(argv)
    text, size = from_file(given.corpus).text, given.vocab_size
    every: dict[str, Lane] = {**OURS}
    every |= {name: peer_lane(peer) for name, peer in installed().items()}
    if given.memory_of:
        print(json.dumps(own_peak(every[given.memory_of], text, size)))
        return

    lanes = [name for name in every if given.only is None or name in given.only]
    memory = {name: peak_memory(name, given.corpus, size) for name in lanes}
    check_equal(lanes, text, size)
    seconds = interleaved(
        {name: partial(every[name], text, size) for name in lanes}, repeats=given.repeats
    )
    unit = "linked" if "linked" in seconds else lanes[0]
    rows = []
    for name in lanes:
        lower, middle, upper = quartiles(seconds[name])
        ratio = middle / quartiles(seconds[unit])[1]
        rows.append([name, ratio, middle, f"{lower:.3g} to {upper:.3g}", memory[name] / 1e6])
    headers = ["trainer", f"time, {unit} = 1", "median s", "quartiles s", "peak memory MB"]
    absent = [name for name in PEERS if name not in every]
    text_of_run = f"{given.corpus.name}, {len(text.encode())} bytes, vocabulary {size}\n\n"
    text_of_run += table(headers, rows)
    if absent:
        text_of_run += f"\n\nNot installed: {', '.join(absent)}"
    figures = {
        "corpus": given.corpus.name,
        "vocab_size": size,
        "seconds": seconds,
        "peak_bytes": memory,
    }
    name = f"training-{given.corpus.stem}-{size}"
    report(name, machine(PEERS), text_of_run, figures)


if __name__ == "__main__":
    main()
