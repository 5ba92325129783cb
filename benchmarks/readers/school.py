"""A school: several processes behind a proxy, one of which ends while all are reading.

    python -m benchmarks.readers.school [--readers 300] [--seconds 60]

HAProxy runs as `docs/hosting/haproxy.cfg` says, its ports alone are others; each process is
``bpe-lab app``. In the middle one of them is killed, and started again two seconds later. A
reader whose connection ends does as a browser does: comes again with the cookie and the address
that it had, until a page is drawn. Says how many were cut off, how long they saw nothing new,
and whether they then had the page of their link. Linux with HAProxy only.
"""

from __future__ import annotations

import argparse
import asyncio
import random
import re
import subprocess
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from statistics import median
from time import monotonic

from websockets.exceptions import WebSocketException

from benchmarks.app_server import Server, free_port, wait_for
from benchmarks.measure import ROOT, machine, report
from benchmarks.readers.many import ARRIVING, PAGES, PERIOD, WARM, percentiles
from benchmarks.readers.reader import reading
from bpe_lab.cli.report import table

SETTINGS = ROOT / "docs" / "hosting" / "haproxy.cfg"
DOCUMENTED = (8080, 8501, 8502)  # the proxy's port, those of the processes
AGAIN = 0.5  # seconds until one that was cut off comes again, as in a browser
AWAY = 2.0  # seconds that the ended process is away
HEAD = (
    *("process", "readers", "reruns", "p50, ms", "p95, ms"),
    *("cut off", "back after, s", "at most, s", "with another page then"),
)
QUERY = "text=own&own=eNpLTEwCAAJKASU"  # a reader's own text: what a link has to bring back


@dataclass(slots=True)
class Seen:
    """What one reader saw.

    ``process`` it began with; seconds of its reruns, and from each cut to the next page; what
    its ``page`` drew last, and how often that was another one after a cut.
    """

    process: str = ""
    took: list[float] = field(default_factory=list)
    back_after: list[float] = field(default_factory=list)
    page: Counter[str] | None = None
    lost: int = 0
    cut_at: float | None = None

    def note(self, drawn: Counter[str], start: float) -> None:
        """A page has come that was asked for at ``start``."""
        if self.cut_at is None:
            self.took.append(monotonic() - start)
        else:
            self.back_after.append(monotonic() - self.cut_at)
            self.lost += self.page is not None and drawn != self.page
        self.cut_at, self.page = None, drawn


@dataclass(slots=True)
class Process:
    """``bpe-lab app`` at a port; it can be ended and begun again."""

    port: int
    running: subprocess.Popen[bytes] | None = None

    def begin(self) -> None:
        """Return when it answers."""
        program = "from bpe_lab.cli import main; main()"
        self.running = subprocess.Popen(
            [sys.executable, "-c", program, "app", "--port", str(self.port)],
            cwd=ROOT,
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )
        wait_for(Server(self.port, self.running))

    def end(self) -> None:
        """At once, as by a machine's fault."""
        if self.running:
            self.running.kill()
            self.running.wait()


@contextmanager
def proxy(ports: Sequence[int]) -> Iterator[Server]:
    """HAProxy with the documented settings, at other ports."""
    settings = SETTINGS.read_text("utf-8")
    for documented, port in zip(DOCUMENTED, ports, strict=True):
        settings, times = re.subn(rf":{documented}\b", f":{port}", settings)
        assert times == 1, f"port {documented} stands {times} times in {SETTINGS}"
    with tempfile.NamedTemporaryFile("w", suffix=".cfg") as file:
        file.write(settings)
        file.flush()
        with subprocess.Popen(["haproxy", "-db", "-f", file.name]) as running:
            try:
                server = Server(ports[0], running)
                wait_for(server)
                yield server
            finally:
                running.terminate()


async def visit(school: Server, number: int, until: float) -> Seen:
    """One reader: reads its link's page until the end, whatever happens to the server."""
    seen, cookie, chance = Seen(), "", random.Random(number)
    while monotonic() < until:
        try:
            async with reading(school, PAGES[number % len(PAGES)], QUERY, cookie) as reader:
                cookie = reader.cookie or cookie
                seen.process = seen.process or cookie.partition("=")[2]
                while monotonic() < until:
                    start = monotonic()
                    seen.note((await reader.rerun()).elements, start)
                    await asyncio.sleep(PERIOD * chance.uniform(0.5, 1.5))
        except (OSError, TimeoutError, WebSocketException):
            seen.cut_at = seen.cut_at or monotonic()
            await asyncio.sleep(AGAIN)
    return seen


async def fill(school: Server, fault: Process, readers: int, seconds: float) -> list[Seen]:
    """Let them come and stay; in the middle a process is away."""
    async with reading(school) as first:
        await first.rerun()
    await asyncio.sleep(WARM)
    until = monotonic() + readers * ARRIVING + seconds
    tasks = []
    for number in range(readers):
        tasks.append(asyncio.create_task(visit(school, number, until)))
        await asyncio.sleep(ARRIVING)
    await asyncio.sleep(seconds / 2)
    fault.end()
    await asyncio.sleep(AWAY)
    await asyncio.to_thread(fault.begin)
    return await asyncio.gather(*tasks)


def row(name: str, all_seen: Sequence[Seen]) -> list[str]:
    """A process's line: what those saw who began with it."""
    took = [each for seen in all_seen for each in seen.took]
    waited = [each for seen in all_seen for each in seen.back_after]
    ranks = percentiles(took)
    lost = sum(seen.lost + (seen.cut_at is not None) for seen in all_seen)
    after = (f"{median(waited):.1f}", f"{max(waited):.1f}") if waited else ("–", "–")
    figures = (f"{ranks[50]:.0f}", f"{ranks[95]:.0f}", str(len(waited)), *after, str(lost))
    return [name, str(len(all_seen)), str(len(took)), *figures]


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--readers", type=int, default=300)
    parser.add_argument("--seconds", type=float, default=60.0)
    options = parser.parse_args(argv)
    ports = [free_port() for _ in DOCUMENTED]
    processes = [Process(port) for port in ports[1:]]
    with ExitStack() as stack:
        for each in processes:
            each.begin()
            stack.callback(each.end)
        school = stack.enter_context(proxy(ports))
        all_seen = asyncio.run(fill(school, processes[0], options.readers, options.seconds))
    names = sorted({seen.process for seen in all_seen})
    rows = [row(name, [seen for seen in all_seen if seen.process == name]) for name in names]
    report("school", machine(), table([*HEAD], rows), {"rows": rows})


if __name__ == "__main__":
    main()
