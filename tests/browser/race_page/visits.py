"""Visits to the race page, and the processes of its server."""

import subprocess
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from playwright.sync_api import Page

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.lab.race.running import comes_true
from tests.ui.test_pages import said

Open = Callable[..., Visit]
LONG = "race_text=library_130k&race_field=ours&repeats=21&view=timing"
GONE = 30.0  # seconds in which no lane is left; a quiet machine takes a tenth of a second


@dataclass(frozen=True)
class Server:
    """A server whose processes can be looked at."""

    process: subprocess.Popen[bytes]
    base: str

    def lanes(self) -> dict[str, int]:
        """The lanes that run below this server, with their processes' numbers."""
        parents, commands = {}, {}
        for folder in Path("/proc").iterdir():
            if folder.name.isdigit():
                try:
                    after_name = (folder / "stat").read_text().rpartition(")")[2].split()
                    command = (folder / "cmdline").read_bytes().split(b"\0")
                except OSError:  # it has just ended
                    continue
                parents[int(folder.name)] = int(after_name[1])
                if b"bpe_lab.race.lane:lane" in command:
                    commands[int(folder.name)] = command[-2].decode()
        return {
            lane: number for number, lane in commands.items() if self._is_below(number, parents)
        }

    def _is_below(self, number: int, parents: dict[int, int]) -> bool:
        while number in parents and number != self.process.pid:
            number = parents[number]
        return number == self.process.pid

    def is_quiet(self, seconds: float = GONE) -> bool:
        """Whether no lane is left, long before its race would have ended."""
        return comes_true(lambda: not self.lanes(), seconds)


def opened(visit: Open, server: Server, query: str, **options: Any) -> Visit:
    return visit(f"{server.base}/race?{query}", **options)


def chart(page: Page) -> Any:
    """The chart, once it is drawn."""
    found = page.locator("[data-testid=stVegaLiteChart]:has(svg.marks)")
    found.first.wait_for()
    return found.first


def ended(visited: Visit, language: str = "en") -> Any:
    """The button that offers the race again, once it is over."""
    button = visited.page.get_by_role("button", name=catalogue(language)["race.again"])
    button.wait_for()
    return button


def under_way(visit: Open, server: Server, query: str = LONG) -> Visit:
    """A race whose lanes run."""
    visited = opened(visit, server, query)
    begin(visited, server)
    return visited


def begin(visited: Visit, server: Server) -> None:
    """Start the race that the page offers, or offers again, and wait until its lanes run."""
    offered = visited.page.locator(".st-key-race_start button")
    offered.wait_for()
    visited.settled()
    offered.click()
    visited.page.locator(".race-lanes .now").wait_for()
    assert server.lanes()


def cancel(visited: Visit) -> None:
    visited.page.get_by_role("button", name=catalogue("en")["job.cancel"]).click()


def told(visited: Visit, key: str, language: str = "en") -> Any:
    """The alert that says this text, once it is there."""
    alert = visited.page.get_by_test_id("stAlert").filter(has_text=said(language, key))
    alert.first.wait_for()
    return alert.first
