"""When a page's first picture is there, on a server that has just been started.

    python -m benchmarks.readers.cold [--pages why bytepiece] [--wait 0] [--rounds 3]

Each page has a server and a window of its own, in turn with the home page; the ratio is the
median of the rounds'. The target is at most 2. The picture is there when the page's script has
ended. ``--wait`` lets the server have so many seconds before somebody comes.
"""

from __future__ import annotations

import argparse
import time
from statistics import median

from playwright.sync_api import Browser, sync_playwright

from benchmarks.app_server import serving
from benchmarks.chromium import chromium_path
from benchmarks.measure import paired_ratios
from benchmarks.readers.reruns import PAGES
from bpe_lab.cli.report import table

TARGET = 2.0
HOME = ""
AT_REST = "[data-testid=stApp][data-test-script-state=notRunning]"
HEAD = ("page", "s", "home, s", "ratio")


def first_picture(browser: Browser, page: str, wait: float) -> float:
    """Seconds from the request to the end of the page's script."""
    with serving() as server:
        time.sleep(wait)
        window = browser.new_page()
        began = time.perf_counter()
        window.goto(f"{server.address}/{page}")
        window.locator("h1").first.wait_for(state="attached")
        window.locator(AT_REST).wait_for(timeout=120_000)
        seconds = time.perf_counter() - began
        window.close()
    return seconds


def row(browser: Browser, page: str, wait: float, rounds: int) -> tuple[str, ...]:
    """A page beside the home page."""
    own, home = [], []
    for _ in range(rounds):
        own.append(first_picture(browser, page, wait))
        home.append(first_picture(browser, HOME, wait))
    ratio = median(paired_ratios(own, home))
    return page, f"{median(own):.1f}", f"{median(home):.1f}", f"{ratio:.2f}"


def main() -> None:
    """All pages, or some."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--pages", nargs="+", default=[each for each in PAGES if each])
    parser.add_argument("--wait", type=float, default=0.0)
    parser.add_argument("--rounds", type=int, default=3)
    asked = parser.parse_args()
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(
            executable_path=chromium_path(), args=["--no-sandbox", "--disable-gpu"]
        )
        rows = [row(browser, page, asked.wait, asked.rounds) for page in asked.pages]
        browser.close()
    print(table(HEAD, rows))
    print(f"the target is {TARGET:g}")


if __name__ == "__main__":
    main()
