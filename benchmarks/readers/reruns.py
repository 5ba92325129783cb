"""What a rerun of each page takes, beside a bare Streamlit page of as many elements.

    python -m benchmarks.readers.reruns [--pages train encode] [--rounds 6]

The bare page draws the same kinds of elements with next to nothing in them. The server's
processor time is what decides how many readers a core carries. Both pages are asked in turn, in
one run, once the server is at rest, and at the same pace: no faster than the app lets a
connection ask, and with caches as cold as a reader's pause leaves them. The ratio is the median
of the rounds'. The target is at most 1.5. On a busy machine `benchmarks.readers.calls` tells
more. Linux only.
"""

from __future__ import annotations

import argparse
import asyncio
import tempfile
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from statistics import median

from benchmarks.app_server import Server, serving
from benchmarks.measure import machine, paired_ratios, report
from benchmarks.readers.bare_page import bare_page
from benchmarks.readers.reader import Answer, Reader, reading
from bpe_lab import pages
from bpe_lab.cli.report import table
from ui.serving.bounds import PER_SECOND

TARGET = 1.5
RERUNS = 40  # in a round: the system counts in hundredths of a second
PAUSE = 1 / PER_SECOND  # seconds between two of them
WARM = 12.0  # seconds until the app has made its first pages ready
LOOK = 2.0  # seconds in which a server at rest takes next to nothing
AT_REST = 0.02  # of a core
PATIENCE = 300  # seconds
PERIOD = 4.0  # seconds between two reruns of a reader in a lecture
HEAD = ("page", "elements", "bytes", "ms", "bare, ms", "ratio", "readers a core")
PAGES = ("", *(page for page in pages.PAGES if page != "home"))


@dataclass(frozen=True, slots=True)
class Cost:
    """What a page sent, and processor seconds per rerun in each round, its and the bare's."""

    answer: Answer
    own: list[float]
    bare: list[float]

    @property
    def ratio(self) -> float:
        """The median of the rounds' ratios."""
        return median(paired_ratios(self.own, self.bare))


async def seconds(server: Server, reader: Reader) -> float:
    """Processor seconds that a rerun takes, the mean of a round."""
    before = server.processor_seconds()
    for _ in range(RERUNS):
        await reader.rerun()
        await asyncio.sleep(PAUSE)
    return (server.processor_seconds() - before) / RERUNS


async def rest(server: Server) -> None:
    """Return when the server does nothing by itself; raises ``TimeoutError``.

    A race that a page begins, or what is computed before somebody asks, is not the rerun's.
    """
    async with asyncio.timeout(PATIENCE):
        taken = LOOK
        while taken > AT_REST * LOOK:
            before = server.processor_seconds()
            await asyncio.sleep(LOOK)
            taken = server.processor_seconds() - before


async def cost(server: Server, page: str, folder: Path, rounds: int) -> Cost:
    """A page's cost at rest; the first reruns, in which things are made, are not in it."""
    async with reading(server, page) as reader:
        await reader.rerun()
        await rest(server)
        for _ in range(3):
            answer = await reader.rerun()
        with serving(bare_page(folder, answer.elements), folder=folder) as bare_server:
            async with reading(bare_server) as bare_reader:
                for _ in range(3):
                    await bare_reader.rerun()
                own, bare = [], []
                for _ in range(rounds):
                    own.append(await seconds(server, reader))
                    bare.append(await seconds(bare_server, bare_reader))
    return Cost(answer, own, bare)


async def costs(pages: Sequence[str], rounds: int) -> dict[str, Cost]:
    """All pages' costs."""
    with tempfile.TemporaryDirectory() as folder, serving() as server:
        async with reading(server) as first:
            await first.rerun()
        await asyncio.sleep(WARM)
        return {page: await cost(server, page, Path(folder), rounds) for page in pages}


def row(page: str, each: Cost) -> list[str]:
    """A page's line of the table."""
    own = median(each.own)
    return [
        page or "home",
        str(each.answer.elements.total()),
        f"{each.answer.size:,}",
        f"{own * 1e3:.1f}",
        f"{median(each.bare) * 1e3:.1f}",
        f"{each.ratio:.2f}",
        f"{PERIOD / own:.0f}",
    ]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", nargs="*", default=PAGES, choices=PAGES)
    parser.add_argument("--rounds", type=int, default=6)
    options = parser.parse_args(argv)
    measured = asyncio.run(costs(options.pages, options.rounds))
    lines = table([*HEAD], [row(page, each) for page, each in measured.items()])
    figures = {
        page or "home": {"own": each.own, "bare": each.bare} for page, each in measured.items()
    }
    report("reruns", machine(), lines, {"seconds": figures})


if __name__ == "__main__":
    main()
