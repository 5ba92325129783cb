"""Time and memory of training, pre-tokenization included, beside the peers that are installed.

    python -m benchmarks.training
    python -m benchmarks.training --corpus FILE --vocab-size 32000 --only linked --repeats 3

The race of `bpe-lab race` with a long budget; its record is kept beside the earlier ones.
"""

from __future__ import annotations

import argparse
from collections.abc import Sequence

from rich.console import Console

from benchmarks.measure import corpus_parser, keep, machine, parsed
from bpe_core.cli.race_report import report
from bpe_core.cli.racing import run_race, stoppable
from bpe_core.corpus import END_OF_TEXT, from_file
from bpe_core.race.ladder import lanes_of
from bpe_core.race.plan import RacePlan
from bpe_core.race.samples import record_of
from bpe_core.train.options import TrainOptions
from bpe_core.train.tie_break import TIE_BREAKS


def arguments(argv: Sequence[str] | None) -> argparse.Namespace:
    parser = corpus_parser(__doc__)
    parser.add_argument("--only", nargs="+", choices=lanes_of("train"), help="lanes to run")
    parser.add_argument("--repeats", type=int, default=7)
    parser.add_argument(
        "--budget", type=float, default=600.0, help="seconds until a run is cut"
    )
    parser.add_argument("--tie-break", choices=TIE_BREAKS, default="greatest")
    return parsed(parser, argv)


def main(argv: Sequence[str] | None = None) -> None:
    given = arguments(argv)
    plan = RacePlan(
        lanes=tuple(given.only or lanes_of("train")),
        options=TrainOptions(
            vocab_size=given.vocab_size,
            special_tokens=[END_OF_TEXT],
            tie_break=given.tie_break,
        ),
        repeats=given.repeats,
        budget=given.budget,
        counting=False,
    )
    text, facts = from_file(given.corpus).text, machine()
    with stoppable() as stop:
        standing = run_race(plan, text, None, stop)
    if standing.cancelled:
        raise SystemExit(stop.code)
    report(Console(), standing, facts, given.corpus.name)
    record = record_of(standing, facts, given.corpus.name, text=text)
    keep(f"training-{given.corpus.stem}-{given.vocab_size}", record)


if __name__ == "__main__":
    main()
