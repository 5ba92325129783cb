"""The race page in a real browser: real lanes, drawn as they ran, and nothing left running."""

import csv
import logging
import os
import platform
import re
import signal
import subprocess
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any
from unittest import mock

import pytest
from playwright.sync_api import Page, expect

import bpe_core
from bpe_core.corpus import sample
from bpe_core.operations import operations_by_merge
from bpe_core.pretokenize import count_pre_tokens, lay_out
from bpe_core.registry import TAUGHT
from bpe_core.train.options import TrainOptions
from tests.browser.conftest import Visit, start_server
from tests.core.race.running import comes_true
from tests.ui.test_pages import said
from ui.links import pack
from ui.text import catalogue, t

Open = Callable[..., Visit]
LANGUAGES = ("en", "zh")
PHONE = {"viewport": {"width": 390, "height": 844}}
INTJ = sample("intj")
SHORT = "race_text=intj&repeats=1"
LONG = "race_text=library_130k&race_field=ours&repeats=21&view=timing"
SETTLED = "[data-testid=stApp][data-test-script-state=notRunning]"
PATIENCE = 60_000  # milliseconds; a quiet machine takes a tenth of it
GONE = 3.0  # seconds in which no lane is left

# What chips say, where a space is a drawing; the meters by row and lane; the chart's cursor.
READ = """(root) => {
  const all = (selector, from = root) => [...from.querySelectorAll(selector)];
  const words = (chip) => all(".letters :is(bdi, .space, .hex)", chip)
    .map((part) => part.matches(".space") ? " " : part.textContent).join("");
  const x = (node) => Number(node.getAttribute("x") ?? node.getAttribute("x1"));
  return {
    made: all(".versus .made:not(.sizer) .chip").map(words),
    badge: root.querySelector(".badge-text").dataset.look ?? "",
    said: root.querySelector(".badge-text").textContent,
    meters: Object.fromEntries(all(".meter-row").map((row) => [row.dataset.row,
      Object.fromEntries(all(".meter", row).map((cell) => [cell.dataset.lane,
        cell.querySelector("b")?.textContent ?? null]))])),
    ticks: all(".series .x-tick").map((tick) => [Number(tick.textContent), x(tick)]),
    cursor: x(root.querySelector(".series .cursor line")),
    at: root.querySelector(".series .at").textContent,
  };
}"""
# Row of the meters -> operations of the trainers' own count.
ROWS = {
    "pairs_scanned": ("pairs_scanned", "first_count"),
    "candidates": ("candidates_scanned",),
    "positions_visited": ("positions_visited",),
    "link_writes": ("relinks",),
    "heap_pushes": ("initial_entries", "later_pushes"),
    "heap_pops": ("pops",),
    "stale_pops": ("stale_pops",),
}


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
                if b"bpe_core.race.child" in command:
                    commands[int(folder.name)] = command[-2].decode()
        return {
            lane: number for number, lane in commands.items() if self._is_below(number, parents)
        }

    def _is_below(self, number: int, parents: dict[int, int]) -> bool:
        while number in parents and number != self.process.pid:
            number = parents[number]
        return number == self.process.pid

    def is_quiet(self) -> bool:
        """Whether within a short time no lane is left."""
        return comes_true(lambda: not self.lanes(), GONE)


@pytest.fixture(scope="module")
def server() -> Iterator[Server]:
    """One for all races of this module, so that they wait for no others."""
    process, base = start_server()
    yield Server(process, base)
    process.terminate()
    process.wait(10)


def opened(visit: Open, server: Server, query: str, **options: Any) -> Visit:
    return visit(f"{server.base}/race?{query}", **options)


def walked(visit: Open, server: Server, query: str, **options: Any) -> Visit:
    """The page once the walk is there, with the keyboard on it."""
    visited = opened(visit, server, query, **options)
    visited.page.locator(".player [role=slider]").wait_for(timeout=PATIENCE)
    visited.player().focus()
    return visited


def chart(page: Page) -> Any:
    """The chart, once it is drawn."""
    found = page.locator("[data-testid=stVegaLiteChart]:has(svg.marks)")
    found.first.wait_for(timeout=PATIENCE)
    return found.first


