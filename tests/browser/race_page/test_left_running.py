"""Whatever ends a race, nothing is left running; whatever does not, lets it go on."""

import re
from pathlib import Path

from bpe_lab.text import catalogue
from tests.browser.conftest import Visit
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
from tests.lab.race.running import comes_true
from tests.ui.test_pages import said


def test_a_reader_s_race_outlives_a_look_at_another_page_and_nothing_else(
    server: Server, visit: Open
) -> None:
    visited = under_way(visit, server)
    cancelled_it_says_so(visited, server)
    begin(visited, server)
    looked_away_from_goes_on(visited, server)
    of_other_settings_is_followed_to_its_end(visited, server)
    visited.page.get_by_role("radio", name=catalogue("en")["race.views.timing"]).click()
    visited.addressed("view=timing")
    begin(visited, server)
    visited.page.reload()
    assert server.is_quiet(), "loading the page anew"
    begin(visited, server)
    visited.page.close()
    assert server.is_quiet(), "a closed tab"


def cancelled_it_says_so(visited: Visit, server: Server) -> None:
    """Before its first run is done or, on a busy machine, after a warm-up."""
    cancel(visited)
    assert server.is_quiet()
    keys = ("race.cancelled_at_once", "race.cancelled")
    words = re.compile("|".join(re.escape(said("en", key)) for key in keys))
    visited.page.get_by_test_id("stAlert").filter(has_text=words).first.wait_for()


def looked_away_from_goes_on(visited: Visit, server: Server) -> None:
    visited.page.get_by_role("link", name=catalogue("en")["page.encode"]).first.click()
    visited.ready()
    assert server.lanes()
    visited.page.get_by_role("link", name=catalogue("en")["page.race"]).first.click()
    visited.page.locator(".race-lanes .now").wait_for()


def of_other_settings_is_followed_to_its_end(visited: Visit, server: Server) -> None:
    visited.page.get_by_role("radio", name=catalogue("en")["race.views.growth"]).click()
    elsewhere = visited.page.locator(".st-key-race_elsewhere")
    words = catalogue("en")["job.cancel"]  # what stood here before may still be going
    elsewhere.get_by_role("button", name=words, exact=True).click()
    elsewhere.wait_for(state="detached")
    assert server.is_quiet()
    visited.page.get_by_role("button", name=catalogue("en")["race.start"]).wait_for()


def test_the_second_waits_in_line_and_then_gets_his_race(server: Server, visit: Open) -> None:
    """Other pages answer meanwhile."""
    first = under_way(visit, server)
    second = opened(visit, server, "race_text=story_en&repeats=1&view=timing")
    assert "1 " in told(second, "race.live.ahead").inner_text()
    third = visit(f"{server.base}/encode?words=tech").ready()
    third.page.get_by_role("radio", name="中文").click()
    third.page.get_by_text(catalogue("zh")["input.words"]).first.wait_for()
    assert server.lanes(), "the race is still under way"
    cancel(first)
    ended(second)


def test_a_lost_connection_ends_nothing_and_the_end_of_the_server_ends_all(
    remembering_server: Server, visit: Open
) -> None:
    server = remembering_server
    with Road(server.base) as road:
        visited = under_way(visit, Server(server.process, road.base))
        lanes = server.lanes()
        road.cut()
        assert comes_true(road.is_taken_again), "the browser is back"
        visited.settled().page.locator(".race-lanes .now").wait_for()
        assert server.lanes().items() & lanes.items(), "it is the same race"
        cancel(visited)
        assert server.is_quiet()
        begin(visited, server)
        visited.page.close()  # before its road is
        visited.complaints.clear()  # its console says that the connection was lost
    lanes = server.lanes()
    assert lanes, "remembered with its reader"
    server.process.terminate()
    server.process.wait()
    processes = [Path(f"/proc/{number}") for number in lanes.values()]
    assert comes_true(lambda: not any(each.exists() for each in processes), GONE)
