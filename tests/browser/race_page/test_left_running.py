"""Whatever ends a race, nothing is left running."""

import os
import re
import signal
import time
from pathlib import Path

import pytest
from playwright.sync_api import expect

from bpe_lab.text import catalogue
from tests.browser.conftest import REMEMBERED, Visit, started
from tests.browser.race_page.road import Road
from tests.browser.race_page.visits import (
    GONE,
    Open,
    Server,
    begin,
    cancel,
    ended,
    opened,
    told,
    under_way,
)
from tests.core.race.running import comes_true


class TestNothingIsLeftRunning:
    def test_a_reader_s_race_outlives_a_look_at_another_page_and_nothing_else(
        self, server: Server, visit: Open
    ) -> None:
        visited = under_way(visit, server)
        cancelled_at_once_says_so(visited, server)
        begin(visited, server)
        looked_away_from_goes_on(visited, server)
        cancel(visited)
        assert server.is_quiet()
        begin(visited, server)
        of_other_settings_is_followed_to_its_end(visited, server)
        visited.page.get_by_role("radio", name=catalogue("en")["race.views.timing"]).click()
        visited.addressed("view=timing")
        begin(visited, server)
        visited.page.reload()
        assert server.is_quiet(REMEMBERED + GONE), "loading the page anew"
        begin(visited, server)
        visited.page.close()
        assert server.is_quiet(REMEMBERED + GONE), "a closed tab"

    def test_a_connection_that_is_lost_for_a_moment_ends_nothing(
        self, server: Server, visit: Open
    ) -> None:
        with Road(server.base) as road:
            visited = under_way(visit, Server(server.process, road.base))
            lanes = visited.page.locator(".race-lanes .now")
            road.cut()
            assert comes_true(road.is_taken_again, REMEMBERED), "the browser is back"
            visited.settled()
            lanes.wait_for()
            time.sleep(REMEMBERED + GONE)
            assert server.lanes(), "its session is not taken for one that has left"
            cancel(visited)
            assert server.is_quiet()
            visited.page.locator(".st-key-race_start").wait_for()
            visited.page.close()  # before its road is
            visited.complaints.clear()  # its console says that the connection was lost

    def test_a_lane_that_is_killed_is_told_and_the_others_end(
        self, server: Server, visit: Open
    ) -> None:
        query = "race_text=library_20k&repeats=1&view=timing"
        visited = opened(visit, server, query)
        assert comes_true(lambda: "naive" in server.lanes(), 60)
        os.kill(server.lanes()["naive"], signal.SIGKILL)
        alert = told(visited, "race.failed")
        assert catalogue("en")["lane.naive.title"] in alert.inner_text()
        ended(visited)
        medians = visited.page.locator(".results td.median")
        seconds = re.compile(r"^\d.* (s|ms|µs)$")
        expect(medians).to_have_text([catalogue("en")["results.failed"], seconds])
        assert server.is_quiet()

    @pytest.mark.slow
    def test_a_server_that_is_told_to_end_takes_its_lanes_along(self, visit: Open) -> None:
        with started() as app:
            own = Server(app.process, app.address)
            visited = under_way(visit, own)
            numbers = own.lanes().values()
        assert comes_true(
            lambda: not any(Path(f"/proc/{number}").exists() for number in numbers), GONE
        )
        visited.page.close()
        visited.complaints.clear()  # it has lost its server


def cancelled_at_once_says_so(visited: Visit, server: Server) -> None:
    cancel(visited)
    assert server.is_quiet()
    told(visited, "race.cancelled_at_once")
    visited.page.locator(".race-plan").wait_for()


def looked_away_from_goes_on(visited: Visit, server: Server) -> None:
    visited.page.get_by_role("link", name=catalogue("en")["page.encode"]).first.click()
    visited.ready()
    assert server.lanes()
    visited.page.get_by_role("link", name=catalogue("en")["page.race"]).first.click()
    visited.page.locator(".race-lanes .now").wait_for()


def of_other_settings_is_followed_to_its_end(visited: Visit, server: Server) -> None:
    visited.page.get_by_role("radio", name=catalogue("en")["race.views.growth"]).click()
    elsewhere = visited.page.locator(".st-key-race_elsewhere")
    cancel = catalogue("en")["race.cancel"]  # what stood here before may still be going
    elsewhere.get_by_role("button", name=cancel, exact=True).click()
    elsewhere.wait_for(state="detached")
    assert server.is_quiet()
    visited.page.get_by_role("button", name=catalogue("en")["race.start"]).wait_for()