def ended(visited: Visit, language: str = "en") -> Any:
    """The button that offers the race again, once it is over."""
    button = visited.page.get_by_role("button", name=catalogue(language)["race.again"])
    button.wait_for(timeout=PATIENCE)
    return button


def under_way(visit: Open, server: Server, query: str = LONG) -> Visit:
    """A race whose lanes run."""
    visited = opened(visit, server, query)
    start = visited.page.get_by_role("button", name=catalogue("en")["race.start"])
    start.wait_for(timeout=PATIENCE)
    visited.page.locator(SETTLED).wait_for(timeout=PATIENCE)  # all of the page is there
    start.click()
    visited.page.locator(".race-lanes .now").wait_for(timeout=PATIENCE)
    assert server.lanes()
    return visited


def cancel(visited: Visit) -> None:
    visited.page.get_by_role("button", name=catalogue("en")["race.cancel"]).click()


def told(visited: Visit, key: str, language: str = "en") -> Any:
    """The alert that says this text, once it is there."""
    alert = visited.page.get_by_test_id("stAlert").filter(has_text=said(language, key))
    alert.first.wait_for(timeout=PATIENCE)
    return alert.first


def sentence(language: str, key: str, **values: object) -> str:
    """A text of the catalogue with its values, as the page of this language says it."""
    with mock.patch("ui.text.language", return_value=language):
        return t(key, **values)


def number(words: str | None) -> int:
    return int((words or "0").replace(",", ""))


def glyphs(token: bytes) -> str:
    """A token as its chip shows it: characters, or one byte in hex."""
    try:
        return token.decode()
    except UnicodeDecodeError:
        return token.hex().upper()


@cache
def expected_merges() -> list[tuple[bytes, bytes]]:
    model = bpe_core.train(INTJ.text, vocab_size=500, special_tokens=INTJ.special_tokens)
    return [(model.vocabulary[m.left], model.vocabulary[m.right]) for m in model.merges]


@cache
def expected_work(lane: str) -> list[dict[str, int]]:
    """Rows of the meters before the first merge and in each, counted here."""
    counts = count_pre_tokens(INTJ.text, special_tokens=INTJ.special_tokens)
    options = TrainOptions(vocab_size=500, special_tokens=INTJ.special_tokens)
    events = TAUGHT[lane](list(lay_out(counts)), options, detail=True)
    return [
        {row: sum(item[name] for name in names) for row, names in ROWS.items()}
        for item in operations_by_merge(events)
    ]


class TestLockStep:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_every_step_is_what_the_trainers_do(
        self, server: Server, visit: Open, language: str
    ) -> None:
        visited = walked(visit, server, f"{SHORT}&lang={language}")
        merges = expected_merges()
        assert len(merges) == 23
        visited.press("Home")
        for step in range(len(merges) + 1):
            read = visited.player().evaluate(READ)
            assert visited.step() == step
            for row, lanes in read["meters"].items():
                for lane, words in lanes.items() if row in ROWS else ():
                    assert number(words) == expected_work(lane)[step][row], (step, row, lane)
            if step:
                left, right = merges[step - 1]
                assert read["made"] == [*map(glyphs, (left, right, left + right))]
                assert read["badge"] == "same"
                assert str(step - 1) in read["said"]
                assert read["at"] == str(step - 1)
                (first, low), *_, (last, high) = sorted(read["ticks"])
                place = low + (high - low) * (step - 1 - first) / (last - first)
                assert read["cursor"] == pytest.approx(place, abs=1)
            visited.press("ArrowRight")
        assert said(language, "race.badge.train_same") in read["said"]

    @pytest.mark.parametrize("options", [{}, PHONE])
    def test_presenting_and_on_a_phone_it_is_the_same_walk(
        self, server: Server, visit: Open, options: dict[str, Any]
    ) -> None:
        mode = "" if options else "&mode=present"
        visited = walked(visit, server, f"{SHORT}&step=5{mode}", **options)
        left, right = expected_merges()[4]
        read = visited.player().evaluate(READ)
        assert read["made"] == [*map(glyphs, (left, right, left + right))]
        wide = visited.page.evaluate("document.documentElement.scrollWidth")
        assert wide <= visited.page.viewport_size["width"], "nothing scrolls sideways"
        if mode:
            expect(visited.page.get_by_test_id("stSelectbox").first).to_be_hidden()

    def test_encoders_walk_through_pre_tokens(self, server: Server, visit: Open) -> None:
        text = "race_text=own&own_race=" + (pack("catch the cat") or "")
        visited = walked(visit, server, f"race_work=encode&{text}&repeats=1")
        visited.press("End")
        assert visited.step() == 3
        assert visited.player().evaluate(READ)["badge"] == "same"


