"""Two visitors at once, hostile texts, a phone."""

import logging
import time
from collections.abc import Iterator

from playwright.sync_api import expect

from bpe_core.runtime.packed_text import pack
from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
from tests.browser.race_page.visits import (
    PHONE,
    SHORT,
    Open,
    Server,
    cancel,
    chart,
    ended,
    opened,
    told,
    under_way,
)


class TestTwoVisitors:
    def test_the_second_waits_in_line_and_then_gets_his_race(
        self, server: Server, visit: Open
    ) -> None:
        first = under_way(visit, server)
        second = opened(visit, server, "race_text=story_en&repeats=1&view=timing")
        assert "1 " in told(second, "race.live.ahead").inner_text()
        third = visit(f"{server.base}/encode?words=tech")
        third.page.locator(".player [role=slider]").wait_for()
        begun = time.monotonic()
        third.page.get_by_role("radio", name="中文").click()
        third.page.get_by_text(catalogue("zh")["input.words"]).first.wait_for()
        took = time.monotonic() - begun
        logging.getLogger(__name__).info("another page answered after %.2f s", took)
        assert server.lanes(), "the race is still under way"
        cancel(first)
        ended(second)


def views(visited: Visit) -> Iterator[str]:
    """Each view in turn, as soon as it is drawn."""
    visited.page.locator(".player [role=slider]").wait_for()
    yield "lockstep"
    for view in ("timing", "growth"):
        visited.settled()
        name = catalogue("en")[f"race.views.{view}"]
        visited.page.get_by_role("radio", name=name).click()
        if view == "timing":
            chart(visited.page)
            ended(visited)
        else:
            visited.page.locator(".race-plan").wait_for()
        yield view


def test_hostile_text_is_text_in_every_view(server: Server, visit: Open) -> None:
    hostile = "<img src=x onerror=alert(1)> <img src=x onerror=alert(1)>\u202e[x](javascript:1)"
    visited = opened(visit, server, f"race_text=own&own_race={pack(hostile)}&repeats=1")
    for view in views(visited):
        if view == "growth":
            visited.page.get_by_role("button", name=catalogue("en")["race.start"]).click()
            ended(visited)
            chart(visited.page)
        expect(visited.page.locator("img[src=x]")).to_have_count(0)
        expect(visited.page.locator("a[href^=javascript]")).to_have_count(0)


def test_no_view_makes_a_phone_scroll_sideways(server: Server, visit: Open) -> None:
    visited = opened(visit, server, f"{SHORT}&step=5", **PHONE)
    for view in views(visited):
        wide = visited.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= 390, view
        if view == "lockstep":
            assert visited.step() == 5, "it is the same walk"
