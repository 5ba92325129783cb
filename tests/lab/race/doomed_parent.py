"""A program that races a lane over a file, for a test that kills it.

python doomed_parent.py LANE FILE
"""

from __future__ import annotations

import os
import sys
from pathlib import Path

from bpe_core.train.options import TrainOptions
from bpe_lab.race.plan import RacePlan
from bpe_lab.race.run import race


def main(lane: str, file: str) -> None:
    """Say every event's name until the end comes from outside."""
    options = TrainOptions(vocab_size=40_000)
    plan = RacePlan(lanes=(lane, "linked"), options=options, warm_ups=0, budget=60)
    for event in race(plan, Path(file).read_bytes()):
        os.write(1, type(event).__name__.encode() + b"\n")


if __name__ == "__main__":
    main(*sys.argv[1:])