class TestTiming:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_the_chart_says_what_was_measured_and_how(
        self, server: Server, visit: Open, language: str
    ) -> None:
        words = catalogue(language)
        visited = opened(visit, server, f"{SHORT}&view=timing&lang={language}")
        alternative = chart(visited.page).get_attribute("aria-label")
        again = ended(visited, language)
        table = visited.page.locator(".results tbody tr")
        expect(table).to_have_count(2)
        for row, lane in zip(table.all(), ("naive", "linked"), strict=True):
            title = words[f"lane.{lane}.title"]
            assert title in row.inner_text()
            assert title in alternative
            assert row.locator(".median").inner_text() in alternative
        footer = visited.page.locator(".measured-how").inner_text()
        assert f"Python {platform.python_version()}" in footer
        runs = sentence(language, "footer.runs", repeats=1, warm_ups=1)
        assert runs in footer
        assert "bpe-lab" in footer
        figures = table.all_inner_texts()
        for name, option, place in (("axis", "each", 1), ("scale", "linear", 2)):
            visited.page.get_by_role("radio", name=words[f"race.{name}.{option}"]).click()
            visited.page.wait_for_url(f"**{name}={option}**")
            key = "timing.alt_each" if place == 1 else "timing.scale_linear"
            drawn = visited.page.locator(f"[aria-label*='{said(language, key)}']")
            drawn.first.wait_for(timeout=PATIENCE)
            expect(table).to_have_text(figures, use_inner_text=True)
            assert again.is_visible()
        assert server.lanes() == {}, "another drawing is no other race"

    def test_what_was_measured_can_be_kept(
        self, server: Server, visit: Open, tmp_path: Path
    ) -> None:
        visited = opened(visit, server, f"{SHORT}&view=timing")
        ended(visited)
        kept = {}
        for name in ("svg", "png", "csv", "json"):
            words = catalogue("en")[f"timing.file_{name}"]
            button = visited.page.get_by_role("button", name=words, exact=True)
            with visited.page.expect_download(timeout=PATIENCE) as download:
                button.click()
            kept[name] = tmp_path / name
            download.value.save_as(kept[name])
        assert kept["svg"].read_text("utf-8").startswith("<svg")
        assert kept["png"].read_bytes().startswith(b"\x89PNG\r\n\x1a\n")
        with kept["csv"].open() as file:
            rows = list(csv.DictReader(file))
        for lane in ("naive", "linked"):
            mine = [row for row in rows if row["lane"] == lane]
            assert [int(row["part"]) for row in mine] == list(range(1, 24))
            times = [int(row["nanoseconds"]) for row in mine]
            assert times == sorted(times)
        assert '"python"' in kept["json"].read_text("utf-8")

    def test_a_deep_link_opens_the_same_picture(self, fresh_server: str, visit: Open) -> None:
        link = f"{SHORT}&view=timing&lang=zh&axis=each&scale=linear&race_merges=12"
        address = f"{fresh_server}/race?{link}"
        first = visit(address)
        self.settle(first)
        assert first.page.get_by_role("dialog").count() == 0
        again = visit(first.page.url)
        self.settle(again)
        assert comes_true(lambda: self.picture(again) == self.picture(first), 10)

    def settle(self, visited: Visit) -> None:
        """Wait for what stands below the last chart."""
        ended(visited, "zh")
        visited.page.locator(".results").wait_for(timeout=PATIENCE)

    def picture(self, visited: Visit) -> tuple[str | None, list[str]]:
        """Text alternative, lines and words of the chart."""
        paths = "(root) => [...root.querySelectorAll('.mark-line path, text')]"
        each = "map((path) => path.getAttribute('d') ?? path.textContent)"
        drawn = chart(visited.page)
        return drawn.get_attribute("aria-label"), drawn.evaluate(f"{paths}.{each}")


