"""Many readers at once: each reruns its page every few seconds, as in a lecture.

    python -m benchmarks.readers.many [--readers 200] [--seconds 60] [--root FOLDER]

Prints how long reruns took (p50, p95, p99), what share of the cores the server had, and
memory, descriptors and children before, at the end, and after all have left. ``--root``
measures another checkout, the version before for instance. The readers are one process beside
the server, so they take time from it too. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import os
import random
from collections.abc import Iterable, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from statistics import quantiles
from time import monotonic

from websockets.exceptions import WebSocketException

from benchmarks.app_server import Server, serving
from benchmarks.measure import ROOT, machine, report
from benchmarks.readers.reader import Reader, reading
from bpe_lab.cli.report import table

PAGES = ("train", "encode", "pretokenize", "vocabulary")
PERIOD = 4.0  # seconds between two reruns of a reader
WARM = 12.0  # seconds until the app has made its first pages ready
LEAVING = 75.0  # seconds after the last has left; sessions are remembered for a minute
ARRIVING = 0.05  # seconds between two readers that come
HEAD = ("when", "memory, MB", "descriptors", "children")
SHOWN = (50, 95, 99)  # percentiles


@dataclass(slots=True)
class Hall:
    """Seconds of each rerun, what went wrong, what the server held, cores that it had."""

    took: list[float] = field(default_factory=list)
    refused: list[str] = field(default_factory=list)
    held: list[list[str]] = field(default_factory=list)
    cores: float = 0.0


async def visit(hall: Hall, server: Server, number: int, until: float) -> None:
    """One reader: comes, reruns at its own moments, leaves."""
    try:
        async with reading(server, PAGES[number % len(PAGES)]) as reader:
            await reader.rerun()  # the first one makes the page
            await asyncio.sleep(random.Random(number).uniform(0, PERIOD))
            await stay(hall, reader, until)
    except (OSError, TimeoutError, WebSocketException) as error:
        hall.refused.append(f"{type(error).__name__}: {error}")


async def stay(hall: Hall, reader: Reader, until: float) -> None:
    """Rerun every period."""
    while (start := monotonic()) < until:
        await reader.rerun()
        took = monotonic() - start
        hall.took.append(took)
        await asyncio.sleep(max(0.0, PERIOD - took))


def standing(server: Server, when: str) -> list[str]:
    """A line of what the server holds now."""
    held = f"{server.resident_bytes() / 1e6:.0f}"
    return [when, held, str(server.descriptors()), str(server.children())]


async def fill(server: Server, readers: int, seconds: float) -> Hall:
    """Let them come, stay and go."""
    async with reading(server) as first:
        await first.rerun()
    await asyncio.sleep(WARM)
    hall, tasks = Hall(), []
    hall.held.append(standing(server, "before"))
    until = monotonic() + readers * ARRIVING + seconds
    for number in range(readers):
        tasks.append(asyncio.create_task(visit(hall, server, number, until)))
        await asyncio.sleep(ARRIVING)
    hall.took.clear()  # those of the arrival
    start, processor = monotonic(), server.processor_seconds()
    await asyncio.sleep(max(0.0, until - start))
    hall.cores = (server.processor_seconds() - processor) / (monotonic() - start)
    hall.held.append(standing(server, "at the end"))
    await asyncio.gather(*tasks)
    await asyncio.sleep(LEAVING)
    hall.held.append(standing(server, f"{LEAVING:.0f} s after"))
    return hall


def percentiles(took: Iterable[float]) -> dict[int, float]:
    """Milliseconds by percentile.

    >>> percentiles([0.01] * 99 + [1.0])[50]
    10.0
    """
    cuts = quantiles([1e3 * each for each in took], n=100, method="inclusive")
    return {rank: round(cuts[rank - 1], 1) for rank in SHOWN}


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--readers", type=int, default=200)
    parser.add_argument("--seconds", type=float, default=60.0)
    parser.add_argument("--root", type=Path, default=ROOT)
    options = parser.parse_args(argv)
    with serving(folder=options.root.resolve()) as server:
        hall = asyncio.run(fill(server, options.readers, options.seconds))
    ranks = percentiles(hall.took)
    words = [f"{options.readers} readers, {len(hall.took)} reruns"]
    words += [f"p{rank} {milliseconds:.0f} ms" for rank, milliseconds in ranks.items()]
    words += [f"{hall.cores / (os.cpu_count() or 1):.0%} of the cores"]
    words += [f"{len(hall.refused)} refused", *hall.refused[:1]]
    shown = ", ".join(words) + "\n\n" + table([*HEAD], hall.held)
    report("readers", machine(), shown, {"milliseconds": ranks, **asdict(hall)})


if __name__ == "__main__":
    main()
