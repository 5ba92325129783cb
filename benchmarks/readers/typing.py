"""Readers who type at once into the home page's field: how long each letter's colors take.

    python -m benchmarks.readers.typing [--readers 30] [--letters 4] [--seconds 20]

Each types so many letters a second, and as the page's script does sends what has been typed as
soon as what was sent before is answered. Prints how long a letter waits for the answer that has
it (p50, p95, p99), in how many answers, and what share of the cores the server had. The readers
are one process beside the server, so they take time from it too. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
from collections.abc import Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from time import monotonic

from websockets.exceptions import WebSocketException

from benchmarks.app_server import Server, serving
from benchmarks.measure import ROOT, machine, report
from benchmarks.readers.many import ARRIVING, percentiles
from benchmarks.readers.reader import Reader, reading

WARM = 30.0  # seconds until all that the app computes ahead is there
SETTLING = 3.0  # seconds in which all begin
SENTENCES = (
    "The cat sat on the mat while the tokenizer counted every single byte of it. ",
    "分词器先把文本切成预词元，再按序号从小到大合并相邻的词元。",
)


@dataclass(slots=True)
class Typed:
    """Seconds of each letter until its colors, how many runs, what went wrong, cores."""

    waited: list[float] = field(default_factory=list)
    runs: int = 0
    refused: list[str] = field(default_factory=list)
    cores: float = 0.0


async def type_on(
    typed: Typed, server: Server, number: int, until: float, period: float
) -> None:
    """One reader: comes, types until the end, leaves."""
    sentence = SENTENCES[number % len(SENTENCES)] * 100
    try:
        async with reading(server) as reader:
            await reader.rerun()
            await asyncio.sleep(random.Random(number).uniform(0, SETTLING))
            await write(typed, reader, sentence, until, period)
    except (OSError, TimeoutError, WebSocketException) as error:
        typed.refused.append(f"{type(error).__name__}: {error}")


async def write(
    typed: Typed, reader: Reader, sentence: str, until: float, period: float
) -> None:
    """Letter by letter, by the clock; what has been typed meanwhile goes together."""
    begin, sent = monotonic(), 0
    while (now := monotonic()) < until:
        size = min(len(sentence), int((now - begin) / period) + 1)
        if size == sent:
            await asyncio.sleep(max(0.0, begin + size * period - now))
            continue
        await reader.type(sentence[:size])
        answered = monotonic()
        typed.waited += [answered - (begin + at * period) for at in range(sent, size)]
        typed.runs, sent = typed.runs + 1, size


async def fill(server: Server, readers: int, seconds: float, letters: float) -> Typed:
    """Let them come and type."""
    async with reading(server) as first:
        await first.rerun()
    await asyncio.sleep(WARM)
    typed, tasks = Typed(), []
    until = monotonic() + readers * ARRIVING + SETTLING + seconds
    for number in range(readers):
        tasks.append(asyncio.create_task(type_on(typed, server, number, until, 1 / letters)))
        await asyncio.sleep(ARRIVING)
    await asyncio.sleep(SETTLING)
    typed.waited.clear()  # those of the arrival
    typed.runs = 0
    start, processor = monotonic(), server.processor_seconds()
    await asyncio.gather(*tasks)
    typed.cores = (server.processor_seconds() - processor) / (monotonic() - start)
    return typed


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--readers", type=int, default=30)
    parser.add_argument("--seconds", type=float, default=20.0)
    parser.add_argument("--letters", type=float, default=4.0, help="that one types per second")
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args(argv)
    with serving(folder=options.root.resolve()) as server:
        typed = asyncio.run(fill(server, options.readers, options.seconds, options.letters))
    ranks = percentiles(typed.waited)
    words = [f"{options.readers} readers, {options.letters:g} letters a second"]
    words += [f"{len(typed.waited)} letters in {typed.runs} answers"]
    words += [f"p{rank} {milliseconds:.0f} ms" for rank, milliseconds in ranks.items()]
    words += [f"{typed.cores / (os.cpu_count() or 1):.0%} of the cores"]
    words += [f"{len(typed.refused)} refused", *typed.refused[:1]]
    report("typing", machine(), ", ".join(words), {"milliseconds": ranks, **asdict(typed)})


if __name__ == "__main__":
    main()