class TestGrowth:
    @pytest.mark.parametrize("language", LANGUAGES)
    def test_it_starts_by_the_button_and_ends_in_slopes(
        self, server: Server, visit: Open, language: str
    ) -> None:
        words = catalogue(language)
        text = " ".join(f"w{k * k % 31} low{k % 7}er" for k in range(500))
        merges = {"en": 60, "zh": 61}[language]  # each a race of its own
        query = f"view=growth&race_text=own&own_race={pack(text)}&repeats=1"
        query += f"&race_merges={merges}"
        visited = opened(visit, server, f"{query}&lang={language}")
        plan = visited.page.locator(".race-plan")
        plan.wait_for(timeout=PATIENCE)
        assert words["lane.linked.rung"] in plan.inner_text()
        visited.page.get_by_role("button", name=words["race.start"]).click()
        visited.page.get_by_role("progressbar").first.wait_for(timeout=PATIENCE)
        ended(visited, language)
        alternative = chart(visited.page).get_attribute("aria-label")
        assert alternative.count("±") == 2, "a slope with its error for each lane"
        for lane in ("naive", "linked"):
            assert words[f"lane.{lane}.title"] in alternative
        visited.page.get_by_role("radio", name=words["race.against.merges"]).click()
        visited.page.wait_for_url("**against=merges**")
        chart_of = f"[data-testid=stVegaLiteChart][aria-label*='{words['growth.x_train']}']"
        visited.page.locator(chart_of).wait_for(timeout=PATIENCE)
        assert ended(visited, language).is_visible()


class TestNothingIsLeftRunning:
    def test_cancelling_tells_what_was_measured(self, server: Server, visit: Open) -> None:
        query = "race_text=library_1m&race_field=chosen&lanes=linked,compiled"
        visited = under_way(visit, server, f"{query}&repeats=21&view=timing")
        some = re.compile(r"^[1-9]\d* of ")
        visited.page.get_by_text(some).first.wait_for(timeout=PATIENCE)
        cancel(visited)
        assert server.is_quiet()
        told(visited, "race.cancelled")
        ended(visited)
        expect(visited.page.locator(".results tbody tr")).to_have_count(2)

    def test_a_race_that_is_cancelled_at_once_says_so(
        self, server: Server, visit: Open
    ) -> None:
        visited = under_way(visit, server)
        cancel(visited)
        assert server.is_quiet()
        told(visited, "race.cancelled_at_once")
        visited.page.locator(".race-plan").wait_for()

    def test_a_closed_tab_ends_its_race(self, server: Server, visit: Open) -> None:
        visited = under_way(visit, server)
        visited.page.close()
        assert server.is_quiet()

    def test_loading_the_page_anew_ends_its_race(self, server: Server, visit: Open) -> None:
        visited = under_way(visit, server)
        visited.page.reload()
        assert server.is_quiet()
        start = visited.page.get_by_role("button", name=catalogue("en")["race.start"])
        start.wait_for(timeout=PATIENCE)

    def test_a_look_at_another_page_leaves_it_running(
        self, server: Server, visit: Open
    ) -> None:
        visited = under_way(visit, server)
        visited.page.get_by_role("link", name=catalogue("en")["page.encode"]).first.click()
        visited.ready()
        assert server.lanes()
        visited.page.get_by_role("link", name=catalogue("en")["page.race"]).first.click()
        visited.page.locator(".race-lanes .now").wait_for(timeout=PATIENCE)
        cancel(visited)
        assert server.is_quiet()

    def test_a_race_of_other_settings_is_followed_to_its_end(
        self, server: Server, visit: Open
    ) -> None:
        visited = under_way(visit, server)
        visited.page.get_by_role("radio", name=catalogue("en")["race.views.growth"]).click()
        elsewhere = visited.page.locator(".st-key-race_elsewhere")
        cancel = catalogue("en")["race.cancel"]  # what stood here before may still be going
        elsewhere.get_by_role("button", name=cancel, exact=True).click(timeout=PATIENCE)
        elsewhere.wait_for(state="detached", timeout=PATIENCE)
        assert server.is_quiet()
        visited.page.get_by_role("button", name=catalogue("en")["race.start"]).wait_for()

    def test_a_lane_that_is_killed_is_told_and_the_others_end(
        self, server: Server, visit: Open
    ) -> None:
        query = "race_text=library_20k&repeats=1&view=timing"
        visited = opened(visit, server, query)
        assert comes_true(lambda: "naive" in server.lanes(), PATIENCE / 1000)
        os.kill(server.lanes()["naive"], signal.SIGKILL)
        alert = told(visited, "race.failed")
        assert catalogue("en")["lane.naive.title"] in alert.inner_text()
        ended(visited)
        medians = visited.page.locator(".results td.median")
        seconds = re.compile(r"^\d.* (s|ms|µs)$")
        expect(medians).to_have_text([catalogue("en")["results.failed"], seconds])
        assert server.is_quiet()

    def test_a_server_that_is_told_to_end_takes_its_lanes_along(self, visit: Open) -> None:
        process, base = start_server()
        own = Server(process, base)
        visited = under_way(visit, own)
        numbers = own.lanes().values()
        process.terminate()
        process.wait(20)
        assert comes_true(
            lambda: not any(Path(f"/proc/{number}").exists() for number in numbers), GONE
        )
        visited.page.close()
        visited.complaints.clear()  # it has lost its server


