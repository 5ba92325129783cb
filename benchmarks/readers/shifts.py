"""How far each page moves while it comes: cumulative layout shift, with an empty cache.

    python -m benchmarks.readers.shifts [--pages why train] [--lines fast] [--sources]

The first figure is web-vitals' (the worst five seconds, a pause of one ends them), the second
the plain sum; the target of both is below 0.1. ``--query`` asks for more than a page's address,
as ``mode=present``; ``--sources`` names what moved, from where to where.
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import product
from typing import Any, NamedTuple

from playwright.sync_api import Browser, Page, sync_playwright

from benchmarks.app_server import serving
from benchmarks.chromium import chromium_path
from benchmarks.measure import machine, report
from benchmarks.readers.reruns import PAGES, WARM
from bpe_lab.cli.report import table
from bpe_lab.text import LANGUAGES

TARGET = 0.1
WINDOWS = {"laptop": (1366, 768), "phone": (390, 844)}
# Bytes per second and milliseconds of latency, as Chromium's protocol takes them.
LINES: Mapping[str, Mapping[str, float]] = {
    "fast": {},
    "slow": {"downloadThroughput": 1.5e6 / 8, "uploadThroughput": 1.5e6 / 8, "latency": 150},
}
PATIENCE = 120_000  # milliseconds
QUIET = 1_500  # milliseconds without a shift, after which none is expected
GAP, LONGEST = 1_000, 5_000  # milliseconds, of web-vitals' windows
# From the first frame on, since what has moved may be gone at the end.
OBSERVED = """{
  const shifts = (window.shifts = []);
  const named = (node) => {
    if (!node) return "gone";
    const of = node.closest ? node : node.parentElement ?? document.documentElement;
    const key = of.closest("[class*=st-key-]")?.className.match(/st-key-\\S+/)?.[0] ?? "";
    const part = of.closest("[data-testid]")?.dataset.testid ?? "";
    return `${key} ${part} ${of.localName}`;
  };
  const box = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(" ");
  new PerformanceObserver((list) => {
    for (const { value, startTime, hadRecentInput, sources } of list.getEntries())
      if (!hadRecentInput)
        shifts.push([startTime, value, sources.map((each) =>
          `${named(each.node)}: ${box(each.previousRect)} → ${box(each.currentRect)}`)]);
  }).observe({ type: "layout-shift", buffered: true });
}"""
COME = """() => document.querySelector("[data-test-script-state=notRunning]")
  && !document.querySelector(".first-sight, [data-testid=stMain] [data-testid=stSkeleton]")"""
HEAD = ("page", "language", "window", "line", "worst 5 s", "sum")


class Shift(NamedTuple):
    """When in milliseconds, how far, and what."""

    at: float
    value: float
    sources: Sequence[str] = ()


def worst_window(shifts: Sequence[Shift]) -> float:
    """The largest sum of shifts that follow one another, as web-vitals has it.

    >>> worst_window([Shift(0, 0.1), Shift(900, 0.2), Shift(3000, 0.25)])
    0.30000000000000004
    """
    worst = total = 0.0
    began = last = -GAP
    for at, value, _ in shifts:
        if at - last >= GAP or at - began >= LONGEST:
            began, total = at, 0.0
        last, total = at, total + value
        worst = max(worst, total)
    return worst


def shifts_of(
    page: Page, address: str, line: Mapping[str, float] = LINES["fast"]
) -> list[Shift]:
    """All that moves in a new window until the page at ``address`` is there and at rest."""
    page.add_init_script(OBSERVED)
    if line:
        session = page.context.new_cdp_session(page)
        session.send("Network.enable")
        session.send("Network.emulateNetworkConditions", {"offline": False, **line})
    page.goto(address, timeout=PATIENCE, wait_until="commit")
    page.wait_for_function(COME, timeout=PATIENCE)
    seen = -1
    while seen != (seen := page.evaluate("shifts.length")):
        page.wait_for_timeout(QUIET)
    return [Shift(*each) for each in page.evaluate("shifts")]


@contextmanager
def window(browser: Browser, size: tuple[int, int]) -> Iterator[Page]:
    """A page that nothing is kept for."""
    width, height = size
    context = browser.new_context(viewport={"width": width, "height": height})
    yield context.new_page()
    context.close()


def main(argv: Sequence[str] | None = None) -> None:
    """Measure, print, keep."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", nargs="+", default=[each or "home" for each in PAGES])
    parser.add_argument("--languages", nargs="+", default=[*LANGUAGES], choices=LANGUAGES)
    parser.add_argument("--windows", nargs="+", default=[*WINDOWS], choices=WINDOWS)
    parser.add_argument("--lines", nargs="+", default=[*LINES], choices=LINES)
    parser.add_argument("--query", default="")
    parser.add_argument("--sources", action="store_true")
    asked = parser.parse_args(argv)
    rows, kept = [], []
    with serving() as server, sync_playwright() as playwright:
        time.sleep(WARM)
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        cases = product(asked.pages, asked.languages, asked.windows, asked.lines)
        for name, language, size, line in cases:
            path = "" if name == "home" else name
            address = f"{server.address}/{path}?lang={language}&{asked.query}"
            with window(browser, WINDOWS[size]) as page:
                shifts: list[Any] = shifts_of(page, address, LINES[line])
            worst, plain = worst_window(shifts), sum(each.value for each in shifts)
            rows.append((name, language, size, line, f"{worst:.3f}", f"{plain:.3f}"))
            kept.append({"case": rows[-1], "shifts": shifts})
            print(*rows[-1], sep="\t", flush=True)
            for at, value, sources in shifts if asked.sources else ():
                print(f"    {at:.0f} ms: {value:.3f}", *sources, sep="\n        ")
        browser.close()
    report("shifts", machine(), table([*HEAD], rows), {"target": TARGET, "visits": kept})


if __name__ == "__main__":
    main()