class TestTwoVisitors:
    def test_the_second_waits_in_line_and_then_gets_his_race(
        self, server: Server, visit: Open
    ) -> None:
        first = under_way(visit, server)
        second = opened(visit, server, "race_text=story_en&repeats=1&view=timing")
        assert "1 " in told(second, "race.live.ahead").inner_text()
        third = visit(f"{server.base}/encode?words=tech")
        third.page.locator(".player [role=slider]").wait_for(timeout=PATIENCE)
        begun = time.monotonic()
        third.page.get_by_role("radio", name="中文").click()
        third.page.get_by_text(catalogue("zh")["input.words"]).first.wait_for(timeout=PATIENCE)
        took = time.monotonic() - begun
        logging.getLogger(__name__).info("another page answered after %.2f s", took)
        assert server.lanes(), "the race is still under way"
        cancel(first)
        ended(second)
        figures = second.page.locator(".results").inner_text()
        late = opened(visit, server, "race_text=story_en&repeats=1&view=timing")
        ended(late)
        assert late.page.locator(".results").inner_text() == figures, "no other race"


@pytest.mark.parametrize("view", ["lockstep", "timing", "growth"])
def test_hostile_text_is_text(server: Server, visit: Open, view: str) -> None:
    hostile = "<img src=x onerror=alert(1)> <img src=x onerror=alert(1)>\u202e[x](javascript:1)"
    query = f"race_text=own&own_race={pack(hostile)}&repeats=1&view={view}"
    visited = opened(visit, server, query)
    if view == "growth":
        visited.page.get_by_role("button", name=catalogue("en")["race.start"]).click(
            timeout=PATIENCE
        )
    ended(visited)
    if view == "lockstep":
        visited.page.locator(".player [role=slider]").wait_for(timeout=PATIENCE)
    else:
        chart(visited.page)
    assert visited.page.locator("img[src=x]").count() == 0
    assert visited.page.locator("a[href^=javascript]").count() == 0


@pytest.mark.parametrize("view", ["timing", "growth"])
def test_a_phone_shows_charts_below_each_other(server: Server, visit: Open, view: str) -> None:
    visited = opened(visit, server, f"{SHORT}&view={view}", **PHONE)
    if view == "timing":
        chart(visited.page)
        ended(visited)
    else:
        visited.page.locator(".race-plan").wait_for(timeout=PATIENCE)
    wide = visited.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing makes the page scroll sideways"
